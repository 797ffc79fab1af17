"""Boards drawn as players see them, and positions read from such drawings.

North's row stands above, from North's last hole to its first, South's below from A on; the number
after the bar is the player's store. Three holes in a row::

    c b a | North's store
    A B C | South's store
"""

from mancala_core.engine.position import Position


def plain(text):
    """The text with single spaces."""
    return " ".join(text.split())


def undrawn(drawing, to_move="S", words=""):
    """The position that a drawing shows."""
    far, near = (line.split("|") for line in drawing.strip().splitlines())
    seeds = near[0].split() + far[0].split()[::-1]
    numbers = [len(near[0].split()), int(near[1]), int(far[1]), *seeds]
    return Position.parse(f"<{','.join(map(str, numbers))}> {to_move} {words}")


def drawn(position):
    """The drawing of a position, spaces made single."""
    return rows_drawn(position.seeds, position.stores)


def owners_drawn(owner, stores):
    """The drawing of a territory: who owns each hole, a dot for one out of play."""
    return rows_drawn(["SN."[side] for side in owner], stores)


def rows_drawn(holes, stores):
    """Two rows of anything, from A on, and the stores."""
    n = len(holes) // 2
    far, near = (" ".join(map(str, row)) for row in (holes[n:][::-1], holes[:n]))
    return f"{far} | {stores[1]}\n{near} | {stores[0]}"


def trimmed(drawing):
    """A drawing without its margins, spaces made single."""
    return "\n".join(plain(line) for line in drawing.strip().splitlines())

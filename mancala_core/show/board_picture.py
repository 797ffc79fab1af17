"""The picture of a position: the board with its seeds, seen from South's side."""

from __future__ import annotations

from collections.abc import Iterator

from mancala_core.engine.choices import candidates, legal_moves
from mancala_core.engine.moves import Move
from mancala_core.engine.outcome import outcome
from mancala_core.engine.position import Position, letter
from mancala_core.engine.rules import Rules
from mancala_core.show.canvas import DARK, LIGHT, Canvas, Ruler, seed_places
from mancala_core.show.match_rows import bought, bought_by
from mancala_core.show.signs import Sign, signs_of
from mancala_core.show.words import Words

EDGE = 10
TYPE, LETTER, COUNT, STORE_COUNT, KEY = 16.0, 13.5, 19.0, 28.0, 13.5
AISLE = 56
SMALL_BOARD = 6
"""Holes in a row up to which captured seeds lie beside the board where no rules are given."""
HATCHES = ("\\\\\\", "///")
"""Of the plates of bought holes, South's and North's."""


class BoardPicture:
    """A board picture, measured on construction; `width` and `height` are in pixels.

    Attributes
    ----------
    position : Position
    signs : dict of int to list of Sign
        For each hole the marks of the last move.
    """

    def __init__(
        self,
        position: Position,
        words: Words,
        rules: Rules | None = None,
        move: Move | None = None,
        dark: bool = False,
    ) -> None:
        self.position, self.words, self.move = position, words, move
        self.rules = rules if rules is not None or move is None else move.rules
        if self.rules is not None and self.rules.holes != position.holes:
            raise ValueError(
                f"The position has {position.holes} holes in a row, "
                f"but {self.rules.label} is played with {self.rules.holes}."
            )
        if move is not None and move.before.holes != position.holes:
            raise ValueError("The move was made on a board of another size.")
        self.palette = DARK if dark else LIGHT
        self.ruler = Ruler(words.language)
        self.signs = signs_of(move) if move is not None else {}
        self.playable, self.barred = self._choices()
        self._measure()

    def _choices(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Holes that may be chosen, and those barred because their sowing is endless."""
        if self.rules is None or self.position.ending is not None:
            return (), ()
        playable = legal_moves(self.rules, self.position)
        held = candidates(self.rules, self.position, self.position.mover)
        over = outcome(self.rules, self.position) is not None
        return playable, () if over else tuple(hole for hole in held if hole not in playable)

    # Measuring

    def _measure(self) -> None:
        holes = self.position.holes
        small = not self.rules.about.stores if self.rules is not None else holes <= SMALL_BOARD
        self.small = small
        self.column = min(86.0, max(54.0, 696.0 / holes))
        self.radius = min(34.0, self.column / 2 - 5)
        self.beside = 156 if small else 66
        self.board_x = EDGE + (self.beside + 10 if small else 0)
        self.holes_x = self.board_x + (16 if small else 92)
        self.board_end = self.holes_x + holes * self.column + (16 if small else 92)
        self.width = self.board_end + EDGE + (self.beside + 10 if small else 0)
        chip, message = self._head()
        self.chip, self.chip_width = chip, self.ruler.width(chip, TYPE, bold=True) + 32
        room = self.width - 3 * EDGE - self.chip_width - 5
        self.message = self.ruler.wrap(message, TYPE, max(room, 120)) if message else []
        self.message_x = EDGE + self.chip_width + 15
        if message and max(self.ruler.width(line, TYPE) for line in self.message) > room:
            self.message = self.ruler.wrap(message, TYPE, self.width - 2 * EDGE)
            self.message_x, self.message_y = EDGE, 62.0
            self.top = 56.0 + 22 * len(self.message)
        else:
            self.message_y = 27.0
            self.top = 56.0 + 22 * max(0, len(self.message) - 1)
        self.upper = self.top + 50 + self.radius
        self.lower = self.upper + 2 * self.radius + AISLE
        self.bottom = self.lower + self.radius + 50
        self.key = list(self._key_places(self.bottom + 22))
        self.height = self.key[-1][3] + 20 if self.key else self.bottom + EDGE

    def _head(self) -> tuple[str, str]:
        say, position = self.words.say, self.position
        found = None
        if self.rules is not None:
            found = outcome(self.rules, position)
        over = position.ending is not None or found is not None
        mover = self.words.player(position.mover)
        chip = say("Game over") if over else say("{player} to move", player=mover)
        parts = [self._last()] if self.move is not None else []
        if found is not None:
            parts.append(self._result())
        if self.rules is not None and not over:
            if not self.playable and not position.extra:
                parts.append(say("{player} has no move and must pass.", player=mover))
            if position.extra:
                parts.append(say("The extra move may be declined."))
            if self.barred:
                names = [letter(hole, position.holes) for hole in self.barred]
                parts.append(say("Endless, so barred: {holes}.", holes=self.words.listed(names)))
        return chip, self.words.joined(parts)

    def _last(self) -> str:
        say, move = self.words.say, self.move
        assert move is not None
        player = self.words.player(move.before.mover)
        if move.hole is None:
            return say("{player} passed.", player=player)
        text = self.words.count(
            "{player} played {hole}: {n} lap.",
            "{player} played {hole}: {n} laps.",
            move.laps,
            player=player,
            hole=letter(move.hole, move.before.holes),
        )
        sentences = [text]
        south, north = move.captured
        if south or north:
            sentences.append(say("South took {south}, North {north}.", south=south, north=north))
        if move.ending == "again":
            sentences.append(say("{player} moves again.", player=player))
        if move.ending == "endless" and move.period:
            sentences.append(say("It goes on for ever and is taken back."))
        elif move.ending == "endless":
            sentences.append(say("It counts as endless and is taken back."))
        return self.words.joined(sentences)

    def _result(self) -> str:
        say = self.words.say
        assert self.rules is not None
        found = outcome(self.rules, self.position)
        assert found is not None
        if found.void:
            return say("There is no result.")
        score = {"south": found.south, "north": found.north}
        if found.either:
            return say("South {south}, North {north}: the lottery decides.", **score)
        if found.winner is None:
            return say("South {south}, North {north}: a draw.", **score)
        player = self.words.player(found.winner)
        return say("South {south}, North {north}: {player} wins.", player=player, **score)

    def _key_places(self, y: float) -> Iterator[tuple[Sign, str, float, float]]:
        """Marks with their words and places; territory first, then what the last move did."""
        x = float(self.holes_x)
        signs = [sign for marks in self.signs.values() for sign in marks]
        say = self.words.say
        kinds: list[tuple[Sign, str]] = []
        owners = self.position.owner
        for player, label in ((0, say("bought by South")), (1, say("bought by North"))):
            if bought_by(owners, player):
                kinds.append((Sign("bought", player), label))
        if -1 in owners:
            kinds.append((Sign("out"), say("out of play")))
        for wanted, label in (
            (Sign("began"), say("last move began")),
            (Sign("stopped"), say("stopped")),
            (Sign("taken", 0), say("taken by South")),
            (Sign("taken", 1), say("taken by North")),
        ):
            same = [
                item for item in signs if (item.kind, item.player) == (wanted.kind, wanted.player)
            ]
            if same:
                kinds.append((same[0]._replace(final=False), label))
        finals = [item for item in signs if item.final]
        if finals:
            kinds.append((finals[0], say("by the last seed")))
        for sign, label in kinds:
            wide = 26 + self.ruler.width(label, KEY)
            if x + wide > self.width - EDGE and x > EDGE:
                x, y = float(EDGE), y + 28
            yield sign, label, x, y
            x += wide + 18

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        self.canvas = canvas
        colors, position = self.palette, self.position
        self._draw_head()
        height = self.bottom - self.top
        canvas.plate(
            self.board_x,
            self.top,
            self.board_end - self.board_x,
            height,
            colors.wood,
            colors.edge,
            1.5,
            radius=9,
        )
        for player in (1, 0):
            self._draw_store(player)
        self._draw_direction()
        for hole in range(2 * position.holes):
            self._draw_hole(hole)
        for hole, signs in self.signs.items():
            self._draw_signs(hole, signs)
        for sign, label, x, y in self.key:
            at = self.width - x - 9 if canvas.from_right else x + 9
            self._draw_sign(sign, at, y, 9)
            canvas.running(x + 26, self.width - x - 26, y, label, KEY, color=colors.muted)

    def _at(self, hole: int) -> tuple[float, float]:
        holes = self.position.holes
        place = hole if hole < holes else 2 * holes - 1 - hole
        x = self.holes_x + (place + 0.5) * self.column
        return x, self.lower if hole < holes else self.upper

    def _draw_head(self) -> None:
        canvas, colors, mover = self.canvas, self.palette, self.position.mover
        over = self.chip == self.words.say("Game over")
        fill = colors.ink if over else colors.owner[mover]
        color = colors.paper if over else colors.on_owner[mover]
        left = self.width - EDGE - self.chip_width if canvas.from_right else EDGE
        canvas.plate(left, 10, self.chip_width, 34, fill, radius=5)
        middle = left + self.chip_width / 2
        canvas.text(middle, 27, self.chip, TYPE, bold=True, color=color)
        for place, line in enumerate(self.message):
            y = self.message_y + 22 * place
            canvas.running(self.message_x, self.width - self.message_x, y, line, TYPE)

    def _draw_store(self, player: int) -> None:
        """South's captured seeds on the right, North's on the left."""
        canvas, colors = self.canvas, self.palette
        y, height = self.top + 16, self.bottom - self.top - 32
        if self.small:
            x = EDGE if player else self.width - EDGE - self.beside
            canvas.plate(x, y, self.beside, height, "", colors.muted, 1.2, radius=10, dashed=True)
        else:
            x = self.board_x + 10 if player else self.board_end - 10 - self.beside
            canvas.plate(x, y, self.beside, height, colors.hole, colors.hole_edge, 1.2, radius=12)
        middle = x + self.beside / 2
        canvas.plate(x + 7, y + 7, self.beside - 14, 22, colors.owner[player], radius=3)
        name = self.words.player(player)
        size = self.ruler.fit(name, LETTER + 1, self.beside - 18, bold=True)
        canvas.text(middle, y + 18, name, size, bold=True, color=colors.on_owner[player])
        count = self.position.stores[player]
        text = self.words.number(count)
        size = self.ruler.fit(text, STORE_COUNT, self.beside - 8, bold=True)
        canvas.text(middle, y + 49, text, size, bold=True)
        across = 5 if self.small else 3
        step = 25.0 if self.small else 20.5
        room = int((height - 72 - 6) // 18) * across
        left = middle - step * (min(across, max(1, -(-count // 4))) - 1) / 2
        for group in range(min(room, -(-count // 4))):
            gx = left + step * (group % across)
            gy = y + 78 + 18 * (group // across)
            corners = ((-1, -1), (1, -1), (-1, 1), (1, 1))
            for dx, dy in corners[: min(4, count - 4 * group)]:
                canvas.circle(gx + 3.6 * dx, gy + 3.6 * dy, 3, colors.seed, layer=3)

    def _draw_direction(self) -> None:
        """Small arrows at both ends, where the sowing passes from row to row."""
        if self.rules is None:
            return
        middle = (self.upper + self.lower) / 2
        up_right = self.rules.direction == "ccw"
        ends = (
            (self.holes_x - 8, not up_right),
            (self.board_end - (self.holes_x - self.board_x) + 8, up_right),
        )
        for x, up in ends:
            reach = 16 if up else -16
            self.canvas.arrow([(x, middle + reach), (x, middle - reach)], self.palette.muted, 2, 10)

    def _draw_hole(self, hole: int) -> None:
        canvas, colors, position = self.canvas, self.palette, self.position
        x, y = self._at(hole)
        owner, count, radius = position.owner[hole], position.seeds[hole], self.radius
        out = -1 if hole >= position.holes else 1
        mine = owner == position.mover and position.ending is None
        left = x - self.column / 2
        strip = y + out * (radius + 40)
        if mine:
            middle = (self.upper + self.lower) / 2
            high = min(strip, middle)
            canvas.box(left, high, self.column, abs(strip - middle), colors.tint[owner], layer=1.1)
        self._draw_strip(hole, left, strip, mine)
        if owner < 0:
            self._draw_closed(x, y, radius)
            return
        if hole in bought(position.owner):
            self._draw_plate(x, y, min(self.column / 2 - 1.5, radius + 5), owner)
        if hole in self.playable:
            canvas.circle(x, y, radius + 4.4, colors.ink, layer=1.8)
            canvas.circle(x, y, radius + 3.4, colors.owner[owner], layer=1.9)
        canvas.circle(x, y, radius - 0.5, colors.hole, colors.hole_edge, 1.4, layer=2)
        places = [(0.0, 0.0)] if count == 1 else seed_places(radius)[:count]
        for dx, dy in places:
            canvas.circle(x + dx, y + dy, 0.165 * radius, colors.seed, layer=3)
        text = self.words.number(count)
        size = self.ruler.fit(text, COUNT, self.column - 6, bold=True)
        color = colors.ink if count else colors.muted
        canvas.text(x, y + out * (radius + 16), text, size, bold=count > 0, color=color)
        if hole in self.barred:
            bx, by = x + 0.72 * radius, y + 0.72 * radius
            canvas.circle(bx, by, 10, colors.paper, colors.ink, 1.5, layer=5)
            canvas.text(bx, by, "∞", 15)

    def _draw_closed(self, x: float, y: float, radius: float) -> None:
        """A hole out of play: a lid with a cross."""
        canvas, colors = self.canvas, self.palette
        canvas.circle(x, y, radius, colors.wood, colors.muted, 1.4, layer=2)
        reach = radius * 0.6
        for side in (-1, 1):
            ends = [(x - reach, y - side * reach), (x + reach, y + side * reach)]
            canvas.line(ends, colors.muted, max(1.6, radius / 11), layer=2.1)

    def _draw_plate(self, x: float, y: float, half: float, player: int) -> None:
        """What a bought hole lies on: hatched in its owner's colour and in ink."""
        canvas, colors = self.canvas, self.palette
        side = 2 * half
        canvas.box(x - half, y - half, side, side, colors.tint[player], layer=1.2)
        canvas.box(
            *(x - half, y - half, side, side, "", colors.owner[player]),
            line=4,
            layer=1.3,
            hatch=HATCHES[player],
        )
        canvas.box(
            *(x - half, y - half, side, side, "", colors.ink),
            line=1.2,
            layer=1.4,
            hatch=HATCHES[player][:1],
        )

    def _draw_strip(self, hole: int, left: float, y: float, mine: bool) -> None:
        """The letter in its owner's colour; a hole bought from the other row is marked."""
        canvas, colors, position = self.canvas, self.palette, self.position
        owner = position.owner[hole]
        box = (left + 1, y - 9, self.column - 2, 18)
        color = colors.ink
        if owner < 0:
            canvas.plate(*box, "", colors.hole_edge, 1.4, layer=1.5, radius=3)
            color = colors.muted
        elif mine:
            canvas.plate(*box, colors.owner[owner], layer=1.5, radius=3)
            color = colors.on_owner[owner]
        else:
            canvas.plate(
                box[0] + 1,
                box[1] + 1,
                box[2] - 2,
                16,
                "",
                colors.owner[owner],
                2,
                layer=1.5,
                radius=3,
            )
        name = letter(hole, position.holes)
        canvas.text(left + self.column / 2, y, name, LETTER, bold=True, color=color)
        if hole in bought(position.owner):
            canvas.pentagon(left + self.column - 13, y, owner, half=6.5)

    def _draw_signs(self, hole: int, signs: list[Sign]) -> None:
        x, y = self._at(hole)
        inward = 1 if hole >= self.position.holes else -1
        y += inward * (self.radius + 15.5)
        step = min(22.0, (self.column - 6) / len(signs))
        for place, sign in enumerate(signs):
            at = x + step * (place - (len(signs) - 1) / 2)
            self._draw_sign(sign, at, y, min(9.0, step / 2 - 0.5))

    def _draw_sign(self, sign: Sign, x: float, y: float, half: float) -> None:
        canvas, colors = self.canvas, self.palette
        if sign.kind == "began":
            canvas.circle(x, y, half - 1, colors.mark, colors.ink, 2.6, layer=5)
        elif sign.kind == "bought":
            self._draw_plate(x, y, half, sign.player)
            canvas.pentagon(x, y, sign.player, half=0.6 * half)
        elif sign.kind == "out":
            self._draw_closed(x, y, half)
        elif sign.kind == "stopped":
            side = 2 * half - 2
            canvas.box(
                x - side / 2, y - side / 2, side, side, colors.mark, colors.ink, 2.6, layer=5
            )
        else:
            canvas.taken(x, y, sign.player, sign.seeds, half, sign.final)

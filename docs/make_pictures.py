"""Draw the pictures of README.md again: ``python docs/make_pictures.py``."""

from pathlib import Path

from mancala_core import Position, Rules, draw, play

FOLDER = Path(__file__).parent / "pictures"
RULES = Rules.load("anywoli")
BEFORE = "<12,0,0,3,0,1,8,8,3,7,2,8,1,3,7,2,7,2,7,0,1,7,2,1,8,8,0> S"


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    move = play(RULES, Position.parse(BEFORE), "L")
    pictures = {
        "board": draw.png(move.after, rules=RULES, move=move, zoom=1.5),
        "laps": draw.png(move, zoom=1.5),
    }
    for name, data in pictures.items():
        (FOLDER / f"{name}.png").write_bytes(data)
    (FOLDER / "laps.txt").write_text(draw.describe(move) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

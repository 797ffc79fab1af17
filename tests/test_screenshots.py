"""The pictures of the board in docs/pictures: all are there, small, and of the right shape."""

import runpy
from pathlib import Path

import pytest
from PIL import Image

DOCS = Path(__file__).parents[1] / "docs"
MADE = runpy.run_path(str(DOCS / "make_screenshots.py"), run_name="screenshots")
LARGEST = 150_000


@pytest.mark.parametrize("name", MADE["NAMES"])
def test_a_picture_of_the_board_is_there_and_small(name):
    path = DOCS / "pictures" / f"{name}.png"
    assert path.stat().st_size < LARGEST
    with Image.open(path) as picture:
        across = {"board-live-phone": "PHONE", "board-endless": "NARROW"}.get(name, "WIDE")
        assert abs(picture.width - MADE[across]["width"]) < 8
        assert picture.height > 300
        assert len(picture.convert("RGB").resize((60, 40)).getcolors(60 * 40)) > 50


def test_each_language_but_english_has_its_picture():
    from mancala_core.show.words import LANGUAGES

    assert set(MADE["LANGUAGES"]) == set(LANGUAGES) - {"en"}

"""Games on paper: the board, the form for the moves, and the file."""

import re
import zlib
from itertools import combinations

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba
from matplotlib.patches import Polygon

from mancala_core import cli
from mancala_core.engine.rules import Rules
from mancala_core.show import draw
from mancala_core.show.move_form import LEFT_OUT, MoveForm
from mancala_core.show.paper import MOST_HOLES, PAPERS, BoardSheet, painted
from mancala_core.show.rule_text import rule_text
from mancala_core.show.words import languages, speak

ANYWOLI = Rules.load("anywoli")
GAMES = ("anywoli", "adji_kui_2", "yit_jani")
LEAST = 2.0
"""Smallest letters in millimetres; the rules are larger."""


def page(kind, rules, language="en", paper="A4"):
    """A page, and the axes that it is drawn on."""
    words = speak(language)
    made = kind(Rules.of(rules), words, PAPERS[paper])
    figure = painted(made, words)
    FigureCanvasAgg(figure)
    return made, figure.axes[0]


def boxes(made, ax):
    """Each text with its box in millimetres."""
    renderer = ax.figure.canvas.get_renderer()
    scale = 25.4 / ax.figure.dpi
    found = []
    for text in ax.texts:
        box = text.get_window_extent(renderer)
        top = made.height - box.y1 * scale
        found.append((text, box.x0 * scale, top, box.x1 * scale, top + box.height * scale))
    return found


def holes_of(ax):
    """The outlines of the holes."""
    return [
        patch.get_xy()
        for patch in ax.patches
        if isinstance(patch, Polygon) and len(patch.get_xy()) > 20
    ]


# The board


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("holes", range(2, MOST_HOLES + 1))
@pytest.mark.parametrize("name", ["anywoli", "adji_kui_2"])
def test_the_board_fits_its_paper_and_holes_are_apart(name, holes, paper):
    sheet = BoardSheet(Rules.load(name).replace(holes=holes), speak(), PAPERS[paper])
    wide, high = sheet.hole
    places = [sheet.at(hole) for hole in range(2 * holes)]
    for x, y in places:
        assert sheet.store + 8 <= x - wide / 2 <= x + wide / 2 <= sheet.width - sheet.store - 8
        assert 20 <= y - high / 2 <= y + high / 2 <= sheet.height - 20
    for (x, y), (other_x, other_y) in combinations(places, 2):
        assert abs(x - other_x) >= wide + 1.9 or abs(y - other_y) >= high + 10
    assert wide >= 14
    assert high >= 43
    assert (sheet.store > 0) is Rules.load(name).about.stores
    room = sheet.width - 2 * (sheet.store + 14)
    assert holes * (wide + 2) >= room - 8 or high == wide  # as wide as goes, or round


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", [*GAMES, "two"])
def test_what_is_printed_is_black_and_not_too_thin(name, language):
    rules = ANYWOLI.replace(holes=2) if name == "two" else name
    for kind in (BoardSheet, MoveForm):
        made, ax = page(kind, rules, language)
        plain = {(0.0, 0.0, 0.0, 1.0)}
        for patch in ax.patches:
            fill, edge = patch.get_facecolor(), patch.get_edgecolor()
            assert {each for each in (fill, edge) if each[3]} <= plain
            assert not edge[3] or not patch.get_linewidth() or patch.get_linewidth() >= 0.8
        for line in ax.lines:
            assert {to_rgba(line.get_color())} == plain
            assert line.get_linewidth() >= 0.8
        for text, left, top, right, bottom in boxes(made, ax):
            assert {to_rgba(text.get_color())} == plain
            assert text.get_fontsize() * 25.4 / 72 >= LEAST, text
            assert 5 <= left < right <= made.width - 5, text
            assert 5 <= top < bottom <= made.height - 5, text


@pytest.mark.parametrize("language", languages())
def test_north_reads_from_the_other_side_and_the_board_is_not_mirrored(language):
    made, ax = page(BoardSheet, "anywoli", language)
    words = speak(language)
    turned = {text.get_text() for text in ax.texts if text.get_rotation() == 180}
    upright = {text.get_text() for text in ax.texts if text.get_rotation() == 0}
    assert set("abcdefghijkl") <= turned
    assert set("ABCDEFGHIJKL") <= upright
    assert any(words.player(1) in text for text in turned)
    assert any(words.player(0) in text for text in upright)
    at = {text.get_text(): text.get_position() for text in ax.texts}
    assert at["A"][0] < at["L"][0]
    assert at["a"][0] > at["l"][0]
    assert at["a"][1] < made.height / 2 < at["A"][1]
    assert len(holes_of(ax)) == 24


def test_the_arrows_lead_round_as_the_game_is_sown():
    for direction, right in (("ccw", 1), ("cw", -1)):
        made, ax = page(BoardSheet, ANYWOLI.replace(direction=direction))
        outlines = [patch.get_xy() for patch in ax.patches if isinstance(patch, Polygon)]
        heads = [outline for outline in outlines if len(outline) == 4]
        assert len(heads) == 6
        for tip, *base in (outline[:3] for outline in heads):
            (x, y), (along, down) = tip, tip - np.mean(base, axis=0)
            south, at_right = y > made.height / 2, x > made.width / 2
            if abs(along) > abs(down):
                assert np.sign(along) == (right if south else -right)
            else:
                assert np.sign(down) == (-right if at_right else right)


# The form


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", GAMES)
def test_nothing_in_the_form_lies_over_anything_else(name, language):
    made, ax = page(MoveForm, name, language)
    for (text, left, top, right, bottom), (other, x, y, end, low) in combinations(
        boxes(made, ax), 2
    ):
        across = min(right, end) - max(left, x)
        down = min(bottom, low) - max(top, y)
        assert across <= 0.3 or down <= 1.1, (text.get_text(), other.get_text())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", GAMES)
def test_the_form_has_lines_for_moves_and_tells_the_rules(name, language):
    made, ax = page(MoveForm, name, language)
    texts = {text.get_text() for text in ax.texts}
    assert {str(number) for number in range(1, 2 * made.rows + 1)} <= texts
    assert made.rows >= 15
    assert made.row >= 6
    told = re.sub(r"\s", "", "".join(line for column in made.told for line, _ in column))
    for place, section in enumerate(rule_text(speak(language), name)):
        for sentence in (section.title, *section.sentences):
            assert place in LEFT_OUT or re.sub(r"\s", "", sentence) in told, sentence
    first, second = made.told
    assert abs(len(first) - len(second)) <= 2
    assert not first[-1][1]  # no title at the foot of a column


def test_the_convention_for_the_last_seeds_is_told():
    made, _ = page(MoveForm, "anywoli")
    lines = " ".join(line for column in made.told for line, _ in column)
    assert "The seeds left then go to the player who took the seeds captured last" in lines
    made, _ = page(MoveForm, ANYWOLI.replace(remainder="nobody"))
    lines = " ".join(line for column in made.told for line, _ in column)
    assert "The seeds left then count for nobody." in lines


def test_the_form_begins_at_the_right_where_one_reads_from_there():
    def places(language):
        _, ax = page(MoveForm, "anywoli", language)
        return {text.get_text(): text.get_position()[0] for text in ax.texts}

    english, urdu = places("en"), places("ur")
    assert english["1"] < 20 < 190 < urdu["1"]
    assert english["40"] > english["1"]
    assert urdu["40"] < urdu["1"]


# The file


@pytest.mark.parametrize("paper", PAPERS)
def test_the_file_has_two_pages_of_the_paper(paper, tmp_path):
    data = draw.sheet("adji_kui_2", tmp_path / "sheet.pdf", paper=paper)
    assert (tmp_path / "sheet.pdf").read_bytes() == data
    sizes = [
        tuple(float(part) * 25.4 / 72 for part in found.split())
        for found in re.findall(rb"/MediaBox \[ 0 0 ([\d.]+ [\d.]+) \]", data)
    ]
    wide, high = PAPERS[paper]
    assert [tuple(round(side, 1) for side in size) for size in sizes] == [
        (high, wide),
        (wide, high),
    ]


def test_the_file_is_the_same_each_time_and_its_letters_are_no_pictures():
    data = draw.sheet("adji_kui_2", language="ja")
    assert data == draw.sheet("adji_kui_2", language="ja")
    assert b"/Subtype /Image" not in data
    assert b"/Type /Font" in data


def test_lines_with_invisible_marks_are_outlines():
    # in a PDF file matplotlib gives each of these marks the width of a space
    _, ax = page(MoveForm, "anywoli", "ur")
    marked = [
        text for text in ax.texts if re.search("[\u200e\u200f\u2066-\u2069]", text.get_text())
    ]
    assert len(marked) > 20
    assert all(text.get_path_effects() for text in marked)
    _, ax = page(MoveForm, "anywoli", "el")
    assert not any(text.get_path_effects() for text in ax.texts)
    data = draw.sheet("anywoli", language="ur")
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    assert any(len(zlib.decompress(each)) > 100_000 for each in streams if each[:1] == b"x")


def test_what_cannot_be_printed_is_refused_in_words():
    with pytest.raises(ValueError, match="14 holes in a row does not fit on a sheet; at most 13"):
        draw.sheet(ANYWOLI.replace(holes=14))
    with pytest.raises(ValueError, match="no paper 'A5'; there are A4, letter"):
        draw.sheet("anywoli", paper="A5")
    with pytest.raises(ValueError, match="no language"):
        draw.sheet("anywoli", language="xx")
    with pytest.raises(ValueError, match="anywolo"):
        draw.sheet("anywolo")


# The command


def test_the_command_writes_the_sheet(tmp_path, monkeypatch, capsys):
    target = tmp_path / "sheet.pdf"
    assert cli.main(["sheet", "anywoli", "--language", "el", "-o", str(target)]) == 0
    assert target.read_bytes() == draw.sheet("anywoli", language="el")
    assert "sheet.pdf: anywoli on two pages, " in capsys.readouterr().out.replace("\n", " ")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["sheet", "adji_kui_2", "--set", "seeds=3", "--paper", "letter"]) == 0
    rules = Rules.of("adji_kui_2 seeds=3")
    assert (tmp_path / "adji_kui_2.pdf").read_bytes() == draw.sheet(rules, paper="letter")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["anywolo"], "anywolo"),
        (["anywoli", "--set", "holes=20"], "at most 13"),
        (["anywoli", "--language", "xx"], "no language 'xx'"),
        (["anywoli", "--paper", "A5"], "no paper 'A5'"),
        (["anywoli", "-o", "sheet.png"], "ends in .pdf"),
        (["anywoli", "-o", "nowhere/sheet.pdf"], "cannot be written"),
    ],
)
def test_the_command_refuses_in_words(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["sheet", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []

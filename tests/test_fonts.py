"""Pictures in every language: letters that are there, lines that fit, and nothing mirrored."""

import io
import logging
import re
from functools import cache
from itertools import pairwise

import matplotlib as mpl

mpl.use("agg")

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager, get_font
from test_charts import TABLES
from test_draw import (
    ADJI,
    ANYWOLI,
    BOUGHT,
    ENDLESS_66,
    ENDLESS_AFTER_CAPTURE,
    FIRST,
    LONG,
    marks,
    match_of,
    odd_moves,
    overlaps,
    stair,
)

from mancala_core.engine.moves import play, trace
from mancala_core.engine.position import Position
from mancala_core.show import draw, fonts, plots
from mancala_core.show.canvas import DPI, LIGHT, Canvas, Ruler
from mancala_core.show.charts import EDGE, fill
from mancala_core.show.fonts import SCRIPTS, directed, families, in_places
from mancala_core.show.lap_picture import LapPicture
from mancala_core.show.scales import percent, plain
from mancala_core.show.territory_picture import Territory
from mancala_core.show.words import LANGUAGES, languages, speak

MARKS = "\u200e\u200f\u2066\u2069"
EIGHT = play(
    ANYWOLI, Position.parse("<12,44,44,1,1,0,1,0,1,0,1,0,1,0,1,0,1,0,0,0,0,0,0,0,0,0,0> S"), "A"
)
LONGEST = trace(ADJI, Position.parse("<6,8,4,1,0,4,0,2,3,10,7,0,2,4,3> N"), 11)
INSIDE = play(ANYWOLI.replace(holes=3), Position.parse("<3,4,12,1,3,1,1,2,0> N"), "b")
PASS = play(ADJI, Position.parse("<6,4,4,1,0,1,0,0,0,4,0,8,9,2,15> S"), None)
MOVES = {
    "five laps": FIRST,
    "eight laps": EIGHT,
    "22 laps": LONG,
    "cut": LONGEST,
    "endless": ENDLESS_66,
    "endless after a capture": ENDLESS_AFTER_CAPTURE,
    "over inside a lap": INSIDE,
    "pass": PASS,
    **{f"odd {place}": move for place, move in enumerate(odd_moves(ADJI, 4, 2))},
}
BOARDS = {
    "start": (Position.start(ANYWOLI), ANYWOLI, None),
    "played": (LONG.after, None, LONG),
    "barred": (ENDLESS_66.before, ADJI, None),
    "bought": (BOUGHT, ANYWOLI, None),
}
MATCHES = {
    "going on": stair(ADJI, 23),
    "won": match_of(ADJI, [(0,) * 6 + (1,) * 6, (0,) * 9 + (1,) * 3], [(36, 12), (41, 7)]),
}
CASES = {
    "forest": ("few", "refused", "no result"),
    "running": ("long",),
    "margins": ("cut",),
    "lengths": ("all", "cut"),
    "laps_per_move": ("few", "none"),
    "openings": ("twelve", "six"),
    "flow": ("all",),
    "calibration": ("few",),
    "claims": ("all",),
    "family": ("two",),
    "tree": ("long names",),
    "beside": ("all",),
    "surplus": ("all",),
    "match_lengths": ("cut",),
}
every_language = pytest.mark.parametrize("language", languages())


def drawn(picture):
    figure = Figure(figsize=(picture.width / DPI, picture.height / DPI), dpi=DPI)
    ax = figure.add_axes((0, 0, 1, 1))
    language = picture.words.language
    picture.draw(Canvas(ax, picture.width, picture.height, picture.palette, language))
    return ax


@cache
def laps(name, language):
    picture = LapPicture(MOVES[name], speak(language))
    return picture, drawn(picture)


@cache
def chart(name, case, language):
    picture = plots.chart_of(name, TABLES[name][case], language)
    return picture, drawn(picture)


@cache
def boards(language):
    """Pictures of boards and the axes that they are drawn on."""
    pictures = [
        draw.BoardPicture(position, speak(language), rules, move)
        for position, rules, move in BOARDS.values()
    ]
    return [(picture, drawn(picture)) for picture in pictures]


def shown(text):
    """A text without the invisible marks."""
    return text.get_text().translate(dict.fromkeys(map(ord, MARKS)))


@cache
def inks(ax):
    """Texts with the boxes of what is inked, from below; not of the height that the font asks for."""
    renderer = FigureCanvasAgg(ax.figure).get_renderer()
    found = []
    for text in ax.texts:
        if shown(text).strip():
            wide, tall, below = renderer.get_text_width_height_descent(
                text.get_text(), text.get_fontproperties(), False
            )
            x, y = text.get_transform().transform(text.get_position())
            if text.get_rotation():
                box = (x - tall / 2, y - wide / 2, x + tall / 2, y + wide / 2)
            else:
                left = x - wide * {"left": 0, "center": 0.5, "right": 1}[text.get_ha()]
                box = (left, y - below, left + wide, y - below + tall)
            found.append((text, box))
    return found


def outside(ax):
    width, height = ax.figure.bbox.width, ax.figure.bbox.height
    return [
        shown(text)
        for text, (left, low, right, high) in inks(ax)
        if min(left, low) < -0.5 or right > width + 0.5 or high > height + 0.5
    ]


def overlapping(ax, slack=1.5):
    texts, boxes = zip(*inks(ax), strict=True)
    both = np.triu(overlaps(np.array(boxes), np.array(boxes), slack, slack), 1)
    return [(shown(texts[one]), shown(texts[two])) for one, two in np.argwhere(both)]


# Letters


@cache
def known(family):
    """The letters that a font has."""
    path = fontManager.findfont(FontProperties(family=family), fallback_to_default=False)
    return {chr(code) for code in get_font(path).get_charmap()} | {"\n", *MARKS}


def missing(text, language):
    """Letters of a text that none of its fonts has."""
    return set(text).difference(*map(known, families(text, language)))


def messages(language):
    catalogue = getattr(speak(language).catalogue, "_catalog", {})
    return [text for text in catalogue.values() if text] + [how.name for how in LANGUAGES.values()]


@every_language
def test_every_letter_of_a_language_is_there(language):
    texts = messages(language)
    assert language == "en" or len(texts) > 100
    assert set().union(*(missing(text, language) for text in texts)) == set()


def test_a_missing_letter_is_seen():
    assert missing("a\u0e01", "en") == {"\u0e01"}
    with pytest.warns(UserWarning, match="Glyph 3585"):
        Ruler().width("\u0e01", 15)


@every_language
def test_a_word_is_drawn_with_one_font(language):
    for text in messages(language):
        for script in SCRIPTS:
            if script.language == language:
                wanted = {letter for letter in text if script.letters.match(letter)}
                assert wanted <= known(families(text, language)[0]), text


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_bold_letters_have_a_font_of_their_own(script, caplog):
    text = LANGUAGES[script.language].name
    with caplog.at_level(logging.WARNING, "matplotlib.font_manager"):
        files = {
            fontManager.findfont(FontProperties(family=families(text)[0], weight=weight))
            for weight in ("normal", "bold")
        }
    assert len(files) == 2
    assert not caplog.records


def test_what_is_not_installed_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setattr(fonts, "find_spec", lambda package: None)
    fonts._registered.cache_clear()
    try:
        with pytest.raises(ValueError, match="IBM Plex Sans Arabic, which is not installed; pip "):
            draw.png(FIRST, language="ur")
        assert draw.png(FIRST, language="el").startswith(b"\x89PNG")
    finally:
        fonts._registered.cache_clear()


def test_other_peoples_figures_stay_as_they_are():
    before = dict(mpl.rcParams)
    for language in languages():
        draw.png(FIRST, language=language, zoom=0.5)
    assert dict(mpl.rcParams) == before
    text = Figure().text(0, 0, "x")
    assert text.get_fontfamily() == mpl.rcParams["font.family"]


@pytest.mark.parametrize("language", ["ja", "ur"])
def test_a_file_to_print_needs_no_font(language):
    _, ax = laps("five laps", language)
    file = io.StringIO()
    ax.figure.savefig(file, format="svg")
    assert "<text" not in file.getvalue()
    assert len(file.getvalue()) > 20_000


# Places


@every_language
@pytest.mark.parametrize("name", MOVES)
def test_moves_are_legible_in_every_language(name, language):
    _, ax = laps(name, language)
    assert not outside(ax)
    assert not overlapping(ax)
    drawn_marks = np.array([box for _, box in marks(ax)]).reshape(-1, 4)
    texts = [(shown(text), box) for text, box in inks(ax) if not shown(text).isdigit()]
    near = overlaps(drawn_marks, np.array([box for _, box in texts]), 1, 2).any(axis=0)
    assert not [text for (text, _), wrong in zip(texts, near, strict=True) if wrong]


@every_language
def test_boards_and_matches_are_legible_in_every_language(language):
    matches = [drawn(Territory(match, speak(language))) for match in MATCHES.values()]
    for ax in [*(ax for _, ax in boards(language)), *matches]:
        assert not outside(ax)
        assert not overlapping(ax)


@every_language
@pytest.mark.parametrize("name", CASES)
def test_tables_are_legible_in_every_language(name, language):
    for case in CASES[name]:
        picture, ax = chart(name, case, language)
        assert not outside(ax)
        assert not overlapping(ax)
        small = {shown(text): text.get_fontsize() * DPI / 72 for text in ax.texts}
        assert not {text: size for text, size in small.items() if size < 10.5}
        assert "{" not in picture.tell()


def test_every_kind_of_picture_is_looked_at():
    assert set(CASES) == set(plots.PICTURES)


def test_what_does_not_fit_is_seen():
    ax = Figure((4, 4)).add_axes((0, 0, 1, 1))
    canvas = Canvas(ax, 400, 400, LIGHT, "ur")
    canvas.text(200, 200, "گڑھا", 15)
    assert not outside(ax)
    assert not overlapping(ax)
    inks.cache_clear()
    canvas.text(205, 202, "بیج", 15)
    canvas.text(5, 100, "شمال", 15)
    assert overlapping(ax) == [("گڑھا", "بیج")]
    assert outside(ax) == ["شمال"]


# Direction


def letters_of(ax):
    """Names of holes with where they stand."""
    holes = set("ABCDEFGHIJKLabcdefghijkl")
    return {text.get_text(): text.get_position() for text in ax.texts if text.get_text() in holes}


@pytest.mark.parametrize("name", ["five laps", "22 laps", "endless"])
@every_language
def test_columns_stand_in_sowing_order_in_every_language(name, language):
    picture, ax = laps(name, language)
    assert picture.trace.columns == laps(name, "en")[0].trace.columns
    names = "ABCDEFGHIJKL"[: picture.move.before.holes]
    places = letters_of(ax)
    across = [places[letter][0] for letter in names + names.lower()]
    assert across == sorted(across)
    assert len({places[letter][1] for letter in names}) == 1


@every_language
def test_the_board_is_the_same_in_every_language(language):
    for (here, ax), (there, english) in zip(boards(language), boards("en"), strict=True):
        one, other = letters_of(ax), letters_of(english)
        down = here.top - there.top
        assert one.keys() == other.keys()
        for letter, (x, y) in other.items():
            assert one[letter] == (x, pytest.approx(y + down))


@every_language
@pytest.mark.parametrize("name", ["running", "margins", "lengths"])
def test_axes_of_numbers_rise_to_the_right_in_every_language(name, language):
    picture, ax = chart(name, CASES[name][0], language)
    below = [text for text in ax.texts if text.get_position()[1] > picture.bottom]
    values = {plain(value, speak(language)): value for value in picture.x.ticks(9)}
    found = [
        (text.get_position()[0], values[shown(text)]) for text in below if shown(text) in values
    ]
    assert len(found) > 1
    assert [value for _, value in sorted(found)] == sorted(value for _, value in found)


@every_language
def test_running_text_stands_where_its_language_begins(language):
    picture, ax = chart("forest", "few", language)
    title = next(text for text in ax.texts if shown(text) == picture.title)
    right = LANGUAGES[language].direction == "rtl"
    assert title.get_ha() == ("right" if right else "left")
    assert title.get_position()[0] == (picture.width - EDGE if right else EDGE)
    key, first = picture._key_places[0], picture._key_places[0][1][0]
    label = next(text for text in ax.texts if shown(text) == first)
    assert label.get_ha() == title.get_ha()
    mark = key[2] + picture.swatch_width
    assert label.get_position()[0] == (picture.width - mark if right else mark)


def test_a_line_from_the_right_is_ordered_as_it_is_read():
    right, left, end = "\u200f", "\u2066", "\u2069"
    assert directed("A خالی", "ur") == f"{right}A خالی"
    assert directed("A", "ur") == "A"
    assert directed("least=2.", "ur", running=True) == f"{right}least=2."
    assert directed("گڑھے A، B", "ur") == f"{right}گڑھے A،{right} B"
    assert directed("بیج 6 × 11 = 66", "ur") == f"{right}بیج {left}6 × 11 = 66{end}"
    assert directed("(−0.5 % تا 1,000)", "ur") == f"{right}({left}−0.5 %{end} تا {left}1,000{end})"
    assert in_places(["جیت", "ہار"], " / ") == f"{left}جیت\u200e / \u200eہار{end}"
    assert directed("A خالی", "en") == "A خالی"
    assert Ruler("ur").width(directed("A خالی", "ur"), 15) == Ruler("ur").width("A خالی", 15)


# Lines and numbers


def japanese():
    for name in MOVES:
        yield laps(name, "ja")[1]
    for name, cases in CASES.items():
        yield chart(name, cases[0], "ja")[1]


def test_no_line_of_japanese_begins_or_ends_with_the_wrong_sign():
    texts = [shown(text) for ax in japanese() for text in ax.texts]
    assert sum(bool(SCRIPTS[0].letters.search(text)) for text in texts) > 200
    for text in texts:
        assert text[:1] not in tuple("、。，．）」』】ーゃゅょっ々〜～"), text
        assert text[-1:] not in tuple("（「『【"), text


@pytest.mark.parametrize("room", [60, 110, 150, 300])
def test_japanese_fills_its_lines(room):
    text = "67回目の前は、どの穴の石も1回目の前と同じで（つまり同じ局面で）、石を拾う穴も同じです。"
    ruler = Ruler("ja")
    for lines in (ruler.wrap(text, 15, room), fill(ruler, text, 15, room)):
        assert "".join(lines) == text
        assert all(ruler.width(line, 15) <= room for line in lines)
        assert not any(line[0] in "、。）っ" or line[-1] == "（" for line in lines)
    full = fill(ruler, text, 15, room)
    if room >= 150:
        assert all(ruler.width(one, 15) > room / 2 for one, _ in pairwise(full))


WRONG = re.compile(r"(?<![\d.])(?:[1-9]\d+|[2-9]),\d{3}(?!\d)|(?<![\w.=])0\.\d|\d\.\d (?:%|\()")
"""Numbers as English has them: thousands with a comma, decimals with a point."""


def test_numbers_are_written_as_the_language_does():
    for name, cases in CASES.items():
        for case in cases:
            picture, ax = chart(name, case, "el")
            for text in [*map(shown, ax.texts), *picture.tell().splitlines()]:
                assert not WRONG.search(text), text
    _, ax = laps("cut", "el")
    assert any("6.994" in shown(text) for text in ax.texts)
    words = speak("el")
    assert (plain(20000.5, words), plain(-0.25, words)) == ("20.000,5", "−0,25")
    assert percent(0.4204, words=words).startswith("42,0")


def test_numbers_as_in_english_are_seen():
    told = chart("forest", "few", "en")[0].tell()
    assert len(WRONG.findall(told)) > 10

"""How words are put together is the language's: no code writes its stops, spaces and commas."""

import ast
import gettext
import re
import warnings
from copy import deepcopy

import numpy as np
import pandas as pd
import pytest
from babel import Locale
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from tree import ROOT

from mancala_core.engine.game import Game
from mancala_core.engine.options import values_of
from mancala_core.engine.refusal import IllegalMove
from mancala_core.engine.saying import C_, N_, Listed, Unfit
from mancala_core.players.strategies import names as strategies
from mancala_core.show.canvas import LIGHT, Canvas, Ruler
from mancala_core.show.chart_settings import shared_settings
from mancala_core.show.chart_words import estimated_share
from mancala_core.show.charts import fill
from mancala_core.show.lap_words import with_takes
from mancala_core.show.names import _CONVENTIONS, _STRATEGIES, rules_name
from mancala_core.show.option_names import value_name
from mancala_core.show.record_files import _shortened
from mancala_core.show.scales import decimals, percent
from mancala_core.show.words import LANGUAGES, Words, speak

MODULES = sorted((ROOT / "mancala_core/show").glob("*.py"))
_JOINT = re.compile(r"[.,;:]? ?|[.,;:]? ?[\[(]|[\])][.,;:]? ?")
"""What stands between two places, or after the last one, and is no more than a join."""
_PROGRAMMERS = {"ValueError", "TypeError", "KeyError", "AssertionError"}


def _text(node):
    """The constant text of a piece of an f-string, None for a place."""
    return node.value if isinstance(node, ast.Constant) else None


def _glues(node):
    """Whether an expression puts texts together with a Latin stop, comma or space."""
    if isinstance(node, ast.JoinedStr):
        texts = [_text(piece) for piece in node.values]
        places = texts.count(None)
        said = [text for text in texts if text]
        if not said or not places or any(re.search(r"[^\W\d_]", text) for text in said):
            return False
        ended = texts[-1] in (".", "!", "?", ":")
        between = places > 1 and any(
            text.strip() != text or text in (",", ";", ":", ".") for text in texts[1:-1] if text
        )
        return ended or (between and all(_JOINT.fullmatch(text) for text in said))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return any(
            isinstance(side, ast.Constant)
            and isinstance(side.value, str)
            and re.fullmatch(r"[.,;:]? ?", side.value)
            for side in (node.left, node.right)
        )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        of = node.func.value
        if node.func.attr == "join":
            text = getattr(of, "value", None)
            return isinstance(text, str) and bool(re.fullmatch(r"[.,;:/]? |[.,;:]", text))
        if node.func.attr in ("endswith", "removesuffix", "rstrip"):
            return [ast.unparse(arg) for arg in node.args] in (["'.'"], ["' .'"], ["': '"])
    return False


def glued(code):
    """Expressions that put texts for people together by themselves; for programmers they may."""
    found = []

    def look(node):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            if getattr(node.exc.func, "id", "") in _PROGRAMMERS:
                return
        if isinstance(node, ast.FunctionDef) and node.name == "__repr__":
            return
        if _glues(node):
            found.append(ast.unparse(node))
        for child in ast.iter_child_nodes(node):
            look(child)

    look(ast.parse(code))
    return found


ALLOWED = {
    "about_box.py": {
        "', '.join((part for part in (about.people, about.region) if part))",
        "f'{value}: {who}'",
    },
    "canvas.py": {"' '.join(text.split())"},
    "chart_checks.py": {"f'{name} {value}'"},
    "chart_family.py": {
        "f'{field} {self.values[field, name].text}'",
        "'; '.join(map(str, found))",
    },
    "chart_settings.py": {
        "' '.join((word for word in label if word not in shared))",
        "' '.join(common)",
        "f'{name} {value}'",
    },
    "frame.py": {"f'{letter(hole, position.holes)} {seeds}'"},
    "telling.py": {
        "f'{letter(hole, holes)} {seeds[hole]}'",
        (
            "' '.join((f'{letter(hole, holes)} {seeds[hole]}' for hole in "
            "range(start, start + holes)))"
        ),
    },
    "trial_table.py": {"f'{head} ({small})'", "f'{cell} ({small})'"},
}
"""What is no language: what sources say in English, options and columns as Python has them, holes
with their seeds, and a table in letters; and a text that is parted into lines."""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_code_puts_sentences_and_lists_together_by_itself(path):
    found = set(glued(path.read_text(encoding="utf-8")))
    assert found - ALLOWED.get(path.name, set()) == set()


def test_what_is_allowed_is_there():
    for name, allowed in ALLOWED.items():
        code = (ROOT / "mancala_core/show" / name).read_text(encoding="utf-8")
        assert allowed <= set(glued(code))


ERRORS = [
    path
    for folder in ("engine", "players", "study", "show")
    for path in sorted((ROOT / "mancala_core" / folder).glob("*.py"))
]


def listed_in_errors(code):
    """Places of errors for people that get a list with English commas."""
    return [
        ast.unparse(keyword.value)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Unfit"
        for keyword in node.keywords
        if keyword.arg is not None and any(map(_glues, ast.walk(keyword.value)))
    ]


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_error_for_people_leaves_its_lists_to_the_language(path):
    assert listed_in_errors(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "code",
    [
        "told = f'{text}.'",
        "told = f'{label}: {text}'",
        "told = f'{one} {other}'",
        "told = f'{text} ({more})'",
        "told = f'{value} [{low}, {high}]'",
        "told = text + '.'",
        "told = text + ' ' + more",
        "told += ' ' + more",
        "told = ' '.join(sentences)",
        "told = ', '.join(names)",
        "told = '; '.join(names)",
        "why = why if why.endswith('.') else why",
        "raise Unfit('{names}', names=', '.join(names))",
    ],
)
def test_words_that_are_glued_are_seen(code):
    assert glued(code)


@pytest.mark.parametrize(
    "code",
    [
        "name = f'{name}.toml'",
        "name = f'{name}_{end}'",
        "line = f'<td>{text}</td>'",
        "raise ValueError(f'There are {\", \".join(names)}.')",
        "lines = '\\n'.join(lines)",
        "told = words.joined(sentences)",
        "what = ''.join(letters)",
    ],
)
def test_what_is_no_language_is_let_be(code):
    assert glued(code) == []


def test_a_list_in_an_error_is_seen():
    assert listed_in_errors("raise Unfit('{names}', names=', '.join(names))")
    assert listed_in_errors("raise Unfit('{names}', names=Listed(names))") == []


# What Words makes of them


class Foreign(gettext.NullTranslations):
    """A language with stops, spaces and commas of its own."""

    signs = {
        "{sentence}.": "{sentence}。",
        "{first} {second}": "{first}{second}",
        ", ": "、",
        "{text} ({more})": "{text}（{more}）",
    }

    def gettext(self, message):
        return self.signs.get(message, message)

    def pgettext(self, context, message):
        return f"{context}/{message}"


FOREIGN = Words("ja", Foreign())


@pytest.mark.parametrize("end", ".!?:。！？：۔؟")
def test_a_sentence_that_has_an_end_gets_no_other(end):
    assert FOREIGN.sentence(f"X{end}") == f"X{end}"


def test_sentences_end_and_follow_each_other_as_in_the_language():
    assert FOREIGN.sentence("X") == "X。"
    assert FOREIGN.joined(["X。", "", "{Y}。", "Z。"]) == "X。{Y}。Z。"
    assert FOREIGN.joined([]) == ""
    assert with_takes(FOREIGN, "X", 4, 0) == "X（South takes 4, North 0）"


def test_a_refusal_lists_and_joins_as_the_language_does():
    game = Game.new("adji_kui_2")
    with pytest.raises(IllegalMove) as caught:
        game.play("a")
    said = FOREIGN.error(caught.value)
    assert said.endswith("to move.South can play A、B、C、D、E、F.")


def test_a_list_in_an_error_is_the_languages():
    error = Unfit("There are {names}.", names=Listed(["one", N_("two")]))
    assert str(error) == "There are one, two."
    assert FOREIGN.error(error) == "There are one、two."
    error = Unfit("{player} and {names!r}", player=C_("seat", "South"), names=("a", "b"))
    assert str(error) == "South and ('a', 'b')"
    assert FOREIGN.error(error) == "seat/South and ('a', 'b')"


def test_a_context_is_looked_up():
    assert FOREIGN.say(C_("who", "nobody")) == FOREIGN.say_in("who", "nobody") == "who/nobody"
    assert value_name(FOREIGN, "passing", "mover") != value_name(FOREIGN, "final_side", "own")
    assert FOREIGN.initial(0).endswith("/S")
    assert FOREIGN.initial(1).endswith("/N")


def test_marked_messages_and_lists_survive_being_copied():
    error = Unfit("{who}: {names}", who=C_("seat", "South"), names=Listed(["a", "b"]))
    copied = deepcopy(error)
    assert str(copied) == str(error) == "South: a, b"
    assert FOREIGN.error(copied) == FOREIGN.error(error) == "seat/South: a、b"


def test_a_long_list_of_a_file_is_not_quoted_whole():
    error = _shortened(Unfit("buy is {said}.", said=Listed(["a"] * 5000)))
    assert len(str(error)) < 300


def test_names_of_strategies_conventions_and_rules_in_sentences():
    table = pd.DataFrame(
        {"rules": ["adji_kui_2"], "first": ["random"], "second": ["greedy"]}
        | {"convention": ["owners"]}
    )
    assert shared_settings(speak("en"), table) == [
        *("adji_kui_2", "random against greedy", "last seeds: owners")
    ]
    told = shared_settings(FOREIGN, table)
    assert told[0] == "Adji Kui II"
    assert told[2] == "last seeds: who gets the last seeds/owners"
    assert rules_name(FOREIGN, "unheard_of least=1") == "unheard_of least=1"
    assert set(values_of("remainder")) <= set(_CONVENTIONS)
    assert set(strategies()) <= set(_STRATEGIES)


# Numbers where text runs from the right


def test_signs_are_written_as_unicode_says():
    for code, how in LANGUAGES.items():
        words, symbols = Words(code, gettext.NullTranslations()), signs_of(code)
        if how.direction == "rtl":
            assert words.number(-5) == f"{symbols['minusSign']}5"
            assert words.signed("+5") == f"{symbols['plusSign']}5"
            assert decimals(-0.25, 2, words) == "\u200e−0.25"
            assert percent(0.5, words=words) == "\u200e50.0 %\u200e"
        else:
            assert words.number(-5) == "-5"
        assert words.number(5) == "5"


def signs_of(code):
    return Locale.parse(code).number_symbols["latn"]


def test_an_error_in_urdu_keeps_the_sign_of_its_number():
    urdu = Words("ur", gettext.NullTranslations())
    error = Unfit("Cannot go back {n!r} of {most:,} or {least}.", n=-3, most=-1234, least=-1)
    assert urdu.error(error) == "Cannot go back \u200e-3 of \u200e-1,234 or \u200e-1."
    assert str(error) == "Cannot go back -3 of -1,234 or -1."


@pytest.mark.parametrize("text", ["−5", "50.0 %", "−0.12 [−0.30, +0.40]"])
def test_a_picture_is_the_same_with_the_marks(text):
    marked = re.sub(r"(?=[−+])", "\u200e", text)
    if "%" in text:
        marked = f"\u200e{text}\u200e"
    assert np.array_equal(_inked(marked, "ur"), _inked(text, "en"))
    assert not np.array_equal(_inked(text, "en"), _inked(text[::-1], "en"))


def _inked(text, language):
    figure = Figure(figsize=(3, 1), dpi=100)
    drawn = FigureCanvasAgg(figure)
    sheet = Canvas(figure.add_axes((0, 0, 1, 1)), 300, 100, LIGHT, language)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sheet.text(20, 50, text, 20, ha="left")
        drawn.draw()
    return np.asarray(drawn.buffer_rgba()).copy()


def test_an_interval_in_urdu_is_kept_in_one_line():
    urdu = Words("ur", gettext.NullTranslations())
    text = f"The result changes in {estimated_share(urdu, 0.195, 0.184, 0.206)}."
    found = [line.replace("\u200e", "") for line in fill(Ruler("ur"), text, 15, 240)]
    assert found == ["The result changes in", "19.5 % (18.4 % to 20.6 %)."]

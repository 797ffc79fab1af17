"""About: what it tells, and that markup in a rule set's texts is shown as text."""

import dataclasses
import gettext
import tomllib
from html.parser import HTMLParser

import pytest
from tree import text

import mancala_core
from mancala_core.engine.about import About, OpenQuestion, Source
from mancala_core.engine.rules import Rules
from mancala_core.show import about_box
from mancala_core.show.board import Board
from mancala_core.show.rule_text import rule_text
from mancala_core.show.words import NOBODY_YET, Words, languages, speak

UNCHECKED = "No native reader has checked these words yet; corrections are welcome."


class Page(HTMLParser):
    """What a reader of the page gets: tags in order, and each piece of text with its language."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.said, self.open = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open.append((tag, dict(attrs).get("lang")))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if data.strip():
            self.said.append((data, [lang for _, lang in self.open if lang][-1]))

    @property
    def text(self):
        return "\n".join(data for data, _ in self.said)


def page(rules, words=None):
    found = Page(about_box.html(words or speak("en"), rules))
    assert found.open == []
    return found


@pytest.mark.parametrize("name", Rules.names())
def test_the_rules_and_all_that_is_known_of_them_stand_there(name):
    rules = Rules.load(name)
    about, said = rules.about, page(rules).text
    expected = [about.title, about.summary, about.deviation, about.people, about.region]
    expected += [str(source) for source in about.sources]
    for question in about.questions:
        expected += [question.question, question.ours]
        expected += [f"{value}: {who}" for value, who in question.readings]
    for part in rule_text(speak("en"), rules):
        expected += [part.title, *part.sentences]
    assert len(expected) > 30
    for each in expected:
        assert each in said


MARKUP = "<script>alert(\"1\")</script><b onclick='x'>&amp;{n}</b>"


def test_markup_in_the_texts_of_a_rule_set_is_shown_as_text():
    plain = Rules.load("anywoli")
    fields = dict.fromkeys(("title", "people", "region", "summary", "deviation"), MARKUP)
    about = About(
        **fields,
        sources=(Source(MARKUP, MARKUP, MARKUP, MARKUP, MARKUP),),
        questions=(OpenQuestion("end_at", MARKUP, ((MARKUP, MARKUP),), MARKUP),),
        options=plain.about.options,
    )
    found = page(dataclasses.replace(plain, about=about).replace(end_at=8))
    assert {tag for tag, _ in found.tags} <= {
        "section",
        "h3",
        "h4",
        "p",
        "ul",
        "li",
        "div",
        "strong",
    }
    assert {name for _, attrs in found.tags for name in attrs} <= {"class", "lang", "dir"}
    assert found.text.count(MARKUP) >= 10


def test_a_bare_rule_set_has_no_empty_parts():
    plain = Rules.load("anywoli")
    about = About(title="Ours", options=plain.about.options)
    found = page(dataclasses.replace(plain, about=about))
    assert "Where the rules come from" not in found.text
    assert "What the sources leave open" not in found.text
    assert "<p></p>" not in about_box.html(speak("en"), dataclasses.replace(plain, about=about))


def test_changed_rules_say_so():
    rules = Rules.load("anywoli")
    assert "differ" not in page(rules).text
    said = page(rules.replace(end_at=8, remainder="starter")).text
    assert "These rules differ from Anywoli in end_at=8, remainder=starter." in said
    assert "8 seeds or fewer" in said


class Read(gettext.NullTranslations):
    """A catalogue that says who has read it."""

    def __init__(self, reader):
        super().__init__()
        self._info = {"x-native-reader": reader}


def test_what_is_english_is_marked_as_english():
    words = Words("ur", Read(NOBODY_YET))
    found = page(Rules.load("adji_kui_2"), words)
    lang = dict(found.said)
    assert found.tags[0] == ("section", {"class": "mnc mnc-about", "lang": "ur", "dir": "rtl"})
    about = Rules.load("adji_kui_2").about
    for english in (about.summary, about.deviation, str(about.sources[0])):
        assert lang[english] == "en"
    for question in about.questions:
        assert lang[question.question] == lang[f"Our default: {question.ours}"] == "en"
    assert lang[rule_text(words, "adji_kui_2")[0].sentences[0]] == "ur"
    assert lang[UNCHECKED] == "ur"


def test_who_has_read_the_translation():
    rules = Rules.load("anywoli")
    assert UNCHECKED in page(rules, Words("sw", Read(NOBODY_YET))).text
    assert UNCHECKED in page(rules, Words("sw", Read(""))).text
    said = page(rules, Words("sw", Read("Asha <b>"))).text
    assert "Asha <b> has checked these words as a native reader." in said
    assert UNCHECKED not in said
    assert "native reader" not in page(rules).text


@pytest.mark.parametrize("language", languages())
def test_version_and_licence_stand_there_in_every_language(language):
    said = page(Rules.load("anywoli"), speak(language)).text
    assert mancala_core.__version__ in said
    assert about_box.LICENCE in said


def test_the_licence_is_that_of_the_project():
    assert tomllib.loads(text("pyproject.toml"))["project"]["license"] == about_box.LICENCE


# On the board


def test_the_button_opens_and_closes_it():
    board = Board("anywoli")
    controls = board._controls
    assert (controls.about_text.layout.display, controls.about_text.value) == ("none", "")
    controls.about.value = True
    assert controls.about_text.layout.display is None
    assert controls.about_text.value == about_box.html(speak("en"), board.game.rules)
    controls.about.value = False
    assert controls.about_text.layout.display == "none"


def test_it_follows_the_rules():
    board = Board("anywoli")
    board._controls.about.value = True
    board._controls.options.fields["direction"].value = "cw"
    assert "Seeds are sown clockwise" in board._controls.about_text.value
    board._controls.options.rules.value = "adji_kui_2"
    assert "<h3>Adji Kui II</h3>" in board._controls.about_text.value
    board._controls.about.value = False
    board._controls.options.rules.value = "ba_awa"
    board._controls.about.value = True
    assert "<h3>Ba-awa</h3>" in board._controls.about_text.value


def test_a_move_does_not_write_it_anew(monkeypatch):
    board = Board("anywoli")
    board._controls.about.value = True
    told = []
    monkeypatch.setattr(about_box, "html", lambda *given: told.append(given) or "")
    board.play("A", "b")
    assert told == []

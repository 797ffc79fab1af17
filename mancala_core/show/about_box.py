"""About: the game's rules in words and where they come from, the translation, the program."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import mancala_core
from mancala_core.engine.about import About
from mancala_core.engine.options import to_word
from mancala_core.engine.rules import Rules
from mancala_core.show.rule_text import rule_text
from mancala_core.show.words import SOURCE_LANGUAGE, Words

LICENCE = "BSD-3-Clause"


def html(words: Words, rules: Rules) -> str:
    """Tell about a game, as HTML; whatever the texts hold is shown as text.

    What rule sets say of their sources is in English and marked as such.

    Parameters
    ----------
    words : Words
    rules : Rules

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> html(speak("en"), Rules.load("anywoli")).splitlines()[:2]
    ['<section class="mnc mnc-about" lang="en" dir="ltr">', '<h3>Anywoli</h3>']
    """
    language, direction = escape(words.language), escape(words.direction)
    lines = [
        f'<section class="mnc mnc-about" lang="{language}" dir="{direction}">',
        f"<h3>{escape(rules.about.title)}</h3>",
        *_english([_place(rules.about), rules.about.summary]),
        *_told(words, rules),
        *_sources(words, rules.about),
        *_questions(words, rules.about),
        *_program(words),
        "</section>",
    ]
    return "\n".join(lines)


def _place(about: About) -> str:
    return ", ".join(part for part in (about.people, about.region) if part)


def _head(text: str) -> str:
    return f"<h4>{escape(text)}</h4>"


def _list(items: Iterable[str]) -> str:
    """A list of what is HTML already."""
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def _english(texts: Iterable[str]) -> list[str]:
    return [f'<p lang="en" dir="ltr">{escape(text)}</p>' for text in texts if text]


def _told(words: Words, rules: Rules) -> Iterable[str]:
    changes = [f"{field}={to_word(value)}" for field, value in rules.changes.items()]
    if changes:
        text = words.say(
            "These rules differ from {game} in {options}.",
            game=rules.about.title,
            options=words.listed(changes),
        )
        yield f"<p><strong>{escape(text)}</strong></p>"
    for part in rule_text(words, rules):
        yield _head(part.title)
        yield _list(escape(sentence) for sentence in part.sentences)


def _sources(words: Words, about: About) -> Iterable[str]:
    if about.sources or about.deviation:
        yield _head(words.say("Where the rules come from"))
    if about.sources:
        yield f'<div lang="en" dir="ltr">{_list(escape(str(text)) for text in about.sources)}</div>'
    yield from _english([about.deviation])


def _questions(words: Words, about: About) -> Iterable[str]:
    """The open questions, each with its readings and the choice that was made."""
    if not about.questions:
        return
    yield _head(words.say("What the sources leave open"))
    yield '<div lang="en" dir="ltr">'
    for question in about.questions:
        yield f"<p>{escape(question.question)}</p>"
        readings = [f"{value}: {who}" for value, who in question.readings]
        yield _list(escape(line) for line in [*readings, f"Our default: {question.ours}"])
    yield "</div>"


def _program(words: Words) -> Iterable[str]:
    yield _head(words.say("These words and this program"))
    told = words.say(
        "mancala_core {version}, licence {licence}.",
        version=mancala_core.__version__,
        licence=LICENCE,
    )
    for line in filter(None, (_reader(words), told)):
        yield f"<p>{escape(line)}</p>"


def _reader(words: Words) -> str:
    """Who has checked the translation; nothing for the language that it was made from."""
    if words.language == SOURCE_LANGUAGE:
        return ""
    if not words.checked_by:
        return words.say("No native reader has checked these words yet; corrections are welcome.")
    return words.say("{name} has checked these words as a native reader.", name=words.checked_by)

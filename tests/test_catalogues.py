"""The languages' catalogues: whole, in step with the code, and filled in as the code does."""

import gettext
import io
import re
from functools import cache
from string import Formatter

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from make_catalogues import READER, brought_up, collect, compiled, key_of, missing, path_of, read
from test_words import WITHOUT_WORDS

from mancala_core.show.words import LANGUAGES, NOBODY_YET, SOURCE_LANGUAGE, languages, speak

TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]
each_language = pytest.mark.parametrize("language", TRANSLATED)
NO_NATIVE = "No native reader has checked"
READ_BY: dict[str, str] = {}
"""Native readers who have read a whole catalogue, by its language."""


@cache
def collected():
    return collect()


@cache
def catalogue_of(language):
    assert path_of(language).exists()
    return read(language)


def messages(catalogue):
    return [message for message in catalogue if message.id]


def forms_of(message):
    """All forms of a translation; one where there is no plural."""
    return message.string if isinstance(message.string, tuple) else (message.string,)


def places(text):
    """The places of a message, each with the way in which it is written."""
    return {(name, how, spec) for _, name, spec, how in Formatter().parse(text) if name is not None}


def only_one(catalogue, form):
    """Whether a plural form stands for exactly one and for no other number."""
    choose = gettext.c2py(catalogue.plural_expr)
    return [n for n in range(1001) if choose(n) == form] == [1]


# What may be wrong with a catalogue; each gives the messages concerned


def lacking(catalogue, found):
    here = {key_of(message) for message in messages(catalogue)}
    return [key_of(message) for message in messages(found) if key_of(message) not in here]


def left_over(catalogue, found):
    known = {key_of(message) for message in messages(found)}
    here = [key_of(message) for message in messages(catalogue)]
    return [identity for identity in here if identity not in known] + list(catalogue.obsolete)


def untranslated(catalogue, found):
    return [key_of(message) for message in missing(catalogue)]


def fuzzy(catalogue, found):
    return [message.id for message in catalogue if message.fuzzy]


def of_another_number_of_forms(catalogue, found):
    wanted = {True: catalogue.num_plurals, False: 1}
    return [
        message.id
        for message in messages(catalogue)
        if len(forms_of(message)) != wanted[message.pluralizable]
    ]


def with_other_places(catalogue, found):
    return [
        message.id
        for message in messages(catalogue)
        for form, text in enumerate(forms_of(message))
        if not _agree(catalogue, message, form, text)
    ]


def _agree(catalogue, message, form, text):
    try:
        here = places(text)
    except ValueError:  # a brace that stands alone
        return False
    if not message.pluralizable:
        return here == places(message.id)
    wanted, number = places(message.id[0]) | places(message.id[1]), {("n", None, "")}
    return here == wanted or (only_one(catalogue, form) and here == wanted - number)


def with_other_ends(catalogue, found):
    """Spaces at either end, and the ``%s`` that a page fills in; how lists are joined is free."""

    def ends(text):
        head = text[: len(text) - len(text.lstrip())]
        return head, text[len(text.rstrip()) :], text.count("%s")

    return [
        message.id
        for message in messages(catalogue)
        if message.id not in WITHOUT_WORDS
        for text in forms_of(message)
        if ends(text) != ends(message.id[0] if message.pluralizable else message.id)
    ]


CHECKS = (
    *(lacking, left_over, untranslated, fuzzy),
    *(of_another_number_of_forms, with_other_places, with_other_ends),
)


@each_language
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_catalogue_is_in_order(language, check):
    assert check(catalogue_of(language), collected()) == []


@each_language
def test_what_gettext_reads_is_what_is_written(language):
    content = path_of(language).with_suffix(".mo").read_bytes()
    assert content == compiled(language, catalogue_of(language))


@each_language
def test_the_head_says_whether_a_native_reader_has_checked_it(language):
    name = READ_BY.get(language, "")
    assert head_faults(path_of(language).read_text(encoding="utf-8"), name) == []
    assert speak(language).checked_by == name


def head_faults(text, name=""):
    """What is wrong with the head of a catalogue that somebody, or nobody, has read."""
    head = text.partition("\n\n")[0]
    comment = [line for line in head.splitlines() if line.startswith("#")]
    warned = any(NO_NATIVE in line for line in comment)
    found = [] if warned != bool(name) else ["the comment does not fit the native reader"]
    reader = re.search(rf'^"{READER}: (.*)\\n"$', head, re.MULTILINE)
    if reader is None or reader[1] != (name or NOBODY_YET):
        found.append("another native reader" if reader else "no line for the native reader")
    return found


@each_language
def test_plural_forms_are_those_of_the_language(language):
    catalogue = catalogue_of(language)
    choose, rule = gettext.c2py(catalogue.plural_expr), Locale.parse(language).plural_form
    ours, theirs = {}, {}
    for n in range(1001):
        ours.setdefault(choose(n), []).append(n)
        theirs.setdefault(rule(n), []).append(n)
    assert sorted(ours) == list(range(catalogue.num_plurals))
    assert sorted(ours.values()) == sorted(theirs.values())


def test_every_language_can_be_spoken():
    assert languages() == tuple(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_written_as_unicode_says(language):
    assert writing_faults(language, LANGUAGES[language]) == []


def writing_faults(language, how):
    """Where direction or separators differ from Unicode's data on locales, CLDR."""
    locale = Locale.parse(language)
    symbols = locale.number_symbols["latn"]
    order = {"ltr": "left-to-right", "rtl": "right-to-left"}[how.direction]
    return [
        what
        for what, ours, theirs in (
            ("name", how.name.casefold(), locale.get_display_name(language).casefold()),
            ("direction", order, locale.character_order),
            ("thousands", how.thousands, symbols["group"]),
            ("point", how.point, symbols["decimal"]),
        )
        if ours != theirs
    ]


# Each check can fail

GOOD = {
    "{player} passes": "{player} XYZ",
    "{most:,} at most.": "{most:,} XYZ.",
    "{name!r} is odd": "{name!r} XYZ",
    " after": " XYZ",
    "Seeds in %s": "XYZ %s",
    ", ": "、",
    ("{n} seed in {hole}", "{n} seeds in {hole}"): ("X in {hole}", "{n} Y in {hole}"),
}


def small(language="el"):
    """A catalogue with these messages, and what the code is said to have."""
    catalogue, found = Catalog(locale=language, fuzzy=False), Catalog()
    for identity, text in GOOD.items():
        catalogue.add(identity, text)
        found.add(identity)
    return catalogue, found


def test_a_good_catalogue_passes_every_check():
    catalogue, found = small()
    assert {check.__name__: check(catalogue, found) for check in CHECKS} == {
        check.__name__: [] for check in CHECKS
    }


@pytest.mark.parametrize(
    ("check", "identity", "text"),
    [
        (untranslated, "{player} passes", ""),
        (untranslated, ("{n} seed in {hole}", "{n} seeds in {hole}"), ("X in {hole}", "")),
        (with_other_places, "{player} passes", "XYZ"),
        (with_other_places, "{player} passes", "{players} XYZ"),
        (with_other_places, "{player} passes", "{player} {hole} XYZ"),
        (with_other_places, "{player} passes", "{player XYZ"),
        (with_other_places, "{most:,} at most.", "{most} XYZ."),
        (with_other_places, "{name!r} is odd", "{name} XYZ"),
        (
            *(with_other_places, ("{n} seed in {hole}", "{n} seeds in {hole}")),
            ("X in {hole}", "Y in {hole}"),
        ),
        (
            with_other_places,
            ("{n} seed in {hole}", "{n} seeds in {hole}"),
            ("X", "{n} Y in {hole}"),
        ),
        (with_other_ends, " after", "XYZ"),
        (with_other_ends, " after", " XYZ "),
        (with_other_ends, "Seeds in %s", "XYZ"),
        (
            *(of_another_number_of_forms, ("{n} seed in {hole}", "{n} seeds in {hole}")),
            ("X in {hole}", "{n} Y in {hole}", "{n} Z in {hole}"),
        ),
    ],
)
def test_a_wrong_translation_is_seen(check, identity, text):
    catalogue, found = small()
    key = identity if isinstance(identity, str) else identity[0]
    catalogue.get(key).string = text
    assert check(catalogue, found) == [identity]


def test_messages_that_lack_or_are_left_over_or_guessed_are_seen():
    catalogue, found = small()
    found.add("New")
    found.add(("{n} new", "{n} news"))
    catalogue.add("Old", "XYZ")
    catalogue.add("Guessed", "XYZ", flags=["fuzzy"])
    assert lacking(catalogue, found) == ["New", ("{n} new", "{n} news")]
    assert left_over(catalogue, found) == ["Old", "Guessed"]
    assert fuzzy(catalogue, found) == ["Guessed"]
    catalogue.obsolete["Gone"] = catalogue.get("Old")
    assert left_over(catalogue, found)[-1] == "Gone"


def test_a_message_in_another_context_is_another_one():
    catalogue, found = small()
    for context, text in (("who gets seeds", "XYZ"), ("in whose holes", "ZYX")):
        found.add("the mover", context=context)
        assert lacking(catalogue, found) == [f"{context}\x04the mover"]
        catalogue.add("the mover", text, context=context)
    assert lacking(catalogue, found) == left_over(catalogue, found) == []
    made = gettext.GNUTranslations(io.BytesIO(compiled("el", catalogue)))
    assert made.pgettext("who gets seeds", "the mover") == "XYZ"
    assert made.pgettext("in whose holes", "the mover") == "ZYX"
    assert made.gettext("the mover") == "the mover"
    catalogue.add("the mover", "YYY")
    assert left_over(catalogue, found) == ["the mover"]


def test_messages_are_flagged_as_they_are_filled_in():
    found = Catalog()
    for identity in ("95 % interval", "{share} of {games}", ("{n} % done", "{n} % done")):
        found.add(identity)
    flags = {message.id: message.flags for message in messages(brought_up("xx", found))}
    assert flags["95 % interval"] == set()
    assert flags["{share} of {games}"] == {"python-brace-format"}
    assert flags["{n} % done", "{n} % done"] == {"python-brace-format"}


def test_a_message_that_became_plural_is_seen():
    catalogue, found = small()
    found.delete("{player} passes")
    found.add(("{player} passes", "{player} pass"))
    assert lacking(catalogue, found) == [("{player} passes", "{player} pass")]
    assert left_over(catalogue, found) == ["{player} passes"]


def test_one_form_only_leaves_no_number_out():
    catalogue, found = small("ja")
    identity = ("{n} seed in {hole}", "{n} seeds in {hole}")
    catalogue.get(identity[0]).string = ("X in {hole}",)
    assert with_other_places(catalogue, found) == [identity]


def test_a_catalogue_compiled_from_another_text_is_seen():
    catalogue, _ = small()
    before = compiled("el", catalogue)
    assert before == compiled("el", catalogue)
    catalogue.get("{player} passes").string = "{player} ZYX"
    assert before != compiled("el", catalogue)


def test_a_head_that_hides_who_has_checked_is_seen():
    good = f'# {NO_NATIVE} them yet.\nmsgid ""\nmsgstr ""\n"{READER}: {NOBODY_YET}\\n"\n\n'
    assert head_faults(good) == []
    assert head_faults(good.replace(NO_NATIVE, "Everybody has checked"))
    assert head_faults(good.replace(READER, "X-Reader"))
    assert head_faults(good.replace(NOBODY_YET, "somebody"))
    assert head_faults(good, "A. Reader")
    read = good.replace(NO_NATIVE, "A. Reader has checked").replace(NOBODY_YET, "A. Reader")
    assert head_faults(read, "A. Reader") == []
    assert head_faults(read)


def test_another_way_of_writing_is_seen():
    assert writing_faults("el", LANGUAGES["en"]) == ["name", "thousands", "point"]
    assert writing_faults("ur", LANGUAGES["en"]) == ["name", "direction"]

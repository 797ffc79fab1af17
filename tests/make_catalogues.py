"""Collect the messages of the package and bring the languages' catalogues up to date.

``python tests/make_catalogues.py`` adds new messages to every ``mancala.po`` (untranslated),
drops those that are gone, and compiles each to the ``mancala.mo`` that gettext reads; with
``--missing`` it lists, for each language, what is still to be translated. A new language is
begun by ``python tests/make_catalogues.py sw``.
"""

import argparse
import io
import re
from contextlib import redirect_stderr
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from tree import ROOT

from mancala_core.show.words import LANGUAGES, NOBODY_YET, SOURCE_LANGUAGE

LOCALE = ROOT / "mancala_core/show/locale"
IN_CONTEXT = ((1, "c"), 2)
KEYWORDS = {
    "say": None,
    "say_in": IN_CONTEXT,
    "count": (1, 2),
    "N_": None,
    "NN_": (1, 2),
    "C_": IN_CONTEXT,
    "Unfit": None,
}
READER = "X-Native-Reader"
HEADER = """\
# The words of mancala_core in {name}.
{checked}
# The terms follow docs/glossary.md.
"""
UNCHECKED = """\
# No native reader has checked them yet: corrections are very welcome. Whoever has read all of
# it writes their name after X-Native-Reader below; until then the board says that nobody has."""
CHECKED = "# {reader} has checked all of it as a native reader. Corrections are very welcome."


def collect():
    """All messages of the package, with the files they stand in.

    Returns
    -------
    babel.messages.catalog.Catalog
    """
    found = Catalog(project="mancala_core")
    for folder in ("engine", "players", "study", "show"):
        for path in sorted((ROOT / "mancala_core" / folder).rglob("*.py")):
            place = path.relative_to(ROOT / "mancala_core").as_posix()
            with redirect_stderr(io.StringIO()):  # notes on f-strings, which hold no messages
                messages = extract_from_file(
                    "python", path, KEYWORDS, comment_tags=("Translators:",)
                )
            for _, message, comments, context in messages:
                if message:
                    found.add(
                        message, None, [(place, None)], auto_comments=comments, context=context
                    )
    return found


def key_of(message):
    """What gettext looks a message up by: what it is, after its context if it has one."""
    return message.id if message.context is None else f"{message.context}\x04{message.id}"


def path_of(language):
    """Where the catalogue of a language stands."""
    return LOCALE / language / "LC_MESSAGES/mancala.po"


def read(language):
    """The catalogue of a language as it stands; a new one where there is none."""
    path = path_of(language)
    if path.exists():
        with path.open("rb") as file:
            return read_po(file, locale=language)
    return Catalog(locale=language)


def brought_up(language, found):
    """The catalogue of a language with exactly the messages there are.

    Similar messages are not guessed at: what is new is empty.
    """
    catalogue = read(language)
    new = Catalog(locale=language, fuzzy=False)
    for message in found:
        if message.id:
            old = catalogue.get(message.id, message.context)
            kept = old is not None and old.pluralizable == message.pluralizable
            made = new.add(
                message.id,
                old.string if kept else "",
                message.locations,
                auto_comments=message.auto_comments,
                user_comments=old.user_comments if old else (),
                context=message.context,
            )
            _flag(made)
    return new


def _flag(message):
    """Say how places are filled in: as braces; "95 % interval" is no place of the older kind."""
    message.flags.discard("python-format")
    ids = message.id if isinstance(message.id, tuple) else (message.id,)
    if any(name is not None for text in ids for _, name, _, _ in Formatter().parse(text)):
        message.flags.add("python-brace-format")


def reader_of(language):
    """Who has read a catalogue as a native reader."""
    path = path_of(language)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = re.search(rf'^"{READER}: (.*)\\\\n"$', text, re.MULTILINE)
    return found[1] if found else NOBODY_YET


def head_of(language, catalogue):
    """What gettext keeps about a catalogue."""
    return [
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {catalogue.plural_forms}",
        f"{READER}: {reader_of(language)}",
    ]


def text_of(language, catalogue):
    """The text of a catalogue, the same whenever it is written."""
    stream = io.BytesIO()
    write_po(stream, catalogue, width=92, sort_by_file=True, include_lineno=False, omit_header=True)
    lines = ['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in head_of(language, catalogue))]
    reader = reader_of(language)
    checked = UNCHECKED if reader == NOBODY_YET else CHECKED.format(reader=reader)
    comment = HEADER.format(name=LANGUAGES[language].name, checked=checked)
    return comment + "\n".join(lines) + "\n\n" + stream.getvalue().decode().strip() + "\n"


def compiled(language, catalogue):
    """What gettext reads: the messages that are translated."""

    class Headed(Catalog):
        mime_headers = property(
            lambda self: [tuple(line.split(": ", 1)) for line in head_of(language, catalogue)]
        )

    headed, open_ = Headed(locale=language, fuzzy=False), {id(item) for item in missing(catalogue)}
    for message in catalogue:
        if message.id and id(message) not in open_:
            headed[message.id] = message
    stream = io.BytesIO()
    write_mo(stream, headed)
    return stream.getvalue()


def missing(catalogue):
    """Messages without a translation, or with one plural form too few."""
    for message in catalogue:
        if message.id:
            forms = message.string if isinstance(message.string, tuple) else (message.string,)
            if not all(forms):
                yield message


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("language", nargs="*", help="codes; all that have a catalogue if none")
    parser.add_argument("--missing", action="store_true", help="list what is not translated")
    given = parser.parse_args()
    there = [code for code in LANGUAGES if code != SOURCE_LANGUAGE and path_of(code).exists()]
    found = collect()
    for language in given.language or there:
        catalogue, path = brought_up(language, found), path_of(language)
        text = text_of(language, catalogue)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(language, catalogue))
        left = list(missing(catalogue))
        print(f"{language}: {len(found)} messages, {len(left)} to translate")
        for message in left if given.missing else ():
            print("   ", message.id, f"({message.context})" if message.context else "")


if __name__ == "__main__":
    main()

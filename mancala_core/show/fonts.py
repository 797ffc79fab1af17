"""Fonts for scripts that matplotlib's own font lacks, and the direction in which they are drawn.

Japanese and Urdu have a font each, from packages that hold nothing else. It is looked for when
a text needs it, and for that text alone: settings of matplotlib and other people's figures stay
as they are. Matplotlib shapes and orders Arabic script by itself.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from mancala_core.engine.saying import Unfit
from mancala_core.show.words import LANGUAGES

BASE = "DejaVu Sans"
"""Comes with matplotlib: Latin and Greek letters, and the signs."""
_LATIN_FROM, _RIGHT_FROM, _LEFT_FROM, _END = "\u200e", "\u200f", "\u2066", "\u2069"
"""Invisible marks: a letter written from the left, one from the right, and an inset's ends."""
_TERM = re.compile(
    r"(?<![\w=.])[+\N{MINUS SIGN}]?\d[\d.,]*(?: ?%)?"
    r"(?: ?[×=+/\N{MINUS SIGN}\N{EN DASH}] ?[+\N{MINUS SIGN}]?\d[\d.,]*(?: ?%)?)*"
)
"""A number with its sign and unit, or several with signs of arithmetic between them; not one
that belongs to a word in Latin letters, such as least=2."""
_STOP = re.compile("(?<=[،؛])")


class Script(NamedTuple):
    """A script with a font of its own.

    Attributes
    ----------
    name, language : str
        Its name in English, and the language that is written with it.
    family : str
        The font.
    files : tuple of (str, str)
        Packages and their files: regular and bold.
    letters : re.Pattern
        What is written with it.
    """

    name: str
    language: str
    family: str
    files: tuple[tuple[str, str], ...]
    letters: re.Pattern[str]


SCRIPTS = (
    Script(
        "Japanese",
        "ja",
        "Noto Sans CJK JP",
        (
            ("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"),
            ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),
        ),
        re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]"),
    ),
    Script(
        "Arabic",
        "ur",
        "IBM Plex Sans Arabic",
        (
            ("fontpkg_ibm_plex_sans_arabic", "files/IBMPlexSansArabic-Regular.ttf"),
            ("fontpkg_ibm_plex_sans_arabic", "files/IBMPlexSansArabic-Bold.ttf"),
        ),
        re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]"),
    ),
)
_RIGHT_TO_LEFT = SCRIPTS[1].letters
_LOCK = Lock()


def families(text: str, language: str = "en") -> list[str]:
    """Fonts for a text, in the order in which they are tried for each letter.

    The font of the script stands first, so that a word is not drawn with two fonts; a text
    without such letters needs only the font that comes with matplotlib.

    Parameters
    ----------
    text : str
    language : str
        Of the picture: its script comes before others in the text.

    Returns
    -------
    list of str

    Raises
    ------
    Unfit
        If the font is not installed.

    Examples
    --------
    >>> families("Ελληνικά, Kiswahili 5"), families("南 5", "ja")
    (['DejaVu Sans'], ['Noto Sans CJK JP', 'DejaVu Sans'])
    """
    if text.isascii():
        return [BASE]
    needed = [script for script in SCRIPTS if script.letters.search(text)]
    needed.sort(key=lambda script: script.language != language)
    return [*(_known(script) for script in needed), BASE]


def _known(script: Script) -> str:
    with _LOCK:  # pictures are drawn in threads, too
        return _registered(script)


@cache
def _registered(script: Script) -> str:
    """Make the files of a font known to matplotlib; return its name."""
    from matplotlib.font_manager import fontManager

    for path in [_path(script, *file) for file in script.files]:
        fontManager.addfont(path)
    return script.family


def _path(script: Script, package: str, file: str) -> Path:
    """Where a font's file is; the package is not imported."""
    found = find_spec(package)
    for folder in (found.submodule_search_locations or ()) if found else ():
        path = Path(folder) / file
        if path.is_file():
            return path
    raise Unfit(
        "Pictures with {script} letters need the font {font}, which is not installed; "
        "pip install {package} brings it.",
        script=script.name,
        font=script.family,
        package=package.replace("_", "-"),
    )


def leads_right(language: str) -> bool:
    """Whether a language is written from the right to the left.

    Parameters
    ----------
    language : str
        One of `mancala_core.show.words.LANGUAGES`.

    Returns
    -------
    bool

    Examples
    --------
    >>> leads_right("ur"), leads_right("ja")
    (True, False)
    """
    return LANGUAGES[language].direction == "rtl"


def directed(text: str, language: str, running: bool = False) -> str:
    r"""Put the invisible marks into a line by which it is ordered as it is read.

    In a language written from the right, a line that begins with the letter of a hole would be
    taken for a line written from the left; and a minus, a percent sign or a sum would come apart
    from their numbers, which are written from the left in every language. Items of a list follow
    each other from the right, in whatever letters they are.

    Parameters
    ----------
    text : str
        One line.
    language : str
    running : bool
        Whether it is a line of running text, which may happen to have no letter of the language.

    Returns
    -------
    str
        The same in languages written from the left.

    Examples
    --------
    >>> directed("−8 %", "en"), directed("−8 %", "ur")
    ('−8 %', '−8 %')
    >>> directed("فرق −8", "ur") == "\u200fفرق \u2066−8\u2069"
    True
    """
    if not leads_right(language) or not (running or _RIGHT_TO_LEFT.search(text)):
        return text
    text = _STOP.sub(_RIGHT_FROM, text)
    inset = _TERM.sub(lambda found: f"{_LEFT_FROM}{found.group()}{_END}", text)
    return f"{_RIGHT_FROM}{inset}"


def in_places(parts: list[str], between: str) -> str:
    """Join words that name things drawn from left to right, so that each stands where its thing is.

    Parameters
    ----------
    parts : list of str
    between : str

    Returns
    -------
    str
        In any language with the first at the left.

    Examples
    --------
    >>> in_places(["won", "drawn"], " / ")
    'won / drawn'
    """
    if not any(_RIGHT_TO_LEFT.search(part) for part in parts):
        return between.join(parts)
    apart = f"{_LATIN_FROM}{between}{_LATIN_FROM}"
    return f"{_LEFT_FROM}{apart.join(parts)}{_END}"

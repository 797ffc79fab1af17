"""The words that people see, in the language they asked for.

Messages are English sentences with named places, translated by the standard library's
gettext; catalogues stand in ``locale/``. English needs none. What is to be translated stands
literally in a call of ``say``, ``count`` or `N_`, where a tool can collect it, and as a whole:
sentences are joined, parts of sentences as seldom as can be. What ends a sentence, parts two of
them or the members of a list is the language's, too: `Words.sentence`, `joined`, `listed`. The
engine's reasons against a move are looked up by `refusal`, what else it says to people by
`Words.error`. Catalogues are collected and compiled by ``tests/make_catalogues.py``.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any

from mancala_core.engine.refusal import IllegalMove, sentence
from mancala_core.engine.saying import C_ as C_  # noqa: PLC0414 - others take it from here
from mancala_core.engine.saying import N_ as N_  # noqa: PLC0414
from mancala_core.engine.saying import Listed, Marked, Unfit

_LOCALE = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"
NOBODY_YET = "nobody yet"
"""Stands in the head of a catalogue, as ``X-Native-Reader``, until a native reader has read it."""
_ENDS = ".!?:。！？：۔؟"
_FROM_LEFT = "\u200e"
"""An invisible letter that is written from the left."""


@dataclass(frozen=True)
class Language:
    """How a language is written.

    Attributes
    ----------
    name : str
        Its own name for itself.
    direction : {"ltr", "rtl"}
    thousands, point : str
        What stands between thousands and before decimals.
    """

    name: str
    direction: str = "ltr"
    thousands: str = ","
    point: str = "."


LANGUAGES = {
    "en": Language("English"),
    "el": Language("Ελληνικά", thousands=".", point=","),
    "sw": Language("Kiswahili"),
    "ja": Language("日本語"),
    "ur": Language("اردو", direction="rtl"),
}
"""By its code; `languages` are those that have a catalogue, too."""


@dataclass(frozen=True)
class Words:
    """Messages in one language.

    Attributes
    ----------
    language : str
        Its code, e.g. "en".
    catalogue : gettext.NullTranslations
        Where translations are looked up.

    Examples
    --------
    >>> words = speak("en")
    >>> words.say("{player} plays {hole}", player="South", hole="A")
    'South plays A'
    >>> words.count("{n} lap", "{n} laps", 1)
    '1 lap'
    """

    language: str
    catalogue: gettext.NullTranslations

    def say(self, message: str, **values: Any) -> str:
        """Put values into a message.

        Parameters
        ----------
        message : str
            The English message with places such as ``{hole}``.
        **values
            What goes there.

        Returns
        -------
        str
        """
        return self._found(message).format(**values)

    def say_in(self, context: str, message: str, **values: Any) -> str:
        """Say a message whose translation depends on what it is said of.

        Parameters
        ----------
        context : str
            What it is said of, in English and literally; translators read it.
        message : str
            See `say`.
        **values
            What goes into the places.

        Returns
        -------
        str

        Examples
        --------
        >>> speak("en").say_in("speed of the animation", "Sowing")
        'Sowing'
        """
        return self.catalogue.pgettext(context, message).format(**values)

    def _found(self, message: str) -> str:
        context = message.context if isinstance(message, Marked) else ""
        if context:
            return self.catalogue.pgettext(context, message)
        return self.catalogue.gettext(message)

    def count(self, one: str, many: str, n: int, **values: Any) -> str:
        """Put a number into a message that has a plural.

        Parameters
        ----------
        one, many : str
            The English message for one and for several, with the place ``{n}``.
        n : int
            The number; from 1,000 on it is written with a separator.
        **values
            What else goes in.

        Returns
        -------
        str
        """
        return self.catalogue.ngettext(one, many, n).format(n=self.number(n), **values)

    def number(self, value: float, decimals: int = 0) -> str:
        """Write a number with the separators of the language, in the digits 0 to 9.

        The sign of a negative number stays before it where text runs from the right.

        Parameters
        ----------
        value : int or float
        decimals : int
            Digits after the point.

        Returns
        -------
        str

        Examples
        --------
        >>> speak("en").number(1234.56, 1)
        '1,234.6'
        """
        how = LANGUAGES[self.language]
        text = f"{value:,.{decimals}f}" if decimals or not isinstance(value, int) else f"{value:,}"
        return self.signed(text.translate({ord(","): how.thousands, ord("."): how.point}))

    def signed(self, number: str) -> str:
        r"""Keep the sign of a number before it where text runs from the right.

        Parameters
        ----------
        number : str
            Written already, with its sign if it has one.

        Returns
        -------
        str
            With an invisible mark before the sign, as Unicode's data on locales (CLDR) have it.

        Examples
        --------
        >>> speak("en").signed("−5"), speak("ur").signed("−5") == "\u200e−5"
        ('−5', True)
        """
        bare = number[:1].isdigit() or self.direction == "ltr"
        return number if bare else f"{_FROM_LEFT}{number}"

    def from_left(self, term: str) -> str:
        r"""Let a sum, or numbers with their unit, be read from the left in any language.

        Parameters
        ----------
        term : str
            Numbers and signs of arithmetic.

        Returns
        -------
        str
            Where text runs from the right, between invisible marks.

        Examples
        --------
        >>> speak("en").from_left("9 = 2 × 4 + 1")
        '9 = 2 × 4 + 1'
        >>> speak("ur").from_left("9 %") == "\u200e9 %\u200e"
        True
        """
        return term if self.direction == "ltr" else f"{_FROM_LEFT}{term}{_FROM_LEFT}"

    def error(self, error: BaseException) -> str:
        """Say what an error says, where it is one for people; its English words otherwise.

        Parameters
        ----------
        error : BaseException
            Also an `Unfit` whose places hold other errors.

        Returns
        -------
        str

        Examples
        --------
        >>> speak("en").error(Unfit("There is no rule set {name!r}.", name="x"))
        "There is no rule set 'x'."
        """
        if isinstance(error, IllegalMove):
            return refusal(self, error)
        if isinstance(error, Unfit):
            values = {name: self._put(value) for name, value in error.data.items()}
            return self._found(error.message).format(**values)
        return str(error)

    def fault(self, error: BaseException) -> str:
        """Say of an error that nobody expected what kind it is and what it says.

        Parameters
        ----------
        error : BaseException

        Returns
        -------
        str

        Examples
        --------
        >>> speak("en").fault(KeyError("A"))
        "KeyError: 'A'"
        """
        kind = type(error).__name__
        return self.say("{place}: {facts}", place=kind, facts=self.error(error))

    def _put(self, value: Any) -> Any:
        """What an error's data become where they go into its sentence."""
        if isinstance(value, BaseException):
            return self.error(value)
        if isinstance(value, Marked):
            return self._found(value)
        if isinstance(value, Listed):
            return self.listed([str(self._put(item)) for item in value])
        return _Number(value, self) if type(value) is int else value

    @property
    def direction(self) -> str:
        """Which way it is written: "ltr" or "rtl"."""
        return LANGUAGES[self.language].direction

    @property
    def checked_by(self) -> str:
        """Who has read the translation as a native reader; empty: nobody has."""
        if self.language == SOURCE_LANGUAGE:
            return "the authors"
        name = self.catalogue.info().get("x-native-reader", "")
        return "" if name == NOBODY_YET else name

    def player(self, player: int) -> str:
        """Name of a player.

        Parameters
        ----------
        player : int

        Returns
        -------
        str
        """
        return self.say("North") if player else self.say("South")

    def initial(self, player: int) -> str:
        """Name of a player where there is room for a letter or two.

        Parameters
        ----------
        player : int

        Returns
        -------
        str

        Examples
        --------
        >>> speak("en").initial(1)
        'N'
        """
        if player:
            return self.say_in("North, in a letter or two", "N")
        return self.say_in("South, in a letter or two", "S")

    def listed(self, items: Iterable[str]) -> str:
        """Several words as a list.

        Parameters
        ----------
        items : iterable of str

        Returns
        -------
        str
        """
        return self.say(", ").join(items)

    def parted(self, items: Iterable[str]) -> str:
        """Several things as a list, where they may have commas in them.

        Parameters
        ----------
        items : iterable of str

        Returns
        -------
        str

        Examples
        --------
        >>> speak("en").parted(["A, B", "C"])
        'A, B; C'
        """
        return self.say("; ").join(items)

    def sentence(self, text: str) -> str:
        """End a text as a sentence, unless it has an end.

        Parameters
        ----------
        text : str

        Returns
        -------
        str

        Examples
        --------
        >>> speak("en").sentence("A was empty: stop"), speak("en").sentence("Right.")
        ('A was empty: stop.', 'Right.')
        """
        return text if text.endswith(tuple(_ENDS)) else self.say("{sentence}.", sentence=text)

    def joined(self, sentences: Iterable[str]) -> str:
        """Put sentences one after the other; empty ones are left out.

        Parameters
        ----------
        sentences : iterable of str

        Returns
        -------
        str

        Examples
        --------
        >>> speak("en").joined(["Right.", "", "It is 5."])
        'Right. It is 5.'
        """

        def two(first: str, second: str) -> str:
            return self.say("{first} {second}", first=first, second=second)

        told = [sentence for sentence in sentences if sentence]
        return reduce(two, told) if told else ""


class _Number(int):
    """A number that a comma in its place has written with the separators of a language."""

    def __new__(cls, value: int, words: Words) -> _Number:
        made = super().__new__(cls, value)
        made._words = words
        return made

    _words: Words

    def __format__(self, how: str) -> str:
        return self._words.number(int(self)) if how == "," else super().__format__(how)

    def __repr__(self) -> str:
        return self._words.signed(super().__repr__())


def languages() -> tuple[str, ...]:
    """Codes of the languages there are.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> languages()
    ('en', 'el', 'sw', 'ja', 'ur')
    """
    return tuple(
        code
        for code in LANGUAGES
        if code == SOURCE_LANGUAGE or (_LOCALE / code / "LC_MESSAGES/mancala.mo").is_file()
    )


@cache
def speak(language: str = SOURCE_LANGUAGE) -> Words:
    """Words of a language.

    Parameters
    ----------
    language : str
        One of `languages`.

    Returns
    -------
    Words

    Raises
    ------
    ValueError
        If there is no such language.

    Examples
    --------
    >>> speak("xx")
    Traceback (most recent call last):
        ...
    mancala_core.engine.saying.Unfit: There is no language 'xx'; there are en, el, sw, ja, ur.
    """
    if language not in languages():
        raise Unfit(
            "There is no language {language!r}; there are {languages}.",
            language=language,
            languages=Listed(languages()),
        )
    found = gettext.translation("mancala", _LOCALE, [language], fallback=True)
    return Words(language, found)


def refusal(words: Words, error: IllegalMove) -> str:
    """Say in a language why a move is refused.

    Parameters
    ----------
    words : Words
    error : IllegalMove

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.engine.moves import play
    >>> from mancala_core.engine.position import Position
    >>> from mancala_core.engine.rules import Rules
    >>> try:
    ...     play(Rules.load("anywoli"), Position.start("anywoli"), "a")
    ... except IllegalMove as error:
    ...     print(refusal(speak("en"), error))
    a is North's hole and South is to move. South can play A, B, C, D, E, F, G, H, I, J, K, L.
    """

    def translate(message: str | tuple[str, str], n: int) -> str:
        if isinstance(message, str):
            return words.catalogue.gettext(message)
        return words.catalogue.ngettext(*message, n)

    told = (words.player, words.number, words.listed, words.joined)
    return sentence(error.reason, error.data, translate, *told)

"""The words that people see, in the language they asked for.

Messages are English sentences with named places, translated by the standard library's
gettext; catalogues stand in ``locale/``. English needs none. What is to be translated stands
literally in a call of ``say``, ``count`` or `N_`, where a tool can collect it, and as a whole:
sentences are joined, parts of sentences as seldom as can be. The engine's reasons against a
move are looked up by `refusal`. What the engine says of texts and rules that cannot be read
(the ``ValueError`` of ``Position.parse``, ``Rules`` and their like) stays English for now.
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mancala_core.engine.refusal import IllegalMove, sentence

_LOCALE = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"


def N_(message: str) -> str:  # noqa: N802
    """Mark a message that stands in a table, to be given to `Words.say` later.

    Parameters
    ----------
    message : str

    Returns
    -------
    str
        The same.
    """
    return message


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
        return self.catalogue.gettext(message).format(**values)

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
        return self.catalogue.ngettext(one, many, n).format(n=f"{n:,}", **values)

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

    def listed(self, items: list[str]) -> str:
        """Several words as a list.

        Parameters
        ----------
        items : list of str

        Returns
        -------
        str
        """
        return self.say(", ").join(items)


def languages() -> tuple[str, ...]:
    """Codes of the languages there are.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> languages()
    ('en',)
    """
    found = {path.name for path in _LOCALE.glob("*") if path.is_dir()} if _LOCALE.exists() else ()
    return tuple(sorted({SOURCE_LANGUAGE, *found}))


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
    ValueError: There is no language 'xx'; there are en.
    """
    if language not in languages():
        raise ValueError(f"There is no language {language!r}; there are {', '.join(languages())}.")
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
    return sentence(error.reason, error.data, words.catalogue.gettext, words.player)

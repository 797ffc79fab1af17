"""What the engine says to people: sentences that can be put into other languages."""

from __future__ import annotations

from typing import Any


class Marked(str):
    """A message that is looked up where it goes into a place of another one.

    Attributes
    ----------
    context : str
        What it is said of, where one English word has several translations; else empty.

    Examples
    --------
    >>> Marked("South") == "South"
    True
    """

    __slots__ = ("context",)
    context: str

    def __new__(cls, message: str, context: str = "") -> Marked:
        """Mark a message."""
        made = super().__new__(cls, message)
        made.context = context
        return made


class Listed(tuple[Any, ...]):
    """Several things that go into one place of a message: in English with commas.

    Examples
    --------
    >>> f"{Listed(['A', 'C'])}"
    'A, C'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))


def N_(message: str) -> Marked:  # noqa: N802
    """Mark a message that stands in a table and is looked up later.

    Parameters
    ----------
    message : str
        In English, with named places such as ``{hole}``.

    Returns
    -------
    Marked
        The same.
    """
    return Marked(message)


def C_(context: str, message: str) -> Marked:  # noqa: N802
    """Mark a message as `N_` does, where one English word has several translations.

    Parameters
    ----------
    context : str
        What it is said of, in English; translators read it.
    message : str

    Returns
    -------
    Marked

    Examples
    --------
    >>> C_("who gets seeds", "the mover").context
    'who gets seeds'
    """
    return Marked(message, context)


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Mark a message that has a plural, stands in a table and is looked up later.

    Parameters
    ----------
    one, many : str
        In English, for one and for several, with the place ``{n}``.

    Returns
    -------
    tuple of two str
        The same.
    """
    return one, many


class Unfit(ValueError):
    """Something given does not fit. `str` is the English sentence.

    Parameters
    ----------
    message : str
        The sentence in English with named places, literally, so that it can be collected. A
        place with a comma, such as ``{most:,}``, writes a number with separators.
    **data
        What goes into the places; an error, a `Marked` message or several things `Listed` may
        be among it.

    Attributes
    ----------
    message : str
    data : dict

    Examples
    --------
    >>> error = Unfit("{n} is not a number of holes; they are 2 to 26.", n=40)
    >>> str(error), error.data
    ('40 is not a number of holes; they are 2 to 26.', {'n': 40})
    """

    def __init__(self, message: str, /, **data: Any) -> None:
        self.message, self.data = message, data
        super().__init__(message.format(**data))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_made, (type(self), self.message, self.data))


def _made(kind: type[Unfit], message: str, data: dict[str, Any]) -> Unfit:
    return kind(message, **data)

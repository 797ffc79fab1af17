"""What the commands share: where they write, how they refuse, how they name rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import typer
from rich.console import Console
from rich.text import Text

from mancala_core.engine.rules import Rules

out = Console(highlight=False)
err = Console(highlight=False, stderr=True)


def refuse(sentence: str) -> NoReturn:
    """End the command with a sentence in red and exit status 2."""
    err.print(Text(sentence, style="red"), soft_wrap=True)
    raise typer.Exit(2)


def chosen_rules(name: str, changed: Sequence[str] | None) -> Rules:
    """Read the rule set that a command was given, or refuse.

    Parameters
    ----------
    name : str
        A name, or a label such as ``"anywoli remainder=lottery"``.
    changed : sequence of str or None
        Changes such as ``"remainder=lottery"``, from the option ``--set``.

    Returns
    -------
    Rules

    Examples
    --------
    >>> chosen_rules("anywoli", ["remainder=lottery"]).label
    'anywoli remainder=lottery'
    """
    try:
        return Rules.of(" ".join([name, *(changed or ())]))
    except ValueError as error:
        refuse(str(error))

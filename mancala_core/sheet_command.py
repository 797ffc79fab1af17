"""The command ``mancala sheet``: a game on paper, to be printed and copied."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from mancala_core.console import chosen_rules, out, refuse
from mancala_core.simulate_command import reason, size


def draw_sheet(
    ruleset: Annotated[
        str, typer.Argument(help="A rule set; in quotes also with options: 'anywoli end_at=8'.")
    ],
    changed: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="FIELD=VALUE", help="Change a field of the rules; may be repeated."
        ),
    ] = None,
    language: Annotated[str, typer.Option(help="en, el, sw, ja or ur.")] = "en",
    paper: Annotated[str, typer.Option(help="A4 or letter.")] = "A4",
    target: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE.pdf",
            help="The file to write; the name of the rule set when left out.",
        ),
    ] = None,
) -> None:
    """Write a game on paper as a PDF: a board for real seeds, and a form for the moves."""
    rules = chosen_rules(ruleset, changed)
    target = target or Path(f"{rules.name}.pdf")
    if target.suffix.lower() != ".pdf":
        refuse(f"{target} would be a PDF file; give it a name that ends in .pdf.")
    from mancala_core.show.paper import sheet

    try:
        made = sheet(rules, target, language=language, paper=paper)
    except ValueError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{target} cannot be written: {reason(error)}.")
    out.print(Text(f"{target}: {rules.label} on two pages, {size(len(made))}"), soft_wrap=True)

"""The controls of a rule lab: one for each option, and those of the games that are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from html import escape
from typing import Any

import ipywidgets as widgets

from mancala_core.engine.options import COUNTS, FIELDS, MATCH_FIELDS, SWITCHES, meaning, to_word
from mancala_core.engine.rules import Rules
from mancala_core.players.strategies import names
from mancala_core.show.names import strategy_name
from mancala_core.show.option_names import TITLES
from mancala_core.show.rule_values import GROUPS, choices, named, values_from
from mancala_core.show.trial import Setting
from mancala_core.show.words import Words

_BOUNDS = {"holes": (2, 26), "seeds": (1, 12), "least": (1, 12), "end_at": (0, 99)}
MOST_GAMES, MOST_MOVES, LARGEST_SEED = 1_000_000, 100_000, 2**31 - 1


class Field:
    """A control with a line below it.

    Attributes
    ----------
    control : ipywidgets.DOMWidget
        Its `value` is what counts.
    box : ipywidgets.VBox
        Both.
    """

    def __init__(self, control: Any, tooltip: str = "") -> None:
        self.control, self.tooltip = control, tooltip
        control.description_allow_html = False
        control.tooltip = tooltip
        self.note = widgets.HTML(layout={"display": "none"})
        self.note.add_class("mnl-note")
        self.box = widgets.VBox([control, self.note])
        self.box.add_class("mnl-field")

    def mark(
        self, note: str, tooltip: str, *, changed: bool, refused: bool, disabled: bool
    ) -> None:
        """Say something below the control, and mark it.

        Parameters
        ----------
        note, tooltip : str
        changed, refused, disabled : bool
        """
        for name, on in (("mnl-changed", changed), ("mnl-refused", refused)):
            if on != (name in self.box._dom_classes):
                (self.box.add_class if on else self.box.remove_class)(name)
        self.control.disabled = disabled
        self.control.tooltip = tooltip
        self.note.value = escape(note)
        self.note.layout.display = None if note else "none"


class LabControls:
    """All controls of a lab.

    Parameters
    ----------
    words : Words
    setting : Setting
        What they show at first.
    lock : context manager
        Held while a change is acted on.
    changed : callable
        Called after a person, or a program, changed a control.

    Attributes
    ----------
    fields : dict of str to Field
        Options of the rules that can make a difference to a single game, by name.
    games : dict of str to Field
        What else decides about the games: ``south, north, starter, seed, games, max_moves``.
    box : ipywidgets.VBox
    """

    def __init__(
        self,
        words: Words,
        setting: Setting,
        lock: AbstractContextManager[Any],
        changed: Callable[[], None],
    ) -> None:
        self.words, self._lock, self._heard, self._quiet = words, lock, changed, False
        self.base = setting.default.rules
        self.fields = {
            field: self._option(setting.rules, field)
            for field in FIELDS
            if field not in MATCH_FIELDS
        }
        self.games = self._of_games(setting)
        groups = [
            self._group(words.say(title), [self.fields[field] for field in fields])
            for title, fields in GROUPS
        ]
        options = widgets.VBox(groups)
        options.add_class("mnl-options")
        games = widgets.VBox([field.box for field in self.games.values()])
        games.add_class("mnl-games")
        head = self._head(words.say("Games, the same for both rules"))
        self.box = widgets.VBox([options, head, games])
        for field in (*self.fields.values(), *self.games.values()):
            field.control.observe(self._changed, "value")

    @staticmethod
    def _head(title: str) -> Any:
        return widgets.HTML(f'<div class="mnl-title">{escape(title)}</div>')

    def _group(self, title: str, fields: list[Field]) -> Any:
        head = self._head(title)
        first = widgets.VBox([head, fields[0].box])  # a column does not end between them
        first.add_class("mnl-first")
        group = widgets.VBox([first, *(field.box for field in fields[1:])])
        group.add_class("mnl-group")
        return group

    def _option(self, rules: Rules, field: str) -> Field:
        say, value = self.words.say, getattr(rules, field)
        title, control = say(TITLES[field]), None
        if field in SWITCHES:
            control = widgets.Checkbox(value=value, description=title, indent=False)
        elif field in COUNTS:
            least, most = _BOUNDS[field]
            control = widgets.BoundedIntText(
                value=value, min=least, max=max(most, value), description=title
            )
        else:
            control = widgets.Dropdown(
                value=to_word(value), options=choices(self.words, rules, field), description=title
            )
        return Field(control, say("{place}: {facts}.", place=field, facts=say(meaning(field))))

    def _of_games(self, setting: Setting) -> dict[str, Field]:
        words, say, player = self.words, self.words.say, self.words.player
        begun = words.say_in("label of a choice", "Begun by")
        players = [(strategy_name(words, name), name) for name in names()]
        starters = [
            (say("in turn"), "alternate"),
            (player(0), "south"),
            (player(1), "north"),
        ]
        south, north = setting.strategies

        def number(title: str, value: int, least: int, most: int) -> Any:
            return widgets.BoundedIntText(value=value, min=least, max=most, description=title)

        def choice(title: str, value: str, options: list[tuple[str, str]]) -> Any:
            return widgets.Dropdown(value=value, options=options, description=title)

        return {
            "south": Field(choice(say("South plays"), south, players)),
            "north": Field(choice(say("North plays"), north, players)),
            "starter": Field(choice(begun, setting.starter, starters)),
            "seed": Field(
                number(say("Start number (seed)"), setting.seed, 0, LARGEST_SEED),
                say("All lots are drawn from it: the same number, the same games."),
            ),
            "games": Field(number(say("Games"), setting.games, 1, MOST_GAMES)),
            "max_moves": Field(
                number(say("Moves, then a game is cut"), setting.cut, 1, MOST_MOVES),
                say("A cut game is neither won, lost nor drawn."),
            ),
        }

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Change controls without acting on it."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def _changed(self, _: Any) -> None:
        with self._lock:  # another thread may be in `put`
            if not self._quiet:
                self._heard()

    def setting(self) -> Setting:
        """What the controls ask for.

        Returns
        -------
        Setting

        Raises
        ------
        ValueError
            If the rules are refused; the sentence says why.
        """
        values = {field: each.control.value for field, each in self.fields.items()}
        games = {name: each.control.value for name, each in self.games.items()}
        return Setting(
            rules=self.base.replace(**values_from(values)),
            games=games["games"],
            strategies=(games["south"], games["north"]),
            starter=games["starter"],
            seed=games["seed"],
            cut=games["max_moves"],
        )

    def put(self, rules: Rules) -> None:
        """Let the controls show rules, without acting on it."""
        with self.quiet():
            for field, each in self.fields.items():
                value = getattr(rules, field)
                plain = field in SWITCHES or field in COUNTS
                each.control.value = value if plain else to_word(value)

    def mark(self, idle: dict[str, str], refused: tuple[str, ...]) -> None:
        """Mark what is changed, what has no effect and what a refusal is about.

        Parameters
        ----------
        idle : dict of str to str
            Options without effect, with the reasons.
        refused : tuple of str
            Options that are refused together.
        """
        say = self.words.say
        for field, each in self.fields.items():
            value, default = each.control.value, getattr(self.base, field)
            changed = to_word(value) != to_word(default)
            parts = []
            if field in refused:
                parts.append(say("The refusal speaks of this ({option}).", option=field))
            if changed:
                name = named(self.words, field, to_word(default))
                parts.append(say("✱ Changed; default: {value}.", value=name))
            reason = idle.get(field, "")
            if reason:
                parts.append(say("No effect. {reason}", reason=reason))
            note = self.words.joined(parts)
            each.mark(
                note,
                self.words.joined([each.tooltip, note]),
                changed=changed,
                refused=field in refused,
                disabled=bool(reason) and not changed,
            )

"""The controls around a board: buttons, choices and fields of ipywidgets."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

import ipywidgets as widgets

from mancala_core.engine.match import Match
from mancala_core.engine.moves import Move
from mancala_core.engine.options import FIELDS, from_word, meaning, to_word, values_of
from mancala_core.engine.rules import Rules, loadable
from mancala_core.show import match_table
from mancala_core.show.match_rows import can_be_match
from mancala_core.show.reply import opponents
from mancala_core.show.session import Session
from mancala_core.show.words import Words

_ROW = {"display": "flex", "flex_flow": "row wrap", "align_items": "center", "margin": "2px 0"}


class Controls:
    """Buttons, choices and fields that act on a session and follow it.

    Attributes
    ----------
    box : ipywidgets.VBox
        All of them.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._quiet = False
        self._text = ""
        self._pictured = session.held
        self._tabled: Any = None
        say = session.words.say
        self.new = self._button(say("New game"), self._new)
        self.back = self._button(say("Back"), lambda: session.attempt(session.back))
        sides = [(session.words.player(0), 0), (session.words.player(1), 1)]
        self.starter = self._choice(
            say("begun by"), [(name, _STARTERS[player]) for name, player in sides]
        )
        self.match = widgets.Checkbox(
            description=say("Match"),
            tooltip=say("rounds in a row; each score becomes the territory of the next round"),
            indent=False,
            layout={"width": "auto", "margin": "2px 8px"},
        )
        self._watch(self.match, self._match)
        people = [(say("nobody (two people)"), _NOBODY)]
        people += [(say(name), name) for name in opponents()]
        self.opponent = self._choice(say("Computer"), people, self._seat)
        self.side = self._choice(say("You play"), sides, self._seat)
        self.preview = widgets.Checkbox(
            description=say("Preview"), indent=False, layout={"width": "auto"}
        )
        self._watch(self.preview, self._preview)
        self.position = widgets.Text(
            description=say("Position"),
            continuous_update=False,
            style={"description_width": "initial"},
            layout={"width": "auto", "flex": "1 1 320px"},
        )
        self._watch(self.position, self._read)
        self.set_up = self._button(say("Set up"), lambda: session.attempt(session.draw_up))
        self.picture = self._button(say("Picture of the laps"), self._picture)
        self.territory = self._button(say("Territory"), lambda: session.attempt(self._territory))
        self.standing = widgets.ToggleButton(
            description=say("Standing"), layout={"width": "auto"}, icon="caret-down"
        )
        self.standing.observe(lambda _: self.follow(), "value")
        self.table = widgets.HTML(layout={"display": "none"})
        self.shown = widgets.HTML(layout={"display": "none"})
        self.editor = _Editor(self)
        self.more = widgets.ToggleButton(
            description=say("Rules"), layout={"width": "auto"}, icon="caret-down"
        )
        self.more.observe(lambda _: self.options.show(self.more.value), "value")
        self._options: _Options | None = None
        self.box = widgets.VBox(
            [
                self._row(self.back, self.new, self.starter, self.match, self.opponent, self.side),
                self._row(
                    self.standing,
                    self.territory,
                    self.set_up,
                    self.picture,
                    self.more,
                    self.preview,
                ),
                self.editor.box,
                self.table,
                self._row(self.position),
                self.shown,
            ],
            layout={"width": "100%"},
        )
        self.follow()

    @property
    def options(self) -> _Options:
        """The fields of the rules, made when they are first asked for."""
        if self._options is None:
            self._options = _Options(self)
            self.box.children = (*self.box.children, self._options.box)
            with self.quiet():
                self._options.follow(self.session.game.rules)
        return self._options

    @staticmethod
    def _row(*items: Any) -> Any:
        return widgets.Box(items, layout=_ROW)

    def _button(self, text: str, action: Callable[[], None]) -> Any:
        button = widgets.Button(description=text, layout={"width": "auto"})
        button.on_click(lambda _: action())
        return button

    def _choice(
        self, text: str, options: list[tuple[str, Any]], action: Callable[[], None] | None = None
    ) -> Any:
        choice = widgets.Dropdown(
            description=text,
            options=options,
            style={"description_width": "initial"},
            layout={"width": "auto", "margin": "2px 8px"},
        )
        if action is not None:
            self._watch(choice, action)
        return choice

    def _watch(self, widget: Any, action: Callable[[], None]) -> None:
        """Act on what a person changes, not on what `follow` does."""

        def changed(_: Any) -> None:
            with self.session.lock:  # another thread may be in `follow`
                if not self._quiet:
                    action()

        widget.observe(changed, "value")

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Change widgets without acting on it."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def follow(self) -> None:
        """Show what the session holds."""
        session, game = self.session, self.session.game
        with self.quiet():
            self.opponent.value = session.opponent or _NOBODY
            self.side.value = session.side
            self.side.layout.display = "none" if session.opponent is None else None
            self.preview.value = session.preview
            text = str(session.draft or game.position)
            if text != self._text:
                self._text = self.position.value = text
            setting_up = session.draft is not None
            self.set_up.layout.display = "none" if setting_up else None
            self.back.disabled = not session.can_go_back
            self.picture.disabled = not (game.moves and game.moves[-1].events) or setting_up
            self.editor.follow()
            if self._options is not None:
                self._options.follow(game.rules)
            if self.shown.value and session.held is not self._pictured:
                self.shown.value, self.shown.layout.display = "", "none"
            self._follow_match()

    def _follow_match(self) -> None:
        """Show what belongs to a match only where there is one, or can be."""
        session, match, say = self.session, self.session.match, self.session.words.say
        setting_up = session.draft is not None
        can = can_be_match(session.game.rules) and not setting_up
        self.match.layout.display = None if can else "none"
        self.match.value = match is not None
        self.new.description = say("New game") if match is None else say("New match")
        for widget in (self.standing, self.territory):
            widget.layout.display = "none" if match is None or setting_up else None
        hidden = not self.standing.value or setting_up or session.unjudged
        self.table.layout.display = "none" if match is None or hidden else None
        if match is not None and not hidden and match is not self._tabled:
            self._tabled = match
            self.table.value = match_table.region(session.words, match)

    def _new(self) -> None:
        self.session.attempt(self.session.new_game, self.starter.value)

    def _match(self) -> None:
        if self.match.value:
            self.session.attempt(self.session.new_match, self.starter.value)
        else:
            self.session.attempt(self.session.leave_match)

    def _seat(self) -> None:
        self.session.attempt(self.session.seat, self.opponent.value or None, self.side.value)

    def _preview(self) -> None:
        self.session.preview = self.preview.value
        self.session.changed()

    def _read(self) -> None:
        text = self.position.value
        if text.strip() != self._text:
            self.session.attempt(self.session.read, text)

    def _picture(self) -> None:
        self.session.attempt(self._draw)

    def _draw(self) -> None:
        self._show_picture(self.session.game.moves[-1])

    def _territory(self) -> None:
        if self.session.match is not None:
            self._show_picture(self.session.match)

    def _show_picture(self, what: Move | Match) -> None:
        from mancala_core.show import draw

        language, self._pictured = self.session.words.language, self.session.held
        data = base64.b64encode(draw.png(what, language=language)).decode()
        alt = escape(draw.describe(what, language=language), quote=True)
        self.shown.value = (
            f'<img src="data:image/png;base64,{data}" alt="{alt}" style="max-width: 100%">'
        )
        self.shown.layout.display = None


_STARTERS = ("south", "north")
_NOBODY = ""
_NONE_YET = -1
"""A choice of ipywidgets whose value is None would be shown empty."""


class _Editor:
    """Choices beside the board while a position is set up."""

    def __init__(self, controls: Controls) -> None:
        self.controls = controls
        session = controls.session
        say, player = session.words.say, session.words.player
        sides = [(player(0), 0), (player(1), 1)]
        nobody = [(say("nobody yet"), _NONE_YET), *sides]
        self.mover = controls._choice(say("To move"), sides, self._change)
        self.starter = controls._choice(say("Begun by"), sides, self._change)
        self.taker = controls._choice(say("Took last"), nobody, self._change)
        self.first = controls._choice(say("First final capture"), nobody, self._change)
        self.use = controls._button(say("Play from here"), lambda: session.attempt(session.use))
        self.use.button_style = "primary"
        clear = controls._button(say("Empty board"), lambda: self._put(0))
        full = controls._button(say("All seeds as at the set-up"), lambda: self._put(None))
        leave = controls._button(say("Leave"), lambda: session.attempt(session.back))
        choices = (self.mover, self.starter, self.taker, self.first)
        self.box = controls._row(*choices, clear, full, self.use, leave)

    def follow(self) -> None:
        draft = self.controls.session.draft
        self.box.layout.display = "none" if draft is None else "flex"
        if draft is not None:
            self.mover.value, self.starter.value = draft.mover, draft.starter
            for choice, player in ((self.taker, draft.last_taker), (self.first, draft.first_final)):
                choice.value = _NONE_YET if player is None else player

    def _change(self) -> None:
        session = self.controls.session
        draft = session.draft
        if draft is not None:
            taker, first = (
                None if choice.value == _NONE_YET else choice.value
                for choice in (self.taker, self.first)
            )
            sides = {"mover": self.mover.value, "starter": self.starter.value}
            new = draft.replace(**sides, last_taker=taker, first_final=first)
            session.attempt(session.draw_up, new)

    def _put(self, seeds: int | None) -> None:
        session = self.controls.session
        draft, rules = session.draft, session.game.rules
        if draft is not None:
            count = rules.seeds if seeds is None else seeds
            holes = tuple(count if owner >= 0 else 0 for owner in draft.owner)
            session.attempt(session.draw_up, draft.replace(seeds=holes, stores=(0, 0)))


class _Options:
    """One field for each option of the rules."""

    def __init__(self, controls: Controls) -> None:
        self.controls = controls
        words = controls.session.words
        titles = [(rules.about.title, name) for name, rules in loadable()[0].items()]
        self.rules = controls._choice(words.say("Game"), titles, self._load)
        self.fields = {field: self._field(words, field) for field in FIELDS if _has_choice(field)}
        self.note = widgets.HTML()
        head = controls._row(self.rules, self.fields["remainder"])
        rest = [widget for field, widget in self.fields.items() if field != "remainder"]
        self.box = widgets.VBox(
            [head, widgets.Box(rest, layout=_ROW), self.note], layout={"display": "none"}
        )

    def _field(self, words: Words, field: str) -> Any:
        values, title = values_of(field), words.say(TITLES[field])
        if values is None or field == "endless":
            kind = widgets.Text if values is None else widgets.Combobox
            widget = kind(
                description=title,
                continuous_update=False,
                style={"description_width": "initial"},
                layout={"width": "auto" if values else "220px", "margin": "2px 8px"},
            )
            if values is not None:
                widget.options = values
        else:
            options = [(value_name(words, field, value), to_word(value)) for value in values]
            widget = self.controls._choice(title, options)
        widget.description_allow_html = False
        widget.tooltip = words.say(meaning(field))
        self.controls._watch(widget, lambda: self._changed(field))
        return widget

    def _load(self) -> None:
        session = self.controls.session
        session.attempt(lambda: session.change(Rules.load(self.rules.value)))

    def show(self, shown: bool) -> None:
        self.box.layout.display = None if shown else "none"

    def follow(self, rules: Rules) -> None:
        if rules.name not in [name for _, name in self.rules.options]:
            self.rules.options = [*self.rules.options, (rules.about.title, rules.name)]
        self.rules.value = rules.name
        for field, widget in self.fields.items():
            widget.value = to_word(getattr(rules, field))
            idle = rules.match not in _ACTS_IN.get(field, (rules.match,))
            widget.layout.display = "none" if idle else None
        self.note.value = f"<code>{escape(rules.label)}</code>"

    def _changed(self, field: str) -> None:
        session = self.controls.session
        word = self.fields[field].value.strip()

        def change() -> None:
            session.change(session.game.rules.replace(**{field: from_word(field, word)}))

        session.attempt(change)


def _has_choice(field: str) -> bool:
    values = values_of(field)
    return values is None or len(values) > 1


_ACTS_IN = {
    "goal": ("none", "buying"),
    "round_limit": ("buying", "own_row"),
    "buying": ("buying",),
    "dispute": ("buying",),
}
"""Options that act on some kinds of match only; the goal must be set before buying begins."""


def value_name(words: Words, field: str, value: Any) -> str:
    """Name a value of an option for people.

    Parameters
    ----------
    words : Words
    field : str
    value : bool or str

    Returns
    -------
    str

    Examples
    --------
    >>> from mancala_core.show.words import speak
    >>> value_name(speak("en"), "direction", "cw")
    'clockwise'
    """
    word = to_word(value)
    name = _VALUES.get((field, word)) or _VALUES.get(("", word))
    return words.say(name or word.replace("_", " "))


TITLES = {
    "holes": "Holes in a row",
    "seeds": "Seeds in each hole",
    "direction": "Direction",
    "relay": "Relay",
    "least": "Fewest seeds to sow",
    "origin": "Long lap and its own hole",
    "capture_on": "Captured numbers",
    "passing": "Completed on the way: to",
    "final": "Completed by the last seed: to",
    "final_side": "Final capture in holes of",
    "own_final": "Completed but not captured",
    "after_final": "After a final capture",
    "extra_move": "Extra move",
    "end_at": "Ends at seeds left",
    "end_without_move": "Ends without a move",
    "remainder": "Last seeds go to",
    "stuck": "Neither can move: seeds to",
    "endless": "Endless sowing",
    "repetition": "Position comes back",
    "chain": "Run before a final capture",
    "match": "Match",
    "goal": "Holes that win a match",
    "round_limit": "Rounds at most",
    "buying": "Holes that are bought",
    "dispute": "Hole in dispute to",
    "unfilled": "Holes not filled",
    "next_starter": "Next round begun by",
}
_VALUES = {
    ("", "true"): "yes",
    ("", "false"): "no",
    ("direction", "ccw"): "counter-clockwise",
    ("direction", "cw"): "clockwise",
    ("origin", "sow"): "sown into",
    ("origin", "skip"): "skipped",
    ("", "owner"): "the owner of the hole",
    ("", "owners"): "the owners of the holes",
    ("", "mover"): "the mover",
    ("", "opponent"): "the opponent",
    ("final_side", "own"): "the mover",
    ("final_side", "any"): "either",
    ("own_final", "stop"): "the move ends",
    ("own_final", "relay"): "sown on",
    ("after_final", "again"): "move again",
    ("after_final", "over"): "opponent to move",
    ("remainder", "penultimate"): "the taker of the group before",
    ("remainder", "lottery"): "a draw by lot",
    ("remainder", "first_final"): "the first to make a final capture",
    ("remainder", "starter"): "the starter",
    ("remainder", "mover"): "whoever moved last",
    ("stuck", "void"): "no result",
    ("repetition", "play_on"): "play goes on",
    ("repetition", "owners"): "seeds to the owners of the holes",
    ("repetition", "draw"): "a draw",
    ("chain", "none"): "not taken",
    ("chain", "preceding"): "taken with it",
    ("match", "none"): "none, single games",
    ("match", "buying"): "holes are bought",
    ("match", "own_row"): "own rows are filled",
    ("buying", "nearest"): "the nearest",
    ("buying", "choice"): "the buyer's choice",
    ("dispute", "larger"): "the larger remainder",
    ("dispute", "lottery"): "a draw by lot",
    ("dispute", "loser"): "the loser of the round",
    ("dispute", "empty"): "nobody, out of play",
    ("unfilled", "blocked"): "out of play",
    ("next_starter", "alternate"): "the other player",
}

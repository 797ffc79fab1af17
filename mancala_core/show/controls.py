"""The controls around a board: buttons, choices and fields of ipywidgets."""

from __future__ import annotations

import base64
from html import escape
from typing import Any

import ipywidgets as widgets

from mancala_core.engine.options import FIELDS, from_word, meaning, to_word, values_of
from mancala_core.engine.rules import Rules, loadable
from mancala_core.show import about_box, match_table
from mancala_core.show.match_rows import can_be_match
from mancala_core.show.names import strategy_name
from mancala_core.show.option_names import TITLES
from mancala_core.show.panel import ROW, Panel, directed, named
from mancala_core.show.picture_files import Picture, board_of, laps_of, territory_of
from mancala_core.show.reply import opponents
from mancala_core.show.rule_values import choices
from mancala_core.show.save_controls import SaveControls
from mancala_core.show.session import Session
from mancala_core.show.set_up_controls import SetUpControls
from mancala_core.show.words import LANGUAGES, Words, languages, speak


class Controls(Panel):
    """Buttons, choices and fields that act on a session and follow it.

    Attributes
    ----------
    box : ipywidgets.VBox
        All of them.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._text = ""
        self._pictured: Any = None
        self._tabled: Any = None
        self._told: Any = None
        self._words: Words | None = None
        self.new = self.button(self._new)
        self.back = self.button(lambda: session.attempt(session.back))
        self.starter = self.choice()
        self.match = widgets.Checkbox(indent=False, layout={"width": "auto", "margin": "2px 8px"})
        self.watch(self.match, self._match)
        self.opponent = self.choice(self._seat)
        self.side = self.choice(self._seat)
        self.preview = widgets.Checkbox(indent=False, layout={"width": "auto"})
        self.watch(self.preview, self._preview)
        self.position = widgets.Text(
            continuous_update=False,
            style={"description_width": "initial"},
            layout={"width": "auto", "flex": "1 1 320px"},
        )
        self.watch(self.position, self._read)
        self.set_up = self.button(lambda: session.attempt(session.draw_up))
        self.picture = self.button(lambda: session.attempt(self._draw))
        self.board = self.button(lambda: session.attempt(self._draw_board))
        self.territory = self.button(lambda: session.attempt(self._territory))
        self.standing = self.toggle(self.follow)
        self.table = widgets.HTML(layout={"display": "none"})
        self.shown = widgets.HTML(layout={"display": "none"})
        self.saver = SaveControls(self)
        self.editor = SetUpControls(self)
        self.more = self.toggle(lambda: self.options.show(self.more.value))
        self.about = self.toggle(self.follow)
        self.about_text = widgets.HTML(layout={"display": "none"})
        self.language = self.choice(self._speak)
        self._options: _Options | None = None
        self.box = widgets.VBox(
            [
                self.row(self.back, self.new, self.starter, self.match, self.opponent, self.side),
                self.row(
                    *(self.standing, self.territory, self.set_up, self.picture, self.board),
                    *(self.more, self.about, self.preview, self.language),
                ),
                self.editor.box,
                self.table,
                self.row(self.position),
                self.about_text,
                self.shown,
                self.saver.box,
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
                self._options.label(self.session.words)
                self._options.follow(self.session.game.rules)
        return self._options

    def _label(self) -> None:
        """Put all that stands here into the words of the session."""
        self._words = words = self.session.words
        say, player = words.say, words.player
        sides = [(player(0), 0), (player(1), 1)]
        people = [(say("nobody (two people)"), _NOBODY)]
        people += [(strategy_name(words, name), name) for name in opponents()]
        starters = [(name, _STARTERS[side]) for name, side in sides]
        named(self.starter, words.say_in("label of a choice", "begun by"), starters)
        named(self.opponent, say("Computer"), people)
        named(self.side, words.say_in("label of a choice", "You play"), sides)
        named(
            self.language, say("Language"), [(LANGUAGES[code].name, code) for code in languages()]
        )
        self.back.description = say("Back")
        self.match.description = say("Match")
        self.match.tooltip = say(
            "rounds in a row; each score becomes the territory of the next round"
        )
        self.preview.description = say("Preview")
        self.position.description = say("Position")
        self.set_up.description = say("Set up")
        self.picture.description = say("Picture of the laps")
        self.board.description = say("Picture of the board")
        self.saver.label(words)
        self.territory.description = say("Territory")
        self.standing.description = say("Standing")
        self.more.description = say("Rules")
        self.about.description = say("About")
        self.editor.label(words)
        if self._options is not None:
            self._options.label(words)
        self._tabled = self._told = None
        if (
            self.shown.value
            and self.saver.picture is not None
            and self.session.held is self._pictured
        ):
            self._show_picture(self.saver.picture._replace(language=words.language))
        directed(self.box, words)

    def follow(self) -> None:
        """Show what the session holds."""
        session, game = self.session, self.session.game
        with self.quiet():
            if self._words is not session.words:
                self._label()
            self.language.value = session.words.language
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
            checking = session.unjudged or None in session.looks.values()
            self.board.disabled = setting_up or checking
            if self.shown.value and session.held is not self._pictured:
                self.shown.value, self.shown.layout.display = "", "none"
                self.saver.offer(None)
            self._follow_match()
            self._follow_about()

    def _follow_about(self) -> None:
        """Tell about the game, while that is asked for."""
        rules, shown = self.session.game.rules, self.about.value
        self.about_text.layout.display = None if shown else "none"
        if shown and rules is not self._told:
            self._told = rules
            self.about_text.value = about_box.html(self.session.words, rules)

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

    def _speak(self) -> None:
        self.session.attempt(lambda: self.session.speak(speak(self.language.value)))

    def _draw(self) -> None:
        self._show_picture(laps_of(self.session.game, self.session.words.language))

    def _draw_board(self) -> None:
        self._show_picture(board_of(self.session.game, self.session.words.language))

    def _territory(self) -> None:
        if self.session.match is not None:
            self._show_picture(territory_of(self.session.match, self.session.words.language))

    def _show_picture(self, picture: Picture) -> None:
        data = base64.b64encode(picture.png()).decode()
        alt = escape(picture.described(), quote=True)
        self._pictured = self.session.held
        self.shown.value = (
            f'<img src="data:image/png;base64,{data}" alt="{alt}" style="max-width: 100%">'
        )
        self.shown.layout.display = None
        self.saver.offer(picture)


_STARTERS = ("south", "north")
_NOBODY = ""


class _Options:
    """One field for each option of the rules."""

    def __init__(self, controls: Controls) -> None:
        self.controls = controls
        self.rules = controls.choice(self._load)
        self.fields = {field: self._field(field) for field in FIELDS if _has_choice(field)}
        self.note = widgets.HTML()
        head = controls.row(self.rules, self.fields["remainder"])
        rest = [widget for field, widget in self.fields.items() if field != "remainder"]
        self.box = widgets.VBox(
            [head, widgets.Box(rest, layout=ROW), self.note], layout={"display": "none"}
        )

    def _field(self, field: str) -> Any:
        values = values_of(field)
        if values is None:
            widget = widgets.Text(
                continuous_update=False,
                style={"description_width": "initial"},
                layout={"width": "220px", "margin": "2px 8px"},
            )
        else:
            widget = self.controls.choice()
        widget.description_allow_html = False
        self.controls.watch(widget, lambda: self._changed(field))
        return widget

    def label(self, words: Words) -> None:
        """Put the fields into words."""
        titles = [(rules.about.title, name) for name, rules in loadable()[0].items()]
        named(self.rules, words.say("Game"), titles)
        for field, widget in self.fields.items():
            title = words.say(TITLES[field])
            widget.tooltip = words.say(meaning(field))
            if values_of(field) is None:
                widget.description = title
            else:
                named(widget, title, choices(words, self.controls.session.game.rules, field))

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
            word = to_word(getattr(rules, field))
            if field == "endless" and word not in [value for _, value in widget.options]:
                widget.options = choices(self.controls.session.words, rules, field)
            widget.value = word
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

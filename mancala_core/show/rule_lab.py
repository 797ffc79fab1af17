"""RuleLab: rules to change, and what thousands of random games make of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets
import traitlets

from mancala_core.engine.rules import Rules
from mancala_core.engine.whole_numbers import whole_between
from mancala_core.players.strategies import names
from mancala_core.show.latest import Latest, Overtaken
from mancala_core.show.live import Guarded, Live
from mancala_core.show.names import rules_name
from mancala_core.show.panel import directed
from mancala_core.show.rule_values import concerned, idle
from mancala_core.show.trial import CUT, Arm, Result, Setting, heading, is_compiled, play
from mancala_core.show.trial_controls import LARGEST_SEED, MOST_GAMES, MOST_MOVES, LabControls
from mancala_core.show.words import speak

if TYPE_CHECKING:
    import pandas as pd

_STATIC = Path(__file__).parent / "static"
PAUSE = 0.15
"""Seconds to wait for another change before games are played."""
_BEAT = 0.1
"""Seconds between two steps of the bar."""
_PAGES = 40
"""Results kept to be shown again at once."""
_STARTERS = ("alternate", "south", "north")


class LabView(Guarded):
    """The results: they are shown as they are given, each part in place.

    Attributes
    ----------
    said : dict
        ``text`` of what goes on, and its ``tone``: "", "refused" or "error".
    progress : dict
        ``text``, empty while nothing runs, and games ``done`` of ``games``.
    stale : str
        What to say of a result that is not that of the controls; else empty.
    result : dict
        ``table`` (data), ``difference``, ``copy`` and ``command``; see `trial_view.page`.
    pictures : list of dict
        Each with ``alt`` and, as PNG in base64, ``light`` or ``dark`` or both.
    drawing : bool
        Whether the pictures are still those of before.
    dark : bool
        Whether the page is dark; the page says so.
    """

    _esm = _STATIC / "lab.js"
    _css = _STATIC / "lab.css"
    said = traitlets.Dict().tag(sync=True)
    progress = traitlets.Dict().tag(sync=True)
    stale = traitlets.Unicode().tag(sync=True)
    result = traitlets.Dict().tag(sync=True)
    pictures: traitlets.List[Any] = traitlets.List().tag(sync=True)
    drawing = traitlets.Bool().tag(sync=True)
    dark = traitlets.Bool().tag(sync=True)


@dataclass(frozen=True)
class Page:
    """What is shown of a setting.

    Attributes
    ----------
    setting : Setting
    told : dict
        As `trial_view.page` makes it.
    table : pandas.DataFrame
        The summary.
    pictures : tuple of dict
        As the view takes them; empty until they are drawn.
    """

    setting: Setting
    told: dict[str, Any]
    table: pd.DataFrame
    pictures: tuple[dict[str, str], ...] = ()


class RuleLab(Live):
    """Change the rules and see at once what games come out, beside the default.

    Parameters
    ----------
    rules : str or Rules
        A rule set by name, or a variant to begin with. The default beside it is the rule set
        of that name as it is loaded.
    games : int
        Games to play by each rules, 1 to 1,000,000.
    strategies : (str, str)
        South's and North's: "random" or "greedy".
    starter : {"alternate", "south", "north"}
        Who begins.
    seed : int
        0..2**31 - 1; both rules are played with the same one.
    max_moves : int
        Moves after which a game is cut, 1 to 100,000.
    language : str
        Of all that is said.

    Raises
    ------
    ValueError
        If something is unknown or does not fit.

    Notes
    -----
    Games are played in one thread of the lab, which ends when nothing is left to do. What was
    changed meanwhile ends the run, and a result that comes too late is dropped.

    Examples
    --------
    >>> lab = RuleLab("adji_kui_2", games=200, seed=1)
    >>> lab.controls["least"].value = 1
    >>> lab.wait(120)
    True
    >>> lab.table["games"].tolist()
    [200, 200]
    >>> lab.close()
    """

    def __init__(
        self,
        rules: str | Rules = "anywoli",
        *,
        games: int = 20_000,
        strategies: tuple[str, str] = ("random", "random"),
        starter: str = "alternate",
        seed: int = 1,
        max_moves: int = CUT,
        language: str = "en",
    ) -> None:
        self._latest = Latest(self._work)
        self._words = speak(language)
        setting = Setting(
            rules=Rules.of(rules),
            games=whole_between("games", games, 1, MOST_GAMES),
            strategies=_players(strategies),
            starter=_one_of("starter", starter, _STARTERS),
            seed=whole_between("seed", seed, 0, LARGEST_SEED),
            cut=whole_between("max_moves", max_moves, 1, MOST_MOVES),
        )
        self._wanted: Setting | None = None
        self._shown: Page | None = None
        self._pages: dict[Setting, Page] = {}
        self._arms: dict[Setting, Arm] = {}
        self._told = 0.0
        self._drawing = -1  # number of the work that draws for the table
        say = self._words.say
        self._view = LabView(self._latest.lock)
        self._controls = LabControls(self._words, setting, self._latest.lock, self._changed)
        self._back = self._button(say("Back to the default"), self.back)
        self._cancel = self._button(say("Cancel"), self.cancel)
        self._cancel.disabled = True
        buttons = widgets.Box([self._back, self._cancel], layout={"flex_flow": "row wrap"})
        buttons.add_class("mnl-buttons")
        super().__init__([self._controls.box, buttons, self._view])
        self.add_class("mancala-lab")
        directed(self, self._words)
        self._changed(0.0)

    def _button(self, text: str, action: Any) -> Any:
        button = widgets.Button(description=text, layout={"width": "auto"})
        button.on_click(lambda _: action())
        return button

    @property
    def controls(self) -> dict[str, Any]:
        """The controls by name: the options of the rules, and those of the games.

        Set the `value` of one to change it from Python.
        """
        fields = {**self._controls.fields, **self._controls.games}
        return {name: field.control for name, field in fields.items()}

    @property
    def table(self) -> pd.DataFrame | None:
        """What is shown, as `summary` gives it: the default and the changed rules.

        None before the first result.
        """
        return None if self._shown is None else self._shown.table.copy()

    def wait(self, timeout: float = 60.0) -> bool:
        """Wait until the games are played and shown.

        Parameters
        ----------
        timeout : float
            Seconds at most.

        Returns
        -------
        bool
            Whether all is done.
        """
        return self._latest.wait(timeout)

    def back(self) -> None:
        """Go back to the rule set as it is loaded; what else decides about games stays."""
        with self._latest.lock:
            self._controls.put(self._controls.base)
            self._changed(0.0)

    def cancel(self) -> None:
        """End the run; the last result stays, and says of which rules it is."""
        with self._latest.lock:
            if self._latest.cancel():
                done = self._view.progress.get("done", 0)
                self._stop(
                    self._words.count(
                        "Cancelled after {n} game. Change something to play again.",
                        "Cancelled after {n} games. Change something to play again.",
                        done,
                    )
                )
                self._wanted = None

    # What happens when a control is changed

    def _changed(self, pause: float = PAUSE) -> None:
        with self._latest.lock:  # another thread may be showing a result
            try:
                setting = self._controls.setting()
            except ValueError as error:
                self._refuse(error)
            except Exception as error:
                self._failed(error)
            else:
                self._want(setting, pause)

    def _refuse(self, error: ValueError) -> None:
        if not self._latest.is_current(self._drawing):  # else the pictures of the table follow
            self._latest.cancel()
        self._wanted = None
        self._controls.mark({}, concerned(str(error)))
        self._stop(self._words.error(error), "refused")

    def _failed(self, error: Exception) -> None:
        self._latest.cancel()
        self._wanted = None
        text = self._words.say(
            "That went wrong ({error}). Change something, or go back to the default.",
            error=self._words.fault(error),
        )
        self._stop(text, "error")

    def _stop(self, text: str, tone: str = "") -> None:
        """Say why nothing runs."""
        self._view.said = {"text": text, "tone": tone}
        self._view.progress = {}
        self._cancel.disabled = True
        if self._view.drawing and not self._latest.is_current(self._drawing):
            self._view.pictures, self._view.drawing = [], False
        self._mark_stale()

    def _want(self, setting: Setting, pause: float) -> None:
        self._controls.mark(idle(self._words, setting.rules), ())
        if setting == self._wanted:
            return
        self._wanted = setting
        if setting in self._pages:
            self._latest.cancel()
            self._show(self._pages[setting])
            return
        say = self._words.say
        self._view.said = {
            "text": say("Playing {rules}.", rules=rules_name(self._words, setting.rules.label)),
            "tone": "",
        }
        self._view.progress = {"text": say("Just a moment.")}
        self._cancel.disabled = False
        self._mark_stale()
        self._latest.ask(setting, pause)

    def _mark_stale(self) -> None:
        """Say of the result that is shown whether it is of other rules."""
        if self._shown is None or self._shown.setting == self._wanted:
            self._view.stale = ""
        else:
            self._view.stale = self._words.say(
                "Below is still the result of {rules}.",
                rules=rules_name(self._words, self._shown.setting.rules.label),
            )

    # What the thread does

    def _work(self, number: int, setting: Setting) -> None:
        def tell(done: int, games: int) -> None:
            if not self._latest.is_current(number):
                raise Overtaken
            if done == games or monotonic() - self._told >= _BEAT:
                self._told = monotonic()
                self._progress(number, done, games)

        try:
            if not is_compiled(setting):
                self._compiling(number)
            self._put(number, play(setting, self._arms, tell))
        except Overtaken:
            return
        except Exception as error:
            with self._latest.lock:
                if self._latest.is_current(number):
                    self._failed(error)

    def _compiling(self, number: int) -> None:
        text = self._words.say("Compiling the simulation: once, half a minute.")
        with self._latest.lock:
            if self._latest.is_current(number):
                self._view.progress = {"text": text}

    def _progress(self, number: int, done: int, games: int) -> None:
        write = self._words.number
        text = self._words.say("{done} of {games} games", done=write(done), games=write(games))
        with self._latest.lock:
            if self._latest.is_current(number):
                self._view.progress = {"done": done, "games": games, "text": text}

    def _put(self, number: int, result: Result) -> None:
        """Show a result: the table first, then the pictures as the page is, then the others."""
        from mancala_core.show import trial_view

        told, table = trial_view.page(self._words, result), trial_view.summaries(result)
        shown = Page(result.setting, told, table)
        with self._current(number):
            self._arms = {result.setting.default: result.arms[0]}
            self._drawing = number
            self._show(shown)
        dark = self._view.dark
        for look in (dark, not dark):
            pictures = shown.pictures or tuple({} for _ in trial_view.PICTURES)
            for place, name in enumerate(trial_view.PICTURES):
                with self._current(number):
                    pass
                alt, png = trial_view.picture(self._words, result, name, look)
                new = pictures[place] | {"alt": alt, "dark" if look else "light": png}
                pictures = (*pictures[:place], new, *pictures[place + 1 :])
            shown = replace(shown, pictures=pictures)
            with self._current(number):
                self._show_pictures(shown)
        with self._current(number):
            older = [*self._pages.items()][1 - _PAGES :]
            self._pages = {**dict(older), shown.setting: shown}

    @contextmanager
    def _current(self, number: int) -> Iterator[None]:
        """Do something only if the work of this number still counts."""
        with self._latest.lock:
            if not self._latest.is_current(number):
                raise Overtaken
            yield

    def _show(self, page: Page) -> None:
        self._shown = page
        text = heading(self._words, page.setting)
        self._view.said = {"text": text, "tone": ""}
        self._view.progress = {}
        self._view.stale = ""
        self._view.result = page.told
        self._cancel.disabled = True
        self._view.drawing = True
        if page.pictures:
            self._show_pictures(page)

    def _show_pictures(self, page: Page) -> None:
        self._shown = page
        self._view.pictures = list(page.pictures)
        self._view.drawing = False

    # In a notebook

    def close(self) -> None:
        """End what runs and take the lab away, with all that belongs to it.

        The widgets of a lab stay in memory until then, also after its cell was run again.
        """
        self._latest.close()
        super().close()

    def _face(self) -> dict[str, str]:
        """The last result as text and as a table, for where no Python runs."""
        say, shown = self._words.say, self._shown
        run = say("Run the cell to change the rules here.")
        if shown is None:
            rules = rules_name(self._words, self._controls.base.label)
            text = say("Rule lab, {rules}: no games have been played yet.", rules=rules)
            return {
                "text/plain": text,
                "text/html": f"<p>{escape(self._words.joined([text, run]))}</p>",
            }
        said = [heading(self._words, shown.setting), shown.told["difference"]]
        told = self._words.joined(said)
        html = f"{shown.told['html']}<p>{escape(self._words.joined([told, run]))}</p>"
        return {"text/plain": "\n".join([*shown.told["text"], told]), "text/html": html}

    def __repr__(self) -> str:
        rules = self._controls.base if self._wanted is None else self._wanted.rules
        return f"<RuleLab {rules.label}>"


def _one_of(what: str, value: Any, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(f"{what} is {value!r}; it can be {', '.join(known)}.")
    return str(value)


def _players(strategies: Any) -> tuple[str, str]:
    if not isinstance(strategies, tuple | list) or len(strategies) != 2:
        raise ValueError(f"strategies is {strategies!r}; it takes South's and North's.")
    south, north = (_one_of("strategies", name, names()) for name in strategies)
    return south, north

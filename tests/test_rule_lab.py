"""The rule lab without a browser: controls are set, results are read."""

import gc
import re
import threading
import time

import pytest
from ipywidgets import Checkbox, Dropdown
from ipywidgets.widgets.widget import _instances
from matplotlib.figure import Figure

from mancala_core.engine.match import Match
from mancala_core.engine.options import (
    COUNTS,
    FIELDS,
    MATCH_FIELDS,
    SWITCHES,
    from_word,
    to_word,
    values_of,
)
from mancala_core.engine.rules import Rules
from mancala_core.players import compiled
from mancala_core.show import rule_lab as module
from mancala_core.show import trial, trial_view
from mancala_core.show.board import View
from mancala_core.show.latest import Latest
from mancala_core.show.rule_lab import LabView, RuleLab
from mancala_core.show.rule_values import GROUPS, choices, concerned, idle, named
from mancala_core.show.trial import Setting
from mancala_core.show.words import speak
from mancala_core.study import bulk
from mancala_core.study.analysis import summary
from mancala_core.study.pairs import compare
from mancala_core.study.settle import settle
from mancala_core.study.simulate import simulate

WORDS = speak("en")
WAIT = 240
"""Seconds: the first run compiles."""


@pytest.fixture
def make(monkeypatch):
    """Make labs that play few games at once; they are closed at the end."""
    monkeypatch.setattr(module, "PAUSE", 0.0)
    made = []

    def lab(rules="adji_kui_2", games=60, **options):
        made.append(RuleLab(rules, games=games, **{"max_moves": 300, **options}))
        return made[-1]

    yield lab
    for each in made:
        each.close()
        assert each.wait(WAIT)


class Gate:
    """Stands for `play`: holds runs until they may go, and keeps what was played."""

    def __init__(self, play):
        self.play, self.may_go, self.begun = play, threading.Event(), threading.Event()
        self.asked, self.ended = [], []

    def __call__(self, setting, known, tell):
        self.asked.append(setting.rules.label)
        self.begun.set()
        try:
            assert self.may_go.wait(WAIT)
            result = self.play(setting, known, tell)
        except BaseException as error:
            self.ended.append(type(error).__name__)
            raise
        self.ended.append("whole")
        return result


@pytest.fixture
def gate(monkeypatch):
    held = Gate(module.play)
    monkeypatch.setattr(module, "play", held)
    yield held
    held.may_go.set()


def note(lab, field):
    return lab._controls.fields[field].note.value


def classes(lab, field):
    return lab._controls.fields[field].box._dom_classes


def said(lab):
    return lab._view.said["text"]


def cells(lab):
    """Rows of the table on the page: name, then the texts of its cells."""
    rows = re.findall(r"<tr.*?</tr>", lab._view.result["html"], re.DOTALL)
    split = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return {row[0]: row[1:] for row in split}


# One thread of which only the latest work counts


def test_only_the_latest_work_is_done():
    done, may_go, begun = [], threading.Event(), threading.Event()

    def work(number, task):
        begun.set()
        may_go.wait(10)
        with latest.lock:
            if latest.is_current(number):
                done.append(task)

    latest = Latest(work)
    latest.ask("a")
    assert begun.wait(10)
    latest.ask("b")
    latest.ask("c")
    assert latest.busy
    may_go.set()
    assert latest.wait(10)
    assert (done, latest.busy) == (["c"], False)


def test_work_waits_for_something_newer():
    done = []
    latest = Latest(lambda number, task: done.append(task))
    started = time.monotonic()
    for task in range(5):
        latest.ask(task, 0.15)
        time.sleep(0.02)
    assert latest.wait(10)
    assert done == [4]
    assert time.monotonic() - started >= 0.15


def test_cancelled_work_is_not_begun_and_a_closed_one_takes_nothing():
    done = []
    latest = Latest(lambda number, task: done.append(task))
    assert not latest.cancel()
    latest.ask("a", 60)
    assert latest.cancel()
    assert latest.wait(10)
    latest.close()
    latest.ask("b")
    assert latest.wait(10)
    assert done == []


def test_where_there_are_no_threads_work_is_done_at_once(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    done = []
    latest = Latest(lambda number, task: done.append(task))
    latest.ask("a", 0.01)
    assert (done, latest.busy) == (["a"], False)


# Values and options without effect


SINGLE = [field for field in FIELDS if field not in MATCH_FIELDS]
"""Options that can make a difference to a single game."""


def test_every_option_of_a_single_game_stands_in_one_group():
    assert sorted(field for _, fields in GROUPS for field in fields) == sorted(SINGLE)
    assert "chain" in SINGLE


def test_options_of_matches_change_no_single_game():
    base = games_and_results(Rules.load("adji_kui_2"))
    changes = [f"{field}={word}" for field in MATCH_FIELDS for word in values_of(field) or (11,)]
    assert len(changes) > len(MATCH_FIELDS)
    for change in changes:
        assert games_and_results(Rules.of(f"adji_kui_2 {change}")).equals(base), change


def test_a_change_that_no_match_could_have_is_no_matter_to_the_lab(make):
    lab = make()
    lab.controls["remainder"].value = "nobody"
    assert lab.wait(WAIT)
    assert lab._view.said["tone"] == ""
    assert lab.table["rules"].tolist() == ["adji_kui_2", "adji_kui_2 remainder=nobody"]
    with pytest.raises(ValueError, match="remainder is nobody, but in a match"):
        Match.new("adji_kui_2 remainder=nobody")


@pytest.mark.parametrize("name", Rules.names())
def test_every_value_can_be_chosen(name):
    rules = Rules.load(name)
    for field in set(SINGLE) - {*COUNTS, *SWITCHES}:
        found = choices(WORDS, rules, field)
        known = {from_word(field, word) for _, word in found}
        assert getattr(rules, field) in known
        assert set(values_of(field) or ()) <= known
        assert len({text for text, _ in found}) == len(found) > 1


def test_a_value_from_elsewhere_is_among_the_choices():
    rules = Rules.of("anywoli endless=limit:9 capture_on=2,3,4")
    assert ("2, 3 or 4", "2,3,4") in choices(WORDS, rules, "capture_on")
    assert "over 9 laps" in {b: a for a, b in choices(WORDS, rules, "endless")}["limit:9"]
    assert named(WORDS, "relay", "false") == "no"


IDLE = (
    ("anywoli", {"own_final"}),
    ("anywoli after_final=over", {"own_final", "extra_move"}),
    ("anywoli final=nobody", {"final_side", "chain", "after_final", "extra_move"}),
    ("anywoli relay=false", {"own_final", "endless"}),
    ("anywoli end_at=0", {"own_final", "remainder"}),
    ("adji_kui_2", {"extra_move"}),
    ("adji_kui_2 relay=false", {"extra_move", "own_final", "endless"}),
    ("adji_kui_2 end_without_move=true", {"extra_move", "stuck"}),
    (
        "yit_nuri final=nobody relay=false",
        {"final_side", "chain", "after_final", "extra_move", "own_final", "endless"},
    ),
    ("hoyito_2", {"own_final"}),
    ("adji_kui_1", {"extra_move", "own_final", "endless", "remainder"}),
    ("obridjie", {"extra_move", "own_final", "stuck"}),
)


def games_and_results(rules):
    table = settle(simulate(rules, 150, seed=5, max_moves=400, progress=False))
    return table.drop(columns=["rules", "convention"], errors="ignore")


@pytest.mark.parametrize(("label", "fields"), IDLE)
def test_what_has_no_effect_has_none(label, fields):
    rules = Rules.of(label)
    found = idle(WORDS, rules)
    assert set(found) == fields
    assert all(reason.endswith(".") for reason in found.values())
    base = games_and_results(rules)
    for field in found:
        for value in values_of(field):
            try:
                other = rules.replace(**{field: value})
            except ValueError:
                continue
            assert games_and_results(other).equals(base), (field, value)


def test_an_option_with_effect_has_one():
    base = games_and_results(Rules.load("adji_kui_2"))
    for change in ("own_final=relay", "endless=draw", "remainder=nobody", "final_side=any"):
        assert not games_and_results(Rules.of(f"adji_kui_2 {change}")).equals(base), change
    for name in ("hoyito_2", "adji_kui_1"):
        base = games_and_results(Rules.load(name))
        assert not games_and_results(Rules.of(f"{name} chain=none")).equals(base), name


def test_a_refusal_names_its_options():
    with pytest.raises(ValueError, match="nothing could ever be captured") as caught:
        Rules.of("anywoli passing=nobody final=nobody")
    assert concerned(str(caught.value)) == ("passing", "final")
    with pytest.raises(ValueError, match="no final capture that a run") as caught:
        Rules.of("hoyito_2 passing=owner final=nobody")
    assert concerned(str(caught.value)) == ("final", "chain")


# What is played


def test_both_arms_are_played_with_the_same_numbers_and_known_games_are_kept():
    told = []
    setting = Setting(Rules.of("adji_kui_2 least=1"), 50, ("greedy", "random"), "alternate", 4, 200)
    result = trial.play(setting, {}, lambda done, games: told.append((done, games)))
    assert told == sorted(told)
    assert told[-1] == (100, 100)
    assert [arm.games.attrs["rules"] for arm in result.arms] == [
        "adji_kui_2",
        "adji_kui_2 least=1",
    ]
    for table in (arm.games for arm in result.arms):
        assert (table.attrs["seed"], table.attrs["max_moves"]) == (4, 200)
        assert table.attrs["strategies"] == ["greedy", "random"]
    again = trial.play(setting, {setting.default: result.arms[0]}, lambda done, games: None)
    assert again.arms[0] is result.arms[0]
    assert again.arms[1].games.equals(result.arms[1].games)


def test_the_default_alone_is_one_arm():
    setting = Setting(Rules.load("anywoli"), 10, ("random", "random"), "south", 1, 50)
    assert setting.arms == (setting,)


# The panel


def test_the_default_comes_first_and_alone(make, gate):
    lab = make()
    assert gate.begun.wait(WAIT)
    assert said(lab) == "Playing adji_kui_2."
    assert lab._view.progress["text"]
    assert lab.table is None
    gate.may_go.set()
    assert lab.wait(WAIT)
    expected = summary(simulate("adji_kui_2", 60, seed=1, max_moves=300, progress=False))
    assert lab.table.equals(expected)
    assert "60 games by each rules" in said(lab)
    assert "cut after 300 moves; a cut game is neither won, drawn nor lost" in said(lab)
    assert (lab._view.progress, lab._view.stale, lab._view.drawing) == ({}, "", False)
    assert cells(lab)["Won"] == [cells(lab)["Won"][0]]
    assert lab._view.result["difference"] == ""


def test_a_change_stands_beside_the_default(make):
    lab = make(games=200)
    lab.controls["after_final"].value = "again"
    assert lab.wait(WAIT)
    tables = [
        simulate(name, 200, seed=1, max_moves=300, progress=False)
        for name in ("adji_kui_2", "adji_kui_2 after_final=again")
    ]
    for place, table in enumerate(tables):
        row = summary(table).iloc[0]
        assert lab.table.iloc[place].equals(row)
        score, won = (cells(lab)[name][place] for name in (SCORE, "Won"))
        assert score.startswith(f"{row['score']:.3f} <small>{row['score_low']:.3f} to")
        assert won.startswith(f"{100 * row['win']:.1f} % <small>{100 * row['win_low']:.1f} % to")
    found = compare(*tables)
    told = lab._view.result["difference"]
    assert f"{found.difference.estimate:.3f}".replace("-", "\N{MINUS SIGN}") in told
    assert f"the {found.finished} pairs" in told
    assert eval(lab._view.result["command"]).equals(tables[1])


SCORE = "Score: wins, and half of the draws"


def test_a_cut_game_is_no_result(make):
    lab = make("anywoli", games=200, max_moves=60)
    assert lab.wait(WAIT)
    row, shown = lab.table.iloc[0], cells(lab)
    assert row["cut"] > 0.5
    assert shown["Cut after 60 moves"][0].startswith(f"{100 * row['cut']:.1f} %")
    assert row["wins"] + row["draws"] + row["losses"] == row["finished"] < row["games"]
    assert shown["Games with a result"][0].startswith(f"{row['finished']} ")
    assert shown["Moves, median"] == ["above 60"]


def test_no_game_with_a_result_is_shown_too(make):
    lab = make("anywoli", games=20, max_moves=1)
    lab.controls["least"].value = 2
    assert lab.wait(WAIT)
    assert cells(lab)[SCORE] == ["no data", "no data"]
    assert "no pairs" in lab._view.result["difference"]


def test_other_boards_are_not_compared_in_pairs(make):
    lab = make()
    lab.controls["holes"].value = 4
    assert lab.wait(WAIT)
    assert "boards differ" in lab._view.result["difference"]


def test_unequal_players_are_told_apart_by_who_begins(make):
    lab = make(strategies=("greedy", "random"))
    lab.controls["least"].value = 1
    assert lab.wait(WAIT)
    assert (
        lab.table[["first", "second"]].values.tolist()
        == [
            ["greedy", "random"],
            ["random", "greedy"],
        ]
        * 2
    )
    assert len(cells(lab)["Won"]) == 4
    assert lab._view.result["difference"] == ""


def test_what_decides_about_games_holds_for_both(make):
    lab = make()
    lab.controls["least"].value = 1
    changes = {"south": "greedy", "starter": "north", "seed": 9, "games": 30, "max_moves": 77}
    for name, value in changes.items():
        lab.controls[name].value = value
    assert lab.wait(WAIT)
    assert lab.table["games"].tolist() == [30, 30]
    assert lab.table["seed"].tolist() == [9, 9]
    assert lab.table["second"].tolist() == ["greedy"] * 2
    assert (
        eval(lab._view.result["command"]).attrs
        == simulate(
            "adji_kui_2 least=1",
            30,
            strategies=("greedy", "random"),
            starter="north",
            seed=9,
            max_moves=77,
            progress=False,
        ).attrs
    )


def test_pictures_follow_in_place_with_words(make):
    lab = make()
    assert lab.wait(WAIT)
    before = lab._view.pictures
    lab.controls["least"].value = 1
    assert lab.wait(WAIT)
    after = lab._view.pictures
    assert len(before) == len(after) == 2
    for old, new in zip(before, after):
        assert set(new) == {"alt", "light", "dark"}
        assert len({new["light"], new["dark"], old["light"]}) == 3
        assert "least=1" in new["alt"]
    assert f"{lab.table['score'].iloc[1]:.3f}" in after[0]["alt"]


def test_changed_options_are_marked_in_words(make):
    lab = make()
    assert [field for field in SINGLE if "mnl-changed" in classes(lab, field)] == []
    lab.controls["direction"].value = "cw"
    lab.controls["relay"].value = False
    assert "Changed; default: counter-clockwise." in note(lab, "direction")
    assert "Changed; default: yes." in note(lab, "relay")
    changed = [field for field in SINGLE if "mnl-changed" in classes(lab, field)]
    assert changed == ["direction", "relay"]
    lab.controls["relay"].value = True
    assert (note(lab, "relay"), classes(lab, "relay")) == ("", ("mnl-field",))


def test_what_has_no_effect_is_disabled_with_the_reason(make):
    lab = make("anywoli")
    off = [name for name, control in lab.controls.items() if control.disabled]
    assert off == ["own_final"]
    assert "captures in every hole" in note(lab, "own_final")
    assert "captures in every hole" in lab.controls["own_final"].tooltip
    lab.controls["own_final"].value = "relay"  # as a program can: it stays open to be undone
    assert not lab.controls["own_final"].disabled
    assert "Changed" in note(lab, "own_final")
    lab.controls["final_side"].value = "opponent"
    assert "No effect" not in note(lab, "own_final")


def test_a_refusal_is_shown_and_nothing_is_lost(make):
    lab = make("anywoli")
    lab.controls["extra_move"].value = "optional"
    assert lab.wait(WAIT)
    table, result = lab.table, lab._view.result
    lab.controls["after_final"].value = "over"
    assert said(lab).startswith("extra_move is optional, but there is no extra move to decline")
    assert lab._view.said["tone"] == "refused"
    assert lab._view.stale == "Below is still the result of anywoli extra_move=optional."
    marked = [field for field in SINGLE if "mnl-refused" in classes(lab, field)]
    assert marked == ["final", "after_final", "extra_move"]
    assert not any(lab.controls[field].disabled for field in marked)
    assert "(after_final)" in note(lab, "after_final")
    assert lab.table.equals(table)
    assert lab._view.result == result
    assert len(lab._view.pictures) == 2
    assert lab.controls["after_final"].value == "over"
    lab.controls["extra_move"].value = "compulsory"
    assert lab.wait(WAIT)
    assert lab.table["rules"].tolist() == ["anywoli", "anywoli after_final=over"]
    assert (lab._view.stale, lab._view.said["tone"]) == ("", "")
    assert not [field for field in SINGLE if "mnl-refused" in classes(lab, field)]


def test_back_to_the_default(make):
    lab = make("adji_kui_2 least=1 endless=draw", seed=8)
    assert "Changed" in note(lab, "least")
    assert lab.wait(WAIT)
    assert len(lab.table) == 2
    lab._back.click()
    assert lab.wait(WAIT)
    assert lab.table["rules"].tolist() == ["adji_kui_2"]
    assert lab.controls["least"].value == 2
    assert lab.controls["seed"].value == 8
    assert note(lab, "least") == ""


def test_the_latest_change_wins(make, gate):
    lab = make()
    assert gate.begun.wait(WAIT)
    for value in (1, 2, 1):
        lab.controls["least"].value = value
    lab.controls["seed"].value = 5
    gate.may_go.set()
    assert lab.wait(WAIT)
    assert gate.asked == ["adji_kui_2", "adji_kui_2 least=1"]
    assert gate.ended == ["Overtaken", "whole"]
    assert lab.table["seed"].tolist() == [5, 5]
    assert lab._view.stale == ""


def test_a_late_result_is_dropped(make, monkeypatch):
    may_go, begun, play = threading.Event(), threading.Event(), module.play

    def late(setting, known, tell):
        result = play(setting, known, lambda done, games: None)  # it never notices
        if setting.seed == 2:
            begun.set()
            assert may_go.wait(WAIT)
        return result

    monkeypatch.setattr(module, "play", late)
    lab = make(seed=2)
    assert begun.wait(WAIT)
    lab.controls["seed"].value = 3
    may_go.set()
    seen = []
    lab._view.observe(lambda change: seen.append(lab.table["seed"].tolist()), "result")
    assert lab.wait(WAIT)
    assert seen == [[3]]


@pytest.fixture
def held_pictures(monkeypatch):
    """Pictures are drawn when they may be."""
    may_go, begun, picture = threading.Event(), threading.Event(), trial_view.picture

    def drawn(*values):
        begun.set()
        assert may_go.wait(WAIT)
        return picture(*values)

    monkeypatch.setattr(trial_view, "picture", drawn)
    drawn.may_go, drawn.begun = may_go, begun
    yield drawn
    may_go.set()


def test_a_refusal_does_not_hinder_the_pictures_of_the_table(make, held_pictures):
    lab = make("anywoli")
    assert held_pictures.begun.wait(WAIT)
    assert (len(lab.table), lab._view.drawing) == (1, True)
    lab.controls["least"].value = 5
    assert said(lab).startswith("least is 5")
    held_pictures.may_go.set()
    assert lab.wait(WAIT)
    assert said(lab).startswith("least is 5")
    assert (len(lab._view.pictures), lab._view.drawing) == (2, False)


def test_a_refusal_ends_a_run_that_overtook_the_pictures(make, held_pictures):
    lab = make()
    assert held_pictures.begun.wait(WAIT)
    lab.controls["seed"].value = 7
    lab.controls["final"].value = "nobody"
    assert lab._view.said["tone"] == "refused"
    assert (lab._view.pictures, lab._view.drawing) == ([], False)
    held_pictures.may_go.set()
    assert lab.wait(WAIT)
    assert lab._view.said["tone"] == "refused"
    assert lab.table["seed"].tolist() == [1]
    assert lab._view.stale == "Below is still the result of adji_kui_2."


def test_pictures_are_faint_until_they_are_those_of_the_table(make, held_pictures):
    lab = make()
    assert held_pictures.begun.wait(WAIT)
    seen = []
    lab._view.observe(lambda change: seen.append(lab._view.drawing), "pictures")
    held_pictures.may_go.set()
    assert lab.wait(WAIT)
    assert not lab._view.drawing
    assert len(seen) == 2  # first as the page is, then the other look
    lab._view.dark = True
    held_pictures.may_go.clear()
    held_pictures.begun.clear()
    lab.controls["least"].value = 1
    assert held_pictures.begun.wait(WAIT)
    assert lab._view.drawing
    looks = []
    lab._view.observe(lambda change: looks.append(set(change["new"][0])), "pictures")
    held_pictures.may_go.set()
    assert lab.wait(WAIT)
    assert looks == [{"alt", "dark"}, {"alt", "dark", "light"}]


def test_a_former_result_comes_back_at_once(make, gate):
    gate.may_go.set()
    lab = make()
    assert lab.wait(WAIT)
    lab.controls["least"].value = 1
    assert lab.wait(WAIT)
    lab.controls["least"].value = 2
    assert lab.table["rules"].tolist() == ["adji_kui_2"]
    assert len(lab._view.pictures) == 2
    assert len(gate.asked) == 2


def test_a_run_shows_progress_and_can_be_cancelled(make, gate, monkeypatch):
    monkeypatch.setattr(module, "_BEAT", 0.0)
    gate.may_go.set()
    lab = make(games=600)
    assert lab.wait(WAIT)
    table, seen = lab.table, []

    def watch(change):
        seen.append(change["new"])
        if change["new"].get("done"):
            lab._cancel.click()

    lab._view.observe(watch, "progress")
    assert lab._cancel.disabled
    lab.controls["least"].value = 1
    assert lab.wait(WAIT)
    assert gate.ended == ["whole", "Overtaken"]
    steps = [step for step in seen if step.get("done")]
    assert len(steps) == 1
    assert 0 < steps[0]["done"] < steps[0]["games"] == 600
    assert said(lab).startswith(f"Cancelled after {steps[0]['done']} games.")
    assert (lab._view.progress, lab._cancel.disabled) == ({}, True)
    assert lab._view.stale == "Below is still the result of adji_kui_2."
    assert lab.table.equals(table)
    lab._view.unobserve(watch, "progress")
    lab.controls["least"].value = 2
    assert (lab._view.stale, lab._view.said["tone"]) == ("", "")


def test_an_error_stands_on_the_panel(make, monkeypatch):
    lab = make()
    assert lab.wait(WAIT)

    def fails(*values):
        raise ZeroDivisionError("by chance")

    monkeypatch.setattr(module, "play", fails)
    lab.controls["least"].value = 1
    assert lab.wait(WAIT)
    assert "ZeroDivisionError: by chance" in said(lab)
    assert lab._view.said["tone"] == "error"
    assert "adji_kui_2" in lab._view.stale


def test_compiling_is_said(make, monkeypatch):
    monkeypatch.setattr(module, "is_compiled", lambda setting: False)
    seen = []
    play = module.play

    def watched(*values):
        seen.append(lab._view.progress["text"])
        return play(*values)

    monkeypatch.setattr(module, "play", watched)
    lab = make()
    assert lab.wait(WAIT)
    lab.controls["least"].value = 1
    assert lab.wait(WAIT)
    assert set(seen) == {"Compiling the simulation: once, half a minute."}


def test_what_plays_large_boards_is_compiled_apart(monkeypatch):
    monkeypatch.setattr(compiled, "is_kept", lambda driver: driver is bulk.play_packed_games)
    assert trial.is_compiled(trial_setting("anywoli least=2"))
    assert not trial.is_compiled(trial_setting("anywoli holes=26"))


# Nothing is left over


def figures():
    gc.collect()
    return sum(isinstance(each, Figure) for each in gc.get_objects())


def signatures():
    return [len(each.signatures) for each in (bulk.play_games, bulk.play_packed_games)]


def test_fifty_changes_leave_no_figure_no_thread_and_one_compilation(make):
    from matplotlib import pyplot as plt

    lab = make(games=20)
    assert lab.wait(WAIT)
    drawn, threads, models = figures(), threading.active_count(), len(_instances)
    compiled_before = signatures()
    changes = 0
    while changes < 50:
        for field in SINGLE:
            control = lab.controls[field]
            if isinstance(control, Checkbox):
                values = [not control.value]
            elif isinstance(control, Dropdown):
                values = [word for _, word in control.options if word != control.value]
            else:
                values = [control.value + 1]
            for value in values[:3]:
                lab.back()
                control.value = value
                changes += 1
                if changes % 10 == 0:
                    assert lab.wait(WAIT)
    assert lab.wait(WAIT)
    assert (plt.get_fignums(), figures()) == ([], drawn)
    assert threading.active_count() <= threads
    assert len(_instances) == models
    for before, after in zip(compiled_before, signatures()):
        assert after <= before + 1  # compiled once, whatever the options
    assert len(lab._arms) == 1


def test_a_closed_lab_leaves_nothing_and_takes_nothing(make, gate):
    gc.collect()
    before, threads = len(_instances), threading.active_count()
    lab = RuleLab("adji_kui_2", games=50, max_moves=100)
    assert gate.begun.wait(WAIT)
    assert len(_instances) > before + 50
    control = lab.controls["least"]
    lab.close()
    gate.may_go.set()
    assert lab.wait(WAIT)
    assert gate.ended == ["Overtaken"]
    assert (len(_instances), threading.active_count()) == (before, threads)
    control.value = 1
    assert not lab._latest.busy


def test_a_second_lab_does_not_hear_the_first(make, gate):
    gate.may_go.set()
    first, second = make(), make()
    assert first.wait(WAIT)
    assert second.wait(WAIT)
    gate.asked.clear()
    first.controls["least"].value = 1
    assert first.wait(WAIT)
    assert gate.asked == ["adji_kui_2 least=1"]
    assert len(second.table) == 1


# In a notebook


def test_the_still_face(make):
    lab = make()
    lab._latest.cancel()
    lab.wait(WAIT)
    early, _ = lab._repr_mimebundle_()
    assert "no games have been played yet" in early["text/plain"]
    lab.controls["least"].value = 1
    assert lab.wait(WAIT)
    data, _ = lab._repr_mimebundle_()
    assert {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"} <= set(data)
    assert data["text/html"].startswith('<table lang="en">')
    assert "style" not in data["text/html"]
    for text in (data["text/plain"], re.sub("<.*?>", "", data["text/html"])):
        assert "adji_kui_2 least=1" in text
        assert f"{lab.table['score'].iloc[1]:.3f}" in text
    assert "Run the cell" in data["text/html"]
    assert repr(lab) == "<RuleLab adji_kui_2 least=1>"


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"rules": "senet"}, "no rule set 'senet'"),
        ({"games": 0}, "games is 0; it takes a whole number from 1 to 1,000,000"),
        ({"max_moves": 1.5}, "max_moves is 1.5"),
        ({"seed": -1}, "seed is -1"),
        ({"starter": "east"}, "starter is 'east'; it can be alternate, south, north"),
        ({"strategies": "random"}, "strategies is 'random'"),
        ({"strategies": ("random", "best")}, "strategies is 'best'; it can be"),
        ({"language": "xx"}, "no language 'xx'"),
    ],
)
def test_wrong_arguments_are_refused(options, match):
    before = threading.active_count()
    with pytest.raises(ValueError, match=match):
        RuleLab(**options)
    assert threading.active_count() == before


def test_bounds_of_numbers_are_those_of_the_rules():
    lab = module.LabControls(WORDS, trial_setting("anywoli"), threading.RLock(), lambda: None)
    assert sorted(lab.fields) == sorted(SINGLE)
    for field in set(COUNTS) & set(SINGLE):
        control = lab.fields[field].control
        assert control.min <= getattr(lab.base, field) <= control.max
    assert (lab.fields["holes"].control.min, lab.fields["holes"].control.max) == (2, 26)
    assert to_word(lab.setting().rules.capture_on) == "4"


def trial_setting(label):
    return Setting(Rules.of(label), 10, ("random", "random"), "south", 1, 50)


@pytest.mark.parametrize("kind", [LabView, View])
def test_what_goes_out_is_not_lost_while_the_page_says_something(kind):
    """Without the lock a change is lost now and then, or traitlets raises."""
    lock = threading.RLock()
    view = kind(lock)
    name, heard = ("pictures", "dark") if kind is LabView else ("frame", "clicked")
    seen = []
    view.observe(lambda change: seen.append(change["new"]), name)
    inside, sent = threading.Event(), []

    def outgoing():
        inside.wait(10)
        with lock:
            setattr(view, name, [1] if kind is LabView else {"id": 1})
            sent.append("out")

    def incoming(change):
        inside.set()
        thread.join(0.2)  # it has to wait until all that came in is dealt with
        sent.append("in")

    view.observe(incoming, heard)
    thread = threading.Thread(target=outgoing)
    thread.start()
    view.set_state({heard: True if kind is LabView else {"hole": 1}})
    thread.join(10)
    assert sent == ["in", "out"]
    assert len(seen) == 1
    view.close()

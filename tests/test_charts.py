"""Pictures of tables: what is drawn is what the table says, nothing overlaps, twins agree."""

import gc
import re
import threading
import weakref
from dataclasses import replace
from functools import cache
from itertools import pairwise, product

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Polygon, Rectangle
from statsmodels.stats.proportion import proportion_confint
from test_draw import complaints
from tree import ROOT

from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show import draw, plots
from mancala_core.show.canvas import DPI, Canvas
from mancala_core.show.chart_lengths import Lengths
from mancala_core.show.chart_margins import Margins, margins_of
from mancala_core.show.charts import BRIGHT, DIM, fill
from mancala_core.show.scales import Scale, even, percent, plain
from mancala_core.study.claims import read_claims
from mancala_core.study.family import differences
from mancala_core.study.lap_counts import lap_counts
from mancala_core.study.matches import matches
from mancala_core.study.pairs import flow as flow_of
from mancala_core.study.reproduction import published_results, side_by_side
from mancala_core.study.settle import settle
from mancala_core.study.simulate import simulate
from mancala_core.study.surplus import match_won, next_round, together

LONG = "anywoli remainder=lottery endless=owners passing=nobody own_final=relay least=2 holes=13"
GAMES = simulate("adji_kui_2", 400, seed=1, progress=False)
CUT = simulate("adji_kui_2", 100, seed=2, progress=False, max_moves=70)


def condition(wins, draws, losses, **more):
    """A row as `summary` gives it; Wilson's interval will do."""
    games = wins + draws + losses
    score = (wins + draws / 2) / games if games else np.nan
    low, high = (
        proportion_confint(score * games, games, method="wilson") if games else (np.nan,) * 2
    )
    row = {
        "rules": "anywoli",
        "first": "random",
        "second": "random",
        "convention": "penultimate",
        "tail": "play",
        "seed": 1,
        "games": games,
        "unique": games,
        "finished": games,
        "wins": float(wins),
        "draws": float(draws),
        "losses": float(losses),
        "score": score,
        "score_low": low,
        "score_high": high,
        "cut": 0.0,
        "endless": 0.0,
        "repetition": 0.0,
        "stuck": 0.0,
    }
    return row | more


def conditions(*rows):
    columns = list(condition(1, 0, 0))
    return pd.DataFrame(rows or [], columns=columns if not rows else None)


MANY = [
    condition(400 + 7 * place, 100, 500 - 3 * place, rules=f"anywoli holes={holes}", first=one)
    for place, (holes, one) in enumerate(product(range(2, 14), ("random", "greedy")))
]
FORESTS = {
    "none": conditions(),
    "one": conditions(condition(42, 18, 40)),
    "few": conditions(
        condition(4204, 1807, 3987, games=10_000, cut=0.0002),
        condition(7204, 807, 1989, first="greedy"),
        condition(19, 8, 73, second="greedy", rules=LONG),
    ),
    "huge": conditions(
        condition(420_390, 180_650, 398_960), condition(430_000, 1, 569_999, convention="owners")
    ),
    "all wins": conditions(condition(5, 0, 0), condition(1, 0, 0, convention="owners")),
    "no result": conditions(
        condition(0, 0, 0, games=40, unique=40, cut=1.0), condition(1, 1, 1, first="greedy")
    ),
    "refused": conditions(
        condition(500, 0, 500, unique=2, score_low=np.nan, score_high=np.nan, first="greedy"),
        condition(50, 0, 50),
    ),
    "many": conditions(*MANY),
}


def running_table(games, scores):
    """As `running` gives it; bands of about the right width."""
    games, scores = np.asarray(games, float), np.asarray(scores, float)
    half, wide = 0.98 / np.sqrt(games), 1.7 / np.sqrt(games) + 0.001
    return pd.DataFrame(
        {
            "games": games.astype(int),
            "score": scores,
            "low": np.clip(scores - half, 0, 1),
            "high": np.clip(scores + half, 0, 1),
            "seq_low": np.clip(scores - wide, 0, 1),
            "seq_high": np.clip(scores + wide, 0, 1),
        }
    )


WALK = np.cumsum(np.random.default_rng(5).random(20_000) < 0.52) / np.arange(1, 20_001)
RUNS = {
    "none": running_table([], []),
    "one": running_table([1], [1.0]),
    "few": running_table([1, 2, 3, 4], [1, 0.5, 0.5, 0.625]),
    "long": running_table(range(1, 20_001), WALK),
    "all wins": running_table(range(1, 301), np.ones(300)),
}

LAPS = {
    "none": pd.DataFrame({"laps": [], "moves": []}),
    "one": pd.DataFrame({"laps": [1], "moves": [7]}),
    "few": pd.DataFrame({"laps": [1, 2, 3, 5], "moves": [70, 20, 9, 1]}),
    "many": pd.DataFrame(
        {"laps": range(1, 900), "moves": [int(4e9 / laps**3) + 1 for laps in range(1, 900)]}
    ),
}


def openings_table(count, games):
    rows = []
    for place in range(count):
        wins = round(games * (0.47 + 0.01 * (place % 9)))
        low, high = proportion_confint(wins, games, method="wilson")
        rows.append(("ABCDEFGHIJKLMNOPQRSTUVWX"[place], games + place, wins / games, low, high))
    table = pd.DataFrame(rows, columns=["opening", "games", "score", "low", "high"])
    table = table.assign(
        finished=table["games"], p_holm=[0.01 if place % 5 == 2 else 0.8 for place in range(count)]
    )
    table.attrs = {"rules": "anywoli", "strategies": ["random", "random"], "seed": 1}
    return table


OPENINGS = {
    "none": openings_table(1, 10).iloc[:0],
    "one": openings_table(1, 10),
    "six": openings_table(6, 40),
    "twelve": openings_table(12, 123_456),
    "many": openings_table(24, 12_345),
}


def calibration_table(rows):
    table = []
    for method, held, trials in rows:
        low, high = proportion_confint(held, 2000, method="wilson")
        table.append(("score", method, 0.5, 0.95, 2000, held, held / 2000, low, high, trials))
    columns = ["quantity", "method", "truth", "promised", "coins", "held", "coverage"]
    columns += ["low", "high", "games"]
    return pd.DataFrame(table, columns=columns)


METHODS = (
    *(("Wilson", 1902), ("normal", 1840), ("score with draws", 1897)),
    ("a confidence sequence that is looked at after each and every single game", 1993),
)
CALIBRATIONS = {
    "none": calibration_table([]),
    "one": calibration_table([("Wilson", 2000, 10)]),
    "few": calibration_table([(method, held, 100) for method, held in METHODS]),
    "many": calibration_table(
        [(*one, games) for games in (5, 10, 30, 100, 300, 1000) for one in METHODS]
    ),
}
MARGINS = {
    "none": GAMES.iloc[:0],
    "one": GAMES.iloc[:1],
    "few": GAMES.iloc[:6],
    "all": GAMES,
    "cut": CUT,
    "settled": settle(GAMES, "starter"),
}
LENGTHS = {
    "none": GAMES.iloc[:0],
    "one": GAMES.iloc[:1],
    "few": GAMES.iloc[:6],
    "all": GAMES,
    "cut": CUT,
    "only cut": CUT[CUT["ending"] == "cut"],
    "long names": pd.concat([GAMES.assign(rules=LONG), CUT.assign(rules=f"{LONG} capture_on=2")]),
    "eight": pd.concat([GAMES.assign(rules=f"adji_kui_2 holes={h}") for h in range(3, 11)]),
}
FLOWS = {
    "none": (GAMES.iloc[:0], "owners", "starter"),
    "one": (GAMES.iloc[:1], "owners", "starter"),
    "all": (GAMES, "penultimate", "starter"),
    "cut": (CUT, "owners", "first_final"),
    "the same": (GAMES, "nobody", "nobody"),
}
CLAIMS = {
    "none": read_claims().iloc[:0],
    "one": read_claims().iloc[1:2],
    "a page": read_claims().query("document == 'adji_kui_2_el'"),
    "all": read_claims(),
}
VARIANTS = [
    *(f"anywoli holes={holes} end_at={end_at}" for holes in (6, 9, 10) for end_at in (0, 4, 8)),
    LONG,
    "adji_kui_2 match=own_row capture_on=2,3,4 chain=preceding repetition=draw endless=limit:75",
]
FAMILIES = {
    "none": differences([]),
    "two": differences(["adji_kui_2", "anywoli"]),
    "alike": differences(["anywoli", "anywoli own_final=relay", "anywoli goal=12"]),
    "long names": differences([LONG, *Rules.names()[:3]]),
    "many": differences([*Rules.names(), *VARIANTS]),
    "all": differences(),
}
ROUNDS = simulate("adji_kui_2", 80, seed=1, unit="match", progress=False)
SHORT = simulate("adji_kui_2 round_limit=4", 60, seed=2, unit="match", progress=False, max_moves=90)
LEAD = match_won(ROUNDS, after=1)
SURPLUS = {
    "none": next_round(ROUNDS).iloc[:0],
    "one": match_won(ROUNDS, after=0),
    "all": next_round(ROUNDS),
    "every round": match_won(ROUNDS, "north"),
    "refused": next_round(
        pd.concat([ROUNDS[ROUNDS["match"] < 2].assign(seed=s) for s in (1, 2, 3)])
    ),
    "four": together(dict.fromkeys(["a group with a long name", "two", "three", "four"], LEAD)),
}
MATCHES = {
    "none": matches(ROUNDS).iloc[:0],
    "one": matches(ROUNDS).iloc[:1],
    "all": matches(ROUNDS),
    "cut": matches(SHORT),
    "long names": pd.concat(
        [matches(ROUNDS).assign(rules=LONG), matches(SHORT).assign(rules=f"{LONG} capture_on=2")]
    ),
    "four": pd.concat([matches(ROUNDS).assign(rules=f"adji_kui_2 goal={g}") for g in range(7, 11)]),
}
BESIDE = side_by_side(published_results(), "stated")
BESIDES = {
    "none": BESIDE.iloc[:0],
    "one": BESIDE.iloc[:1],
    "no data": BESIDE.assign(
        **dict.fromkeys(("win_difference", "win_low", "win_high", "p_holm"), np.nan),
        verdict="no data",
    ),
    "far": BESIDE.assign(win_difference=-0.3, win_low=-0.31, win_high=-0.29, verdict="differs"),
    "all": BESIDE,
}
TABLES = {
    "beside": BESIDES,
    "forest": FORESTS,
    "running": RUNS,
    "margins": MARGINS,
    "lengths": LENGTHS,
    "laps_per_move": LAPS,
    "openings": OPENINGS,
    "calibration": CALIBRATIONS,
    "claims": CLAIMS,
    "family": {**FAMILIES, "one": differences(["anywoli"])},
    "tree": FAMILIES,
    "surplus": SURPLUS,
    "match_lengths": MATCHES,
    "flow": {name: flow_of(*case) for name, case in FLOWS.items()},
}
CASES = [(name, case) for name, tables in TABLES.items() for case in tables]
every_case = pytest.mark.parametrize(("name", "case"), CASES)


@cache
def picture(name, case, **options):
    """The chart and the axes of its size that it was drawn on."""
    chart = plots.chart_of(name, TABLES[name][case], "en", **options)
    figure = Figure(figsize=(chart.width / DPI, chart.height / DPI), dpi=DPI)
    ax = figure.add_axes((0, 0, 1, 1))
    chart.draw(Canvas(ax, chart.width, chart.height, chart.palette))
    return chart, ax


def kinds(ax, kind, least=0.0):
    return [
        shape
        for shape in ax.get_children()
        if isinstance(shape, kind) and shape.get_zorder() >= least
    ]


def points(ax):
    """Middles of the marks of estimates."""
    return [tuple(circle.get_center()) for circle in kinds(ax, Circle, 4)]


def bars(ax, chart):
    """Boxes of the bars that stand on the axis: left, top, width, height, hatch."""
    return [
        (*shape.get_xy(), shape.get_width(), shape.get_height(), shape.get_hatch())
        for shape in kinds(ax, Rectangle, 2)
        if shape.get_y() < chart.bottom
    ]


def ends(ax, sought, upright=False):
    """Ends of the drawn lines that lie on a level, or stand on a place."""
    found = []
    for line in kinds(ax, Line2D, 3):
        x, y = np.asarray(line.get_xdata(), float), np.asarray(line.get_ydata(), float)
        if upright:
            x, y = y, x
        if len(x) == 2 and np.allclose(y, sought) and abs(x[0] - x[1]) > 1e-9:
            found.append((min(x), max(x)))
    return found


def words(ax):
    return " ".join(text.get_text() for text in ax.texts)


@every_case
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_overlaps_or_is_cut_off(name, case, dark):
    chart, ax = picture(name, case, dark=dark)
    assert not complaints(ax)
    assert chart.width == 900
    assert 50 < chart.height < 2500


@every_case
def test_type_can_be_read_from_afar(name, case):
    _, ax = picture(name, case)
    sizes = {text.get_text(): text.get_fontsize() * DPI / 72 for text in ax.texts}
    small = {text: size for text, size in sizes.items() if size < 11}
    assert not small


@every_case
def test_a_picture_has_a_title_and_a_twin(name, case):
    chart, ax = picture(name, case)
    assert words(ax).startswith(chart.title.split()[0])
    told = chart.tell().splitlines()
    assert told[0] == chart.head()
    assert chart.head().endswith(".")
    assert "nan" not in chart.tell().lower()
    assert "nan" not in words(ax).lower().split()
    assert "{" not in chart.tell()
    numbers = chart.numbers()
    assert isinstance(numbers, pd.DataFrame)
    if case == "none":
        assert "nothing to draw" in words(ax)
        assert len(told) == 1
    else:
        assert len(told) > 1
        assert len(numbers)


@pytest.mark.parametrize("case", FORESTS)
def test_the_forest_stands_where_the_scores_are(case):
    chart, ax = picture("forest", case)
    table = FORESTS[case]
    drawn = sorted(points(ax), key=lambda at: at[1])
    drawn = [at for at in drawn if at[1] < (chart.bottom if len(table) else 0)]
    there = table["score"].dropna()
    assert [x for x, _ in drawn] == pytest.approx([chart.x.at(score) for score in there])
    rows = [row for row in chart.rows if not np.isnan(row.data["score"])]
    assert [y for _, y in drawn] == pytest.approx([row.y for row in rows])
    for row in rows:
        low, high = row.data["score_low"], row.data["score_high"]
        wanted = [] if np.isnan(low) else [pytest.approx((chart.x.at(low), chart.x.at(high)))]
        assert ends(ax, row.y) == wanted


@pytest.mark.parametrize("case", [case for case in FORESTS if case != "none"])
def test_the_axis_of_the_forest_holds_all_and_one_half(case):
    chart, ax = picture("forest", case)
    values = FORESTS[case][["score", "score_low", "score_high"]].to_numpy()
    values = values[~np.isnan(values)]
    assert 0 <= chart.x.low <= min(0.5, *values)
    assert max(0.5, *values) <= chart.x.high <= 1
    dashed = [
        line for line in kinds(ax, Line2D) if line.is_dashed() and len(set(line.get_xdata())) == 1
    ]
    assert chart.x.at(0.5) == pytest.approx(dashed[0].get_xdata()[0])


def test_wins_draws_and_losses_share_the_bar():
    chart, ax = picture("forest", "few")
    for row in chart.rows:
        parts = [
            shape.get_width()
            for shape in kinds(ax, Rectangle, 2)
            if shape.get_y() == pytest.approx(row.y - 6)
        ]
        counts = [row.data[name] for name in ("wins", "draws", "losses")]
        assert np.array(parts) / sum(parts) == pytest.approx(np.array(counts) / sum(counts))
    assert "42.0 / 18.1 / 39.9 %" in words(ax)


def test_the_forest_says_what_differs_and_what_does_not():
    chart, ax = picture("forest", "few")
    caption = words(ax).split("scores less")[0]
    assert "anywoli, last seeds: penultimate, start number 1, intervals of 95 %." in caption
    assert "greedy against random" in words(ax)
    assert "2 cut (0.02 %)" in words(ax)
    told = chart.tell()
    assert "score 0.511 (0.501 to 0.521), 4,204 won, 1,807 drawn, 3,987 lost, 2 cut" in told
    assert LONG.removeprefix("anywoli ") in told


def test_played_and_exact_ends_are_told_apart():
    rows = [condition(50, 0, 50, tail=tail) for tail in ("play", "exact", "mixed")]
    chart = plots.chart_of("forest", conditions(*rows), "en")
    assert len({tuple(label) for label in chart.labels}) == 3
    assert [row.label for row in chart.rows[:2]] == [
        ["ends played move by move"],
        ["ends solved exactly"],
    ]


def eight_rows():
    rows = []
    for rules, convention in (("anywoli", "penultimate"), ("adji_kui_2", "owners")):
        for one, two in product(("random", "greedy"), repeat=2):
            row = condition(400, 200, 400 + len(rows), rules=rules, convention=convention)
            rows.append(row | {"first": one, "second": two, "seed": 11 + len(rows)})
    return rows


def test_a_forest_says_once_what_tells_no_rows_apart():
    table = conditions(*eight_rows())[::-1]
    chart = plots.chart_of("forest", table, "en")
    assert chart.height < 700
    assert chart.labels == [
        [row.rules, f"{row.first} against {row.second}"] for row in table.itertuples()
    ]
    caption = chart.tell().splitlines()[1]
    assert (
        "last seeds: owners (adji_kui_2), penultimate (anywoli), start numbers 18, 17," in caption
    )
    assert chart.numbers()["seed"].tolist() == list(range(18, 10, -1))
    four = plots.chart_of("forest", table.iloc[:4], "en")
    assert "last seeds: owners, start numbers 18, 17, 16, 15," in four.tell()
    again = plots.chart_of("forest", pd.concat([table, table.iloc[:1].assign(seed=7)]), "en")
    assert again.labels[-1][-1] == "start number 7"
    nine = pd.concat([table, table.iloc[:1].assign(seed=7, convention="starter")])
    assert "several start numbers" in plots.chart_of("forest", nine, "en").tell()
    assert len({tuple(label) for label in again.labels}) == 9


def test_a_refused_interval_is_not_drawn():
    chart, ax = picture("forest", "refused")
    assert "0.500 (no interval)" in words(ax)
    assert "no interval: 2 of 1,000 games" in words(ax)
    assert "no interval: 2 of 1,000 games are unique" in chart.tell()


def test_random_play_is_said_to_tell_nothing_of_skill():
    only = conditions(condition(60, 10, 30), condition(55, 10, 35, convention="owners"))
    caution = "says nothing about players who choose"
    assert caution in draw.describe(only, picture="forest")
    assert caution not in draw.describe(FORESTS["few"], picture="forest")
    assert caution in draw.describe(GAMES, picture="margins")
    for path in [*ROOT.glob("mancala_core/show/chart*.py"), ROOT / "mancala_core/show/plots.py"]:
        assert "advantage" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", [case for case in RUNS if case != "none"])
def test_the_running_line_goes_through_the_scores(case):
    chart, ax = picture("running", case)
    table = RUNS[case]
    line = max(kinds(ax, Line2D, 3), key=lambda line: len(line.get_xdata()))
    if len(table) > 2:
        kept = table.iloc[chart.kept()]
        assert list(line.get_xdata()) == pytest.approx([chart.x.at(n) for n in kept["games"]])
        assert list(line.get_ydata()) == pytest.approx([chart.y.at(s) for s in kept["score"]])
        [band] = [shape for shape in kinds(ax, Polygon, 1.5) if len(shape.get_xy()) > 5]
        assert len(band.get_xy()) == 2 * len(kept) + 1
    last = table.iloc[-1]
    [place] = {x for x, y in points(ax) if y < chart.bottom}
    assert place > chart.right
    wanted = chart.y.at(last["high"]), chart.y.at(last["low"])
    assert ends(ax, place, upright=True) == [pytest.approx(wanted)]


def test_the_fixed_interval_is_told_at_the_end_only():
    chart, ax = picture("running", "long")
    last = RUNS["long"].iloc[-1]
    assert f"{last['low']:.3f} to {last['high']:.3f}" in words(ax)
    inner = chart.tell().splitlines()[1:-1]
    assert all("After " in line for line in inner)
    early = RUNS["long"].iloc[0]
    assert f"After 1 game: {early['score']:.3f} (0.000 to 1.000)." in inner


def test_many_looks_are_thinned_for_the_eye_and_kept_in_the_numbers():
    chart, _ = picture("running", "long")
    assert len(chart.kept()) < 4000
    assert chart.kept()[0] == 999
    assert chart.kept()[-1] == 19_999
    assert len(chart.numbers()) == 20_000


@pytest.mark.parametrize("case", ["few", "long", "all wins"])
def test_the_running_line_stays_inside_its_axes(case):
    chart, ax = picture("running", case)
    shown = RUNS[case].iloc[chart.kept()]
    for name in ("score", "seq_low", "seq_high"):
        assert shown[name].between(chart.y.low, chart.y.high).all()
    assert shown["games"].iloc[0] == chart.x.low <= max(1, len(RUNS[case]) / 20)
    said = f"The axis begins at {int(chart.x.low):,} games" in words(ax)
    assert said == (case != "few")
    assert "After 1 game: " in chart.tell()


def naive_margins(df, convention):
    """Margin of the starter of each finished game, and whether the last seeds decide it."""
    found = []
    for row in settle(df, convention).itertuples():
        if row.result not in ("win", "draw", "loss"):
            continue
        south = row.starter == "south"
        mine, yours = (row.south, row.north) if south else (row.north, row.south)
        left = row.left_south + row.left_north
        margin = int(row.score_south - row.score_north) * (1 if south else -1)
        best, worst = mine + left - yours, mine - yours - left
        outcomes = {"win" if lead > 0 else "loss" if lead < 0 else "draw" for lead in (best, worst)}
        found.append((margin, len(outcomes) > 1))
    return found


@pytest.mark.parametrize("convention", ["penultimate", "owners", "nobody", "starter", "lottery"])
@pytest.mark.parametrize("df", [GAMES, CUT], ids=["all", "cut"])
def test_margins_are_those_of_the_games(df, convention):
    wanted = sorted(naive_margins(df, convention))
    found = margins_of(df, convention)
    assert found["games"].eq(1).all()
    assert sorted(zip(found["margin"].astype(int), found["decided"])) == wanted
    numbers = draw.numbers(df, picture="margins", convention=convention)
    for margin, games, decided in numbers.itertuples(index=False):
        here = [decides for value, decides in wanted if value == margin]
        assert (games, decided) == (len(here), sum(here))
    assert numbers["games"].sum() == len(wanted)


def test_bars_are_as_high_as_their_share():
    chart, ax = picture("margins", "all")
    drawn = bars(ax, chart)
    assert sum(height for *_, height, _ in drawn) == pytest.approx(chart.bottom - chart.y.at(1.0))
    for margin, games, decided in chart.bars.itertuples(index=False):
        middle = chart.x.at(margin)
        here = [bar for bar in drawn if bar[0] < middle < bar[0] + bar[2]]
        for hatched, count in ((True, decided), (False, games - decided)):
            high = sum(height for *_, height, hatch in here if bool(hatch) == hatched)
            assert high == pytest.approx(chart.bottom - chart.y.at(count / chart.total))
    assert f"lost {percent(chart.counts['loss'] / chart.total)}" in words(ax)


def test_margins_name_the_convention_and_what_is_unfinished():
    _, ax = picture("margins", "settled")
    assert "last seeds: starter" in words(ax)
    chart, ax = picture("margins", "cut")
    cut = int((CUT["ending"] == "cut").sum())
    assert f"{cut} cut ({percent(cut / 100)})" in words(ax)
    assert chart.total == 100 - cut
    with pytest.raises(ValueError, match="settled already"):
        draw.describe(MARGINS["settled"], picture="margins", convention="owners")


def test_margins_of_many_values_share_bars_with_one_on_zero():
    rules = Rules.load("anywoli").replace(holes=13, seeds=4, remainder="owners")
    df = simulate(rules, 60, seed=3, progress=False, max_moves=5000)
    chart = Margins(df, plots.speak("en"))
    assert len(chart.bars) <= 101
    assert set(chart.bars["margin"] % chart.step) == {0}


def test_exact_tails_are_told_as_what_is_expected():
    exact = GAMES.head(40).assign(tail="exact", p_south=0.25)
    exact["south"], exact["north"] = 20, 20
    exact["last_taker"] = "south"
    found = margins_of(exact, "penultimate")
    assert found["games"].sum() == pytest.approx(40)
    assert set(np.abs(found["margin"])) == {8.0}
    south = exact["starter"] == "south"
    wins = np.where(south, 0.25, 0.75).sum()
    assert found.loc[found["margin"] > 0, "games"].sum() == pytest.approx(wins)
    with pytest.raises(ValueError, match="exact tail"):
        Lengths(exact, plots.speak("en"))


def test_a_game_that_is_cut_is_never_an_end():
    chart, ax = picture("lengths", "only cut")
    assert set(chart.numbers()["survival"]) == {1.0}
    assert "median above 70 moves" in chart.tell()
    assert "100 % " in words(ax)
    _, ax = picture("lengths", "cut")
    assert "games cut there: how long they would last is unknown" in words(ax)


def test_curves_go_through_the_shares_and_differ_without_colour():
    chart, ax = picture("lengths", "eight")
    styles = [chart.line_of(place) for place in range(8)]
    assert len(set(styles)) == 8
    chart, ax = picture("lengths", "all")
    [group] = chart.groups
    line = max(kinds(ax, Line2D, 3), key=lambda line: len(line.get_xdata()))
    corners = set(zip(np.round(line.get_xdata(), 6), np.round(line.get_ydata(), 6)))
    wanted = {
        (round(chart.x.at(moves), 6), round(chart.y.at(share), 6))
        for moves, share in zip(group.table["moves"], group.table["survival"])
    }
    assert len(wanted & corners) > 0.7 * len(wanted)
    assert f"median {int(group.median.estimate)} moves" in chart.head()
    assert (GAMES["moves"] > group.median.estimate).mean() <= 0.5
    assert (GAMES["moves"] >= group.median.estimate).mean() > 0.5


def test_lengths_can_be_grouped_by_a_column():
    df = GAMES.assign(half=np.arange(400) // 200)
    numbers = draw.numbers(df, picture="lengths", by="half")
    assert set(numbers["group"]) == {"half 0", "half 1"}
    with pytest.raises(ValueError, match="no column 'third'"):
        draw.numbers(df, picture="lengths", by="third")
    with pytest.raises(ValueError, match="400 groups"):
        draw.numbers(df, picture="lengths", by="game")


def test_laps_are_counted_from_the_far_end():
    chart, ax = picture("laps_per_move", "few")
    assert chart.numbers()["at_least"].tolist() == [100, 30, 10, 1]
    drawn = [at for at in points(ax) if at[1] < chart.bottom]
    wanted = [
        (chart.x.at(laps), chart.y.at(n / 100)) for laps, n in zip((1, 2, 3, 5), (100, 30, 10, 1))
    ]
    assert np.array(drawn) == pytest.approx(np.array(wanted))
    assert "70.0 % of 100 moves have a single lap, 1 have 5 or more" in chart.head()
    assert "3 or more laps: 10 moves (10.00 %)." in chart.tell()


def test_openings_stand_over_their_letters():
    chart, ax = picture("openings", "twelve")
    table = OPENINGS["twelve"]
    letters = {text.get_text(): text.get_position()[0] for text in ax.texts}
    for place, row in enumerate(table.itertuples()):
        x = chart.places[place]
        assert letters[row.opening] == pytest.approx(x)
        wanted = chart.y.at(row.high), chart.y.at(row.low)
        assert ends(ax, x, upright=True) == [pytest.approx(wanted)]
    assert chart.found.sum() == 2
    diamonds = [shape for shape in kinds(ax, Polygon, 4.5) if len(shape.get_xy()) == 5]
    assert len(diamonds) == 2 + 1, "those found, and the one of the key"
    mean = np.average(table["score"], weights=table["games"])
    assert f"mean {mean:.3f}" in words(ax)
    assert chart.tell().count("differs from the others") == 2


@pytest.mark.parametrize("case", [case for case in FLOWS if case != "none"])
def test_cells_of_the_flow_are_the_counts(case):
    chart, ax = picture("flow", case)
    found = TABLES["flow"][case]
    assert chart.numbers()["games"].sum() == found.finished
    cells = words(ax)
    for row, column in product(range(3), range(3)):
        count = int(found.table.iloc[row, column])
        assert f"{count:,}" in cells
    crossed = int(found.impossible.to_numpy().sum())
    assert cells.count("cannot happen") == crossed + bool(crossed)  # and in the key
    squares = [
        shape.get_width() ** 2
        for shape in kinds(ax, Rectangle, 2)
        if shape.get_width() == shape.get_height() != 16
    ]
    counts = sorted(float(count) for count in found.table.to_numpy().ravel() if count)
    assert np.sort(squares) / max(squares) == pytest.approx(np.array(counts) / max(counts))


def test_a_cell_that_cannot_be_differs_from_one_that_is_empty():
    df = simulate("anywoli", 30, seed=1, progress=False, max_moves=900)
    chart = plots.chart_of("flow", df, "en", first="penultimate", second="starter")
    ax = Figure((9, 5.3)).add_axes((0, 0, 1, 1))
    chart.draw(Canvas(ax, chart.width, chart.height, chart.palette))
    texts = [text.get_text() for text in ax.texts]
    assert texts.count("cannot happen") == 4
    assert "cannot happen under these rules" in texts
    assert chart.tell().count("cannot happen") == 4
    assert "anywoli, random against random, start number 1, 30 games" in " ".join(texts)
    empty = int((chart.counts == 0).sum()) - 4
    assert sum(text.startswith("at most ") for text in texts) == empty
    with pytest.raises(ValueError, match="two conventions"):
        draw.flow(df, first="starter", ax=Figure().add_subplot())


@pytest.mark.parametrize(
    "cells", [[(0, 2)], [(0, 1), (0, 2), (1, 0), (2, 0)], [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0)]]
)
def test_up_to_five_cells_can_be_impossible(cells):
    found = flow_of(GAMES, "owners", "owners")
    impossible = found.impossible.copy()
    for row, column in cells:
        impossible.iloc[row, column] = True
    chart = plots.chart_of("flow", replace(found, impossible=impossible), "en")
    ax = Figure((chart.width / DPI, chart.height / DPI), dpi=DPI).add_axes((0, 0, 1, 1))
    chart.draw(Canvas(ax, chart.width, chart.height, chart.palette))
    texts = [text.get_text() for text in ax.texts]
    assert texts.count("cannot happen") == chart.tell().count("cannot happen") == len(cells)
    assert sum(text.startswith("at most ") for text in texts) == 6 - len(cells)
    assert not complaints(ax)


def test_a_flow_that_knows_its_games_says_so():
    found = flow_of(GAMES, "owners", "starter")
    for name, value in (("rules", "adji_kui_2"), ("strategies", ("random",) * 2), ("seed", 1)):
        object.__setattr__(found, name, value)
    told = draw.describe(found, picture="flow")
    assert "adji_kui_2, random against random, start number 1, 400 games" in told
    assert "says nothing about players who choose" in told


def test_calibration_says_what_the_intervals_were_tried_on():
    table = CALIBRATIONS["few"].drop(columns="games")
    table = table[table["method"] != "normal"].replace("Wilson", "score")
    table.attrs = {"games": 50, "chances": (0.4, 0.2, 0.4)}
    told = draw.describe(table, picture="calibration").splitlines()
    assert told[0] == "Calibration of intervals: 3 rows, and none holds less often than promised."
    assert told[1] == (
        "2,000 studies each, 50 games a study, chances 40 % won, 20 % drawn, 40 % lost."
    )
    assert told[2].startswith("score: 1,902 of 2,000 intervals")
    told = draw.describe(CALIBRATIONS["many"], picture="calibration")
    assert "score: Wilson, 5 games a study: 1,902" in told


def test_captions_keep_numbers_whole_and_lines_full():
    chart, _ = picture("flow", "all")
    text = f"{chart.words.listed(chart.settings)}. {' '.join(chart.changes())} {chart.foot}"
    for room in range(260, 900, 40):
        lines = fill(chart.ruler, text, 15, room)
        assert " ".join(lines) == text
        for line, after in pairwise(lines):
            start = after.split(" ")
            assert not after.startswith(("%", "to ", "(", "without"))
            assert not re.search(r"\([^)]*$", line)
            assert chart.ruler.width(line, 15) <= room
            if not start[0][0].isdigit() and not line[-1].isdigit() and "start" not in start[0]:
                least = chart.ruler.width(f"{line} {' '.join(start[:5])}", 15)
                assert least > room
    assert fill(chart.ruler, LONG, 15, 20) == LONG.split()


@pytest.mark.parametrize("rules", ["anywoli", "adji_kui_2"])
@pytest.mark.parametrize("strategy", ["random", "greedy"])
def test_laps_of_real_games_say_whose_they_are(rules, strategy):
    table = lap_counts(rules, 20, seed=1, strategies=(strategy, strategy), max_moves=500)
    chart = plots.chart_of("laps_per_move", table, "en")
    said = f"{rules}, {strategy} against {strategy}, start number 1, 20 games, cut after 500 moves"
    assert said in chart.tell()
    assert f"cut after 500 moves, {int(table['moves'].sum()):,} moves in all." in chart.tell()


def test_a_table_of_games_is_no_table_of_laps_of_moves():
    games = simulate("adji_kui_2", 5, seed=1)
    with pytest.raises(
        ValueError, match=r"This is a table of games.*lap_counts\(rules\) gives one"
    ):
        plots.chart_of("laps_per_move", games, "en")


def test_rules_that_differ_in_nothing_are_told_in_whole_sentences():
    one = plots.chart_of("family", differences(["anywoli"]), "en")
    assert "has ." not in one.tell()
    same = ["anywoli", "anywoli own_final=relay"]
    for name in ("family", "tree"):
        told = plots.chart_of(name, differences(same), "en").tell()
        assert re.search(r": 0 options (differ )?from .*[^: ]\.$", told, re.MULTILINE), told


def test_openings_name_strategies_and_convention_as_others_do():
    table = OPENINGS["six"].copy()
    table.attrs = table.attrs | {"convention": "owners"}
    told = draw.describe(table, picture="openings")
    assert "anywoli, random against random, last seeds: owners, start number 1" in told
    table.attrs["strategies"] = ["random", "greedy"]
    assert "South random, North greedy" in draw.describe(table, picture="openings")


def test_calibration_stands_beside_its_promise():
    chart, ax = picture("calibration", "few")
    for (y, _), row in zip(chart.rows, chart.table.itertuples()):
        assert (chart.x.at(row.low), chart.x.at(row.high)) == pytest.approx(ends(ax, y)[0])
        assert (chart.x.at(row.coverage), y) in points(ax)
    assert "1 of 4 rows holds less often than promised: score: normal." in chart.head()
    assert "2,000 studies each, 100 games a study." in words(ax)
    assert chart.x.low < 0.92


# Surplus and lengths of matches


@pytest.mark.parametrize("case", [case for case in SURPLUS if case != "none"])
def test_marks_of_a_surplus_stand_where_the_estimates_are(case):
    chart, ax = picture("surplus", case)
    for place, group in enumerate(chart.groups):
        rows = chart.table[chart.table["group"] == group]
        for row in rows.itertuples():
            x = chart.across(place, row.holes)
            bars = ends(ax, x, upright=True)
            if np.isnan(row.low):
                assert bars == []
            else:
                assert (chart.y.at(row.high), chart.y.at(row.low)) == pytest.approx(bars[0])
    assert len(chart.places) == chart.table["holes"].nunique()
    assert chart.y.low < 0.5 < chart.y.high


def test_a_surplus_in_seeds_has_its_line_at_nought():
    chart = plots.chart_of("surplus", SURPLUS["all"], "en", quantity="margin")
    assert chart.y.at(0) == pytest.approx((chart.top + chart.bottom) / 2)
    assert "lead in seeds" in chart.keys[0][1]
    assert "−" in chart.head()
    with pytest.raises(ValueError, match="it can be score, margin"):
        draw.surplus(SURPLUS["all"], quantity="laps", ax=Figure().add_subplot())
    with pytest.raises(ValueError, match="lacks the columns margin"):
        draw.surplus(LEAD, quantity="margin", ax=Figure().add_subplot())
    with pytest.raises(ValueError, match="5 groups; 4 can be told apart"):
        draw.surplus(together(dict.fromkeys("abcde", LEAD)), ax=Figure().add_subplot())


def test_a_surplus_says_what_it_is_about():
    heads = {case: plots.chart_of("surplus", SURPLUS[case], "en").head() for case in SURPLUS}
    assert heads["one"].startswith("Matches won, by the holes owned after 0 rounds: ")
    assert heads["every round"].startswith("Matches won, by the holes owned in a round: ")
    assert "seen by North" in words(picture("surplus", "every round")[1])
    assert "repeat each other" in plots.chart_of("surplus", SURPLUS["refused"], "en").tell()
    for row in SURPLUS["all"].itertuples():
        assert f"{row.score:.3f}" in plots.chart_of("surplus", SURPLUS["all"], "en").tell()


def test_matches_that_nobody_won_are_told_apart():
    chart, ax = picture("match_lengths", "cut")
    results = MATCHES["cut"]["result"].astype(str).value_counts()
    assert results["round_limit"] > 5
    assert results["cut"] > 0
    assert f"{results['round_limit']} at the limit of rounds" in chart.tell()
    assert f"{results['cut']} cut in a round" in chart.tell()
    assert "nobody had won by then" in words(ax)
    assert "nobody had won by then" not in words(picture("match_lengths", "all")[1])
    assert chart.x.log
    with pytest.raises(ValueError, match="no column 'x'"):
        draw.match_lengths(MATCHES["all"], by="x", ax=Figure().add_subplot())
    with pytest.raises(ValueError, match="groups of matches; 4 can be told apart"):
        draw.match_lengths(MATCHES["all"], by="match", ax=Figure().add_subplot())


@every_case
def test_each_estimate_is_in_the_twin(name, case):
    chart = plots.chart_of(name, TABLES[name][case], "en")
    told, numbers = chart.tell(), chart.numbers()
    columns = [column for column in ("games", "held") if column in numbers]
    if name in ("forest", "openings", "calibration", "flow") and case != "none":
        for value in numbers[columns[-1]]:
            assert f"{int(value):,}" in told
    if name in ("forest", "openings"):
        for value in numbers["score"].dropna():
            assert f"{value:.3f}" in told


FUNCTIONS = {name: getattr(draw, name) for name in plots.PICTURES}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_given_axes_are_used_and_remembered(name):
    case = list(TABLES[name])[-1]
    before = plt.get_fignums()
    ax = Figure((9, 6)).add_subplot()
    assert FUNCTIONS[name](TABLES[name][case], ax=ax, dark=True) is ax
    assert plt.get_fignums() == before
    assert ax.get_label() == draw.headline(ax) == draw.describe(ax).splitlines()[0]
    assert draw.headline(TABLES[name][case], picture=name) == draw.headline(ax)
    assert draw.numbers(ax).equals(draw.numbers(TABLES[name][case], picture=name))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_without_axes_one_figure_of_the_right_size_is_made(name):
    case = list(TABLES[name])[1]
    before = set(plt.get_fignums())
    ax = FUNCTIONS[name](TABLES[name][case])
    assert isinstance(ax, Axes)
    [made] = set(plt.get_fignums()) - before
    assert ax.figure.bbox.width == 900
    plt.close(made)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_png_works_in_a_thread_and_carries_the_twin(name):
    case, made = list(TABLES[name])[1], []
    before = plt.get_fignums()
    thread = threading.Thread(
        target=lambda: made.append(draw.png(TABLES[name][case], picture=name, zoom=0.5))
    )
    thread.start()
    thread.join()
    assert plt.get_fignums() == before
    assert made[0].startswith(b"\x89PNG")
    assert b"Description" in made[0]
    assert int.from_bytes(made[0][16:20]) == 450


def test_axes_are_let_go_with_their_picture():
    ax = Figure().add_subplot()
    draw.laps_per_move(LAPS["few"], ax=ax)
    gone = weakref.ref(ax)
    del ax
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("what", [None, "x", pd.DataFrame({"x": [1]})])
def test_what_is_no_table_for_the_picture_is_refused_in_words(name, what):
    with pytest.raises(ValueError, match=r"gives? one|lacks?|two conventions"):
        FUNCTIONS[name](what, ax=Figure().add_subplot())


def test_a_table_needs_the_name_of_its_picture():
    for call in (draw.describe, draw.headline, draw.numbers, draw.png):
        with pytest.raises(ValueError, match="say which with picture="):
            call(GAMES)
        with pytest.raises(ValueError, match="no picture 'pie'"):
            call(GAMES, picture="pie")
    with pytest.raises(ValueError, match="No picture of a table"):
        draw.describe(Figure().add_subplot())
    with pytest.raises(ValueError, match="drawn already"):
        draw.png(Figure().add_subplot())
    with pytest.raises(ValueError, match="describe tells them"):
        draw.numbers(Position.start("anywoli"))
    with pytest.raises(ValueError, match="no language"):
        draw.forest(FORESTS["one"], language="xx", ax=Figure().add_subplot())


def luma(color):
    red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.parametrize("looks", [BRIGHT, DIM], ids=["light", "dark"])
def test_results_differ_in_grey_and_by_hatch(looks):
    greys = sorted(luma(looks.result[kind]) for kind in ("win", "draw", "loss"))
    assert np.diff(greys).min() > 35
    for kind in ("win", "draw", "loss"):
        assert abs(luma(looks.result[kind]) - luma(looks.on_result[kind])) > 90


@pytest.mark.parametrize(
    ("low", "high"), [(0.46, 0.57), (0, 1), (-96, 96), (0.4999, 0.5001), (0, 3e6)]
)
def test_ticks_are_round_and_inside(low, high):
    for most in (4, 7, 12):
        ticks = Scale(low, high, 0, 500).ticks(most)
        assert 1 <= len(ticks) <= most
        assert low <= ticks[0] <= ticks[-1] <= high
        assert len(ticks) < 3 or np.ptp(np.diff(ticks)) < 1e-9 * (high - low)
        written = [even(ticks)(tick) for tick in ticks]
        assert len(set(written)) == len(ticks)


@pytest.mark.parametrize(("low", "high"), [(1, 2), (1, 40), (15, 1000), (1e-7, 1), (1, 1e12)])
def test_logarithmic_ticks_are_inside(low, high):
    ticks = Scale(low, high, 0, 500, log=True).ticks(8)
    assert 2 <= len(ticks) <= 8
    assert low <= ticks[0] < ticks[-1] <= high
    assert all(re.fullmatch(r"[\d,]*\.?\d+", plain(tick)) for tick in ticks)

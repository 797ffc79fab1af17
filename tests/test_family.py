"""Rule sets side by side: what counts as a difference, the way from one to another, the tree."""

import os
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyBboxPatch
from test_notebooks import ANSWERS, BOOKS, run

from mancala_core.engine.options import FIELDS, MATCH_FIELDS, in_use, values_of
from mancala_core.engine.position import Position
from mancala_core.engine.rules import Rules
from mancala_core.show import draw, plots
from mancala_core.show.rule_values import idle
from mancala_core.show.words import speak
from mancala_core.study.family import (
    CHANGED,
    OURS,
    Change,
    between,
    changes,
    differences,
    distances,
    shared,
    steps,
    tree,
    unused,
)
from mancala_core.study.simulate import simulate

TEN = (
    *("adji_kui_1", "adji_kui_2", "anywoli", "anywoli_wikipedia", "ba_awa"),
    *("hoyito_1", "hoyito_2", "obridjie", "yit_jani", "yit_nuri"),
)
FAMILY = differences(TEN)
VARIANTS = [
    *TEN,
    *("anywoli final=nobody", "adji_kui_2 relay=false", "hoyito_2 final_side=own"),
    *("obridjie end_at=4", "adji_kui_1 end_without_move=true", "ba_awa match=own_row"),
]

# What decides nothing


@pytest.mark.parametrize("label", VARIANTS)
def test_unused_options_are_those_that_the_rule_lab_calls_idle(label):
    rules = Rules.of(label)
    single = {field for field in unused(label) if field not in MATCH_FIELDS}
    assert single == set(idle(speak("en"), rules))
    matches = {field for field in unused(label) if field in MATCH_FIELDS}
    assert matches == set(MATCH_FIELDS) - {"match", *in_use(rules.match)}


def others(rules, field):
    """Rules with another value of an option, as far as they have a meaning."""
    own = getattr(rules, field)
    for value in values_of(field) or (own + 1,):
        if value != own:
            try:
                yield rules.replace(**{field: value})
            except ValueError:
                continue


def played(rules):
    table = simulate(rules, 60, seed=3, max_moves=300, progress=False)
    columns = ["south", "north", "moves", "laps", "left_south", "fingerprint"]
    return table.assign(ending=table["ending"].astype(str))[[*columns, "ending"]]


@pytest.mark.parametrize("label", [label for label in VARIANTS if label != "adji_kui_2"])
def test_an_unused_option_changes_no_game(label):
    rules, tried = Rules.of(label), 0
    for field in unused(label):
        for variant in others(rules, field):
            tried += 1
            assert played(variant).equals(played(rules)), variant.label
    assert tried


@pytest.mark.parametrize("field", ["passing", "final_side", "after_final", "own_final", "chain"])
def test_a_used_option_changes_games(field):
    rules = Rules.of("adji_kui_2")
    assert field not in unused(rules)
    assert not any(played(variant).equals(played(rules)) for variant in others(rules, field))


def test_a_reason_names_an_option_with_its_value():
    for label in VARIANTS:
        rules = Rules.of(label)
        for field, why in unused(label).items():
            for reason in why.split(" and "):
                option, value = reason.split(" is ")
                assert str(getattr(rules, option)).lower() == value
                assert option != field


# Differences


def test_differences_are_the_same_from_both_sides_and_from_the_table():
    for one, other in combinations(TEN, 2):
        there = changes(one, other)
        back = [Change(change.option, change.other, change.one) for change in there]
        assert changes(other, one) == back
        assert between(FAMILY, one, other) == there
        assert all(change.one != change.other for change in there)
    assert [str(change) for change in changes("adji_kui_1", "adji_kui_2")] == [
        *("relay false → true", "capture_on 2,3 → 4", "chain preceding → none"),
        *("end_at 0 → 8", "repetition owners → play_on", "match none → buying"),
    ]


def test_what_decides_nothing_is_no_difference():
    assert changes("anywoli", "anywoli goal=12") == []
    assert changes("anywoli", "anywoli own_final=relay") == []
    assert [change.option for change in changes("adji_kui_2", "adji_kui_2 goal=12")] == ["goal"]
    assert "goal" not in [change.option for change in changes("anywoli", "adji_kui_2 goal=12")]


def test_the_table_has_every_value_with_its_source():
    assert len(FAMILY) == len(TEN) * len(FIELDS)
    for name in TEN:
        here = FAMILY[FAMILY["rules"] == name].set_index("option")
        assert here["source"].to_dict() == dict(Rules.load(name).about.origins)
        assert set(here.index[~here["used"]]) == set(unused(name))
    variant = differences(["anywoli holes=7"]).set_index("option")
    assert variant.loc["holes", ["value", "source"]].tolist() == ["7", CHANGED]
    assert variant.loc["origin", "source"] == OURS
    assert set(variant["title"]) == {"Anywoli holes=7"}


def test_without_names_all_rule_sets_stand_there_with_anywoli_first():
    names = differences()["rules"].unique().tolist()
    assert names[0] == "anywoli"
    assert sorted(names) == list(Rules.names())


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["anywali"], "There is no rule set 'anywali'"),
        (["anywoli", "ba_awa", "anywoli"], "anywoli stands twice"),
    ],
)
def test_wrong_names_are_refused(names, sentence):
    with pytest.raises(ValueError, match=sentence):
        differences(names)


def test_a_rule_set_that_is_not_in_the_table_is_refused():
    with pytest.raises(ValueError, match="'chess' is not in the table; there are adji_kui_1,"):
        between(FAMILY, "anywoli", "chess")


def test_shared_options_have_one_value_where_they_act():
    assert len(shared(FAMILY)) == 13
    for field, value in shared(FAMILY).items():
        here = FAMILY[(FAMILY["option"] == field) & FAMILY["used"]]
        assert set(here["value"]) == {value}
    assert "goal" not in shared(differences(["anywoli", "obridjie"]))


# Steps


@pytest.mark.parametrize("ends", [("anywoli", "adji_kui_2"), ("hoyito_2", "ba_awa")])
def test_each_step_changes_one_option_and_can_be_played(ends):
    path = steps(*ends)
    for before, after in pairwise(path):
        assert sum(getattr(before, field) != getattr(after, field) for field in FIELDS) == 1
        assert len(simulate(after, 5, seed=1, max_moves=50, progress=False)) == 5
    assert path[0] == Rules.load(ends[0])
    assert changes(path[-1], ends[1]) == []
    assert len(path) == len(changes(*ends)) + 1


def test_all_orders_lead_to_the_same_rules():
    ends = steps("hoyito_1", "hoyito_2")[-1]
    fields = [change.option for change in changes("hoyito_1", "hoyito_2")]
    assert all(steps("hoyito_1", "hoyito_2", order)[-1] == ends for order in permutations(fields))


@pytest.mark.parametrize("order", [[], ["passing"], ["passing", "chain", "chain"]])
def test_an_order_that_leaves_options_out_is_refused(order):
    with pytest.raises(ValueError, match="it takes each of passing, chain, after_final once"):
        steps("hoyito_1", "hoyito_2", order)


def test_a_step_without_a_meaning_is_refused():
    two = "anywoli final=owner passing=nobody", "anywoli final=nobody passing=owner"
    assert len(steps(*two)) == 3
    with pytest.raises(ValueError, match="nothing could ever be captured"):
        steps(*two, order=["final", "passing"])


def test_an_option_that_wakes_up_on_the_way_is_refused():
    one = "anywoli own_final=relay"
    assert len(steps(one, "anywoli holes=6")) == 2
    with pytest.raises(ValueError, match="own_final would be left"):
        steps(one, "anywoli final_side=opponent")


# The tree


def test_distances_are_counts_on_both_sides():
    far = distances(FAMILY)
    assert list(far.index) == list(far.columns) == list(TEN)
    assert (far.to_numpy() == far.to_numpy().T).all()
    assert (np.diag(far) == 0).all()
    for one, other in combinations(TEN, 2):
        assert far.loc[one, other] == len(changes(one, other))


def test_no_way_round_is_shorter_among_the_ten():
    far = distances(FAMILY).to_numpy()
    assert (far[:, None, :] <= far[:, :, None] + far[None, :, :]).all()


def least(far):
    """The sum of a smallest tree, grown from its first member as Prim has it."""
    inside, total = {0}, 0
    while len(inside) < len(far):
        outside = [j for j in range(len(far)) if j not in inside]
        step, member = min((far[i, j], j) for i in inside for j in outside)
        total += step
        inside.add(member)
    return total


def parts(edges, names):
    """How many parts the rule sets fall into."""
    part = {name: name for name in names}
    for one, other in edges:
        old, new = part[one], part[other]
        part = {name: new if where == old else where for name, where in part.items()}
    return len(set(part.values()))


@pytest.mark.parametrize("names", [TEN, VARIANTS, TEN[:2], TEN[3:8]])
def test_the_tree_joins_all_by_as_few_differences_as_can_be(names):
    table = differences(names)
    edges = tree(table)
    lines = list(zip(edges["one"], edges["other"], strict=True))
    assert len(lines) == len(names) - 1
    assert parts(lines, table["rules"].unique()) == 1
    assert edges["options"].sum() == least(distances(table).to_numpy())
    for row in edges.itertuples():
        assert row.changes == changes(row.one, row.other)
        assert row.options == len(row.changes)
        assert row.one < row.other


def test_another_line_would_do_where_the_sum_remains_the_same():
    far, edges = distances(FAMILY), tree(FAMILY)
    lines = list(zip(edges["one"], edges["other"], strict=True))
    for row, line in zip(edges.itertuples(), lines, strict=True):
        rest = [other for other in lines if other != line]
        instead = [
            new
            for new in combinations(TEN, 2)
            if new not in lines and far.loc[new] == row.options and parts([*rest, new], TEN) == 1
        ]
        assert row.instead == len(instead)
    assert set(edges["instead"]) == {0, 1, 4}


def test_the_order_of_the_table_makes_no_difference():
    known = tree(FAMILY)
    rng = np.random.default_rng(5)
    for _ in range(5):
        assert tree(differences(rng.permutation(TEN).tolist())).equals(known)


def test_one_rule_set_or_none_is_no_tree():
    assert len(tree(differences(["anywoli"]))) == len(tree(differences([]))) == 0


# The pictures


def test_a_box_stands_where_a_value_is_another_one():
    ax = draw.family(FAMILY, ax=Figure().add_subplot())
    boxes = [box for box in ax.get_children() if isinstance(box, FancyBboxPatch)]
    key = 1
    expected = sum(len(changes(TEN[0], name)) for name in TEN)
    assert len(boxes) == expected + key
    dashes = sum(text.get_text() == "–" for text in ax.texts)
    differing = [field for field in FIELDS if field not in shared(FAMILY)]
    assert dashes == key + sum(field in unused(name) for name in TEN for field in differing)
    told = draw.describe(ax)
    assert "Yit Nuri: 10 options differ from Adji Kui I: holes 7; relay true;" in told
    assert draw.numbers(ax).loc["holes"].tolist() == ["6", "6", "12", "12", *["6"] * 4, "13", "7"]


def test_no_more_than_ten_columns_stand_beside_each_other():
    names = [*TEN, "anywoli holes=9", "anywoli holes=10"]
    chart = plots.chart_of("family", differences(names), "en")
    assert [name for _, block in chart.blocks for name in block] == names
    assert len(chart.blocks) > 1
    assert len(plots.chart_of("family", FAMILY, "en").blocks) == 1


def test_lines_are_as_long_as_options_change_and_dashed_where_others_would_do():
    chart = plots.chart_of("tree", FAMILY, "en")
    assert [row.branch for row in chart.rows] == chart.branches
    assert {branch.name for branch in chart.branches} == set(TEN)
    at = {row.branch.name: row for row in chart.rows}
    for row in chart.rows[1:]:
        length = row.x - at[row.branch.parent].x
        assert length == pytest.approx(chart.unit * len(row.branch.changes))
        assert row.branch.changes == changes(row.branch.parent, row.branch.name)
        assert row.y > at[row.branch.parent].y
    ax = draw.tree(FAMILY, ax=Figure().add_subplot())
    lines = [line for line in ax.get_children() if isinstance(line, Line2D)]
    key = 1
    assert sum(line.is_dashed() for line in lines) == key + (tree(FAMILY)["instead"] > 0).sum()
    assert len([dot for dot in ax.get_children() if isinstance(dot, Circle)]) == len(TEN)
    assert draw.describe(ax).count("would do as well") == (tree(FAMILY)["instead"] > 0).sum()
    assert draw.numbers(ax)["options"].sum() == tree(FAMILY)["options"].sum()


def test_one_rule_set_is_told_to_be_no_tree():
    told = draw.describe(differences(["anywoli"]), picture="tree")
    assert told == "A tree of the games takes two rule sets or more."


# A game that pupils enter


def test_right_answers_make_a_file_that_can_be_played(tmp_path, monkeypatch):
    """The cells that write and show the game of the exercises, which are stored unanswered."""
    monkeypatch.setenv("MANCALA_RULES", str(tmp_path))
    name = "10-family.ipynb"
    found = {cell.id: cell.source for cell in BOOKS[name].cells}
    names = {"folder": type("Folder", (), {"name": str(tmp_path)})()}
    names |= {f"answer_{number}": eval(ANSWERS[name, number]) for number in (2, 3, 4)}
    run(found["imports"], names)
    helper = found["file"].partition("\n\n\n")[0]
    run(helper, names)
    assert "own_final stop → relay" not in run(found["market"], names)
    assert os.listdir(tmp_path) == ["market_day.toml"]
    rules = Rules.load("market_day")
    assert (rules.total, rules.capture_on, rules.own_final) == (36, (3,), "relay")
    assert len(changes("anywoli", rules)) == 11
    assert Position.start(rules).seeds == (3,) * 12
    assert "No Market Day" not in run(found["market-board"], names)
    assert len(simulate("market_day", 20, seed=1, max_moves=500, progress=False)) == 20

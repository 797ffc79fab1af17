"""The published table played again: settings, counts, the test of each line, the stored file."""

import math

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from scipy import stats

from mancala_core.engine.rules import Rules
from mancala_core.show import draw
from mancala_core.study import reproduction
from mancala_core.study.differences import difference
from mancala_core.study.published import published_figures
from mancala_core.study.publisher import Conventions, play_by
from mancala_core.study.reproduction import (
    COUNTED,
    LINES,
    Play,
    added,
    blocks,
    counts,
    line_of,
    plays,
    published_results,
    reproduce,
    results_of,
    side_by_side,
    switches,
    two_samples,
    verdict,
)

STORED = published_results()
FIRST = STORED[(STORED["first"] == 0) & (STORED["part"] != "defaults")]


def made(counted, part="stated", **more):
    """Results of one block for each of these games."""
    rows = []
    for game, (wins, ties, losses, none) in counted.items():
        row = dict.fromkeys(reproduction.COLUMNS, "") | dict.fromkeys(COUNTED, 0)
        row |= {"part": part, "game": game, "games": wins + ties + losses + none, "changed": 0}
        row |= {"starter_wins": wins, "ties": ties, "second_wins": losses, "no_result": none}
        rows.append(row | {"seed": 1, "first": 0, "max_moves": 500} | more)
    return pd.DataFrame(rows)


def published(**counted):
    """Figures as they would be published, by the first letters of the game."""
    figures = published_figures().set_index("game")
    for game, (wins, ties, losses) in counted.items():
        names = ["starter_wins", "ties", "second_wins", "no_result", "games"]
        figures.loc[line_of(game).game, names] = [wins, ties, losses, 0, wins + ties + losses]
    return figures.reset_index()


# The settings


def test_the_lines_are_those_of_the_table():
    figures = published_figures().set_index("game")
    assert [line.game for line in LINES] == list(figures.index)
    for line in LINES:
        rules = Rules.of(line.rules)
        assert ("match" if rules.match != "none" else "game") == figures.loc[line.game, "kind"]
        theirs = Rules.of(figures.loc[line.game, "rules"])
        same = rules if line.game != "Anywoli" else rules.replace(endless="barred")
        assert theirs == same, line.game
        assert bool(line.why) == (line.found != line.stated)
        assert play_by(rules, line.stated, 3, max_moves=line.max_moves)["moves"].min() > 0


@pytest.mark.parametrize("name", ["ba_awa", "Ba-awa", " ba-AWA "])
def test_a_line_is_found_by_either_name(name):
    assert line_of(name).game == "Ba-awa"
    with pytest.raises(ValueError, match="No figures of 'oware' are published; there are Anywoli"):
        line_of("oware")


@pytest.mark.parametrize("line", LINES, ids=[line.game for line in LINES])
def test_a_switch_changes_one_thing(line):
    rules = Rules.of(line.rules)
    for name, value, changed, conventions in switches(line):
        if name in Conventions._fields:
            assert changed == rules
            differing = [
                field
                for field in Conventions._fields
                if getattr(conventions, field) != getattr(line.found, field)
            ]
            assert differing == [name]
            assert str(getattr(conventions, name)) == value
        else:
            assert conventions == line.found
            assert changed == rules.replace(**{name: getattr(changed, name)})
            assert changed != rules


# Counting


def test_counts_add_up_block_by_block():
    whole = reproduce(1_300, seed=8, only=["obridjie", "Adji Kui I"])
    for row in whole.to_dict("records"):
        assert sum(row[name] for name in COUNTED[:4]) == row["games"]
    stated = whole[(whole["part"] == "stated") & (whole["game"] == "Obridjie")]
    assert stated[["first", "games"]].values.tolist() == [[0, 1_000], [1_000, 300]]
    line = line_of("Obridjie")
    again = play_by(line.rules, line.stated, 1_300, seed=8, max_moves=line.max_moves)
    assert (
        added(whole[whole["game"] == "Obridjie"], "stated")["starter_wins"].item()
        == (again["result"] == "win").sum()
    )


def test_a_switch_counts_the_games_that_change():
    whole = reproduce(400, seed=8, only=["Adji Kui I"])
    row = whole[whole["switched"] == "loop_states"].iloc[0]
    line = line_of("Adji Kui I")
    looping = play_by(line.rules, line.found, 400, seed=8, max_moves=500)["result"]
    free = line.found._replace(loop_states=0)
    other = play_by(line.rules, free, 400, seed=8, max_moves=500)["result"]
    assert row["changed"] == (looping.astype(str) != other.astype(str)).sum() > 0


def test_our_own_rules_are_those_of_simulate():
    play = next(p for p in plays(30, ["adji_kui_2"]) if p.part == "defaults")
    assert (play.kind, play.rules.label, play.conventions) == ("match", "adji_kui_2", None)
    found = results_of(play, 10, 30, 4)
    assert set(found["result"]) == {"win", "loss"}
    single = Play("defaults", "Anywoli", "", "", Rules.load("anywoli"), None, 0, 50)
    assert counts(results_of(single, 0, 50, 4))["no_result"] == 0


def test_what_cannot_be_played_is_refused():
    with pytest.raises(ValueError, match="games is 0; it takes 1 or more"):
        reproduce(0)
    with pytest.raises(ValueError, match="No figures of 'chess'"):
        reproduce(5, only=["chess"])


def test_progress_is_told():
    told = []
    reproduce(20, only=["Obridjie"], tell=lambda *words: told.append(words))
    games = [done for _, done, _ in told]
    assert games == sorted(games)
    assert games[-1] == told[-1][2] == told[0][2] > 100


def test_blocks_follow_one_another():
    for games in (1, 999, 1_000, 1_001, 100_000):
        found = list(blocks(games))
        assert sum(number for _, number in found) == games
        assert [first for first, _ in found] == np.cumsum(
            [0, *(number for _, number in found)]
        ).tolist()[:-1]


# The test of a line


def test_two_samples_by_hand():
    ours, theirs = np.array([400, 150, 450]), np.array([450, 150, 400])
    chi, free, p = two_samples(ours, theirs)
    expected = (ours + theirs) / 2
    assert chi == pytest.approx(2 * ((ours - expected) ** 2 / expected).sum())
    assert (free, p) == (2, pytest.approx(math.exp(-chi / 2)))


def test_few_expected_are_counted_exactly():
    """At one degree of freedom it is Fisher's test, whose p is known."""
    ours, theirs = np.array([300, 6]), np.array([300, 0])
    _, free, p = two_samples(ours, theirs)
    exact = stats.fisher_exact([[300, 6], [300, 0]]).pvalue
    assert free == 1
    assert p == pytest.approx(exact, abs=0.006)


def test_empty_samples_have_no_p():
    none = two_samples(np.zeros(3, int), np.array([1, 2, 3]))
    assert math.isnan(none[2])
    assert two_samples(np.array([5, 0, 0]), np.array([9, 0, 0])) == (0.0, 0, 1.0)


def test_equal_tables_do_not_differ_and_shifted_ones_do():
    figures = published(anywoli=(42_000, 18_000, 40_000), obridjie=(44_000, 400, 55_600))
    table = made({"Anywoli": (42_000, 18_000, 40_000, 5), "Obridjie": (45_000, 400, 54_600, 0)})
    found = side_by_side(table, "stated", figures).set_index("game")
    assert found["verdict"].to_dict() == {"Anywoli": "no difference shown", "Obridjie": "differs"}
    assert found.loc["Anywoli", "p"] == 1
    row = found.loc["Obridjie"]
    apart = difference(45_000, 100_000, 44_000, 100_000)
    assert (row["win_low"], row["win_high"]) == (apart.low, apart.high)
    assert row["win_difference"] == pytest.approx(0.01)
    assert row["p_holm"] == pytest.approx(2 * row["p"])


def test_holm_can_undo_a_difference():
    near = {line.game: (50_000, 0, 50_000, 0) for line in LINES}
    figures = published(**{line.game: (50_000, 0, 50_000) for line in LINES})
    near["Anywoli"] = (50_500, 0, 49_500, 0)
    row = side_by_side(made(near), "stated", figures).set_index("game").loc["Anywoli"]
    assert row["p"] < 0.05 < row["p_holm"]
    assert row["verdict"] == "no difference shown"


def test_no_result_is_shown_and_not_tested():
    figures = published(obridjie=(440, 10, 550))
    few, many = (
        side_by_side(made({"Obridjie": (440, 10, 550, none)}), "stated", figures).iloc[0]
        for none in (0, 1_000)
    )
    assert few["p"] == many["p"]
    assert (few["no_result"], many["no_result"]) == (0, 0.5)


def test_blocks_are_added_and_found_falls_back_on_stated():
    table = pd.concat(
        [
            made({"Obridjie": (4, 1, 5, 0), "Anywoli": (1, 1, 1, 0)}),
            made({"Obridjie": (40, 10, 50, 2)}, first=10),
            made({"Anywoli": (7, 1, 2, 0)}, part="found"),
        ]
    )
    found = added(table, "found")
    assert found[["game", "games", "starter_wins"]].values.tolist() == [
        ["Anywoli", 10, 7],
        ["Obridjie", 112, 44],
    ]
    with pytest.raises(ValueError, match="part is 'guessed'; it can be stated"):
        added(table, "guessed")


def test_verdicts():
    assert verdict(float("nan")) == "no data"
    assert (verdict(0.049), verdict(0.05)) == ("differs", "no difference shown")


# The stored file


def test_the_stored_file_is_whole():
    assert set(STORED["part"]) == set(reproduction.PARTS)
    for part in ("stated", "found", "defaults"):
        assert (added(STORED, part)["games"] >= 100_000).all()
        assert len(added(STORED, part)) == 7
    assert (
        STORED["seed"].nunique() == STORED["command"].nunique() == STORED["version"].nunique() == 1
    )
    known = {
        (p.part, p.game, p.switched, p.value, p.rules.label, p.conventions and p.conventions.label)
        for p in plays()
    }
    keys = ["part", "game", "switched", "value", "rules", "conventions"]
    stored = {
        (*key[:5], key[5] if key[0] != "defaults" else None)
        for key in STORED[keys].itertuples(index=False, name=None)
    }
    assert stored == known


def test_a_broken_file_is_refused(tmp_path):
    wrong = STORED.copy()
    wrong.loc[0, "ties"] += 1
    wrong.to_csv(tmp_path / "wrong.csv", index=False)
    with pytest.raises(ValueError, match=r"The results of \w+ from game 0 do not add up to 1,000"):
        published_results(tmp_path / "wrong.csv")
    STORED.drop(columns="seed").to_csv(tmp_path / "less.csv", index=False)
    with pytest.raises(ValueError, match="lacks the columns seed"):
        published_results(tmp_path / "less.csv")
    with pytest.raises(FileNotFoundError, match="no file"):
        published_results(tmp_path / "none.csv")


@pytest.mark.parametrize("line", LINES, ids=[line.game for line in LINES])
def test_the_first_block_is_what_the_command_gives(line):
    for play in plays(100_000, [line.game]):
        if play.part not in ("stated", "found"):
            continue
        stored = FIRST[(FIRST["game"] == line.game) & (FIRST["part"] == play.part)].iloc[0]
        found = counts(results_of(play, 0, int(stored["games"]), int(stored["seed"])))
        assert found == {name: stored[name] for name in COUNTED}


@pytest.mark.parametrize("game", ["Anywoli", "Adji Kui I", "Obridjie"])
def test_the_first_block_of_our_own_rules(game):
    play = next(play for play in plays(100_000, [game]) if play.part == "defaults")
    rows = STORED[(STORED["game"] == game) & (STORED["part"] == "defaults")]
    stored = rows[rows["first"] == 0].iloc[0]
    found = counts(results_of(play, 0, int(stored["games"]), int(stored["seed"])))
    assert found == {name: stored[name] for name in COUNTED}


def test_a_picture_of_it():
    ax = draw.beside(side_by_side(STORED, "found"), ax=Figure().subplots())
    told = draw.describe(ax)
    for line in LINES:
        assert line.game in told
    assert len(draw.numbers(ax)) == 7

"""Matches in bulk: the compiled rounds are those of `Match`, and tables of them add up."""

import os
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
import pytest
from cases import random_rules

from mancala_core import Game, Match, Rules, matches, read_games, replay, settle, simulate, summary
from mancala_core.engine.match_rounds import check_match
from mancala_core.engine.streams import Stream, round_seed
from mancala_core.players import buying
from mancala_core.study.pairs import conventions
from mancala_core.study.seats import seats
from mancala_core.study.simulate import simulate_to

LONG = bool(os.environ.get("MANCALA_LONG"))
SIGNS = {"S": 0, "N": 1, ".": -1}
LABELS = (
    "adji_kui_2",
    "adji_kui_2 buying=choice",
    "adji_kui_2 dispute=lottery direction=cw",
    "adji_kui_2 dispute=empty round_limit=9",
    "adji_kui_2 dispute=loser goal=12 round_limit=12",
    "adji_kui_2 endless=void own_final=relay",
    "adji_kui_2 endless=owners own_final=relay",
    "adji_kui_2 endless=draw own_final=relay",
    "adji_kui_2 endless=limit:3 stuck=void",
    "adji_kui_2 repetition=draw round_limit=20",
    "ba_awa remainder=lottery",
    "ba_awa end_without_move=true remainder=mover direction=cw",
    "hoyito_1 round_limit=9",
    "hoyito_2 round_limit=9",
    "hoyito_2 final_side=opponent extra_move=optional round_limit=7",
)


def signs(owner):
    return "".join("SN."[side] for side in owner)


def score_of(game):
    """Seeds of both players after a round, None where it has no score."""
    found = game.outcome
    whole = found is not None and found.south + found.north == game.rules.total
    return (found.south, found.north) if whole else None


def compare(rounds, table, row):
    """Play the match of a row of `matches` again and hold its rounds to the table."""
    match, record = replay(table, row), table.iloc[row]
    rows = rounds[rounds["match"] == record["match"]]
    assert match.round == len(rows) == record["rounds"]
    assert [signs(game.start.owner) for game in match.rounds] == rows["owner"].tolist()
    stock = [game.start.stores for game in match.rounds]
    assert stock == list(zip(rows["stock_south"], rows["stock_north"], strict=True))
    for place, game in enumerate(match.rounds):
        told = rows.iloc[place]
        if game.outcome is None:
            assert told["ending"] == "cut"
            continue
        score = (told["score_south"], told["score_north"])
        if game.outcome.void or score_of(game) is None:
            assert score == (pd.NA, pd.NA)
        else:
            assert score == score_of(game)
        if place + 1 < len(rows):
            counts = (told["next_holes_south"], told["next_holes_north"])
            assert counts == match.owned[place + 1]
    if record["ending"] == "cut":
        assert match.game.outcome is None
        return
    assert match.ending == record["ending"]
    assert (None if match.winner is None else ("south", "north")[match.winner]) == (
        None if pd.isna(record["winner"]) else record["winner"]
    )
    assert match.owned[-1] == (record["holes_south"], record["holes_north"])
    assert Match.from_text(match.to_text()) == match


@pytest.mark.parametrize("strategies", [("random", "random"), ("greedy", "random")])
@pytest.mark.parametrize("label", LABELS)
def test_compiled_matches_are_those_of_the_engine(label, strategies):
    rounds = simulate(label, 6, unit="match", seed=4, strategies=strategies, max_moves=3000)
    table = matches(rounds)
    for row in range(0, len(table), 2):
        compare(rounds, table, row)


def test_compiled_matches_by_random_rules_are_those_of_the_engine():
    rng, done, kinds = Random(8), 0, set()
    while done < (400 if LONG else 60):
        rules = random_rules(rng)
        if rules.match == "none":
            rules = rules.replace(match=rng.choice(("buying", "own_row")))
        rules = rules.replace(round_limit=rng.randint(1, 6))
        try:
            check_match(rules)
        except ValueError:
            continue
        rounds = simulate(
            rules, 2, unit="match", seed=done, strategies=("random", "greedy"), max_moves=200
        )
        if rounds["longest"].max() > 2000:
            continue
        table = matches(rounds)
        compare(rounds, table, 1)
        kinds |= {*rounds["ending"], *table["ending"], rules.match, rules.dispute}
        done += 1
    assert {"cut", "round_limit", "buying", "own_row", "larger", "empty"} <= kinds


@pytest.mark.parametrize("label", ["adji_kui_2", "ba_awa", "hoyito_1", "hoyito_2"])
def test_every_round_keeps_all_seeds(label):
    """2,000 matches of the game with hole-buying, fewer of the longer ones; 100,000 on demand."""
    count = (100_000 if LONG else 2000) if label == "adji_kui_2" else 300
    rounds = simulate(label, count, unit="match", seed=6, progress=False)
    rules = Rules.load(label)
    for name in (("south", "north", "left_south", "left_north"), ("score_south", "score_north")):
        assert (rounds[list(name)].sum(axis=1) == rules.total).all()
    held = rounds["owner"].astype(str)
    in_play = held.str.count("S") + held.str.count("N")
    begun = 4 * in_play + rounds["stock_south"] + rounds["stock_north"]
    assert (begun == rules.total).all()
    assert rounds["owner"].nunique() >= 7
    assert len(rounds) > 5 * count


def test_no_match_is_unfinished_without_being_counted():
    rounds = simulate("hoyito_2 round_limit=30", 400, unit="match", seed=1, max_moves=300)
    table = matches(rounds)
    told = summary(table).iloc[0]
    assert len(table) == 400
    ends = table["ending"].value_counts()
    assert ends["cut"] > 0
    assert ends["round_limit"] > 0
    assert told["finished"] == ends["goal"] + ends["no_hole"]
    assert told["finished"] + ends["round_limit"] + ends["cut"] == 400
    assert told["round_limit"] == ends["round_limit"] / 400
    assert told["cut"] == ends["cut"] / 400
    assert told["wins"] + told["losses"] == told["finished"]
    assert (table["winner"].isna() == table["ending"].isin(("cut", "round_limit"))).all()


def test_a_median_among_matches_that_nobody_won_is_missing():
    table = matches(simulate("hoyito_2 round_limit=5", 100, unit="match", seed=1))
    told = summary(table).iloc[0]
    assert told["finished"] < 50
    assert np.isnan(told["rounds_median"])


def test_threads_parts_and_numbers_change_nothing():
    one = simulate("adji_kui_2", 60, unit="match", seed=9, workers=1)
    two = simulate("adji_kui_2", 60, unit="match", seed=9, workers=2)
    pd.testing.assert_frame_equal(one, two)
    few = simulate("adji_kui_2", 7, unit="match", seed=9)
    pd.testing.assert_frame_equal(few, one.iloc[: len(few)], check_categorical=False)


def test_the_first_round_is_the_game_of_that_number():
    games = simulate("adji_kui_2", 40, seed=3)
    rounds = simulate("adji_kui_2", 40, seed=3, unit="match")
    first = rounds[rounds["round"] == 1]
    assert first["fingerprint"].tolist() == games["fingerprint"].tolist()


def test_starters_alternate_between_matches_and_rounds():
    rounds = simulate("adji_kui_2", 20, unit="match", seed=2)
    starters = (rounds["starter"] == "north").to_numpy()
    assert (starters == ((rounds["match"] + rounds["round"] - 1) % 2 == 1).to_numpy()).all()
    south = simulate("adji_kui_2", 20, unit="match", seed=2, starter="south")
    assert set(matches(south)["starter"]) == {"south"}


def test_a_row_of_rounds_replays_as_a_game():
    rounds = simulate("adji_kui_2 dispute=empty", 6, unit="match", seed=2)
    row = int(np.flatnonzero(rounds["stock_south"] > 0)[0])
    game, record = replay(rounds, row), rounds.iloc[row]
    assert isinstance(game, Game)
    assert game.seed == round_seed(2, int(record["round"]))
    assert (game.outcome.south, game.outcome.north) == (
        record["score_south"],
        record["score_north"],
    )


def test_what_cannot_be_replayed_is_refused():
    rounds = simulate("adji_kui_2", 3, unit="match", seed=2)
    changed = rounds.assign(fingerprint=rounds["fingerprint"] + np.uint64(1))
    with pytest.raises(ValueError, match="cannot be replayed"):
        replay(changed, 1)
    with pytest.raises(ValueError, match="cannot be replayed"):
        replay(matches(changed), 1)
    with pytest.raises(ValueError, match="lacks the columns round"):
        replay(rounds.drop(columns="round"), 0)


def test_rounds_and_matches_are_not_taken_for_games():
    rounds = simulate("adji_kui_2", 5, unit="match", seed=2)
    table = matches(rounds)
    with pytest.raises(ValueError, match="the match is the unit"):
        summary(rounds)
    with pytest.raises(ValueError, match="cannot act any more"):
        summary(table, convention="lottery")
    for each in (rounds, table):
        with pytest.raises(ValueError, match="belong to matches"):
            settle(each, "lottery")


def test_a_match_that_is_not_whole_is_refused():
    rounds = simulate("adji_kui_2", 5, unit="match", seed=2)
    for broken in (rounds.iloc[1:], rounds.iloc[:-1], pd.concat([rounds, rounds.iloc[:1]])):
        with pytest.raises(ValueError, match=r"is not whole|stands twice"):
            matches(broken)
    mixed = rounds.sample(frac=1, random_state=1)
    again = matches(mixed).sort_values("match", ignore_index=True)
    pd.testing.assert_frame_equal(again, matches(rounds))
    table = matches(rounds)
    with pytest.raises(ValueError, match="more than once"):
        summary(pd.concat([table, table.iloc[:1]]))


def test_two_runs_of_one_seed_are_told_apart():
    south, north = (
        simulate("adji_kui_2", 3, unit="match", seed=2, starter=side) for side in ("south", "north")
    )
    with pytest.raises(ValueError, match=r"Round 1 of match 0 .* stands twice"):
        matches(pd.concat([south, north]))


def test_a_match_that_another_rule_ends_is_not_replayed():
    table = matches(simulate("adji_kui_2 goal=8", 3, unit="match", seed=2))
    other = table.assign(rules=table["rules"].astype(str).str.replace("8", "9"))
    with pytest.raises(ValueError, match="cannot be replayed"):
        replay(other, 0)


def test_other_tables_of_games_refuse_matches():
    rounds = simulate("adji_kui_2", 3, unit="match", seed=2)
    for made in (rounds, matches(rounds)):
        for reader in (conventions, seats):
            with pytest.raises(ValueError, match="belong to matches"):
                reader(made)


def test_a_table_of_rounds_is_kept_in_a_file(tmp_path, monkeypatch):
    from mancala_core.study import simulate as module

    monkeypatch.setitem(module._BLOCK, "match", 8)
    path = Path(tmp_path) / "rounds.parquet"
    simulate_to(path, "adji_kui_2", 20, unit="match", seed=5, progress=False)
    table = simulate("adji_kui_2", 20, unit="match", seed=5)
    pd.testing.assert_frame_equal(read_games(path), table, check_categorical=False)
    assert read_games(path).attrs == table.attrs
    assert "unit='match'" in table.attrs["command"]


def test_many_territories_and_a_small_last_block_fit_into_one_file(tmp_path, monkeypatch):
    from mancala_core.study import simulate as module

    monkeypatch.setitem(module._BLOCK, "match", 60)
    label, path = "adji_kui_2 buying=choice dispute=empty", tmp_path / "rounds.parquet"
    simulate_to(path, label, 61, unit="match", seed=2, progress=False)
    table = simulate(label, 61, unit="match", seed=2, progress=False)
    assert table["owner"].nunique() > 127
    assert table["owner"].cat.codes.dtype == np.int16
    pd.testing.assert_frame_equal(read_games(path), table)


@pytest.mark.parametrize(
    ("label", "more", "words"),
    [
        ("anywoli", {}, "single games"),
        ("adji_kui_2 goal=6", {}, "owns 6 holes from the start"),
        ("adji_kui_2 remainder=nobody", {}, "must go to somebody"),
        ("adji_kui_2", {"unit": "round"}, "unit is 'round'"),
        ("hoyito_1", {"tail": "exact"}, "a score needs"),
    ],
)
def test_matches_that_cannot_be_are_refused(label, more, words):
    with pytest.raises(ValueError, match=words):
        simulate(label, 1, **{"unit": "match", **more})


def test_no_match_at_all_gives_empty_tables():
    rounds = simulate("adji_kui_2", 0, unit="match", seed=1)
    table = matches(rounds)
    assert len(rounds) == len(table) == len(summary(table)) == 0
    some = matches(simulate("adji_kui_2", 2, unit="match", seed=1))
    assert table.columns.tolist() == some.columns.tolist()


def test_random_buyers_draw_every_hole_alike():
    counts = np.zeros(12)
    purchase = Match.new("adji_kui_2").purchase
    assert purchase is None
    from mancala_core.engine.match_rounds import Purchase

    offer = Purchase(0, 3, tuple(range(6, 12)))
    for number in range(3000):
        holes = buying.random(offer, Stream(1, number).buying())
        assert len(set(holes)) == 3
        counts[list(holes)] += 1
    assert abs(counts[6:] - 1500).max() < 150
    assert counts[:6].sum() == 0

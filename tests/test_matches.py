"""Tables of rounds and of matches: documented column by column, and what they say by hand."""

import re

import numpy as np
import pandas as pd
import pytest
from tree import text

from mancala_core import matches, replay, simulate, summary
from mancala_core.study.rounds import MATCH_ENDINGS

ROUNDS = simulate("adji_kui_2", 60, seed=8, unit="match", progress=False)
PAGE = text("docs/table.md")


def documented(heading):
    """Columns of a section of the page, in order: name -> (dtype, range)."""
    (part,) = re.findall(rf"^# {heading}\n(.*?)(?=^# |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    rows = [line.split("|") for line in part.splitlines() if line.startswith("| `")]
    return {row[1].strip(" `"): (row[2].strip(), row[4].strip()) for row in rows}


@pytest.mark.parametrize(
    ("heading", "table"),
    [("The table of rounds", ROUNDS), ("The table of matches", matches(ROUNDS))],
    ids=["rounds", "matches"],
)
def test_the_page_lists_exactly_the_columns(heading, table):
    found = documented(heading)
    assert list(found) == list(table.columns)
    for name, (dtype, _) in found.items():
        assert dtype == str(table[name].dtype), name


@pytest.mark.parametrize(
    ("heading", "table"),
    [("The table of rounds", ROUNDS), ("The table of matches", matches(ROUNDS))],
    ids=["rounds", "matches"],
)
def test_values_lie_in_the_ranges_of_the_page(heading, table):
    most = {
        "total": 48,
        "all holes": 12,
        "`round_limit`": 200,
        "`rounds`": 200,
        "2^63 - 1": 2**63 - 1,
    }
    checked = 0
    for name, (_, told) in documented(heading).items():
        ends = re.fullmatch(r"(\d+)\.\.(.*)", told)
        words = re.findall(r"`([^`]+)`", told)
        if ends:
            assert int(table[name].min()) >= int(ends[1]), name
            assert not ends[2] or int(table[name].max()) <= most[ends[2]], name
        elif words:
            assert set(table[name].dropna().astype(str)) <= set(words), name
        checked += bool(ends or words)
    assert checked > 15


def test_all_endings_of_matches_are_explained():
    last = PAGE.rpartition("Endings of a match:")[2]
    assert re.findall(r"`(\w+)` \(", last) == list(MATCH_ENDINGS)


def test_a_row_is_its_match():
    table = matches(ROUNDS)
    for place in (0, 17, 59):
        match, row = replay(table, place), table.iloc[place]
        assert (match.round, match.ending) == (row["rounds"], row["ending"])
        assert match.owned[-1] == (row["holes_south"], row["holes_north"])
        assert ("south", "north")[match.winner] == row["winner"]
        assert row["moves"] == sum(
            move.hole is not None for game in match.rounds for move in game.moves
        )


def test_a_summary_counts_matches_and_not_rounds():
    table = matches(ROUNDS)
    row = summary(table).iloc[0]
    won = table["winner"].astype(str) == table["starter"].astype(str)
    assert (row["matches"], row["wins"]) == (60, won.sum())
    assert len(ROUNDS) > 5 * len(table)
    with pytest.raises(ValueError, match="match is the unit"):
        summary(ROUNDS)


def test_a_match_must_be_whole():
    for broken in (ROUNDS.drop(ROUNDS.index[3]), pd.concat([ROUNDS, ROUNDS.iloc[:1]])):
        with pytest.raises(ValueError, match=r"is not whole|stands twice"):
            matches(broken)


def test_the_limit_of_rounds_is_no_draw():
    short = simulate("adji_kui_2 round_limit=3", 100, seed=8, unit="match", progress=False)
    row = summary(matches(short)).iloc[0]
    open_ = short["match_ending"].astype(str).eq("round_limit").sum()
    assert 0 < open_ == round(100 * row["round_limit"])
    assert row["finished"] == 100 - open_
    assert np.isnan(row["rounds_high"])

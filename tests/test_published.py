"""Published figures: whole, with their source, and compared as counts are."""

import math

import numpy as np
import pandas as pd
import pytest
from tables import made, with_results

from mancala_core.engine.rules import Rules
from mancala_core.study.analysis import summary
from mancala_core.study.published import against_published, published_figures


def figures(counts):
    table = published_figures().iloc[:1].copy()
    table[["starter_wins", "ties", "second_wins"]] = counts
    table[["games", "no_result"]] = [sum(counts), 0]
    return table


def test_the_figures_add_up_and_name_rules_that_there_are():
    table = published_figures()
    assert len(table) == 7
    counts = table[["starter_wins", "second_wins", "ties", "no_result"]].sum(axis=1)
    assert (counts == table["games"]).all()
    for label in table["rules"]:
        assert not label or Rules.of(label)
    assert (table["settings"] != "").all()
    assert (table["our_rules_differ"] != "").all()
    assert "commit 2b1c596" in table.attrs["source"]


def test_figures_that_do_not_add_up_are_refused(tmp_path):
    table = published_figures()
    table.loc[2, "ties"] += 1
    table.to_csv(tmp_path / "wrong.csv", index=False)
    with pytest.raises(ValueError, match="Adji Kui I do not add up"):
        published_figures(tmp_path / "wrong.csv")
    with pytest.raises(FileNotFoundError, match="no file"):
        published_figures(tmp_path / "none.csv")


def test_chi_square_and_g_by_hand():
    ours = summary(with_results(["win"] * 40 + ["draw"] * 25 + ["loss"] * 35))
    other = figures([50, 15, 35])
    row = against_published(ours, ["Anywoli"], other).iloc[0]
    observed = np.array([[40, 25, 35], [50, 15, 35]])
    expected = observed.sum(axis=0) / 2 * np.ones((2, 1))
    assert row["chi_square"] == pytest.approx(((observed - expected) ** 2 / expected).sum())
    assert row["g"] == pytest.approx(2 * (observed * np.log(observed / expected)).sum())
    assert row["p"] == pytest.approx(math.exp(-row["chi_square"] / 2))
    assert row["p_holm"] == row["p"]
    assert (row["win"], row["their_win"]) == (0.4, 0.5)


def test_the_share_without_a_result_is_shown_and_not_tested():
    some = with_results(["win"] * 42 + ["draw"] * 18 + ["loss"] * 40)
    more = with_results(["win"] * 42 + ["draw"] * 18 + ["loss"] * 40 + ["cut"] * 50)
    rows = [against_published(summary(table), ["Anywoli"]) for table in (some, more)]
    assert rows[0]["p"].item() == rows[1]["p"].item()
    assert rows[1]["no_result"].item() == pytest.approx(50 / 150)
    assert rows[1]["their_no_result"].item() == 24 / 100_000
    assert "not matched" in rows[1].attrs["no_result"]


def test_a_family_is_adjusted():
    table = summary(pd.concat([made(200), made(200, rules="anywoli remainder=starter")]))
    found = against_published(table, ["Adji Kui II", "Anywoli"])
    assert found["p_holm"].min() == pytest.approx(min(1, 2 * found["p"].min()))


def test_edges():
    cut = against_published(summary(with_results(["cut"] * 3)), ["Anywoli"]).iloc[0]
    assert math.isnan(cut["p"])
    assert math.isnan(cut["win"])
    repeated = summary(with_results(["win"] * 40, fingerprint=np.uint64(1)))
    assert against_published(repeated, ["Anywoli"])["p"].isna().all()
    one = against_published(summary(with_results(["win"])), ["Anywoli"]).iloc[0]
    assert 0 <= one["p"] <= 1
    same = against_published(summary(with_results(["win"] * 9)), ["Anywoli"], figures([9, 0, 0]))
    assert same["p"].item() == 1
    with pytest.raises(ValueError, match="a name for each of the 1 rows"):
        against_published(summary(made(4)), "Anywoli")
    with pytest.raises(ValueError, match="there are Anywoli, Ba-awa"):
        against_published(summary(made(4)), ["Oware"])
    assert len(against_published(summary(made(0)), [])) == 0

"""The claims of the sources: whole, in closed words, and true of the rule sets that follow them."""

import re

import pytest
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from tree import text

from mancala_core.engine.options import FIELDS, to_word
from mancala_core.engine.rules import Rules
from mancala_core.show import draw
from mancala_core.show.canvas import LIGHT
from mancala_core.study.claims import (
    DOCUMENTS,
    IN_WORDS,
    LANGUAGES,
    PARTS,
    READINGS,
    TOPICS,
    Cell,
    by_document,
    cells,
    contradictions,
    read_claims,
    unspoken,
)

CLAIMS = read_claims()
PAGE = text("data/claims/README.md")


def broken(tmp_path, change):
    """Write a copy of the table with a change in it; return where."""
    df = CLAIMS.copy()
    df = change(df) if callable(change) else df
    df.to_csv(tmp_path / "claims.csv", index=False)
    return tmp_path / "claims.csv"


def put(row, column, value):
    """A change of one cell."""

    def change(df):
        df.loc[df["id"] == row, column] = value
        return df

    return change


def test_the_table_is_stored_as_it_is_written(tmp_path):
    assert broken(tmp_path, None).read_text(encoding="utf-8") == text("data/claims/claims.csv")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("el-33", "field", "way"), "field of el-33 is 'way'; it is one of holes, seeds"),
        (put("el-33", "document", "greek"), "document of el-33 is 'greek'"),
        (put("el-33", "part", "middle"), "part of el-33 is 'middle'"),
        (put("el-33", "language", "gr"), "language of el-33 is 'gr'; it is one of el, sw"),
        (put("el-33", "reading", "true"), "reading of el-33 is 'true'; it is one of followed"),
        (put("el-33", "value", "left"), "el-33: direction is 'left'; it is one of ccw, cw"),
        (put("el-39", "value", "no"), "el-39: end_without_move is 'no'; it is true or false"),
        (put("el-23", "value", "twelve"), "el-23: holes is 'twelve'; it takes a whole number"),
        (put("el-33", "id", "el-32"), "'el-32' is there twice"),
        (put("el-33", "claim", " "), "Row 32 has no claim"),
        (put("el-33", "contradicts", "ja-99"), "el-33 contradicts 'ja-99', but there is no such"),
        (put("el-33", "contradicts", "el-33"), "el-33 is said to contradict itself"),
        (put("el-33", "contradicts", "ja-07"), "ur-33 contradicts el-33, but el-33 does not name"),
        (lambda df: df.drop(columns="note"), "they should be id, document, part"),
        (lambda df: df[df["id"] != "ur-33"], "contradicts 'ur-33', but there is no such claim"),
    ],
)
def test_a_broken_copy_is_refused_in_words(tmp_path, change, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        read_claims(broken(tmp_path, change))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none\.csv"):
        read_claims(tmp_path / "none.csv")


def unlike_the_rules(df):
    """Followed claims that the rule set of their game does not bear out."""
    rules = {name: Rules.load(name) for name in set(DOCUMENTS.values())}
    followed = df[(df["reading"] == "followed") & df["field"].isin(FIELDS)]
    found = []
    for row in followed.itertuples():
        has = to_word(getattr(rules[DOCUMENTS[row.document]], row.field))
        if row.value != has:
            found.append(f"{row.id}: {row.field} is {row.value!r}, the rules have {has}")
    return found


def test_what_is_followed_is_what_the_rules_say():
    assert unlike_the_rules(CLAIMS) == []
    assert len(CLAIMS[(CLAIMS["reading"] == "followed") & CLAIMS["field"].isin(FIELDS)]) > 80


@pytest.mark.parametrize(
    "change",
    [
        put("el-33", "value", "cw"),
        put("ad-32", "value", "1"),
        put("ur-33", "reading", "followed"),
        put("ad-44", "value", ""),
    ],
)
def test_a_claim_that_the_rules_do_not_follow_is_seen(change):
    assert len(unlike_the_rules(change(CLAIMS.copy()))) == 1


def test_the_sizes_of_the_boards_are_those_of_the_rules():
    totals = {"anywoli": {"96"}, "adji_kui_2": {"48", "12"}}
    for document, game in DOCUMENTS.items():
        here = CLAIMS[(CLAIMS["document"] == document) & (CLAIMS["field"] == "board")]
        assert set(here["value"]) - {"", "2"} == totals[game]
        assert str(Rules.load(game).total) in set(here["value"])


def silent_differences(df):
    """Values of one option that two pages on one game claim as how it is, and no link tells.

    What is only reported beside it, or has no effect, contradicts nothing. A claim that a page
    repeats is linked once.
    """
    links = {
        (row.field, row.document, row.value, row.other_document, row.other_value)
        for row in contradictions(df).itertuples()
    }
    links |= {(field, d2, v2, d1, v1) for field, d1, v1, d2, v2 in links}
    firm = df[df["field"].isin(FIELDS) & ~df["reading"].isin(("open", "no_effect"))]
    firm = firm[~firm["field"].eq("remainder") | ~firm["reading"].eq("option")]
    found = set()
    for (field, game), part in firm.groupby(["field", firm["document"].map(DOCUMENTS)]):
        rows = list(part[["document", "value"]].drop_duplicates().itertuples(index=False))
        for one in rows:
            for other in rows:
                if one.value != other.value and (field, *one, *other) not in links:
                    found.add((game, field, *sorted((one.document, other.document))))
    return found


def test_all_that_differs_is_linked():
    assert (
        silent_differences(CLAIMS)
        == {
            # both pages go in the same circle, so these two agree
        }.keys()
    )


def test_a_difference_without_a_link_is_seen():
    odd = put("el-45", "value", "over")(CLAIMS.copy())
    assert ("anywoli", "after_final", "anywoli_el", "anywoli_sw") in silent_differences(odd)


def test_what_needs_a_word_has_one():
    """How a claim was settled is said, and why one contradicts is settled on one side."""
    settled = ("option", "open", "reread", "discarded", "no_effect", "not_found", "not_checked")
    assert (CLAIMS.loc[CLAIMS["reading"].isin(settled), "note"] != "").all()
    pairs = contradictions(CLAIMS)
    assert pairs["reading"].isin(("option", "reread", "discarded")).all()
    assert set(pairs["id"]) == set(
        CLAIMS["id"][
            CLAIMS["reading"].isin(("option", "reread", "discarded"))
            & (CLAIMS["contradicts"] != "")
        ]
    )


def test_the_same_number_is_the_same_place():
    """A number stands in one part and for one field on all pages on Anywoli."""
    four = CLAIMS[CLAIMS["document"] != "adji_kui_2_el"]
    numbers = four.groupby(four["id"].str[3:])
    assert (numbers["part"].nunique() == 1).all()
    assert (numbers["field"].nunique() == 1).all()
    for document, part in CLAIMS.groupby("document"):
        assert part["id"].is_monotonic_increasing, document
        assert part["id"].str[:2].nunique() == 1
        assert 50 <= len(part) <= 65
        assert set(part["part"]) == set(PARTS)


def test_contradictions_are_pairs_of_two_sides():
    pairs = contradictions(CLAIMS)
    linked = CLAIMS["contradicts"].str.split().map(len).sum()
    assert 2 * len(pairs) == linked
    assert not pairs[["id", "other_id"]].apply(frozenset, axis=1).duplicated().any()
    row = pairs[(pairs["id"] == "ja-02") & (pairs["other_id"] == "ja-23")].iloc[0]
    assert (row["field"], row["value"], row["other_value"]) == ("holes", "8", "12")
    assert row["document"] == row["other_document"] == "anywoli_ja_en"
    assert row["settled"] == CLAIMS.set_index("id").loc["ja-02", "note"]


def test_cells_tell_who_is_silent_and_who_differs():
    found = cells(CLAIMS)
    assert found["match", "anywoli_el"] == Cell((), "silent")
    assert found["direction", "anywoli_ur"] == Cell(("cw",), "differs")
    assert found["direction", "anywoli_el"] == Cell(("ccw",), "agrees")
    assert found["remainder", "anywoli_sw"].values == ("lottery", IN_WORDS, "first_final")
    table = by_document(CLAIMS)
    assert list(table.columns) == list(DOCUMENTS)
    assert (table != "").any(axis=1).all()
    for (field, document), cell in found.items():
        assert table.loc[field, document] == ", ".join(cell.values)
        assert (cell.state == "silent") == (cell.values == ())


def test_spoken_and_unspoken_options_are_all_options():
    spoken = list(by_document(CLAIMS).index)
    assert sorted(spoken + unspoken(CLAIMS)) == sorted(FIELDS)
    assert {"endless", "repetition", "stuck", "origin"} <= set(unspoken(CLAIMS))
    assert by_document(CLAIMS.iloc[:0]).empty


def test_the_page_explains_every_word():
    for word in (*CLAIMS.columns, *READINGS):
        assert f"`{word}`" in PAGE, word
    for word in (*DOCUMENTS, *PARTS, *TOPICS, *LANGUAGES):
        assert re.search(rf"\b{word}\b", PAGE), word
    assert f"has {len(CLAIMS)} rows" in PAGE


def test_claims_are_short_and_in_words_of_the_glossary():
    for column in ("claim", "note"):
        assert CLAIMS[column].str.len().max() <= 120
        told = CLAIMS[column][CLAIMS[column] != ""]
        assert told.str.endswith(".").all()
        assert not told.str.contains(r"\b(?:pit|turn|stone)s?\b", case=False).any()
    assert CLAIMS["words"].str.split().map(len).max() <= 2


def test_words_are_quoted_in_the_language_of_their_page():
    scripts = {"anywoli_el": "Ͱ-Ͽ", "anywoli_ur": "؀-ۿ"}
    for document, letters in scripts.items():
        here = CLAIMS[CLAIMS["document"] == document]["words"]
        assert here.str.contains(f"[{letters}]").sum() >= 3


def test_the_picture_is_black_where_a_page_is_contradicted():
    found = cells(CLAIMS)
    ax = draw.claims(CLAIMS, ax=Figure().add_subplot())
    boxes = [box for box in ax.get_children() if isinstance(box, Rectangle) and box.zorder == 2]
    black = [box for box in boxes if same_color(box.get_facecolor(), LIGHT.ink)]
    key = 1
    assert len(black) == key + sum(cell.state == "differs" for cell in found.values())
    assert len(boxes) == 3 * key + len(found)
    told = draw.describe(ax)
    assert (
        "direction: Anywoli: ccw in Greek, Swahili; cw, ccw in Japanese and English (cont" in told
    )
    assert told.count("(contradicted)") == len(
        {(field, cell) for (field, _), cell in found.items() if cell.state == "differs"}
    )
    assert draw.numbers(ax).equals(by_document(CLAIMS))
    assert "No page speaks of" in told

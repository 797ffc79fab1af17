"""What the pages that the project starts from say, claim by claim, and where they differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from mancala_core.engine.options import FIELDS, from_word, to_word, values_of

_PACKAGE = Path(__file__).resolve().parents[1]
_PLACES = (
    _PACKAGE.parent / "data" / "claims" / "claims.csv",
    _PACKAGE / "course" / "data" / "claims" / "claims.csv",
)
COLUMNS = (
    *("id", "document", "part", "field", "claim", "language"),
    *("words", "value", "reading", "note", "contradicts"),
)
DOCUMENTS = {
    "anywoli_el": "anywoli",
    "anywoli_sw": "anywoli",
    "anywoli_ja_en": "anywoli",
    "anywoli_ur": "anywoli",
    "adji_kui_2_el": "adji_kui_2",
}
"""Each document, and the rule set that is nearest to it."""
PARTS = ("heading", "overview", "board", "play", "capture", "end", "notes")
TOPICS = {
    "board": "the board, as far as no option speaks of it",
    "play": "playing, as far as no option speaks of it",
    "name": "names of the game and of its things",
    "people": "who plays",
    "region": "where they live",
    "history": "who described the game, and where it comes from",
    "kin": "which games are like it",
    "tactics": "what playing asks for",
    "problem": "the problem of page 203",
    "source": "whom the page names",
}
"""What a claim that bears on no option is about."""
LANGUAGES = ("el", "sw", "ja", "en", "ur")
READINGS = {
    "followed": "the rules here do so",
    "option": "not the default here, but an option",
    "open": "the words leave it open; a default was chosen, the rest are options",
    "reread": "cannot be meant as it stands; read as the other pages have it",
    "discarded": "fits no other page; kept on record only",
    "no_effect": "followed or not, it changes nothing",
    "reported": "passed on as what the page says",
    "not_checked": "neither checked nor passed on",
    "not_found": "speaks of something that no text available to us contains",
}
"""What was made of a claim."""
_UNLIKE = ("reread", "discarded", "option")
"""Readings of claims that are not followed as they stand."""
IN_WORDS = "in words"
"""Stands for a claim that names no value of its option."""


class Cell(NamedTuple):
    """What a document says of an option."""

    values: tuple[str, ...]
    state: str
    """One of "silent", "agrees" and "differs": contradicted, and not followed as it stands."""


def read_claims(path: str | Path | None = None) -> pd.DataFrame:
    """Read the claims of the five documents, and check that the table is whole.

    Parameters
    ----------
    path : path or None
        A CSV file; None stands for the one that comes with the course.

    Returns
    -------
    pandas.DataFrame
        One row a claim, all columns text; ``data/claims/README.md`` explains them.

    Raises
    ------
    ValueError
        If a column is missing, an id is there twice, a word is none of its column, a value is
        none of its option, or a contradiction is named on one side only.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> df = read_claims()
    >>> df.set_index("id").loc["ur-33", ["field", "value", "reading"]].tolist()
    ['direction', 'cw', 'option']
    """
    places = _PLACES if path is None else (Path(path),)
    found = [place for place in places if place.is_file()]
    if not found:
        raise FileNotFoundError(f"There is no file {places[0]}.")
    df = pd.read_csv(found[0], dtype=str, keep_default_na=False)
    if tuple(df.columns) != COLUMNS:
        raise ValueError(
            f"The columns are {', '.join(map(str, df.columns))}; "
            f"they should be {', '.join(COLUMNS)}."
        )
    _check_words(df)
    _check_values(df)
    _check_contradictions(df)
    return df


def _check_words(df: pd.DataFrame) -> None:
    twice = df["id"][df["id"].duplicated()]
    if len(twice):
        raise ValueError(f"The id {twice.iloc[0]!r} is there twice; each claim has its own.")
    known = {
        "document": tuple(DOCUMENTS),
        "part": PARTS,
        "field": (*FIELDS, *TOPICS),
        "language": LANGUAGES,
        "reading": tuple(READINGS),
    }
    for column, words in known.items():
        wrong = df[~df[column].isin(words)]
        if len(wrong):
            raise ValueError(
                f"{column} of {wrong['id'].iloc[0]} is {wrong[column].iloc[0]!r}; "
                f"it is one of {', '.join(words)}."
            )
    for column in ("id", "claim"):
        if (df[column].str.strip() == "").any():
            place = int((df[column].str.strip() == "").to_numpy().argmax()) + 1
            raise ValueError(f"Row {place} has no {column}.")


def _check_values(df: pd.DataFrame) -> None:
    for row in df[df["field"].isin(FIELDS) & (df["value"] != "")].itertuples():
        try:
            value = from_word(str(row.field), str(row.value))
        except ValueError as error:
            raise ValueError(f"value of {row.id!s}: {error}") from None
        words = values_of(str(row.field))
        if words is not None and value not in words:
            raise ValueError(
                f"value of {row.id!s}: {row.field!s} is {row.value!r}; "
                f"it is one of {', '.join(map(to_word, words))}."
            )


def _check_contradictions(df: pd.DataFrame) -> None:
    named = {str(row.id): str(row.contradicts).split() for row in df.itertuples()}
    for one, others in named.items():
        for other in others:
            if other not in named:
                raise ValueError(f"{one} contradicts {other!r}, but there is no such claim.")
            if other == one:
                raise ValueError(f"{one} is said to contradict itself.")
            if one not in named[other]:
                raise ValueError(f"{one} contradicts {other}, but {other} does not name {one}.")


def contradictions(df: pd.DataFrame) -> pd.DataFrame:
    """List the pairs of claims that contradict each other.

    Parameters
    ----------
    df : pandas.DataFrame
        As `read_claims` gives it.

    Returns
    -------
    pandas.DataFrame
        One row a pair, in the order of the options: ``field``, then for either side ``id``,
        ``document``, ``value`` and ``claim`` (those of the other side with ``other_`` before
        them), and ``reading`` and ``settled``, its note. The first side is the one that is not
        followed here.

    Examples
    --------
    >>> pairs = contradictions(read_claims())
    >>> pairs[pairs["id"] == "ad-36"][["field", "value", "other_value"]].values.tolist()
    [['own_final', 'relay', 'stop']]
    """
    by_id: dict[str, dict[Any, Any]] = {row["id"]: row for row in df.to_dict("records")}
    order = {field: place for place, field in enumerate((*FIELDS, *TOPICS))}
    places = {name: place for place, name in enumerate(by_id)}

    def follows(name: str) -> tuple[bool, int]:
        return by_id[name]["reading"] not in _UNLIKE, places[name]

    rows = [
        _pair(by_id[one], by_id[other])
        for one in by_id
        for other in by_id[one]["contradicts"].split()
        if follows(one) < follows(other)
    ]
    rows.sort(key=lambda pair: (order[pair["field"]], places[pair["id"]]))
    return pd.DataFrame(rows, columns=_PAIR)


_SIDE = ("id", "document", "value", "claim")
_PAIR = ["field", *_SIDE, *(f"other_{name}" for name in _SIDE), "reading", "settled"]


def _pair(one: dict[Any, Any], other: dict[Any, Any]) -> dict[str, Any]:
    pair = {name: one[name] for name in ("field", *_SIDE, "reading")}
    return pair | {f"other_{name}": other[name] for name in _SIDE} | {"settled": one["note"]}


def cells(df: pd.DataFrame) -> dict[tuple[str, str], Cell]:
    """Say what each document tells of each option that one of them speaks of.

    Parameters
    ----------
    df : pandas.DataFrame
        As `read_claims` gives it.

    Returns
    -------
    dict of (str, str) to Cell
        By option and document, in their orders. Values stand in the order in which the document
        names them, each once; `IN_WORDS` for a claim without one.

    Examples
    --------
    >>> cells(read_claims())["holes", "anywoli_ja_en"]
    Cell(values=('8', '12'), state='differs')
    """
    about = df[df["field"].isin(FIELDS)]
    documents = [name for name in DOCUMENTS if name in set(df["document"])]
    odd = about["reading"].isin(_UNLIKE) & (about["contradicts"] != "")
    found = {}
    for field in (field for field in FIELDS if field in set(about["field"])):
        for document in documents:
            here = (about["field"] == field) & (about["document"] == document)
            values = dict.fromkeys(value or IN_WORDS for value in about["value"][here])
            state = "differs" if odd[here].any() else "agrees" if here.any() else "silent"
            found[field, document] = Cell(tuple(values), state)
    return found


def by_document(df: pd.DataFrame) -> pd.DataFrame:
    """Lay out what the documents say: an option a row, a document a column.

    Parameters
    ----------
    df : pandas.DataFrame
        As `read_claims` gives it.

    Returns
    -------
    pandas.DataFrame
        Values joined by commas; empty where a document is silent. Options of which no document
        speaks have no row: `unspoken` lists them.

    Examples
    --------
    >>> table = by_document(read_claims())
    >>> table.loc["direction"].tolist()
    ['ccw', 'ccw', 'cw, ccw', 'cw', 'ccw']
    """
    found = cells(df)
    fields = list(dict.fromkeys(field for field, _ in found))
    names = list(dict.fromkeys(name for _, name in found))
    rows = [[", ".join(found[field, name].values) for name in names] for field in fields]
    return pd.DataFrame(rows, index=pd.Index(fields, name="field"), columns=names)


def unspoken(df: pd.DataFrame) -> list[str]:
    """List the options of which no document speaks.

    Parameters
    ----------
    df : pandas.DataFrame
        As `read_claims` gives it.

    Returns
    -------
    list of str

    Examples
    --------
    >>> "endless" in unspoken(read_claims())
    True
    """
    return [field for field in FIELDS if field not in set(df["field"])]

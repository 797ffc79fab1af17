"""The files that hold rule sets: those of the package, and those of a folder of one's own.

A rule set is a TOML file. With ``base`` it takes from another one whatever it does not state
itself. The environment variable ``MANCALA_RULES`` may name a folder with more of them; it is
looked at whenever rules are asked for, so a file that was changed is read again.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from mancala_core.engine.about import About, OpenQuestion, Source
from mancala_core.engine.options import FIELDS, known_field
from mancala_core.engine.saying import N_, Listed, Unfit

FOLDER = "MANCALA_RULES"
IN_FILE = N_("{file}: {why}")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TEXTS = ("title", "people", "region", "summary", "deviation")
_TABLES = ("options", "source", "open")
_SOURCE = ("key", "title", "author", "year", "where")


def names() -> tuple[str, ...]:
    """Names of the rule sets there are, in alphabetical order.

    Returns
    -------
    tuple of str

    Raises
    ------
    ValueError
        If ``MANCALA_RULES`` names no folder.

    Examples
    --------
    >>> "anywoli" in names()
    True
    """
    own = _own()
    return tuple(sorted({*_packaged(), *own})) if own else tuple(_packaged())


def stamp() -> tuple[tuple[str, int, int], ...]:
    """What changes when a file in the folder of one's own does: names, times and sizes.

    Returns
    -------
    tuple
        Empty where ``MANCALA_RULES`` is not set.

    Examples
    --------
    >>> stamp()
    ()
    """
    found = ((str(path), path.stat()) for path in _own().values())
    return tuple((path, state.st_mtime_ns, state.st_size) for path, state in found)


@cache
def _packaged() -> dict[str, Traversable]:
    folder = resources.files(__package__) / "rulesets"
    files = [item for item in folder.iterdir() if item.name.endswith(".toml")]
    return {item.name[:-5]: item for item in sorted(files, key=lambda item: item.name)}


def _own() -> dict[str, Path]:
    return {name: path for name, path in _files().items() if not _fault_of(name)}


def _files() -> dict[str, Path]:
    """Every TOML file of the folder of one's own, by its name."""
    place = os.environ.get(FOLDER, "")
    if not place:
        return {}
    folder = Path(place).expanduser()
    if not folder.is_dir():
        raise Unfit(
            "{variable} is {place!r}; it names a folder, and there is none there.",
            variable=FOLDER,
            place=place,
        )
    return {path.stem: path for path in sorted(folder.glob("*.toml")) if path.is_file()}


def _fault_of(name: str) -> Unfit | None:
    """Why a file of that name is none of a rule set; None where it is."""
    if not _NAME.fullmatch(name):
        return Unfit(
            "the name of a rule set has small letters, digits and underscores, "
            "and begins with a letter."
        )
    if name in _packaged():
        return Unfit("there is a rule set {name} already; take another name.", name=name)
    return None


def refused() -> dict[str, Unfit]:
    """Files of one's own that are not taken for rule sets because of their names.

    Returns
    -------
    dict of str to Unfit
        For each name the error that says why.

    Examples
    --------
    >>> refused()
    {}
    """
    faults = ((name, path, _fault_of(name)) for name, path in _files().items())
    return {name: Unfit(IN_FILE, file=path, why=why) for name, path, why in faults if why}


def read(name: str) -> tuple[dict[str, Any], About]:
    """Read the file of a rule set.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    options : dict
        Option names and values; the values are not checked yet.
    about : About

    Raises
    ------
    ValueError
        If the file is no TOML, or something in it is unknown, missing or of a wrong kind; the
        sentence names the file and the place in it.

    Examples
    --------
    >>> options, about = read("anywoli")
    >>> options["holes"], about.people
    (12, 'Anuak')
    """
    file, data = f"{name}.toml", _merged(name, ())
    missing = [field for field in FIELDS if field not in data["options"]]
    if missing:
        raise Unfit(
            "{file}: the options {options} are missing; state them, or name a base "
            "from which they come.",
            file=file,
            options=Listed(missing),
        )
    sources = tuple(Source(**entry) for entry in data["source"])
    known = [*(source.key for source in sources), "ours"]
    origins = tuple((field, entry["source"]) for field, entry in data["options"].items())
    for field, key in origins:
        if key not in known:
            raise Unfit(
                "{file}: {option} names the unknown source {source!r}; there are {sources}.",
                file=file,
                option=field,
                source=key,
                sources=Listed(known),
            )
    questions = tuple(
        OpenQuestion(
            entry["field"],
            entry["question"],
            tuple((item["value"], item["who"]) for item in entry["readings"]),
            entry["ours"],
        )
        for entry in data["open"]
    )
    about = About(
        **{key: data[key] for key in _TEXTS if key in data},
        sources=sources,
        origins=origins,
        questions=questions,
        stores=data.get("stores", True),
    )
    return {field: entry["value"] for field, entry in data["options"].items()}, about


def _merged(name: str, above: tuple[str, ...]) -> dict[str, Any]:
    """What a file states, over what its base does."""
    data = _parsed(name)
    tables = {"options": data.get("options", {})}
    tables |= {table: data.get(table, []) for table in ("source", "open")}
    if "base" not in data:
        return data | tables
    base_name, above = data["base"], (*above, name)
    if base_name in above:
        raise Unfit(
            "{file}: the base {base!r} is itself based on {name}.",
            file=f"{name}.toml",
            base=base_name,
            name=name,
        )
    if base_name not in names():
        raise Unfit(
            "{file}: there is no rule set {base!r} to be its base; there are {names}.",
            file=f"{name}.toml",
            base=base_name,
            names=Listed(names()),
        )
    base = _merged(base_name, above)
    merged = {**base, **data, "options": base["options"] | tables["options"]}
    for table in ("source", "open"):
        merged[table] = [*_others(base, data, table), *tables[table]]
    return merged


def _others(base: Mapping[str, Any], data: Mapping[str, Any], table: str) -> list[Any]:
    """Entries of the base that the derived rule set neither restates nor settles."""
    key = "key" if table == "source" else "field"
    restated = {entry[key] for entry in data.get(table, ())}
    if table == "open":
        restated |= set(data.get("options", {}))
    return [entry for entry in base[table] if entry[key] not in restated]


def _parsed(name: str) -> dict[str, Any]:
    """Read one file and check its shape."""
    file = f"{name}.toml"
    try:
        data = tomllib.loads((_packaged() | _own())[name].read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Unfit("{file} is no TOML: {why}.", file=file, why=error) from error
    except UnicodeDecodeError as error:
        raise Unfit("{file} is not written in UTF-8.", file=file) from error
    for fault in _faults(data):
        raise Unfit(IN_FILE, file=file, why=fault)
    return data


def _faults(data: Mapping[str, Any]) -> Iterator[ValueError]:
    """What is wrong with the shape of a file, one error after the other."""
    known = (*_TEXTS, "base", "stores", *_TABLES)
    for key in data:
        if key not in known:
            yield Unfit(
                "there is no entry {key!r}; it can have {known}.", key=key, known=Listed(known)
            )
    if "title" not in data:
        yield Unfit('there is no title; begin with a line like title = "Anywoli".')
    for key in (*_TEXTS, "base"):
        if not isinstance(data.get(key, ""), str):
            yield Unfit("{key} is {value!r}; it takes a text in quotes.", key=key, value=data[key])
    if not isinstance(data.get("stores", True), bool):
        yield Unfit(
            "{option} is {value!r}; it is true or false.", option="stores", value=data["stores"]
        )
    yield from _option_faults(data.get("options", {}))
    for table in ("source", "open"):
        entries = data.get(table, [])
        if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
            yield Unfit(
                "{table} is not written as [[{table}]], with its entries below.", table=table
            )
            return
    for entry in data.get("source", []):
        yield from _entry_faults(_OF_SOURCE, entry, _SOURCE, ("key", "title"))
    for entry in data.get("open", []):
        yield from _question_faults(entry)


def _option_faults(options: Any) -> Iterator[ValueError]:
    if not isinstance(options, dict):
        yield Unfit("options is not written as [options], with a line for each below.")
        return
    for field, entry in options.items():
        try:
            known_field(field)
        except ValueError as error:
            yield error
        if not isinstance(entry, dict) or set(entry) != {"value", "source"}:
            yield Unfit(
                '{option} is not written as {option} = {{ value = ..., source = "..." }}.',
                option=field,
            )
        elif not isinstance(entry["source"], str):
            yield Unfit(
                "the source of {option} is {value!r}; it takes a text in quotes.",
                option=field,
                value=entry["source"],
            )


def _question_faults(entry: Mapping[str, Any]) -> Iterator[ValueError]:
    texts = ("field", "question", "ours")
    rest = {key: value for key, value in entry.items() if key != "readings"}
    yield from _entry_faults(_OF_QUESTION, rest, texts, texts)
    field = entry["field"]
    if field not in FIELDS:
        yield Unfit("an open question is about {field!r}, which is no option.", field=field)
    readings = entry.get("readings")
    if not isinstance(readings, list) or not all(isinstance(each, dict) for each in readings):
        yield Unfit(
            "the open question about {field} has no readings; they are written as "
            'readings = [{{ value = "...", who = "..." }}].',
            field=field,
        )
        return
    for reading in readings:
        yield from _entry_faults(
            _OF_READING, reading, ("value", "who"), ("value", "who"), field=field
        )


_OF_SOURCE = (
    N_("a source has no {key}."),
    N_("a source has the unknown entry {key!r}; it can have {known}."),
    N_("a source has {key} = {value!r}; it takes a text in quotes."),
)
_OF_QUESTION = (
    N_("an open question has no {key}."),
    N_("an open question has the unknown entry {key!r}; it can have {known}."),
    N_("an open question has {key} = {value!r}; it takes a text in quotes."),
)
_OF_READING = (
    N_("a reading of {field} has no {key}."),
    N_("a reading of {field} has the unknown entry {key!r}; it can have {known}."),
    N_("a reading of {field} has {key} = {value!r}; it takes a text in quotes."),
)


def _entry_faults(
    messages: tuple[str, str, str],
    entry: Mapping[str, Any],
    known: tuple[str, ...],
    needed: tuple[str, ...],
    **of: str,
) -> Iterator[ValueError]:
    lacking, unknown, no_text = messages
    for key in needed:
        if key not in entry:
            yield Unfit(lacking, key=key, **of)
    for key, value in entry.items():
        if key not in known:
            yield Unfit(unknown, key=key, known=Listed(known), **of)
        if not isinstance(value, str):
            yield Unfit(no_text, key=key, value=value, **of)

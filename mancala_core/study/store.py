"""Tables of games in Parquet files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal
from uuid import uuid4

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from mancala_core.engine.rules import RULES_VERSION

_COMPRESSION: Literal["zstd"] = "zstd"


def read_games(path: str | Path) -> pd.DataFrame:
    """Read a table of games that `simulate` wrote.

    Parameters
    ----------
    path : path
        A Parquet file.

    Returns
    -------
    pandas.DataFrame
        With the ``attrs`` it was written with.

    Raises
    ------
    ValueError
        If the file holds no table of games, or one of another version of the rules.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from mancala_core import simulate
    >>> with TemporaryDirectory() as folder:
    ...     table = simulate("adji_kui_2", 5, seed=1, out=Path(folder) / "games.parquet")
    ...     read_games(Path(folder) / "games.parquet").equals(table)
    True
    """
    try:
        path = Path(path)
    except TypeError:
        raise ValueError(f"path is {path!r}; it takes the path of a Parquet file.") from None
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {path}.")
    try:
        table = pd.read_parquet(path)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"{path} is no table of games in Parquet, as simulate(..., out=...) writes it: {error}"
        ) from error
    number = "match" if "match" in table else "game"
    missing = [name for name in (number, "seed", "rules", "ending") if name not in table]
    if missing:
        raise ValueError(f"{path} is no table of games: it lacks {', '.join(missing)}.")
    if "owner" in table:
        words = sorted(table["owner"].cat.categories)
        table["owner"] = table["owner"].cat.reorder_categories(words)
    version = table.attrs.get("rules_version", RULES_VERSION)
    if version != RULES_VERSION:
        raise ValueError(
            f"{path} was made by rules version {version}; this program knows {RULES_VERSION}."
        )
    return table


def write_games(tables: pd.DataFrame | Iterable[pd.DataFrame], path: str | Path) -> None:
    """Write a table of games as Parquet; the file is whole or absent.

    Parameters
    ----------
    tables : pandas.DataFrame or iterable of pandas.DataFrame
        A table, or its blocks in order, of which one at a time is held.
    path : path
        An old file of that name stays until the new one is whole.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from mancala_core import simulate
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "games.parquet"
    ...     write_games(simulate("adji_kui_2", 5, seed=1), path)
    ...     len(read_games(path))
    5
    """
    path = Path(path)
    part = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        if isinstance(tables, pd.DataFrame):
            tables.to_parquet(part, compression=_COMPRESSION)
        else:
            _write_blocks(tables, part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def checked_target(out: str | Path) -> Path:
    """Take the path of a file that could be written, or refuse it.

    Parameters
    ----------
    out : path

    Returns
    -------
    Path

    Raises
    ------
    ValueError
        If it is no path, is a folder or lies in none.
    """
    try:
        path = Path(out)
    except TypeError:
        raise ValueError(f"out is {out!r}; it takes the path of a file.") from None
    if path.is_dir():
        raise ValueError(f"out is {str(out)!r}, which is a folder; it takes the path of a file.")
    if not path.parent.is_dir():
        raise ValueError(f"out is {str(out)!r}, but there is no folder {path.parent}.")
    return path


def _write_blocks(tables: Iterable[pd.DataFrame], path: Path) -> None:
    writer = None
    try:
        for table in tables:
            block = pa.Table.from_pandas(table, preserve_index=False)
            block = block.cast(_alike(block.schema))
            if writer is None:
                writer = pq.ParquetWriter(path, block.schema, compression=_COMPRESSION)
            writer.write_table(block)
    finally:
        if writer is not None:
            writer.close()


def _alike(schema: pa.Schema) -> pa.Schema:
    """The same for every block: a column of few kinds has narrower codes than one of many."""
    codes = pa.dictionary(pa.int32(), pa.large_string())
    for place, field in enumerate(schema):
        if pa.types.is_dictionary(field.type):
            schema = schema.set(place, field.with_type(codes))
    return schema

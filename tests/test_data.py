"""The stored games are those that their commands give, and nothing else lies beside them."""

import os
import re
from functools import cache
from random import Random

import make_data
import pandas as pd
import pytest

from mancala_core import cli, read_games, replay

PAGE = (make_data.FOLDER / "README.md").read_text(encoding="utf-8")
COMMANDS = make_data.commands(PAGE)
LONG = os.environ.get("MANCALA_LONG") == "1"
PLAYED, REPLAYED = 50, 2
LARGEST = 300_000  # bytes


@cache
def stored(name):
    return read_games(make_data.FOLDER / name)


def again(name, folder, *more, games=PLAYED):
    """The file that the command of a stored one makes with so many games."""
    arguments = list(COMMANDS[name])
    arguments[arguments.index("--games") + 1] = str(games)
    arguments[arguments.index("--out") + 1] = str(folder / name)
    assert cli.main([*arguments, *more]) == 0
    return folder / name


def differences(old, new):
    """In what a table differs from the beginning of an older one, and its attrs from the older."""
    found = []
    try:
        pd.testing.assert_frame_equal(old.iloc[: len(new)], new)
    except AssertionError as error:
        found.append(f"games: {error}")
    for key, value in old.attrs.items():
        if key == "command":
            value = value.replace(f", {len(old)},", f", {len(new)},", 1)
        if key != "version" and new.attrs.get(key) != value:
            found.append(key)
    return found


def test_each_file_has_its_command_and_its_line():
    files = sorted(path.name for path in make_data.FOLDER.iterdir() if path.suffix != ".md")
    assert files == sorted(COMMANDS)
    lines = dict(re.findall(r"^\| `(.+?)` \| (\d+) \|", PAGE, re.MULTILINE))
    assert lines == {name: str(len(stored(name))) for name in COMMANDS}
    assert len(files) > 5


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_is_small_and_its_games_are_whole(name):
    assert (make_data.FOLDER / name).stat().st_size < LARGEST
    table = stored(name)
    assert table["game"].tolist() == list(range(len(table)))
    assert not (table["ending"] == "cut").any()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_gives_the_stored_games(name, tmp_path):
    games = len(stored(name)) if LONG else PLAYED
    new = read_games(again(name, tmp_path, games=games))
    assert len(new) == games
    assert differences(stored(name), new) == [], "python tests/make_data.py makes them anew"


@pytest.mark.parametrize("name", COMMANDS)
def test_stored_games_can_be_replayed(name):
    table = stored(name)
    for place in Random(name).sample(range(PLAYED, len(table)), REPLAYED):
        game = replay(table, place)
        assert game.position.stores == tuple(table.loc[place, ["south", "north"]])
        assert game.position.ending == table.loc[place, "ending"]


def test_a_file_has_the_same_bytes_again(tmp_path):
    written = set()
    for workers in (1, 2, 2):
        path = again("adji_kui_2-random-random.parquet", tmp_path, "--workers", str(workers))
        written.add(path.read_bytes())
        path.unlink()
    assert len(written) == 1


def test_differences_are_seen(tmp_path):
    name = "adji_kui_2-random-random.parquet"
    old, new = stored(name), read_games(again(name, tmp_path))
    assert differences(old, new) == []
    other = new.copy()
    other.loc[7, "laps"] += 1
    assert "laps" in differences(old, other)[0]
    assert differences(old, new.drop(columns="sown"))
    assert differences(old, new.astype({"moves": "int64"}))
    for key, value in (("seed", 3), ("rules", "anywoli"), ("max_moves", 5), ("command", "")):
        other = new.copy()
        other.attrs[key] = value
        assert differences(old, other) == [key]
    later = read_games(again(name, tmp_path, "--seed", "55"))
    assert differences(old, later)[1:] == ["seed", "command"]


def test_tables_to_be_compared_game_by_game_have_one_seed():
    for names in (
        ("anywoli-random-greedy", "anywoli-greedy-random"),
        ("anywoli-random-random", "anywoli-after_final-over", "anywoli_wikipedia-random-random"),
    ):
        tables = [stored(f"{name}.parquet") for name in names]
        for table in tables[1:]:
            for column in ("game", "seed", "starter"):
                assert table[column].equals(tables[0][column])


def test_files_can_be_made_by_name(tmp_path, monkeypatch, capsys):
    page = "```\nmancala simulate adji_kui_2 --games 3 --seed 1 --out a.parquet\n```\n"
    (tmp_path / "README.md").write_text(
        page + page.replace("a.parquet", "'b c.parquet'"), encoding="utf-8"
    )
    monkeypatch.setattr(make_data, "FOLDER", tmp_path)
    assert make_data.main(["b c.parquet"]) == 0
    assert [path.name for path in tmp_path.glob("*.parquet")] == ["b c.parquet"]
    assert make_data.main([]) == 0
    assert len(read_games(tmp_path / "a.parquet")) == 3
    assert make_data.main(["d.parquet"]) == 2
    assert "No command makes d.parquet; there are a.parquet, b c" in capsys.readouterr().out
    with pytest.raises(ValueError, match=r"Two commands make a\.parquet"):
        make_data.commands(page + page)


def test_the_first_command_that_fails_ends_the_making(tmp_path, monkeypatch):
    page = (
        "mancala simulate adji_kui_3 --out a.parquet\n"
        "mancala simulate adji_kui_2 --games 3 --out b.parquet\n"
    )
    (tmp_path / "README.md").write_text(page, encoding="utf-8")
    monkeypatch.setattr(make_data, "FOLDER", tmp_path)
    assert make_data.main([]) == 2
    assert list(tmp_path.glob("*.parquet")) == []

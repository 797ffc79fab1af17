"""``mancala published``: what it plays, prints and writes, and how it refuses."""

import pytest

from mancala_core import cli, published_command
from mancala_core.study.reproduction import published_results, reproduce

SOME = ("published", "--games", "40", "--only", "Obridjie", "--only", "adji_kui_1")


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setattr(published_command.out, "width", 200)


def test_both_tables_are_printed(capsys):
    assert cli.main([*SOME]) == 0
    said = capsys.readouterr()
    for words in (
        "by the publisher's conventions",
        "what makes the difference switched",
        "by our own rules",
        "44.34",
        "no difference shown",
        "One convention at a time switched",
        "start number 2026",
    ):
        assert words in said.out, words
    assert "Ba-awa" not in said.out
    assert said.err == ""


def test_what_is_written_is_what_python_gives(capsys, tmp_path):
    target = tmp_path / "results.csv"
    assert cli.main([*SOME, "--seed", "5", "--out", str(target)]) == 0
    assert str(target) in capsys.readouterr().out
    found = published_results(target)
    expected = reproduce(40, 5, ["Obridjie", "adji_kui_1"])
    assert found.astype(str).equals(expected.astype(str))
    assert set(found["command"]) == {
        "mancala published --games 40 --seed 5 --only obridjie --only adji_kui_1"
    }
    assert [path.name for path in tmp_path.iterdir()] == ["results.csv"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--only", "Oware"], "No figures of 'Oware' are published; there are Anywoli"),
        (["--games", "0"], "games is 0; it takes 1 or more"),
        (["--seed", "-1"], "seed is -1"),
        (["--out", "results.parquet"], "give it a name that ends in .csv"),
        (["--out", "nowhere/results.csv"], "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_right_is_refused(arguments, words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["published", "--only", "Obridjie", *arguments]) == 2
    said = capsys.readouterr()
    assert words in " ".join(said.err.split())
    assert said.out == ""


def test_a_folder_is_no_file(capsys, tmp_path):
    (tmp_path / "a.csv").mkdir()
    assert cli.main([*SOME, "--out", str(tmp_path / "a.csv")]) == 2
    assert "is a folder" in capsys.readouterr().err


def test_stopping_leaves_the_old_file(capsys, monkeypatch, tmp_path):
    target = tmp_path / "results.csv"
    target.write_text("old")

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("mancala_core.study.reproduction.reproduce", stopped)
    assert cli.main([*SOME, "--out", str(target)]) == 130
    assert "is as it was before" in " ".join(capsys.readouterr().err.split())
    assert target.read_text() == "old"


def test_a_full_disk_is_told(capsys, monkeypatch, tmp_path):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert cli.main([*SOME, "--out", str(tmp_path / "results.csv")]) == 2
    assert "the disk is full" in " ".join(capsys.readouterr().err.split())


def test_a_difference_is_written_in_points():
    row = {"win": 0.5, "their_win": 0.51, "win_difference": -0.01}
    row |= {"win_low": -0.014, "win_high": -0.006}
    assert published_command.compared(row, "win") == ("51.00", "50.00", "-1.00 [-1.40, -0.60]")

"""The notebooks of the course: stored in one form, of one shape, with checks that check."""

import ast
import contextlib
import copy
import io
import os
import re

import matplotlib as mpl
import numpy as np
import pytest
from run_notebooks import (
    NAVIGATION,
    PNG,
    WIDGET,
    course,
    navigation,
    read,
    smaller,
    text,
    tidy,
    titles,
)
from tree import text as page

from mancala_core import IllegalMove, Position, Rules, play, replay, simulate
from mancala_core.show.lesson import compare, tell

PATHS = course()
NAMES = [path.name for path in PATHS]
BOOKS = {path.name: read(path) for path in PATHS}
LARGEST = 700_000
"""Bytes of a notebook; they are in the history for ever."""
LONGEST_HELPER = 10
EXERCISE = re.compile(r"^answer_(\d) = None", re.MULTILINE)
GUESS = re.compile(r"^my_\w+ = None$", re.MULTILINE)

every_book = pytest.mark.parametrize("name", NAMES)


def cells(name, kind):
    return [cell for cell in BOOKS[name].cells if cell.cell_type == kind]


def prose(name):
    return "\n\n".join(cell.source for cell in cells(name, "markdown"))


def code(name):
    return "\n\n".join(cell.source for cell in cells(name, "code"))


# How they are stored


def faults(notebook, stored, links):
    """What is wrong with how a notebook is stored."""
    found = []
    again = copy.deepcopy(notebook)
    tidy(again, links)
    if text(again) != stored:
        found.append("not tidy")
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    if counts != list(range(1, len(counts) + 1)):
        found.append("not run from top to bottom")
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            words = output.get("text", "") + output.get("evalue", "")
            if output.output_type == "error" or output.get("name") == "stderr":
                found.append(f"{cell.id}: an error or a warning")
            if "UsageError" in words or "%|" in words:
                found.append(f"{cell.id}: an unknown magic or a progress bar")
            if WIDGET in output.get("data", {}):
                found.append(f"{cell.id}: a live widget")
    if len(stored.encode()) > LARGEST:
        found.append("too large")
    return found


@every_book
def test_a_notebook_is_stored_tidily(name):
    path = PATHS[NAMES.index(name)]
    stored = path.read_bytes().decode("utf-8")
    assert faults(BOOKS[name], stored, navigation(path, PATHS)) == []


def untidy(change):
    """The first notebook with a change, as it would be found."""
    path = PATHS[0]
    book = copy.deepcopy(BOOKS[path.name])
    change(book, next(cell for cell in book.cells if cell.get("outputs")))
    return faults(book, text(book), navigation(path, PATHS))


def set_count(book, cell):
    cell.execution_count = None


def add_state(book, cell):
    book.metadata["widgets"] = {"state": {}}


def add_time(book, cell):
    cell.metadata["execution"] = {"iopub.execute_input": "2026-01-01T00:00:00Z"}


def add_view(book, cell):
    cell.outputs[0].data[WIDGET] = {"model_id": "1"}


def add_stream(book, cell, name="stderr", words="Warning"):
    cell.outputs.append(
        type(cell.outputs[0])({"output_type": "stream", "name": name, "text": words})
    )


def add_magic(book, cell):
    add_stream(book, cell, "stdout", "UsageError: Line magic function `%x` not found.")


def lose_links(book, cell):
    book.cells[0].source = "[Contents](README.md)"


def grow(book, cell):
    cell.source += "\n#" + "x" * LARGEST


@pytest.mark.parametrize(
    "change",
    [set_count, add_state, add_time, add_view, add_stream, add_magic, lose_links, grow],
)
def test_an_untidy_notebook_is_seen(change):
    assert untidy(change)


def test_a_picture_is_made_smaller_once():
    pictures = [
        output.data[PNG]
        for cell in cells(NAMES[1], "code")
        for output in cell.outputs
        if PNG in output.get("data", {})
    ]
    assert pictures
    assert all(smaller(picture) == picture for picture in pictures)


def test_every_picture_is_told_in_words():
    pictures = [
        output.metadata[PNG]["alt"]
        for name in NAMES
        for cell in cells(name, "code")
        for output in cell.outputs
        if PNG in output.get("data", {})
    ]
    assert len(pictures) > 10
    told = re.compile(
        r" plays |is to move\.|game is over\.|^Lap \d|\b[Ss]core\b|of the games|\brounds?\b", re.M
    )
    assert [words for words in pictures if not told.search(words)] == []


def test_all_boards_have_a_still_face():
    boards = [
        output.data
        for name in NAMES
        for cell in cells(name, "code")
        for output in cell.outputs
        if "to move." in output.get("data", {}).get("text/plain", "")
    ]
    assert len(boards) >= 3
    assert all("<table" in data["text/html"] for data in boards)


# What they are like


def test_the_course_is_numbered_without_a_gap():
    assert [int(name[:2]) for name in NAMES] == list(range(1, len(NAMES) + 1))
    assert len(NAMES) >= 4


def test_the_contents_list_the_course_in_order():
    contents = page("notebooks/README.md")
    assert re.findall(r"\]\((\d\d-[^)]*\.ipynb)\)", contents) == NAMES
    for name in NAMES:
        title = cells(name, "markdown")[1].source.splitlines()[0]
        question = re.fullmatch(r"# \d+\. (.*\?)", title)[1]
        assert contents.count(question) >= 2, "in the table, and in the teacher's part"
    for word in ("Question", "Minutes", "Assumed", "Materials", "does", "look for"):
        assert len(re.findall(rf"\*\*[^*]*{word}\.\*\*", contents)) == len(NAMES), word


@every_book
def test_links_lead_to_the_neighbours(name):
    ids = [cell.id for cell in BOOKS[name].cells]
    assert (ids[0], ids[-1]) == NAVIGATION
    place = NAMES.index(name)
    links = re.findall(r"\]\(([^)]*)\)", BOOKS[name].cells[0].source)
    neighbours = NAMES[max(0, place - 1) : place + 2]
    assert sorted(links) == sorted({*neighbours, "README.md"} - {name})
    for words, target in re.findall(r"\[([^]]*)\]\(([^)]*)\)", BOOKS[name].cells[-1].source):
        assert words.strip("← →") == titles().get(target, "Contents")


@every_book
def test_a_title_on_the_contents_page_has_the_number_of_its_notebook(name):
    assert titles()[name].startswith(f"{NAMES.index(name) + 1}. ")


@every_book
def test_the_first_page_says_what_a_lesson_is(name):
    number = NAMES.index(name) + 1
    first = prose(name).partition("\n## ")[0]
    assert re.match(rf"# {number}\. [^\n]+\?\n", cells(name, "markdown")[1].source + "\n")
    assert re.findall(r"^(\d)\. ", first, re.MULTILINE) == ["1", "2", "3"]
    assert "**Goals.**" in first
    assert re.search(r"\*\*Time:\*\*.*minutes", first)
    assert "**You need:**" in first


@every_book
def test_a_lesson_has_its_parts(name):
    headings = re.findall(r"^## (.*)$", prose(name), re.MULTILINE)
    assert headings[-2:] == ["Exercises", "Sources"]
    numbers = [int(re.match(r"(\d)\. ", heading)[1]) for heading in headings[:-2]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 3 <= len(numbers) <= 5
    exercises = EXERCISE.findall(code(name))
    assert exercises == [str(number) for number in range(1, len(exercises) + 1)]
    assert 2 <= len(exercises) <= 4
    assert len(GUESS.findall(code(name))) >= 4


def runs_after(name, place):
    """Cells of code between a guess and the next one."""
    found = []
    for cell in BOOKS[name].cells[place + 1 :]:
        if cell.id.startswith("guess-"):
            break
        found += [cell] if cell.cell_type == "code" else []
    return found


@every_book
def test_a_guess_comes_before_its_run(name):
    guesses = [cell for cell in BOOKS[name].cells if cell.id.startswith("guess-")]
    assert guesses
    for cell in guesses:
        place = BOOKS[name].cells.index(cell)
        assert all(GUESS.fullmatch(line) for line in cell.source.splitlines())
        assert "?" in BOOKS[name].cells[place - 1].source
        runs = runs_after(name, place)
        for word in re.findall(r"my_\w+", cell.source):
            assert any(f"compare({word}, " in run.source for run in runs), word


@every_book
def test_helpers_are_short_and_cells_are_python(name):
    for cell in cells(name, "code"):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                assert node.end_lineno - node.lineno < LONGEST_HELPER, f"{cell.id}: {node.name}"
        assert not cell.source.rstrip().endswith(";"), "it shows what nbval does not expect"


def test_a_board_stands_on_the_first_screen():
    for name in (NAMES[0], NAMES[1], NAMES[3]):
        kinds = [cell.cell_type for cell in BOOKS[name].cells[:3]]
        assert kinds == ["markdown", "markdown", "code"]
        assert re.search(r"\b(Board|draw\.board)\(", BOOKS[name].cells[2].source)
        assert len(BOOKS[name].cells[1].source) < 300


def test_headings_do_not_answer_the_guesses():
    told = re.compile(r"never ends|for ever|cannot be sown|\bstays?\b")
    headings = [
        line
        for name in NAMES
        for line in re.findall(r"^##+ .*$", prose(name), re.MULTILINE)
        if told.search(line)
    ]
    assert headings == []
    assert told.search("### Fours on the way stay")


# What the cells find. The sentences of the lesson rest on it, and pupils need not read it.

HOLDS = {
    ("01-play-and-read-anywoli.ipynb", "opening-in-words"): [
        "(opening.laps, opening.sown) == (5, 24)"
    ],
    ("01-play-and-read-anywoli.ipynb", "passing-in-words"): ["passing.captured == (8, 4)"],
    ("01-play-and-read-anywoli.ipynb", "final"): [
        "(final.captured, final.ending) == ((4, 0), 'again')"
    ],
    ("01-play-and-read-anywoli.ipynb", "replay"): ["len(game.moves) == 18"],
    ("01-play-and-read-anywoli.ipynb", "conventions"): [
        "winners['lottery'] == 'luck' and winners['penultimate'] == 'North'",
        "winners['first_final'] == winners['owners'] == 'draw'",
    ],
    ("02-laps-of-a-move.ipynb", "in-words"): [
        "(move.laps, move.captured, move.ending) == (8, (4, 4), 'stopped')"
    ],
    ("02-laps-of-a-move.ipynb", "openings"): [
        "len(rotated) == 1",
        "all(play(rules, start, hole).laps == 5 for hole in range(12))",
    ],
    ("02-laps-of-a-move.ipynb", "undo-opening"): ["(seeds, hole) == (list(start.seeds), 0)"],
    ("02-laps-of-a-move.ipynb", "endless-picture"): [
        "(never.ending, never.period, never.cycle_start) == ('endless', 216, 1)"
    ],
    ("03-a-thousand-games.ipynb", "results"): [
        "set(settled['ending']) == {'four_left'}",
        "counts.to_dict() == {'win': 430, 'draw': 189, 'loss': 381}",
    ],
    ("03-a-thousand-games.ipynb", "score"): ["mean - half < 0.5 < mean + half"],
    ("03-a-thousand-games.ipynb", "runs-picture"): ["low['all'] > 0.5"],
    ("03-a-thousand-games.ipynb", "length"): [
        "(lengths.min(), lengths.max()) == (33, 15_901)",
        "1_900 < lengths.median() < 1_901",
    ],
    ("03-a-thousand-games.ipynb", "ways-table"): [
        "crossed.loc['win', 'loss'] == crossed.loc['loss', 'win'] == 0"
    ],
    ("03-a-thousand-games.ipynb", "greedy"): ["mean + half < 0.5"],
    ("03-a-thousand-games.ipynb", "replay"): [
        "longest.laps == games['longest'].iloc[42]",
        "late > 0.9 * len(game.moves)",
        "game.moves.index(longest) < 20",
    ],
    ("03-a-thousand-games.ipynb", "exercise-1-count"): ["long == 166"],
    ("04-adji-kui-2.ipynb", "singleton"): ["middle.seeds[too_few] == 1"],
    ("04-adji-kui-2.ipynb", "way"): ["(way.captured, way.after.seeds[5]) == ((0, 0), 4)"],
    ("04-adji-kui-2.ipynb", "capture"): ["(capture.captured, capture.after.mover) == ((4, 0), 1)"],
    ("04-adji-kui-2.ipynb", "own"): [
        "(stops.laps, stops.captured) == (1, (0, 0))",
        "(goes_on.laps, goes_on.captured) == (2, (4, 0))",
    ],
    ("04-adji-kui-2.ipynb", "whole-game"): [
        "(game.position.left, game.outcome.south) == (8, 27)",
        "game.position.stores == (24, 16)",
    ],
    ("04-adji-kui-2.ipynb", "endless"): ["(never.period, never.cycle_start) == (66, 1)"],
    ("04-adji-kui-2.ipynb", "often"): [
        "counts.to_dict() == {'a pass': 6316, 'an endless move tried': 321}",
        "'stuck' not in set(games['ending'])",
    ],
    ("04-adji-kui-2.ipynb", "why-pass"): ["(len(fullest), set(fullest)) == (393, {1})"],
    ("04-adji-kui-2.ipynb", "zero-bound"): ["abs(bound - 3 / n) < 1e-5"],
    ("04-adji-kui-2.ipynb", "wins"): [
        "set(settled['ending']) == {'eight_left'}",
        "high['win'] < low['loss']",
    ],
    ("05-first-player-advantage.ipynb", "results"): [
        "table[['wins', 'draws', 'losses']].values.tolist() == [[4187, 1809, 4004]]",
        "0.5 < row['score_low'] < 0.5003 and row['score_high'] < 0.5181",
    ],
    ("05-first-player-advantage.ipynb", "seats"): [
        "0.925 < first < 0.926 and 0.935 < second < 0.936",
        "set(both_seats['games']) == {5000}",
    ],
    ("05-first-player-advantage.ipynb", "swapped"): [
        "pairs['pairs'] == 5000 and -0.005 < pairs['beginning'] < -0.004",
        "-0.0095 < pairs['beginning_low'] < pairs['beginning_high'] < -0.0003",
    ],
    ("05-first-player-advantage.ipynb", "two-games"): [
        "all(eight.query('first == second == \"greedy\"')['score_high'] < 0.5)",
        "len(eight) == 8 and set(eight['games']) == {5000}",
    ],
    ("05-first-player-advantage.ipynb", "limit"): [
        "at_1000['called'] == 7230 and round(at_1000['score'], 3) == 0.502",
        "2 * (at_1000['high'] - at_1000['low']) < 1.1 * (row['score_high'] - row['score_low'])",
        "at_1000['high'] < at_1000['true_score']",
    ],
    ("05-first-player-advantage.ipynb", "lengths"): ["one['cut'] == 0.723"],
    ("05-first-player-advantage.ipynb", "chance"): [
        "round(exact['p_south'].iloc[909], 3) == 0.158",
        "sum(last_eight.seeds[:12]) == 0 and last_eight.stores == (44, 44)",
        "last_eight.mover == 1",
    ],
    ("05-first-player-advantage.ipynb", "narrower"): [
        "0.79 < ratio < 0.81 and exact['p_south'].notna().sum() == 9999"
    ],
    ("05-first-player-advantage.ipynb", "check-chances"): [
        "found.low < chance[here].mean() < found.high",
        "((chance > 0.45) & (chance <= 0.55)).sum() == 9808",
    ],
    ("05-first-player-advantage.ipynb", "openings"): [
        "all((by_hole['own row'] == 51) == (by_hole['score'] < 0.48))",
        "all((by_hole['own row'] == 46) == (by_hole['score'] > 0.5))",
        "(by_hole['p_holm'] < 0.05).sum() == 11",
    ],
    ("06-the-final-four.ipynb", "groups"): [
        "set(groups) == {23} and set(lead % 2) == {1} and len(games) == 5000"
    ],
    ("06-the-final-four.ipynb", "margins"): ["(lead == 1).sum() == 1951"],
    ("06-the-final-four.ipynb", "ways"): ["changes == [0] * 49"],
    ("06-the-final-four.ipynb", "lottery"): [
        "changed == 973 and found.difference.low < 0 < found.difference.high",
        "found.impossible.to_numpy().sum() == 2",
    ],
    ("06-the-final-four.ipynb", "seven"): [
        "known.index[known['p_holm'] < 0.05].tolist() == ['first_final', 'starter']",
        "known.loc['mover', ['better', 'worse']].tolist() == [5, 2]",
        "round(known.loc['first_final', 'difference'], 3) == -0.01",
    ],
    ("06-the-final-four.ipynb", "first-final"): ["begins == 2399"],
    ("06-the-final-four.ipynb", "eight"): [
        "set(out) == {22} and (lead_eight == 0).sum() == 1133",
        "0.7245 < row['score'] < 0.7255",
    ],
    ("06-the-final-four.ipynb", "tie"): [
        "settle(eight, 'starter')['result'].iloc[3617] == 'win'",
        "settle(eight, 'penultimate')['result'].iloc[3617] == 'loss'",
    ],
    ("06-the-final-four.ipynb", "flow-eight"): [
        "corner == 584 and not flow_eight.impossible.loc['win', 'loss']"
    ],
    ("06-the-final-four.ipynb", "paired"): [
        "rows['Anywoli, then no extra move'][1] < 0 < rows['Anywoli, then no extra move'][2]",
        "0.2 < rows['no extra move, then Wikipedia'][1]",
        "rows['no extra move, then Wikipedia'][3] < 0.6 * rows['no extra move, then Wikipedia'][4]",
        "all(shared(two, three) == len(three.moves) for one, two, three in trio.values())",
    ],
    ("07-statistics-workshop.ipynb", "twenty"): [
        "all(twenty['textbook'][row].low == twenty['textbook'][row].high for row in twenty.index[::3])",
        "twenty.loc['1 of 20', 'textbook'].low < 0",
        "round(none['Wilson'].high, 3) == 0.161",
    ],
    ("07-statistics-workshop.ipynb", "kept"): [
        "(often['textbook'], often['Wilson'], often['Clopper-Pearson']) == (63.9, 92.5, 98.4)",
    ],
    ("07-statistics-workshop.ipynb", "zero"): [
        "(seen, round(bound, 4)) == (0, 0.0006)",
        "abs(bound - 3 / len(games)) < 1e-5",
    ],
    ("07-statistics-workshop.ipynb", "draws"): [
        "round(ratio, 2) == 1.10",
        "right.high - right.low < wrong.high - wrong.low",
    ],
    ("07-statistics-workshop.ipynb", "pairs"): [
        "round(times, 1) == 2.9",
        "same.low < 0 < same.high and different.low < 0 < different.high",
        "round((same.high - same.low) / 2, 3) == 0.006",
        "round((different.high - different.low) / 2, 3) == 0.018",
    ],
    ("07-statistics-workshop.ipynb", "over"): ["round(gain, 1) == 1.1"],
    ("07-statistics-workshop.ipynb", "swap"): [
        "round(alone / swap_half, 1) == 1.0",
        "swap['beginning':].astype(float).round(4).tolist() == [-0.0049, -0.0094, -0.0004]",
    ],
    ("07-statistics-workshop.ipynb", "peek"): ["peeked['unfair'].tolist() == [59, 492, 11]"],
    ("07-statistics-workshop.ipynb", "watch"): [
        "(len(watched), ordinary.sum(), sequence.sum()) == (4_991, 1_329, 0)",
        "ordinary[watched['games'] == 1_000].all() and not ordinary.iloc[-1]",
        "watched.loc[999].round(3).iloc[:4].tolist() == [1_000, 0.530, 0.502, 0.558]",
        "watched.round(3).iloc[-1, 1:4].tolist() == [0.511, 0.498, 0.523]",
    ],
    ("07-statistics-workshop.ipynb", "deals"): [
        "(p < 0.05).sum() == 430",
        "np.mean(12 * p < 0.05).round(3) == 0.042",
    ],
    ("07-statistics-workshop.ipynb", "openings"): [
        "(first['p'] < 0.05).sum() == 6",
        "list(first.index[first['p_holm'] < 0.05]) == list('DEHI')",
    ],
    ("07-statistics-workshop.ipynb", "fresh"): [
        "(fresh['first games'] * fresh['fresh games'] > 0).all()",
        "(fresh['p, Holm over these'] < 0.05).all()",
        "fresh.loc['D'].round(3).tolist()[:2] == [-0.064, -0.075]",
    ],
    ("07-statistics-workshop.ipynb", "calibration"): [
        "held == 951",
        "again.loc['score', 'held'] == 946",
        "list(tried['method'][tried['low'] > 0.95]) == ['Clopper-Pearson', 'Goodman']",
    ],
    ("07-statistics-workshop.ipynb", "calibration-draws"): [
        "(drawn['held'].min(), drawn['held'].max()) == (934, 953)",
    ],
    ("07-statistics-workshop.ipynb", "cut"): [
        "(short['ending'] == 'cut').sum() == 3_599",
        "str(median_length(short)).startswith('beyond the cut')",
        "median_length(games).estimate == 1_900",
        "cutoff(games, [1_000])[names[2:]].round(3).iloc[0].tolist() == [0.772, 0.179, 0.505, 0.511]",
    ],
    ("08-matches.ipynb", "buy"): [
        "match.rounds[0].result == '31-17 eight_left' and (south, north) == (8, 4)",
        "str(second).endswith('owner=SSSSSSSSNNNN')",
    ],
    ("08-matches.ipynb", "match"): [
        "[game.result.split()[0] for game in match.rounds][1::4] == ['22-26', '39-9']",
        "(match.owned[5], match.winner) == ((4, 8), 0)",
    ],
    ("08-matches.ipynb", "next"): [
        "table.iloc[0].round(3)[['score', 'low', 'high']].tolist() == [0.952, 0.944, 0.959]",
        "table.iloc[-1].round(3)[['score', 'low', 'high']].tolist() == [0.047, 0.040, 0.054]",
        "score.is_monotonic_decreasing and score.index.tolist() == [3, 4, 5, 6, 7, 8, 9]",
    ],
    ("08-matches.ipynb", "margin"): [
        "table.iloc[-1, -3:].round(1).tolist() == [-16.9, -17.3, -16.5]",
        "table.iloc[0, -3:].round(1).tolist() == [16.8, 16.5, 17.2]",
        "table['margin'].diff()[1:].between(-6, -5).all()",
    ],
    ("08-matches.ipynb", "targets"): [
        "fours.loc[9].round(1).tolist()[:2] == [2.3, 7.7]",
        "round((fours['left to South'] - fours['left to North']).abs().max(), 1) == 4.6",
        "(fours['fours for South'] - fours['fours for North']).abs().max() * 4 > 20",
    ],
    ("08-matches.ipynb", "everywhere"): [
        "nine[['score', 'low', 'high']].round(3).tolist() == [0.703, 0.668, 0.738]",
        "changed.iloc[0][['score', 'low', 'high']].round(3).tolist() == [0.269, 0.237, 0.301]",
        "changed['score'].is_monotonic_increasing",
    ],
    ("08-matches.ipynb", "greedy"): [
        "greedy_table.iloc[-1][['score', 'low', 'high']].round(3).tolist() == [0.388, 0.361, 0.416]",
        "greedy_table.iloc[0][['score', 'low', 'high']].round(3).tolist() == [0.621, 0.592, 0.650]",
        "greedy_table['score'].is_monotonic_decreasing",
    ],
    ("08-matches.ipynb", "lead"): [
        "all(((t['low'] < 0.5) & (t['high'] > 0.5)).all() and len(t) == 7 for t in after.values())",
        "after[1].iloc[-1][['score', 'low', 'high']].round(3).tolist() == [0.567, 0.448, 0.679]",
        "after[1]['matches'].iloc[-1] == 67",
    ],
    ("08-matches.ipynb", "wide"): [
        "every.loc[6, ['rounds', 'matches']].tolist() == [16161, 1998]",
        (
            "every.loc[6, ['alone_low', 'alone_high', 'low', 'high']].round(3).tolist() "
            "== [0.489, 0.504, 0.467, 0.526]"
        ),
        "round((whole / alone)[6], 1) == 3.9",
        (
            "every.index[(every['alone_low'] > 0.5) | (every['alone_high'] < 0.5)].tolist() "
            "== [3, 7, 8, 9]"
        ),
        "every.index[(every['low'] > 0.5) | (every['high'] < 0.5)].tolist() == [9]",
        "every.loc[9, ['low', 'high']].round(3).tolist() == [0.425, 0.494]",
    ],
    ("08-matches.ipynb", "bootstrap"): [
        "len(sums) == 1998 and (round(low, 3), round(high, 3)) == (0.466, 0.525)",
        "(table['low'] - table['alone_low']).abs().max() < 0.0015",
        "(table['high'] - table['alone_high']).abs().max() < 0.0015",
    ],
    ("08-matches.ipynb", "length"): [
        (
            "draw.headline(ax).endswith('random median 20 rounds (19 to 21), greedy against greedy "
            "median 114 rounds (102 to 134).')"
        ),
        "greedy_played['result'].value_counts()['round_limit'] == 118",
        "'cut' not in set(played['ending']) | set(greedy_played['ending'])",
    ],
    ("08-matches.ipynb", "who"): [
        "results['win'].round(3).tolist() == [0.461, 0.995, 0.004, 0.507]",
        "results['win_low'].round(3).tolist() == [0.404, 0.988, 0.002, 0.485]",
        "results['win_high'].round(3).tolist() == [0.519, 0.998, 0.010, 0.529]",
        "(results['matches'] == results['unique']).all()",
        "(results['matches'] - results['finished']).tolist() == [118, 0, 0, 2]",
        "(plays == 'greedy').sum() == 1991 and (twice.sum(), len(twice)) == (991, 1000)",
    ],
    ("08-matches.ipynb", "riddle"): [
        "all(lines[name]['score'].is_monotonic_decreasing for name in list(lines)[:2])",
        "[round(end, 3) for end in ends.iloc[[0, -1]]] == [0.320, 0.666]",
        "ends.iloc[1:6].is_monotonic_increasing and ends[1] < ends[0] and ends[6] < ends[5]",
        "(lines['greedy player']['score'].iloc[[0, -1]].round(3).tolist()) == [1.0, 0.681]",
        "round(six_each, 3) == 0.921",
        "round((nine_holes['strategy_south'] == 'greedy').mean(), 3) == 0.987",
    ],
    ("08-matches.ipynb", "arms"): [
        "(found['pairs'] == 1000).all()",
        "found['early'].tolist()[:3] == [0.996, 0.035, 0.035]",
        "found['same_winner'].round(2).tolist()[:4] == [0.51, 0.91, 0.89, 0.90]",
        "found['same_winner_low'].round(3).tolist()[1:4] == [0.886, 0.865, 0.879]",
        "found['same_winner_high'].round(3).tolist()[1:4] == [0.922, 0.904, 0.916]",
        "found['changed'].between(0.50, 0.52).tolist()[1:4] == [True] * 3",
    ],
    ("08-matches.ipynb", "differences"): [
        "((found['win_low'] < 0) & (found['win_high'] > 0)).all()",
        "found['win'].abs()[1:4].max() < 0.0205",
        (
            "(found['win_low'][1:4].min().round(3), found['win_high'][1:4].max().round(3)) "
            "== (-0.041, 0.013)"
        ),
        "int(summary(matches(ours))['rounds_median'].iloc[0]) == 19",
        (
            "found.loc['own_final=relay', columns].round(3).tolist() "
            "== [0.014, -0.030, 0.058, 18.076, 15.013, 21.139]"
        ),
        "found['rounds'].round(1).tolist()[4:] == [-10.6, 22.7, 22.8]",
        "found['rounds_low'].round(1).tolist()[2:] == [0.3, -0.7, -12.4, 19.6, 19.6]",
        "found['rounds_high'].round(1).tolist()[2:] == [2.4, 1.1, -8.8, 25.7, 26.1]",
    ],
    ("09-published-table.ipynb", "again"): ["all(same) and len(played) == 7"],
    ("09-published-table.ipynb", "stated"): [
        "stated['verdict'].tolist().count('differs') == 4",
        "all(stated.loc[['Anywoli', 'Adji Kui I', 'Obridjie'], 'verdict'] == 'no difference shown')",
        "(stated['ours'] > 65_000).all()",
    ],
    ("09-published-table.ipynb", "chance"): ["round(100 * (1 - 0.95**7)) == 30"],
    ("09-published-table.ipynb", "hands"): [
        "nearest == 'lost' and met == 466",
        "results.query('part == \"found\"')['game'].nunique() == 3",
    ],
    ("09-published-table.ipynb", "halves"): [
        "list(found.index[found['verdict'] == 'differs']) == ['Hoyito II']",
        "round(found.loc['Hoyito I', 'tie'], 4) == 0.0170",
        "found.loc['Hoyito I', ['ours', 'theirs']].tolist() == [96_252, 96_224]",
        "[round(100 * found.loc['Hoyito I', f'tie_{end}'], 2) for end in ('difference', 'low', 'high')] == [0.10, -0.01, 0.22]",
        "found.loc['Adji Kui II', 'tie_low'] < 0 < found.loc['Adji Kui II', 'tie_high']",
    ],
    ("09-published-table.ipynb", "five"): [
        "round(five['tie'], 3) == 0.001 and round(five['endless'], 3) == 0.026",
        "five['win_low'] < five['win_high'] < 0",
        "found.loc['Hoyito II', 'win_low'] < 0 < found.loc['Hoyito II', 'win_high']",
        "round(found.loc['Hoyito II', 'no_result'], 3) == 0.342",
    ],
    ("09-published-table.ipynb", "ours"): [
        "list(ours.index[ours['verdict'] == 'differs']) == ['Adji Kui II', 'Hoyito I', 'Hoyito II']",
        "(ours.loc[['Ba-awa', 'Adji Kui II', 'Hoyito I', 'Hoyito II'], 'tie'] == 0).all()",
        "[round(100 * ours.loc['Ba-awa', f'win_{end}'], 2) for end in ('low', 'high')] == [-0.96, -0.08]",
    ],
    ("09-published-table.ipynb", "steps"): [
        "taken.argmax() == 0 and 0.0195 < taken[0] < 0.0205",
        "[round(found.estimate, 3) for found in wins.values()][:3] == [0.489, 0.469, 0.459]",
    ],
    ("09-published-table.ipynb", "switches"): [
        "alone.loc[alone.query('game == \"Hoyito I\"')['changed'].idxmax(), 'switched'] == 'end_without_move'",
        "alone.query('game == \"Hoyito I\" and switched == \"end_without_move\"')['changed'].item() == 1989",
        "round(alone.query('game == \"Hoyito I\" and switched == \"end_without_move\"')['no_result'].item(), 3) == 0.223",
        "round(alone.query('game == \"Hoyito I\" and switched == \"judged\"')['no_result'].item(), 3) == 0.036",
        "alone.loc[alone.query('game == \"Adji Kui II\"')['changed'].idxmax(), 'changed'] == 2681",
        "alone.query('game == \"Adji Kui II\" and changed == 2681')['switched'].item() == 'own_final'",
    ],
    ("10-family.ipynb", "family"): [
        "(len(FIELDS), len(FIELDS) - len(shared(family))) == (27, 14)",
        "apart.loc['anywoli', 'adji_kui_2'] == 8",
        (
            "set(shared(family)) - set(family[family['used'] & (family['source'] != 'ours')]['option'])"
            " == {'origin', 'extra_move', 'stuck', 'endless', 'round_limit', 'buying'}"
        ),
    ],
    ("10-family.ipynb", "opening"): ["changed == ['holes']"],
    ("10-family.ipynb", "middle"): [
        "[move.captured for move in moves] == [(4, 4)] * 4 + [(4, 0)] + [(0, 0)] * 3",
        "[move.after.mover for move in moves] == [0] * 3 + [1] * 5",
    ],
    ("10-family.ipynb", "typical"): [
        "medians[0][:3] == (1_936, 1_856, 2_006) and medians[1][:3] == (38, 36, 40)",
        "[round(median.estimate) for median in medians[2:8]] == [12, 12, 12, 40, 87, 73]",
        "set(final[5]) == set(final[8]) == {10} and set(way[5]) == set(way[8]) == {0}",
        "round(100 * taken['on the way'][0]) == 62",
    ],
    ("10-family.ipynb", "order"): [
        "endings['cut'] == 797 and left.to_dict() == {8: 797}",
        "other.to_dict() == {'eight_left': 4_000}",
    ],
    ("10-family.ipynb", "tree"): [
        "(nearest, edges['options'].sum()) == ('anywoli_wikipedia', 29)",
        "apart.loc['ba_awa', 'anywoli_wikipedia'] == 2 and apart.loc['ba_awa'].drop('ba_awa').nsmallest(2).iloc[1] > 2",
        "edges['options'].idxmax() == edges.index[edges['one'] == 'adji_kui_1'][0]",
        "edges.set_index('other').loc['hoyito_1', 'instead'] == 4",
    ],
    ("10-family.ipynb", "leave-out"): [
        "(len(kept), (kept == 14).sum(), len(differing)) == (9, 6, 14)",
        "{line[1] for line in kept.index[kept < 14]} == {'hoyito_1', 'hoyito_2', 'obridjie'}",
    ],
    ("10-family.ipynb", "switch"): [
        "results.index[:3].tolist() == ['remainder starter', 'passing mover', 'holes 7']",
        "results['difference'].round(3).tolist()[:3] == [0.252, -0.143, 0.052]",
        "results['low'].round(3).tolist()[:4] == [0.238, -0.172, 0.023, -0.060]",
        "results['high'].round(3).tolist()[:4] == [0.266, -0.114, 0.081, -0.003]",
        "results.index[results['p_holm'] < 0.05].tolist() == results.index[:3].tolist()",
        "round(results.loc['least 1', 'p_holm'], 2) == 0.32 and results['p'].notna().sum() == 15",
        "(results['over'] < 0.5).sum() == 3 and results['p'].isna().sum() == 4",
        "dict(zip([s[:2] for s in switched], tables))['holes', '12']['ending'].value_counts()[['stuck', 'cut']].tolist() == [1065, 935]",
        "results.loc['relay false', 'median length'].startswith('245 ')",
        "results.loc['passing owner', 'median length'].startswith('13 ')",
    ],
    ("10-family.ipynb", "little"): [
        "(far.idxmin(), far.min(), far['anywoli'], (far == 5).sum()) == ('hoyito_1', 5, 6, 1)",
    ],
    ("10-family.ipynb", "file"): ["changes('little_three', rules) == []"],
    ("11-sources.ipynb", "claims"): [
        "(len(claims), on_options.sum(), round(100 * on_options.mean())) == (292, 126, 43)",
    ],
    ("11-sources.ipynb", "fields"): [
        "(different, len(unspoken(claims)), len(FIELDS)) == (7, 10, 27)",
        "claims.loc[on_options, 'field'].nunique() == 17",
    ],
    ("11-sources.ipynb", "odd"): [
        "(len(odd), len(where), most.max()) == (43, 13, 5)",
        "most.idxmax() == ('anywoli_ja_en', 'heading', 'ja')",
    ],
    ("11-sources.ipynb", "none"): ["endings.to_dict() == {'four_left': 10_000}"],
    ("11-sources.ipynb", "clock"): [
        "results['score'].round(3).tolist()[:2] == [0.504, 0.510]",
        "results['score_low'].round(3).tolist()[:2] == [0.495, 0.501]",
        "results['score_high'].round(3).tolist()[:2] == [0.512, 0.519]",
        "[round(end, 3) for end in found.difference[:3]] == [0.007, -0.006, 0.019]",
    ],
    ("11-sources.ipynb", "mirror"): ["all(same) and len(same) > 4_000"],
    ("11-sources.ipynb", "own"): [
        "[round(end, 3) for end in own.difference[:3]] == [-0.024, -0.036, -0.011]",
        "(medians['stop'].estimate, medians['relay'].estimate) == (73, 59)",
    ],
}
"""(notebook, cell) -> what is true after the cell has run."""


@every_book
def test_what_the_sentences_rest_on_holds(name, held):
    known = {cell.id for cell in cells(name, "code")}
    wanted = {cell for book, cell in HOLDS if book == name}
    assert wanted <= known
    assert wanted
    for cell in wanted:
        found = held(name)[cell]
        assert [holds for holds, true in found.items() if not true] == [], cell


@every_book
def test_pupils_meet_no_asserts(name):
    assert "assert " not in code(name)


@every_book
def test_every_bold_result_stands_after_a_check(name):
    """A number in a bold sentence after a run is held by `HOLDS` in the cells before it."""
    seen = False
    for cell in BOOKS[name].cells:
        if cell.cell_type == "code":
            seen = seen or (name, cell.id) in HOLDS
        elif cell.id.endswith("-result"):
            assert seen, cell.id
            seen = False


WORDS = {
    r"\bpits?\b": "hole",
    r"\bturns?\b": "move",
    r"\bstones?\b": "seed",
    r"\b(issue|session)s?\b": "nothing",
    r"\b(exciting|amazing|fascinating|powerful|simply|of course|obviously)\b": "nothing",
}


@every_book
def test_one_word_for_a_thing(name):
    everything = (prose(name) + code(name)).lower()
    assert [word for word in WORDS if re.search(word, everything)] == []


@every_book
def test_no_sentence_claims_an_advantage(name):
    claim = re.compile(r"(first player|starter|who begins)\b[^.?]*\badvantage", re.IGNORECASE)
    quoted = re.sub(r'"[^"\n]*"', "", prose(name))
    assert claim.findall(quoted) == []


@every_book
def test_runs_name_their_seed_and_stay_silent(name):
    for call in re.findall(r"simulate\(\s*\"(?:[^()]|\([^()]*\))*\)", code(name)):
        assert "seed=" in call
        assert "progress=False" in call


@every_book
def test_positions_are_from_the_games_named(name):
    """A source such as "start number 1971, game 52 after 8 moves" gives a position of the notebook."""
    rules = "adji_kui_2" if "adji-kui" in name else "anywoli"
    here = [
        Position.parse(found).seeds for found in re.findall(r'"(<[\d,]+> [^"\n]+)"', code(name))
    ]
    for line in prose(name).splitlines():
        seed = re.search(r"start number (\d+), game \d+ after", line)
        if seed:
            named = re.findall(r"game (\d+) after (\d+) moves", line)
            most = max(int(number) for number, _ in named)
            table = simulate(rules, most + 1, seed=int(seed[1]), progress=False)
            for number, plies in named:
                assert replay(table, int(number)).moves[int(plies)].before.seeds in here


# Exercises


def answers():
    """Answers for teachers: (notebook, number) -> Python source of an answer."""
    found = {}
    for part in re.split(r"^## ", page("docs/answers.md"), flags=re.MULTILINE)[1:]:
        name = part.splitlines()[0].strip() + ".ipynb"
        for number, answer in re.findall(r"^\| (\d) \| `([^`]*)` \|", part, re.MULTILINE):
            found[name, int(number)] = answer
    return found


ANSWERS = answers()
WRONG = {
    ("01-play-and-read-anywoli.ipynb", 1): ['"ABL"', '"al"', "[]", '"A"'],
    ("01-play-and-read-anywoli.ipynb", 2): ["(16, 0)", "4", "(12, 4)"],
    ("01-play-and-read-anywoli.ipynb", 3): ['"L+8/4!"', '"L+4/8"', '"l+4/8!"', "12"],
    ("01-play-and-read-anywoli.ipynb", 4): [
        '"<12,0,0,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4> S"',
        '"<12,46,46,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0> S"',
        '"nonsense"',
        "7",
    ],
    ("02-laps-of-a-move.ipynb", 1): ['"G"', '"h"', "8"],
    ("02-laps-of-a-move.ipynb", 2): ['"B"', '"F"', '"a"'],
    ("02-laps-of-a-move.ipynb", 3): ["(1, 0, 2, 1)", "(4, 4, 4, 4)", "(2, 0, 1, 0, 2, 1)", "5"],
    ("03-a-thousand-games.ipynb", 1): ["(17, 14, 20)", "(0.17, 0.14, 0.19)", "17"],
    ("03-a-thousand-games.ipynb", 2): ["211", "54", '"111"'],
    ("03-a-thousand-games.ipynb", 3): ["2000", "500", "0", "-4000", '"4000"'],
    ("03-a-thousand-games.ipynb", 4): ['"a"', '"c"', '"d"', "2"],
    ("04-adji-kui-2.ipynb", 1): ['"DF"', '"ACDF"', '"f"'],
    ("04-adji-kui-2.ipynb", 2): ['"D"', '"ADF"', '"df"'],
    ("04-adji-kui-2.ipynb", 3): ["0.01", "3", '"1"', "True"],
    ("05-first-player-advantage.ipynb", 1): ["3000", "30000", '"10000"', "0"],
    ("05-first-player-advantage.ipynb", 2): ["0.6", "1", "0.5", '"much"'],
    ("05-first-player-advantage.ipynb", 3): ['"K"', '"I"', '"l"', "0.273"],
    ("05-first-player-advantage.ipynb", 4): ['"a"', '"b"', '"c"', '"e"'],
    ("06-the-final-four.ipynb", 1): ["13", "11", '"12"', "48"],
    ("06-the-final-four.ipynb", 2): ["12", "16", "4", "-8"],
    ("06-the-final-four.ipynb", 3): ["1951", "5000", "1", '"none"'],
    ("06-the-final-four.ipynb", 4): ['"a"', '"b"', '"d"', '"e"'],
    ("07-statistics-workshop.ipynb", 1): ["1000", "2990", "3200", "0.001", '"3000"'],
    ("07-statistics-workshop.ipynb", 2): ["14600", "5000", "1700", '"42500"'],
    ("07-statistics-workshop.ipynb", 3): ['"ac"', '"abce"', '"bd"', "[]", "5"],
    ("07-statistics-workshop.ipynb", 4): [
        "(0.001, 0.02, 0.025, 0.4)",
        "(0.004, 0.08, 0.1, 1.0)",
        "(0.004, 0.06, 0.05, 0.4)",
        "(0.004, 0.06, 0.06)",
        "0.004",
    ],
    ("08-matches.ipynb", 1): ["(10, 2)", "(9, 2)", "(3, 9)", "9", '"9, 3"'],
    ("08-matches.ipynb", 2): ["100", "20", "4", '"5"'],
    ("08-matches.ipynb", 3): ['"loser"', '"empty"', '"relay"', "10"],
    ("08-matches.ipynb", 4): ['"a"', '"b"', '"c"', '"e"'],
    ("09-published-table.ipynb", 1): ["0.2", "1", "4.4", '"half"'],
    ("09-published-table.ipynb", 2): ['"judged"', '"no_move"', '"final_side"', "682"],
    ("09-published-table.ipynb", 3): ['"a"', '"b"', '"c"', '"e"', "4"],
    ("10-family.ipynb", 1): ['("least", 1)', '("end_at", 0)', '"end_at"', '("end", 4)', "4"],
    ("10-family.ipynb", 2): [
        '{"holes": 12, "seeds": 3, "direction": "cw", "least": 2}',
        '{"holes": 6, "seeds": 3, "direction": "cw"}',
        '{"holes": 6, "seeds": 3, "direction": "cw", "least": 2, "relay": False}',
        '{"hole": 6}',
        '{"least": 5}',
        '["holes", 6]',
        "6",
    ],
    ("10-family.ipynb", 3): [
        '{"capture_on": 3}',
        '{"capture_on": 3, "passing": "nobody", "final_side": "opponent", "own_final": "stop"}',
        '{"extra_move": "optional", "after_final": "over"}',
        '{"passing": "no"}',
    ],
    ("10-family.ipynb", 4): ['{"end_at": 6}', '{"end_at": 9, "remainder": "owners"}', "(6,)"],
    ("11-sources.ipynb", 1): ['["match"]', '["own_final", "match", "buying", "endless"]', "3"],
    ("11-sources.ipynb", 2): [
        '("end_at", "0")',
        '("end_without_move", "false")',
        '"end_without_move"',
        "7",
    ],
    ("11-sources.ipynb", 3): ['"a"', '"b"', '"d"', "1"],
}


@pytest.fixture(scope="module")
def played():
    """What a notebook's names are after all its cells; each is run once."""
    mpl.use("agg")
    spaces = {}

    def names(name):
        if name not in spaces:
            spaces[name] = {"__name__": name}
            for cell in cells(name, "code"):
                run(cell.source, spaces[name])
                for holds in HOLDS.get((name, cell.id), ()):
                    _HELD.setdefault((name, cell.id), {})[holds] = eval(holds, spaces[name])
        return spaces[name]

    return names


@pytest.fixture(autouse=True)
def no_folder_of_ones_own():
    """What a notebook sets for its own process ends with the test that plays it."""
    before = os.environ.pop("MANCALA_RULES", None)
    yield
    os.environ.pop("MANCALA_RULES", None)
    if before is not None:
        os.environ["MANCALA_RULES"] = before


_HELD = {}
"""What came out for `HOLDS`, filled while a notebook is played."""


@pytest.fixture
def held(played):
    """For a notebook: cell -> what `HOLDS` says of it -> whether it is so."""

    def of(name):
        played(name)
        return {cell: found for (book, cell), found in _HELD.items() if book == name}

    return of


def run(source, names):
    """Run a cell; return what it prints."""
    import matplotlib.pyplot as plt

    folder = contextlib.chdir(PATHS[0].parent)
    with folder, contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(source, "cell", "exec"), names)
    plt.close("all")
    return said.getvalue()


def checked(names, name, number, answer):
    """What the check of an exercise says to an answer."""
    old = f"answer_{number} = None"
    (cell,) = [cell for cell in cells(name, "code") if old in cell.source]
    return run(cell.source.replace(old, f"answer_{number} = {answer}"), dict(names))


def test_every_exercise_has_right_and_wrong_answers():
    exercises = {(name, int(n)) for name in NAMES for n in EXERCISE.findall(code(name))}
    assert set(ANSWERS) == exercises
    assert set(WRONG) == exercises


@pytest.mark.parametrize(("name", "number"), sorted(WRONG))
def test_a_check_tells_right_from_wrong(name, number, played):
    names = played(name)
    assert "Not answered yet." in checked(names, name, number, "None")
    right = ANSWERS[name, number]
    assert "Right." in checked(names, name, number, right)
    for answer in WRONG[name, number]:
        said = checked(names, name, number, answer)
        assert "Right." not in said, answer
        assert re.search(r"Not yet\. \S", said), f"{answer}: no hint"
        assert right.strip('"') not in said.partition("Not yet.")[2].split(), "it tells the answer"


@every_book
def test_answers_stand_in_no_notebook(name):
    given = [ANSWERS[key] for key in ANSWERS if key[0] == name and len(ANSWERS[key]) > 6]
    assert [answer for answer in given if answer in prose(name) + code(name)] == []


@every_book
def test_filled_in_guesses_run(name, played):
    """A guess is compared, right or wrong, with what comes out."""
    names = dict(played(name))
    book = BOOKS[name].cells
    for place, cell in enumerate(book):
        if cell.id.startswith("guess-"):
            run(cell.source.replace("= None", "= 3"), names)
            runs = [cell for cell in runs_after(name, place) if "compare(my_" in cell.source]
            said = "".join(run(cell.source, names) for cell in runs)
            assert said.lower().count("you wrote 3") == cell.source.count("= None"), cell.id


def test_a_comparison_is_labelled():
    """The last row of a class sees what "it" is."""
    for name in NAMES:
        calls = [
            node
            for node in ast.walk(ast.parse(code(name)))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "compare"
        ]
        assert calls
        assert [ast.unparse(call) for call in calls if len(call.args) != 3] == []


@pytest.mark.parametrize(
    ("guess", "found", "said"),
    [
        (None, 8, "South: it is 8."),
        (8, 8, "South: you wrote 8, and so it is."),
        (7, 8, "South: you wrote 7. It is 8."),
        ("8", 8, 'South: you wrote "8" in quotation marks; as a number it is right.'),
        ("7", 8, "South: you wrote 7. It is 8."),
        ("north", "North", "South: you wrote north, and so it is."),
        ("For Ever", "for ever", "South: you wrote For Ever, and so it is."),
        ("c", "C", "South: you wrote c. It is C."),
        ("true", True, "South: you wrote true, and so it is."),
        (1, True, "South: you wrote 1. It is True."),
        (63, 63.2, "South: you wrote 63, which is close. It is 63.2."),
        ("63", 63.2, "South: you wrote 63, which is close. It is 63.2."),
        (50, 63.2, "South: you wrote 50. It is 63.2."),
        (3, 3.2, "South: you wrote 3, which is close. It is 3.2."),
        (440, 430, "South: you wrote 440, which is close. It is 430."),
        (9, 10, "South: you wrote 9. It is 10."),
        ([8], 8, "South: you wrote [8]. It is 8."),
        (np.int64(8), 8, "South: you wrote 8, and so it is."),
    ],
)
def test_a_guess_is_compared_kindly(guess, found, said, capsys):
    compare(guess, found, "South")
    assert capsys.readouterr().out == said + "\n"


def test_a_refusal_is_told_in_lines_that_fit(capsys):
    late = "<12,36,36,3,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,2,1,0,1,0,1> S"
    with pytest.raises(IllegalMove) as refused:
        play(Rules.load("anywoli"), Position.parse(late), "A")
    tell(refused.value)
    told = capsys.readouterr().out
    assert " ".join(told.split()) == str(refused.value)
    assert max(map(len, told.splitlines())) <= 100 < len(str(refused.value))

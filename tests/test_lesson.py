"""Checks of exercises take an answer in whatever form a reader writes it, and never fall over."""

import numpy as np
import pandas as pd
import pytest

from mancala_core.engine.position import Position
from mancala_core.show.lesson import verdict


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (np.int64(5), 5),
        (np.float64(0.5), 0.5),
        (5.0, 5),
        (5, np.int64(5)),
        (np.bool_(True), True),
        ((np.int64(4), 12), (4, 12)),
        ([4, np.int64(12)], (4, 12)),
        (np.array([4, 12]), (4, 12)),
        ("AL", "AL"),
        ("A L", "AL"),
        ("A, L", "AL"),
        (["A", "L"], "AL"),
        (("A", "L"), "AL"),
        ({"L", "A"}, "AL"),
        ("L+8/4 !", "L+8/4!"),
        ("AC", {"A", "C"}),
        ("C, A", {"A", "C"}),
        (["C", "A"], {"A", "C"}),
        ("10 2", {10, 2}),
        ("2, 10", {10, 2}),
        ([10, 2.0], {10, 2}),
        (np.array([10, 2]), {10, 2}),
        (pd.Series([10, 2]), {10, 2}),
        (np.int64(7), lambda answer: type(answer) is int),
    ],
)
def test_a_right_answer_in_any_form(answer, right):
    assert verdict(answer, right, "hint") == "Right."


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (True, 1),
        (1, True),
        (np.int64(4), 5),
        ("A", "AL"),
        ("LA", "AL"),
        (["B", "L"], "AL"),
        ("L+8/4!", "L+4/8!"),
        ("102", {10, 2}),
        ("AB", {"A", "C"}),
        ([], {"A"}),
        ([[1], [2]], {1, 2}),
        (object(), 5),
        (np.array([[1, 2], [3, 4]]), (1, 2)),
        (pd.DataFrame({"a": [1]}), 5),
    ],
)
def test_a_wrong_answer_gets_the_hint(answer, right):
    assert verdict(answer, right, "Look again.") == "Not yet. Look again."


def test_hints_about_the_form():
    assert "without quotation marks" in verdict("5", np.int64(5))
    assert "between quotation marks" in verdict(7, "G")
    assert "Capital letters" in verdict("a, l", "AL")


@pytest.mark.parametrize("answer", ["odd", 7, [], (), {}, object(), -1, 1e400])
@pytest.mark.parametrize(
    "right",
    [
        lambda answer: answer["south"][0] > 1,
        lambda answer: 1 / 0,
        lambda answer: int("no number") == answer,
        lambda answer: np.array([1, 2]) == 1,
        lambda answer: answer.no_such_thing,
    ],
)
def test_a_check_that_falls_over_says_not_yet(answer, right):
    assert verdict(answer, right, "Look again.") == "Not yet. Look again."


def test_a_sentence_of_ours_about_the_answer_is_told():
    said = verdict("nonsense", lambda answer: Position.parse(answer).left, "Look again.")
    assert said.startswith("Not yet. 'nonsense' is no position")
    assert said.endswith("Look again.")

"""Pictures of rule sets: their options side by side, and the tree of their differences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pandas as pd

from mancala_core.show.canvas import Canvas
from mancala_core.show.charts import (
    BODY,
    EDGE,
    LINE,
    SMALL,
    SMALL_LINE,
    Chart,
    checked,
    fill,
    stroke,
)
from mancala_core.show.words import Words
from mancala_core.study.family import COLUMNS, OURS, Change, between, shared, tree

_GAP, _ROW = 1.5, 27.0
_MOST, _WIDEST = 10, 142.0
"""Columns beside each other, and the width of one, in pixels."""
_LEAST = 11.2
"""Height of the smallest type, in pixels."""
_NAME = 12
"""Letters of an option's name in a line."""
_STAR, _DASH = "*", "–"
_KEPT = "\N{NO-BREAK SPACE}"
_UNIT, _DEEP = 34.0, 0.5
"""Pixels of a difference, and the part of the width that the longest branch may take."""


class Value(NamedTuple):
    """What an option is in a rule set, beside the first one."""

    text: str
    state: str
    """One of "same", "differs" and "unused"."""


class Family(Chart):
    """Options that differ, a row each, and rule sets, a column each.

    Attributes
    ----------
    labels : list of str
        The rule sets; the first is the one that the others are compared with.
    fields : list of str
        Options that differ anywhere in the table.
    values : dict of (str, str) to Value
        By option and rule set.
    counts : dict of str to int
        Options that differ between the first rule set and each.
    """

    def __init__(self, table: pd.DataFrame, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        self.table = checked(table, COLUMNS, "differences()")
        self.labels = [str(name) for name in self.table["rules"].unique()]
        say = words.say
        title = say("Rules side by side")
        self.blocks: list[tuple[float, list[str]]] = []
        if not self.labels:
            self.nothing(title, say("No rule set is given, so there is nothing to draw."))
            return
        self.titles = _titles(self.table)
        self.alike = shared(self.table)
        used = self.table[self.table["used"]]["option"].unique()
        self.fields = [str(field) for field in used if str(field) not in self.alike]
        self.fields.sort(key=list(self.table["option"].unique()).index)
        self.values = dict(self._compared())
        self.counts = {
            name: sum(self.values[field, name].state == "differs" for field in self.fields)
            for name in self.labels
        }
        caption = say(
            "An option a row, a rule set a column. In a box: another value than in {first}.",
            first=self.titles[self.labels[0]],
        )
        self._measure(self.open(title, caption))

    def _compared(self) -> Iterator[tuple[tuple[str, str], Value]]:
        first = self.labels[0]
        for name in self.labels:
            here = self.table[self.table["rules"] == name].set_index("option")
            other = {change.option for change in between(self.table, first, name)}
            for field in self.fields:
                ours = _STAR if here["source"][field] == OURS else ""
                value = Value(f"{here['value'][field]}{ours}", "same")
                if not here["used"][field]:
                    value = Value(_DASH, "unused")
                elif field in other:
                    value = value._replace(state="differs")
                yield (field, name), value

    def _measure(self, y: float) -> None:
        say, ruler = self.words.say, self.ruler
        self.names = {field: _name(field) for field in self.fields}
        self.high = [_ROW + 15 * (len(self.names[field]) - 1) for field in self.fields]
        parts = [part for lines in self.names.values() for part in lines]
        parts.append(say("differences"))
        self.left = EDGE + max(ruler.width(part, SMALL, bold=True) for part in parts) + 8
        room = self.width - EDGE / 2 - self.left
        longest = [ruler.width(value.text, _LEAST) for value in self.values.values()]
        longest += [
            ruler.width(word, _LEAST, bold=True)
            for title in self.titles.values()
            for word in title.split()
        ]
        most = max(1, min(_MOST, int(room / (max(longest) + 4 * _GAP))))
        size = -(-len(self.labels) // -(-len(self.labels) // most))
        self.wide = min(_WIDEST, room / size)
        for start in range(0, len(self.labels) if self.fields else 0, size):
            block = self.labels[start : start + size]
            y += SMALL_LINE * max(len(self._head(name)) for name in block) + 8
            self.blocks.append((y, block))
            y += sum(self.high) + _ROW + 10
        states = {value.state for value in self.values.values()}
        keys = [
            ("same", say("the same value")),
            ("differs", say("another value")),
            ("unused", say("decides nothing here")),
        ]
        self.keys = [(kind, label) for kind, label in keys if kind in states]
        self.close(y, self._foot())

    def _head(self, name: str) -> list[str]:
        """The title of a rule set in lines that fit its column."""
        return self.ruler.wrap(self.titles[name], SMALL, self.wide - 2 * _GAP, bold=True)

    def _foot(self) -> str:
        words, say, texts = self.words, self.words.say, list[str]()
        if any(value.text.endswith(_STAR) for value in self.values.values()):
            texts.append(say("* chosen here: no source states it."))
        if self.alike:
            alike = [f"{field}{_KEPT}{value}" for field, value in self.alike.items()]
            texts.append(
                say(
                    "The same wherever it decides anything: {options}.", options=words.parted(alike)
                )
            )
        return words.joined(texts)

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        say = self.words.say
        if not self.labels:
            return say("Rules of the games side by side: no rule set is given.")
        return self.words.count(
            "Rules of the games side by side: {n} option differs between {sets} rule sets.",
            "Rules of the games side by side: {n} options differ between {sets} rule sets.",
            len(self.fields),
            sets=len(self.labels),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        if not self.labels:
            return []
        first, lines = self.labels[0], list[str]()
        for name in self.labels:
            told = [
                f"{field} {self.values[field, name].text}"
                for field in self.fields
                if self.values[field, name].state == ("same" if name == first else "differs")
            ]
            text, title = self.words.parted(told), self.titles[name]
            if name == first and not told:
                continue
            if name == first:
                line = self.words.say("{title} has {options}.", title=title, options=text)
            elif not told:
                line = self.words.say(
                    "{title}: 0 options differ from {first}.",
                    title=title,
                    first=self.titles[first],
                )
            else:
                line = self.words.count(
                    "{title}: {n} option differs from {first}: {options}.",
                    "{title}: {n} options differ from {first}: {options}.",
                    len(told),
                    title=title,
                    first=self.titles[first],
                    options=text,
                )
            lines.append(line)
        return [*lines, self._foot().replace(_KEPT, " ")]

    def numbers(self) -> pd.DataFrame:
        """Give what is drawn as a table: an option a row, a rule set a column."""
        wide = self.table.pivot(index="option", columns="rules", values="value")
        return wide.loc[list(self.table["option"].unique()), self.labels]

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        for top, block in self.blocks:
            right = self.left + self.wide * len(block)
            for place, name in enumerate(block):
                middle = self.left + (place + 0.5) * self.wide
                lines = self._head(name)
                for up, line in enumerate(reversed(lines)):
                    size = self.ruler.fit(line, SMALL, self.wide - 2 * _GAP, bold=True)
                    canvas.text(middle, top - 12 - up * SMALL_LINE, line, size, bold=True)
            y = top
            for row, (field, high) in enumerate(zip(self.fields, self.high, strict=True)):
                if row % 2 == 0:
                    canvas.box(EDGE / 2, y, right - EDGE / 2, high, self.looks.strip, layer=0.5)
                lines = self.names[field]
                for down, part in enumerate(lines):
                    middle = y + high / 2 + 16 * (down - (len(lines) - 1) / 2)
                    canvas.text(EDGE, middle, part, SMALL, bold=True, ha="left")
                for place, name in enumerate(block):
                    left = self.left + place * self.wide
                    self._draw_value(canvas, left, y + high / 2, self.values[field, name])
                y += high
            canvas.line([(EDGE / 2, y), (right, y)], self.palette.rule, 1.2)
            label = self.words.say("differences")
            at, colors = y + _ROW / 2, self.palette
            canvas.running(EDGE, self.left - 8, at, label, SMALL, color=colors.muted)
            for place, name in enumerate(block):
                middle = self.left + (place + 0.5) * self.wide
                canvas.text(middle, y + _ROW / 2, str(self.counts[name]), BODY, bold=True)

    def _draw_value(self, canvas: Canvas, left: float, y: float, value: Value) -> None:
        self._box(canvas, left + _GAP, y, self.wide - 2 * _GAP, value.state)
        size = self.ruler.fit(value.text, SMALL, self.wide - 4 * _GAP)
        color = {"differs": self.palette.paper, "unused": self.palette.muted}.get(value.state, "")
        canvas.text(left + self.wide / 2, y, value.text, size, color=color)

    def _box(self, canvas: Canvas, x: float, y: float, width: float, state: str) -> None:
        if state == "differs":
            canvas.plate(x, y - 11, width, 22, self.palette.ink, layer=2)

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        self._box(canvas, x, y, 20, kind)
        text = _DASH if kind == "unused" else "4"
        color = {"differs": self.palette.paper, "unused": self.palette.muted}.get(kind, "")
        canvas.text(x + 10, y, text, SMALL, color=color)


def _name(field: str) -> list[str]:
    """The name of an option in lines, broken after an underscore."""
    lines = [""]
    for part in field.split("_"):
        longer = f"{lines[-1]}_{part}" if lines[-1] else part
        if lines[-1] and len(longer) > _NAME:
            lines[-1] += "_"
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


class Branch(NamedTuple):
    """A rule set in the tree and the edge that leads to it.

    Attributes
    ----------
    name, parent : str
        The label, and that of the rule set it hangs from; the first has no parent.
    depth : int
        Options changed on the way from the first rule set.
    changes : list of Change
        From the parent to this one.
    instead : int
        Other edges that would do as well.
    """

    name: str
    parent: str
    depth: int
    changes: list[Change]
    instead: int


class _Row(NamedTuple):
    branch: Branch
    x: float
    y: float
    title: list[str]
    lines: list[str]


class Tree(Chart):
    """The tree of differences, from the first rule set of the table at the left.

    A line to the right is as long as options change. What changes stands below each name.

    Attributes
    ----------
    edges : pandas.DataFrame
        As `mancala_core.study.family.tree` gives it.
    branches : list of Branch
        From top to bottom.
    rows : list
        Their places and lines.
    unit : float
        Pixels of one difference.
    """

    def __init__(self, table: pd.DataFrame, words: Words, dark: bool = False) -> None:
        super().__init__(words, dark)
        self.table = checked(table, COLUMNS, "differences()")
        self.titles = _titles(self.table)
        self.edges = tree(self.table)
        self.branches: list[Branch] = []
        self.rows: list[_Row] = []
        self.unit = _UNIT
        say = words.say
        title = say("A tree of differences")
        if not len(self.edges):
            why = say("A tree takes two rule sets or more, so there is nothing to draw.")
            self.nothing(title, why)
            return
        self.branches = list(_branches(self.edges, next(iter(self.titles))))
        caption = say(
            "All rule sets, joined so that as few options change as can be. The lines tell "
            "differences of rules; they tell nothing of time or descent."
        )
        self._measure(self.open(title, caption) + 8)

    def _measure(self, y: float) -> None:
        say = self.words.say
        deepest = max(branch.depth for branch in self.branches)
        self.unit = min(_UNIT, _DEEP * (self.width - 2 * EDGE) / max(1, deepest))
        for branch in self.branches:
            x = EDGE + 8 + self.unit * branch.depth
            room = self.width - EDGE - x - 16
            title = fill(self.ruler, self.titles[branch.name], BODY, room, bold=True)
            told = self.words.parted(str(change).replace(" ", _KEPT) for change in branch.changes)
            if branch.parent and not branch.changes:
                told = say("no difference")
            lines = fill(self.ruler, told, SMALL, room)
            self.rows.append(_Row(branch, x, y + 14, title, lines))
            y += 14 + LINE * len(title) + SMALL_LINE * len(lines) + 6
        self.keys = [("firm", say("the number of options that change"))]
        if any(branch.instead for branch in self.branches):
            self.keys.append(("loose", say("dashed: another line would do as well")))
        self.close(y + 2)

    # What it says

    def head(self) -> str:
        """Say in a sentence what the picture shows."""
        if not self.branches:
            return self.words.say("A tree of the games takes two rule sets or more.")
        return self.words.count(
            "A tree of the games: {sets} rule sets are joined by {n} difference in all.",
            "A tree of the games: {sets} rule sets are joined by {n} differences in all.",
            int(self.edges["options"].sum()),
            sets=len(self.branches),
        )

    def sentences(self) -> list[str]:
        """Tell the numbers of the picture, line by line."""
        lines = []
        for branch in self.branches[1:]:
            values = {"title": self.titles[branch.name], "parent": self.titles[branch.parent]}
            line = (
                self.words.count(
                    "{title}: {n} option from {parent}: {changes}.",
                    "{title}: {n} options from {parent}: {changes}.",
                    len(branch.changes),
                    changes=self.words.parted(map(str, branch.changes)),
                    **values,
                )
                if branch.changes
                else self.words.say("{title}: 0 options from {parent}.", **values)
            )
            if branch.instead:
                more = self.words.count(
                    "{n} other line would do as well.",
                    "{n} other lines would do as well.",
                    branch.instead,
                )
                line = self.words.joined([line, more])
            lines.append(line)
        return lines

    def numbers(self) -> pd.DataFrame:
        """Give the edges as a table; what changes is written out."""
        told = self.edges["changes"].map(lambda found: "; ".join(map(str, found)))
        return self.edges.assign(changes=told)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture on a canvas of its size."""
        super().draw(canvas)
        colors, at = self.palette, {row.branch.name: row for row in self.rows}
        for row in self.rows:
            if row.branch.parent:
                above = at[row.branch.parent]
                points = [(above.x, above.y), (above.x, row.y), (row.x, row.y)]
                stroke(canvas, points[:2], colors.rule, 1.6)
                self._line(canvas, points[1:], row.branch.instead > 0)
                if row.branch.changes:
                    number = str(len(row.branch.changes))
                    canvas.text((above.x + row.x) / 2, row.y - 11, number, SMALL, bold=True)
            canvas.circle(row.x, row.y, 6, colors.ink, colors.paper, 1.5)
            y = row.y
            for line in row.title:
                canvas.text(row.x + 16, y, line, BODY, bold=True, ha="left")
                y += LINE
            for line in row.lines:
                canvas.text(row.x + 16, y, line, SMALL, ha="left", color=colors.muted)
                y += SMALL_LINE

    def _line(self, canvas: Canvas, points: list[tuple[float, float]], loose: bool) -> None:
        stroke(canvas, points, self.palette.ink, 2.4, (2.2, 1.4) if loose else ())

    def swatch(self, canvas: Canvas, kind: str, x: float, y: float) -> None:
        """Draw the mark of a line of the key, 20 pixels wide."""
        self._line(canvas, [(x, y + 5), (x + 20, y + 5)], kind == "loose")
        if kind == "firm":
            canvas.text(x + 10, y - 5, "2", SMALL, bold=True)


def _titles(table: pd.DataFrame) -> dict[str, str]:
    """The title of each rule set, in the order of the table."""
    found = table.drop_duplicates("rules")
    return {str(name): str(title) for name, title in found[["rules", "title"]].values.tolist()}


def _branches(edges: pd.DataFrame, root: str) -> Iterator[Branch]:
    """Walk the tree from a rule set; small branches come before large ones."""
    near: dict[str, list[tuple[str, list[Change], int]]] = {}
    for row in edges.to_dict("records"):
        back = [Change(option, other, one) for option, one, other in row["changes"]]
        near.setdefault(row["one"], []).append((row["other"], row["changes"], row["instead"]))
        near.setdefault(row["other"], []).append((row["one"], back, row["instead"]))

    def below(name: str, parent: str, depth: int) -> list[Branch]:
        parts = []
        for other, changes, instead in near[name]:
            if other != parent:
                further = depth + len(changes)
                first = Branch(other, name, further, changes, instead)
                parts.append([first, *below(other, name, further)])
        parts.sort(key=lambda part: (len(part), len(part[0].changes), part[0].name))
        return [branch for part in parts for branch in part]

    yield Branch(root, "", 0, [], 0)
    yield from below(root, "", 0)

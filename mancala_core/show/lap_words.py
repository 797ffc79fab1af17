"""What a move did, in sentences: the heads and notes of its picture."""

from __future__ import annotations

from collections.abc import Sequence

from mancala_core.engine.choices import candidates
from mancala_core.engine.moves import Move
from mancala_core.engine.options import limit_of
from mancala_core.engine.position import letter
from mancala_core.show.lap_table import Cell, Gap, Table
from mancala_core.show.laps import Lap, Step, Trace
from mancala_core.show.words import Words


def title(words: Words, trace: Trace, upto: int | None = None) -> str:
    """Name the move in one line.

    Parameters
    ----------
    words : Words
    trace : Trace
    upto : int or None
        Laps shown, if not all.

    Returns
    -------
    str
    """
    move = trace.move
    mover = words.player(move.before.mover)
    if move.hole is None:
        if move.before.extra:
            return words.say("{player} declines the extra move", player=mover)
        return words.say("{player} passes", player=mover)
    say = {"player": mover, "hole": letter(move.hole, move.before.holes)}
    if upto is not None:
        if trace.move.ending == "endless":
            return words.count(
                "{player} plays {hole}: the first lap",
                "{player} plays {hole}: the first {n} laps",
                upto,
                **say,
            )
        return words.count(
            "{player} plays {hole}: {shown} of {n} lap",
            "{player} plays {hole}: {shown} of {n} laps",
            move.laps,
            shown=words.number(upto),
            **say,
        )
    if move.ending == "endless" and move.period:
        return words.count(
            "{player} plays {hole}: an endless sowing, the same again after {n} lap",
            "{player} plays {hole}: an endless sowing, the same again after {n} laps",
            move.period,
            **say,
        )
    if move.ending == "endless":
        return words.count(
            "{player} plays {hole}: more than {n} lap",
            "{player} plays {hole}: more than {n} laps",
            move.laps,
            **say,
        )
    return words.count(
        "{player} plays {hole}: {n} lap, {seeds_sown}",
        "{player} plays {hole}: {n} laps, {seeds_sown}",
        move.laps,
        seeds_sown=words.count("{n} seed sown", "{n} seeds sown", move.sown),
        **say,
    )


def sentence(words: Words, trace: Trace, upto: int | None = None) -> str:
    """Say where and why the move ended, and what each player took.

    Parameters
    ----------
    words : Words
    trace : Trace
    upto : int or None
        Laps shown, if not all.

    Returns
    -------
    str
    """
    move = trace.move
    if move.hole is None:
        return _why_pass(words, move)
    if upto is not None:
        return _next(words, trace, upto)
    if move.ending == "endless":
        return _endless(words, trace)
    parts = [_how(words, trace), *_then(words, move)]
    if any(move.captured):
        parts.append(_takes(words, *move.captured))
    else:
        parts.append(words.say("Nothing is taken."))
    return words.joined(parts)


def head(words: Words, trace: Trace) -> str:
    """Title and sentence in one line.

    Parameters
    ----------
    words : Words
    trace : Trace

    Returns
    -------
    str
    """
    said = {"title": title(words, trace), "sentence": sentence(words, trace)}
    return words.say("{title}. {sentence}", **said)


def _takes(words: Words, south: int, north: int) -> str:
    if south and north:
        return words.say(
            "South takes {south}, North {north}.",
            south=words.number(south),
            north=words.number(north),
        )
    player = words.player(int(north > 0))
    return words.count("{player} takes {n}.", "{player} takes {n}.", south + north, player=player)


def _how(words: Words, trace: Trace) -> str:
    """Where and why a finite sowing ended."""
    move = trace.move
    if move.cut:
        return words.count(
            "The trace keeps the first lap only.",
            "The trace keeps the first {n} laps only.",
            len(trace.laps),
        )
    lap, holes = trace.laps[-1], move.before.holes
    last = lap.last
    name = letter(last.hole, holes)
    owner = move.before.owner[last.hole]
    mover = words.player(move.before.mover)
    if lap.end == "empty":
        return words.say("It stops in {hole}, which was empty.", hole=name)
    if lap.end == "no_relay":
        return words.say("It stops in {hole}: laps are not sown on in this game.", hole=name)
    if lap.end == "not_taken" and owner == move.before.mover:
        return words.say(
            "It stops in {hole}: the last seed made {n} in {player}'s own hole, so they stay.",
            hole=name,
            n=words.number(last.holds),
            player=mover,
        )
    if lap.end == "not_taken":
        return words.say(
            "It stops in {hole}: the last seed made {n}, but they stay.",
            hole=name,
            n=words.number(last.holds),
        )
    if lap.end == "taken":
        taken = words.say(
            "It stops in {hole}: the last seed made {n}, which {player} takes.",
            hole=name,
            n=words.number(last.holds),
            player=words.player(last.taker),
        )
        return words.joined([taken, *_run(words, lap, holes)])
    left = move.after.left
    return words.joined(
        (
            words.count(
                "In lap {lap} only {n} seed is left, so the game ends at once.",
                "In lap {lap} only {n} seeds are left, so the game ends at once.",
                left,
                lap=words.number(lap.number),
            ),
            words.count(
                "{n} seed in the hand is laid back in {hole}.",
                "{n} seeds in the hand are laid back in {hole}.",
                lap.laid_back,
                hole=letter(lap.hole, holes),
            ),
        )
    )


def _run(words: Words, lap: Lap, holes: int) -> list[str]:
    """Say who takes the run before a final capture, a sentence for each who takes."""
    return [
        words.say(
            "Of the run before it {player} takes {what}.",
            player=words.player(player),
            what=words.listed(
                _groups(words, [step for step in lap.run if step.taker == player], holes)
            ),
        )
        for player in (0, 1)
        if any(step.taker == player for step in lap.run)
    ]


def _groups(words: Words, steps: Sequence[Step], holes: int) -> list[str]:
    """Name what stood where: "4 in e"."""
    return [
        words.say("{n} in {hole}", n=words.number(step.holds), hole=letter(step.hole, holes))
        for step in steps
    ]


def _then(words: Words, move: Move) -> list[str]:
    mover = words.player(move.before.mover)
    if move.ending == "again" and move.after.extra:
        return [words.say("{player} may move again.", player=mover)]
    if move.ending == "again":
        return [words.say("{player} moves again.", player=mover)]
    if move.ending == "over" and not any(event.kind == "settle" for event in move.events):
        return [words.say("The game is over.")]
    return []


def _endless(words: Words, trace: Trace) -> str:
    move = trace.move
    if move.period and move.cycle_start:
        text = words.say(
            "Before lap {again} every hole holds what it held before lap {first}, "
            "and the same hole is picked up: so it goes on for ever.",
            again=words.number(move.laps + 1),
            first=words.number(move.cycle_start),
        )
    else:
        text = words.count(
            "A sowing of more than {n} lap counts as endless.",
            "A sowing of more than {n} laps counts as endless.",
            limit_of(move.rules.endless),
        )
    if move.rules.endless == "barred":
        what = words.say("Such a move is not allowed.")
    else:
        what = words.say("The move is taken back and the game ends.")
    return words.joined([text, what])


def _next(words: Words, trace: Trace, upto: int) -> str:
    holes = trace.move.before.holes
    if upto == 0:
        lap = trace.laps[0]
        return words.count(
            "{n} seed of {hole} is picked up.",
            "{n} seeds of {hole} are picked up.",
            lap.hand,
            hole=letter(lap.hole, holes),
        )
    last = trace.laps[upto - 1].last
    return words.count(
        "Lap {number} ended in {hole}: {n} seed is picked up there next.",
        "Lap {number} ended in {hole}: all {n} seeds there are picked up next.",
        last.holds,
        number=words.number(upto),
        hole=letter(last.hole, holes),
    )


def _why_pass(words: Words, move: Move) -> str:
    before, rules = move.before, move.rules
    mover = words.player(before.mover)
    own = [
        count
        for count, owner in zip(before.seeds, before.owner, strict=True)
        if owner == before.mover
    ]
    if before.extra:
        text = words.say("The extra move need not be made.")
    elif not any(own):
        text = words.say("{player} has no seed to sow.", player=mover)
    elif not candidates(rules, before, before.mover):
        text = words.count(
            "{player} has no hole with {n} seed or more.",
            "{player} has no hole with {n} seeds or more.",
            rules.least,
            player=mover,
        )
    else:
        text = words.say("Each move {player} has would be sown for ever.", player=mover)
    return words.joined([text, *_then(words, move)])


def note(words: Words, trace: Trace, lap: Lap) -> str:
    """Say in a few words why a lap ended.

    Parameters
    ----------
    words : Words
    trace : Trace
    lap : Lap

    Returns
    -------
    str
    """
    move, last = trace.move, lap.last
    hole, made = letter(last.hole, move.before.holes), last.holds
    if lap.end == "on" and made in move.rules.capture_on:
        return words.say("{hole} makes {n}, not taken: sow on", hole=hole, n=words.number(made))
    if lap.end == "on":
        return words.say("{hole} held {n}: sow on", hole=hole, n=words.number(made - 1))
    if lap.end == "empty":
        return words.say("{hole} was empty: stop", hole=hole)
    if lap.run:
        return words.count(
            "{hole} makes {made}: {n} hole taken, stop",
            "{hole} makes {made}: {n} holes taken, stop",
            1 + len(lap.run),
            hole=hole,
            made=words.number(made),
        )
    if lap.end == "taken":
        return words.say("{hole} makes {n}: taken, stop", hole=hole, n=words.number(made))
    if lap.end == "not_taken":
        return words.say("{hole} makes {n}, not taken: stop", hole=hole, n=words.number(made))
    if lap.end == "no_relay":
        return words.say("{hole} held {n}: stop", hole=hole, n=words.number(made - 1))
    return words.count(
        "game over, {n} laid back in {hole}",
        "game over, {n} laid back in {hole}",
        lap.laid_back,
        hole=letter(lap.hole, move.before.holes),
    )


def takings(words: Words, lap: Lap, holes: int) -> list[str]:
    """Say what each player takes in a lap, a sentence for each who takes.

    Parameters
    ----------
    words : Words
    lap : Lap
    holes : int
        Holes in a row.

    Returns
    -------
    list of str
    """
    return [
        words.say(
            "{player} takes {what}.",
            player=words.player(player),
            what=words.listed(
                _groups(words, [step for step in lap.steps if step.taker == player], holes)
            ),
        )
        for player in (0, 1)
        if lap.taken(player)
    ]


def again(words: Words, move: Move) -> str:
    """Say which lap is which again.

    Parameters
    ----------
    words : Words
    move : Move

    Returns
    -------
    str
    """
    return words.say(
        "lap {again} is lap {first} again, for ever",
        again=words.number(move.laps + 1),
        first=words.number(move.cycle_start or 0),
    )


def why(words: Words, trace: Trace) -> tuple[str, str]:
    """Say why a sowing whose pattern travels is endless, in two sentences.

    Parameters
    ----------
    words : Words
    trace : Trace

    Returns
    -------
    tuple of two str
        Empty where no pattern travels.
    """
    pattern = trace.pattern
    if pattern is None:
        return "", ""
    first = words.count(
        "After {n} lap the whole pattern stands {further_on}, so the same lap must follow again.",
        "After {n} laps the whole pattern stands {further_on}, so the same laps must follow again.",
        pattern.laps,
        further_on=words.count("{n} hole further on", "{n} holes further on", pattern.shift),
    )
    second = words.count(
        "{copies} × {laps} = {n} lap, and it is back in its old place. "
        "Counted from the hole picked up, the board is the same each time:",
        "{copies} × {laps} = {n} laps, and it is back in its old place. "
        "Counted from the hole picked up, the board is the same each time:",
        pattern.laps * pattern.copies,
        copies=words.number(pattern.copies),
        laps=words.number(pattern.laps),
    )
    return first, second


def gap(words: Words, trace: Trace, table: Table, left_out: Gap, upto: int | None = None) -> str:
    """Say what is left out of a long move.

    Parameters
    ----------
    words : Words
    trace : Trace
    table : Table
    left_out : Gap
    upto : int or None
        Laps shown, if not all.

    Returns
    -------
    str
        Empty if none of what is left out is to be shown.
    """
    last = len(table.rows) - 1 if left_out.last is None else left_out.last
    hidden = [cell for cell in table.cells if left_out.first <= cell.row <= last]
    if upto is not None:
        seen = [cell for cell in hidden if cell.lap <= upto]
        if not seen:
            return ""
        if len(seen) < len(hidden):
            return _with_takes(words, words.say("up to lap {lap}", lap=words.number(upto)), seen)
    if left_out.last is None:
        return words.say(
            "and so on to lap {lap}; the trace keeps the first {kept}",
            lap=words.number(trace.move.laps),
            kept=words.number(len(trace.laps)),
        )
    n = last - left_out.first + 1
    lap = words.number(table.rows[last].lap)
    if table.view == "laps":
        text = words.count(
            "{n} more row, up to lap {lap}", "{n} more rows, up to lap {lap}", n, lap=lap
        )
    else:
        text = words.count(
            "{n} more circuit, up to lap {lap}", "{n} more circuits, up to lap {lap}", n, lap=lap
        )
    return _with_takes(words, text, hidden)


def _with_takes(words: Words, text: str, cells: list[Cell]) -> str:
    south, north = (sum(cell.holds for cell in cells if cell.taker == who) for who in (0, 1))
    return with_takes(words, text, south, north)


def with_takes(words: Words, text: str, south: int, north: int) -> str:
    """Put after a text, in parentheses, what the players take meanwhile.

    Parameters
    ----------
    words : Words
    text : str
    south, north : int
        Seeds taken.

    Returns
    -------
    str
        The text alone where nothing is taken.
    """
    if not south and not north:
        return text
    takes = words.say(
        "South takes {south}, North {north}", south=words.number(south), north=words.number(north)
    )
    return words.say("{text} ({more})", text=text, more=takes)

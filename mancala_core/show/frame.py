"""What the board on the page is told to draw: one frame, made from immutable values.

A frame is plain data for JSON. It says what stands where, what may be clicked and what each
thing is called, so that the page needs no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.moves import Move
from mancala_core.engine.position import MOST_SEEDS, Position, letter
from mancala_core.show.board_words import lap_sentence
from mancala_core.show.lap_words import head, title
from mancala_core.show.laps import Lap, Trace, trace_of
from mancala_core.show.looks import Looks, barred, must_pass
from mancala_core.show.words import Words, speak

MOST_STEPS = 300
"""Laps that can be stepped through; the rest of a longer move is one step."""
BESIDE = ("adji_kui_2",)
"""Rule sets whose captured seeds lie beside the board, which has no stores."""


@dataclass(frozen=True)
class Scene:
    """All that a frame is made from.

    Attributes
    ----------
    game : Game
    looks : mapping of int to Move or None
        See `Looks`; empty once the game is over.
    words : Words
    message : str
        Stands beside the player to move.
    tone : {"", "refused", "error"}
    refused : int or None
        A hole to mark as refused.
    draft : Position or None
        The position that is being set up.
    preview : bool
        Whether the page is told what each move would do.
    waiting : bool
        Whether the computer is to move.
    """

    game: Game
    looks: Looks = field(default_factory=dict)
    words: Words = field(default_factory=speak)
    message: str = ""
    tone: str = ""
    refused: int | None = None
    draft: Position | None = None
    preview: bool = True
    waiting: bool = False


def marks(laps: Sequence[Lap], sown: bool = False) -> dict[str, list[list[Any]]]:
    """Tell what is drawn beside each hole for some laps.

    Parameters
    ----------
    laps : sequence of Lap
        Those of a move, or one.
    sown : bool
        Whether to tell how many seeds fell in each hole, and what was laid back.

    Returns
    -------
    dict
        For each hole, by its number as JSON has it, a list of ``["began"]``, ``["ended"]``,
        ``["sown", seeds]``, ``["back", seeds]`` and ``["took", player, seeds, final]``.

    Examples
    --------
    >>> marks(trace_of(Game.new("anywoli", seed=1).play("A").moves[0]).laps)
    {'0': [['began'], ['ended']]}
    """
    found: dict[int, list[list[Any]]] = {}
    if not laps:
        return {}
    found[laps[0].hole] = [["began"]]
    fell: dict[int, int] = {}
    takes: dict[tuple[int, int], list[Any]] = {}
    for step in (step for lap in laps for step in lap.steps):
        fell[step.hole] = fell.get(step.hole, 0) + 1
        if step.taker >= 0:
            take = takes.setdefault((step.hole, step.taker), ["took", step.taker, 0, False])
            take[2:] = take[2] + step.holds, take[3] or step.final
    if sown:
        for hole, seeds in fell.items():
            found.setdefault(hole, []).append(["sown", seeds])
    for (hole, _), take in takes.items():
        found.setdefault(hole, []).append(take)
    last = laps[-1]
    if not last.last.final:
        found.setdefault(last.last.hole, []).append(["ended"])
    if sown and last.laid_back:
        found.setdefault(last.hole, []).append(["back", last.laid_back])
    return {str(hole): value for hole, value in found.items()}


def steps(words: Words, track: Trace) -> list[dict[str, Any]]:
    """Show the board before a move and after each of its laps.

    Parameters
    ----------
    words : Words
    track : Trace
        The move with its laps, as read from its events.

    Returns
    -------
    list of dict
        Each with ``seeds``, ``stores``, ``marks`` and ``text``; the last shows the board
        after the move. Empty for a pass.

    Examples
    --------
    >>> track = trace_of(Game.new("adji_kui_2", seed=1).play("A").moves[0])
    >>> [step["seeds"] for step in steps(speak(), track)][1]
    [0, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4]
    """
    move, laps = track.move, track.laps[:MOST_STEPS]
    if not laps:
        return []
    before, after = move.before, move.after
    stores = list(before.stores)
    found = [_step(before.seeds, stores, {str(laps[0].hole): [["began"]]}, "")]
    found[0]["text"] = words.say("Before the move.")
    for lap in laps:
        stores = [stores[player] + lap.taken(player) for player in (0, 1)]
        beside, text = marks([lap], sown=True), lap_sentence(words, track, lap)
        found.append(_step(lap.after, stores, beside, text))
    if (laps[-1].after, tuple(stores)) != (after.seeds, after.stores):
        text = (
            words.say("The move is taken back: the board is as it was before.")
            if move.ending == "endless"
            else words.count("After all {n} lap.", "After all {n} laps.", move.laps)
        )
        found.append(_step(after.seeds, after.stores, {}, text))
    return found


def _step(
    seeds: Sequence[int], stores: Sequence[int], beside: dict[str, Any], text: str
) -> dict[str, Any]:
    return {"seeds": list(seeds), "stores": list(stores), "marks": beside, "text": text}


def frame(scene: Scene) -> dict[str, Any]:
    """Make the frame of a scene.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    dict
        Data for JSON.

    Examples
    --------
    >>> from mancala_core.show.looks import looks
    >>> game = Game.new("adji_kui_2")
    >>> frame(Scene(game, looks(game)))["cells"][2]["label"]
    'South C, 4 seeds, playable'
    """
    game, words = scene.game, scene.words
    position = scene.draft or game.position
    over = game.outcome is not None and scene.draft is None
    track = trace_of(game.moves[-1]) if game.moves and scene.draft is None else None
    active = not over and scene.draft is None
    return {
        "holes": position.holes,
        "step": game.rules.options.step,
        "language": words.language,
        "title": words.say("Board, {game}", game=game.rules.about.title),
        "beside": game.rules.name in BESIDE,
        "mover": position.mover,
        "over": over,
        "waiting": scene.waiting,
        "chip": _chip(scene, position),
        "side": _side(scene, position),
        "message": scene.message,
        "tone": scene.tone,
        "refused": scene.refused,
        "pass": _pass(scene) if active and not scene.waiting else "",
        "cells": [_cell(scene, position, hole) for hole in range(2 * position.holes)],
        "stores": [_store(words, position, player) for player in (0, 1)],
        "marks": marks(track.laps) if track and not track.move.cut else {},
        "steps": steps(words, track) if track else [],
        "edit": scene.draft is not None,
        "most": MOST_SEEDS,
        "words": _labels(words),
    }


def _chip(scene: Scene, position: Position) -> str:
    """Who is to move or how it came out, in two or three words."""
    words, found = scene.words, scene.game.outcome
    if scene.draft is not None:
        return words.say("Set-up")
    if found is None:
        return words.say("{player} to move", player=words.player(position.mover))
    if found.void:
        return words.say("No result")
    if found.winner is None:
        return words.say("A draw")
    return words.say("{player} wins", player=words.player(found.winner))


def _side(scene: Scene, position: Position) -> int | None:
    """In whose colour that is said."""
    if scene.draft is not None:
        return None
    found = scene.game.outcome
    return found.winner if found is not None else position.mover


def _pass(scene: Scene) -> str:
    if scene.game.position.extra:
        return scene.words.say("Decline")
    return scene.words.say("Pass") if must_pass(scene.game, scene.looks) else ""


def _cell(scene: Scene, position: Position, hole: int) -> dict[str, Any]:
    words, owner, count = scene.words, position.owner[hole], position.seeds[hole]
    name = letter(hole, position.holes)
    state, cell = "", dict[str, Any]()
    if owner < 0:
        state = "out"
    elif scene.draft is None and hole in scene.looks:
        move = scene.looks[hole]
        if move is None:
            state = "checking"
        elif barred(scene.game.rules, move):
            state, cell = "endless", {"text": head(words, trace_of(move))}
        elif not scene.waiting:
            state = "playable"
            if scene.preview:
                cell = _preview(words, move)
    elif (
        owner == position.mover
        and count
        and not (scene.draft or scene.waiting or scene.game.outcome)
    ):
        state = "few"
    said = {
        "out": words.say("out of play"),
        "checking": words.say("being checked"),
        "endless": words.say("barred, sown for ever"),
        "playable": words.say("playable"),
        "few": words.say("too few to sow"),
    }
    parts = [
        words.say("{player} {hole}", player=words.player(owner), hole=name) if owner >= 0 else name,
        *([words.count("{n} seed", "{n} seeds", count)] if owner >= 0 else []),
        *([said[state]] if state else []),
    ]
    return cell | {
        "name": name,
        "seeds": count,
        "owner": owner,
        "state": state,
        "label": words.listed(parts),
    }


def _preview(words: Words, move: Move) -> dict[str, Any]:
    """What a move would do: a sentence, and marks for one that is kept whole."""
    track = trace_of(move)
    cell: dict[str, Any] = {"text": head(words, track)}
    if not move.cut and move.ending != "endless":
        cell["marks"] = marks(track.laps)
    return cell


def _store(words: Words, position: Position, player: int) -> dict[str, Any]:
    name, seeds = words.player(player), position.stores[player]
    label = words.count("{player} took {n} seed", "{player} took {n} seeds", seeds, player=name)
    return {"name": name, "seeds": seeds, "label": label}


def _labels(words: Words) -> dict[str, str]:
    """Words that stand on the board whatever the position."""
    say = words.say
    return {
        "silent": say(
            "Python does not answer. If a cell is running, wait for it; otherwise run the cell "
            "that made this board again."
        ),
        "began": say("start"),
        "ended": say("end"),
        "took0": say("taken by South"),
        "took1": say("taken by North"),
        "final": say("by the last seed"),
        "sown": say("seeds sown here"),
        "back": say("laid back"),
        "endless": say("sown for ever, barred"),
        "checking": say("being checked"),
        "preview": say("Preview"),
        "laps": say("Last move, lap by lap"),
        "first": say("Before the move"),
        "previous": say("One lap back"),
        "next": say("One lap on"),
        "last": say("End of the move"),
        "run": say("Show lap by lap"),
        "stop": say("Stop"),
        "more": say("One more seed in {hole}", hole="%s"),
        "less": say("One seed less in {hole}", hole="%s"),
        "seeds": say("Seeds in {hole}", hole="%s"),
        "store": say("Seeds taken by {player}", player="%s"),
        "present": say("The board shows the present again: choose a hole."),
    }


def last_message(words: Words, game: Game) -> str:
    """Say what the last move was; a pass is told with the move before it, one that ends briefly.

    Parameters
    ----------
    words : Words
    game : Game

    Returns
    -------
    str

    Examples
    --------
    >>> last_message(speak(), Game.new("anywoli"))
    'Choose a hole.'
    """
    if not game.moves:
        return "" if game.outcome else words.say("Choose a hole.")
    if game.outcome is not None:
        return words.say("{title}.", title=title(words, trace_of(game.moves[-1])))
    told = game.moves[-2:] if game.moves[-1].hole is None else game.moves[-1:]
    return " ".join(head(words, trace_of(move)) for move in told)

"""What the board on the page is told to draw: one frame, made from immutable values.

A frame is plain data for JSON. It says what stands where, what may be clicked and what each
thing is called, so that the page needs no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mancala_core.engine.game import Game
from mancala_core.engine.match import Match
from mancala_core.engine.match_rounds import Purchase
from mancala_core.engine.moves import Move
from mancala_core.engine.outcome import Outcome
from mancala_core.engine.position import MOST_SEEDS, Position, letter
from mancala_core.show.frame_record import record_of
from mancala_core.show.lap_words import head, title
from mancala_core.show.laps import trace_of
from mancala_core.show.looks import Looks, barred, must_pass
from mancala_core.show.match_rows import bought
from mancala_core.show.match_words import chip, round_line
from mancala_core.show.sowing_steps import marks, proof, skipped, steps
from mancala_core.show.words import Words, speak


@dataclass(frozen=True)
class Scene:
    """All that a frame is made from.

    Attributes
    ----------
    game : Game
    match : Match or None
        The match whose round the game is.
    chosen : tuple of int
        Holes that are bought for the next round, as far as they are chosen.
    offered : Purchase or None
        What a person may choose to buy now.
    following : bool
        Whether a next round can begin.
    demo : Move or None
        A move that is not legal, shown to see why.
    played : int
        Grows with each move that the page is to sow out.
    predicting : bool
        Whether players say where a move will end before it is made.
    guess_from : int or None
        The hole of the move that is being predicted.
    flipped : bool
        Whether North sits at the lower edge, until the page is told otherwise there.
    entire : Game or None
        The game with the moves after those that are shown.
    halted : bool
        Whether the computer waits to be let move.
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
    unjudged : bool
        Whether it is not known yet if the game is over.
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
    unjudged: bool = False
    match: Match | None = None
    chosen: tuple[int, ...] = ()
    offered: Purchase | None = None
    following: bool = False
    demo: Move | None = None
    played: int = 0
    predicting: bool = False
    guess_from: int | None = None
    flipped: bool = False
    entire: Game | None = None
    halted: bool = False

    @property
    def outcome(self) -> Outcome | None:
        """How the game came out, as far as that is known."""
        return None if self.unjudged else self.game.outcome


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
    over = scene.draft is None and scene.outcome is not None
    last = scene.demo or (game.moves[-1] if game.moves else None)
    track = trace_of(last) if last is not None and scene.draft is None else None
    active = not over and scene.draft is None
    shown = steps(words, track) if track else []
    return {
        "holes": position.holes,
        "step": game.rules.options.step,
        "language": words.language,
        "dir": words.direction,
        "flipped": scene.flipped,
        "played": scene.played,
        "title": words.say("Board, {game}", game=game.rules.about.title),
        "round": "" if scene.match is None else round_line(words, scene.match),
        "beside": not game.rules.about.stores,
        "mover": position.mover,
        "over": over,
        "waiting": scene.waiting,
        "chip": _chip(scene, position),
        "side": _side(scene, position),
        "message": scene.message,
        "tone": scene.tone,
        "refused": scene.refused,
        "pass": _pass(scene) if active and not (scene.waiting or scene.unjudged) else "",
        "next": _next(scene),
        "record": record_of(words, game, scene.entire, scene.draft),
        "buyer": _buyer(scene),
        "cells": [_cell(scene, position, hole) for hole in range(2 * position.holes)],
        "stores": [_store(words, position, player) for player in (0, 1)],
        "marks": marks(track.move) if track and not scene.demo else {},
        "steps": shown,
        "laps": "∞"
        if track and track.move.ending == "endless"
        else words.number(track.move.laps if track else 0),
        "passed": title(words, track) if track and last and last.hole is None else "",
        "gap": skipped(words, track) if track else None,
        "proof": proof(words, track) if track else None,
        "demo": scene.demo is not None,
        "predicting": scene.predicting,
        "sower": scene.guess_from,
        **_names(words, position, shown),
        "edit": scene.draft is not None,
        "most": MOST_SEEDS,
        "words": _labels(words),
    }


def _chip(scene: Scene, position: Position) -> str:
    """Who is to move or how it came out, in two or three words."""
    words = scene.words
    if scene.draft is not None:
        return words.say("Set-up")
    found = scene.outcome
    if found is None:
        return words.say("{player} to move", player=words.player(position.mover))
    if scene.match is not None:
        return chip(words, scene.match)
    if found.void:
        return words.say("No result")
    if found.winner is None:
        return words.say("A draw")
    return words.say("{player} wins", player=words.player(found.winner))


def _side(scene: Scene, position: Position) -> int | None:
    """In whose colour that is said."""
    if scene.draft is not None:
        return None
    found = scene.outcome
    if found is not None and scene.match is not None and scene.match.over:
        return scene.match.winner
    return found.winner if found is not None else position.mover


def _next(scene: Scene) -> str:
    """How play goes on where no hole is chosen."""
    if scene.halted:
        return scene.words.say("Let the computer move")
    return scene.words.say("Next round") if scene.following else ""


def _buyer(scene: Scene) -> int | None:
    """Who buys holes for the next round."""
    purchase = scene.match.purchase if scene.match is not None and scene.following else None
    return None if purchase is None else purchase.buyer


def _pass(scene: Scene) -> str:
    if scene.game.position.extra:
        return scene.words.say("Decline")
    return scene.words.say("Pass") if must_pass(scene.game, scene.looks) else ""


def _cell(scene: Scene, position: Position, hole: int) -> dict[str, Any]:
    words, owner, count = scene.words, position.owner[hole], position.seeds[hole]
    name = letter(hole, position.holes)
    state, cell = "", dict[str, Any]()
    if scene.guess_from is not None and owner >= 0:
        state = "guess"
    elif scene.offered is not None and hole in scene.offered.holes:
        state = "chosen" if hole in scene.chosen else "offered"
    elif scene.following and hole in scene.chosen:
        state = "taken"
    elif owner < 0:
        state = "out"
    elif scene.draft is None and hole in scene.looks:
        move = scene.looks[hole]
        if move is None:
            state = "checking"
        elif barred(scene.game.rules, move):
            state, cell = "endless", {"text": head(words, trace_of(move))}
        elif not scene.waiting:
            state = "playable"
            if scene.preview and not scene.predicting:
                cell = _preview(words, move)
    elif owner == position.mover and count and not (scene.draft or scene.waiting or scene.outcome):
        state = "few"
    said = {
        "out": words.say("out of play"),
        "checking": words.say("being checked"),
        "endless": words.say("barred, sown for ever"),
        "playable": words.say("playable"),
        "few": words.say("too few to sow"),
        "offered": words.say("on offer"),
        "chosen": words.say("on offer, chosen"),
        "taken": words.say("about to be bought"),
        "guess": words.say("the last seed falls here?"),
    }
    return cell | {
        "name": name,
        "seeds": count,
        "owner": owner,
        "bought": hole in bought(position.owner),
        "state": state,
        "label": _label(words, position, hole, count, said.get(state, "")),
    }


def _label(words: Words, position: Position, hole: int, seeds: int, more: str = "") -> str:
    """What a hole is called that holds so many seeds."""
    owner, name = position.owner[hole], letter(hole, position.holes)
    parts = [name]
    if owner >= 0:
        parts = [words.say("{player} {hole}", player=words.player(owner), hole=name)]
        parts += [words.say("bought")] if hole in bought(position.owner) else []
        parts.append(words.count("{n} seed", "{n} seeds", seeds))
    return words.listed([*parts, *([more] if more else [])])


def _names(
    words: Words, position: Position, shown: Sequence[dict[str, Any]]
) -> dict[str, list[dict[str, str]]]:
    """Names of holes and stores for each number of seeds that the steps show there."""

    def each(what: str, place: int) -> list[int]:
        return sorted({step[what][place] for step in shown})

    return {
        "names": [
            {str(n): _label(words, position, hole, n) for n in each("seeds", hole)}
            for hole in range(2 * position.holes if shown else 0)
        ],
        "taken": [
            {str(n): _taken(words, player, n) for n in each("stores", player)}
            for player in ((0, 1) if shown else ())
        ],
    }


def _preview(words: Words, move: Move) -> dict[str, Any]:
    """What a move would do: a sentence, and marks for one that is kept whole."""
    track = trace_of(move)
    cell: dict[str, Any] = {"text": head(words, track)}
    if not move.cut and move.ending != "endless":
        cell["marks"] = marks(move)
    return cell


def _store(words: Words, position: Position, player: int) -> dict[str, Any]:
    seeds = position.stores[player]
    return {"name": words.player(player), "seeds": seeds, "label": _taken(words, player, seeds)}


def _taken(words: Words, player: int, seeds: int) -> str:
    name = words.player(player)
    return words.count("{player} took {n} seed", "{player} took {n} seeds", seeds, player=name)


def bare(scene: Scene, error: Exception) -> dict[str, Any]:
    """Make the frame of a scene that `frame` could not make: the seeds, and what went wrong.

    Parameters
    ----------
    scene : Scene
    error : Exception

    Returns
    -------
    dict

    Examples
    --------
    >>> data = bare(Scene(Game.new("adji_kui_2")), ValueError("no words"))
    >>> data["cells"][2]["label"], data["message"][-23:]
    ('C 4', '(ValueError: no words).')
    """
    game, position = scene.game, scene.draft or scene.game.position
    return {
        "holes": position.holes,
        "step": game.rules.options.step,
        "language": "en",
        "dir": "ltr",
        "flipped": False,
        "played": scene.played,
        "title": game.rules.name,
        "round": "",
        "beside": not game.rules.about.stores,
        "mover": position.mover,
        "over": False,
        "waiting": False,
        "chip": "Error",
        "side": None,
        "message": "The board could not be shown in full. The game is as it was: go back, or begin "
        f"a new game ({type(error).__name__}: {error}).",
        "tone": "error",
        "refused": None,
        "pass": "",
        "next": "",
        "record": None,
        "buyer": None,
        "cells": [
            {
                "name": letter(hole, position.holes),
                "seeds": seeds,
                "owner": position.owner[hole],
                "bought": False,
                "state": "",
                "label": f"{letter(hole, position.holes)} {seeds}",
            }
            for hole, seeds in enumerate(position.seeds)
        ],
        "stores": [
            {"name": "NS"[player == 0], "seeds": seeds, "label": str(seeds)}
            for player, seeds in enumerate(position.stores)
        ],
        "marks": {},
        "steps": [],
        "laps": "",
        "passed": "",
        "gap": None,
        "proof": None,
        "demo": False,
        "predicting": False,
        "sower": None,
        "names": [],
        "taken": [],
        "edit": scene.draft is not None,
        "most": MOST_SEEDS,
        "words": _labels(speak()),
    }


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
        "bought0": say("bought by South"),
        "bought1": say("bought by North"),
        "out": say("out of play"),
        "offered": say("on offer"),
        "chosen": say("chosen"),
        "taken": say("about to be bought"),
        "preview": say("Preview"),
        "laps": say("Last move, lap by lap"),
        "first": say("Before the move"),
        "previous": say("One lap back"),
        "next": say("One lap on"),
        "last": say("End of the move"),
        "run": say("Show lap by lap"),
        "more": say("One more seed in {hole}", hole="%s"),
        "less": say("One seed less in {hole}", hole="%s"),
        "seeds": say("Seeds in {hole}", hole="%s"),
        "store": say("Seeds taken by {player}", player="%s"),
        "why": say("Show why"),
        "flip": say("Turn the board"),
        "predict": say("Predict"),
        "speed": words.say_in("speed of the animation", "Sowing"),
        "slow": say("slow"),
        "normal": say("normal"),
        "fast": say("fast"),
        "atonce": say("at once"),
        "seedback": say("One seed back"),
        "seedon": say("One seed on"),
        "pause": say("Pause"),
        "lap": say("Lap {lap}", lap="%s"),
        "again": say("again and again, for ever"),
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
        return words.sentence(title(words, trace_of(game.moves[-1])))
    told = game.moves[-2:] if game.moves[-1].hole is None else game.moves[-1:]
    return words.joined(head(words, trace_of(move)) for move in told)

"""Random and greedy games in plain Python on lists: what compiled play is measured against.

The same rules (`engine.sowing`) and the same draws (`engine.streams`) as everywhere, without
positions, traces or records, and nothing done twice that can be done once.
"""

from mancala_core.engine.rules import Rules
from mancala_core.engine.sowing import (
    CAPTURED,
    ENDLESS,
    FIRST_FINAL,
    LAPS,
    LAST_TAKER,
    LEFT,
    OVER,
    SOWN,
    STORE,
    TALLY_SIZE,
    following,
    sow,
)
from mancala_core.engine.streams import MASK, PLY_SHIFT, Draws, key_of, mix


class PlainGame:
    """One game from the set-up, move by move."""

    def __init__(self, rules: Rules, strategy: str, seed: int, number: int) -> None:
        half = rules.holes
        self.options = rules.options
        self.greedy = strategy == "greedy"
        self.rows = range(half), range(half, 2 * half)
        self.owner = [0] * half + [1] * half
        self.after = following(rules.options.step, self.owner)
        self.board = [rules.seeds] * (2 * half)
        self.tally = [0] * TALLY_SIZE
        self.tally[LAST_TAKER] = self.tally[FIRST_FINAL] = -1
        self.tally[LEFT] = sum(self.board)
        self.anchor = self.board[:]
        self.key = key_of(seed, number)
        self.mover = number % 2
        self.moves = self.passes = self.laps = self.sown = self.longest = 0
        self.fingerprint = mix(self.mover + 1)

    def play(self, most: int, left: int) -> "PlainGame":
        """Play until so many moves are made, or so few seeds are left, or the game is over."""
        options, owed = self.options, False
        while self.moves < most and self.tally[LEFT] > left:
            result, hole = self.greedy_move() if self.greedy else self.random_move()
            if result is None:
                if not owed:
                    self.passes += 1
                    self.fingerprint = mix((self.fingerprint + 1) & MASK)
                owed = False
                self.mover = 1 - self.mover
                continue
            self.moves += 1
            self.fingerprint = mix((self.fingerprint + hole + 2) & MASK)
            self.laps += self.tally[LAPS]
            self.sown += self.tally[SOWN]
            self.longest = max(self.longest, self.tally[LAPS])
            if result == OVER:
                break
            owed = result == CAPTURED and bool(options.again)
            if not owed:
                self.mover = 1 - self.mover
        return self

    def candidates(self) -> list[int]:
        board, least = self.board, self.options.least
        return [hole for hole in self.rows[self.mover] if board[hole] >= least]

    def sow(self, hole: int) -> int:
        return sow(
            self.options,
            self.board,
            self.owner,
            self.after,
            self.tally,
            self.anchor,
            self.mover,
            hole,
            None,
        )

    def draws(self) -> Draws:
        return Draws(self.key, (self.moves + self.passes) << PLY_SHIFT)

    def random_move(self) -> tuple[int | None, int]:
        choices, draws = self.candidates(), self.draws()
        board, tally = self.board[:], self.tally[:]
        while choices:
            hole = choices[draws.below(len(choices))]
            result = self.sow(hole)
            if result != ENDLESS:
                return result, hole
            self.board[:], self.tally[:] = board, tally
            choices.remove(hole)
        return None, -1

    def greedy_move(self) -> tuple[int | None, int]:
        board, tally, best, kept = self.board, self.tally, None, []
        for hole in self.candidates():
            self.board, self.tally = board[:], tally[:]
            result = self.sow(hole)
            if result == ENDLESS:
                continue
            own, other = STORE + self.mover, STORE + 1 - self.mover
            worth = self.tally[own] - tally[own] - self.tally[other] + tally[other]
            if best is None or worth > best:
                best, kept = worth, []
            if worth == best:
                kept.append((result, hole, self.board, self.tally))
        if not kept:
            self.board, self.tally = board, tally
            return None, -1
        result, hole, self.board, self.tally = kept[self.draws().below(len(kept))]
        return result, hole

"""Random numbers that depend on a seed, a game and a ply, and on nothing else.

Each draw is the SplitMix64 finaliser of a counter (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014). A draw can therefore be repeated without
repeating those before it: game *i* is the same game in any order, on any machine.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from mancala_core.engine.saying import Unfit

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB
PLY_SHIFT = 32
"""Bits of the counter below the ply: how many draws one choice may take."""
LOTTERY = MASK
"""Counter of the lottery, which no ply reaches."""
TAIL = MASK - 1
"""Counter of the draw that completes a game whose tail is exact; no ply reaches it either."""
DISPUTE = MASK - 2
"""Counter of the lottery for a hole in dispute."""
BUYING = 1 << 63
"""First counter of the draws by which random players buy holes; plies stay below it."""
LARGEST_SEED = (1 << 63) - 1
ROUNDS = 0x6A09E667F3BCC908
"""Sets the seeds of later rounds apart from seeds of runs: digits of the square root of 2."""


def mix(value: int) -> int:
    """Scramble 64 bits (SplitMix64's finaliser).

    Parameters
    ----------
    value : int
        0..2**64 - 1.

    Returns
    -------
    int
        0..2**64 - 1.

    Examples
    --------
    >>> hex(mix(GOLDEN))
    '0xe220a8397b1dcdaf'
    """
    value = ((value ^ (value >> 30)) * FIRST_FACTOR) & MASK
    value = ((value ^ (value >> 27)) * SECOND_FACTOR) & MASK
    return value ^ (value >> 31)


def key_of(seed: int, game: int) -> int:
    """Key of the stream of one game.

    Parameters
    ----------
    seed : int
        Seed of the run, 0..2**63 - 1.
    game : int
        Number of the game in the run, from 0.

    Returns
    -------
    int
        0..2**64 - 1.

    Examples
    --------
    >>> key_of(1, 0) != key_of(1, 1)
    True
    """
    return mix((mix((seed + GOLDEN) & MASK) + (game + 1) * GOLDEN) & MASK)


def round_seed(seed: int, number: int) -> int:
    """Seed of a round of a match: the first round has that of the run.

    Parameters
    ----------
    seed : int
        Seed of the run, 0..2**63 - 1.
    number : int
        Number of the round, from 1.

    Returns
    -------
    int
        0..2**63 - 1.

    Examples
    --------
    >>> round_seed(7, 1)
    7
    """
    if number == 1:
        return seed
    return mix((mix((seed + ROUNDS) & MASK) + number * GOLDEN) & MASK) >> 1


def new_seed() -> int:
    """Draw a seed from the operating system, 0..2**63 - 1.

    Returns
    -------
    int

    Examples
    --------
    >>> 0 <= new_seed() <= LARGEST_SEED
    True
    """
    return secrets.randbits(63)


def checked_seed(seed: int | None) -> int:
    """Take a seed as it is, or draw one for None.

    Parameters
    ----------
    seed : int or None
        0..2**63 - 1.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If it is no such number.

    Examples
    --------
    >>> checked_seed(7)
    7
    """
    if seed is None:
        return new_seed()
    number = getattr(seed, "__index__", None)
    if number is None or isinstance(seed, bool) or not 0 <= number() <= LARGEST_SEED:
        raise Unfit("seed is {seed!r}; it takes a whole number from 0 to 2**63 - 1.", seed=seed)
    return int(number())


@dataclass
class Draws:
    """Draws for one choice: a key and a counter that moves on.

    Attributes
    ----------
    key, counter : int
        0..2**64 - 1.
    """

    key: int
    counter: int

    def bits(self) -> int:
        """Draw 64 random bits.

        Returns
        -------
        int
            0..2**64 - 1.

        Examples
        --------
        >>> Draws(1, 0).bits() == Draws(1, 0).bits()
        True
        """
        value = mix((self.key + self.counter * GOLDEN) & MASK)
        self.counter += 1
        return value

    def below(self, count: int) -> int:
        """Draw one of `count` numbers, each equally likely.

        The method is Lemire's multiplication with rejection ("Fast random integer
        generation in an interval", ACM TOMACS 29(1), 2019).

        Parameters
        ----------
        count : int
            1..2**32 - 1.

        Returns
        -------
        int
            0..count - 1.

        Examples
        --------
        >>> draws = Draws(1, 0)
        >>> sorted({draws.below(3) for _ in range(50)})
        [0, 1, 2]
        """
        product = (self.bits() >> 32) * count
        low = product & 0xFFFFFFFF
        if low < count:
            threshold = (0x100000000 - count) % count
            while low < threshold:
                product = (self.bits() >> 32) * count
                low = product & 0xFFFFFFFF
        return product >> 32


@dataclass(frozen=True)
class Stream:
    """The random numbers of one game of a run.

    Attributes
    ----------
    seed : int
        Seed of the run, 0..2**63 - 1.
    game : int
        Number of the game in the run.

    Examples
    --------
    >>> Stream(7).ply(0).below(12) == Stream(7).ply(0).below(12)
    True
    """

    seed: int
    game: int = 0

    def ply(self, number: int) -> Draws:
        """Draws for the choice of one move or pass.

        Parameters
        ----------
        number : int
            Moves and passes made before it.

        Returns
        -------
        Draws
        """
        return Draws(key_of(self.seed, self.game), number << PLY_SHIFT)

    def lottery(self) -> int:
        """Winner of the fair draw for the last seeds: 0 South, 1 North.

        Returns
        -------
        int

        Examples
        --------
        >>> Stream(7).lottery() in (0, 1)
        True
        """
        return Draws(key_of(self.seed, self.game), LOTTERY).bits() >> 63

    def dispute(self) -> int:
        """Winner of the fair draw for a hole in dispute after a round: 0 South, 1 North.

        Returns
        -------
        int

        Examples
        --------
        >>> Stream(7).dispute() in (0, 1)
        True
        """
        return Draws(key_of(self.seed, self.game), DISPUTE).bits() >> 63

    def buying(self) -> Draws:
        """Draws by which a random player chooses the holes to buy after a round.

        Returns
        -------
        Draws

        Examples
        --------
        >>> Stream(7).buying().below(6) in range(6)
        True
        """
        return Draws(key_of(self.seed, self.game), BUYING)

    def tail(self) -> float:
        """Draw for the taker of the next four where a tail is exact: South below `p_south`.

        Returns
        -------
        float
            0 or more and below 1, a multiple of 2**-53.

        Examples
        --------
        >>> 0 <= Stream(7).tail() < 1
        True
        """
        return (Draws(key_of(self.seed, self.game), TAIL).bits() >> 11) / (1 << 53)

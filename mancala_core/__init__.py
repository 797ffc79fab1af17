"""Relay mancala games from Ethiopia: rules, board, pictures, simulation.

The public names load what they need on first use, so that ``import mancala_core`` is quick
and needs nothing but Python. This file and ``__main__.py`` also parse on old interpreters.
"""

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Event",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "OpenQuestion",
    "Outcome",
    "Position",
    "RuleLab",
    "Rules",
    "Source",
    "__version__",
    "draw",
    "legal_moves",
    "matches",
    "outcome",
    "play",
    "read_games",
    "replay",
    "settle",
    "simulate",
    "summary",
]

_HOMES = {
    "Board": "show.board",
    "Event": "engine.sowing",
    "Game": "engine.game",
    "IllegalMove": "engine.refusal",
    "Match": "engine.match",
    "Move": "engine.moves",
    "OpenQuestion": "engine.about",
    "Outcome": "engine.outcome",
    "Position": "engine.position",
    "RuleLab": "show.rule_lab",
    "Rules": "engine.rules",
    "Source": "engine.about",
    "legal_moves": "engine.choices",
    "matches": "study.matches",
    "outcome": "engine.outcome",
    "play": "engine.moves",
    "read_games": "study.store",
    "replay": "study.simulate",
    "settle": "study.settle",
    "simulate": "study.simulate",
    "summary": "study.analysis",
}
_MODULES = {"draw": "show.draw"}


def __getattr__(name):
    from importlib import import_module

    if name in _HOMES:
        value = getattr(import_module("mancala_core." + _HOMES[name]), name)
    elif name in _MODULES:
        value = import_module("mancala_core." + _MODULES[name])
    else:
        raise AttributeError("module 'mancala_core' has no attribute {!r}".format(name))
    globals()[name] = value
    return value


def __dir__():
    return sorted(set(globals()) | set(__all__))

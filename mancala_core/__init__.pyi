from mancala_core.engine.about import OpenQuestion as OpenQuestion
from mancala_core.engine.about import Source as Source
from mancala_core.engine.choices import legal_moves as legal_moves
from mancala_core.engine.game import Game as Game
from mancala_core.engine.match import Match as Match
from mancala_core.engine.moves import Move as Move
from mancala_core.engine.moves import play as play
from mancala_core.engine.outcome import Outcome as Outcome
from mancala_core.engine.outcome import outcome as outcome
from mancala_core.engine.position import Position as Position
from mancala_core.engine.refusal import IllegalMove as IllegalMove
from mancala_core.engine.rules import Rules as Rules
from mancala_core.engine.sowing import Event as Event
from mancala_core.show import draw as draw
from mancala_core.show.board import Board as Board
from mancala_core.show.rule_lab import RuleLab as RuleLab
from mancala_core.study.analysis import summary as summary
from mancala_core.study.matches import matches as matches
from mancala_core.study.settle import settle as settle
from mancala_core.study.simulate import replay as replay
from mancala_core.study.simulate import simulate as simulate
from mancala_core.study.store import read_games as read_games

__version__: str

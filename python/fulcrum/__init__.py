"""Abstract board games: vectorised environments, searches and recorded games.

>>> import fulcrum
>>> game = fulcrum.Game("seesaw", size=4)
>>> state = game.start()
>>> state.apply(state.legal()[0]).player in (0, 1)
True

`Game` and `State` play one game at a time, `VectorEnv` many; `Search` searches positions;
`Run` reads the files of `fulcrum selfplay` and `fulcrum export`; `Examples` are shuffled
rows for a learner, `Window` those of runs that grow; `fulcrum.adapters` has other packages'
interfaces. All are built on libfulcrum (fulcrum.h), whose errors are raised as `Error`.
"""

from ._library import NOBODY, Error, FileError, Stopped, WrongCall
from .examples import Examples
from .game import (Game, Outcome, Output, State, games, load_game,
                   load_games_of_environment, random_action, returns, version)
from .run import Run
from .search import Proof, Result, Search
from .vector_env import Step, VectorEnv
from .window import Window

__version__ = "0.1.0"
__all__ = [
    "NOBODY", "Error", "Examples", "FileError", "Game", "Outcome", "Output", "Proof",
    "Result", "Run", "Search", "State", "Step", "Stopped", "VectorEnv", "Window",
    "WrongCall", "games", "load_game", "load_games_of_environment", "random_action",
    "returns", "version",
]

"""A game for code written against OpenSpiel's Python interface.

    game = fulcrum.adapters.openspiel.load_game("seesaw", {"size": 4})
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

Names and meanings are pyspiel's, for deterministic, sequential two-player zero-sum games with
perfect information (a turn may be several actions). A game that reaches max_game_length is
drawn. OpenSpiel is not needed, and the games are not registered with it.
"""

import operator
from typing import Any, Dict, List, Optional

import numpy as np

from .._library import WrongCall
from ..game import Game, State, returns

TERMINAL_PLAYER = -4
_START = "start: "


class OpenSpielGame:
    def __init__(self, game: Game, parameters: Optional[Dict[str, Any]] = None):
        self.game, self._parameters = game, dict(parameters or {})

    def new_initial_state(self, text: Optional[str] = None) -> "OpenSpielState":
        if not text:
            return OpenSpielState(self, self.game.start(), [])
        state = self.game.state(text)
        return OpenSpielState(self, state, [], state.text)

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self.game.num_actions

    def max_chance_outcomes(self) -> int:
        return 0

    def max_game_length(self) -> int:
        return self.game.max_game_length

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> List[int]:
        return list(self.game.planes_shape)

    def observation_tensor_size(self) -> int:
        return int(np.prod(self.game.planes_shape))

    def get_parameters(self) -> Dict[str, Any]:
        return dict(self._parameters)

    def deserialize_state(self, text: str) -> "OpenSpielState":
        """The state of a text written by `serialize`."""
        lines = text.splitlines()
        start = lines.pop(0)[len(_START):] if text.startswith(_START) else None
        state = self.new_initial_state(start)
        for line in filter(None, map(str.strip, lines)):
            if not line.isdecimal():
                raise WrongCall(f"{line!r} is not the number of an action")
            state.apply_action(int(line))
        return state

    def __str__(self) -> str:
        inside = ",".join(f"{key}={value}" for key, value in self._parameters.items())
        return f"{self.game.name}({inside})"


class OpenSpielState:
    def __init__(self, game: OpenSpielGame, state: State, history: List[int],
                 start: Optional[str] = None):
        """start: the text of the position that the history leads from, if another."""
        self._game, self.state, self._history = game, state, history
        self._start = start

    def get_game(self) -> OpenSpielGame:
        return self._game

    def current_player(self) -> int:
        return TERMINAL_PLAYER if self.is_terminal() else self.state.player

    def is_terminal(self) -> bool:
        return len(self._history) >= self._game.max_game_length() or self.state.over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        if self.is_terminal() or player not in (None, self.state.player):
            return []
        return self.state.legal().tolist()

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        if self.is_terminal() or player not in (None, self.state.player):
            return [0] * self._game.num_distinct_actions()
        return self.state.mask().tolist()

    def apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise ValueError("the game is over")
        number = operator.index(action)
        self.state.apply(number)
        self._history.append(number)

    def child(self, action: int) -> "OpenSpielState":
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> "OpenSpielState":
        return OpenSpielState(self._game, self.state.copy(), list(self._history),
                              self._start)

    def history(self) -> List[int]:
        return list(self._history)

    def move_number(self) -> int:
        return len(self._history)

    def returns(self) -> List[float]:
        return list(returns(self.state.outcome.winner))

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """Takes (player, action), or just an action."""
        return self._game.game.action_text(player if action is None else action)

    def string_to_action(self, player: Any, text: Optional[str] = None) -> int:
        return self.state.action(player if text is None else text)

    def observation_tensor(self, player: Optional[int] = None) -> List[float]:
        """Planes from the point of view of the player to move, flattened; zeros at the end."""
        if self.is_terminal():
            return [0.0] * self._game.observation_tensor_size()
        return self.state.planes(np.float32).ravel().tolist()

    def observation_string(self, player: Optional[int] = None) -> str:
        return self.state.text

    def serialize(self) -> str:
        """The position that the history leads from, if it is not the start, and the
        history's actions: one per line."""
        start = [f"{_START}{self._start}"] if self._start else []
        return "".join(f"{line}\n" for line in [*start, *self._history])

    def __str__(self) -> str:
        return self.state.picture()


def _value(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text


def load_game(name: str, parameters: Optional[Dict[str, Any]] = None) -> OpenSpielGame:
    """The name may include parameters, as str(game) writes them: "seesaw(size=4)"."""
    name, bracket, inside = name.partition("(")
    found: Dict[str, Any] = {}
    if bracket and not inside.endswith(")"):
        raise WrongCall(f'"{name}(" has no ")" at its end')
    for word in filter(None, inside[:-1].split(",")):
        key, equals, value = word.partition("=")
        if not equals:
            raise WrongCall(f'"{word}" is not KEY=VALUE')
        found[key.strip()] = _value(value.strip())
    found.update(parameters or {})
    return OpenSpielGame(Game(name, **found), found)

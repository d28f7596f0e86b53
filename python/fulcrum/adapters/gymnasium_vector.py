"""n games in Gymnasium's vector interface, for self-play: an agent acts for both players.

    env = fulcrum.adapters.gymnasium_vector.Env(fulcrum.Game("seesaw", size=4), 1024)
    observations, infos = env.reset(seed=1)
    observations, rewards, terminations, truncations, infos = env.step(env.sample())

Observations: {"observation": (n, P, H, W) uint8 from the point of view of the player to move,
"action_mask": (n, num_actions) int8, numbered for both sides alike (see
`Game.seen_actions`)}: the env's own arrays, which the next step overwrites,
like Gymnasium's with copy=False. Rewards (n,) are for the player **who acted**: 1 win,
-1 loss, 0 draw or not over. When a game ends, the next one begins in the same step; a
terminal position has no planes, so infos has no final observation. infos has arrays of n:
"player" to move, "winner" (of games that ended, else 2), "length" in actions. Games cut off
at max_game_length are truncated.
"""

from typing import Any, Dict, Optional, Tuple

import numpy as np

from .._library import NOBODY
from ..game import Game
from ..vector_env import VectorEnv
from . import spaces

try:
    from gymnasium.vector import VectorEnv as _Base
except ImportError:
    _Base = object
try:
    from gymnasium.vector import AutoresetMode
    _SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:
    _SAME_STEP = "SameStep"

Observations = Dict[str, np.ndarray]


class Env(_Base):  # type: ignore[valid-type,misc]
    metadata = {"autoreset_mode": _SAME_STEP, "render_modes": []}
    render_mode = None
    spec = None

    def __init__(self, game: Game, n: int, threads: int = 1):
        self.game, self.num_envs, self.threads = game, n, threads
        self.closed = False
        self.single_observation_space = spaces.observations(game)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = spaces.observations(game, n)
        self.action_space = spaces.MultiDiscrete(np.full(n, game.num_actions))
        self._begin(0)

    def _begin(self, seed: int) -> None:
        self.games = VectorEnv(self.game, self.num_envs,
                               np.uint8 if self.game.planes else None, seed=seed,
                               threads=self.threads)
        planes = self.games.planes
        if planes is None:
            planes = np.zeros((self.num_envs, *self.game.planes_shape), np.uint8)
        self._observations = {"observation": planes,
                              "action_mask": self.games.mask.view(np.int8)}
        self._cut_off = next(number for number in range(256)
                             if self.games.reason_text(number) == "cut off")

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[dict] = None) -> Tuple[Observations, Dict[str, Any]]:
        """seed: seed of `sample`."""
        if seed is None:
            self.games.reset()
        else:
            self._begin(seed)
        return self._observations, self._infos()

    def step(self, actions: np.ndarray) -> tuple:
        """Raises if an action is illegal; then no game is stepped."""
        actor = self.games.player.astype(np.intp)
        _, _, _, reward, done = self.games.step(np.asarray(actions))
        truncations = self.games.reason == self._cut_off
        terminations = done & ~truncations
        rewards = reward[np.arange(self.num_envs), actor]
        return self._observations, rewards, terminations, truncations, self._infos()

    def sample(self) -> np.ndarray:
        """(n,) int64: a random legal action for each game."""
        return self.games.sample().copy()

    def _infos(self) -> Dict[str, Any]:
        games = self.games
        return {"player": games.player, "length": games.length,
                "winner": np.where(games.done, games.winner, NOBODY)}

    def close(self, **_: Any) -> None:
        self.closed = True

    def close_extras(self, **_: Any) -> None:
        pass

    @property
    def unwrapped(self) -> "Env":
        return self

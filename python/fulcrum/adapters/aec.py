"""A game as a PettingZoo AEC environment, in the style of PettingZoo's classic games.

    env = fulcrum.adapters.aec.env(fulcrum.Game("seesaw", size=4))
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Observations: {"observation": planes (P, H, W) uint8 from the point of view of the player to
move, "action_mask": (num_actions,) int8, numbered for both sides alike (see
`Game.seen_actions`)}; all 0 for the agent who is not to move, and at the
end. Rewards: 1 win, -1 loss, 0 draw. A turn may take several actions, during which
agent_selection does not change. A game that reaches max_game_length is truncated. An illegal
action raises and leaves the position unchanged.
"""

import operator
from typing import Any, Dict, Iterator, List, Optional

import numpy as np

from ..game import Game, returns
from . import spaces

try:
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base = object


class Env(_Base):  # type: ignore[valid-type,misc]
    def __init__(self, game: Game, render_mode: Optional[str] = None):
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is ansi or None, not {render_mode!r}")
        self.game, self.render_mode = game, render_mode
        self.metadata = {"name": f"fulcrum_{game.name}_v{game.rules_version}",
                         "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = ["player_1", "player_2"]
        self.agents: List[str] = []
        self._actions = {agent: spaces.Discrete(game.num_actions)
                         for agent in self.possible_agents}
        self._observations = {agent: spaces.observations(game)
                              for agent in self.possible_agents}
        self.observation_spaces, self.action_spaces = self._observations, self._actions

    def observation_space(self, agent: str) -> Any:
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "Env":
        return self

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        """Resets to the start, or to options["position"], a text of State.text."""
        if seed is not None:
            for number, space in enumerate(self._actions.values()):
                space.seed(seed + number)
        position = (options or {}).get("position")
        self.state_now = self.game.state(position) if position else self.game.start()
        self.length = 0
        self.agents = list(self.possible_agents)
        self.rewards: Dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: Dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_now.player]

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        planes = np.zeros(self.game.planes_shape, np.uint8)
        mask = np.zeros(self.game.num_actions, np.int8)
        goes_on = not (self.terminations.get(agent, True) or self.truncations[agent])
        if goes_on and agent == self.possible_agents[self.state_now.player]:
            if self.game.planes:
                planes = self.state_now.planes()
            mask = self.state_now.mask().view(np.int8)
        return {"observation": planes, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._step_ended(agent, action)
            return
        if action is None:
            raise ValueError("an action may be None only when the game has ended")
        self.state_now.apply(operator.index(action))
        self.length += 1
        self._cumulative_rewards[agent] = 0.0
        outcome = self.state_now.outcome
        if outcome.over:
            self.rewards = dict(zip(self.possible_agents, returns(outcome.winner)))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {one: {"reason": outcome.reason} for one in self.agents}
        elif self.length >= self.game.max_game_length:
            self.truncations = dict.fromkeys(self.agents, True)
        for one, reward in self.rewards.items():
            self._cumulative_rewards[one] += reward
        if not outcome.over:
            self.agent_selection = self.possible_agents[self.state_now.player]
        else:
            self.agent_selection = self.agents[0]

    def _step_ended(self, agent: str, action: Optional[int]) -> None:
        """Each agent is removed by one action None."""
        if action is not None:
            raise ValueError("when the game has ended, the only action is None")
        self.agents.remove(agent)
        for facts in (self.rewards, self._cumulative_rewards, self.terminations,
                      self.truncations, self.infos):
            del facts[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> Optional[str]:
        return self.state_now.picture() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return self.metadata["name"]


def env(game: Game, render_mode: Optional[str] = None) -> Env:
    return Env(game, render_mode)

"""Thousands of games stepped at once, in preallocated arrays."""

import ctypes
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from ._arrays import Fixed, Owner, address, integers, team, to_fill, view
from ._library import STATE_BYTES, EnvArrays, WrongCall, integer, library
from .game import Game, State


class Step(NamedTuple):
    """The result of a step for n games: the env's own arrays, which the next step
    overwrites. planes and mask are None if not requested."""

    planes: Optional[np.ndarray]
    """(n, planes, height, width) uint8 or float32, from the point of view of the player to
    move."""
    mask: Optional[np.ndarray]
    """(n, num_actions) uint8: 1 legal, 0 not. Do not write to it."""
    player: np.ndarray
    """(n,) uint8: the player to move, 0 or 1."""
    reward: np.ndarray
    """(n, 2) float32, for each player: 1 win, -1 loss, 0 draw or not over."""
    done: np.ndarray
    """(n,) bool: the step has ended a game, and the observation is the start of the next."""


class VectorEnv(Fixed, Owner):
    """n games of one variant, each restarted when it ends.

    planes: np.uint8 or np.float32 (scaled), or None for none. mask, legal: whether to
    return legal actions as a mask, as numbers. threads: threads that step the games; 1 uses
    the caller's thread only, and is necessary in forked processes. Results never depend on
    the number of threads. seed: seed of `sample`, 0 to 2**64 - 1.

    Arrays, the same ones for the env's life: those of `Step`; `legal` (n, max_legal)
    uint16, ascending, or None; `num_legal` (n,) int32, how many of its columns count; and
    where `done`, about the game that ended: `winner` (n,) uint8, 0, 1 or NOBODY; `reason`
    (n,) uint8, for `reason_text`; `length` (n,) uint32, actions of the game. Copy what you
    keep.

    Threads: one call at a time; a second one raises. Calls release the GIL. An env cannot be
    copied or pickled.
    """

    _fixed = ("game", "n", "_handle")

    def __init__(self, game: Game, n: int, planes: Any = np.uint8, mask: bool = True,
                 legal: bool = False, seed: int = 0, threads: int = 1):
        n = integer(n, "n", 1)
        self.game, self.n = game, n
        kind = None if planes is None else np.dtype(planes)
        if kind is not None and kind not in (np.uint8, np.float32):
            raise WrongCall(f"planes must be uint8, float32 or None, not {kind}")
        self.planes = None if kind is None else np.zeros((n, *game.planes_shape), kind)
        self.mask = np.zeros((n, game.num_actions), np.uint8) if mask else None
        self.legal = np.zeros((n, game.max_legal), np.uint16) if legal else None
        self.num_legal = np.zeros(n, np.int32)
        self.player = np.zeros(n, np.uint8)
        self.reward = np.zeros((n, 2), np.float32)
        done = np.zeros(n, np.uint8)
        self.done = done.view(np.bool_)
        self.winner = np.zeros(n, np.uint8)
        self.reason = np.zeros(n, np.uint8)
        self.length = np.zeros(n, np.uint32)
        arrays = EnvArrays(
            mask=address(self.mask), legal=address(self.legal),
            num_legal=address(self.num_legal), player=address(self.player),
            reward=address(self.reward), done=address(done), winner=address(self.winner),
            reason=address(self.reason), length=address(self.length))
        if kind is not None:
            setattr(arrays, "planes" if kind == np.uint8 else "planes_float",
                    address(self.planes))
        threads = team(threads)
        self._own(library.env_new(game._handle, n, ctypes.byref(arrays),
                                  integer(seed, "seed", 0, 2**64 - 1), threads),
                  library.env_free, game, self.planes, self.mask, self.legal, self.num_legal,
                  self.player, self.reward, done, self.winner, self.reason, self.length,
                  forks=threads == 1)
        self._actions = np.empty(n, np.int64)
        self._step = Step(self.planes, self.mask, self.player, self.reward, self.done)

    def reset(self) -> Step:
        """Restarts all games; the random stream of `sample` continues."""
        with self._use():
            library.check(library.env_reset(self._handle))
        return self._step

    def step(self, actions: np.ndarray) -> Step:
        """Plays an action in each game: (n,) integers, not copied if they are int64.
        Raises WrongCall if one is illegal; then no game was stepped."""
        actions = integers(actions, np.int64, (self.n,), "actions")
        with self._use():
            library.check(library.env_step(self._handle, actions.ctypes.data))
        return self._step

    def sample(self, out: Optional[np.ndarray] = None) -> np.ndarray:
        """(n,) int64: a uniformly random legal action for each game; in `out`, or in an
        array that the next call overwrites."""
        actions = self._actions if out is None else to_fill(out, np.int64, (self.n,), "out")
        with self._use():
            library.check(library.env_sample(self._handle, actions.ctypes.data))
        return actions

    def set(self, index: int, state: State) -> None:
        """Sets a game to a non-terminal state; its length counts from there."""
        self.game._check_same(state.game)
        with self._use():
            library.check(library.env_set(
                self._handle, integer(index, "index", 0, self.n - 1), state._at))

    @property
    def states(self) -> np.ndarray:
        """(n, 256) uint8, for `Search.run` and `Game.planes_of`: the env's own memory,
        changed by every step. Do not write to it."""
        found = view(library.env_states(self._handle), (self.n, STATE_BYTES), np.uint8,
                     self)
        found.flags.writeable = False
        return found

    def state(self, index: int) -> State:
        """A copy of one game's state."""
        state = State._empty(self.game)
        row = self.states[index]
        ctypes.memmove(state._at, row.ctypes.data, STATE_BYTES)
        return state

    @staticmethod
    def reason_text(reason: Union[int, np.integer]) -> str:
        """The text of a number in `reason`: "win", "cut off", ..."""
        text = library.reason(integer(reason, "a reason"))
        if text is None:
            raise WrongCall(f"there is no reason {reason}")
        return text.decode()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<fulcrum.VectorEnv {self.n} games of {self.game!r}>"

"""Thousands of games stepped at once, into arrays that stay where they are."""

import ctypes
import weakref
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from ._arrays import OneAtATime, address, view
from ._library import STATE_BYTES, EnvArrays, WrongCall, library
from .game import Game, State


class Step(NamedTuple):
    """What a step shows: the env's own arrays, which the next step writes over. n games;
    planes are None where they were not wanted."""

    planes: Optional[np.ndarray]
    """(n, planes, height, width) uint8 or float32, as the player to move sees them."""
    mask: Optional[np.ndarray]
    """(n, num_actions) uint8: 1 legal, 0 not. Do not write to it."""
    player: np.ndarray
    """(n,) uint8: to move, 0 or 1."""
    reward: np.ndarray
    """(n, 2) float32, to each player: 1 won, -1 lost, 0 drawn or not over."""
    done: np.ndarray
    """(n,) bool: the step has ended a game, and what is shown is the next one's start."""


class VectorEnv:
    """n games of one variant, each begun anew when it ends.

    planes: np.uint8 or np.float32 (scaled), or None for none; mask, legal: whether legal
    actions are wanted as a mask, as numbers. threads: that step the games; 1: the
    caller's alone, and a process that forks has to stay at 1. What comes out never
    depends on the threads. seed: of `sample`.

    Arrays, the same ones for the env's life: those of `Step`; `legal` (n, max_legal)
    uint16, ascending, or None; `num_legal` (n,) int32, so many of them count; of the
    game that ended, where `done`: `winner` (n,) uint8, 0, 1 or NOBODY; `reason` (n,) uint8, for
    `reason_text`; `length` (n,) uint32, actions of the game. Copy what you keep.

    Threads: one call at a time; a second one raises. Other Python threads run meanwhile.
    """

    def __init__(self, game: Game, n: int, planes: Any = np.uint8, mask: bool = True,
                 legal: bool = False, seed: int = 0, threads: int = 1):
        self.game, self.n = game, n
        if n < 1:
            raise WrongCall("n is from 1")
        kind = None if planes is None else np.dtype(planes)
        if kind is not None and kind not in (np.uint8, np.float32):
            raise WrongCall(f"planes are uint8, float32 or None, not {kind}")
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
        self._handle = library.check_handle(library.env_new(
            game._handle, n, ctypes.byref(arrays), seed & (2**64 - 1), threads))
        weakref.finalize(self, _free, self._handle, game)
        self._use = OneAtATime("VectorEnv")
        self._actions = np.empty(n, np.int64)
        self._step = Step(self.planes, self.mask, self.player, self.reward, self.done)

    def reset(self) -> Step:
        """All games at their starts; the random numbers of `sample` go on."""
        with self._use():
            library.check(library.env_reset(self._handle))
        return self._step

    def step(self, actions: np.ndarray) -> Step:
        """Plays an action in each game: (n,) integers, without a copy where they are
        int64. WrongCall where one is not legal; then no game was stepped."""
        actions = np.ascontiguousarray(actions)
        if actions.shape != (self.n,) or actions.dtype.kind not in "iu":
            raise WrongCall(f"actions are {self.n} integers, not {actions.dtype} of shape "
                            f"{actions.shape}")
        if actions.dtype != np.int64:
            actions = actions.astype(np.int64)
        with self._use():
            library.check(library.env_step(self._handle, actions.ctypes.data))
        return self._step

    def sample(self, out: Optional[np.ndarray] = None) -> np.ndarray:
        """(n,) int64: a uniformly random legal action for each game; in `out`, or in an
        array that the next call writes over."""
        actions = self._actions if out is None else out
        if actions.shape != (self.n,) or actions.dtype != np.int64 or \
                not actions.flags.c_contiguous:
            raise WrongCall(f"out is a contiguous array of {self.n} int64")
        with self._use():
            library.check(library.env_sample(self._handle, actions.ctypes.data))
        return actions

    def set(self, index: int, state: State) -> None:
        """Sets a game to a state that is not over; its length counts from there."""
        self.game.states_array(state)
        with self._use():
            library.check(library.env_set(self._handle, index, state._at))

    @property
    def states(self) -> np.ndarray:
        """(n, 256) uint8, for `Search.run` and `Game.planes_of`: the env's own memory,
        which every step changes. Do not write to it."""
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
        """"win", "cut off", ... of a number in `reason`."""
        text = library.reason(int(reason))
        if text is None:
            raise WrongCall(f"there is no reason {reason}")
        return text.decode()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<fulcrum.VectorEnv {self.n} games of {self.game!r}>"


def _free(handle: int, _game: Game) -> None:
    library.env_free(handle)

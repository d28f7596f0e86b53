"""Searches of many positions, with built-in evaluators or a function in Python."""

import ctypes
import enum
import json
import weakref
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy as np

from ._arrays import Fixed, Owner, address, integers, team
from ._library import (EVALUATE, STATE_BYTES, Evaluator, Found, Moments, WrongCall, integer,
                       json_bytes, library, text_bytes)
from .game import Game, State, States
from .vector_env import VectorEnv

Evaluate = Callable[[Optional[np.ndarray], np.ndarray], Tuple[Any, Any]]


class Proof(enum.IntEnum):
    """The result that a search has proven for the player to move."""

    UNPROVEN = 0
    LOST = 1
    DRAWN = 2
    WON = 3


@dataclass
class Result:
    """Results for n positions; values are expected scores for the player to move: 1 win,
    1/2 draw, 0 loss. W is the game's max_legal."""

    chosen: np.ndarray
    """(n,) int64: the action that the agent plays: with "temperature.start=0" the most
    visited; by default drawn by visits in a game's first ten turns, as `run` presumes unless
    it is given `turns`."""
    value: np.ndarray
    """(n,) float32: the position's value."""
    proof: np.ndarray
    """(n,) uint8, see Proof."""
    visits: np.ndarray
    """(n,) uint32: visits of the root."""
    num_legal: np.ndarray
    """(n,) int32: number of legal actions, and of used columns in the arrays of W columns."""
    actions: np.ndarray
    """(n, W) uint16: the legal actions, ascending."""
    action_visits: np.ndarray
    """(n, W) uint32: visits of each action."""
    action_values: np.ndarray
    """(n, W) float32: mean value of each action's visits; 1/2 if it has none."""
    priors: np.ndarray
    """(n, W) float32: priors before noise; each row sums to 1."""
    policy: np.ndarray
    """(n, num_actions) float32: each action's share of the target visits, for learning."""

    def __len__(self) -> int:
        return len(self.chosen)


class Search(Fixed, Owner):
    """An agent's searches: ``Search(game, simulations=400).run(states)``.

    config: an agent as a dictionary (``{"search": {"simulations": 400}}``), as JSON or as
    words ("search.simulations=400 temperature.start=0"); keyword arguments are keys of its
    `search`. `fulcrum keys` lists the keys.

    evaluator: None for the one that the configuration names (playouts, networks from
    files); or a function ``evaluate(planes, mask) -> values, priors`` of the leaves of
    many searches: planes (m, planes, height, width) uint8, to be multiplied by
    `game.plane_scales` (None if the game has none), mask (m, num_actions) uint8;
    values (m,) in 0 ... 1 for the player to move, priors (m, num_actions) non-negative
    weights, which need not sum to 1 and are ignored for illegal actions. Any framework and
    device will do, as long as both results convert to NumPy arrays. seen: number actions in
    mask and priors as the mover sees them (`Game.seen_actions`), like the planes. An exception
    in the function ends `run` and is raised there. batch: maximum number of leaves in a batch,
    and so of concurrent searches.

    threads: concurrent searches with built-in evaluators; a function is only called by the
    thread that called `run`. One call at a time per Search; a second one raises. A Search
    cannot be copied or pickled; in a process forked later it works only with one thread and
    without an outside program.
    """

    _fixed = ("game", "_handle")

    def __init__(self, game: Game, config: Union[None, str, Dict[str, Any]] = None,
                 evaluator: Optional[Evaluate] = None, batch: int = 64, threads: int = 1,
                 seen: bool = False, **search: Any):
        self.game = game
        self._bridge = None
        given = None
        if seen and evaluator is None:
            raise WrongCall("seen numbers the actions of an evaluator, and none is given")
        if evaluator is not None:
            if not callable(evaluator):
                raise WrongCall(f"evaluator must be a function, not {evaluator!r}; the "
                                "configuration names a built-in one: "
                                "\"search.evaluator=network network.weights=FILE\"")
            self._bridge = _Bridge(game, evaluator, seen)
            given = ctypes.byref(Evaluator(evaluate=self._bridge.function,
                                           batch=integer(batch, "batch")))
        text, threads = _config_text(config, search), team(threads)
        self._own(library.search_new(game._handle, text, given, threads),
                  library.search_free, game, forks=True)
        own = self.config["search"]
        self._forks = threads * team(own["threads"]) == 1 and own["evaluator"] != "process"

    @property
    def config(self) -> Dict[str, Any]:
        """The effective configuration, with every key."""
        return json.loads(library.search_config(self._handle))

    def run(self, states: Union[States, VectorEnv], seed: int = 0,
            games: Optional[np.ndarray] = None, plies: Optional[np.ndarray] = None,
            turns: Optional[np.ndarray] = None) -> Result:
        """Searches n non-terminal positions: a State, a sequence of them, an array (n, 256),
        or all games of a VectorEnv, as they are when the call begins.

        Random numbers depend on the seed, each position's game number (`games`, (n,); by
        default 0 ... n - 1) and `plies` (actions before it; default 0); the temperature
        depends on `turns` (turns before it; default 0). The result for a position does not
        depend on the other positions, the batches or the threads.
        """
        if isinstance(states, VectorEnv):
            self.game._check_same(states.game)
            with states._use():
                states = states.states.copy()
        elif isinstance(states, np.ndarray):
            states = states.copy()  # the evaluator may change the original
        array = self.game.states_array(states)
        n, game = len(array), self.game
        numbers = [_numbers(values, dtype, n, name) for values, dtype, name in
                   ((games, np.uint64, "games"), (plies, np.uint32, "plies"),
                    (turns, np.uint32, "turns"))]
        moments = Moments(seed=integer(seed, "seed", 0, 2**64 - 1), games=address(numbers[0]),
                          plies=address(numbers[1]), turns=address(numbers[2]))
        wide = (n, game.max_legal)
        result = Result(np.zeros(n, np.int64), np.zeros(n, np.float32),
                        np.zeros(n, np.uint8), np.zeros(n, np.uint32),
                        np.zeros(n, np.int32), np.zeros(wide, np.uint16),
                        np.zeros(wide, np.uint32), np.zeros(wide, np.float32),
                        np.zeros(wide, np.float32),
                        np.zeros((n, game.num_actions), np.float32))
        found = Found(
            chosen=address(result.chosen), value=address(result.value),
            proof=address(result.proof), visits=address(result.visits),
            num_legal=address(result.num_legal), actions=address(result.actions),
            of_action=address(result.action_visits), values=address(result.action_values),
            priors=address(result.priors), policy=address(result.policy))
        with self._use():
            status = library.search_run(self._handle, address(array), n,
                                        ctypes.byref(moments), ctypes.byref(found))
            if self._bridge:
                self._bridge.raise_error()
            library.check(status)
        return result

    def choose(self, state: State, **moment: Any) -> int:
        """The action that the agent plays in a position: `Result.chosen`."""
        return int(self.run(state, **moment).chosen[0])



def _config_text(config: Union[None, str, Dict[str, Any]],
                 search: Dict[str, Any]) -> Optional[bytes]:
    if config is not None and not isinstance(config, dict):
        text_bytes(config, "a configuration in words")
        if search and config.lstrip().startswith("{"):
            raise WrongCall("keywords can be combined with a dictionary or words, not with JSON")
        words = [f"search.{key}={_word(value)}" for key, value in search.items()]
        return text_bytes(" ".join([config, *words]), "a configuration")
    if not config and not search:
        return None
    whole = dict(config or {})
    if search:
        whole["search"] = {**whole.get("search", {}), **search}
    return json_bytes(whole)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json_bytes(value).decode()


def _numbers(values: Any, dtype: Any, n: int, name: str) -> Optional[np.ndarray]:
    if values is None:
        return None
    if np.shape(values) in ((), (1,)):
        values = np.broadcast_to(values, n)
    return integers(values, dtype, (n,), name)


class _Bridge:
    """Between the library's call for a batch of leaves and a function in Python."""

    def __init__(self, game: Game, evaluate: Evaluate, seen: bool):
        self._shape, self._evaluate = game.planes_shape, evaluate
        self._sides_of = game.sides_of if seen else None
        self._seen = game.seen_actions if seen else None
        self._like = self._seen.argsort(1) if seen else None  # the action seen under each number
        self._error: Optional[BaseException] = None
        # A weak reference avoids a cycle, so a Search is freed with its last reference.
        weak = weakref.ref(self)
        self.function = EVALUATE(lambda _, leaves: weak()._run(leaves.contents))

    def _run(self, leaves: Any) -> int:
        try:
            m, actions = leaves.count, leaves.num_actions
            planes = None
            if leaves.planes:
                planes = _copy(leaves.planes, (m, *self._shape), np.uint8)
            mask = _copy(leaves.mask, (m, actions), np.uint8)
            if self._sides_of:
                side = self._sides_of(_copy(leaves.states, (m, STATE_BYTES), np.uint8))
                mask = np.take_along_axis(mask, self._like[side], 1)
            found = self._evaluate(planes, mask)
            if not isinstance(found, (tuple, list)) or len(found) != 2:
                raise WrongCall(f"the evaluator must return values, ({m},), and priors, ({m}, "
                                f"{actions}), not {_kind(found)}")
            _put(_array(found[0], (m,), "values"), leaves.values)
            priors = _array(found[1], (m, actions), "priors")
            if self._sides_of:
                priors = np.take_along_axis(priors, self._seen[side], 1)
            _put(priors, leaves.priors)
            return 0
        except BaseException as error:  # it cannot pass through C; run() raises it
            self._error = error
            return 1

    def raise_error(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error


def _kind(found: Any) -> str:
    if isinstance(found, (tuple, list)):
        return f"a {type(found).__name__} of {len(found)}"
    return f"one {type(found).__name__}"


def _copy(at: int, shape: tuple, dtype: Any) -> np.ndarray:
    array = np.empty(shape, dtype)
    ctypes.memmove(array.ctypes.data, at, array.nbytes)
    return array


def _array(found: Any, shape: tuple, what: str) -> np.ndarray:
    array = np.asarray(found, np.float32, order="C")
    if array.shape != shape:
        raise WrongCall(f"the evaluator's {what} have shape {array.shape}, not {shape}")
    return array


def _put(array: np.ndarray, at: int) -> None:
    ctypes.memmove(at, array.ctypes.data, array.nbytes)

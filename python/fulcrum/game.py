"""Games, their variants and states.

Terms: an action is one atomic choice; a turn may consist of several by the same player, so
ask each state for its `player`. Players are 0 and 1; the winner `NOBODY` (2) is neither.
Threads: a Game never changes and can be shared; a State is for one thread at a time.
"""

import ctypes
import functools
import os
import weakref
from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._arrays import Fixed, address, aligned_states, rows_of_bytes
from ._library import (NOBODY, STATE_BYTES, Numbers, PolicyOutput, StateBytes, WrongCall,
                       integer, json_bytes, library, path_bytes, text_bytes)

NAME, TITLE, VARIANT, FIRST_SIDE, SECOND_SIDE, GUIDE = range(6)  # of fulcrum_fact_t
_ROOM = 2048

States = Union["State", Sequence["State"], np.ndarray]


class Outcome(NamedTuple):
    """Whether a game is `over`, its `winner` (0, 1 or NOBODY) and the `reason`, as "win"."""

    over: bool
    winner: int
    reason: str


class Output(NamedTuple):
    """Where a convolutional network outputs an action's logit: `kind` (0 a cell, 1 a pair
    of cells, 2 the whole board), a head of that kind, and places in the planes
    (row * width + column) from the point of view of the player to move; `to` is for pairs."""

    kind: int
    head: int
    start: int
    to: int


def version() -> str:
    """The version of libfulcrum: "0.1.0 (abcdef0)"."""
    return library.version().decode()


def games() -> List[str]:
    """The names of all games."""
    found: List[str] = []
    while name := library.game_name(len(found)):
        found.append(name.decode())
    return found


def load_game(path: "Union[str, os.PathLike]") -> None:
    """Adds a game from a C file or a shared object, until the process ends. Call it before
    all else."""
    library.check(library.load_game(path_bytes(path)))


def load_games_of_environment() -> None:
    """Adds the games of FULCRUM_GAMES, paths separated by colons."""
    library.check(library.load_games_of_environment())


def _text(write: Any, *arguments: Any) -> str:
    room = _ROOM
    while True:
        text = ctypes.create_string_buffer(room)
        length = library.check(write(*arguments, text, room))
        if length < room:
            return text.value.decode()
        room = length + 1


class Game(Fixed):
    """A variant of a game: ``Game("seesaw", size=4, swap=True)``, or as text,
    ``Game("seesaw", "size=4 swap=true")``; or of a game of your own, which is compiled and
    kept: ``Game("./mygame.c", size=6)``.

    Missing variant keys have their defaults (`fulcrum games` lists them).

    Attributes, all int: `num_actions` (actions are 0 ... num_actions - 1), `max_legal` (the
    maximum in any position), `max_game_length` (in actions; if the rules set no bound, the
    length at which runs and environments cut a game off), `cells`, `grid_height`,
    `grid_width`, `num_symmetries`, `packed_bytes`, `planes`, `planes_height`,
    `planes_width`, `features`, `rules_version`, `planes_version`, `features_version`.
    """

    _fixed = ("_handle", "num_actions", "max_legal", "num_symmetries", "packed_bytes",
              "planes", "planes_height", "planes_width", "features", "features_words")

    def __init__(self, name: str, variant_text: str = "", **variant: Any):
        if variant and variant_text:
            raise WrongCall("give a variant as text or as keywords, not both")
        text = json_bytes(variant) if variant else text_bytes(variant_text, "a variant")
        handle = library.check_handle(
            library.game_new(text_bytes(name, "a game's name"), text or None))
        weakref.finalize(self, library.game_free, handle).atexit = False
        self._handle = handle
        self._named = name
        numbers = Numbers()
        library.check(library.game_numbers(handle, ctypes.byref(numbers)))
        self.rules_version = numbers.rules_version
        self.num_actions = numbers.num_actions
        self.max_legal = numbers.max_legal
        self.max_game_length = numbers.max_game_length
        self.cells = numbers.cells
        self.grid_height, self.grid_width = numbers.grid_height, numbers.grid_width
        self.num_symmetries = numbers.num_symmetries
        self.packed_bytes = numbers.packed_bytes
        self.planes_version, self.planes = numbers.planes_version, numbers.planes
        self.planes_height, self.planes_width = numbers.planes_height, numbers.planes_width
        self.features_version, self.features = numbers.features_version, numbers.features
        self.features_words = numbers.features_words

    def _fact(self, number: int) -> str:
        return library.game_fact(self._handle, number).decode()

    @property
    def name(self) -> str:
        return self._fact(NAME)

    @property
    def title(self) -> str:
        return self._fact(TITLE)

    @property
    def variant(self) -> str:
        """Every key: "size=4 stuck=pass ... swap=false"."""
        return self._fact(VARIANT)

    @property
    def sides(self) -> Tuple[str, str]:
        """The names of the sides, the one that moves first first."""
        return self._fact(FIRST_SIDE), self._fact(SECOND_SIDE)

    @property
    def guide(self) -> str:
        """A few lines of introduction for a new player."""
        return self._fact(GUIDE)

    @property
    def planes_shape(self) -> Tuple[int, int, int]:
        """(planes, height, width) of a network's input; planes is 0 if the game has none."""
        return self.planes, self.planes_height, self.planes_width

    @property
    def plane_meanings(self) -> List[str]:
        return [library.plane_meaning(self._handle, i).decode() for i in range(self.planes)]

    @functools.cached_property
    def plane_scales(self) -> np.ndarray:
        """(planes,) float32: factors from the planes' bytes to their values."""
        return np.array([library.plane_scale(self._handle, i) for i in range(self.planes)],
                        np.float32)

    def start(self) -> "State":
        """The starting position."""
        state = State._empty(self)
        library.check(library.state_start(self._handle, state._at))
        return state

    def state(self, text: str) -> "State":
        """The position of a text written by `State.text`."""
        state = State._empty(self)
        library.check(library.position_read(
            self._handle, text_bytes(text, "a position, as State.text,"), state._at))
        return state

    def unpack(self, packed: bytes) -> "State":
        """The state packed in `packed_bytes` bytes, as in recorded games."""
        packed = bytes(memoryview(packed))
        if len(packed) != self.packed_bytes:
            raise WrongCall(f"a packed state has {self.packed_bytes} bytes, "
                            f"not {len(packed)}")
        state = State._empty(self)
        library.check(library.unpack(self._handle, packed, state._at))
        return state

    def unpack_array(self, packed: np.ndarray) -> np.ndarray:
        """Unpacks (n, packed_bytes) uint8 to states, (n, 256) uint8."""
        packed = rows_of_bytes(packed, self.packed_bytes, "packed states")
        states = aligned_states(np.zeros((len(packed), STATE_BYTES), np.uint8))
        source, target = packed.ctypes.data, states.ctypes.data
        unpack, handle, size = library.unpack, self._handle, self.packed_bytes
        for i in range(len(packed)):
            if unpack(handle, source + i * size, target + i * STATE_BYTES):
                library.raise_error()
        return states

    def action_text(self, action: int) -> str:
        return _text(library.action_text, self._handle, self._action(action))

    def _action(self, action: int) -> int:
        return integer(action, "an action", 0, self.num_actions - 1)

    def _symmetry(self, symmetry: int) -> int:
        return integer(symmetry, "a symmetry", 0, self.num_symmetries - 1)

    # Many states at once.

    def states_array(self, states: States) -> np.ndarray:
        """States as (n, 256) uint8, the fastest input for other methods. The bytes of an
        array are not checked: it must come from this game, version and kind of machine."""
        if isinstance(states, np.ndarray):
            return aligned_states(states)
        if isinstance(states, State):
            states = [states]
        found = np.empty((len(states), STATE_BYTES), np.uint8)
        for row, state in zip(found, states):
            self._check_same(state.game)
            row[...] = np.frombuffer(state._bytes, np.uint8)
        return aligned_states(found)

    def _check_same(self, other: "Game") -> None:
        """States of another variant are meaningless bytes."""
        if other is not self and (other.name, other.variant) != (self.name, self.variant):
            raise WrongCall("the state is of another game or variant")

    def planes_of(self, states: States, dtype: Any = np.uint8) -> np.ndarray:
        """(n, planes, height, width) of non-terminal positions, from the point of view of
        the player to move: uint8, or float32 multiplied by each plane's scale."""
        dtype = np.dtype(dtype)
        if not self.planes:
            raise WrongCall("the game has no planes")
        if dtype not in (np.uint8, np.float32):
            raise WrongCall(f"planes must be uint8 or float32, not {dtype}")
        array = self.states_array(states)
        planes = np.empty((len(array), *self.planes_shape), dtype)
        write = library.planes if dtype == np.uint8 else library.planes_float
        library.check(write(self._handle, address(array), len(array), address(planes)))
        return planes

    def legal_mask(self, states: States) -> np.ndarray:
        """(n, num_actions) uint8: 1 legal, 0 not."""
        array = self.states_array(states)
        mask = np.empty((len(array), self.num_actions), np.uint8)
        library.check(library.legal_mask(self._handle, address(array), len(array),
                                         address(mask)))
        return mask

    def sides_of(self, states: States) -> np.ndarray:
        """(n,) uint8: the side to move of non-terminal positions, 0 or 1: the player to move,
        unless the players have exchanged sides."""
        array = self.states_array(states)
        sides = np.empty(len(array), np.uint8)
        library.check(library.sides(self._handle, address(array), len(array), address(sides)))
        return sides

    @functools.cached_property
    def seen_actions(self) -> np.ndarray:
        """(2, num_actions) int64: the number under which each side sees each action. Planes
        are from the mover's point of view, and actions are not: a policy over all actions
        that is learned from planes is one over `seen_actions[side, action]`. Each row is a
        permutation, the first one the identity."""
        seen = np.empty((2, self.num_actions), np.uint16)
        for side in range(2):
            library.check(library.seen_actions(self._handle, side, address(seen[side])))
        numbers = seen.astype(np.int64)
        numbers.setflags(write=False)
        return numbers

    def features_of(self, states: States) -> np.ndarray:
        """(n, features) uint8, 1 if a feature is on, from the first side's point of view."""
        if not self.features:
            raise WrongCall("the game has no features")
        array = self.states_array(states)
        bits = np.empty((len(array), self.features_words), "<u8")
        library.check(library.features(self._handle, address(array), len(array),
                                       address(bits)))
        return np.unpackbits(bits.view(np.uint8), axis=1, count=self.features,
                             bitorder="little")

    # Symmetries: 0 (the identity) ... num_symmetries - 1.

    def symmetry_actions(self, symmetry: int) -> np.ndarray:
        """(num_actions,) int64: the image of each action."""
        number = self._symmetry(symmetry)
        return np.array([library.check(library.symmetry_action(self._handle, number, a))
                         for a in range(self.num_actions)], np.int64)

    def exchanges_sides(self, symmetry: int) -> bool:
        return bool(library.check(library.symmetry_exchanges_sides(
            self._handle, self._symmetry(symmetry))))

    def __reduce__(self) -> tuple:
        return Game, (self._named, self.variant)

    def __repr__(self) -> str:
        return f"<fulcrum.Game {self.name} {self.variant}>"


class State:
    """A position: created by `Game.start`, changed by `apply`, copied by `copy`. States are
    equal if their bytes are."""

    __slots__ = ("game", "_bytes", "_at", "__weakref__")
    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def _empty(cls, game: Game) -> "State":
        state = cls.__new__(cls)
        state.game = game
        state._bytes = StateBytes()
        state._at = ctypes.addressof(state._bytes)
        return state

    def __init__(self) -> None:
        raise TypeError("create states with Game.start, Game.state or State.copy")

    def copy(self) -> "State":
        state = State._empty(self.game)
        ctypes.memmove(state._at, self._at, STATE_BYTES)
        return state

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> "State":
        return self.copy()

    def __reduce__(self) -> tuple:
        return _state_again, (self.game, self.pack())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key == other.key

    @property
    def key(self) -> bytes:
        """256 bytes, the same only for equal states: a key for sets and dictionaries."""
        return bytes(self._bytes)

    @property
    def player(self) -> int:
        """The player to move, 0 or 1."""
        return library.player(self.game._handle, self._at)

    @property
    def side(self) -> int:
        """The side to move, 0 or 1, of a non-terminal position (`Game.sides_of`)."""
        return int(self.game.sides_of(self)[0])

    @property
    def outcome(self) -> Outcome:
        found = library.outcome(self.game._handle, self._at)
        return Outcome(bool(found.over), found.winner,
                       library.reason(found.reason).decode())

    @property
    def over(self) -> bool:
        return bool(library.outcome(self.game._handle, self._at).over)

    def legal(self) -> np.ndarray:
        """Legal actions, ascending, uint16; none exactly when the game is over."""
        actions = np.empty(self.game.max_legal, np.uint16)
        count = library.check(library.legal(self.game._handle, self._at, address(actions)))
        return actions[:count]

    def mask(self) -> np.ndarray:
        """(num_actions,) uint8: 1 legal, 0 not."""
        return self.game.legal_mask(self)[0]

    def apply(self, action: Union[int, str]) -> "State":
        """Plays a legal action, given by number or text, in place; returns the state."""
        number = self.action(action) if isinstance(action, str) else self.game._action(action)
        library.check(library.apply(self.game._handle, self._at, number))
        return self

    def after(self, action: Union[int, str]) -> "State":
        """A new state after a legal action."""
        return self.copy().apply(action)

    def action(self, text: str) -> int:
        """The number of a legal action given as text."""
        return library.check(
            library.action_read(self.game._handle, self._at, text_bytes(text, "an action")))

    @property
    def text(self) -> str:
        """The position in one line, as `Game.state` reads it."""
        return _text(library.position_text, self.game._handle, self._at)

    def picture(self, colour: bool = False) -> str:
        """The board as lines of text; colour: with terminal colours."""
        return _text(library.picture, self.game._handle, self._at, bool(colour))

    def pack(self) -> bytes:
        """`packed_bytes` bytes, the same on every machine, as in recorded games."""
        packed = ctypes.create_string_buffer(self.game.packed_bytes)
        library.check(library.pack(self.game._handle, self._at, packed))
        return packed.raw

    def planes(self, dtype: Any = np.uint8) -> np.ndarray:
        """(planes, height, width) from the point of view of the player to move; not for
        terminal positions."""
        return self.game.planes_of(self, dtype)[0]

    def features(self) -> np.ndarray:
        """(features,) uint8, from the first side's point of view."""
        return self.game.features_of(self)[0]

    def policy_output(self, action: int) -> Output:
        found = PolicyOutput()
        library.check(library.policy_output(self.game._handle, self._at,
                                            self.game._action(action),
                                            ctypes.byref(found)))
        return Output(found.kind, found.head, found.start, found.to)

    def image(self, symmetry: int) -> "State":
        """The image under a symmetry, 0 ... num_symmetries - 1."""
        state = State._empty(self.game)
        library.check(library.symmetry(self.game._handle, self.game._symmetry(symmetry),
                                       self._at, state._at))
        return state

    def images(self) -> Iterable["State"]:
        return (self.image(symmetry) for symmetry in range(self.game.num_symmetries))

    def __str__(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        return f"<fulcrum.State {self.game.name} {self.text!r}>"


def _state_again(game: Game, packed: bytes) -> State:
    return game.unpack(packed)


def returns(winner: int) -> Tuple[float, float]:
    """Returns for each player: 1 win, -1 loss, 0 if nobody won."""
    first = 0.0 if winner == NOBODY else 1.0 if winner == 0 else -1.0
    return first, 0.0 - first


def random_action(state: State, generator: Optional[np.random.Generator] = None) -> int:
    """A uniformly random legal action."""
    legal = state.legal()
    generator = generator or np.random.default_rng()
    return int(legal[generator.integers(len(legal))])

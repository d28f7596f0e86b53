"""Recorded games, and training data made from them, as arrays.

Recorded games are read by libfulcrum, training data (`fulcrum export`) by h5py. Columns
have the names, units and points of view of the files: selfplay/store/FORMAT.md and
selfplay/export/EXPORT.md.
Threads: one call at a time per Run. Files are never read while h5py reads in another
thread of this process.
"""

import contextlib
import ctypes
import json
import os
import sys
import threading
from typing import Any, Dict, Iterator, List, Optional

import numpy as np

from ._arrays import Owner, view
from ._hdf5 import TRAINING_DATA, attribute, attributes, open_data, open_file
from ._library import Column, FileError, WrongCall, library, path_bytes
from .examples import Examples
from .game import NAME, VARIANT, Game, State
from .window import Window

_TYPES = (np.uint8, np.uint16, np.uint32, np.int64, np.uint64, np.float32)
# Columns that are row numbers of another table, and that table.
_ROWS_OF = {"games/first_position": "positions", "positions/first_legal": "legal"}


_reading = threading.RLock()


@contextlib.contextmanager
def _hdf5_lock() -> Iterator[None]:
    """One call of libfulcrum at a time, with the lock that h5py holds while it calls HDF5,
    as both may share it. In this order: a Run may be freed within h5py's calls."""
    objects = sys.modules.get("h5py._objects")
    with getattr(objects, "phil", None) or contextlib.nullcontext(), _reading:
        yield


class Run(Owner):
    """A run's folder, a file of games, or a file of training data.

    Recorded games:
        run["games/winner"]      a column of the whole run, (rows,) or (rows, width)
        run.parts()              all columns, a few thousand positions at a time
        run.state(position)      the state of a row of positions
        run.examples()           shuffled rows for a learner
        run.follow()             the latest games while the run is being played
    Training data:
        run["train/value_result"]    a complete dataset
        run.examples("validation")
    `is_export`: it is training data.
    A Run cannot be copied or pickled, nor used in a process forked later: open the path there.
    """

    def __init__(self, path: "os.PathLike[str] | str"):
        self.path = os.fsdecode(path)
        self._columns: Dict[str, np.ndarray] = {}
        self.is_export = self._is_export()
        if not self.is_export:
            with _hdf5_lock():
                self._own(library.games_open(path_bytes(path)), _close, forks=False)

    def _is_export(self) -> bool:
        """Recorded games begin with a text envelope, training data with HDF5's signature."""
        if not os.path.isfile(self.path):
            return False
        with open(self.path, "rb") as file:
            if not file.read(8) == b"\x89HDF\r\n\x1a\n":
                return False
        with open_file(self.path) as file:
            return attribute(file.attrs.get("format", "")) == TRAINING_DATA

    def close(self) -> None:
        """Closes the files; games and columns already read stay valid."""
        if not self.is_export:
            self._finalizer()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _games(self) -> int:
        if self.is_export:
            raise WrongCall(f"{self.path} is training data: it has no recorded games")
        if not self._finalizer.alive:
            raise WrongCall(f"{self.path} is closed")
        self._check_process()
        return self._handle

    @property
    def attributes(self) -> Dict[str, Any]:
        """Attributes of the file, or of a run's first file; strings are str. Needs h5py."""
        path = self.path
        if os.path.isdir(path):
            shards = sorted(name for name in os.listdir(path)
                            if name.startswith("shard-") and name.endswith(".h5"))
            if not shards:
                raise FileError(f"{path} has no shards", -2)
            path = os.path.join(path, shards[0])
        with open_file(path) as file:
            return attributes(file)

    @property
    def game(self) -> Game:
        if self.is_export:
            facts = self.attributes
            return Game(facts["game"], facts["variant"])
        with _hdf5_lock():
            own = library.games_game(self._games())
            name, variant = (library.game_fact(own, number).decode()
                             for number in (NAME, VARIANT))
        return Game(name, variant)

    @property
    def config(self) -> Dict[str, Any]:
        """The run's configuration with every key; for training data, the first source's."""
        if self.is_export:
            with open_data(self.path) as file:
                return json.loads(attribute(file["sources"]["config"][0]))
        with _hdf5_lock():
            return json.loads(library.games_config(self._games()))

    @property
    def num_games(self) -> int:
        """The number of recorded games, or of those that training data were made from."""
        if self.is_export:
            with open_data(self.path) as file:
                return sum(int(file[name].attrs["games"])
                           for name in ("train", "validation") if name in file)
        with _hdf5_lock():
            return library.games_count(self._games())

    def parts(self) -> Iterator[Dict[str, np.ndarray]]:
        """All columns ("games/id" and so on), a few games at a time.
        games/first_position and positions/first_legal are rows of the part's columns.
        Until the last part no other call may read columns of this Run."""
        self._games()
        with self._use():
            with _hdf5_lock():
                library.check(library.games_rewind(self._games()))
            while True:
                with _hdf5_lock():
                    count = library.check(library.games_next(self._games()))
                    found = self._part() if count else None
                if not found:
                    return
                yield found

    def _part(self) -> Dict[str, np.ndarray]:
        found: Dict[str, np.ndarray] = {}
        column = Column()
        while library.games_column(self._handle, len(found), ctypes.byref(column)):
            name = column.path.decode()
            shape = (column.rows, column.width)
            wide = column.width > 1 or name == "positions/state"
            found[name] = view(column.data, shape if wide else shape[:1],
                               _TYPES[column.type], self).copy()
        return found

    def _load(self) -> None:
        """Reads all columns; row numbers count through the whole run."""
        columns: Dict[str, List[np.ndarray]] = {}
        rows = {"positions": 0, "legal": 0}
        for part in self.parts():
            for name, column in part.items():
                if name in _ROWS_OF:
                    column += rows[_ROWS_OF[name]]
                columns.setdefault(name, []).append(column)
            rows["positions"] += len(part["positions/ply"])
            rows["legal"] += len(part["legal/action"])
        self._columns = {name: np.concatenate(found) for name, found in columns.items()}

    @property
    def columns(self) -> List[str]:
        """Names of all columns or datasets."""
        if self.is_export:
            names: List[str] = []
            with open_data(self.path) as file:
                file.visititems(lambda name, node: names.append(name)
                                if hasattr(node, "shape") else None)
            return names
        if not self._columns:
            self._load()
        return list(self._columns)

    def __getitem__(self, name: str) -> np.ndarray:
        """A column of the whole run; it stays in memory."""
        if name not in self._columns:
            known = self.columns
            if name not in known:
                raise KeyError(f"{name} is not one of {', '.join(known)}")
            if self.is_export:
                with open_data(self.path) as file:
                    self._columns[name] = file[name][...]
        return self._columns[name]

    def state(self, position: int) -> State:
        """The state before an action, given the action's row of positions."""
        if self.is_export:
            raise WrongCall(f"{self.path} is training data, shuffled rows and no games; the state "
                            "of a row is game.unpack(run[\"train/state\"][row].tobytes())")
        return self.game.unpack(self["positions/state"][position].tobytes())

    def examples(self, group: Optional[str] = None, **options: Any) -> Examples:
        """Rows for a learner: all searched positions of recorded games, or a group of
        training data, "train" (the default) or "validation". Options are those of
        Examples.from_games and Examples.from_export."""
        if self.is_export:
            return Examples.from_export(self.path, group or "train", **options)
        if group is not None:
            raise WrongCall(f"{self.path} is recorded games, which have no group {group!r}: "
                            "`fulcrum export` divides them into train and validation; "
                            "examples() without a group returns all rows")
        return Examples.from_games(self, **options)

    def follow(self, **options: Any) -> Window:
        """A window over the run's latest games, which grows with it. Options are those of
        Window, which also follows runs that have no games yet, and several runs."""
        self._games()
        if not os.path.isdir(self.path):
            raise WrongCall(f"{self.path} is a file, which does not grow: use examples()")
        return Window(self.path, **options)

    def __repr__(self) -> str:
        return f"<fulcrum.Run {self.path!r}: {self.num_games} games>"


def _close(handle: int) -> None:
    with _hdf5_lock():
        library.games_close(handle)

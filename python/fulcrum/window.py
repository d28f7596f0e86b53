"""The latest games of runs that are being played, in memory, for a learner that reads while they
grow.

    window = fulcrum.Run("runs/night").follow(rows=1_000_000)
    window = fulcrum.Window("runs/night", "runs/other", rows=1_000_000)   # also before they exist
    for batch in window.batches(1024, seconds=30):      # without end
        ...                                             # columns as those of Examples

A file of games is read when it has its final name, and is then complete: no locks are needed, on
NFS either, where a new file is seen some seconds late. Each look lists the runs' folders once and
opens new files only, so that looking every 10 seconds or more costs a file system next to nothing.
A last file that was short and has grown is read again in the place of the short one.
Memory: the columns of `rows` rows, allocated once; the games that came first make room.
Threads: one at a time per Window. A Window can be pickled, and works on in a forked process.
"""

import collections
import os
import time
import warnings
from typing import Any, Deque, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

from ._library import Error, WrongCall, integer
from .examples import KEEP, Batch, Examples

_Stamp = Tuple[int, int, int]


class _Block(NamedTuple):
    """The rows of a file: its games are consecutive."""
    path: str
    begin: int              # in the window's columns
    end: int
    starts: np.ndarray      # of its games
    lengths: np.ndarray


class Window:
    """`len(window)` rows of `window.num_games` games of `window.paths`.

    rows: the most rows in memory. keep, planes, values: as Examples.from_games. seed: of the
    samples; what is sampled also depends on when which games came.
    `failed`: files that could not be read, with the reason; each is tried again when it changes.
    """

    def __init__(self, *paths: "os.PathLike[str] | str", rows: int = 1_000_000, seed: int = 0,
                 keep: str = "targets", planes: bool = True, values: str = "result"):
        if keep not in KEEP:
            raise WrongCall(f"keep must be one of {', '.join(KEEP)}, not {keep!r}")
        self.paths = [os.fsdecode(path) for path in paths]
        self.rows = integer(rows, "rows", 1)
        self._options = {"keep": keep, "planes": planes, "values": values}
        self._random = np.random.default_rng(seed)
        self._columns: Batch = {}
        self._blocks: Deque[_Block] = collections.deque()
        self._seen: Dict[str, _Stamp] = {}
        self._last: Dict[str, str] = {}  # of each run the last file seen, which may be short
        self.failed: Dict[str, str] = {}
        self._head, self._looked = 0, -np.inf
        self._starts = self._lengths = self._ends = np.empty(0, np.int64)

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    @property
    def num_games(self) -> int:
        """Those with rows."""
        return len(self._starts)

    def add(self, path: "os.PathLike[str] | str") -> None:
        """Another run to follow, such as the next generation's."""
        self.paths.append(os.fsdecode(path))

    # --- Reading ---------------------------------------------------------------------

    def _new_files(self) -> List[Tuple[str, _Stamp]]:
        """Files that are not in the window, or changed since: by name in each run, one of each
        run in turn, the last ones last."""
        runs = []
        for path in self.paths:
            found = []
            try:
                names = sorted(os.listdir(path))
            except OSError:  # not there yet
                continue
            for name in names:
                file = os.path.join(path, name)
                is_shard = name.startswith("shard-") and name.endswith(".h5")
                may_grow = file == self._last.get(path) or file in self.failed
                if is_shard and (file not in self._seen or may_grow):
                    stamp = _stamp(file)
                    if stamp and stamp != self._seen.get(file):
                        found.append((file, stamp))
            runs.append(found)
            if found:
                self._last[path] = max(found[-1][0], self._last.get(path, ""))
        longest = max(map(len, runs), default=0)
        return [run[at - longest + len(run)] for at in range(longest) for run in runs
                if at >= longest - len(run)]

    def update(self) -> int:
        """Looks for new games and reads them; returns the number of new rows."""
        self._looked = time.monotonic()
        files, rows, parts = self._new_files(), 0, []
        while files and rows < self.rows:  # the latest, as many as there is room for
            file, stamp = files.pop()
            part = self._read(file)
            self._seen[file] = stamp
            if part is not None:
                parts.append((file, part))
                rows += len(part)
        self._seen.update(files)  # the others are older
        for file, part in reversed(parts):
            self._put(file, part)
        if parts:
            self._index()
        return rows

    def _read(self, file: str) -> Optional[Examples]:
        from .run import Run
        try:
            with Run(file) as run:
                part = Examples.from_games(run, **self._options)
        except WrongCall:  # a file without targets
            part = None
        except (Error, OSError) as error:
            if file not in self.failed:
                warnings.warn(f"{file} is left out: {error}", stacklevel=4)
            self.failed[file] = str(error)
            return None
        self.failed.pop(file, None)
        return part

    # --- The columns, a ring ---------------------------------------------------------

    def _put(self, file: str, part: Examples) -> None:
        """Appends the rows of a file; those of older files make room."""
        self._blocks = collections.deque(block for block in self._blocks if block.path != file)
        game = part["game"]
        starts = np.flatnonzero(np.diff(game, prepend=game[0] - 1))
        lengths = np.diff(starts, append=len(game))
        if len(game) > self.rows:  # as many whole games as there is room for
            kept = np.flatnonzero(len(game) - starts <= self.rows)
            kept = kept[0] if len(kept) else len(starts) - 1
            part = Examples({name: column[starts[kept]:][-self.rows:]
                             for name, column in part.columns.items()})
            starts, lengths = starts[kept:] - starts[kept], lengths[kept:]
            lengths[-1] = min(lengths[-1], self.rows)
        rows = len(part)
        if self._head + rows > self.rows:
            self._drop(self._head, self.rows)
            self._head = 0
        self._drop(self._head, self._head + rows)
        self._store(part, slice(self._head, self._head + rows))
        self._blocks.append(_Block(file, self._head, self._head + rows,
                                   starts + self._head, lengths))
        self._head += rows

    def _drop(self, begin: int, end: int) -> None:
        self._blocks = collections.deque(block for block in self._blocks
                                         if block.end <= begin or block.begin >= end)

    def _store(self, part: Examples, rows: slice) -> None:
        """Columns of actions become as wide as the widest file."""
        for name, column in part.columns.items():
            there = self._columns.get(name)
            if there is None:
                there = np.zeros((self.rows, *column.shape[1:]), column.dtype)
            elif name in ("action", "policy") and there.shape[1] < column.shape[1]:
                there = np.pad(there, ((0, 0), (0, column.shape[1] - there.shape[1])))
            elif there.ndim != column.ndim or there.shape[2:] != column.shape[2:] or (
                    name not in ("action", "policy") and there.shape[1:] != column.shape[1:]):
                raise WrongCall(f"{', '.join(self.paths)}: games of different variants")
            self._columns[name] = there
            if column.ndim == 2 and column.shape[1] < there.shape[1]:
                there[rows, column.shape[1]:] = 0
                there[rows, :column.shape[1]] = column
            else:
                there[rows] = column

    def _index(self) -> None:
        blocks = list(self._blocks)
        self._starts = np.concatenate([block.starts for block in blocks])
        self._lengths = np.concatenate([block.lengths for block in blocks])
        self._ends = np.cumsum(self._lengths)

    # --- Sampling --------------------------------------------------------------------

    def sample(self, size: int, columns: Optional[Iterable[str]] = None,
               by: str = "games") -> Batch:
        """`size` rows drawn independently: by "games" each game of the window with the same
        chance, and one of its rows; by "rows" each row with the same chance."""
        size = integer(size, "a batch's size", 1)
        if by not in ("games", "rows"):
            raise WrongCall(f"by must be games or rows, not {by!r}")
        if not self.num_games:
            raise WrongCall(f"{', '.join(self.paths)}: no games yet: use wait() or batches()")
        if by == "rows":
            ends = self._ends
            row = self._random.integers(ends[-1], size=size)
            game = np.searchsorted(ends, row, side="right")
            rows = self._starts[game] + row - (ends[game] - self._lengths[game])
        else:
            game = self._random.integers(self.num_games, size=size)
            rows = self._starts[game] + (self._random.random(size) *
                                         self._lengths[game]).astype(np.int64)
        return Examples(self._columns).take(rows, columns)

    def wait(self, rows: int = 1, seconds: float = 30, most: Optional[float] = None) -> bool:
        """Looks every `seconds` until there are so many rows; False: not within `most`
        seconds."""
        start = time.monotonic()
        while True:
            self.update()
            if len(self) >= min(rows, self.rows):
                return True
            if most is not None and time.monotonic() - start + seconds > most:
                return False
            time.sleep(seconds)

    def batches(self, size: int, seconds: float = 30, rows: int = 1,
                columns: Optional[Iterable[str]] = None, by: str = "games") -> Iterator[Batch]:
        """Samples without end. Looks for new games every `seconds`, between two batches; the
        first one waits for `rows` rows."""
        names = None if columns is None else tuple(columns)
        if len(self) < min(rows, self.rows):
            self.wait(rows, seconds)
        while True:
            if time.monotonic() - self._looked >= seconds:
                self.update()
            yield self.sample(size, names, by)

    def __repr__(self) -> str:
        return (f"<fulcrum.Window {len(self)} of at most {self.rows} rows, {self.num_games} games: "
                f"{', '.join(self.paths)}>")


def _stamp(path: str) -> Optional[_Stamp]:
    try:
        status: Any = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns

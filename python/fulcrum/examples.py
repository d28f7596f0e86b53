"""Rows for a learner, in memory, shuffled, as NumPy batches or a PyTorch dataset.

Columns of an Examples; N rows, W the maximum number of legal actions of a row; planes and
values are from the point of view of the player to move:
    state     (N, B) uint8      the position, packed
    planes    (N, P, H, W) uint8    a network's input, if requested
    action    (N, W) uint16     legal actions, ascending; 0 from column `legal` on
    legal     (N,) uint16       number of legal actions
    policy    (N, W) float32    each action's share of the target visits; all 0: no target
    value     (N,) float32      the game's result: 0 loss, 1/2 draw, 1 win
    root_value (N,) float32     the search's value, where it was recorded
    full      (N,) uint8        1: the policy is a target; 0: a fast search, or no search
    side      (N,) uint8        to move; actions are not numbered as it sees them
                                (`Game.seen_actions`), unlike planes
    game      (N,) int64        number of the game in its run

Order: an epoch takes blocks of `block` consecutive rows in random order, `mix` blocks at
a time, and permutes their rows. In memory all rows are one group, so that all orders are
equally likely. From a file (`stream`) a block is one contiguous read, as reading a single
row costs its whole chunk.
Threads: rows never change; any number of threads and processes may read them. Nothing
here calls libfulcrum or HDF5 once the rows are loaded, so worker processes are safe,
whether forked or spawned.
"""

import functools
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, Optional, Tuple

import numpy as np

from ._hdf5 import open_data
from ._library import WrongCall, integer

if TYPE_CHECKING:
    from .run import Run

Batch = Dict[str, np.ndarray]
KEEP = ("targets", "values", "all")


class Examples:
    """Columns of equal length. ``len(examples)``, ``examples["value"]``,
    ``examples.take(rows)``, ``examples.batches(1024)``, ``examples.torch(1024)``.

    keep, in the constructors below: "targets" (the default) leaves out rows whose policy
    is no target (`full` = 0, or no visits); "values" keeps them with a policy of zeros, for
    the value only; "all" also uses the visits of fast searches as policies.
    """

    def __init__(self, columns: Batch, num_actions: int = 0):
        if not isinstance(columns, dict):
            raise WrongCall(f"columns must be a dict of arrays, not {columns!r}; for rows "
                            "of a file use Examples.from_export(path)")
        lengths = {len(column) for column in columns.values()}
        if len(lengths) != 1:
            raise WrongCall("columns have different lengths, or there are none")
        self.columns, self.num_actions = dict(columns), num_actions
        self._length = lengths.pop()

    @classmethod
    def from_games(cls, run: "Run", keep: str = "targets", planes: bool = True,
                   values: str = "result") -> "Examples":
        """Every searched position of a run's recorded games. planes: add planes, if the
        game has them. values: "result" of the game, or "root" of the search."""
        _check(keep, values, ("result", "root"))
        game = run.game
        parts = [_rows_of_games(part, keep) for part in run.parts()]
        parts = [part for part in parts if len(part["legal"])]
        if not parts:
            raise WrongCall(f"{run.path}: keep={keep!r} leaves no rows")
        width = max(part["action"].shape[1] for part in parts)
        columns = {name: np.concatenate([_wider(part[name], width) if
                                         name in ("action", "policy") else part[name]
                                         for part in parts]) for name in parts[0]}
        del parts
        if planes and game.planes:
            rows = len(columns["legal"])
            columns["planes"] = np.empty((rows, *game.planes_shape), np.uint8)
            for start in range(0, rows, 4096):
                part = slice(start, start + 4096)
                columns["planes"][part] = game.planes_of(
                    game.unpack_array(columns["state"][part]))
        if values == "root":
            columns["value"] = columns["root_value"]
        return cls(columns, game.num_actions)

    @classmethod
    def from_export(cls, path: str, group: str = "train", keep: str = "targets",
                    values: str = "result") -> "Examples":
        """The rows of a group of training data (`fulcrum export`). `values` selects which of
        value_result, value_root, value_mix and value_later becomes `value`. Dense policies
        have W = num_actions columns, `action` is 0 ... W - 1, and there is a column `mask`
        (N, W) uint8."""
        with open_data(path) as file:
            rows = len(_group(file, group)["full"])
            return cls(_rows_of_export(file, group, 0, rows, keep, values),
                       int(file.attrs["num_actions"]))

    # --- Rows ------------------------------------------------------------------------

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    def _names(self, columns: Optional[Iterable[str]]) -> Tuple[str, ...]:
        names = tuple(columns or self.columns)
        for name in names:
            if name not in self.columns:
                raise WrongCall(f"there is no column {name!r}, but {', '.join(self.columns)}")
        return names

    def take(self, rows: np.ndarray, columns: Optional[Iterable[str]] = None) -> Batch:
        """A copy of these rows, in this order."""
        return {name: np.take(self.columns[name], rows, axis=0)
                for name in self._names(columns)}

    def select(self, *columns: str) -> "Examples":
        """Only these columns; batches of fewer columns are faster."""
        return Examples({name: self.columns[name] for name in self._names(columns)},
                        self.num_actions)

    def dense_policy(self, batch: Batch,
                     seen: Optional[np.ndarray] = None) -> Tuple[np.ndarray, np.ndarray]:
        """Policy and mask over all actions, (n, num_actions) float32 and bool, of a batch
        with action, legal and policy. seen: `Game.seen_actions`, for actions as numbered by the
        mover, which is what a network can learn from planes; needs the column side."""
        n, width = batch["action"].shape
        if seen is not None and (np.shape(seen) != (2, self.num_actions) or "side" not in batch):
            raise WrongCall("dense_policy needs Game.seen_actions and a batch with side")
        if "mask" in batch:
            policy, mask = batch["policy"], batch["mask"].astype(np.bool_)
            if seen is not None:
                like = seen.argsort(1)[batch["side"]]
                policy, mask = (np.take_along_axis(one, like, 1) for one in (policy, mask))
            return policy, mask
        policy = np.zeros((n, self.num_actions), np.float32)
        mask = np.zeros((n, self.num_actions), np.bool_)
        row, column = np.nonzero(np.arange(width) < batch["legal"][:, None])
        action = batch["action"][row, column]
        if seen is not None:
            action = seen[batch["side"][row], action]
        policy[row, action] = batch["policy"][row, column]
        mask[row, action] = True
        return policy, mask

    def order(self, seed: int = 0, epoch: int = 0, block: int = 0,
              mix: int = 16) -> Iterator[np.ndarray]:
        """Groups of row numbers: each row once, in the order of (seed, epoch). block: 0 for
        one group of all rows, else the number of consecutive rows in a block, with `mix`
        blocks per group."""
        generator = np.random.default_rng([seed, epoch])
        if not block:
            yield generator.permutation(self._length)
            return
        starts = generator.permutation(-(-self._length // block)) * block
        for at in range(0, len(starts), mix):
            rows = np.concatenate([np.arange(start, min(start + block, self._length))
                                   for start in starts[at:at + mix]])
            yield generator.permutation(rows)

    def batches(self, size: int, seed: int = 0, epoch: int = 0, worker: int = 0,
                workers: int = 1, drop_last: bool = False, block: int = 0, mix: int = 16,
                columns: Optional[Iterable[str]] = None) -> Iterator[Batch]:
        """Each row once, shuffled by (seed, epoch), as dictionaries of arrays of `size`
        rows. Worker k of w yields batches k, k + w, ...; together they equal those of a
        single worker."""
        size = integer(size, "a batch's size", 1)
        names, number, left = self._names(columns), 0, np.empty(0, np.int64)
        for group in self.order(seed, epoch, block, mix):
            rows = np.concatenate((left, group)) if len(left) else group
            whole = len(rows) - len(rows) % size
            for start in range(0, whole, size):
                if number % workers == worker:
                    yield self.take(rows[start:start + size], names)
                number += 1
            left = rows[whole:]
        if len(left) and not drop_last and number % workers == worker:
            yield self.take(left, names)

    def torch(self, size: int, seed: int = 0, drop_last: bool = False,
              columns: Optional[Iterable[str]] = None) -> Any:
        """A torch.utils.data.IterableDataset of such batches, as tensors, uint16 as
        int32. For ``DataLoader(dataset, batch_size=None, num_workers=...)``; the batches are
        divided among workers. Each new iteration has the order of the next epoch, from 0 or
        from that of `set_epoch`, the same in every run of the program."""
        from ._torch import BatchDataset
        size = integer(size, "a batch's size", 1)
        whole, rest = divmod(self._length, size)
        batches = functools.partial(self.batches, size, seed, drop_last=drop_last,
                                    columns=columns)
        return BatchDataset(batches, whole + (rest > 0 and not drop_last))

    def __repr__(self) -> str:
        return f"<fulcrum.Examples {self._length} rows: {', '.join(self.columns)}>"


def stream(path: str, size: int, seed: int = 0, epoch: int = 0, worker: int = 0,
           workers: int = 1, group: str = "train", keep: str = "targets",
           values: str = "result", block: int = 16384, mix: int = 4) -> Iterator[Batch]:
    """Batches of training data larger than memory: blocks of `block` consecutive rows in
    random order, `mix` blocks at a time in memory, their rows permuted. Each block is one
    contiguous read. Worker k of w has groups k, k + w, ...; the file is opened when the
    first batch is requested, and so in the worker itself."""
    generator = np.random.default_rng([seed, epoch])
    with open_data(path) as file:
        rows = len(_group(file, group)["full"])
        starts = generator.permutation(-(-rows // block)) * block
        seeds = generator.integers(2**63, size=len(starts))
        left: Optional[Batch] = None
        for at in range(worker * mix, len(starts), workers * mix):
            parts = [_rows_of_export(file, group, start, min(start + block, rows), keep,
                                     values) for start in starts[at:at + mix]]
            parts = parts if left is None else [*parts, left]
            mixed = Examples({name: np.concatenate([part[name] for part in parts])
                              for name in parts[0]})
            order = np.random.default_rng(seeds[at]).permutation(len(mixed))
            whole = len(order) - len(order) % size
            for start in range(0, whole, size):
                yield mixed.take(order[start:start + size])
            left = mixed.take(order[whole:])
        if left is not None and len(left["value"]):
            yield left


def stream_torch(path: str, size: int, seed: int = 0, **options: Any) -> Any:
    """`stream` as a torch.utils.data.IterableDataset, like that of Examples.torch."""
    from ._torch import BatchDataset
    return BatchDataset(functools.partial(stream, path, size, seed, **options), None)


def _check(keep: str, values: str, known: Tuple[str, ...]) -> None:
    if keep not in KEEP:
        raise WrongCall(f"keep must be one of {', '.join(KEEP)}, not {keep!r}")
    if values not in known:
        raise WrongCall(f"values must be one of {', '.join(known)}, not {values!r}")


def _group(file: Any, name: str) -> Any:
    if name not in ("train", "validation"):
        raise WrongCall(f"the groups of training data are train and validation, not {name!r}")
    return file[name]


def _wider(column: np.ndarray, width: int) -> np.ndarray:
    return np.pad(column, ((0, 0), (0, width - column.shape[1])))


def _padded(flat: np.ndarray, first: np.ndarray, legal: np.ndarray, width: int,
            dtype: Any) -> np.ndarray:
    """Rows of a flat column, padded with 0."""
    found = np.zeros((len(first), width), dtype)
    there = np.arange(width) < legal[:, None]
    found[there] = flat[(first[:, None] + np.arange(width))[there]]
    return found


def _shares(visits: np.ndarray, full: np.ndarray, keep: str) -> np.ndarray:
    policy = visits.astype(np.float32)
    policy /= np.maximum(policy.sum(axis=1, keepdims=True), 1)
    if keep != "all":
        policy[full == 0] = 0
    return policy


def _rows_of_games(part: Batch, keep: str) -> Batch:
    """The rows of some games to keep, with the columns above except planes."""
    length = part["games/decisions"].astype(np.int64)
    game = np.repeat(np.arange(len(length)), length)
    full, visits = part["positions/full"], part["positions/visits"]
    rows = np.flatnonzero((full > 0) & (visits > 0) if keep == "targets" else visits > 0)
    first, legal = part["positions/first_legal"][rows], part["positions/legal"][rows]
    width = int(legal.max(initial=0))
    targets = part["legal/visits"] - part["legal/pruned"]
    policy = _shares(_padded(targets, first, legal, width, np.uint32), full[rows], keep)
    winner, player = part["games/winner"][game[rows]], part["positions/player"][rows]
    value = np.where(winner == 2, 0.5, winner == player).astype(np.float32)
    return {"state": part["positions/state"][rows],
            "action": _padded(part["legal/action"], first, legal, width, np.uint16),
            "legal": legal.astype(np.uint16), "policy": policy, "value": value,
            "root_value": part["positions/root_value"][rows], "full": full[rows],
            "side": part["positions/side"][rows], "game": part["games/id"][game[rows]]}


def _rows_of_export(file: Any, name: str, begin: int, end: int, keep: str,
                    values: str) -> Batch:
    """Contiguous rows of training data, in the same format."""
    group, part = file[name], slice(begin, end)
    actions, width = int(file.attrs["num_actions"]), int(file.attrs["max_legal"])
    known = tuple(one for one in ("result", "root", "mix", "later") if "value_" + one in group)
    _check(keep, values, known)
    found = {name: group[name][part] for name in ("state", "legal", "full", "side", "game")}
    found["value"] = group["value_" + values][part]
    if "planes" in group:
        shape = [int(file.attrs[one]) for one in ("planes", "height", "width")]
        found["planes"] = group["planes"][part].reshape(end - begin, *shape)
    if "features" in group:
        found["features"] = group["features"][part]
    if "policy" in group:
        found["policy"] = group["policy"][part].astype(np.float32)
        found["mask"] = np.unpackbits(group["legal_mask"][part], axis=1, count=actions,
                                      bitorder="little")
        found["action"] = np.broadcast_to(np.arange(actions, dtype=np.uint16),
                                          found["policy"].shape)
        if keep != "all":
            found["policy"][found["full"] == 0] = 0
    else:
        action, visits = group["action"], group["visits"]
        if "first_legal" in group:
            first, legal = group["first_legal"][part], found["legal"]
            flat = slice(first[0], first[-1] + legal[-1]) if len(first) else slice(0, 0)
            start = first - first[:1]
            found["action"] = _padded(action[flat], start, legal, width, np.uint16)
            visited = _padded(visits[flat], start, legal, width, np.uint32)
        else:
            found["action"], visited = action[part], visits[part]
        found["policy"] = _shares(visited, found["full"], keep)
    if keep == "targets":
        rows = np.flatnonzero((found["full"] > 0) & found["policy"].any(axis=1))
        if len(rows) < end - begin:
            found = {name: column[rows] for name, column in found.items()}
    return found

#!/usr/bin/python3
"""Batches of exported games with NumPy only: a window over a folder, and its rows.

    window = Window.newest("runs/exports", games=20000)
    batches = Batches(window, "train", size=256, seed=1)
    batch = batches[step]                     # a dict of arrays, see below
    planes = batch["planes"] * window.scales[:, None, None]

Batch number `step` depends only on the files of the window, the seed and the step, so any
number of processes may share the steps, and training can resume at any step. Files are opened
by the process that reads them, at its first batch, and read one slice at a time. With N rows,
and A the largest number of legal actions in the window:

    legal         (N, A)        bool which of the A columns are actions
    policy        (N, A)        f32  shares of the search's visits; their sum is 1
    has_policy    (N)           f32  0 without a search, or with only a small budget (a fast
                                     action): policy is 0; else 1
    value         (N, 3)        f32  win, draw, loss of the player to move; their sum is 1
    turns_left    (N)           f32  turns of both players to the end, this one included
    has_turns     (N)           f32  0 if the game was resigned, so unknown; else 1
    final_board   (N, H, W)     u8   whose piece is at each place of the grid when the game
                                     ends: 0 none, 1 the mover's, 2 the enemy's, 3 nobody's;
                                     255 off the board, or unknown; with final_board=True

PLANES, from `fulcrum export --planes --policy padded`; a window may contain several sizes and
variants of one game. With P planes, and H x W the largest grid of the window:

    planes        (N, P, H, W)  u8   bytes, to be multiplied by window.scales; 0 off the
                                     board (plane 0 is 0) and outside of smaller grids
    outputs       (N, A, 4)     i64  kind, head, from, to of each legal action: its output
                                     of the network (mcts/evaluate/convolution/NETWORK.md)

FEATURES, from `fulcrum export --features --policy padded`, one variant per window. With at
most K active features of the variant's F:

    features      (N, K)        i32  active features, as the player to move sees them; F:
                                     none. The enemy sees window.features_seen of each
    actions       (N, A)        i64  legal actions, numbered as the player to move sees them

`data.py FOLDER` prints the contents of a window and the reading speed.
"""

import functools
import glob
import os
import re
import sys
import time
from dataclasses import dataclass

import needs

needs.packages("h5py", "numpy")
import h5py  # noqa: E402
import numpy as np  # noqa: E402

COLUMNS = ("side", "action", "visits", "legal", "outcome", "value_root", "root_visits",
           "root_proof", "turns_left", "full", "surprise", "reason")
VERSION = 2  # of fulcrum export
PLANES, FEATURES = "planes", "features"  # inputs of a network
GAME_FACTS = {
    PLANES: ("game", "planes_version", "planes", "cell_heads", "pair_heads", "whole_heads"),
    FEATURES: ("game", "variant", "features_version", "planes_version", "features",
               "num_actions")}
GROUPS = ("train", "validation")
NO_FEATURE = 65535
FINAL_CLASSES, FINAL_UNKNOWN = 4, 255  # of a final board
WINDOW_SLOPE = 0.4  # initial growth of a growing window per new game


class DataError(Exception):
    """An error message for the user, with the file."""


@dataclass(frozen=True)
class ExportedFile:
    """Facts about a file, needed before its rows are read."""

    path: str
    game: tuple  # GAME_FACTS
    scales: tuple  # of planes; empty
    height: int  # of the grid; 0: of none
    width: int
    most: int  # active features; 0
    later: bool  # whether it has value_later
    final_board: bool
    maps: bool  # of symmetries
    max_legal: int
    variant: str
    resigned: int  # the number of this reason
    games: dict  # by group, like rows
    rows: dict

    @staticmethod
    @functools.lru_cache(maxsize=None)  # a file with its final name does not change
    def look(path, inputs=PLANES):
        try:
            with h5py.File(path) as file:
                said = file.attrs
                if as_text(said.get("format", "")) != "fulcrum training data":
                    raise DataError(f"{path}: is not a file of fulcrum export")
                if int(said["schema_version"]) != VERSION:
                    raise DataError(f"{path}: has schema version {said['schema_version']}, "
                                    f"but only {VERSION} is supported")
                missing = [name for name in (inputs, *COLUMNS) if name not in file["train"]]
                if missing or file["train/visits"].ndim != 2:
                    raise DataError(f"{path}: must be exported with --{inputs} --policy "
                                    "padded and --value result,root")
                shape = (
                    tuple(file["plane_scales"][...].tolist()) if inputs == PLANES else (),
                    int(said.get("height", 0)), int(said.get("width", 0)),
                    file["train/features"].shape[1] if inputs == FEATURES else 0,
                    "value_later" in file["train"], "final_board" in file["train"],
                    "symmetry_sides" in file)
                return ExportedFile(
                    path, tuple(as_text(said[name]) for name in GAME_FACTS[inputs]),
                    *shape, int(said["max_legal"]), as_text(said["variant"]),
                    as_text(said["reasons"]).split("|").index("resignation"),
                    {group: int(file[group].attrs["games"]) for group in GROUPS},
                    {group: len(file[group]["side"]) for group in GROUPS})
        except (OSError, KeyError) as error:
            raise DataError(f"{path}: cannot be read: {error}") from error


def as_text(value):
    return value.decode() if isinstance(value, bytes) else (
        value if isinstance(value, str) else int(value))


def by_number(path):
    """Sort key: generation-9.h5 before generation-10.h5."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path)]


class Window:
    """Files that are trained on together; `since`: the step at which they became the window;
    inputs: PLANES or FEATURES."""

    def __init__(self, paths, since=0, inputs=PLANES):
        self.paths, self.since, self.inputs = list(paths), since, inputs
        self.files = [ExportedFile.look(path, inputs) for path in self.paths]
        first = self.files[0]
        for file in self.files[1:]:
            if (file.game, file.scales, file.most) != (first.game, first.scales, first.most):
                raise DataError(f"{file.path}: is of {facts_text(file, inputs)}, but "
                                f"{first.path} of {facts_text(first, inputs)}; a window has "
                                "one " + {PLANES: "game and version",
                                          FEATURES: "variant and version"}[inputs])
        self.game = dict(zip(GAME_FACTS[inputs], first.game))
        self.most = first.most
        self.scales = np.array(first.scales, dtype=np.float32)
        self.height = max(file.height for file in self.files)
        self.width = max(file.width for file in self.files)
        self.max_legal = max(file.max_legal for file in self.files)

    @functools.cached_property
    def features_seen(self):
        """(F) u16: the enemy's view of each feature of the player to move."""
        with h5py.File(self.paths[0]) as file:
            return file["features_seen"][...]

    @staticmethod
    def newest(folder, games, since=0, inputs=PLANES, growth=0.0):
        """The last files of the folder, by the numbers in their names, that together have
        `games` games, or as many as window_games returns; all files if there are fewer."""
        paths = sorted(glob.glob(os.path.join(folder, "*.h5")), key=by_number)
        if not paths:
            raise DataError(f"{folder}: has no file *.h5 of fulcrum export")
        chosen, count = [], 0
        if growth:
            games = window_games(games, growth, sum(
                ExportedFile.look(path, inputs).games["train"] for path in paths))
        while paths and count < games:
            chosen.insert(0, paths.pop())
            count += ExportedFile.look(chosen[0], inputs).games["train"]
        return Window(chosen, since, inputs)

    def count(self, group, what="rows"):
        return sum(getattr(file, what)[group] for file in self.files)


def window_games(least, growth, played):
    """The size of a window that grows with the games played, as KataGo's does (Wu 2019): all of
    the first `least`, and a decreasing share of later ones."""
    if played <= least:
        return least
    return least * (1 + WINDOW_SLOPE * ((played / least) ** growth - 1) / growth)


def facts_text(file, inputs):
    facts = dict(zip(GAME_FACTS[inputs], file.game))
    return f"{facts['game']}, {inputs} version {facts[inputs + '_version']}" + (
        f", {file.variant}" if inputs == FEATURES else "")


class Batches:
    """An endless sequence of batches; torch.utils.data.DataLoader accepts it as a data set
    whose indices are steps (batch_size=None). Rows of a file were shuffled at export, so a
    slice is a random sample of the file; a batch consists of slices, and an epoch is a random
    order of all slices of the window. A file with fewer rows than a slice is one slice, in
    which they are repeated to fill it, so that every batch has `size` rows; with many such
    files use smaller slices.

    slice: rows that are read together: larger slices read faster, smaller ones mix better.
    root_share: the root's share in the value; the result of the game has the rest.
    later: use the mean over the root and later ones of the game in place of the root,
    value_later of files exported with `--value result,root,later:SHARE`.
    surprise_share: this share of rows with a policy is drawn by surprise, the others
    uniformly: drawn_rows.
    final_board: final boards, of files exported with `--final-board`.
    symmetries: each row is transformed by a random symmetry of the board at each use, for
    files exported with `--symmetries maps`.
    keep: files stay in memory after the first read, which is many times faster for small
    slices of many files."""

    def __init__(self, window, group, size, seed, slice=64, root_share=0.0,
                 surprise_share=0.0, keep=False, later=False, final_board=False,
                 symmetries=False):
        if size % slice:
            raise DataError(f"a batch of {size} rows cannot be made of slices of {slice}")
        self.window, self.group, self.seed, self.root_share = window, group, seed, root_share
        self.surprise_share, self.keep, self.symmetries = surprise_share, keep, symmetries
        self.value = "value_later" if later else "value_root"
        self.columns = (window.inputs, *dict.fromkeys((*COLUMNS, self.value)),
                        *["final_board"] * final_board)
        for file in window.files:
            if final_board and not file.final_board:
                raise DataError(f"{file.path}: has no final_board; export with --final-board")
            if symmetries and not file.maps:
                raise DataError(f"{file.path}: has no maps of symmetries; export with "
                                "--symmetries maps")
            if later and not file.later:
                raise DataError(f"{file.path}: has no value_later; export with --value "
                                "result,root,later:SHARE")
        self.slice, self.slices_a_batch = slice, size // slice
        self.slices = []  # file number, first row, rows
        for number, file in enumerate(window.files):
            rows = file.rows[group]
            for start in range(0, rows, slice):  # the last one is moved back to be complete
                start = max(0, min(start, rows - slice))
                self.slices.append((number, start, min(slice, rows)))
        if not self.slices:
            raise DataError(f"{window.paths[0]}: the window has no rows for {group}")
        self.order, self.opened, self.process = (None, None), {}, None

    def __len__(self):
        """Batches of an epoch, the last one perhaps incomplete."""
        return -(-len(self.slices) // self.slices_a_batch)

    def __getitem__(self, step):
        first = (step - self.window.since) * self.slices_a_batch
        chosen = sorted((self.slice_at(first + i), first + i)
                        for i in range(self.slices_a_batch))
        parts = [self.whole(self.read(*chosen_slice, place)) for chosen_slice, place in chosen]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def whole(self, part):
        """A slice, with its rows repeated to the usual size."""
        count = len(part["value"])
        rows = np.arange(self.slice) % count
        return part if count == self.slice else \
            {name: values[rows] for name, values in part.items()}

    def slice_at(self, position):
        epoch, place = divmod(position, len(self.slices))
        if self.order[0] != epoch:
            rng = np.random.default_rng([self.seed, self.window.since, epoch])
            self.order = epoch, rng.permutation(len(self.slices))
        return self.slices[self.order[1][place]]

    def file(self, number):
        """The open columns of a file, or those in memory; the table from actions to network
        outputs; and symmetry maps. HDF5 handles must not cross a fork."""
        if self.process != os.getpid():
            self.process, self.opened = os.getpid(), {}
        if number not in self.opened:
            file = h5py.File(self.window.paths[number])
            rows = {name: file[self.group][name] for name in self.columns}
            if self.keep:
                rows = {name: column[...] for name, column in rows.items()}
            seen = file["actions_seen"][...].astype(np.int64) \
                if self.window.inputs == FEATURES else self.heads_on_the_grid(file, number)
            maps = symmetry_maps(file) if self.symmetries else None
            self.opened[number] = rows, seen, maps
        return self.opened[number]

    def heads_on_the_grid(self, file, number):
        """/heads with places converted to the window's grid."""
        heads, width = file["heads"][...].astype(np.int64), self.window.files[number].width
        heads[..., 2:] = heads[..., 2:] // width * self.window.width + heads[..., 2:] % width
        return heads

    def read(self, number, start, count, place=0):
        """place: of the slice in the sequence; it seeds the random draws."""
        rows, seen, maps = self.file(number)
        about, window = self.window.files[number], self.window
        part = {name: rows[name][start:start + count] for name in self.columns}
        if self.surprise_share > 0:
            rng = np.random.default_rng([self.seed, window.since, place, 1])
            drawn = drawn_rows(part, self.surprise_share, rng.random())
            part = {name: values[drawn] for name, values in part.items()}
        if maps:
            rng = np.random.default_rng([self.seed, window.since, place, 2])
            part = images(part, maps, rng.integers(len(maps["sides"]), size=len(part["side"])))
        legal = np.arange(window.max_legal) < part["legal"][:, None]
        visits = np.zeros(legal.shape, np.float32)
        visits[:, :about.max_legal] = part["visits"]
        visits[part["full"] == 0] = 0  # too few of them to learn from
        total = visits.sum(axis=1)
        inputs = self.features(part, seen) if window.inputs == FEATURES else \
            self.planes(part, seen, about)
        if "final_board" in part:
            inputs["final_board"] = self.on_the_grid(part["final_board"], about, FINAL_UNKNOWN)
        return inputs | {
            "legal": legal, "policy": visits / np.maximum(total, 1)[:, None],
            "has_policy": (total > 0).astype(np.float32),
            "value": value_targets(part, self.root_share, part[self.value]),
            "turns_left": part["turns_left"].astype(np.float32),
            "has_turns": (part["reason"] != about.resigned).astype(np.float32)}

    def planes(self, part, heads, about):
        window, count = self.window, len(part["side"])
        outputs = np.zeros((count, window.max_legal, 4), np.int64)
        outputs[:, :about.max_legal] = heads[part["side"][:, None], part["action"]]
        planes = part["planes"].reshape(count, len(window.scales), -1)
        return {"planes": self.on_the_grid(planes, about), "outputs": outputs}

    def on_the_grid(self, values, about, outside=0):
        """(N, ..., H, W) on the window's grid, from (N, ..., H * W) of a file."""
        grid = np.full((*values.shape[:-1], self.window.height, self.window.width), outside,
                       np.uint8)
        grid[..., :about.height, :about.width] = values.reshape(
            *values.shape[:-1], about.height, about.width)
        return grid

    def features(self, part, actions_seen):
        window, action = self.window, part["action"]
        features = part["features"].astype(np.int32)
        features[part["features"] == NO_FEATURE] = window.game["features"]
        actions = np.zeros((len(features), window.max_legal), np.int64)
        actions[:, :action.shape[1]] = actions_seen[part["side"][:, None], action]
        return {"features": features, "actions": actions}


def symmetry_maps(file):
    """The tables of `--symmetries maps`, by name without symmetry_. The last feature is
    NO_FEATURE; sources: for each place of the image its source place in the row."""
    maps = {name[len("symmetry_"):]: file[name][...] for name in file
            if name.startswith("symmetry_")}
    if "places" in maps:
        maps["sources"] = np.argsort(maps["places"], axis=2)
    if "features" in maps:
        maps["features"] = np.pad(maps["features"], ((0, 0), (0, 0), (0, 1)),
                                  constant_values=NO_FEATURE)
    return maps


def images(part, maps, symmetry):
    """Rows transformed by one symmetry each, (N) integers: the same as `fulcrum export
    --symmetries`, except for the order of actions and features."""
    side, each = part["side"], np.arange(len(symmetry))[:, None]
    image = part | {"side": side ^ maps["sides"][symmetry],
                    "action": maps["actions"][symmetry[:, None], part["action"]]}
    if "features" in part:
        table = maps["features"]
        features = np.minimum(part["features"], table.shape[2] - 1)
        image["features"] = table[symmetry[:, None], side[:, None], features]
    if "sources" in maps:
        sources = maps["sources"][symmetry, side]
        for name in {"planes", "final_board"} & part.keys():
            grids = part[name].reshape(len(side), -1, sources.shape[1])
            image[name] = grids[each, :, sources].transpose(0, 2, 1).reshape(part[name].shape)
    return image


def drawn_rows(part, share, offset):
    """Draws as many rows of a slice as it has. A row with a policy has on average 1 - share
    copies, plus a part of `share` in proportion to its surprise; the others have one. Each
    number of copies is its average rounded up or down, by the offset, 0 to 1."""
    surprise = np.where(part["full"] > 0, part["surprise"], 0).astype(np.float64)
    weights = np.ones(len(surprise))
    if surprise.sum() > 0:
        mean = surprise.sum() / (part["full"] > 0).sum()
        weights = np.where(part["full"] > 0, 1 - share + share * surprise / mean, 1)
    places = (np.arange(len(weights)) + offset) / len(weights)
    drawn = np.searchsorted(np.cumsum(weights) / weights.sum(), places, side="right")
    return np.minimum(drawn, len(weights) - 1)


def value_targets(part, root_share, score):
    """Win, draw, loss. The root's score s counts as s won and 1 - s lost; without a search the
    target is the result alone."""
    result = np.eye(3, dtype=np.float32)[2 - part["outcome"].astype(np.int64)]
    root = np.stack([score, np.zeros_like(score), 1 - score], axis=1)
    searched = (part["root_visits"] > 0) | (part["root_proof"] > 0)
    share = np.where(searched, np.float32(root_share), np.float32(0))[:, None]
    return share * root + (1 - share) * result


def main():
    parser = needs.Parser(
        description="Print the contents of a window and the reading speed")
    parser.add_argument("folder", help="folder of files of fulcrum export --planes or "
                        "--features, --policy padded")
    parser.add_argument("--inputs", choices=[PLANES, FEATURES], default=PLANES)
    parser.add_argument("--keep", action="store_true", help="keep the files in memory")
    parser.add_argument("--games", type=int, default=10**9,
                        help="only the newest games (default: all)")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--slice", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=5, help="seconds to read (default: 5)")
    call = parser.parse_args()
    window = Window.newest(call.folder, call.games, inputs=call.inputs)
    for file in window.files:
        print(f"{file.path}: {file.games['train']} games, {file.rows['train']} rows to "
              f"train on; {file.variant}")
    batches = Batches(window, "train", call.batch, 1, call.slice, keep=call.keep)
    batches[0]
    start, cpu, step = time.monotonic(), time.process_time(), 0
    while time.monotonic() - start < call.seconds:
        step += 1
        batches[step]
    rows, cpu, wall = step * call.batch, time.process_time() - cpu, time.monotonic() - start
    print(f"{rows / wall:.0f} rows a second, {rows / cpu:.0f} a second of CPU time, in batches "
          f"of {call.batch} of slices of {call.slice}")


if __name__ == "__main__":
    try:
        main()
    except DataError as error:
        print(f"data.py: {error}", file=sys.stderr)
        sys.exit(2)

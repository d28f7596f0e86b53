"""Exported games in memory, and batches of their rows: NumPy and h5py only.

    window = Window(["runs/exports/1.h5", "runs/exports/2.h5"])
    batches = Batches(window, "train", size=256, seed=1)
    batch = batches[step]                     # a dict of arrays, see below

The files are of `fulcrum export --planes --policy padded --value result,root`, of any sizes and
variants of one game. A batch depends only on the files, the seed and the step. With N rows, P
planes, A the largest number of legal actions and H x W the largest grid of the window:

    planes        (N, P, H, W)  u8   bytes, to be multiplied by window.scales; 0 off the
                                     board (plane 0 is 0) and outside of smaller grids
    outputs       (N, A, 4)     i64  kind, head, from, to of each legal action: its output
                                     of the network (mcts/evaluate/convolution/NETWORK.md)
    legal         (N, A)        bool which of the A columns are actions
    policy        (N, A)        f32  shares of the search's visits; their sum is 1
    has_policy    (N)           f32  0 without a search, or with only a small budget (a fast
                                     action): policy is 0; else 1
    value         (N, 3)        f32  win, draw, loss of the player to move; their sum is 1
    turns_left    (N)           f32  turns of both players to the end, this one included
    has_turns     (N)           f32  0 if the game was resigned, so unknown; else 1
"""

import os
from types import SimpleNamespace

import h5py
import numpy as np

COLUMNS = ("planes", "side", "action", "visits", "legal", "outcome", "value_root", "root_visits",
           "root_proof", "turns_left", "full", "reason")
VERSION = 2  # of fulcrum export
GAME_FACTS = ("game", "planes_version", "planes", "cell_heads", "pair_heads", "whole_heads")
GROUPS = ("train", "validation")


class DataError(Exception):
    """An error message for the user."""


def as_text(value):
    return value.decode() if isinstance(value, bytes) else (
        value if isinstance(value, str) else int(value))


def read_file(path):
    """The facts and rows of an export."""
    if not os.path.isfile(path):
        raise DataError(f"{path}: is a folder, not a file of fulcrum export" if os.path.isdir(path)
                        else f"{path}: cannot be read: there is no such file")
    try:
        with h5py.File(path) as file:
            said = file.attrs
            if as_text(said.get("format", "")) != "fulcrum training data":
                raise DataError(f"{path}: is not a file of fulcrum export")
            rows = file["train"]
            if int(said["schema_version"]) != VERSION:
                raise DataError(f"{path}: has schema version {said['schema_version']}, but only "
                                f"{VERSION} is supported")
            if set(COLUMNS) - set(rows) or rows["visits"].ndim != 2:
                raise DataError(f"{path}: must be exported with --planes --policy padded and "
                                "--value result,root")
            wanted = [*COLUMNS, *{"value_later"} & set(rows)]
            return SimpleNamespace(
                path=path, game=tuple(as_text(said[name]) for name in GAME_FACTS),
                scales=file["plane_scales"][...].astype(np.float32),
                height=int(said["height"]), width=int(said["width"]),
                max_legal=int(said["max_legal"]), variant=as_text(said["variant"]),
                resigned=as_text(said["reasons"]).split("|").index("resignation"),
                heads=file["heads"][...].astype(int), maps=symmetry_maps(file),
                rows={group: {name: file[group][name][...] for name in wanted}
                      for group in GROUPS})
    except (OSError, KeyError) as error:
        raise DataError(f"{path}: cannot be read: {error}") from error


class Window:
    """Files that are trained on together."""

    def __init__(self, paths):
        self.files = [read_file(path) for path in paths]
        first = self.files[0]
        for file in self.files[1:]:
            if file.game != first.game or not np.array_equal(file.scales, first.scales):
                raise DataError(f"{file.path}: is of {file.game}, but {first.path} of "
                                f"{first.game}; all files must be of one game and version")
        self.game, self.scales = dict(zip(GAME_FACTS, first.game)), first.scales
        self.height, self.width, self.max_legal = (
            max(getattr(file, name) for file in self.files)
            for name in ("height", "width", "max_legal"))

    def count(self, group):
        return sum(len(file.rows[group]["side"]) for file in self.files)


class Batches:
    """An endless sequence of batches: epochs, each with all rows of the window in random order.

    root_share: the root's share in the value; the result of the game has the rest.
    later: use the mean over the root and later ones of the game in place of the root
    (`--value result,root,later:SHARE`).
    symmetries: each row is transformed by a random symmetry of the board at each use
    (`--symmetries maps`)."""

    def __init__(self, window, group, size, seed, root_share=0.0, later=False, symmetries=False):
        self.window, self.group, self.size, self.seed = window, group, size, seed
        self.root_share, self.symmetries = root_share, symmetries
        self.score = "value_later" if later else "value_root"
        for file in window.files:
            if later and self.score not in file.rows[group]:
                raise DataError(f"{file.path}: has no value_later; export with --value "
                                "result,root,later:SHARE")
            if symmetries and not file.maps:
                raise DataError(f"{file.path}: has no maps of symmetries; export with "
                                "--symmetries maps")
        self.ends = np.cumsum([len(file.rows[group]["side"]) for file in window.files])
        if self.ends[-1] == 0:
            raise DataError(f"{window.files[0].path}: there are no rows for {group}")
        self.order = None, None

    def __getitem__(self, step):
        chosen = np.array([self.row_at(step * self.size + i) for i in range(self.size)])
        rng = np.random.default_rng([self.seed, step, 2])
        parts = [self.read(number, rows, rng) for number, rows in self.by_file(chosen)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def row_at(self, position):
        epoch, place = divmod(position, int(self.ends[-1]))
        if self.order[0] != epoch:
            rng = np.random.default_rng([self.seed, epoch])
            self.order = epoch, rng.permutation(int(self.ends[-1]))
        return self.order[1][place]

    def by_file(self, rows):
        """Numbers of files, and of their rows, of rows of the window."""
        files = np.searchsorted(self.ends, rows, side="right")
        for number in np.unique(files):
            yield number, rows[files == number] - (self.ends[number - 1] if number else 0)

    def read(self, number, rows, rng):
        """Rows of one file; rng draws symmetries."""
        file, window = self.window.files[number], self.window
        part = {name: column[rows] for name, column in file.rows[self.group].items()}
        if self.symmetries:
            part = images(part, file.maps, rng.integers(len(file.maps["sides"]), size=len(rows)))
        legal = np.arange(window.max_legal) < part["legal"][:, None]
        visits = np.zeros(legal.shape, np.float32)
        visits[:, :file.max_legal] = part["visits"]
        visits[part["full"] == 0] = 0  # too few of them to learn from
        total = visits.sum(axis=1)
        heads = file.heads.copy()  # places converted to the window's grid
        heads[..., 2:] = heads[..., 2:] // file.width * window.width + heads[..., 2:] % file.width
        outputs = np.zeros((*legal.shape, 4), np.int64)
        outputs[:, :file.max_legal] = heads[part["side"][:, None], part["action"]]
        planes = np.zeros((len(rows), len(window.scales), window.height, window.width), np.uint8)
        planes[:, :, :file.height, :file.width] = part["planes"].reshape(
            *planes.shape[:2], file.height, file.width)
        return {
            "planes": planes, "outputs": outputs, "legal": legal,
            "policy": visits / np.maximum(total, 1)[:, None],
            "has_policy": (total > 0).astype(np.float32),
            "value": value_targets(part, self.root_share, part[self.score]),
            "turns_left": part["turns_left"].astype(np.float32),
            "has_turns": (part["reason"] != file.resigned).astype(np.float32)}


def symmetry_maps(file):
    """The tables of `--symmetries maps`, by name without symmetry_; sources: for each place of the
    image its source place in the row."""
    maps = {name[len("symmetry_"):]: file[name][...] for name in file
            if name.startswith("symmetry_")}
    if "places" in maps:
        maps["sources"] = np.argsort(maps["places"], axis=2)
    return maps


def images(part, maps, symmetry):
    """Rows transformed by one symmetry each, (N) integers: the same as `fulcrum export
    --symmetries`, except for the order of actions."""
    side, each = part["side"], np.arange(len(symmetry))[:, None]
    sources = maps["sources"][symmetry, side]
    grids = part["planes"].reshape(len(side), -1, sources.shape[1])
    return part | {"side": side ^ maps["sides"][symmetry],
                   "action": maps["actions"][symmetry[:, None], part["action"]],
                   "planes": grids[each, :, sources].transpose(0, 2, 1).reshape(
                       part["planes"].shape)}


def value_targets(part, root_share, score):
    """Win, draw, loss. The root's score s counts as s won and 1 - s lost; without a search the
    target is the result alone."""
    result = np.eye(3, dtype=np.float32)[2 - part["outcome"].astype(np.int64)]
    root = np.stack([score, np.zeros_like(score), 1 - score], axis=1)
    searched = (part["root_visits"] > 0) | (part["root_proof"] > 0)
    share = np.where(searched, np.float32(root_share), np.float32(0))[:, None]
    return share * root + (1 - share) * result

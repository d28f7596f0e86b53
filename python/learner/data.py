"""Exported games in memory, and batches of their rows: NumPy and h5py only.

    window = Window.newest("runs/exports", games=20000, inputs="planes")
    batches = Batches(window, "train", size=256, seed=1)
    batch = batches[step]                     # a dict of arrays, see below

A batch depends only on the files of the window, the seed and the step, so that training can resume
at any step. With N rows, and A the largest number of legal actions in the window:

    legal         (N, A)        bool which of the A columns are actions
    policy        (N, A)        f32  shares of the search's visits; their sum is 1
    has_policy    (N)           f32  0 without a search, or with only a small budget (a fast
                                     action): policy is 0; else 1
    value         (N, 3)        f32  win, draw, loss of the player to move; their sum is 1
    turns_left    (N)           f32  turns of both players to the end, this one included
    has_turns     (N)           f32  0 if the game was resigned, so unknown; else 1

From `fulcrum export --planes --policy padded`, of any sizes and variants of one game; with P
planes, and H x W the largest grid of the window:

    planes        (N, P, H, W)  u8   bytes, to be multiplied by window.scales; 0 off the
                                     board (plane 0 is 0) and outside of smaller grids
    outputs       (N, A, 4)     i64  kind, head, from, to of each legal action: its output
                                     of the network (mcts/evaluate/convolution/NETWORK.md)

From `fulcrum export --features --policy padded`, of one variant, with at most K of its F features
active:

    features      (N, K)        i32  active features, as the player to move sees them; F:
                                     none. The enemy sees window.features_seen of each
    actions       (N, A)        i64  legal actions, numbered as the player to move sees them
"""

import glob
import os
import re
from types import SimpleNamespace

import h5py
import numpy as np

from programs import DataError

COLUMNS = ("side", "action", "visits", "legal", "outcome", "value_root", "root_visits",
           "root_proof", "turns_left", "full", "reason")
VERSION = 2  # of fulcrum export
PLANES, FEATURES = "planes", "features"  # inputs of a network
GAME_FACTS = {
    PLANES: ("game", "planes_version", "planes", "cell_heads", "pair_heads", "whole_heads"),
    FEATURES: ("game", "variant", "features_version", "planes_version", "features",
               "num_actions")}
GROUPS = ("train", "validation")
NO_FEATURE = 65535


def as_text(value):
    return value.decode() if isinstance(value, bytes) else (
        value if isinstance(value, str) else int(value))


def by_number(path):
    """Sort key: generation-9.h5 before generation-10.h5."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path)]


def read_file(path, inputs):
    """The facts and rows of an export."""
    try:
        with h5py.File(path) as file:
            said, rows = file.attrs, file["train"]
            if as_text(said.get("format", "")) != "fulcrum training data":
                raise DataError(f"{path}: is not a file of fulcrum export")
            if int(said["schema_version"]) != VERSION:
                raise DataError(f"{path}: has schema version {said['schema_version']}, but only "
                                f"{VERSION} is supported")
            if {inputs, *COLUMNS} - set(rows) or rows["visits"].ndim != 2:
                raise DataError(f"{path}: must be exported with --{inputs} --policy padded and "
                                "--value result,root")
            wanted = [inputs, *COLUMNS, *{"value_later"} & set(rows)]
            return SimpleNamespace(
                path=path, game=tuple(as_text(said[name]) for name in GAME_FACTS[inputs]),
                scales=file["plane_scales"][...] if inputs == PLANES else np.empty(0, np.float32),
                height=int(said.get("height", 0)), width=int(said.get("width", 0)),
                most=rows["features"].shape[1] if inputs == FEATURES else 0,
                max_legal=int(said["max_legal"]), variant=as_text(said["variant"]),
                resigned=as_text(said["reasons"]).split("|").index("resignation"),
                seen=file["actions_seen" if inputs == FEATURES else "heads"][...].astype(int),
                features_seen=file["features_seen"][...] if inputs == FEATURES else None,
                maps=symmetry_maps(file), games=int(rows.attrs["games"]),
                rows={group: {name: file[group][name][...] for name in wanted}
                      for group in GROUPS})
    except (OSError, KeyError) as error:
        raise DataError(f"{path}: cannot be read: {error}") from error


class Window:
    """Files that are trained on together; `since`: the step at which they became the window."""

    def __init__(self, files, inputs, since=0):
        self.files, self.inputs, self.since = files, inputs, since
        first = files[0]
        for file in files[1:]:
            if (file.game, file.most) != (first.game, first.most) or \
                    not np.array_equal(file.scales, first.scales):
                raise DataError(f"{file.path}: is of {file.game}, but {first.path} of "
                                f"{first.game}; a window has one game and version, and for "
                                "integer networks one variant")
        self.game = dict(zip(GAME_FACTS[inputs], first.game))
        self.most, self.scales = first.most, first.scales.astype(np.float32)
        self.features_seen = first.features_seen
        self.height, self.width, self.max_legal = (
            max(getattr(file, name) for file in files) for name in ("height", "width", "max_legal"))

    @staticmethod
    def of(paths, inputs, since=0):
        return Window([read_file(path, inputs) for path in paths], inputs, since)

    @staticmethod
    def newest(folder, games, inputs, since=0):
        """The last files of the folder, by the numbers in their names, that together have
        `games` games; all files if there are fewer."""
        paths = sorted(glob.glob(os.path.join(folder, "*.h5")), key=by_number)
        if not paths:
            raise DataError(f"{folder}: has no file *.h5 of fulcrum export")
        files = []
        while paths and sum(file.games for file in files) < games:
            files.insert(0, read_file(paths.pop(), inputs))
        return Window(files, inputs, since)

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
            raise DataError(f"{window.files[0].path}: the window has no rows for {group}")
        self.order = None, None

    def __getitem__(self, step):
        first = (step - self.window.since) * self.size
        chosen = np.array([self.row_at(first + i) for i in range(self.size)])
        rng = np.random.default_rng([self.seed, self.window.since, step, 2])
        parts = [self.read(number, rows, rng) for number, rows in self.by_file(chosen)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def row_at(self, position):
        epoch, place = divmod(position, int(self.ends[-1]))
        if self.order[0] != epoch:
            rng = np.random.default_rng([self.seed, self.window.since, epoch])
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
        return {
            **(self.features if window.inputs == FEATURES else self.planes)(part, file),
            "legal": legal, "policy": visits / np.maximum(total, 1)[:, None],
            "has_policy": (total > 0).astype(np.float32),
            "value": value_targets(part, self.root_share, part[self.score]),
            "turns_left": part["turns_left"].astype(np.float32),
            "has_turns": (part["reason"] != file.resigned).astype(np.float32)}

    def wide(self, found):
        """(N, A, ...) of the window, from those of a file."""
        wide = np.zeros((len(found), self.window.max_legal, *found.shape[2:]), np.int64)
        wide[:, :found.shape[1]] = found
        return wide

    def planes(self, part, file):
        window = self.window
        heads = file.seen.copy()  # places converted to the window's grid
        heads[..., 2:] = heads[..., 2:] // file.width * window.width + heads[..., 2:] % file.width
        planes = np.zeros((len(part["side"]), len(window.scales), window.height, window.width),
                          np.uint8)
        planes[:, :, :file.height, :file.width] = part["planes"].reshape(
            *planes.shape[:2], file.height, file.width)
        return {"planes": planes,
                "outputs": self.wide(heads[part["side"][:, None], part["action"]])}

    def features(self, part, file):
        features = part["features"].astype(np.int32)
        features[features == NO_FEATURE] = self.window.game["features"]
        return {"features": features,
                "actions": self.wide(file.seen[part["side"][:, None], part["action"]])}


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
    if "planes" in part:
        sources = maps["sources"][symmetry, side]
        grids = part["planes"].reshape(len(side), -1, sources.shape[1])
        image["planes"] = grids[each, :, sources].transpose(0, 2, 1).reshape(part["planes"].shape)
    return image


def value_targets(part, root_share, score):
    """Win, draw, loss. The root's score s counts as s won and 1 - s lost; without a search the
    target is the result alone."""
    result = np.eye(3, dtype=np.float32)[2 - part["outcome"].astype(np.int64)]
    root = np.stack([score, np.zeros_like(score), 1 - score], axis=1)
    searched = (part["root_visits"] > 0) | (part["root_proof"] > 0)
    share = np.where(searched, np.float32(root_share), np.float32(0))[:, None]
    return share * root + (1 - share) * result

#!/usr/bin/python3
"""Makes initial weights of an integer network from those of another size of its game.

    fulcrum export runs/small -o small.h5 --planes --features --policy padded --per-game 1
    fulcrum export runs/large -o large.h5 --planes --features --policy padded --per-game 1
    transfer.py weights.h5 small.h5 large.h5 -o start.h5
    train.py runs/exports --network integer --start start.h5 ...

The boards are aligned at their centres. A feature or action of the new board that the old one
has, at the same cell or cells, gets its weights; the others get the mean of those of the same
kind. Exit status: 0 done, 2 invalid command line.
"""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "experiments", "learner"))
import needs  # noqa: E402

needs.packages("torch", "h5py", "numpy")
import h5py  # noqa: E402
import numpy as np  # noqa: E402

from data import DataError, as_text  # noqa: E402
from integer_file import About, read  # noqa: E402
from integer_network import IntegerNetwork, export  # noqa: E402
from programs import finish  # noqa: E402

CELL = re.compile(r"^(.*), ([a-z]+)(\d+)$")


class Board:
    """Facts about a variant from an exported file and the program."""

    def __init__(self, path, program):
        try:
            with h5py.File(path) as file:
                said = file.attrs
                self.game, self.variant = as_text(said["game"]), as_text(said["variant"])
                self.versions = int(said["features_version"]), int(said["planes_version"])
                self.most = file["train/features"].shape[1]
                self.features_seen, self.heads = file["features_seen"][...], file["heads"][0]
                self.grid = int(said["height"]), int(said["width"])
        except (OSError, KeyError) as error:
            raise DataError(f"{path}: must be exported with --planes --features --policy "
                            f"padded: {error}") from error
        told = subprocess.run([program, "features", self.game, *self.variant.split(), "--json"],
                              check=True, capture_output=True, text=True).stdout
        self.meanings = json.loads(told)["meanings"]

    def feature_keys(self, shift):
        """Kind and cell of each feature, with cells shifted by `shift`."""
        for meaning in self.meanings:
            found = CELL.match(meaning)
            yield (found[1], ord(found[2]) + shift, int(found[3]) + shift) if found \
                else (meaning,)

    def action_keys(self, shift):
        """Kind and head, and shifted places, of each action of side 0."""
        width = self.grid[1]
        for kind, head, source, target in self.heads.tolist():
            places = (source, target)[:(1, 2, 0)[kind]]
            yield ((kind, head), *((place // width + shift, place % width + shift)
                                   for place in places))


def taken_over(rows, old_keys, new_keys):
    """A row per new key: the old one's, or the mean of those of the same kind."""
    place, kinds, found, same = {}, {}, [], 0
    for number, key in enumerate(old_keys):
        place[key] = number
        kinds.setdefault(key[0], []).append(number)
    for key in new_keys:
        same += key in place
        numbers = [place[key]] if key in place else kinds.get(key[0], [])
        found.append(rows[numbers].mean(axis=0) if numbers else np.zeros(rows.shape[1:]))
    return np.array(found), same


def transfer(weights, old, new):
    """The network, and the numbers of features and actions taken from the old board."""
    if old.game != new.game or old.versions != new.versions:
        raise DataError(f"{old.game} {old.versions} and {new.game} {new.versions}: game "
                        "and version must be the same")
    if weights.about.variant != old.variant or weights.about.game != old.game:
        raise DataError(f"the weights are of {weights.about.game} with {weights.about.variant}, "
                        f"not of {old.game} with {old.variant}")
    about = About(new.game, new.variant, *new.versions, len(new.meanings), new.most,
                  len(new.heads), weights.about.units)
    shift = (new.grid[0] - old.grid[0]) // 2
    arrays = {name: array.astype(np.float32) for name, array in weights.arrays.items()}
    arrays["features.weight"], features = taken_over(
        arrays["features.weight"], old.feature_keys(shift), new.feature_keys(0))
    for name in "policy.weight", "policy.bias":
        arrays[name], actions = taken_over(arrays[name], old.action_keys(shift),
                                           new.action_keys(0))
    network = IntegerNetwork(about, new.features_seen)
    network.take(arrays)
    network.clip()
    return network, features, actions


def main():
    parser = needs.Parser(description="Make initial weights from those of another size")
    parser.add_argument("weights", help="weights of an integer network")
    parser.add_argument("old", help="file of its variant, exported with --planes --features")
    parser.add_argument("new", help="the same for the variant to be trained")
    parser.add_argument("-o", "--out", required=True, help="file of the initial weights")
    parser.add_argument("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"),
                        help="the program")
    call = parser.parse_args()
    old, new = Board(call.old, call.fulcrum), Board(call.new, call.fulcrum)
    network, features, actions = transfer(read(call.weights), old, new)
    export(network, call.out, steps=0)
    print(f"{call.out}: {features} of {len(new.meanings)} features and {actions} of "
          f"{len(new.heads)} actions taken over")


if __name__ == "__main__":
    finish(main)

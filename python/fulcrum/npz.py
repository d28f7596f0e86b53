"""Training data (`fulcrum export`) as .npz files, which numpy.load reads without h5py.

    python3 -m fulcrum.npz TRAIN.h5 FOLDER

FOLDER/train-00000.npz, ... and validation-00000.npz, ... have 65,536 rows each, the last one
fewer, in the same order, as arrays with the names, types and shapes of the datasets; with sparse
policies, `action` and `visits` of these rows, and `first_legal` counts from their start.
about.npz has what belongs to the whole file (heads, plane_scales, symmetry_actions, ...),
about.json the attributes of the file and of its groups. The folder gets its name once it is
complete.
"""

import json
import os
import shutil
import sys
from typing import Any, Callable, Dict

import numpy as np

from ._hdf5 import attributes, open_data

__all__ = ["write"]


def write(path: "os.PathLike[str] | str", folder: "os.PathLike[str] | str", rows: int = 65536,
          compress: bool = True) -> None:
    """Writes a new folder of .npz files from a file of training data."""
    if os.path.exists(folder):
        raise FileExistsError(f"{os.fsdecode(folder)} already exists")
    unfinished = f"{os.fsdecode(folder)}.{os.getpid()}.tmp"
    with open_data(os.fsdecode(path)) as file:
        os.mkdir(unfinished)
        try:
            _write(file, unfinished, rows, np.savez_compressed if compress else np.savez)
            os.rename(unfinished, folder)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise


def _write(file: Any, folder: str, rows: int, save: Callable[..., None]) -> None:
    about = attributes(file)
    whole = {name: node[...] for name, node in file.items() if hasattr(node, "shape")}
    if whole:
        save(f"{folder}/about.npz", **whole)
    for name in "train", "validation":
        group, count = file[name], len(file[name]["side"])
        about[name] = {**attributes(group), "rows": count}
        for number, first in enumerate(range(0, count, rows)):
            save(f"{folder}/{name}-{number:05}.npz", **_rows(group, first, first + rows))
    with open(f"{folder}/about.json", "w", encoding="utf-8") as out:
        json.dump(about, out, indent=1)


def _rows(group: Any, first: int, end: int) -> Dict[str, np.ndarray]:
    """Rows of all datasets. Sparse policies have a row for each legal action."""
    sparse = "first_legal" in group
    found = {name: data[first:end] for name, data in group.items()
             if not (sparse and name in ("action", "visits"))}
    if sparse:
        start = int(found["first_legal"][0])
        stop = int(found["first_legal"][-1]) + int(found["legal"][-1])
        found["first_legal"] -= start
        found.update({name: group[name][start:stop] for name in ("action", "visits")})
    return found


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("use: python3 -m fulcrum.npz TRAIN.h5 FOLDER", file=sys.stderr)
        sys.exit(2)
    try:
        write(*sys.argv[1:])
    except (OSError, ImportError) as problem:
        print(f"fulcrum.npz: {problem}", file=sys.stderr)
        sys.exit(2)

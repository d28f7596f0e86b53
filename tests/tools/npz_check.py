#!/usr/bin/python3
"""npz_check.py FOLDER FILE.h5 - checks that a folder written by `fulcrum export --format npz`
has, shard by shard, the arrays of the HDF5 file of the same export. Needs NumPy and h5py."""

import json
import sys
import zipfile

import h5py
import numpy as np


def joined(parts, name):
    """The concatenated array; offsets of legal actions continue from file to file."""
    arrays = [part[name] for part in parts]
    if name == "first_legal":
        ends = np.cumsum([0] + [len(part["action"]) for part in parts])
        arrays = [array + end for array, end in zip(arrays, ends)]
    return np.concatenate(arrays)


def check(folder, path):
    with open(f"{folder}/about.json", encoding="utf-8") as file:
        about = json.load(file)
    with h5py.File(path) as file:
        for group in "train", "validation":
            for name in about[group]["files"]:
                assert zipfile.ZipFile(f"{folder}/{name}").testzip() is None, name
            parts = [np.load(f"{folder}/{name}") for name in about[group]["files"]]
            assert about[group]["rows"] == len(file[group]["side"])
            assert about[group]["games"] == file[group].attrs["games"]
            for name, expected in file[group].items() if parts else ():
                found = joined(parts, name)
                assert found.dtype == expected.dtype and found.shape == expected.shape, name
                assert (found == expected[...]).all(), name
        if "tables" in about:
            tables = np.load(f"{folder}/{about['tables']}")
            for name in tables.files:
                assert (tables[name] == file[name][...]).all(), name
        for name in "game", "variant", "schema_version", "max_legal":
            assert about[name] == file.attrs[name], name


check(*sys.argv[1:])

"""Opens HDF5 files for reading, by h5py: regular files, without locks (some shared file systems
have none), and training data only if all of it is in the file."""

import contextlib
import os
import stat
from typing import Any, Dict, Iterator

import numpy as np

from ._library import FileError

TRAINING_DATA = "fulcrum training data"  # the attribute `format`


def attribute(value: Any) -> Any:
    """Strings as str, whether of fixed or variable length; numbers as int or float."""
    if isinstance(value, bytes):
        return value.decode()
    return value.item() if isinstance(value, np.generic) else value


def attributes(node: Any) -> Dict[str, Any]:
    return {name: attribute(value) for name, value in node.attrs.items()}


@contextlib.contextmanager
def open_file(path: str) -> Iterator[Any]:
    """The library reads through a Python file: it opens none itself."""
    try:
        import h5py
    except ImportError:
        raise ImportError("reading this needs h5py (Debian: python3-h5py)") from None
    if os.path.isdir(path):
        raise FileError(f"{path} is a folder, not a file", -2)
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as raw:
        if not stat.S_ISREG(os.fstat(raw.fileno()).st_mode):
            raise FileError(f"{path} is not a regular file", -2)
        try:
            opened = h5py.File(raw, "r")
        except OSError as error:
            raise FileError(f"{path} cannot be read as HDF5: {error}", -2) from None
        with opened as file:
            yield file


def _check(path: str, group: Any) -> None:
    import h5py
    for name in group:
        hard = isinstance(group.get(name, getlink=True), h5py.HardLink)
        node = group[name] if hard else None
        if isinstance(node, h5py.Group):
            _check(path, node)
        elif not hard or node.is_virtual or node.external:
            raise FileError(f"{path}: the data of {name} are not in the file", -2)


@contextlib.contextmanager
def open_data(path: str) -> Iterator[Any]:
    """Training data (`fulcrum export`)."""
    if os.path.isdir(path):
        raise FileError(f"{path} is a folder, not a file of `fulcrum export`", -2)
    with open_file(path) as file:
        if attribute(file.attrs.get("format", "")) != TRAINING_DATA:
            raise FileError(f"{path} is not a file of `fulcrum export`", -2)
        _check(path, file)
        yield file

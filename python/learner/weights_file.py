"""Weights files of all kinds of networks: safetensors, with NumPy alone; and their hash.

    number = weights_hash("seesaw 1 32 4 3 32 64", arrays)    # arrays: NumPy, by their names
    write_weights("weights.safetensors", arrays, {"units": 64, "hash": number})
    arrays, about = read_weights("weights.safetensors")       # about: texts

mcts/evaluate/WEIGHTS.md specifies the files.
"""

import json
import os

import numpy as np

TYPES = {"F32": "<f4", "I8": "i1", "I16": "<i2", "I32": "<i4"}


def mix64(x):
    """SplitMix64's output function, on an array of unsigned 64-bit numbers."""
    x = x + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def words_of(array):
    """One 32-bit word per number: the bits of a float32, or an integer in two's complement."""
    flat = array.reshape(-1)
    if array.dtype.kind == "f":
        return flat.view("<u4").astype(np.uint64)
    return flat.astype(np.int64).astype(np.uint64) & np.uint64(0xFFFFFFFF)


def weights_hash(text, arrays):
    """NETWORK.md's hash of the text of an architecture and of tensors by name."""
    words = [np.frombuffer(text.encode(), dtype=np.uint8).astype(np.uint64)]
    words += [words_of(arrays[name]) for name in sorted(arrays)]
    words = np.concatenate(words)
    with np.errstate(over="ignore"):
        total = ((words + np.uint64(1)) * mix64(np.arange(len(words), dtype=np.uint64))).sum()
        return int(mix64(np.array([total], dtype=np.uint64))[0])


def write_weights(path, arrays, about):
    """Writes the file atomically. about: integers and texts about the network."""
    about = {key: f"0x{value:016x}" if key == "hash" else str(value)
             for key, value in about.items()}
    header, parts, at = {"__metadata__": about}, [], 0
    for name, array in sorted(arrays.items(), key=lambda item: (-item[1].itemsize, item[0])):
        kind = next(kind for kind, type_ in TYPES.items() if array.dtype == type_)
        header[name] = {"dtype": kind, "shape": array.shape,
                        "data_offsets": (at, at := at + array.nbytes)}
        parts.append(array.tobytes())
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    unfinished = f"{path}.unfinished"
    with open(unfinished, "wb") as file:
        file.write(b"".join((len(text).to_bytes(8, "little"), text, *parts)))
    os.replace(unfinished, path)


def read_weights(path):
    """The arrays by name, and what the file says about the network. Raises OSError, KeyError or
    ValueError."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header, data = json.loads(file.read(length)), file.read()
    about = header.pop("__metadata__")
    return {name: np.frombuffer(data[slice(*item["data_offsets"])], TYPES[item["dtype"]])
            .reshape(item["shape"]) for name, item in header.items()}, about

"""Common to the weight files of all kinds of networks: hash and writing.

    number = weights_hash("seesaw 1 32 4 3 32 64", arrays)    # arrays: NumPy, by their names
    write_weights("weights.h5", arrays, numbers, texts)
"""

import h5py
import numpy as np

from publish import publish


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


def write_weights(path, arrays, numbers, texts):
    """Writes the file atomically. numbers, texts: its attributes, nonnegative integers and
    ASCII. Built in memory, as HDF5 crashes on a failed write."""
    with h5py.File("memory", "w", driver="core", backing_store=False) as file:
        for name, array in arrays.items():
            pack = {"compression": "gzip", "shuffle": True} if array.nbytes > 2048 else {}
            file.create_dataset(name, data=array, **pack)
        for name, value in numbers.items():
            file.attrs[name] = np.uint64(value)
        for name, value in texts.items():
            file.attrs[name] = value
        file.flush()
        image = file.id.get_file_image()
    publish(str(path), lambda file: file.write(image))

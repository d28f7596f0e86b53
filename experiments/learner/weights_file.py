"""Common to the weight files of all kinds of networks: hash and writing.

    number = weights_hash("seesaw 1 32 4 3 32 64", arrays)    # arrays: NumPy, by their names
    write_weights("weights.h5", arrays, numbers, texts)
"""

import zlib

import h5py
import numpy as np

from publish import publish

CHUNK_ROWS = 512  # of a packed tensor, at most
PLAIN_BYTES = 2048  # smaller tensors stay unpacked: a chunk index would be larger


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


def packed(chunk):
    """A chunk after HDF5's filters shuffle and gzip, with zlib's best strategy for it: HDF5 only
    offers the default strategy, which makes 8-bit weights a seventh larger."""
    shuffled = chunk.reshape(-1).view(np.uint8).reshape(chunk.size, -1).T.tobytes()
    found = []
    for strategy in zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY:
        packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9, strategy)
        found.append(packer.compress(shuffled) + packer.flush())
    return min(found, key=len)


def write_packed(file, name, array):
    """A dataset of few large chunks of complete rows."""
    rows = -(-len(array) // -(-len(array) // CHUNK_ROWS))
    shape = (rows, *array.shape[1:])
    data = file.create_dataset(name, array.shape, array.dtype, chunks=shape,
                               compression="gzip", compression_opts=9, shuffle=True)
    for first in range(0, len(array), rows):
        chunk = np.zeros(shape, array.dtype)
        chunk[:len(array) - first] = array[first:first + rows]
        data.id.write_direct_chunk((first,) + (0,) * (array.ndim - 1), packed(chunk))


def write_weights(path, arrays, numbers, texts, pack=False):
    """Writes the file atomically. numbers, texts: its attributes, nonnegative integers and
    ASCII; pack: compress with gzip. Built in memory, as HDF5 crashes on a failed write."""
    with h5py.File("memory", "w", driver="core", backing_store=False) as file:
        for name, array in arrays.items():
            if pack and array.nbytes > PLAIN_BYTES:
                write_packed(file, name, array)
            else:
                file.create_dataset(name, data=array)
        for name, value in numbers.items():
            file.attrs[name] = np.uint64(value)
        for name, value in texts.items():
            file.attrs[name] = value
        file.flush()
        image = file.id.get_file_image()
    publish(str(path), lambda file: file.write(image))

"""Arrays passed to libfulcrum, and views of its memory as arrays."""

import ctypes
import threading
from contextlib import contextmanager
from typing import Any, Iterator, Optional

import numpy as np

from ._library import STATE_BYTES, Error


def address(array: Optional[np.ndarray]) -> Optional[int]:
    return None if array is None else array.ctypes.data


def view(at: int, shape: tuple, dtype: Any, owner: object) -> np.ndarray:
    """A view of the library's memory, which keeps `owner` alive."""
    size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
    if size == 0:
        return np.zeros(shape, dtype)
    memory = (ctypes.c_ubyte * size).from_address(at)
    memory.owner = owner
    return np.frombuffer(memory, dtype).reshape(shape)


def aligned_states(states: np.ndarray) -> np.ndarray:
    """(n, 256) bytes, contiguous and aligned as the library requires."""
    states = np.ascontiguousarray(states, dtype=np.uint8)
    if states.ndim != 2 or states.shape[1] != STATE_BYTES:
        raise ValueError(f"states must have shape (n, {STATE_BYTES}), not {states.shape}")
    if states.ctypes.data % 16:
        memory = np.empty(states.size + 16, np.uint8)
        start = -memory.ctypes.data % 16
        copy = memory[start:start + states.size].reshape(states.shape)
        copy[...] = states
        return copy
    return states


class OneAtATime:
    """Allows one call at a time: a second one, from another thread or an evaluator, raises
    instead of changing what the first one reads."""

    def __init__(self, name: str):
        self._name = name
        self._lock = threading.Lock()

    @contextmanager
    def __call__(self) -> Iterator[None]:
        if not self._lock.acquire(blocking=False):
            raise Error(f"this {self._name} is in use; give each thread its own")
        try:
            yield
        finally:
            self._lock.release()

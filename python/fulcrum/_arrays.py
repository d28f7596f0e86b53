"""Arrays passed to libfulcrum, views of its memory as arrays, and objects that own a handle."""

import ctypes
import os
import threading
import weakref
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Tuple

import numpy as np

from ._library import STATE_BYTES, Error, WrongCall, integer, library


_STARTED = os.getpid()


def team(threads: Any) -> int:
    """A number of threads. In a forked process OpenMP may wait for ever for threads that only
    its parent has."""
    number = integer(threads, "threads")
    if number > 1 and os.getpid() != _STARTED:
        raise Error("a forked process can use only threads=1; multiprocessing's \"spawn\" "
                    "starts processes that can use more")
    return number


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


def integers(values: Any, dtype: Any, shape: tuple, name: str) -> np.ndarray:
    """Whole numbers as an array for C, of this type and shape; refused if the type cannot
    hold them. Not copied if they are such an array."""
    if isinstance(values, np.ndarray) and values.dtype == dtype and \
            values.shape == shape and values.flags.carray:
        return values
    found, limits = np.asarray(values), np.iinfo(dtype)
    if found.shape != shape:
        raise WrongCall(f"{name} must have shape {shape}, not {found.shape}")
    if found.size and found.dtype.kind not in "iu":
        raise WrongCall(f"{name} must be integers, not {found.dtype}")
    if found.size and not limits.min <= int(found.min()) <= int(found.max()) <= limits.max:
        raise WrongCall(f"{name} must be from {limits.min} to {limits.max}")
    return np.require(found, dtype, "CA")


def to_fill(array: Any, dtype: Any, shape: tuple, name: str) -> np.ndarray:
    """An array of the caller's that C may write to."""
    if not (isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype
            and array.flags.carray):
        raise WrongCall(f"{name} must be a writable, contiguous array of {np.dtype(dtype)} of "
                        f"shape {shape}")
    return array


def rows_of_bytes(rows: Any, width: int, name: str) -> np.ndarray:
    """(n, width) uint8, contiguous."""
    rows = np.asarray(rows)
    if rows.ndim != 2 or rows.shape[1] != width or rows.dtype != np.uint8:
        raise WrongCall(f"{name} must have shape (n, {width}) of uint8, not {rows.shape} of "
                        f"{rows.dtype}")
    return np.ascontiguousarray(rows)


def aligned_states(states: np.ndarray) -> np.ndarray:
    """(n, 256) bytes, contiguous and aligned as the library requires."""
    states = rows_of_bytes(states, STATE_BYTES, "states")
    if states.ctypes.data % 16:
        memory = np.empty(states.size + 16, np.uint8)
        start = -memory.ctypes.data % 16
        copy = memory[start:start + states.size].reshape(states.shape)
        copy[...] = states
        return copy
    return states


class Fixed:
    """Attributes named in `_fixed` are set once: they are sizes of arrays that C fills."""

    _fixed: Tuple[str, ...] = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._fixed and name in vars(self):
            raise AttributeError(f"{name} of a {type(self).__name__} cannot be changed")
        super().__setattr__(name, value)


class Owner:
    """Has a handle of the library, which is freed with it (at the end of the program by the
    system, as other threads may still run). It is not copied, as a handle is freed once. A
    second call at a time, from another thread or an evaluator, raises instead of changing
    what the first one reads."""

    def _own(self, handle: Optional[int], free: Callable[[int], None], *kept: object,
             forks: bool) -> None:
        """kept: what the handle uses. forks: whether it works in a forked process."""
        self._handle = library.check_handle(handle)
        self._process, self._forks = os.getpid(), forks
        self._lock = threading.Lock()
        self._finalizer = weakref.finalize(self, _free, free, self._handle, self._process,
                                           kept)
        self._finalizer.atexit = False

    def _check_process(self) -> None:
        if not self._forks and os.getpid() != self._process:
            raise Error(f"this {type(self).__name__} was created before the process forked; "
                        "create it in the process that uses it")

    @contextmanager
    def _use(self) -> Iterator[None]:
        self._check_process()
        if not self._lock.acquire(blocking=False):
            raise Error(f"this {type(self).__name__} is in use; give each thread its own")
        try:
            yield
        finally:
            self._lock.release()

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"a {type(self).__name__} can be neither copied nor pickled: create "
                        "another one")


def _free(free: Callable[[int], None], handle: int, process: int, _kept: tuple) -> None:
    if os.getpid() == process:
        free(handle)

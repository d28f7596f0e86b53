"""libfulcrum through ctypes: its location, its functions' signatures, its errors.

The shared library is searched for in this order:

1. ``FULCRUM_LIBRARY``, a file or a folder; nowhere else if it is set;
2. beside this package;
3. in ``lib`` of the prefixes above the package, of Python (of a virtual environment, and
   of the Python that it was made with), of the program ``fulcrum`` on ``PATH``, and of the
   user (``~/.local``); beside that program; beside the folders of ``PKG_CONFIG_PATH``;
4. where the dynamic linker searches (ldconfig, ``LD_LIBRARY_PATH``).

Threads: functions release the GIL while they run.
"""

import ctypes
import json
import operator
import os
import shutil
import site
import sys
import sysconfig
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, Iterator, Optional, Union

API_VERSION = 1
STATE_BYTES = 256
NOBODY = 2
_FILE = "libfulcrum.so"


class Error(Exception):
    """An error of libfulcrum, with its message; `status` is its number."""

    def __init__(self, message: str, status: int = -1):
        super().__init__(message)
        self.status = status


class WrongCall(Error, ValueError):
    """An invalid argument, text or configuration."""


class FileError(Error, OSError):
    """A file cannot be read, is damaged or is of another kind."""

    def __str__(self) -> str:
        return str(self.args[0])


class Stopped(Error):
    """The evaluator has stopped the searches."""


_ERRORS = {-1: WrongCall, -2: FileError, -4: Stopped}


class StateBytes(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_ubyte * STATE_BYTES)]


class Sized(ctypes.Structure):
    """A struct whose first field is its size, which is filled in."""

    def __init__(self, **fields):
        super().__init__(size=ctypes.sizeof(type(self)), **fields)


def _int32s(names: str) -> list:
    return [(name, c_int32) for name in names.split()]


def _pointers(names: str) -> list:
    return [(name, c_void_p) for name in names.split()]


class Numbers(Sized):
    _fields_ = [("size", c_size_t)] + _int32s(
        "rules_version num_actions max_legal max_game_length cells grid_height grid_width "
        "num_symmetries state_bytes packed_bytes planes_version planes planes_height "
        "planes_width features_version features features_words")


class Outcome(ctypes.Structure):
    _fields_ = _int32s("over winner reason")


class PolicyOutput(ctypes.Structure):
    _fields_ = _int32s("kind head start to")


class EnvArrays(Sized):
    _fields_ = [("size", c_size_t)] + _pointers(
        "planes planes_float mask legal num_legal player reward done winner reason length")


class Leaves(ctypes.Structure):
    _fields_ = ([("size", c_size_t)] + _int32s("count num_actions")
                + _pointers("states planes mask values priors"))


EVALUATE = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Leaves))


class Evaluator(Sized):
    _fields_ = [("size", c_size_t), ("evaluate", EVALUATE), ("context", c_void_p),
                ("batch", c_int32)]


class Moments(Sized):
    _fields_ = [("size", c_size_t), ("seed", c_uint64)] + _pointers("games plies turns")


class Found(Sized):
    _fields_ = [("size", c_size_t)] + _pointers(
        "chosen value proof visits num_legal actions of_action values priors policy")


class Column(Sized):
    _fields_ = [("size", c_size_t), ("path", c_char_p), ("data", c_void_p),
                ("rows", c_int64), ("width", c_int64), ("type", c_int32)]


# What passes to C: nothing that C would cut off.

def integer(value: Any, name: str, low: int = -2**31, high: int = 2**31 - 1) -> int:
    """A whole number, as an int; NumPy's are welcome, floats are not."""
    number = operator.index(value)
    if not low <= number <= high:
        raise WrongCall(f"{name} must be from {low} to {high}, not {number}")
    return number


def text_bytes(text: str, name: str) -> bytes:
    if not isinstance(text, str):
        raise WrongCall(f"{name} is a string, not {text!r}")
    if "\0" in text:
        raise WrongCall(f"{name} contains a null character: {text!r}")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise WrongCall(f"{name} is not valid Unicode: {text!r}") from None


def path_bytes(path: "Union[str, bytes, os.PathLike]") -> bytes:
    """A path in the file system's bytes, which need not be UTF-8."""
    found = os.fsencode(path)
    if b"\0" in found:
        raise WrongCall(f"a path contains a null character: {path!r}")
    return found


def json_bytes(value: Any) -> bytes:
    """JSON; NumPy's numbers are numbers."""
    def plain(other: Any) -> Any:
        if callable(getattr(other, "item", None)):
            return other.item()
        raise WrongCall(f"{other!r} cannot be written as JSON")
    return json.dumps(value, default=plain).encode()


_P = c_void_p
# Each function's result and argument types.
_FUNCTIONS = {
    "api_version": (c_int, []),
    "version": (c_char_p, []),
    "error": (c_char_p, []),
    "error_status": (c_int, []),
    "game_name": (c_char_p, [c_int]),
    "load_game": (c_int, [c_char_p]),
    "load_games_of_environment": (c_int, []),
    "game_new": (_P, [c_char_p, c_char_p]),
    "game_free": (None, [_P]),
    "game_fact": (c_char_p, [_P, c_int]),
    "game_numbers": (c_int, [_P, POINTER(Numbers)]),
    "state_start": (c_int, [_P, _P]),
    "legal": (c_int, [_P, _P, _P]),
    "apply": (c_int, [_P, _P, c_int]),
    "player": (c_int, [_P, _P]),
    "outcome": (Outcome, [_P, _P]),
    "reason": (c_char_p, [c_int]),
    "position_text": (c_int, [_P, _P, c_char_p, c_size_t]),
    "action_text": (c_int, [_P, c_int, c_char_p, c_size_t]),
    "picture": (c_int, [_P, _P, c_int, c_char_p, c_size_t]),
    "position_read": (c_int, [_P, c_char_p, _P]),
    "action_read": (c_int, [_P, _P, c_char_p]),
    "pack": (c_int, [_P, _P, _P]),
    "unpack": (c_int, [_P, _P, _P]),
    "planes": (c_int, [_P, _P, c_int, _P]),
    "planes_float": (c_int, [_P, _P, c_int, _P]),
    "plane_meaning": (c_char_p, [_P, c_int]),
    "plane_scale": (ctypes.c_float, [_P, c_int]),
    "policy_output": (c_int, [_P, _P, c_int, POINTER(PolicyOutput)]),
    "legal_mask": (c_int, [_P, _P, c_int, _P]),
    "sides": (c_int, [_P, _P, c_int, _P]),
    "seen_actions": (c_int, [_P, c_int, _P]),
    "features": (c_int, [_P, _P, c_int, _P]),
    "symmetry": (c_int, [_P, c_int, _P, _P]),
    "symmetry_action": (c_int, [_P, c_int, c_int]),
    "symmetry_exchanges_sides": (c_int, [_P, c_int]),
    "env_new": (_P, [_P, c_int, POINTER(EnvArrays), c_uint64, c_int]),
    "env_free": (None, [_P]),
    "env_reset": (c_int, [_P]),
    "env_step": (c_int, [_P, _P]),
    "env_sample": (c_int, [_P, _P]),
    "env_set": (c_int, [_P, c_int, _P]),
    "env_states": (_P, [_P]),
    "search_new": (_P, [_P, c_char_p, POINTER(Evaluator), c_int]),
    "search_free": (None, [_P]),
    "search_config": (c_char_p, [_P]),
    "search_run": (c_int, [_P, _P, c_int, POINTER(Moments), POINTER(Found)]),
    "games_open": (_P, [c_char_p]),
    "games_close": (None, [_P]),
    "games_game": (_P, [_P]),
    "games_config": (c_char_p, [_P]),
    "games_count": (c_int64, [_P]),
    "games_next": (c_int64, [_P]),
    "games_rewind": (c_int, [_P]),
    "games_column": (c_int, [_P, c_int, POINTER(Column)]),
}


class Library:
    """The functions of fulcrum.h, without their prefix."""

    def __init__(self, path: str):
        try:
            shared = ctypes.CDLL(path)
            for name, (result, arguments) in _FUNCTIONS.items():
                function = getattr(shared, "fulcrum_" + name)
                function.restype, function.argtypes = result, arguments
                setattr(self, name, function)
        except (OSError, AttributeError) as error:
            raise ImportError(f"{path} cannot be loaded as libfulcrum: {error}") from None
        self.path = path
        if self.api_version() != API_VERSION:
            raise ImportError(f"{path} has interface version {self.api_version()}; "
                              f"this package needs version {API_VERSION}")

    def raise_error(self) -> None:
        """Raises the error of the calling thread's last failed call."""
        message, status = self.error().decode("utf-8", "replace"), self.error_status()
        if status == -3:
            raise MemoryError(message)
        raise _ERRORS.get(status, Error)(message, status)

    def check(self, result: int) -> int:
        if result < 0:
            self.raise_error()
        return result

    def check_handle(self, handle: Optional[int]) -> int:
        if not handle:
            self.raise_error()
        return handle


def _candidates() -> Iterator[str]:
    named = os.environ.get("FULCRUM_LIBRARY")
    if named:
        yield os.path.join(named, _FILE) if os.path.isdir(named) else named
        return
    names = (f"{_FILE}.{API_VERSION}", _FILE)
    folder = os.path.dirname(os.path.realpath(__file__))
    program = os.path.dirname(os.path.realpath(shutil.which("fulcrum") or "/"))
    multiarch = sysconfig.get_config_var("MULTIARCH") or ""
    folders, prefixes, above = [folder], [], folder
    while os.path.dirname(above) != above:
        above = os.path.dirname(above)
        prefixes.append(above)
    prefixes += [sys.prefix, sys.base_prefix, os.path.dirname(program), site.getuserbase()]
    folders += [os.path.join(prefix, part) for prefix in prefixes
                for part in ("lib", os.path.join("lib", multiarch), "lib64")]
    folders.append(program)  # a build folder has both
    folders += [os.path.dirname(path) for path in
                os.environ.get("PKG_CONFIG_PATH", "").split(":") if path]
    for folder in folders:
        yield from (path for path in (os.path.join(folder, name) for name in names)
                    if os.path.isfile(path))
    yield names[0]


def _load() -> Library:
    failed = None
    for path in _candidates():
        try:
            return Library(path)
        except ImportError as error:
            failed = failed or error
    raise ImportError(
        f"{failed}\nBuild and install libfulcrum (cmake --build build && cmake --install "
        "build --prefix ~/.local), and put PREFIX/bin on PATH if it is another prefix; or set "
        "FULCRUM_LIBRARY to the library, or to its folder, as in FULCRUM_LIBRARY=build.")


library = _load()

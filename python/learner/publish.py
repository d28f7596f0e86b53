"""Atomic, durable files: complete as soon as they have their final names, and safe from power
loss once these functions return.

    publish("rows.csv", lambda file: file.write(b"1,2\\n"))
    publish_link("best", "weights")
    write_json("plan.json", {})
    append("losses.csv", "1,2\\n")
    make_folder("runs/loop")

A failed write raises OSError and leaves the previous file unchanged.
"""

import contextlib
import json
import os


def sync(path):
    """Waits until a file's contents, or a folder's entries, are on disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _publish_made(path, make, is_file=True):
    """make(name) creates it under a temporary name."""
    unfinished = path + ".unfinished"
    try:
        make(unfinished)
        if is_file:
            sync(unfinished)
        os.replace(unfinished, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)
        raise
    sync(os.path.dirname(path) or ".")


def publish(path, write):
    def make(name):
        with open(name, "wb") as file:
            write(file)
    _publish_made(path, make)


def publish_link(path, target):
    def make(name):
        if os.path.lexists(name):  # of a killed process
            os.unlink(name)
        os.symlink(target, name)
    _publish_made(path, make, is_file=False)


def append(path, lines, header=""):
    """Appends to a file of lines; a last line truncated by a kill is removed first. header: the
    first line of a new file."""
    with open(path, "a+b") as file:
        file.seek(0)
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
        file.write(((header if whole == 0 else "") + lines).encode())
        file.flush()
        os.fsync(file.fileno())


def make_folder(path):
    """With missing parents."""
    above = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(path):
        make_folder(above)
        os.makedirs(path, exist_ok=True)
    sync(above)


def write_json(path, value):
    publish(path, lambda file: file.write((json.dumps(value, indent=1) + "\n").encode()))


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)

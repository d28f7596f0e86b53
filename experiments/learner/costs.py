"""The cost of a loop's steps: costs.csv in its folder.

    with Costs(folder).of(3, "games"):         # programs that end inside
        ...
    minutes(folder, 3)      # CPU-minutes of all steps of generations 0 to 3, or None

One row per step and command: generation, step, CPU seconds of all programs that ended in it,
and wall-clock seconds. Steps are games, export, reanalyze, train and gate; "copied" are games
that another loop has played, at their original cost. Games that are played during the training
of the previous generation (`overlap` in the plan) have a row for that time, which counts for
their own generation. A step that was stopped and resumed has several rows; the cost of a step
in which the loop itself is killed is lost, as is that of Slurm jobs. A row truncated by a kill
is ignored, and removed with the next write.
"""

import contextlib
import os
import re
import resource
import time

from data import DataError
from publish import append

FILE = "costs.csv"
HEADER = "generation,step,cpu_seconds,seconds"
ROW = re.compile(r"(\d+),(games|copied|export|reanalyze|train|gate),(\d+\.\d+),(\d+\.\d+)")


def cpu_seconds():
    """CPU seconds of all child processes that have ended and were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Costs:
    def __init__(self, folder):
        self.path = os.path.join(folder, FILE)

    @contextlib.contextmanager
    def of(self, generation, step, began=None):
        """began: the start by time.monotonic(), if before now."""
        cpu, clock = cpu_seconds(), began or time.monotonic()
        try:
            yield
        finally:
            spent = cpu_seconds() - cpu
            if spent > 0:
                append(self.path, text([(generation, step, spent, time.monotonic() - clock)], ""),
                       header=HEADER + "\n")


def text(rows, header=HEADER + "\n"):
    """The rows as text of the file."""
    return header + "".join(f"{generation},{step},{cpu:.2f},{clock:.2f}\n"
                            for generation, step, cpu, clock in rows)


def read(folder):
    """All rows: generation, step, CPU seconds, seconds; none without a file."""
    path = os.path.join(folder, FILE)
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        lines = file.read().split("\n")[:-1]  # the last may be cut off
    if lines and lines[0] != HEADER:
        raise DataError(f"{path}: line 1 must be {HEADER}, not {lines[0][:60]!r}")
    rows = [ROW.fullmatch(line) for line in lines[1:]]
    if None in rows:
        number = rows.index(None) + 1
        raise DataError(f"{path}: line {number + 1} is not a row of {HEADER}: "
                        f"{lines[number][:60]!r}")
    return [(int(row[1]), row[2], float(row[3]), float(row[4])) for row in rows]


def minutes(folder, generation):
    rows = read(folder)
    return sum(row[2] for row in rows if row[0] <= generation) / 60 if rows else None

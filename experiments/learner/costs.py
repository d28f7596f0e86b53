"""What the steps of a loop have cost: costs.csv in its folder.

    with Costs(folder).of(3, "games"):         # what is waited for in it
        ...
    minutes(folder, 3)      # CPU-minutes of all steps of generations 0 to 3, or None

A row a step and call: generation, step (games, reanalyze, train or gate), seconds of CPU
time of all programs that ended in it, and seconds of the clock. Games that are begun beside
the training of the generation before (`overlap` in the plan) have a row from then to its end,
which counts for their own. A step that was stopped and gone on with has several rows; what a
call has spent in a step in which it is killed itself is lost, and so is what jobs under Slurm
spend.
"""

import contextlib
import csv
import os
import resource
import time

from publish import append

FILE = "costs.csv"
COLUMNS = ("generation", "step", "cpu_seconds", "seconds")


def cpu_seconds():
    """Of all programs that have ended and were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Costs:
    def __init__(self, folder):
        self.path = os.path.join(folder, FILE)

    @contextlib.contextmanager
    def of(self, generation, step, began=None):
        """began: when that was, if before now, by time.monotonic()."""
        cpu, clock = cpu_seconds(), began or time.monotonic()
        try:
            yield
        finally:
            spent = cpu_seconds() - cpu
            if spent > 0:
                head = "" if os.path.exists(self.path) else ",".join(COLUMNS) + "\n"
                append(self.path, f"{head}{generation},{step},{spent:.2f},"
                                  f"{time.monotonic() - clock:.2f}\n")


def minutes(folder, generation):
    path = os.path.join(folder, FILE)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8", newline="") as file:
        return sum(float(row["cpu_seconds"]) for row in csv.DictReader(file)
                   if int(row["generation"]) <= generation) / 60

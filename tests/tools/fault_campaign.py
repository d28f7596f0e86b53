#!/usr/bin/python3
"""Tests every crash point of the commands of scenarios.py that publish files.

Each command is run on a tiny folder, and again for every call by which it changes files, with
that call failing, or the process ending or asked to stop there (tests/layers/fault_layer.c).
After each run, files with final names must be complete or absent, a command that reports
success must have finished, and the same command must resume to bit-identical results.
Memory: each command runs again for every allocation, its own or a library's, with that one
failing (tests/layers/memory_layer.c): the right result or a message and exit status 2.
Places: each command runs again for every place in the program below which the HDF5 library
is called, or something is read, with such a call failing (tests/layers/hdf5_layer.c,
read_layer.c): the right result, or a message and exit status 2 (of the library: or 1).

Use: fault_campaign.py [--layers FOLDER] [--every K] [--kinds KIND ... |
         --memory | --copies | --hdf5 | --read] [NAME ...]
"""
import collections
import errno
import os
import re
import signal
import sys

import campaign
from campaign import Campaign
from scenarios import NETWORKS, READERS, SCENARIOS

FAULTS = "eio", "enospc", "short", "kill", "torn", "power", "eintr", "nosupp", "stop"
ENDS = "kill", "torn", "power"


def timeless(text):
    """Without times; a speed is of call logs, which may be missing."""
    return re.sub(r'"seconds":\s*(\{[^}]*\}|[^,}]*)|\n +Games/s .*', "", text)


class Faults(Campaign):
    log_name = "FAULT_LOG"
    kinds = None # those of --kinds

    def environment(self, folder):
        return self.faults(folder)

    def read_log(self, path):
        with open(path) as file:
            self.calls = [line.split()[0] for line in file]

    def numbers(self, kind):
        """Numbers of the calls that a kind applies to."""
        return [number for number, call in enumerate(self.calls, 1)
                if kind != "short" or call in ("write", "pwrite")]

    def points(self, _):
        """Such as "eio:12"."""
        return [f"{kind}:{number}" for kind in self.kinds or self.options.kinds
                for number in self.numbers(kind)]

    def name_of(self, point):
        return f"{point} ({self.calls[int(point.split(':')[1]) - 1]})"

    def fault(self, kind, number):
        return {"FAULT": f"{kind}:{number}"}

    def allowed(self):
        return self.status, 2

    def says_done(self, status):
        return status == self.status

    def tried(self, point, folder):
        """Whether the command finished despite the fault, and what is wrong."""
        campaign.copy(self.base, folder)
        (kind, number), wrong = point.split(":"), []
        done = self.run(self.scenario.call, folder, self.fault(kind, int(number)))
        if kind not in ENDS:
            stopped = 3, -signal.SIGTERM # of a command that has nothing to keep
            if kind == "stop" and done.returncode in stopped:
                pass
            elif done.returncode < 0:
                wrong.append(f"signal {-done.returncode}")
            elif done.returncode not in self.allowed():
                wrong.append(f"status {done.returncode}: {done.stderr[-300:]}")
            elif self.scenario.reads and done.returncode == self.status and \
                    timeless(done.stdout) != timeless(self.output):
                wrong.append(f"another output: {done.stdout[:300]}")
            elif done.returncode == 2 and not done.stderr.startswith(("fulcrum", "\nlibgomp")):
                wrong.append(f"no message: {done.stderr[:200]}")
            if kind == "short" and done.returncode != self.status:
                wrong.append(f"failed on a short write: {done.stderr[:200]}")
        wrong += self.differ(folder, self.says_done(done.returncode))
        if not self.scenario.reads:
            wrong += self.go_on(folder)
        return done.returncode == self.status, wrong

    def summary(self, points, said_by):
        done = collections.defaultdict(list)
        for point, said in said_by:
            done[point.split(":")[0]].append(said)
        return f"{len(self.calls)} calls, {len(points)} faults: " + ", ".join(
            f"{kind} {len(said)} ({sum(said)} finished all the same)"
            for kind, said in done.items())


class Memory(Faults):
    """Every allocation, each in a separate process and folder."""
    log_name = "MEMORY_LOG"
    kinds = "memory",

    def environment(self, folder):
        return {"LD_PRELOAD": os.path.join(self.options.layers, "memory_layer.so")}

    def read_log(self, path):
        with open(path) as file:
            self.calls = ["allocation"] * int(file.read())

    def fault(self, kind, number):
        return {"MEMORY_AT": str(number)}


class MemoryCopies(Memory):
    """Every allocation in a forked copy of the process, where the program's out-of-memory
    error ends it before it touches the folder again; the allocations whose copy does anything
    else, and every K-th, again in a separate process."""

    def points(self, index):
        folder = os.path.join(self.options.folder, self.scenario.name, "copies")
        log = folder + ".log"
        campaign.copy(self.base, folder)
        done = self.run(self.scenario.call, folder, {"MEMORY_FORKS": log})
        unlike = self.differ(folder, True)
        if done.returncode != self.status or unlike:
            sys.exit(f"{self.scenario.name}: a copy has changed the folder: {unlike}, status "
                     f"{done.returncode}: {done.stderr[-300:]}")
        self.ended = set()
        with open(log, errors="replace") as file:
            for line in file:
                number, status, said = line.rstrip("\n").split(" ", 2)
                if int(status) == 2 << 8 and said.startswith("fulcrum") and \
                        "out of memory" in said:
                    self.ended.add(f"{self.kinds[0]}:{number}")
        return [point for number, point in enumerate(super().points(index))
                if point not in self.ended or number % self.options.every_copy == 0]

    def summary(self, points, said_by):
        return f"{len(self.ended)} copies ended with a message; " + \
            super().summary(points, said_by)


class Places(Faults):
    """A call fails below every place of the program."""
    log_name = "PLACE_LOG"
    layer = None

    def environment(self, folder):
        return {"FAULT_FOLDER": folder,
                "LD_PRELOAD": os.path.join(self.options.layers, self.layer)}

    def fault(self, kind, number):
        return {"PLACE_AT": str(number)}

    def read_log(self, path):
        with open(path) as file:
            self.calls = file.read().splitlines()

    def numbers(self, kind):
        """Enough calls that one fails below every place of the program; calls that close
        come last, since a program may ignore their failure."""
        seen = self.options.seen[kind] if self.options.once else set()
        numbers = []
        for closes in False, True:
            for number, line in enumerate(self.calls, 1):
                name, *places = line.split(" ")
                if ("close" in name) == closes and not seen.issuperset(places):
                    seen.update(places)
                    numbers.append(number)
        return numbers

    def says_done(self, status):
        return status == self.status == 0


class Hdf5(Places):
    kinds = "hdf5",
    layer = "hdf5_layer.so"

    def allowed(self): # 1: a file that the library cannot read counts as damaged
        return self.status, 1, 2


class Reads(Places):
    kinds = "read", "eintr"
    layer = "read_layer.so"

    def fault(self, kind, number):
        numbers = {"PLACE_AT": str(number)}
        return numbers if kind == "read" else {**numbers, "READ_ERRNO": str(errno.EINTR)}

    def differ(self, folder, complete):
        wrong = super().differ(folder, complete)
        return [] if self.scenario.of_what_there_is and not complete else wrong

    def says_done(self, status):
        return super().says_done(status) and not self.scenario.of_what_there_is


def main():
    parser = campaign.parser_of(__doc__)
    parser.add_argument("--kinds", nargs="+", choices=FAULTS, default=FAULTS)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--copies", action="store_true", help="as --memory, in forked copies "
                        "of the process; --every K repeats every K-th in a separate process")
    parser.add_argument("--hdf5", action="store_true")
    parser.add_argument("--read", action="store_true")
    parser.add_argument("--once", action="store_true",
                        help="test a place that several commands share in the first one only")
    options = parser.parse_args()
    options.seen = collections.defaultdict(set)
    kind, scenarios = Faults, SCENARIOS
    if options.memory or options.copies:
        kind, scenarios = Memory, SCENARIOS + READERS
    elif options.hdf5 or options.read:
        kind = Hdf5 if options.hdf5 else Reads
        scenarios = SCENARIOS + READERS + NETWORKS
    if options.copies:
        kind, options.every_copy, options.every = MemoryCopies, options.every, 1
    return campaign.run(options, scenarios, kind, "fault-campaign-")


if __name__ == "__main__":
    sys.exit(main())

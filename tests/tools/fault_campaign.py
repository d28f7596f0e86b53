#!/usr/bin/python3
"""Every crash point of the commands that publish: each is run on a tiny folder, and again
for every call by which it changes files, with that call failing or the process ending at it
(tests/support/fault_layer.c). After each, files that have their final names are whole or not
there, a call that says it is done has done it, and the same call goes on to the same bits.
The scripts `publish`, `loop` and `train` of the learner, by their names: calls of the
processes that they start count, too.
And memory: each command again for every allocation, its own or a library's, with that one
failing (tests/support/memory_layer.c): the right result or a message and exit status 2.

Use: fault_campaign.py [--fulcrum PROGRAM --layers FOLDER] [--every K]
                       [--memory | --copies] [--of PROGRAM] [NAME ...]
"""
import os
import sys

import campaign
from campaign import READERS, SCENARIOS, SCRIPTS, Campaign

FAULTS = "eio", "enospc", "short", "kill", "torn", "power"
ENDS = "kill", "torn", "power"


class Faults(Campaign):
    log_name = "FAULT_LOG"
    kinds = FAULTS

    def environment(self, folder):
        variables = {"FAULT_FOLDER": folder,
                     "LD_PRELOAD": os.path.join(self.options.layers, "fault_layer.so")}
        if self.scenario.is_script:
            variables["FAULT_COUNT"] = folder + ".count"
            with open(folder + ".count", "wb") as file:
                file.write(bytes(8))
        return variables

    def read_log(self, path):
        with open(path) as file:
            lines = [line.split() for line in file]
        self.calls = [line[0] for line in lines]
        self.programs = [line[-1] for line in lines]

    def points(self, _):
        """As "eio:12". A process is no place of its own without power."""
        return [f"{kind}:{number}" for kind in self.kinds
                if kind != "power" or not self.scenario.is_script
                for number in range(1, len(self.calls) + 1)
                if (kind != "short" or self.calls[number - 1] in ("write", "pwrite")) and
                self.options.of in (None, self.programs[number - 1])]

    def name_of(self, point):
        return f"{point} ({self.calls[int(point.split(':')[1]) - 1]})"

    def fault(self, point):
        return {"FAULT": point}

    def tried(self, point, folder):
        """Whether the command is done all the same, and what is wrong."""
        campaign.copy(self.base, folder)
        kind, wrong = point.split(":")[0], []
        done = self.run(self.scenario.call, folder, self.fault(point))
        if kind not in ENDS:
            if done.returncode < 0:
                wrong.append(f"signal {-done.returncode}")
            elif done.returncode not in (self.status, 2):
                wrong.append(f"status {done.returncode}: {done.stderr[-300:]}")
            elif self.scenario.reads and done.returncode == self.status and \
                    done.stdout != self.output:
                wrong.append(f"another output: {done.stdout[:300]}")
            elif done.returncode == 2 and not self.has_message(done.stderr):
                wrong.append(f"no message: {done.stderr[:200]}")
            if kind == "short" and done.returncode != self.status:
                wrong.append(f"a short write is no fault: {done.stderr[:200]}")
        wrong += self.differ(folder, done.returncode == self.status)
        if not self.scenario.reads:
            wrong += self.go_on(folder)
        return done.returncode == self.status, wrong

    def has_message(self, text):
        """One message of a command; of a script the last, after those of what it runs."""
        return text.strip("\n").split("\n")[-1].startswith(self.scenario.says) \
            if self.scenario.is_script else text.startswith(self.scenario.says)

    def summary(self, points, said_by):
        kinds = [kind for kind in self.kinds
                 if any(point.startswith(kind) for point in points)]
        done = {kind: [said for point, said in said_by if point.startswith(kind)]
                for kind in kinds}
        return f"{len(self.calls)} calls, {len(points)} faults: " + ", ".join(
            f"{kind} {len(said)} ({sum(said)} done all the same)"
            for kind, said in done.items())


class Memory(Faults):
    """Every allocation, each with a process and a folder of its own."""
    log_name = "MEMORY_LOG"
    kinds = "memory",

    def environment(self, folder):
        return {"LD_PRELOAD": os.path.join(self.options.layers, "memory_layer.so")}

    def read_log(self, path):
        with open(path) as file:
            self.calls = ["allocation"] * int(file.read())
        self.programs = ["fulcrum"] * len(self.calls)

    def fault(self, point):
        return {"MEMORY_AT": point.split(":")[1]}


class MemoryCopies(Memory):
    """Every allocation in a copy of the process that is made for it, in which the program's
    out of memory ends it before it touches the folder again; those copies that do anything
    else, and every so many-th, with a process of their own."""

    def points(self, index):
        folder = os.path.join(self.options.folder, self.scenario.name, "copies")
        log = folder + ".log"
        campaign.copy(self.base, folder)
        done = self.run(self.scenario.call, folder, {"MEMORY_FORKS": log})
        unlike = self.differ(folder, True)
        if done.returncode != self.status or unlike:
            sys.exit(f"{self.scenario.name}: a copy has touched the folder: {unlike}, status "
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


def main():
    parser = campaign.parser_of(__doc__, SCRIPTS)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--copies", action="store_true", help="memory: every allocation in a "
                        "copy of the process; --every is of processes of their own")
    parser.add_argument("--of", metavar="PROGRAM", help="calls of the processes of that name "
                        "alone: python3, fulcrum")
    options = parser.parse_args()
    kind = MemoryCopies if options.copies else Memory if options.memory else Faults
    if options.copies:
        options.every_copy, options.every = options.every, 1
    return campaign.run(options, SCENARIOS + READERS * (kind != Faults), kind,
                        "fault-campaign-", SCRIPTS if kind == Faults else ())


if __name__ == "__main__":
    sys.exit(main())

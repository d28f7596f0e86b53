#!/usr/bin/python3
"""Every crash point of the commands that publish: each is run on a tiny folder, and again
for every call by which it changes files, with that call failing or the process ending at it
(tests/support/fault_layer.c). After each, files that have their final names are whole or not
there, a call that says it is done has done it, and the same call goes on to the same bits.
And memory: each command again for every allocation, its own or a library's, with that one
failing (tests/support/memory_layer.c): the right result or a message and exit status 2. And
places: each command again for every place in the program below which the HDF5 library is
called, or something is read, with such a call failing (tests/support/hdf5_layer.c,
read_layer.c): the right result, or a message and exit status 1 or 2.

Use: fault_campaign.py --fulcrum PROGRAM --layers FOLDER [--every K] [--kinds KIND ... |
         --memory | --hdf5 | --read] [NAME ...]
"""
import argparse
import collections
import errno
import filecmp
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAULTS = "eio", "enospc", "short", "kill", "torn", "power", "eintr", "nosupp"
MEMORY = "memory",
HDF5 = "hdf5",
READ = "read", "eintr"
ENDS = "kill", "torn", "power"
# What lies beside the results, and what no later call reads as a result.
BESIDE = "calls", "journal", "damaged"

RUN_JSON = """{"game": "seesaw", "variant": {"size": 2}, "games": 5, "shard_games": 2,
 "seed": 3, "search": {"simulations": 4}}"""
AGENT = '{"name": "a%d", "search": {"simulations": %d}}'
STUDY = """{"title": "t", "game": "seesaw", "variants": [{"name": "a",
 "variant": {"size": 2}}], "strengths": [{"simulations": 4}],
 "games": {"first": 4, "most": 4, "shard": 2}}"""


class Scenario:
    """call: what is run; again: the calls that go on; made: by these calls, before."""

    def __init__(self, name, call, again=(), made=(), damage=None, reads=False,
                 of_what_there_is=False):
        self.name, self.call, self.again = name, call, again or [call]
        # It reports on a folder that may be in the making: less where less can be read.
        self.of_what_there_is = of_what_there_is
        self.reads = reads # it only prints, the same in every call
        self.made, self.damage = made, damage


def cut_first_shard(folder):
    with open(os.path.join(folder, "run", "shard-000000.h5"), "r+b") as file:
        file.seek(3000)
        byte = file.read(1)
        file.seek(3000)
        file.write(bytes([byte[0] ^ 1]))


PLAY = "selfplay run.json --out run --threads 1 --quiet"
LONGER = "selfplay run.json games=7 --out run --threads 1 --quiet"
REPAIR = "verify run --repair --threads 1 --quiet"
STUDY_CALL = "study study.json --out study --threads 1 --quiet"
SCENARIOS = [
    Scenario("selfplay", PLAY),
    Scenario("selfplay-longer", LONGER, (), [PLAY]),
    Scenario("merge", "merge run -o all.h5 --threads 1 --quiet",
             ["merge run -o all.h5 --threads 1 --quiet --force"], [PLAY]),
    Scenario("merge-virtual", "merge run -v -o all.h5 --threads 1 --quiet",
             ["merge run -v -o all.h5 --threads 1 --quiet --force"], [PLAY]),
    Scenario("export", "export run -o train.h5 --planes",
             ["export run -o train.h5 --planes --force"], [PLAY]),
    Scenario("report", "report study -o page.html", (), [STUDY_CALL],
             of_what_there_is=True),
    Scenario("report-csv", "report study --csv=csv", (), [STUDY_CALL],
             of_what_there_is=True),
    Scenario("verify", REPAIR, [REPAIR, PLAY], [PLAY],
             cut_first_shard),
    Scenario("match", "match a.json b.json seesaw size=2 --games 4 --out run --threads 1 "
             "--quiet"),
    Scenario("rate", "rate --out ladder seesaw size=2 a.json b.json --pairs 2 --threads 1 "
             "--quiet"),
    Scenario("study", STUDY_CALL),
    Scenario("slurm", "slurm run.json --no-estimate --out run --tasks 2 --time 1h --merge no"),
]
READERS = [
    Scenario(name, call, made=[PLAY], reads=True) for name, call in (
        ("info", "info run"),
        ("show", "show run --game 1 --boards"),
        ("metrics", "metrics run --json"),
        ("complexity", "complexity seesaw size=2 --population 8 --repeats 2 --json"),
        ("verify-whole", "verify run --threads 1 --json"),
        ("solve", "solve seesaw size=2"),
        ("analyze", "analyze seesaw size=2 search.simulations=50 --json"),
        ("planes", "planes seesaw size=2"),
        ("moves", "moves seesaw size=2"),
        ("perft", "perft seesaw size=2 --depth 3"),
        ("games", "games seesaw"),
        ("keys", "keys --json"),
        ("help", "help selfplay --man"))
]
NETWORKS = [
    Scenario(name, f"evaluate {os.path.join(ROOT, path)} seesaw size=4 --json", reads=True)
    for name, path in (("network", "experiments/seesaw-learning/generation-013.h5"),
                       ("integer-network", "experiments/integer-learning/seesaw-4.h5"))
]


def files_of(folder):
    """Results below a folder, and what is unfinished."""
    results, unfinished = [], []
    for where, folders, names in os.walk(folder):
        unfinished += [os.path.join(where, name) for name in names if name.endswith(".tmp")]
        folders[:] = [name for name in folders if name not in BESIDE]
        results += [os.path.relpath(os.path.join(where, name), folder)
                    for name in names if not name.endswith(".tmp")]
    return sorted(results), unfinished


class Campaign:
    log_name = "FAULT_LOG"

    def environment(self, folder):
        return {"FAULT_FOLDER": folder,
                "LD_PRELOAD": os.path.join(self.options.layers, "fault_layer.so")}

    @staticmethod
    def fault(kind, number):
        return {"FAULT": f"{kind}:{number}"}

    def allowed(self):
        return self.status, 2

    def says_done(self, status):
        return status == self.status

    def numbers(self, kind):
        return [number for number, call in enumerate(self.calls, 1)
                if kind != "short" or call in ("write", "pwrite")]

    def __init__(self, options, scenario):
        self.options, self.scenario = options, scenario
        self.base = os.path.join(options.folder, scenario.name, "base")
        self.whole = os.path.join(options.folder, scenario.name, "whole")
        os.makedirs(self.base)
        for name, text in (("run.json", RUN_JSON), ("a.json", AGENT % (4, 4)),
                           ("b.json", AGENT % (6, 6)), ("study.json", STUDY)):
            with open(os.path.join(self.base, name), "w") as file:
                file.write(text + "\n")
        for call in scenario.made:
            self.expect_done(self.run(call, self.base), call)
        if scenario.damage:
            scenario.damage(self.base)
        shutil.copytree(self.base, self.whole)
        log = self.whole + ".log"
        done = self.run(scenario.call, self.whole, {self.log_name: log})
        self.status, self.output = done.returncode, done.stdout
        if self.status not in (0, 1):
            self.expect_done(done, scenario.call)
        with open(log) as file:
            lines = file.read().splitlines()
        self.calls = self.calls_of(lines)

    @staticmethod
    def calls_of(lines):
        return [line.split(" ")[0] for line in lines]

    def run(self, call, folder, environment=None):
        variables = {**os.environ, "OMP_NUM_THREADS": "1", "SOURCE_DATE_EPOCH": "0",
                     "PATH": self.options.path}
        if environment:
            variables.update(environment, **self.environment(folder))
        return subprocess.run([self.options.fulcrum] + call.split(), cwd=folder,
                              env=variables, stdin=subprocess.DEVNULL, timeout=120,
                              capture_output=True, check=False, text=True)

    @staticmethod
    def expect_done(done, call):
        if done.returncode != 0:
            sys.exit(f"{call}: status {done.returncode}: {done.stderr}")

    def is_same(self, folder, name):
        """But for its folder, which the script of `slurm` names."""
        path, whole = os.path.join(folder, name), os.path.join(self.whole, name)
        if not name.endswith(".sh"):
            return filecmp.cmp(path, whole, shallow=False)
        with open(path) as ours, open(whole) as theirs:
            return ours.read().replace(folder, "") == theirs.read().replace(self.whole, "")

    def differ(self, folder, complete):
        """What of the results differs from the whole ones."""
        there, whole = files_of(folder)[0], files_of(self.whole)[0]
        before = files_of(self.base)[0]
        wrong = [f"{name}: unknown" for name in there if name not in whole]
        for name in whole:
            path = os.path.join(folder, name)
            if not os.path.exists(path):
                if complete or (name in before and not self.scenario.damage):
                    wrong.append(f"{name}: missing")
            elif not self.is_same(folder, name):
                same_as_before = name in before and filecmp.cmp(
                    path, os.path.join(self.base, name), shallow=False)
                if complete or not same_as_before:
                    wrong.append(f"{name}: differs")
        return wrong

    def one(self, kind, number):
        """What is wrong after a fault at a call; and whether the command said it."""
        folder = os.path.join(self.options.folder, self.scenario.name, f"{kind}-{number}")
        shutil.copytree(self.base, folder)
        wrong = []
        done = self.run(self.scenario.call, folder,
                        self.fault(kind, number))
        if kind not in ENDS:
            if done.returncode < 0:
                wrong.append(f"signal {-done.returncode}")
            elif done.returncode not in self.allowed():
                wrong.append(f"status {done.returncode}")
            elif self.scenario.reads and done.returncode == self.status and \
                    done.stdout != self.output:
                wrong.append(f"another output: {done.stdout[:300]}")
            elif done.returncode == 2 and \
                    not done.stderr.startswith(("fulcrum", "\nlibgomp")):
                wrong.append(f"no message: {done.stderr[:200]}")
            if kind == "short" and done.returncode != self.status:
                wrong.append(f"a short write is no fault: {done.stderr[:200]}")
        wrong += self.differ(folder, self.says_done(done.returncode))
        status = done.returncode
        if self.scenario.reads:
            return self.result(folder, kind, number, status, wrong)
        for call in self.scenario.again:
            done = self.run(call, folder)
        if done.returncode not in (0, self.status):
            wrong.append(f"going on: status {done.returncode}: {done.stderr[:300]}")
        wrong += ["going on: " + text for text in self.differ(folder, True)]
        wrong += [f"left: {path}" for path in files_of(folder)[1]]
        return self.result(folder, kind, number, status, wrong)

    @staticmethod
    def result(folder, kind, number, status, wrong):
        if not wrong:
            shutil.rmtree(folder)
        return kind, number, status, wrong


class MemoryCampaign(Campaign):
    log_name = "MEMORY_LOG"

    def environment(self, folder):
        return {"LD_PRELOAD": os.path.join(self.options.layers, "memory_layer.so")}

    @staticmethod
    def fault(kind, number):
        return {"MEMORY_AT": str(number)}

    @staticmethod
    def calls_of(lines):
        return ["allocation"] * int(lines[0])


class PlaceCampaign(Campaign):
    """Below every place of the program a call fails."""
    log_name = "PLACE_LOG"
    layer = None

    def environment(self, folder):
        return {"FAULT_FOLDER": folder,
                "LD_PRELOAD": os.path.join(self.options.layers, self.layer)}

    @staticmethod
    def fault(kind, number):
        return {"PLACE_AT": str(number)}

    @staticmethod
    def calls_of(lines):
        return lines

    def numbers(self, kind):
        """So many that below every place of the program a call has failed; what is closed
        comes last: a program may let that pass."""
        seen = self.options.seen[kind] if self.options.once else set()
        numbers = []
        for closes in False, True:
            for number, line in enumerate(self.calls, 1):
                name, *places = line.split(" ")
                if ("close" in name) == closes and not seen.issuperset(places):
                    seen.update(places)
                    numbers.append(number)
        return numbers

    def allowed(self): # 1: a file cannot be read, and so is damaged
        return self.status, 1, 2

    def says_done(self, status):
        return status == self.status == 0


class Hdf5Campaign(PlaceCampaign):
    layer = "hdf5_layer.so"


class ReadCampaign(PlaceCampaign):
    layer = "read_layer.so"

    def fault(self, kind, number):
        numbers = {"PLACE_AT": str(number)}
        return numbers if kind == "read" else {**numbers, "READ_ERRNO": str(errno.EINTR)}

    def differ(self, folder, complete):
        wrong = super().differ(folder, complete)
        return [] if self.scenario.of_what_there_is and not complete else wrong

    def says_done(self, status):
        return super().says_done(status) and not self.scenario.of_what_there_is


def prepare(options, prefix):
    """Paths that hold in any folder, and a folder for the campaign."""
    options.fulcrum = os.path.abspath(options.fulcrum)
    options.layers = os.path.abspath(options.layers)
    options.folder = os.path.realpath(tempfile.mkdtemp(prefix=prefix))
    options.path = os.path.join(options.folder, "no-programs")


def one_of(arguments):
    campaign, kind, number = arguments
    return campaign.one(kind, number)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--fulcrum", required=True)
    parser.add_argument("--layers", required=True, help="the folder of the layers")
    parser.add_argument("--kinds", nargs="+", choices=FAULTS, default=FAULTS)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--hdf5", action="store_true")
    parser.add_argument("--read", action="store_true")
    parser.add_argument("--once", action="store_true",
                        help="a place of several commands in the first of them alone")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    kinds, make, scenarios = options.kinds, Campaign, SCENARIOS
    if options.memory:
        kinds, make, scenarios = MEMORY, MemoryCampaign, SCENARIOS + READERS
    elif options.hdf5:
        kinds, make, scenarios = HDF5, Hdf5Campaign, SCENARIOS + READERS + NETWORKS
    elif options.read:
        kinds, make, scenarios = READ, ReadCampaign, SCENARIOS + READERS + NETWORKS
    options.seen = collections.defaultdict(set)
    prepare(options, "fault-campaign-")
    total = bad = 0
    try:
        for index, scenario in enumerate(scenarios):
            if options.names and scenario.name not in options.names:
                continue
            campaign = make(options, scenario)
            points = [(campaign, kind, number) for kind in kinds
                      for number in campaign.numbers(kind)]
            points = points[index % options.every::options.every]
            said = {kind: [0, 0] for kind in kinds}
            with multiprocessing.Pool(options.jobs) as pool:
                for kind, number, status, wrong in pool.imap_unordered(one_of, points, 4):
                    said[kind][0] += 1
                    said[kind][1] += status == campaign.status
                    for text in wrong:
                        print(f"WRONG {scenario.name} {kind}:{number} "
                              f"({campaign.calls[number - 1]}): {text}")
                    bad += bool(wrong)
            total += len(points)
            print(f"{scenario.name}: {len(campaign.calls)} calls, {len(points)} faults: " +
                  ", ".join(f"{kind} {count} ({done} done all the same)"
                            for kind, (count, done) in said.items()), flush=True)
    finally:
        if options.keep or bad:
            print(f"kept: {options.folder}")
        else:
            shutil.rmtree(options.folder)
    print(f"{total} faults, {bad} with something wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

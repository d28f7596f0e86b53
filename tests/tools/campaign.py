"""Shared by the campaigns of faults, reorderings and bit flips: runs the commands on tiny
folders, checks the results, and tests and counts all points.

    sys.exit(campaign.run(options, SCENARIOS, Faults, "fault-campaign-"))
"""
import argparse
import filecmp
import hashlib
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile

from scenarios import AGENT, ROOT, RUN_JSON, STUDY

HERE = os.path.dirname(os.path.abspath(__file__))
# Files beside the results, which no later command reads as a result.
BESIDE = "calls", "journal", "damaged", "lock", "log.txt"
UNFINISHED = ".tmp", ".unfinished", ".part", ".merging"


def files_of(folder):
    """Results below a folder, and unfinished files."""
    results, unfinished = [], []
    for where, folders, names in os.walk(folder):
        unfinished += [os.path.join(where, name) for name in folders
                       if name.endswith(UNFINISHED)]
        folders[:] = [name for name in folders
                      if name not in BESIDE and not name.endswith(UNFINISHED)]
        for name in names:
            path = os.path.join(where, name)
            if name.endswith(UNFINISHED):
                unfinished.append(path)
            elif name not in BESIDE:
                results.append(os.path.relpath(path, folder))
    return sorted(results), unfinished


def digest(folder):
    """Of a folder's contents, without times and call logs."""
    text = hashlib.sha256()
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "calls")
        for name in folders + sorted(names):
            path = os.path.join(where, name)
            text.update(os.path.relpath(path, folder).encode() + b"\0")
            if os.path.islink(path):
                text.update(b"-> " + os.readlink(path).encode())
            elif os.path.isfile(path):
                with open(path, "rb") as file:
                    text.update(b"=" + file.read())
            text.update(b"\0")
    return text.digest()


def copy(folder, to):
    shutil.copytree(folder, to, symlinks=True)


class Campaign:
    """A command, its folder before, and its folder after a run without faults. Subclasses
    provide `environment` and `log_name` of their layer, the `points` to test, `tried` to
    test one, `summary`."""
    log_name = None
    gone_on = {}  # per process: findings after resuming, by digest of the folder

    def __init__(self, options, scenario):
        self.options, self.scenario = options, scenario
        self.base = os.path.join(options.folder, scenario.name, "base")
        self.whole = os.path.join(options.folder, scenario.name, "whole")
        self.gone_on.clear()
        os.makedirs(self.base)
        for name, text in (("run.json", RUN_JSON), ("a.json", AGENT % (4, 4)),
                           ("b.json", AGENT % (6, 6)), ("study.json", STUDY)):
            with open(os.path.join(self.base, name), "w") as file:
                file.write(text + "\n")
        for call in scenario.made:
            self.expect_done(self.run(call, self.base), call)
        if scenario.cut:
            self.run(scenario.call, self.base, {"FAULT": scenario.cut}, self.faults(self.base))
        if scenario.damage:
            scenario.damage(self.base)
        copy(self.base, self.whole)
        log = self.whole + ".log"
        done = self.run(scenario.call, self.whole, {self.log_name: log})
        self.status, self.output = done.returncode, done.stdout
        if self.status not in (0, 1):
            self.expect_done(done, scenario.call)
        self.read_log(log)

    def faults(self, folder):
        """The environment of fault_layer.c."""
        return {"FAULT_FOLDER": folder,
                "LD_PRELOAD": os.path.join(self.options.layers, "fault_layer.so")}

    def run(self, call, folder, environment=None, layer=None):
        variables = {**os.environ, "OMP_NUM_THREADS": "1", "SOURCE_DATE_EPOCH": "0",
                     "PATH": self.options.path}
        if environment:
            variables.update(environment, **(layer or self.environment(folder)))
        return subprocess.run([self.options.fulcrum, *call.split()], cwd=folder, env=variables,
                              timeout=300, stdin=subprocess.DEVNULL, capture_output=True,
                              check=False, text=True)

    @staticmethod
    def expect_done(done, call):
        if done.returncode != 0:
            sys.exit(f"{call}: status {done.returncode}: {done.stderr}")

    def is_same(self, folder, name):
        """Up to the folder's name in the script of `slurm`, a generation's CPU time."""
        path, whole = os.path.join(folder, name), os.path.join(self.whole, name)
        if not name.endswith(".sh") and os.path.basename(os.path.dirname(name)) != "generations":
            return filecmp.cmp(path, whole, shallow=False)
        texts = []
        for path in path, whole:
            with open(path) as file:
                text = file.read().replace(folder, "").replace(self.whole, "")
            texts.append(re.sub(r'"seconds":\s*\{[^}]*\}', "", text))
        return texts[0] == texts[1]

    def differ(self, folder, complete):
        """The results that differ from those without faults."""
        there, whole = files_of(folder)[0], files_of(self.whole)[0]
        before = files_of(self.base)[0]
        # The CPU time of a generation so far: read by nothing once that is complete.
        wrong = [f"{name}: unknown" for name in there if name not in whole
                 and ".spent-" not in name and (complete or name not in before)]
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

    def go_on(self, folder):
        """Errors after the same calls were repeated; cached by the folder's contents."""
        key = digest(folder)
        if key in self.gone_on:
            return self.gone_on[key]
        for _ in range(3):
            for call in self.scenario.again:
                done = self.run(call, folder)
            if not files_of(folder)[1]:
                break  # else another process may have the id of the one that left it
        wrong = []
        if done.returncode not in (0, self.status) and not (
                self.scenario.refuses and "already exists" in done.stderr):
            wrong.append(f"status {done.returncode}: {done.stderr[-300:]}")
        wrong += self.differ(folder, True)
        wrong += [f"left: {path}" for path in files_of(folder)[1]]
        self.gone_on[key] = ["going on: " + text for text in wrong]
        return self.gone_on[key]

    def at_point(self, point):
        """What one point says of itself, and what is wrong."""
        folder = os.path.join(self.options.folder, self.scenario.name, f"point-{point}")
        said, wrong = self.tried(point, folder)
        if not wrong:
            shutil.rmtree(folder)
        return point, said, wrong


current = []  # the campaign that worker processes have from the one that forked them


def at_point(point):
    return current[0].at_point(point)


def parser_of(text):
    parser = argparse.ArgumentParser(description=text.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", help="scenarios; none: all")
    parser.add_argument("--layers", default=os.path.join(ROOT, "build", "tests"),
                        help="folder with the preloaded layers, and layered/fulcrum, the program")
    parser.add_argument("--every", type=int, default=1, metavar="K",
                        help="test every K-th point only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", action="store_true")
    return parser


def run(options, scenarios, kind, prefix):
    """Tests the points of all scenarios; returns the exit status."""
    options.layers = os.path.abspath(options.layers)
    options.fulcrum = os.path.join(options.layers, "layered", "fulcrum")
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # no waiting for a disk
    options.folder = os.path.realpath(tempfile.mkdtemp(
        prefix=prefix, dir=os.environ.get("TMPDIR", memory)))
    options.path = os.path.join(options.folder, "no-programs")
    named = [scenario for scenario in scenarios if scenario.name in options.names]
    unknown = set(options.names) - {scenario.name for scenario in named}
    if unknown:
        sys.exit("no such scenario: " + ", ".join(sorted(unknown)))
    total = bad = 0
    try:
        for index, scenario in enumerate(named or scenarios):
            campaign = kind(options, scenario)
            points = campaign.points(index)[index % options.every::options.every]
            current[:], said_by = [campaign], []
            with multiprocessing.Pool(options.jobs) as pool:
                for point, said, wrong in pool.imap_unordered(at_point, points, 4):
                    said_by.append((point, said))
                    for text in wrong:
                        print(f"WRONG {scenario.name} {campaign.name_of(point)}: {text}",
                              flush=True)
                    bad += bool(wrong)
            total += len(points)
            print(f"{scenario.name}: {campaign.summary(points, said_by)}", flush=True)
    finally:
        if options.keep or bad:
            print(f"kept: {options.folder}")
        else:
            shutil.rmtree(options.folder)
    print(f"{total} points, {bad} with errors")
    return 1 if bad else 0

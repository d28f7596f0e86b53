#!/usr/bin/python3
"""Measures the branch coverage of core, mcts, selfplay and eval.

It builds with clang's source-based coverage, runs the tests and the fault campaigns
(fault_campaign.py: every call that changes a file fails once; so does one call of the HDF5
library, and one read, below every place of the program), and prints a table of folders and,
with --files, of files.
A branch is one outcome of one condition, each operand of && and || counted separately; it is
taken when any compiled copy of its line takes it. Not counted: conditions inside macro calls
(mainly REQUIRE and assert, whose other outcome ends the program), the true outcome of
error_set, processes that end by a signal, which write no counts, and core/kit, which only
games are linked with.
The first figure of each folder excludes branches that can never be taken (class_of below
defines them, the output counts them); the second includes them.
Files under 90 % need a line "FILE: REASON" in coverage_reasons.txt beside this script; FILE
may contain * and ? where several files share a reason.

Use: coverage.py [--build FOLDER] [--effort PERCENT] [--jobs N] [--tests REGEX]
         [--skip REGEX] [--no-run] [--no-faults] [--files] [--missing FILE ...]
Exit status: 1 if a file under 90 % has no reason or a test failed, else 0.
"""
import argparse
import bisect
import collections
import fnmatch
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LAYERS = "core", "mcts", "selfplay", "eval"
WANTED = 90.0
# Tests that run none of this code, or are slow for what they add.
SKIPPED = ("cli_(aarch64|documents|experiments|glossary|install|compare|learner|"
           "new_game|newcomer|page_commands|report_browser|structure|instructions)")
FLAGS = "-O1 -g1 -fprofile-instr-generate -fcoverage-mapping"
C_FLAGS = f"{FLAGS} -include {ROOT}/tests/support/coverage_exit.h"
CAMPAIGNS = (("--kinds", "eio", "eintr", "nosupp", "stop"), ("--hdf5", "--once"),
             ("--read", "--once"))
# Functions that always return false, so that callers can return their result; functions
# that return only such results are added.
NEVER_TRUE = {"error_set", "error_prefix"}
CONSTANT = {"true", "false", "0", "1"}
COUNTS = re.compile(r"case (\w+_)?(COUNT|KINDS|TYPES|FIGURES|CARDS)$")


def find_never_true(paths):
    """Adds the functions that return only false and results of NEVER_TRUE functions."""
    functions = {}
    for path in paths:
        with open(path) as file:
            text = re.sub(r'"(?:[^"\\]|\\.)*"', '""', file.read())
        for name, body in re.findall(r"^(?:static )?bool (\w+)\([^;{]*\{\n(.*?)^\}", text,
                                     re.MULTILINE | re.DOTALL):
            functions[name] = re.findall(r"\breturn\s+([^;]*);", body)
    before = None
    while before != len(NEVER_TRUE):
        before = len(NEVER_TRUE)
        NEVER_TRUE.update(
            name for name, returned in functions.items() if returned and all(
                words == "false" or (words.split("(")[0] in NEVER_TRUE and is_one_call(words))
                for words in returned))


def is_one_call(words):
    depth = 0
    for at, char in enumerate(words):
        depth += (char == "(") - (char == ")")
        if char == ")" and depth == 0:
            return at == len(words) - 1
    return False


def class_of(lines, way, is_constant):
    """Why a branch can never be taken, or None."""
    row, column, text, goes = way
    if goes and text.split("(")[0] in NEVER_TRUE:
        return "true, of a function that always returns false, such as error_set"
    if is_constant:
        return "constant in every compiled copy, according to llvm-cov"
    before = lines[row - 1][:column - 1] if row <= len(lines) else ""
    if goes and before.endswith("switch ("):
        return "the default of a switch that has a case for every value"
    if goes and COUNTS.match(text):
        return "the case of the number of values, which -Wswitch-enum requires"
    return None


def run(words, **more):
    return subprocess.run(words, cwd=ROOT, check=True, **more)


def build(folder):
    configure(folder, "-DFULCRUM_TESTS=ON", "-DCMAKE_BUILD_TYPE=None",
              f"-DCMAKE_C_FLAGS={C_FLAGS}", f"-DCMAKE_CXX_FLAGS={FLAGS}")
    run(["ninja", "-C", folder, "--quiet"])
    # Games are linked with this library alone, so it must not need the profile's runtime.
    plain = os.path.join(folder, "plain")
    configure(plain, "-DCMAKE_BUILD_TYPE=Release")
    run(["ninja", "-C", plain, "--quiet", "fulcrum_game"])
    shutil.copy(os.path.join(plain, "libfulcrum_game.a"), folder)


def configure(folder, *options):
    run(["cmake", "-S", ".", "-B", folder, "-G", "Ninja", "-DCMAKE_C_COMPILER=clang",
         "-DCMAKE_CXX_COMPILER=clang++", *options] +
        (["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if "CCACHE_DIR" in os.environ else []),
        stdout=subprocess.DEVNULL)


def compiler(folder):
    """A compiler for tests that compile: the programs it links to our libraries count, too;
    games do not."""
    path = os.path.join(folder, "cc")
    with open(path, "w") as file:
        file.write('#!/bin/sh\ncase " $* " in *" -shared "*) exec cc "$@" ;; esac\n'
                   'exec clang -fprofile-instr-generate "$@"\n')
    os.chmod(path, 0o755)
    return path


def test(options, profiles):
    """Counts go to a temporary folder first: some tests hide the source and the build."""
    with tempfile.TemporaryDirectory(prefix="coverage-") as folder:
        passed = test_into(options, folder)
        for path in glob.glob(os.path.join(folder, "*.profraw")):
            shutil.move(path, os.path.join(profiles, f"{time.time_ns()}-"
                                           + os.path.basename(path)))
    return passed


def test_into(options, folder):
    environment = {**os.environ, "FULCRUM_TEST_EFFORT": str(options.effort),
                   "CC": compiler(folder),
                   "LLVM_PROFILE_FILE": os.path.join(folder, "%2m.profraw")}
    words = ["ctest", "--test-dir", options.build, "-j", str(options.jobs), "--progress",
             "-E", options.skip]
    if options.tests:
        words += ["-R", options.tests]
    passed = subprocess.run(words, cwd=ROOT, env=environment, check=False).returncode == 0
    # Their program has the same %m as fulcrum, but its functions in another order, so that
    # one file cannot have the counts of both.
    environment["LLVM_PROFILE_FILE"] = os.path.join(folder, "layered-%2m.profraw")
    for campaign in CAMPAIGNS if options.faults else ():
        words = [sys.executable, "tests/tools/fault_campaign.py", "--jobs", str(options.jobs),
                 "--layers", f"{options.build}/tests"]
        passed &= subprocess.run(words + list(campaign), cwd=ROOT, env=environment,
                                 check=False).returncode == 0
    return passed


def export(folder, profiles):
    merged = os.path.join(profiles, "all.profdata")
    run(["llvm-profdata", "merge", "-sparse", "-failure-mode=all", "-o", merged] +
        sorted(glob.glob(os.path.join(profiles, "*.profraw"))))
    done = run(["llvm-cov", "export", os.path.join(folder, "fulcrum"),
                "-instr-profile=" + merged, "-skip-functions", "-skip-expansions"] +
               list(LAYERS), capture_output=True)
    return json.loads(done.stdout)["data"][0]["files"]


class File:
    """ways: (line, column, text, outcome) -> how often it was taken; classes: why a way can
    never be taken."""

    def __init__(self, path, branches, segments):
        lines = []
        if os.path.exists(os.path.join(ROOT, path)): # since it was built
            with open(os.path.join(ROOT, path)) as file:
                lines = file.read().split("\n")
        self.path, self.ways = path, collections.Counter()
        for row, column, end_row, end_column, yes, no, *_ in branches:
            text = lines[row - 1][column - 1:end_column - 1 if end_row == row else None] \
                if row <= len(lines) else ""
            if text.strip() in CONSTANT:
                continue
            self.ways[row, column, text, True] += yes
            self.ways[row, column, text, False] += no
        starts = [segment[:2] for segment in segments]
        self.classes = {}
        for way in self.missing():
            row, column, text, goes = way
            at = bisect.bisect_right(starts, [row, column]) - 1
            is_constant = at >= 0 and segments[at][2] > 0 and \
                self.ways.get((row, column, text, not goes), 0) == 0
            found = class_of(lines, way, is_constant)
            if found:
                self.classes[way] = found

    @property
    def possible(self):
        return len(self.ways) - len(self.classes)

    @property
    def taken(self):
        return sum(count > 0 for count in self.ways.values())

    def missing(self):
        return [way for way, count in sorted(self.ways.items()) if count == 0]


def read_reasons():
    reasons = {}
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "coverage_reasons.txt")
    with open(path) as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, reason = line.split(": ", 1)
                reasons[name] = reason.strip()
    return reasons


def reason_of(path, reasons):
    return next((reason for name, reason in reasons.items() if fnmatch.fnmatch(path, name)),
                None)


def percent(taken, count):
    return 100.0 * taken / count if count else 100.0


def show(label, taken, possible, count, note=""):
    print(f"{label:58} {taken:6} of {possible:6}  {percent(taken, possible):5.1f} %  "
          f"of {count:6}  {percent(taken, count):5.1f} %  {note}".rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build/coverage")
    parser.add_argument("--effort", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tests")
    parser.add_argument("--skip", default=SKIPPED)
    parser.add_argument("--no-run", action="store_true", help="report on earlier runs only")
    parser.add_argument("--no-faults", dest="faults", action="store_false")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--missing", nargs="*", default=[],
                        help="list the branches of these files that were not taken")
    options = parser.parse_args()
    profiles = os.path.abspath(os.path.join(ROOT, options.build, "profiles"))
    passed = True
    if not options.no_run:
        build(options.build)
        os.makedirs(profiles, exist_ok=True)
        passed = test(options, profiles)
    find_never_true(glob.glob(os.path.join(ROOT, "[cmse]*", "**", "*.c"), recursive=True))
    files = [File(os.path.relpath(entry["filename"], ROOT), entry["branches"],
                  entry["segments"])
             for entry in export(options.build, profiles)
             if not os.path.relpath(entry["filename"], ROOT).startswith("build")]
    files = [file for file in files if file.ways]
    folders = collections.defaultdict(lambda: [0, 0, 0])
    for file in files:
        parts = file.path.split("/")
        for depth in range(1, min(len(parts), 3)):
            folders["/".join(parts[:depth])][0] += file.taken
            folders["/".join(parts[:depth])][1] += file.possible
            folders["/".join(parts[:depth])][2] += len(file.ways)
    for folder in sorted(folders):
        show(("" if folder in LAYERS else "  ") + folder, *folders[folder])
    show("all", sum(file.taken for file in files), sum(file.possible for file in files),
         sum(len(file.ways) for file in files))
    print("\nBranches that can never be taken, excluded from the first figures:")
    for name, count in collections.Counter(
            name for file in files for name in file.classes.values()).most_common():
        print(f"{count:6}  {name}")
    reasons, unexplained = read_reasons(), 0
    print("\nFiles:" if options.files else f"\nFiles under {WANTED:.0f} %:")
    for file in sorted(files, key=lambda file: percent(file.taken, file.possible)):
        low = percent(file.taken, file.possible) < WANTED
        if options.files or low:
            reason = reason_of(file.path, reasons)
            unexplained += low and not reason
            show(file.path, file.taken, file.possible, len(file.ways),
                 (reason or "NO REASON") if low else "")
    for file in files:
        if file.path in options.missing:
            print(f"\n{file.path}:")
            for row, column, text, way in file.missing():
                if (row, column, text, way) in file.classes:
                    continue
                print(f"  {row}:{column}: never {'true' if way else 'false'}: {text}")
    return 0 if passed and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main())

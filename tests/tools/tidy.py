#!/usr/bin/env python3
"""tidy.py - runs clang-tidy on the sources of a build that it has not yet found clean.
Use: tests/tools/tidy.py BUILD JOBS [FILE.c ...]      default: all sources of the build
A clean source has its hash in BUILD/clean/: of clang-tidy's version and settings, the compile
command, and the source with all project headers that it includes. Exit status: 0 no
findings, 1 findings. Needs: Python 3.
"""

import concurrent.futures
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys

TOGETHER = 8  # sources of one process: to start costs a quarter of what a source does
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


class Tree:
    def __init__(self):
        self.texts, self.around = {}, {}
        version = subprocess.run(["clang-tidy", "--version"], check=True,
                                 capture_output=True).stdout
        self.settings = version + b"".join(
            self.text(path) for path in (".clang-tidy", "tests/.clang-tidy"))

    def text(self, path):
        if path not in self.texts:
            with open(path, "rb") as file:
                self.texts[path] = file.read()
        return self.texts[path]

    def included(self, path):
        """The project's headers that a file includes directly, without generated ones."""
        if path not in self.around:
            beside = os.path.dirname(path)
            names = [name.decode() for name in INCLUDE.findall(self.text(path))]
            self.around[path] = [place for name in names
                                 for place in (name, os.path.join(beside, name))
                                 if os.path.exists(place)][:len(names)]
        return self.around[path]

    def files(self, path):
        """A source and the project's headers that it includes."""
        seen, ahead = set(), [path]
        while ahead:
            at = ahead.pop()
            if at not in seen:
                seen.add(at)
                ahead += self.included(at)
        return sorted(seen)

    def hash(self, path, command):
        found = hashlib.sha256(self.settings + command.encode())
        for at in self.files(path):
            found.update(at.encode() + b"\0" + self.text(at) + b"\0")
        return found.hexdigest()

    def groups(self, paths):
        """Sources for one process each, of equal settings; alone those with a va_list, whose
        checks clang-tidy 14 mixes up."""
        def kind(path):
            has_list = any(b"va_list" in self.text(at) for at in self.files(path))
            return path if has_list else str(path.startswith("tests/"))
        for _, group in itertools.groupby(sorted(paths, key=kind), kind):
            while some := list(itertools.islice(group, TOGETHER)):
                yield some


def one_call_each(build, entries):
    """A folder whose compile_commands.json has each source once, even if several targets
    compile it: clang-tidy 14 mixes up the va_lists of several entries."""
    folder = os.path.join(build, "tidy")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(entries, file)
    return folder


def ask(build, paths):
    """Runs clang-tidy on sources, and again on each if one is not clean: each with its status
    and output. Its counts on standard error are left out."""
    answer = subprocess.run(["clang-tidy", "-quiet", "-p", build, *paths],
                            capture_output=True, text=True)
    errors = [line for line in answer.stderr.split("\n") if "error:" in line]
    text = "\n".join([answer.stdout.strip(), *errors]).strip()
    if len(paths) > 1 and (answer.returncode != 0 or text):
        return [found for path in paths for found in ask(build, [path])]
    return [(path, answer.returncode, text) for path in paths]


def main(build, jobs, *files):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {os.path.relpath(entry["file"]): entry for entry in reversed(json.load(file))
                   if entry["file"].endswith(".c")}
    commands = {path: entry["command"] for path, entry in entries.items()}
    calls = one_call_each(build, list(entries.values()))
    tree, clean = Tree(), os.path.join(build, "clean")
    os.makedirs(clean, exist_ok=True)
    hashes = {path: tree.hash(path, commands[path]) for path in files or sorted(commands)
              if path in commands and not path.startswith("..") and "build/" not in path}
    unknown = [path for path, found in hashes.items()
               if not os.path.exists(os.path.join(clean, found))]
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
        answers = pool.map(lambda paths: ask(calls, paths), tree.groups(unknown))
        for path, status, text in itertools.chain.from_iterable(answers):
            if status == 0 and not text:
                open(os.path.join(clean, hashes[path]), "w", encoding="utf-8").close()
            else:
                print(text or f"{path}: clang-tidy ended with status {status}", flush=True)
                bad += 1
    print(f"{len(unknown)} of {len(hashes)} sources checked, {bad} with findings")
    return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

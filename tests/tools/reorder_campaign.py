#!/usr/bin/python3
"""Tests what a power loss may leave of the commands of scenarios.py that publish files.

Each is run on a tiny folder, every change is recorded (tests/layers/record_layer.c), and for
every moment the campaign builds the folders that a file system may leave if it guarantees no
more than it must: synced data is there, anything else may be lost, in any order (as in
CrashMonkey and ALICE). Each unsynced write and change of a name is lost while all others are
kept, kept while all others are lost, torn in two, or lost in random subsets. A folder's names
are synced with that folder, contents with the file. In each state, files with final names must
be complete, unchanged or absent; the same command must resume to bit-identical results; and all
results of a command that has ended must be there, whatever was lost.

Use: reorder_campaign.py [--layers FOLDER] [--every K] [NAME ...]
"""
import hashlib
import os
import random
import sys

import campaign
from campaign import Campaign
from scenarios import SCENARIOS

BY_CHANCE = 4  # random subsets of the unsynced steps, for each moment


class Step:
    """A change that is durable once its file, or a folder of its names, is synced."""

    def __init__(self, folders=(), names=(), moved=None, file=None, offset=0, data=None,
                 size=None):
        self.folders, self.names = folders, names  # names: (path, its file; None: none)
        self.moved = moved  # a folder with its contents: (from, to)
        self.file, self.offset, self.data, self.size = file, offset, data, size


def move(names, moved):
    """Moves everything below a folder with it."""
    old, new = moved
    for path in [path for path in names if path.startswith(old + "/")]:
        names[new + path[len(old):]] = names.pop(path)


class Tree:
    """A folder's first state, and the changes made to it."""

    def __init__(self, folder):
        self.folder, self.files, self.names = folder, {}, {}
        for where, folders, names in os.walk(folder):
            for name in folders:
                self.names[self.inside(os.path.join(where, name))] = "folder"
            for name in names:
                path = os.path.join(where, name)
                with open(path, "rb") as file:
                    self.files[path] = file.read()
                self.names[self.inside(path)] = path
        self.now = dict(self.names)
        self.steps, self.syncs, self.known = [], [], {}

    def inside(self, path):
        return os.path.relpath(path, self.folder)

    def file_of(self, inode, path):
        """The identity of a file, fixed when its inode is first seen."""
        if inode not in self.known:
            self.known[inode] = self.now.get(self.inside(path), f"{inode}")
        return self.known[inode]

    def rename(self, changes, moved=None):
        folders = {os.path.dirname(path) for path, _ in changes}
        for path, what in changes:
            if what is None:
                self.now.pop(path, None)
            else:
                self.now[path] = what
        if moved:
            move(self.now, moved)
        self.steps.append(Step(folders=folders, names=changes, moved=moved))

    def read(self, line):
        call, *words = line.rstrip("\n").split("\t")
        if call in ("create", "write", "cut", "sync"):
            inode, path = words[:2]
            if call == "create":
                self.known[inode] = f"{inode} {len(self.steps)}"
                self.rename([(self.inside(path), self.known[inode])])
            elif call == "write":
                self.steps.append(Step(file=self.file_of(inode, path), offset=int(words[2]),
                                       data=bytes.fromhex(words[3])))
            elif call == "cut":
                self.steps.append(Step(file=self.file_of(inode, path), size=int(words[2])))
            elif os.path.isdir(path) or self.now.get(self.inside(path)) == "folder":
                self.syncs.append((len(self.steps), None, self.inside(path)))
            else:
                self.syncs.append((len(self.steps), self.file_of(inode, path), None))
            return
        if call == "symlink":
            self.rename([(self.inside(words[1]), "-> " + words[0])])
            return
        paths = [self.inside(path) for path in words]
        if call == "rename":
            what = self.now[paths[0]]
            self.rename([(paths[0], None), (paths[1], what)],
                        (paths[0], paths[1]) if what == "folder" else None)
        elif call == "exchange":
            self.rename([(paths[0], self.now[paths[1]]), (paths[1], self.now[paths[0]])])
        elif call == "link":
            self.rename([(paths[1], self.now[paths[0]])])
        elif call == "mkdir":
            self.rename([(paths[0], "folder")])
        else:
            self.rename([(paths[0], None)])

    def unsynced(self, moment, syncs):
        """The steps before a moment that are not synced yet."""
        pending = list(range(moment))
        for before, file, folder in self.syncs[:syncs]:
            def is_safe(i, before=before, file=file, folder=folder):
                step = self.steps[i]
                if i >= before:
                    return False
                return step.file == file if file is not None else \
                    (folder if folder != "." else "") in step.folders
            pending = [i for i in pending if not is_safe(i)]
        return pending

    def left(self, moment, lost, torn=None):
        """The contents of each name after a power loss."""
        names, contents = dict(self.names), {k: bytearray(v) for k, v in self.files.items()}
        for i, step in enumerate(self.steps[:moment]):
            if i in lost:
                continue
            if step.file is None:
                for path, what in step.names:
                    if what is None:
                        names.pop(path, None)
                    else:
                        names[path] = what
                if step.moved:
                    move(names, step.moved)
                continue
            held = contents.setdefault(step.file, bytearray())
            if step.data is None:
                held[step.size:] = bytes(max(0, step.size - len(held)))
            else:
                data = step.data[:len(step.data) // 2] if i == torn else step.data
                held.extend(bytes(max(0, step.offset - len(held))))
                held[step.offset:step.offset + len(data)] = data
        there = {}
        for path, what in sorted(names.items()):
            above = os.path.dirname(path)
            if above and there.get(above) != "folder":
                continue
            there[path] = what if what == "folder" or what.startswith("-> ") else \
                bytes(contents.get(what, b""))
        return there


def write_tree(folder, there):
    os.makedirs(folder)
    for path, what in there.items():
        path = os.path.join(folder, path)
        if what == "folder":
            os.makedirs(path)
        elif isinstance(what, str):
            os.symlink(what[3:], path)
        else:
            with open(path, "wb") as file:
                file.write(what)


def digest(there):
    text = hashlib.sha256()
    for path, what in there.items():
        text.update(path.encode() + b"\0")
        text.update(what.encode() if isinstance(what, str) else b"=" + what)
        text.update(b"\0")
    return text.digest()


def states_of(tree, seed, first, every):
    """Every K-th state that a power loss may leave, without duplicates: (moment, whether the
    command has ended, lost steps, torn step); and the number of all states."""
    chance, seen, states, count = random.Random(seed), set(), [], 0
    total = len(tree.steps)
    moments = [(step, sum(before <= step for before, _, _ in tree.syncs))
               for step in range(total + 1)]
    # Each sync adds a moment just before it, when the most can be lost.
    moments += [(before, i) for i, (before, _, _) in enumerate(tree.syncs)]
    for moment, syncs in sorted(moments):
        pending = tree.unsynced(moment, syncs)
        choices = [(set(), None), (set(pending), None)]
        for i in pending:
            choices += [({i}, None), (set(pending) - {i}, None)]
            if tree.steps[i].data and len(tree.steps[i].data) > 1:
                choices.append((set(), i))
        for _ in range(BY_CHANCE if len(pending) > 2 else 0):
            choices.append(({i for i in pending if chance.random() < 0.5}, None))
        ended = moment == total and syncs == len(tree.syncs)
        for lost, torn in choices:
            count += 1
            if count % every != first % every:
                continue
            key = (digest(tree.left(moment, lost, torn)), ended)
            if key not in seen:
                seen.add(key)
                states.append((moment, ended, lost, torn))
    return states, count


class Reorderings(Campaign):
    log_name = "RECORD_LOG"

    def environment(self, folder):
        return {"RECORD_FOLDER": folder,
                "LD_PRELOAD": os.path.join(self.options.layers, "record_layer.so")}

    def read_log(self, path):
        tree, base = Tree(self.whole), Tree(self.base)
        tree.files = {os.path.join(self.whole, base.inside(path)): data
                      for path, data in base.files.items()}
        tree.names = {path: what if what == "folder" else
                      os.path.join(self.whole, base.inside(what))
                      for path, what in base.names.items()}
        tree.now = dict(tree.names)
        with open(path) as file:
            for line in file:
                tree.read(line)
        self.tree = tree

    def points(self, index):
        self.states, self.choices = states_of(self.tree, index, index, self.options.every_state)
        return list(range(len(self.states)))

    def name_of(self, point):
        return f"state {point} (step {self.states[point][0]} of {len(self.tree.steps)})"

    def tried(self, point, folder):
        moment, ended, lost, torn = self.states[point]
        write_tree(folder, self.tree.left(moment, lost, torn))
        return None, self.differ(folder, ended) + self.go_on(folder)

    def summary(self, points, _):
        return (f"{len(self.tree.steps)} changes, {len(self.tree.syncs)} syncs, "
                f"{len(points)} states of {self.choices} choices")


def main():
    options = campaign.parser_of(__doc__).parse_args()
    options.every_state, options.every = options.every, 1
    return campaign.run(options, SCENARIOS, Reorderings, "reorder-campaign-")


if __name__ == "__main__":
    sys.exit(main())

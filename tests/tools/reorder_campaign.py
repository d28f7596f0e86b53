#!/usr/bin/python3
"""What a loss of power may leave of the commands that publish: each is run on a tiny folder,
every change of it is written down (tests/layers/record_layer.c), and for every moment of it
folders are made as a file system may leave them that keeps its promises alone: what was
synced is there, of the rest anything, in any order, as CrashMonkey and ALICE try it. Each
write and each change of a name that was not synced is lost while all others are kept, kept
while all others are lost, cut in two, or shares its fate by chance. Names that a folder has
are synced with that folder; contents with the file. After each, files that have their final
names are whole, or as they were, or not there; the same call goes on to the same bits; and
what a command that has ended had made is there whatever was lost.

Use: reorder_campaign.py [--fulcrum PROGRAM --layers FOLDER] [--every K] [NAME ...]
"""
import hashlib
import os
import random
import sys

import campaign
from campaign import Campaign
from scenarios import SCENARIOS, SCRIPTS

BY_CHANCE = 4  # subsets of what is not synced, for each moment


class Step:
    """A change that is on the disk once its file, or a folder of its names, is synced."""

    def __init__(self, folders=(), names=(), moved=None, file=None, offset=0, data=None,
                 size=None):
        self.folders, self.names = folders, names  # names: (path, what has it; None: nothing)
        self.moved = moved  # a folder, with all that it has then: (from, to)
        self.file, self.offset, self.data, self.size = file, offset, data, size


def move(names, moved):
    """What is below a folder goes with it."""
    old, new = moved
    for path in [path for path in names if path.startswith(old + "/")]:
        names[new + path[len(old):]] = names.pop(path)


class Tree:
    """A folder as it was, and what was done to it."""

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
        """What stands for a file: a number that was met first when it had that name."""
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
        """Of the steps before a moment those that nothing has synced."""
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
        """Names and contents after a loss of power: what each name has."""
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
    """What may be left at some moment, every so many-th, each once: (moment, whether the
    command has ended, what is lost, what is torn); and of how many."""
    chance, seen, states, count = random.Random(seed), set(), [], 0
    total = len(tree.steps)
    moments = [(step, sum(before <= step for before, _, _ in tree.syncs))
               for step in range(total + 1)]
    # A sync is a moment of its own: just before it as much can be lost as never after.
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
    options = campaign.parser_of(__doc__, SCRIPTS).parse_args()
    options.every_state, options.every = options.every, 1
    return campaign.run(options, SCENARIOS, Reorderings, "reorder-campaign-", SCRIPTS)


if __name__ == "__main__":
    sys.exit(main())

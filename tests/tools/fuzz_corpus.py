#!/usr/bin/env python3
"""Corpora of the fuzz targets: one text file each, and a folder of inputs for a fuzzer.

    tests/tools/fuzz_corpus.py unpack position FOLDER     the inputs of tests/fuzz/corpus/position.txt
    tests/tools/fuzz_corpus.py pack position FOLDER       the other way

A line is an input: its name, a tab, and its bytes, of which those that are not printable ASCII, and
the backslash, are written as \\xNN, and line ends as \\n. fuzz_replay.c reads the same.
"""
import os
import re
import sys

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fuzz", "corpus")


def escaped(data):
    return "".join("\\n" if byte == 10 else chr(byte) if 32 <= byte < 127 and byte != 92 else
                   f"\\x{byte:02x}" for byte in data)


def plain(text):
    return re.sub(rb"\\(n|x..)", lambda found: b"\n" if found[1] == b"n" else
                  bytes([int(found[1][1:], 16)]), text.encode())


def path_of(target):
    return os.path.join(CORPUS, target + ".txt")


def unpack(target, folder):
    os.makedirs(folder, exist_ok=True)
    with open(path_of(target), encoding="ascii") as file:
        for name, text in (line.rstrip("\n").split("\t") for line in file):
            with open(os.path.join(folder, name), "wb") as out:
                out.write(plain(text))


def pack(path, *folders):
    """Writes the inputs of folders in order of their names."""
    inputs = {entry.name: entry.path for folder in folders for entry in os.scandir(folder)}
    with open(path, "w", encoding="ascii") as file:
        for name in sorted(inputs):
            with open(inputs[name], "rb") as one:
                file.write(f"{name}\t{escaped(one.read())}\n")


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
        sys.exit(__doc__)
    command, target, folder = sys.argv[1:]
    if command == "unpack":
        unpack(target, folder)
    else:
        pack(path_of(target), folder)


if __name__ == "__main__":
    main()

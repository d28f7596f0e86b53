#!/usr/bin/env python3
"""An outside evaluator to whom all positions are even, and how fast positions go to and fro.

    fulcrum analyze seesaw search.evaluator=process search.selection=puct \
        evaluator.command="python3 configs/engines/constant_evaluator.py"

All that a fast evaluator needs of the protocol (PROTOCOL.md, mcts/engine): arrays in shared
memory, and a line for each batch. Needs NumPy. `--look` reads all planes, too.
"""

import argparse
import json
import mmap
import sys

import numpy as np


class Memory:
    """The arrays of the shared memory, as NumPy views."""

    def __init__(self, request, descriptor=3):
        try:
            self.map = mmap.mmap(descriptor, request["bytes"])
        except (OSError, ValueError):  # started by another program, which has closed it
            with open(request["path"], "r+b") as file:
                self.map = mmap.mmap(file.fileno(), request["bytes"])
        for name, array in request["arrays"].items():
            setattr(self, name, np.ndarray(array["shape"], array["type"], self.map,
                                           array["offset"]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--look", action="store_true", help="read the planes")
    call, memory = parser.parse_args(), None
    for line in sys.stdin:
        request = json.loads(line)
        answer, what = {"id": request["id"]}, request["request"]
        if what == "hello":
            answer |= {"protocol": 1, "name": "constant", "version": "1",
                       "can": ["evaluate", "memory"]}
        elif what == "memory":
            memory = Memory(request)
            memory.value[...], memory.policy[...] = 0.5, 0
        elif what == "evaluate" and call.look:
            memory.planes[request["buffer"], :request["count"]].sum()
        elif what not in ("game", "evaluate", "quit"):
            answer["error"] = f"no such request: {what}"
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        if what == "quit":
            break


if __name__ == "__main__":
    main()

"""Helpers for outside evaluators in Python: the protocol (PROTOCOL.md in mcts/engine) and the
arrays in shared memory, as NumPy views.

    def evaluate(arrays, buffer, count):        # positions buffer, 0 ... count - 1
        arrays.value[buffer, :count] = 0.5      # for the player to move, 0 ... 1
        arrays.policy[buffer, :count] = 0       # logits of arrays.legal[buffer, :count]

    serve("even", "1", evaluate)
"""

import json
import mmap
import sys

import numpy as np


class Arrays:
    """planes, state, side, count, legal, value, policy and heads, as in PROTOCOL.md."""

    def __init__(self, request):
        try:
            self.memory = mmap.mmap(3, request["bytes"])
        except (OSError, ValueError):  # a wrapper has closed the descriptor
            with open(request["path"], "r+b") as file:
                self.memory = mmap.mmap(file.fileno(), request["bytes"])
        for name, about in request["arrays"].items():
            setattr(self, name, np.ndarray(about["shape"], about["type"], self.memory,
                                           about["offset"]))


def serve(name, version, evaluate, game=None):
    """Answers requests until "quit" or the end of the input. game: called with each "game"
    request."""
    arrays = None
    for line in sys.stdin:
        request = json.loads(line)
        what, answer = request["request"], {"id": request["id"]}
        try:
            if what == "hello":
                answer |= {"protocol": 1, "name": name, "version": version,
                           "can": ["evaluate", "memory"]}
            elif what == "game":
                if game:
                    game(request)
            elif what == "memory":
                arrays = Arrays(request)
            elif what == "evaluate":
                evaluate(arrays, request["buffer"], request["count"])
            elif what != "quit":
                answer["error"] = f"no such request: {what}"
        except Exception as error:  # reported to the other side, which decides what to do
            answer["error"] = f"{type(error).__name__}: {error}"
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        if what == "quit":
            break

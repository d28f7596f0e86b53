#!/usr/bin/env python3
"""A complete outside player, in standard-library Python, which plays uniformly random actions.

    fulcrum match configs/engines/random.json configs/agents/uct-25.json seesaw

The protocol is described in PROTOCOL.md (mcts/engine). Each request for an action has a seed,
which makes matches reproducible.
"""

import json
import random
import sys


def answer(request, position):
    what = request["request"]
    if what == "hello":
        return {"protocol": 1, "name": "random", "version": "1", "can": ["go"]}
    if what in ("game", "quit"):
        return {}
    if what == "position":
        position.update(request)
        return {}
    if what == "go":
        return {"action": random.Random(request["seed"]).choice(position["legal"])}
    return {"error": f"no such request: {what}"}


def main():
    position = {}
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"]} | answer(request, position)), flush=True)
        if request["request"] == "quit":
            break


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures random actions per second of VectorEnv, and shuffled rows per second of Examples.
Use: env_speed.py [--games N] [--seconds S] [--threads T] [--run PATH]
                  [GAME [KEY=VALUE ...]]
Prints a line without masks and planes, one with masks, one with masks and planes: per second
of wall clock, and of CPU time of all threads, which other programs do not disturb. --run:
recorded games or training data, whose rows are shuffled in memory in batches of 1,024.
"""

import argparse
import time

import numpy as np

import fulcrum


def measure(what, unit, seconds, work):
    """work() returns the number of units done."""
    work()
    done, start, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        done += work()
    clock, cpu = time.perf_counter() - start, time.process_time() - cpu
    print(f"{what:24} {done / clock / 1e6:7.3f} million {unit} per second, "
          f"{done / cpu / 1e6:7.3f} per CPU second")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", nargs="?", default="seesaw")
    parser.add_argument("variant", nargs="*", metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=256, help="at once")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--run", help="recorded games or training data to shuffle")
    options = parser.parse_args()
    game = fulcrum.Game(options.game, " ".join(options.variant))
    print(f"{game.name} {game.variant}: {options.games} games at once, "
          f"{options.threads} threads")
    for what, planes, mask in (("actions", None, False), ("with masks", None, True),
                               ("with masks and planes", np.uint8, True)):
        env = fulcrum.VectorEnv(game, options.games, planes, mask, threads=options.threads)

        def play():
            for _ in range(20):
                env.step(env.sample())
            return 20 * env.n

        measure(what, "actions", options.seconds, play)
    if options.run:
        examples = fulcrum.Run(options.run).examples(keep="values")
        row = sum(column[0].nbytes for column in examples.columns.values())
        print(f"{examples}: {row} bytes per row")
        for what, columns in (("all columns", None),
                              ("planes and value", ("planes", "value")),
                              ("state, action, policy", ("state", "action", "policy",
                                                         "legal", "value"))):
            def shuffle():
                return sum(len(batch["value"]) for batch in
                           examples.batches(1024, columns=columns))

            measure(what, "rows", options.seconds, shuffle)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Measures how often a mean over training seeds is within Student's interval, by how seeds differ.

    seed_means.py                       4,000 draws of 3 seeds of each kind, seconds
    seed_means.py --seeds 6 --repetitions 1000

With so few seeds the interval holds if they differ normally, and nothing in the data can tell
whether they do. Exit status: 0 done, 1 it holds too rarely for normal seeds, by more than four
standard errors, 2 invalid command line.
"""

import argparse
import os
import random
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "learner"))
import needs  # noqa: E402
from student import quantile  # noqa: E402

# How a seed is drawn, and the true mean.
KINDS = {
    "normal": (lambda: random.gauss(0, 1), 0),
    "uniform": (lambda: random.uniform(-1, 1), 0),
    "exponential": (lambda: random.expovariate(1), 1),
    "one in five far below": (lambda: random.gauss(0, 1) - 10 * (random.random() < 0.2), -2),
}


def holds(draw, truth, seeds):
    values = [draw() for _ in range(seeds)]
    half = quantile(seeds - 1) * statistics.stdev(values) / seeds ** 0.5
    return abs(statistics.mean(values) - truth) <= half


def main():
    parser = needs.Parser(description="Measure how often means over seeds are in their interval.",
                          formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=4000, help="of each kind")
    parser.add_argument("--seeds", type=int, default=3, help="in each mean")
    call = parser.parse_args()
    if call.repetitions < 1 or call.seeds < 2:
        parser.error("--repetitions must be 1 or more, --seeds 2 or more")
    random.seed(1)
    print("seeds                  held in %")
    shares = {}
    for name, (draw, truth) in KINDS.items():
        shares[name] = sum(holds(draw, truth, call.seeds)
                           for _ in range(call.repetitions)) / call.repetitions
        print(f"{name:22} {100 * shares[name]:9.1f}")
    return int(shares["normal"] < 0.95 - 4 * (0.95 * 0.05 / call.repetitions) ** 0.5)


if __name__ == "__main__":
    sys.exit(main())

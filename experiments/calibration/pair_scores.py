#!/usr/bin/python3
"""Measures how often the intervals of experiments/four-games/scores.py hold, for known scores.

    pair_scores.py                       4,000 matches of 30 pairs of each truth, half a minute
    pair_scores.py --repetitions 200

Prints for each kind of match and mean score the shares of matches whose interval holds and for
which Student's alone does. A share of the first below 95 % by more than four standard errors: exit
status 1; 2 invalid command line.
"""

import argparse
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "learner"))
sys.path.insert(0, os.path.join(HERE, "..", "four-games"))
import needs  # noqa: E402

needs.packages("h5py")
import scores  # noqa: E402

PAIRS = 30
MEANS = (0.02, 0.04, 0.07, 0.1, 0.13, 0.16, 0.2, 0.3, 0.4, 0.5)


def drawn(mean):
    """A game; six in ten are drawn, if the score allows."""
    ties = min(0.6, 2 * min(mean, 1 - mean))
    place = random.random()
    return 1 if place < mean - ties / 2 else 0.5 if place < mean + ties / 2 else 0


def won(mean):
    return float(random.random() < mean)


KINDS = {
    "games independent, none drawn": lambda mean, pair: (won(mean) + won(mean)) / 2,
    "games independent, many drawn": lambda mean, pair: (drawn(mean) + drawn(mean)) / 2,
    "both games or neither": lambda mean, pair: won(mean),
    "mostly one of two games": lambda mean, pair: 0.5 if random.random() < 1.6 * mean
    else won(0.2 * mean / (1 - 1.6 * mean)),
    "three different networks": lambda mean, pair: (
        won(mean * (0.6 + 0.4 * (pair % 3))) + won(mean * (0.6 + 0.4 * (pair % 3)))) / 2,
}


def main():
    parser = needs.Parser(description="Measure how often the intervals of scores.py hold.",
                          formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=4000, help="of each truth")
    call = parser.parse_args()
    if call.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    random.seed(1)
    least = 0.95 - 4 * (0.95 * 0.05 / call.repetitions) ** 0.5
    wrong = False
    print("match                           mean    held  Student's  half widths")
    for name, pair_of in KINDS.items():
        for mean in MEANS:
            held = student = width = students = 0
            for _ in range(call.repetitions):
                values = [pair_of(mean, pair) for pair in range(PAIRS)]
                _, low, high = scores.bounded(values)
                middle, half = scores.interval(values)
                held += low <= mean <= high
                student += abs(middle - mean) <= half + 1e-12
                width += (high - low) / 2 / call.repetitions
                students += half / call.repetitions
            held, student = held / call.repetitions, student / call.repetitions
            wrong |= held < least
            print(f"{name:30} {mean:5.2f} {held:7.4f} {student:10.4f}  {width:.3f} {students:.3f}",
                  flush=True)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())

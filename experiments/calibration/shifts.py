#!/usr/bin/python3
"""Measures how often the test of a constant factor between two boards rejects a true one.

    shifts.py                       400 repetitions of each truth, 5 minutes
    shifts.py --repetitions 100

The test is experiments/seesaw-4-vs-5/shift.py; its largest p-value of the three shapes counts.
Curves of known shape, the second board's the first's at a number of doublings less; scores are drawn for
as many games as that page has. Prints the shares of p-values of at most 0.05 and 0.01, and exits
with status 1 if one is larger than it should be by more than four standard errors; 2 invalid
command line.
"""

import argparse
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "seesaw-4-vs-5"))
import shift  # noqa: E402

BUDGETS = np.log2([25, 100, 400, 1600, 6400, 25600, 102400])
GAMES = (7450, 7450, 7250, 4000, 1000, 400, 200)
CURVES = {
    "logistic": lambda x: 0.5 + 0.3 / (1 + np.exp(10 - x)),
    "lines": lambda x: np.interp(x, BUDGETS, (0.51, 0.525, 0.584, 0.67, 0.735, 0.82, 0.9)),
    "turning": lambda x: np.interp(x, BUDGETS, (0.51, 0.525, 0.584, 0.67, 0.735, 0.82, 0.74)),
    "flat": lambda x: 0 * x + 0.5,
}
DOUBLINGS = (0, 2, 3.15)
DRAWS = 200  # of each p-value


def p_values(curve, doublings, repetitions, random):
    """The largest p-value of the three shapes, for so many draws of all scores."""
    second = np.repeat([False, True], len(BUDGETS))
    places, games = np.tile(BUDGETS, 2), np.tile(GAMES, 2)
    truth = curve(np.where(second, np.maximum(places - doublings, BUDGETS[0]), places))
    found = []
    for _ in range(repetitions):
        score = random.binomial(games, truth) / games
        fits = shift.fits_of((second, places, score, games))
        found.append(max(shift.p_value(fit, DRAWS, random) for fit in fits.values()))
    return np.array(found)


def main():
    parser = argparse.ArgumentParser(description="Measure how often the test of a constant factor "
                                     "between two boards rejects a true one.")
    parser.add_argument("--repetitions", type=int, default=400, help="of each truth")
    call = parser.parse_args()
    if call.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    random = np.random.default_rng(1)
    too_large = False
    print("curve     doublings  p <= 0.05  p <= 0.01")
    for name, curve in CURVES.items():
        for doublings in DOUBLINGS:
            found = p_values(curve, doublings, call.repetitions, random)
            shares = [float(np.mean(found <= level)) for level in (0.05, 0.01)]
            too_large |= any(
                share > level + 4 * (level * (1 - level) / call.repetitions) ** 0.5
                for share, level in zip(shares, (0.05, 0.01)))
            print(f"{name:9} {doublings:9} {shares[0]:10.3f} {shares[1]:10.3f}", flush=True)
    return int(too_large)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""Measures how often the intervals of experiments/fairest-rules/rules.py hold, for made-up maps.

    rule_effects.py                       4,000 maps of each truth, some seconds
    rule_effects.py --repetitions 200

Maps with the keys, variants and games of those in experiments/fairest-rules, whose variants have
known scores. Prints for each truth the shares of maps in which all intervals of a table hold: of
scores, of distances from 50 %, of both (95 % are promised), and of differences (95 %). A share of
one of the last two below 95 % by more than four standard errors: exit status 1; 2 invalid command
line.
"""

import argparse
import itertools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "learner"))
sys.path.insert(0, os.path.join(HERE, "..", "fairest-rules"))
import needs  # noqa: E402

needs.packages("numpy")
import numpy as np  # noqa: E402

import rules  # noqa: E402

# Values of each key, the first of which is not averaged over, and games of each variant.
MAPS = {
    "seesaw": ((4, 2, 2, 2, 3, 2), 20),
    "seesaw-small": ((2, 2, 2, 2, 3, 2), 80),
    "situ": ((3, 3, 4, 3), 40),
    "seega": ((2, 2, 2, 3, 2, 2), 160),
    "cascade": ((9, 2, 2), 320),
}


def effects(numbers, step):
    """A sum of effects of the values of all keys, of both signs, and of a pair of keys."""
    return step * (sum(value * (-1) ** place for place, value in enumerate(numbers, 1))
                   + numbers[1] * numbers[-1])


# The first player's score with values of the keys, and the share of drawn games (at most what the
# score allows).
TRUTHS = {
    "all 50 %": (lambda numbers: 0.5, 0.2),
    "nearly all drawn": (lambda numbers: 0.5 + effects(numbers, 0.005), 0.95),
    "unequal": (lambda numbers: 0.55 + effects(numbers, 0.06), 0),
    "some nearly always won": (lambda numbers: 0.99 if numbers[-2] else 0.5, 0),
    "far on both sides": (lambda numbers: (0.08, 0.9, 0.5)[sum(numbers) % 3], 0.1),
    "all won": (lambda numbers: 1.0, 0),
}


def made_up(shape, truth, games, repetitions, random):
    """Variants with arrays of figures, one for each map, and the truths."""
    score_of, drawn = TRUTHS[truth]
    variants, exact = [], []
    for numbers in itertools.product(*(range(count) for count in shape)):
        score = min(max(score_of(numbers), 0), 1)
        ties = min(drawn, 2 * min(score, 1 - score))
        counts = random.multinomial(games, (score - ties / 2, ties, 1 - score - ties / 2),
                                    repetitions)
        found = (counts[:, 0] + counts[:, 1] / 2) / games
        variance = (counts[:, 0] + counts[:, 1] / 4) / games - found ** 2
        distance = (found - 0.5) ** 2 - variance / (games - 1)  # as halving_distance
        keys = {f"k{place}": str(value) for place, value in enumerate(numbers)}
        variants.append({"keys": keys, "turns": 0, **rules.figures(
            games, games, found, counts[:, 1] / games, distance)})
        exact.append({"keys": keys, "turns": 0, "score": score, "noise": 1e-9,
                      "distance": (score - 0.5) ** 2, "distance_noise": 1e-9})
    return variants, exact


def held(variants, exact, table, columns):
    """For each map, whether all intervals in these columns of the table hold."""
    values = rules.by_key(variants)
    keys = [key for key in values if key != "k0"]
    all_hold = True
    for ours, truth in zip(table(variants, keys, values, "k0"), table(exact, keys, values, "k0")):
        for column in columns:
            _, low, high = ours[column]
            all_hold = all_hold & (low <= truth[column][0] + 1e-12) & \
                (truth[column][0] - 1e-12 <= high)
    return all_hold


def main():
    parser = needs.Parser(description="Measure how often the intervals of rules.py hold.",
                          formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=4000, help="of each truth")
    call = parser.parse_args()
    if call.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    random = np.random.default_rng(1)
    least = 0.95 - 4 * (0.95 * 0.05 / call.repetitions) ** 0.5
    wrong = False
    print("map           truth                    scores  distances    both  differences")
    for name, (shape, games) in MAPS.items():
        for truth in TRUTHS:
            variants, exact = made_up(shape, truth, games, call.repetitions, random)
            scores = held(variants, exact, rules.means, (3,))
            distances = held(variants, exact, rules.means, (4,))
            shares = [np.mean(these) for these in (
                scores, distances, scores & distances,
                held(variants, exact, rules.differences, (4,)))]
            wrong |= min(shares[2:]) < least
            print(f"{name:13} {truth:23} {shares[0]:7.4f} {shares[1]:10.4f} {shares[2]:7.4f} "
                  f"{shares[3]:12.4f}", flush=True)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())

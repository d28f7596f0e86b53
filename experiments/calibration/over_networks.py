#!/usr/bin/python3
"""Does the interval over networks of cross_play.py hold?

    over_networks.py              4,000 made-up studies of each truth, some seconds

Made-up networks differ in how well they play as player 1 and as player 2, and in how they
fare against each other; games are drawn by these chances. Prints how often the 95 %
interval held the true mean, and its mean half width, by the number of networks.
"""

import argparse
import itertools
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "seesaw-4-vs-5"))

from jackknife import LEAST_NETWORKS, interval  # noqa: E402

# Standard deviations of a network's chance as player 1, as player 2, and of a pairing's.
SPREADS = ((0, 0, 0), (0.05, 0.05, 0), (0.1, 0.1, 0.05), (0.1, 0, 0), (0, 0, 0.1))
MEANS = (0.55, 0.8)


def made_up(random_numbers, count, spread, mean, games):
    """A score and games for each pairing; both seats, half the games each."""
    first = [random_numbers.gauss(0, spread[0]) for _ in range(count)]
    second = [random_numbers.gauss(0, spread[1]) for _ in range(count)]
    scores = {}
    for pair in itertools.combinations_with_replacement(range(count), 2):
        won = 0
        for i, j in (pair, pair[::-1]):
            chance = mean + first[i] - second[j] + random_numbers.gauss(0, spread[2])
            won += sum(random_numbers.random() < chance for _ in range(games // 2))
        scores[pair] = (won / games, games)
    return scores


def main():
    parser = argparse.ArgumentParser(
        description="Does the interval over networks of cross_play.py hold?",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=4000, help="of each truth")
    parser.add_argument("--games", type=int, default=20, help="of a pairing, even")
    call = parser.parse_args()
    if call.repetitions < 1 or call.games < 2 or call.games % 2:
        parser.error("repetitions are 1 or more, games even")
    print("networks  spreads          mean   held  half width")
    for count in range(LEAST_NETWORKS, LEAST_NETWORKS + 3):
        for spread, mean in itertools.product(SPREADS, MEANS):
            numbers = random.Random(1)
            held = width = 0
            for _ in range(call.repetitions):
                _, low, high = interval(made_up(numbers, count, spread, mean, call.games),
                                        count)
                held += low <= mean <= high
                width += (high - low) / 2
            spreads = " ".join(f"{s:.2f}" for s in spread)
            print(f"{count:8}  {spreads}  {mean:5.2f}  {held / call.repetitions:5.3f}  "
                  f"{width / call.repetitions:10.3f}")


if __name__ == "__main__":
    main()

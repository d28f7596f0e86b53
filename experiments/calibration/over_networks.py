#!/usr/bin/python3
"""Recomputes intervals over networks: checks those of a study, and measures their coverage.

    over_networks.py                       4,000 simulated studies per setting, a minute
    over_networks.py runs/cross-play.json  as `fulcrum study FOLDER --look --json` prints it

Simulated networks differ in their strength as player 1 and as player 2, and in their pairings;
games are drawn with these probabilities, clipped to 0 and 1. Prints, by the number of networks,
how often the 95 % interval covered the true mean, or none was given, and the mean half width of
given ones. For a study, every interval over networks is recomputed from its table of pairings,
independently of the program (eval/stats/over_networks.h).

Exit status: 0 done, 1 an interval of the study differs, 2 invalid command line.
"""

import argparse
import functools
import itertools
import json
import math
import random
import statistics
import sys

LEAST_NETWORKS = 3  # with two the jackknife covers only 87 to 93 %
LEAST_POINTS = 10  # for either side
NORMAL = 1.959964
NEAR = 1e-6  # the precision of NORMAL here
# Standard deviations of a network's win probability as player 1, as player 2, and per pairing.
SPREADS = ((0, 0, 0), (0.05, 0.05, 0), (0.1, 0.1, 0.05), (0.1, 0, 0), (0, 0, 0.1))
MEANS = (0.55, 0.8)
STEPS = 200  # of Simpson's rule; even


def within(t, freedom):
    """The probability of a value in [-t, t]. With t = sqrt(freedom) tan(a) the density is a power
    of cos(a)."""
    width = math.atan(t / math.sqrt(freedom)) / STEPS
    total = sum((1 if i in (0, STEPS) else 2 + 2 * (i % 2)) * math.cos(i * width) ** (freedom - 1)
                for i in range(STEPS + 1))
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    return 2 * scale / math.sqrt(math.pi) * total * width / 3


@functools.lru_cache(maxsize=None)  # takes some milliseconds
def quantile(freedom, level=0.95):
    """The t such that a variable with so many degrees of freedom (at least 1) lies in [-t, t] with
    probability `level` (at most 0.9999)."""
    low, high = 0.0, 1e5
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < level else (low, middle)
    return high


def wilson(score, games):
    """The bounds of a score's interval if games are the only randomness."""
    shrink = 1 + NORMAL ** 2 / games
    middle = (score + NORMAL ** 2 / (2 * games)) / shrink
    half = NORMAL / shrink * (score * (1 - score) / games
                              + NORMAL ** 2 / (4 * games ** 2)) ** 0.5
    return middle - half, middle + half


def log_odds(score, games):
    """Half a game is added to each side."""
    return math.log((score * games + 0.5) / (games - score * games + 0.5))


def share(odds):
    return 1 / (1 + math.exp(-odds))


def interval(scores, count, games):
    """The mean of {(first player, second): score} of so many networks and the bounds of its
    95 % interval; the bounds are None for fewer than 3 networks, or if a side has fewer than
    10 points. A jackknife over networks, with all their games, of the mean and of its log
    odds, the latter with a higher level beyond 1/4 and 3/4; `games` is the effective number
    of games."""

    def mean(left_out):
        cells = [s for pair, s in scores.items() if left_out not in pair]
        return sum(cells) / len(cells)

    def half(whole, parts, level=0.95):
        pseudo = [count * whole - (count - 1) * part for part in parts]
        middle = sum(pseudo) / count
        variance = sum((p - middle) ** 2 for p in pseudo) / (count - 1) / count
        return quantile(count - 1, level) * variance ** 0.5

    whole = mean(None)
    if count < LEAST_NETWORKS or min(whole, 1 - whole) * games < LEAST_POINTS:
        return whole, None, None
    parts = [mean(k) for k in range(count)]
    width = half(whole, parts)
    left = games * (count - 1) ** 2 / count ** 2
    odds = log_odds(whole, games)
    level = 1 - 0.05 * min(1, whole * (1 - whole) / (0.25 * 0.75))
    odds_width = half(odds, [log_odds(part, left) for part in parts], level)
    low, high = wilson(whole, games)
    low = min(low, whole - width, share(odds - odds_width))
    high = max(high, whole + width, share(odds + odds_width))
    return whole, max(0, low), min(1, high)


def made_up(random_numbers, count, spread, mean, games):
    """A simulated score for each ordered pair."""
    first = [random_numbers.gauss(0, spread[0]) for _ in range(count)]
    second = [random_numbers.gauss(0, spread[1]) for _ in range(count)]
    scores = {}
    for i, j in itertools.product(range(count), repeat=2):
        chance = mean + first[i] - second[j] + random_numbers.gauss(0, spread[2])
        scores[i, j] = sum(random_numbers.random() < chance for _ in range(games)) / games
    return scores


def true_mean(spread, mean):
    """The mean of normal win probabilities clipped to 0 and 1."""
    chance = statistics.NormalDist(mean, math.hypot(*spread))
    if chance.stdev == 0:
        return mean
    density = chance.variance * (chance.pdf(0) - chance.pdf(1))
    return mean * (chance.cdf(1) - chance.cdf(0)) + density + 1 - chance.cdf(1)


def calibrate(repetitions, games):
    print("networks  spreads          mean   held  half width")
    for count in range(LEAST_NETWORKS, LEAST_NETWORKS + 3):
        for spread, mean in itertools.product(SPREADS, MEANS):
            numbers, truth = random.Random(1), true_mean(spread, mean)
            held = given = width = 0
            for _ in range(repetitions):
                _, low, high = interval(made_up(numbers, count, spread, mean, games), count,
                                        count * count * games)
                held += low is None or low <= truth <= high
                if low is not None:
                    given += 1
                    width += (high - low) / 2
            spreads = " ".join(f"{s:.2f}" for s in spread)
            print(f"{count:8}  {spreads}  {truth:5.3f}  {held / repetitions:5.3f}  "
                  f"{width / max(given, 1):10.3f}")


def differs(table, weight):
    """Whether the interval of a study's table of pairings differs from the recomputed one."""
    count = len(table["pairings"])
    cells = {(i, j): cell for i, row in enumerate(table["pairings"])
             for j, cell in enumerate(row)}
    if not all(cell["games"] for cell in cells.values()):
        return table["score"]["low"] is not None
    scores = {pair: c["half_points"] / 2 / c["games"] for pair, c in cells.items()}
    games = weight * len(cells) ** 2 / sum(1 / c["games"] for c in cells.values())
    ours = interval(scores, count, games)
    found = table["score"]
    if found["low"] is None or ours[1] is None:
        return found["low"] is not None or ours[1] is not None
    theirs = (found["value"], found["low"], found["high"])
    return any(abs(a - b) > NEAR for a, b in zip(ours, theirs))


def check(path):
    """Prints the numbers of intervals of a study and of differing ones; returns the latter."""
    with open(path, encoding="utf-8") as file:
        study = json.load(file)
    tables = wrong = 0
    weights = {(cell["variant"], cell["strength"]): cell["effective"] / cell["games"]
               for cell in study["cells"] if cell["games"]}
    for table in study["networks"]:
        tables += 1
        if differs(table, weights[table["variant"], table["strength"]]):
            wrong += 1
            print(f"{table['variant']}, {table['strength']}, {table['opening']}: "
                  "the interval differs")
    print(f"{tables} intervals, {wrong} of them differ")
    return wrong


def main():
    parser = argparse.ArgumentParser(
        description="Recompute intervals over networks: check those of a study, or measure "
                    "their coverage.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("study", nargs="?", help="JSON of a study; without it, measure coverage")
    parser.add_argument("--repetitions", type=int, default=4000,
                        help="simulated studies per setting")
    parser.add_argument("--games", type=int, default=14, help="games per ordered pair")
    call = parser.parse_args()
    if call.repetitions < 1 or call.games < 1:
        parser.error("--repetitions and --games must be 1 or more")
    if call.study:
        sys.exit(1 if check(call.study) else 0)
    calibrate(call.repetitions, call.games)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Recomputes intervals between networks: checks those of a study, and measures their coverage.

    over_networks.py                       4,000 simulated studies per setting, minutes
    over_networks.py runs/cross-play.json  as `fulcrum study FOLDER --look --json` prints it

Simulated networks differ in their strength as player 1 and as player 2, and in their pairings, or
one in four is unlike the others. Prints, by the number of networks, how often the 95 % interval
covered the true mean of these networks, how often that of other networks of the kind, which it is
not for, and the mean half width. For a study, every interval between networks is recomputed from
its table of pairings, independently of the program (eval/stats/over_networks.h).

Exit status: 0 done, 1 an interval of the study differs, 2 invalid command line.
"""

import argparse
import itertools
import json
import math
import random
import sys

NORMAL = 1.959964
NEAR = 1e-6  # the precision of NORMAL here
# Standard deviations of a network's log odds as player 1, as player 2, and per pairing; how far one
# in four is off.
SPREADS = ((0, 0, 0, 0), (0.4, 0.4, 0.2, 0), (2, 2, 1, 0), (0.1, 0.1, 0, 3))
MEANS = (0, 2)  # log odds
KIND = 2000  # networks that stand for all of a kind


def wilson(score, games):
    """The bounds of a score's interval by its games, with continuity correction."""

    def high(share):
        root = NORMAL ** 2 + 2 - 1 / games + 4 * share * (games * (1 - share) - 1)
        end = 2 * games * share + NORMAL ** 2 + 1 + NORMAL * max(root, 0) ** 0.5
        return min(1, end / (2 * (games + NORMAL ** 2))) if share < 1 else 1

    return 1 - high(1 - score), high(score)


def interval(cells, count, weight=1):
    """The mean of {(first player, second): (score, games)} of so many networks and the bounds of
    its 95 % interval: those of the games of all, and of all but each one."""

    def part(left_out):
        kept = [cell for pair, cell in cells.items() if left_out not in pair]
        games = len(kept) ** 2 / sum(1 / games for _, games in kept)
        return sum(score for score, _ in kept) / len(kept), weight * games

    parts = [part(None)] + [part(k) for k in range(count) if count > 1]
    ends = [wilson(*p) for p in parts]
    return parts[0][0], min(low for low, _ in ends), max(high for _, high in ends)


def networks(random_numbers, count, spread):
    """Each network's log odds as player 1 and as player 2."""
    return [(random_numbers.gauss(0, spread[0])
             + spread[3] * (random_numbers.random() < 0.25), random_numbers.gauss(0, spread[1]))
            for _ in range(count)]


def chance(random_numbers, mean, first, second, spread):
    return 1 / (1 + math.exp(-mean - first[0] + second[1] - random_numbers.gauss(0, spread[2])))


def calibrate(repetitions, games):
    print("networks  spreads              log odds  held  of others  half width")
    for count in range(1, 6):
        for spread, mean in itertools.product(SPREADS, MEANS):
            numbers = random.Random(1)
            all_of_kind = networks(numbers, KIND, spread)
            of_kind = sum(chance(numbers, mean, numbers.choice(all_of_kind), other, spread)
                          for other in all_of_kind) / KIND
            held = others = width = 0
            for _ in range(repetitions):
                made_up = networks(numbers, count, spread)
                chances = {(i, j): chance(numbers, mean, made_up[i], made_up[j], spread)
                           for i, j in itertools.product(range(count), repeat=2)}
                cells = {pair: (sum(numbers.random() < p for _ in range(games)) / games, games)
                         for pair, p in chances.items()}
                _, low, high = interval(cells, count)
                held += low <= sum(chances.values()) / count ** 2 <= high
                others += low <= of_kind <= high
                width += (high - low) / 2
            print(f"{count:8}  {' '.join(f'{s:4.1f}' for s in spread)}  {mean:8}  "
                  f"{held / repetitions:5.3f}  {others / repetitions:9.3f}  "
                  f"{width / repetitions:10.3f}", flush=True)


def differs(table, weight):
    """Whether the interval of a study's table of pairings differs from the recomputed one."""
    count = len(table["pairings"])
    cells = {(i, j): cell for i, row in enumerate(table["pairings"])
             for j, cell in enumerate(row)}
    if not all(cell["games"] for cell in cells.values()):
        return table["score"]["low"] is not None
    ours = interval({pair: (c["half_points"] / 2 / c["games"], c["games"])
                     for pair, c in cells.items()}, count, weight)
    found = table["score"]
    if found["low"] is None:
        return True
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
        description="Recompute intervals between networks: check those of a study, or measure "
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

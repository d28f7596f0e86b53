#!/usr/bin/python3
"""Why do pairings of networks score differently: strength, the board, or chance?

    spread.py claims/cross-play{,-long,-6}/results.json > csv/spread.csv

Arguments are JSON files of `fulcrum study FOLDER --look --json`, or results.json of a bundle, with
networks of several seeds. Let x(i, j) be the first player's score where network i plays first and
j second. For two networks half the difference of x(i, j) and x(j, i) says which is the stronger,
and their mean how the first player fares between them. Prints for each variant, strength level and
opening, and for all openings together:

    score     the mean of all pairings
    strength  the root mean square, over pairs of networks, of half the difference
    board     the standard deviation of the mean over pairs: how much networks disagree about
              what the first player's score is
    chance    what the number of games alone would make of the latter

all as shares of 1. Chance, as estimated from the games, is subtracted from the squares of strength
and of board; 0 if nothing is left. Estimates without intervals, from a few networks: a figure below
chance says little. The mean of all pairings does not depend on strength, which cancels in it.

Exit status: 0 done, 2 invalid command line or unreadable files.
"""

import csv
import itertools
import json
import os
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "learner"))
import needs  # noqa: E402

LEAST_NETWORKS = 3
COLUMNS = "variant", "strength_level", "opening", "games", "score", "strength", "board", "chance"


def parts_of(pairings):
    """Score, strength, board and chance of a square table of {"games", "half_points"}."""
    score = [[cell["half_points"] / cell["games"] / 2 for cell in row] for row in pairings]
    noise = [[x * (1 - x) / (cell["games"] - 1) for x, cell in zip(*rows)]
             for rows in zip(score, pairings)]
    pairs = list(itertools.combinations(range(len(score)), 2))
    of_pairs = statistics.mean(noise[i][j] + noise[j][i] for i, j in pairs) / 4
    halves = [(score[i][j] - score[j][i]) / 2 for i, j in pairs]
    means = [(score[i][j] + score[j][i]) / 2 for i, j in pairs]
    strength = statistics.mean(half * half for half in halves) - of_pairs
    board = statistics.variance(means) - of_pairs
    return (statistics.mean(itertools.chain(*score)), max(strength, 0) ** 0.5,
            max(board, 0) ** 0.5, of_pairs ** 0.5)


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        study = json.load(file)
    for cell in study["cells"]:
        found = cell.get("networks")
        if not found or found["networks"] < LEAST_NETWORKS:
            raise ValueError(f"{path}: not a study of {LEAST_NETWORKS} networks or more")
        for name, table in [("all", found)] + [(line["opening"], line)
                                               for line in found.get("openings", [])]:
            if min(pairing["games"] for row in table["pairings"] for pairing in row) < 2:
                raise ValueError(f"{path}: a pairing with fewer than two games")
            yield (cell["variant"], cell["strength"], name, table["games"],
                   *(f"{part:.4f}" for part in parts_of(table["pairings"])))


def main():
    parser = needs.Parser(description="Say why pairings of networks score differently.")
    parser.add_argument("studies", nargs="+", metavar="FILE.json",
                        help="from fulcrum study FOLDER --look --json, or a bundle's results.json")
    call = parser.parse_args()
    try:
        rows = [row for path in call.studies for row in rows_of(path)]
    except (OSError, ValueError) as error:
        needs.stop(str(error))
    except (KeyError, TypeError) as error:
        needs.stop(f"not the figures of a study: {error}")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)


if __name__ == "__main__":
    main()

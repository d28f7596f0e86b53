#!/usr/bin/python3
"""Scores of two boards from several studies with different seeds together, and how they differ.

    pooled.py claims/long claims/study claims/longest --boards "side 4,side 5" > csv/pooled.csv

Arguments are bundles (fulcrum claim) of games without draws or duplicates. If two have the same
seed, they must not have a board and budget in common, or games would count twice.

Prints CSV, a row per budget that both boards have: of each board games, score, low, high, a 95 %
confidence sequence; then the number of pairs of games (game i of one board with game i of the
other, in each study), their mean difference, its 95 % confidence sequence, p_value and p_adjusted
(Holm). All are computed as in a study (eval/stats/confidence_sequence.h), and hold however often
games are added.

Exit status: 0 done, 2 invalid command line or unreadable files.
"""

import argparse
import csv
import gzip
import json
import os
import sys

import numpy as np

STAKES = 2 ** (-np.arange(23) / 2)
LEVEL = 0.95
COLUMNS = ("simulations", *(f"{name}_{board}" for board in "ab"
                            for name in ("games", "score", "low", "high")),
           "pairs", "difference", "difference_low", "difference_high", "p_value", "p_adjusted")


def won_games(folder):
    """(Variant, simulations): whether player 1 won, by number of the game."""
    def path(name):
        return os.path.join(folder, name)
    with open(path("results.json"), encoding="utf-8") as file:
        cells = {cell["folder"].split("/", 1)[1]: (cell["variant"], int(cell["strength"]))
                 for cell in json.load(file)["cells"]}
    with open(path("claim.json"), encoding="utf-8") as file:
        runs = [cells.get(run["folder"]) for run in json.load(file)["runs"]]
    with open(path("study.json"), encoding="utf-8") as file:
        seed = json.load(file)["seed"]
    found = {}
    with gzip.open(path("games.csv.gz"), "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            cell = runs[int(row["run"])]
            if cell is not None:
                if row["winner"] not in ("0", "1"):
                    raise ValueError(f"{folder}: has draws")
                found.setdefault(cell, {})[int(row["game"])] = row["winner"] == "0"
    return seed, found


def pooled(folders, boards):
    """By simulations: wins and losses of each board, and the counts of the differences of pairs,
    -1, 0 and 1."""
    seeds, counts = {}, {}
    for folder in folders:
        seed, found = won_games(folder)
        for cell in found:
            if (seed, cell) in seeds:
                raise ValueError(f"{folder}: has the seed of {seeds[seed, cell]}, and like it games "
                                 f"of {cell[0]} with {cell[1]} simulations")
            seeds[seed, cell] = folder
        for budget in sorted({budget for _, budget in found}):
            a, b = (found.get((board, budget), {}) for board in boards)
            of = counts.setdefault(budget, ([0, 0], [0, 0], [0, 0, 0]))
            for games, total in (a, of[0]), (b, of[1]):
                total[0] += sum(games.values())
                total[1] += len(games) - sum(games.values())
            for game in a.keys() & b.keys():
                of[2][1 + a[game] - b[game]] += 1
    both = {budget: of for budget, of in sorted(counts.items()) if sum(of[0]) and sum(of[1])}
    if not both:
        raise ValueError(f"no games of both {boards[0]} and {boards[1]} at one budget")
    return both


def evidence(counts, mean):
    """The logarithm of the capital of bets on trials being above `mean`. Counts of trials are by
    value, of evenly spaced ones from 0 to 1."""
    values = np.linspace(0, 1, len(counts))
    with np.errstate(divide="ignore"):
        capital = sum(count * np.log(1 - STAKES + STAKES * value / mean)
                      for count, value in zip(counts, values) if count)
    return np.logaddexp.reduce(capital) - np.log(len(STAKES))


def mean_of(counts):
    return float(np.dot(counts, np.linspace(0, 1, len(counts))) / sum(counts))


def interval(counts, level):
    """The confidence sequence of a mean."""
    def low_end(counts):
        threshold, low, high = np.log(2 / (1 - level)), 0, mean_of(counts)
        for _ in range(60 if high > 0 else 0):
            middle = (low + high) / 2
            low, high = (middle, high) if evidence(counts, middle) >= threshold else (low, middle)
        return low
    return low_end(counts), 1 - low_end(counts[::-1])


def p_value(counts):
    """Of "the mean is 1/2"."""
    return min(1, 2 * float(np.exp(-max(evidence(counts, 0.5), evidence(counts[::-1], 0.5)))))


def holm(values):
    """Adjusted p-values."""
    adjusted, largest = [0] * len(values), 0
    for rank, i in enumerate(np.argsort(values)):
        largest = max(largest, min(1, values[i] * (len(values) - rank)))
        adjusted[i] = largest
    return adjusted


def rows_of(counts):
    """Rows without p_adjusted."""
    for budget, (a, b, pairs) in counts.items():
        row = [budget]
        for won, lost in a, b:
            row += [won + lost, won / (won + lost), *interval([lost, won], LEVEL)]
        row += [sum(pairs), *(2 * value - 1 for value in (mean_of(pairs), *interval(pairs, LEVEL))),
                p_value(pairs)] if sum(pairs) else [0, 0, -1, 1, 1]
        yield row


def main():
    parser = argparse.ArgumentParser(
        description="Scores of two boards from several studies together.")
    parser.add_argument("bundles", nargs="+", help="folders, from fulcrum claim")
    parser.add_argument("--boards", default="side 4,side 5", help="two variants")
    call = parser.parse_args()
    boards = call.boards.split(",")
    if len(boards) != 2:
        parser.error("--boards must be two names with a comma between them")
    try:
        rows = list(rows_of(pooled(call.bundles, boards)))
    except (OSError, EOFError, ValueError, LookupError) as error:
        parser.error(f"cannot read the bundles: {error}")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(COLUMNS)
    for row, adjusted in zip(rows, holm([row[-1] for row in rows])):
        out.writerow(f"{value:.10g}" for value in [*row, adjusted])


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""The table of README.md: scores of the networks against UCT with 10,000 playouts.

    scores.py runs/games

runs/games: the output folder of scaling.py. Writes scores.csv into it, a row per network and
number of simulations: board, seed, generation, network, simulations, pairs, score, score_of_pairs
(0 to 1; 0.5 where each agent won once). Prints a row per board and generation: the mean rating
with the most simulations and its 95 % interval over seeds, two or more; then, for each number of
simulations, the score in % with its 95 % interval over pairs of games, by Student's distribution
and Wilson's (experiments/calibration/pair_scores.py), and the Elo that they mean.

Exit status: 0 done, 2 invalid command line or unreadable files.
"""

import csv
import glob
import math
import os
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "learner"))
import needs  # noqa: E402

needs.packages("h5py")
import h5py  # noqa: E402

from arms_report import spread  # noqa: E402
from loops import csv_text, publish_all  # noqa: E402
from programs import finish  # noqa: E402
from student import quantile  # noqa: E402

OPPONENT = "uct-10000"
NORMAL = 1.959964
COLUMNS = ("board", "seed", "generation", "network", "simulations", "pairs", "score",
           "score_of_pairs")


def pairs_of(folder):
    """The first agent's scores in all pairs of a match; games 2k and 2k + 1 are a pair."""
    scores = {}
    for path in glob.glob(os.path.join(folder, "shard-*.h5")):
        with h5py.File(path) as file:
            games = file["games"]
            for number, agents, winner in zip(games["id"][:], games["agent"][:],
                                              games["winner"][:]):
                scores[int(number)] = 0.5 if winner > 1 else float(agents[winner] == 0)
    if len(scores) < 4 or sorted(scores) != list(range(len(scores))) or len(scores) % 2:
        raise OSError(f"{folder}: no whole match of at least two pairs")
    return [(scores[k] + scores[k + 1]) / 2 for k in range(0, len(scores), 2)]


def elo(score):
    return math.inf if score >= 1 else -math.inf if score <= 0 else \
        400 * math.log10(score / (1 - score))


def interval(values):
    """The mean, and half the width of its interval."""
    variance, freedom = spread(values)
    return statistics.mean(values), quantile(freedom) * math.sqrt(variance)


def bounded(values):
    """The mean of scores of pairs and the ends of its interval: Student's and, as few scores off
    0 or 1 say little about the rest, Wilson's with continuity correction, for as many games won or
    lost as give this variance, at least one per pair and at most eight."""
    count = len(values)
    mean, half = interval(values)
    near = (mean * count + 0.5) / (count + 1)
    # Half a pair lost and half a pair won are added.
    variance = (statistics.variance(values) * (count - 1) + 0.25) / count
    games = min(max(count * near * (1 - near) / variance, count), 8 * count)
    low, high = (wilson(min(max(mean + sign / 4 / count, 0), 1), games, sign)
                 for sign in (-1, 1))
    return mean, max(min(mean - half, low), 0), min(max(mean + half, high), 1)


def wilson(mean, games, sign):
    """An end of Wilson's interval."""
    z = NORMAL
    return (mean + z * z / (2 * games) + sign * z * math.sqrt(
        mean * (1 - mean) / games + z * z / (4 * games ** 2))) / (1 + z * z / games)


def text(value):
    return f"{value:,.0f}".replace("-", "−").replace("inf", "∞")


def cells(pairs):
    mean, low, high = bounded(pairs)
    return (f"{100 * mean:.1f} [{100 * low:.1f}, {100 * high:.1f}] | {text(elo(mean))} "
            f"[{text(elo(low))}, {text(elo(high))}]")


def line(rows):
    """The table's line of one board and generation."""
    numbers = sorted({int(row["simulations"]) for row in rows})
    of_number = {number: [row for row in rows if int(row["simulations"]) == number]
                 for number in numbers}
    mean, half = interval([float(row["elo"]) for row in of_number[numbers[-1]]])
    spent = statistics.mean(float(row["cpu_minutes"]) for row in rows)
    return " | ".join([
        f"| {rows[0]['board']} | {int(rows[0]['generation']) + 1} | {spent:.1f} | {text(mean)} "
        f"[{text(mean - half)}, {text(mean + half)}]",
        *(cells([score for row in of_number[number] for score in row["pairs"]])
          for number in numbers)]) + " |"


def main():
    parser = needs.Parser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", help="output folder of scaling.py")
    folder = parser.parse_args().folder
    with open(os.path.join(folder, "scaling.csv"), encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["generation"] != ""]
    for row in rows:
        match = f"{row['network']}-{row['simulations']}-against-{OPPONENT}"
        row["pairs"] = pairs_of(os.path.join(folder, row["board"], "ratings", match))
    publish_all(folder, {"scores.csv": csv_text(COLUMNS, [
        {**{name: row[name] for name in COLUMNS[:5]}, "pairs": len(row["pairs"]),
         "score": f"{statistics.mean(row['pairs']):.4f}",
         "score_of_pairs": " ".join(f"{score:g}" for score in row["pairs"])} for row in rows])})
    for board, generation in dict.fromkeys((row["board"], row["generation"]) for row in rows):
        print(line([row for row in rows
                    if (row["board"], row["generation"]) == (board, generation)]))


if __name__ == "__main__":
    finish(main)

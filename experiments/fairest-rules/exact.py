#!/usr/bin/env python3
"""Sets exact values beside the scores of the maps.

    experiments/fairest-rules/exact.py [--program build/fulcrum]

Takes every variant of a map that experiments/solved/solved.csv has solved (rules that a row there
does not name have their defaults), and prints a table of the scores by map and exact value.
Intervals of means are normal, treat games as independent, and hold simultaneously (Bonferroni);
they are about these variants."""
import argparse
import csv
import json
import math
import pathlib
import statistics
import subprocess
import sys

from rules import figures_of

HERE = pathlib.Path(__file__).resolve().parent
SOLVED = HERE.parent / "solved" / "solved.csv"
MAPS = ["seesaw", "situ", "cascade", "seega"]
WORDS = {"won": "player 1 wins", "drawn": "drawn", "lost": "player 2 wins"}


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rules_of(text):
    return dict(word.split("=") for word in text.split())


def defaults_of(program, game):
    try:
        answer = subprocess.run([program, "games", game, "--json"], check=True,
                                capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"exact.py: {program}: {error}: build it, or give --program", file=sys.stderr)
        sys.exit(2)
    return {key["key"]: str(key["default"]).lower() for key in json.loads(answer)["keys"]}


def join(program):
    """Rows of the maps whose variants are solved."""
    solved = [row for row in rows_of(SOLVED) if row["value"] != "open"]
    found = []
    for name in MAPS:
        defaults = defaults_of(program, name)
        values = {frozenset((defaults | rules_of(row["variant"])).items()): row["value"]
                  for row in solved if row["game"] == name}
        for row in sorted(rows_of(HERE / f"{name}.csv"), key=lambda row: int(row["rank"])):
            value = values.get(frozenset((defaults | rules_of(row["variant"])).items()))
            if value:
                found.append({"map": name, **row, "exact": value})
    return found


def print_table(found):
    groups = {}
    for name in MAPS:
        for value, words in WORDS.items():
            rows = [row for row in found if (row["map"], row["exact"]) == (name, value)]
            if rows:
                groups[name, words] = rows
    z = statistics.NormalDist().inv_cdf(1 - 0.025 / len(groups))
    print("| map | with perfect play | variants | games | player 1's mean score | lowest, highest "
          "| below, at, above 50 % |\n| --- | --- | --- | --- | --- | --- | --- |")
    for (name, words), rows in groups.items():
        scores = [100 * float(row["score"]) for row in rows]
        half = 100 * z * math.sqrt(sum(figures_of(row)["noise"] for row in rows)) / len(rows)
        mean, sides = statistics.fmean(scores), [(score > 50) - (score < 50) for score in scores]
        print(f"| `{name}` | {words} | {len(rows)} | {sum(int(row['judged']) for row in rows):,} | "
              f"{mean:.1f} [{mean - half:.1f}, {mean + half:.1f}] | {min(scores):.1f}, "
              f"{max(scores):.1f} | {sides.count(-1)}, {sides.count(0)}, {sides.count(1)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(HERE.parents[1] / "build" / "fulcrum"))
    print_table(join(parser.parse_args().program))


if __name__ == "__main__":
    main()

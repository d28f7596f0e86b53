#!/usr/bin/env python3
"""Measures the effect of each rule in a mapped family, averaged over all other rules.

    experiments/fairest-rules/rules.py MAP.csv [--by KEY]

Reads the output of `fulcrum study FOLDER --look --csv` for a map, in which all variants have
equally many games, and prints for every value of the key BY (default: size, or the first key)
and every value of every other key: the first player's mean score, the root mean square distance
from 50 % (points from 50 %), and mean length. A second table has the differences in squared
distance between two values of a key, all others equal. Intervals are normal, treat games as
independent, and hold simultaneously within a table (Bonferroni). They are about this family of
variants, not about a population that it samples."""
import argparse
import csv
import itertools
import math
import statistics
import sys


def read(path):
    """Keys and figures of each variant."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows or "distance" not in rows[0]:
        sys.exit(f"{path}: is not the CSV of a map")
    variants = []
    for row in rows:
        games, score = float(row["judged"]), float(row["score"])
        if games < 2:
            sys.exit(f"{path}: {row['variant']} has no games yet")
        drawn = float(row["drawn"])
        # Add one won and one lost game, so that no variance is 0.
        second = ((score - drawn / 2 + drawn / 4) * games + 1) / (games + 2)
        mean = (score * games + 1) / (games + 2)
        noise = (second - mean * mean) / float(row["effective"])
        off = (score - 0.5) ** 2
        variants.append({"keys": dict(word.split("=") for word in row["variant"].split()),
                         "score": score, "noise": noise, "distance": float(row["distance"]),
                         "distance_noise": 4 * off * noise + 2 * noise * noise,
                         "turns": float(row["turns"])})
    return variants


def mean(variants, figure):
    return statistics.fmean(variant[figure] for variant in variants)


def half_width(variants, figure, z):
    return z * math.sqrt(sum(variant[figure] for variant in variants)) / len(variants)


def points(squared):
    """The root of a squared distance, in points; 0 if chance explains all of it."""
    return 100 * math.sqrt(max(squared, 0))


def means_table(variants, keys, values, by):
    lines = [(one, key, value) for one in values[by] for key in keys for value in values[key]]
    z = statistics.NormalDist().inv_cdf(1 - 0.025 / (2 * len(lines)))
    print(f"| {by} | rule | first player's score | points from 50 % | turns |")
    print("| --- | --- | --- | --- | --- |")
    for one, key, value in lines:
        group = [v for v in variants if v["keys"][by] == one and v["keys"][key] == value]
        score, half = mean(group, "score"), half_width(group, "noise", z)
        square, width = mean(group, "distance"), half_width(group, "distance_noise", z)
        print(f"| {one} | {key}={value} | {100 * score:.1f} [{100 * (score - half):.1f}, "
              f"{100 * (score + half):.1f}] | {points(square):.1f} "
              f"[{points(square - width):.1f}, {points(square + width):.1f}] | "
              f"{mean(group, 'turns'):.0f} |")


def differences_table(variants, keys, values, by):
    pairs = [(one, key, a, b) for one in values[by] for key in keys
             for a, b in itertools.combinations(values[key], 2)]
    z = statistics.NormalDist().inv_cdf(1 - 0.05 / (2 * len(pairs)))
    print(f"\n| {by} | fairer? | difference of squared distances, 10,000 = 100 points squared "
          "| |\n| --- | --- | --- | --- |")
    for one, key, a, b in pairs:
        group = [v for v in variants if v["keys"][by] == one and v["keys"][key] in (a, b)]
        signs = [1 if v["keys"][key] == a else -1 for v in group]
        pairs_of = len(group) / 2
        apart = sum(s * v["distance"] for s, v in zip(signs, group)) / pairs_of
        half = z * math.sqrt(sum(v["distance_noise"] for v in group)) / pairs_of
        fairer = b if apart - half > 0 else a if apart + half < 0 else None
        print(f"| {one} | {key}: {a} or {b} | {1e4 * apart:+.0f} [{1e4 * (apart - half):+.0f}, "
              f"{1e4 * (apart + half):+.0f}] | "
              f"{f'{key}={fairer}' if fairer else 'not shown'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map")
    parser.add_argument("--by", help="the key that is not averaged over")
    arguments = parser.parse_args()
    variants = read(arguments.map)
    values = {}
    for variant in variants:
        for key, value in variant["keys"].items():
            values.setdefault(key, {})[value] = True
    values = {key: sorted(found, key=lambda value: (len(value), value))
              for key, found in values.items()}
    by = arguments.by or ("size" if "size" in values else next(iter(values)))
    if by not in values:
        sys.exit(f"{arguments.map}: has no key {by}")
    keys = [key for key in values if key != by and len(values[key]) > 1]
    means_table(variants, keys, values, by)
    differences_table(variants, keys, values, by)


if __name__ == "__main__":
    main()

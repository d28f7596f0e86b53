#!/usr/bin/env python3
"""Measures the effect of each rule in a mapped family, averaged over all other rules.

    experiments/fairest-rules/rules.py MAP.csv [--by KEY]

Reads the output of `fulcrum study FOLDER --look --csv` for a map, in which all variants have
equally many games, and prints for every value of the key BY (default: size, or the first key)
and every value of every other key: the first player's mean score, the root mean square distance
from 50 % (points from 50 %), and mean length. A second table has the differences in squared
distance between two values of a key, all others equal. Intervals treat games as independent and
hold simultaneously within a table (Bonferroni): normal for scores; for distances wider above than
below, where they are less certain; for differences from those of both distances (Newcombe). They
are about this family of variants, not about a population that it samples
(experiments/calibration/rule_effects.py measures how often they hold)."""
import argparse
import csv
import itertools
import statistics
import sys


def figures(games, effective, score, drawn, distance):
    """Those of one variant, and the variances of the first two."""
    # Add one won and one lost game, so that no variance is 0.
    second = ((score - drawn / 2 + drawn / 4) * games + 1) / (games + 2)
    middle = (score * games + 1) / (games + 2)
    noise = (second - middle * middle) / effective
    return {"score": score, "noise": noise, "distance": distance,
            "distance_noise": 4 * (score - 0.5) ** 2 * noise + 2 * noise * noise}


def figures_of(row):
    """The same of a row of a map's CSV."""
    return figures(*(float(row[name]) for name in (
        "judged", "effective", "score", "drawn", "distance")))


def read(path):
    """Keys and figures of each variant."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows or "distance" not in rows[0]:
        sys.exit(f"{path}: is not the CSV of a map")
    variants = []
    for row in rows:
        if float(row["judged"]) < 2:
            sys.exit(f"{path}: {row['variant']} has no games yet")
        variants.append({"keys": dict(word.split("=") for word in row["variant"].split()),
                         "turns": float(row["turns"]), **figures_of(row)})
    return variants


def mean(variants, figure):
    return sum(variant[figure] for variant in variants) / len(variants)


def interval(variants, figure, noise, z):
    value = mean(variants, figure)
    half = z * sum(variant[noise] for variant in variants) ** 0.5 / len(variants)
    return value, value - half, value + half


def interval_of_distance(variants, z):
    """The mean squared distance. Its error increases with it, so the upper end is farther away, by
    the term of second order: z^2 + 1 times the variance of a score, averaged by their parts in the
    error."""
    value, low, high = interval(variants, "distance", "distance_noise", z)
    noise = sum(v["noise"] * v["distance_noise"] for v in variants) / \
        sum(v["distance_noise"] for v in variants)
    return value, low, high + (z * z + 1) * noise / len(variants)


def means(variants, keys, values, by):
    """Lines of the first table: value of BY, key, its value, mean score and mean squared distance,
    each with its interval, and mean length."""
    lines = [(one, key, value) for one in values[by] for key in keys for value in values[key]]
    z = statistics.NormalDist().inv_cdf(1 - 0.025 / (2 * len(lines)))
    for one, key, value in lines:
        group = [v for v in variants if v["keys"][by] == one and v["keys"][key] == value]
        yield (one, key, value, interval(group, "score", "noise", z),
               interval_of_distance(group, z), mean(group, "turns"))


def differences(variants, keys, values, by):
    """Lines of the second table: value of BY, key, two values, the difference of their squared
    distances with its interval."""
    pairs = [(one, key, a, b) for one in values[by] for key in keys
             for a, b in itertools.combinations(values[key], 2)]
    z = statistics.NormalDist().inv_cdf(1 - 0.05 / (2 * len(pairs)))
    for one, key, a, b in pairs:
        first, second = (interval_of_distance([
            v for v in variants if v["keys"][by] == one and v["keys"][key] == value], z)
            for value in (a, b))
        apart = first[0] - second[0]
        yield one, key, a, b, (
            apart, apart - ((first[0] - first[1]) ** 2 + (second[2] - second[0]) ** 2) ** 0.5,
            apart + ((first[2] - first[0]) ** 2 + (second[0] - second[1]) ** 2) ** 0.5)


def points(squared):
    """The root of a squared distance, in points; 0 if chance explains all of it."""
    return 100 * max(squared, 0) ** 0.5


def print_means(lines, by):
    print(f"| {by} | rule | first player's score | points from 50 % | turns |")
    print("| --- | --- | --- | --- | --- |")
    for one, key, value, score, square, turns in lines:
        cells = [f"{a:.1f} [{b:.1f}, {c:.1f}]" for a, b, c in (
            [100 * end for end in score], [points(end) for end in square])]
        print(f"| {one} | {key}={value} | {cells[0]} | {cells[1]} | {turns:.0f} |")


def print_differences(lines, by):
    print(f"\n| {by} | fairer? | difference of squared distances, 10,000 = 100 points squared "
          "| |\n| --- | --- | --- | --- |")
    for one, key, a, b, (apart, low, high) in lines:
        fairer = b if low > 0 else a if high < 0 else None
        print(f"| {one} | {key}: {a} or {b} | {1e4 * apart:+.0f} [{1e4 * low:+.0f}, "
              f"{1e4 * high:+.0f}] | {f'{key}={fairer}' if fairer else 'not shown'} |")


def by_key(variants):
    """The values of every key, in order."""
    values = {}
    for variant in variants:
        for key, value in variant["keys"].items():
            values.setdefault(key, {})[value] = True
    return {key: sorted(found, key=lambda value: (len(value), value))
            for key, found in values.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map")
    parser.add_argument("--by", help="the key that is not averaged over")
    arguments = parser.parse_args()
    variants = read(arguments.map)
    values = by_key(variants)
    by = arguments.by or ("size" if "size" in values else next(iter(values)))
    if by not in values:
        sys.exit(f"{arguments.map}: has no key {by}")
    keys = [key for key in values if key != by and len(values[key]) > 1]
    print_means(means(variants, keys, values, by), by)
    print_differences(differences(variants, keys, values, by), by)


if __name__ == "__main__":
    main()

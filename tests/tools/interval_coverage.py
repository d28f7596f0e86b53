#!/usr/bin/env python3
"""Measures how often the intervals, tests and answers that commands print are right on
synthetic data.

    tests/tools/interval_coverage.py BUILD [--repetitions N] [TEST ...]

Runs the unit tests of statistics with N repetitions of each known truth (4000 by default:
some CPU-hours; 200 take minutes) and prints the shares as Markdown: every one, then the least
and the largest of each statistic, then the games that an answer takes, as parts of the best
fixed-sample number. Exit status 1: a share is outside its bounds by more than four standard
errors."""
import argparse
import os
import pathlib
import re
import subprocess
import sys

# Repetitions in each test at FULCRUM_TEST_EFFORT=100, and the statistic that it covers.
TESTS = {
    "outcome_counts": (10000, "score, Elo, normalised Elo"),
    "duplicates": (10000, "scores of games that came again"),
    "sprt": (2500, "sequential test"),
    "confidence_sequence": (200, "confidence sequence; balanced within d"),
    "score_interval": (400, "scores and differences by what ends the games; what answers cost"),
    "advantage": (2000, "what moving first is worth"),
    "comparison": (1000, "several comparisons"),
    "score_trend": (400, "changes with the budget"),
    "matched_score": (100, "variants at equal relative strength"),
    "symmetry_test": (4000, "exchanged seats"),
    "first_turns": (4000, "first turns and pie rule"),
    "bradley_terry": (4000, "ratings by clusters and by the model"),
    "rating": (400, "ratings of matches"),
    "skill_trace": (200, "skill trace"),
    "sample": (4000, "means and quantiles of metrics"),
    "game_length": (1000, "time of a run, by the mean length of its games"),
    "halving": (40, "the fairest of many variants"),
    "complexity": (42, "the number of games of a game"),
    "collision_bound": (4000, "bound on the number of positions"),
    "mirror_play": (500, "score of a player who copies"),
    "chi_square": (4000, "mirror images"),
    "over_networks": (200, "scores and differences between networks"),
}
GAMES = re.compile(r"^games: (.*); (.*): \d+ at most, ([\d.]+) of the best; mean ([\d.]+)$")
SHARE = re.compile(r"^share: (.*): +([\d.]+) % of (\d+), to be from ([\d.]+) to ([\d.]+)$")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--repetitions", type=int, default=4000)
    parser.add_argument("tests", nargs="*", metavar="TEST", help=", ".join(TESTS))
    arguments = parser.parse_intermixed_args()
    for name in arguments.tests:
        if name not in TESTS:
            parser.error(f"{name}: not one of {', '.join(TESTS)}")
    print("| statistic | truth | held | repetitions | to be |\n| --- | --- | --- | --- | --- |")
    wrong, ranges, games = [], {}, []
    for name in arguments.tests or TESTS:
        base, about = TESTS[name]
        effort = max(1, -(-100 * arguments.repetitions // base))
        done = subprocess.run([arguments.build / "tests" / f"test_{name}"], text=True,
                              env=dict(os.environ, FULCRUM_TEST_EFFORT=str(effort)),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        rows = [SHARE.match(line) for line in done.stdout.splitlines()]
        games += [row.groups() for row in map(GAMES.match, done.stdout.splitlines()) if row]
        for what, share, count, least, most in (row.groups() for row in rows if row):
            statistic, _, truth = what.strip().partition("; ")
            if not truth:
                statistic, truth = about, statistic
            print(f"| {statistic} (`{name}`) | {truth} | {share} % | {count} | "
                  f"{least} to {most} % |", flush=True)
            ranges.setdefault((statistic, name), []).append(float(share))
        if done.returncode != 0:
            wrong.append(name)
            print(done.stdout, file=sys.stderr)
    print("\n| statistic | least | largest | truths |\n| --- | --- | --- | --- |")
    for (statistic, name), shares in ranges.items():
        print(f"| {statistic} (`{name}`) | {min(shares):.2f} % | {max(shares):.2f} % | {len(shares)} |")
    if games:
        print("\n| question | the games end | in 90 % by | on average at |\n| --- | --- | --- | --- |")
    for question, end, most, mean in games:
        print(f"| {question} | {end} | {most} | {mean} |")
    if wrong:
        sys.exit(f"out of bounds: {', '.join(wrong)}")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""What moving first is worth in each game, between learned players, as README.md plans.

    experiments/moving-first/moving_first.py FULCRUM --out FOLDER [--boards cascade-6,...]
                                                            learn, play, print; hours
    experiments/moving-first/moving_first.py --tables FOLDER/*.csv    print alone
    experiments/moving-first/moving_first.py --tables FOLDER/*.csv --chart FILE.svg    by gnuplot
    experiments/moving-first/moving_first.py --calibrate [REPETITIONS]

Each board's networks learn all of its variants (FOLDER/BOARD/seed-N) and play them against
themselves at unequal numbers of simulations (FOLDER/BOARD/study). FOLDER/BOARD.csv has a row a
network and variant; the printed tables have means over networks, and for each two variants of a
board which is surely the fairer. The same command goes on. Exit status: 0 done, 2 a command failed.
"""
import argparse
import concurrent.futures
import csv
import itertools
import json
import math
import os
import pathlib
import random
import statistics
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "seesaw-4-vs-5")]
from advantage import fit  # noqa: E402
from command import run  # noqa: E402
from student import student  # noqa: E402

SEEDS, GAMES, GENERATIONS = 8, 120, 31
BOARDS = {
    "seesaw-4": "seesaw size=4 swap=false,true",
    "seesaw-5": "seesaw size=5 swap=false,true",
    "situ-hex-3": "situ grid=hex order=3 swap=false,true",
    "situ-hex-4": "situ grid=hex order=4 surplus=2,3,4 swap=false,true",
    "situ-square-4": "situ grid=square order=4 swap=false,true",
    "seega-5": "seega size=5 opening=fixed,free swap=false,true",
    "seega-5-blocked": "seega size=5 blocked=remove,pass,loss",
    "seega-7": "seega size=7 swap=false,true",
    "cascade-6": "cascade size=6 direction=down,both swap=false,true",
    "cascade-8": "cascade size=8 direction=down,both swap=false,true",
}
KEYS = ["games.least=50", "curve.every=0", "ladder.games=0", f"stop.rejections={GENERATIONS}"]
COLUMNS = ("board", "variant", "seed", "advantage", "slope")


def measure(program, out, board):
    """The rows of a board: learns what is missing, plays and fits."""
    words = BOARDS[board].split()
    folder = out / board
    networks = [folder / f"seed-{seed}/weights/{GENERATIONS - 1:03}.safetensors"
                for seed in range(1, SEEDS + 1)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda seed: run(
            program, "learn", *words, *KEYS, "--seed", seed, "--generations", GENERATIONS,
            "--threads", 1, "--quiet", "--out", folder / f"seed-{seed}"), range(1, SEEDS + 1)))
    run(program, "study", *words, "--players", ",".join(map(str, networks)), f"advantage={GAMES}",
        "games.most=0", "--solve-budget", 0, "--quiet", "--out", folder / "study")
    run(program, "report", folder / "study", "--csv")
    with open(folder / "study/csv/advantages.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["network"] != "all":
                points = [(at["doublings"], at["points"], at["games"])
                          for at in json.loads(row["ratios"])]
                advantage, slope = fit(points)
                yield (board, row["variant"], row["network"], f"{advantage:.4f}", f"{slope:.4f}")


def interval(values, level):
    """The mean and Student's interval for it."""
    mean = statistics.fmean(values)
    half = student(level, len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def fairer(one, other, level):
    """Which of two variants has surely the smaller advantage, of either side: 0, 1, or None. It
    has if difference and sum of the two, network by network, surely have signs."""
    signs = []
    for by in (-1, 1):
        _, low, high = interval([a + by * b for a, b in zip(one, other)], level)
        signs.append((low > 0) - (high < 0))
    return None if 0 in signs else int(signs[0] == signs[1])


def by_board(rows):
    """The advantages of the networks by board and variant."""
    boards = {}
    for row in rows:
        boards.setdefault(row["board"], {}).setdefault(row["variant"], []).append(
            float(row["advantage"]))
    return boards


CHART = """
set terminal svg size 800,{height} font 'sans-serif,12' background 'white'
set output '{path}'
set title 'What moving first is worth, in doublings of search (95 % intervals; dots: networks)'
set xrange [-10:10]; set xtics 2 nomirror; set xzeroaxis lt -1
set yrange [{rows} + 1:0] noreverse; set ytics () nomirror; set ytics ({names})
set object rectangle from -2,{rows} + 1 to 2,0 behind fillcolor '#e8e8e8' linewidth 0
set arrow from 0,{rows} + 1 to 0,0 nohead linecolor '#888888'
set label 'grey: ratios that were played' at 9.8,{rows} + 0.5 right
plot '-' using 1:2 with points pt 7 ps 0.35 lc '#88aacc' notitle, \\
     '-' using 1:4:2:3 with xerrorbars pt 7 ps 0.7 lw 2 lc '#224466' notitle
{dots}
e
{means}
e
"""


def draw(boards, path):
    """A row a variant: its networks as dots, their mean with its interval."""
    names, dots, means = [], [], []
    for board, variants in boards.items():
        for row, (name, values) in enumerate(variants.items(), len(names) + 1):
            varied = [word for word in name.split()
                      if not all(word in at.split() for at in variants)]
            names.append(f"'{board}, {' '.join(varied)}' {row}")
            dots += [f"{value} {row}" for value in values]
            means.append("{} {} {} {}".format(*interval(values, 0.95), row))
    script = CHART.format(path=path, rows=len(names), height=60 + 20 * len(names),
                          names=", ".join(names), dots="\n".join(dots), means="\n".join(means))
    run("gnuplot", given=script)


def print_tables(boards):
    print("| board | variant | moving first is worth | spread |\n| --- | --- | --- | --- |")
    for board, variants in boards.items():
        for variant, values in variants.items():
            mean, low, high = interval(values, 0.95)
            print(f"| {board} | {variant} | {mean:+.2f} [{low:+.2f}, {high:+.2f}] | "
                  f"{statistics.stdev(values):.2f} |")
    print("\n| board | fairer | less fair |\n| --- | --- | --- |")
    for board, variants in boards.items():
        pairs = list(itertools.combinations(variants, 2))
        for pair in pairs:
            found = fairer(*(variants[name] for name in pair), 1 - 0.05 / len(pairs))
            if found is not None:
                print(f"| {board} | {pair[found]} | {pair[1 - found]} |")


def calibrate(repetitions):
    """How often one of two variants is called the fairer, of eight networks with these means."""
    rng = random.Random(1)
    print("| means | spread | odd | the second is called fairer | the first |\n"
          "| --- | --- | --- | --- | --- |")
    for means, spread, odd in itertools.product(((0, 0), (0.4, 0.4), (0.4, -0.4), (0.4, 0), (1, 0)),
                                                (0.3, 1), (0, 3)):
        called = [0, 0, 0]
        for _ in range(repetitions):
            networks = [[mean + rng.gauss(0, spread) + odd * (rng.random() < 0.125) - odd / 8
                         for _ in range(SEEDS)] for mean in means]
            called[{None: 0, 1: 1, 0: 2}[fairer(*networks, 0.95)]] += 1
        second, first = (100 * times / repetitions for times in called[1:])
        print(f"| {means[0]}, {means[1]} | {spread} | {odd} | {second:.1f} % | {first:.1f} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("program", metavar="FULCRUM", nargs="?")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--boards", type=lambda names: names.split(","), default=[*BOARDS])
    parser.add_argument("--tables", type=pathlib.Path, nargs="+")
    parser.add_argument("--chart", type=pathlib.Path)
    parser.add_argument("--calibrate", type=int, nargs="?", const=4000)
    at = parser.parse_args()
    if at.calibrate:
        calibrate(at.calibrate)
        return
    if not at.tables and not (at.program and at.out):
        parser.error("give FULCRUM and --out, --tables or --calibrate")
    if unknown := [name for name in at.boards if name not in BOARDS]:
        parser.error(f"no board {unknown[0]}; there are {', '.join(BOARDS)}")
    tables = at.tables or [at.out / f"{board}.csv" for board in at.boards]
    if not at.tables:
        for table, board in zip(tables, at.boards):
            rows = list(measure(at.program, at.out, board))
            with open(table, "w", encoding="ascii", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    rows = []
    for table in tables:
        with open(table, encoding="ascii") as file:
            rows += csv.DictReader(file)
    boards = by_board(rows)
    print_tables(boards)
    if at.chart:
        draw(boards, at.chart)


if __name__ == "__main__":
    main()

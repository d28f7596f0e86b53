#!/usr/bin/python3
"""Prints random playouts a second of this program beside those of others, as a Markdown table: in
parentheses how many times as many, * where they draw by other rules.

    experiments/speed/field.py FULCRUM [--seconds S] [--classics FOLDER]

FULCRUM is the program; its playouts are measured here, on one thread, as the median of five times S
seconds of CPU time (default 1; `fulcrum bench`). Those of others are the rows of field.csv, whose
column `where` says who measured them: "measured" is one core of the machine on which Cascade 8 did
2,072,000 playouts a second, and is scaled by what Cascade 8 does here; the rest stand as they were
published. Exit status: 0 done, 2 a command failed.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CASCADE = 2_072_000  # playouts a second where RBG was measured
COLUMNS = ["Ludii", "RG", "RBG", "RBG, measured"]


def playouts(program, seconds, words):
    call = [program, "bench", *words, "--json", "--seconds", str(seconds)]
    done = subprocess.run(call, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(2)
    return json.loads(done.stdout)["playouts_per_s"]["value"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", metavar="FULCRUM")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--classics", type=pathlib.Path, default=HERE.parents[1] / "configs/games")
    call = parser.parse_args()
    with open(HERE / "field.csv", encoding="utf-8", newline="") as file:
        others = list(csv.DictReader(file))
    scale = playouts(call.program, call.seconds, ["cascade", "size=8"]) / CASCADE
    print(f"Cascade 8 does {scale * CASCADE:,.0f} playouts a second here.\n")
    ours, table = {}, {}
    for row in others:
        words = row["key"].split()
        source = call.classics / f"{words[0]}.c"
        if row["key"] not in ours:
            own = [str(source), *words[1:]] if source.exists() else words
            ours[row["key"]] = playouts(call.program, call.seconds, own)
        here = row["where"].startswith("measured")
        other = float(row["playouts_per_s"]) * (scale if here else 1)
        times = ours[row["key"]] / other
        cells = table.setdefault((row["game"], ours[row["key"]]), {})
        cells[row["system"] + (", measured" if here else "")] = (
            f"{other:,.0f} ({times:,.{0 if times >= 10 else 1}f})"
            + (" *" if "other drawing rules" in row["where"] else ""))
    print("| game | fulcrum | " + " | ".join(COLUMNS) + " |")
    print((2 + len(COLUMNS)) * "| --- " + "|")
    for (game, own), cells in table.items():
        row = " | ".join(cells.get(name, "") for name in COLUMNS)
        print(f"| {game} | {own:,.0f} | {row} |")
    for (game, _), cells in table.items():
        for name in cells.keys() - COLUMNS:
            print(f"\n{game}: {name} {cells[name]}")


main()

#!/usr/bin/python3
"""Learns each game for five CPU-minutes, plays the network against playouts at equal time, and
prints a row a game as CSV.

    experiments/three-minutes/five_minutes.py FULCRUM --out FOLDER [--games N] [--milliseconds M]

Two threads learn for 150 seconds by the clock. Then the best network plays N games (default 100)
by ../equal_time.py, M milliseconds an action (default 20). An empty score: no network beat the
first playouts. The same command goes on; FULCRUM stands in its build folder or is installed,
as games in a file need its headers. Exit status: 0 done, 2 a command failed.
"""
import argparse
import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import equal_time  # noqa: E402
from command import run  # noqa: E402

FILES = pathlib.Path(__file__).resolve().parents[2] / "configs/games"
GAMES = ("seesaw size=4", "situ order=4", "seega size=5", "cascade size=6", "connectfour.c",
         "breakthrough.c", "knightthrough.c", "hex.c size=7", "gomoku.c size=9", "reversi.c",
         "ataxx.c", "clobber.c", "konane.c", "yavalath.c", "pentago.c", "amazons.c size=6",
         "englishdraughts.c", "ninemensmorris.c")
COLUMNS = ("game", "cpu_seconds", "generations", *equal_time.COLUMNS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("program", metavar="FULCRUM")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--milliseconds", type=float, default=20)
    at = parser.parse_args()
    table = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    table.writeheader()
    for game in GAMES:
        name, *keys = game.split()
        words = [FILES / name if name.endswith(".c") else name, *keys]
        folder = at.out / game.replace(".c", "").replace(" ", "-")
        if not (folder / "learned.json").exists():
            run(at.program, "learn", *words, "--time", "150s", "--threads", "2", "--quiet",
                "--out", folder)
            said = run(at.program, "info", folder, "--allow-code", "--json")
            (folder / "learned.json").write_text(said, encoding="utf-8")
        learned = json.loads((folder / "learned.json").read_text(encoding="utf-8"))
        generations = learned["generations"]
        row = {"game": game, "generations": len(generations),
               "cpu_seconds": round(sum(generation["seconds"] for generation in generations))}
        row |= equal_time.play(at.program, folder, learned["ladder"], words, at.games,
                               at.milliseconds)
        table.writerow(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main()

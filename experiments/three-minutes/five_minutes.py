#!/usr/bin/python3
"""Learns each game for five CPU-minutes, plays the network against playouts at equal time, and
prints a row a game as CSV.

    experiments/three-minutes/five_minutes.py FULCRUM --out FOLDER [--games N] [--milliseconds M]

Two threads learn for 150 seconds by the clock. Then the best network plays UCT with playouts, both
for M milliseconds of one core an action (default 20) by the times that `fulcrum learn` measured:
N games (default 100), in pairs from random openings of four turns. An empty score: no network beat
the first playouts. The same command goes on; FULCRUM stands in its build folder or is installed,
as games in a file need its headers. Exit status: 0 done, 2 a command failed.
"""
import argparse
import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from command import run  # noqa: E402

FILES = pathlib.Path(__file__).resolve().parents[2] / "configs/games"
GAMES = ("seesaw size=4", "situ order=4", "seega size=5", "cascade size=6", "connectfour.c",
         "breakthrough.c", "knightthrough.c", "hex.c size=7", "gomoku.c size=9", "reversi.c",
         "ataxx.c", "clobber.c", "konane.c", "yavalath.c", "pentago.c", "amazons.c size=6",
         "englishdraughts.c", "ninemensmorris.c")
COLUMNS = ("game", "cpu_seconds", "generations", "network", "playouts", "score", "low", "high")


def play(at, words, folder, learned):
    """The columns of the match; network and playouts are simulations."""
    rung = learned["ladder"][0]
    agents = {"network": json.loads((folder / "best.json").read_text(encoding="utf-8")),
              "playouts": {"search": {}, "temperature": {"start": 0}}}
    each = {"network": rung["network_ms"] / agents["network"]["search"]["simulations"],
            "playouts": rung["playouts_ms"] / rung["simulations"]}
    row = {name: max(1, round(at.milliseconds / each[name])) for name in agents}
    for name, agent in agents.items():
        agent["search"]["simulations"] = row[name]
        (folder / f"{name}.json").write_text(json.dumps(agent | {"name": name}), encoding="utf-8")
    said = run(at.program, "match", *(folder / f"{name}.json" for name in agents), *words,
               "opening.turns=4", "--games", at.games, "--out", folder / "match",
               "--quiet", "--json")
    score = json.loads(said)["score"]
    return row | {key: f"{100 * score[name]:.1f}"
                  for key, name in (("score", "value"), ("low", "low"), ("high", "high"))}


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
        if learned["ladder"]:
            row |= play(at, words, folder, learned)
        table.writerow(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main()

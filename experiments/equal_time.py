#!/usr/bin/python3
"""Plays what was learned against playouts at equal time, and prints a row as CSV.

    experiments/equal_time.py FULCRUM LEARNED GAME key=value ... [--games N] [--milliseconds M]

The best network of LEARNED, a folder of `fulcrum learn` for GAME, plays UCT with playouts: N games
(default 100), in pairs from random openings of four turns. Both search for M milliseconds of one
core an action (default 50), by the times that the first rung of the ladder took. The same command
goes on, in LEARNED/equal-M-N. Exit status: 0 done, 2 a command failed.
"""
import argparse
import csv
import json
import pathlib
import sys

from command import run

COLUMNS = ("network", "playouts", "games", "score", "low", "high")


def play(program, learned, ladder, game, games, milliseconds):
    """The columns, by the ladder of what was learned; none if it is empty, as no network beat the
    first playouts. network and playouts are numbers of simulations."""
    if not ladder:
        return {}
    agents = {"network": json.loads((learned / "best.json").read_text(encoding="utf-8")),
              "playouts": {"search": {}, "temperature": {"start": 0}}}
    each = {"network": ladder[0]["network_ms"] / agents["network"]["search"]["simulations"],
            "playouts": ladder[0]["playouts_ms"] / ladder[0]["simulations"]}
    row = {name: max(1, round(milliseconds / each[name])) for name in agents} | {"games": games}
    files = {name: learned / f"equal-{milliseconds:g}-{name}.json" for name in agents}
    for name, agent in agents.items():
        agent["search"]["simulations"] = row[name]
        files[name].write_text(json.dumps(agent | {"name": name}), encoding="utf-8")
    said = run(program, "match", *files.values(), *game, "opening.turns=4", "--games", games,
               "--out", learned / f"equal-{milliseconds:g}-{games}", "--quiet", "--json")
    score = json.loads(said)["score"]
    return row | {key: f"{100 * score[name]:.1f}"
                  for key, name in (("score", "value"), ("low", "low"), ("high", "high"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("program", metavar="FULCRUM")
    parser.add_argument("learned", metavar="LEARNED", type=pathlib.Path)
    parser.add_argument("game", metavar="GAME", nargs="+")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--milliseconds", type=float, default=50)
    at = parser.parse_args()
    table = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    table.writeheader()
    said = run(at.program, "info", at.learned, "--allow-code", "--json")
    table.writerow(play(at.program, at.learned, json.loads(said)["ladder"], at.game, at.games,
                        at.milliseconds))


if __name__ == "__main__":
    main()

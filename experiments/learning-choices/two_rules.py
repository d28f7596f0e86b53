#!/usr/bin/python3
"""One network for Cascade 6 with the pie rule and without, against one for each.

    experiments/learning-choices/two_rules.py FULCRUM --out FOLDER

Three seeds of 90 CPU-seconds a rule learn and are rated by playouts, two-rules.json: tables, and
FOLDER/RULE/compare.csv. FOLDER/start.csv has, for each network and rule, its value of the start
and the score of player 1, with 95 % intervals, in 400 games of the network with itself, 100
simulations, the first 20 turns drawn by visits. 20 minutes on two cores; the same command goes on.
Exit status: 0 done, 2 a command failed.
"""
import argparse
import csv
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from command import run  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ("arm", "seed", "swap", "value", "score", "low", "high")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("program", metavar="FULCRUM")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    at = parser.parse_args()

    def start(arm, seed, swap, weights):
        value = json.loads(run(at.program, "evaluate", weights, "cascade", "size=6",
                               f"swap={swap}", "--json"))["exact"]["value"]
        games = at.out / "games" / f"{arm}-{seed}-{swap}"
        run(at.program, "selfplay", HERE.parents[1] / "configs/cascade.json", "variant.size=6",
            f"variant.swap={swap}", "games=400", "search.simulations=100",
            "search.evaluator=integer", "search.selection=puct", "search.fpu=reduction",
            f"network.weights={weights}", "temperature.turns=20", "--out", games, "--quiet")
        score = json.loads(run(at.program, "info", games, "--json"))["player1_score"]
        return (arm, seed, swap, f"{value / 4096:.3f}",
                *(f"{score[key]:.3f}" for key in ("value", "low", "high")))

    for swap in ("false", "true"):
        print(run(HERE.parent / "compare.py", HERE / "two-rules.json", "cascade", "size=6",
                  f"swap={swap}", "--out", at.out / swap, "--fulcrum", at.program))
    rows = [start(arm, seed, swap, (at.out / swap / f"{arm}-{seed}/best.safetensors").resolve())
            for arm in ("each", "one") for seed in (1, 2, 3) for swap in ("false", "true")]
    with open(at.out / "start.csv", "w", encoding="ascii", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Asks the same questions of learned players and of playouts, for the same time by the clock, and
prints a row a variant as CSV.

    experiments/first-answers/first_answers.py FULCRUM [--minutes M] [--out FOLDER]

Each study gets M minutes (default 10), of which learned players learn for half, two networks a
board. FOLDER (default runs/first-answers) keeps the studies: the same command goes on. `minutes`
are those of the calls, `lines` those of the answer, and `level` is the strength it is of. A network
of 400 simulations holds its own against `beaten` playouts, whose search takes `times` as long.
Exit status: 0 done, 2 a command failed.
"""
import argparse
import csv
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from command import run  # noqa: E402

GAMES = pathlib.Path(__file__).resolve().parents[2] / "configs/games"
QUESTIONS = {
    "Seesaw 4, 5": "seesaw size=4,5",
    "Cascade 6, 8, pie rule": "cascade size=6,8 swap=false,true",
    "Situ hex 4, surplus": "situ surplus=2,3",
    "Seega 5, blocked": "seega blocked=remove,pass,loss",
    "Hex 5, 6": f"{GAMES}/hex.c size=5,6",
    "Breakthrough 5, 6": f"{GAMES}/breakthrough.c width=5,6 height=6",
}


def strength(program, folder, variant):
    """The most playouts that a network of the variant scores half against, and times its time."""
    for learned in sorted(folder.glob("learn/*seed-1")):
        plan = json.loads((learned / "plan.json").read_text(encoding="utf-8"))
        if any(set(variant.split()) <= set(text.split()) for text in plan["variants"]):
            said = json.loads(run(program, "info", learned, "--allow-code", "--json"))
            held = [rung for rung in said["ladder"] if rung["score"]["value"] >= 0.5]
            if held:
                best = max(held, key=lambda rung: rung["simulations"])
                return best["simulations"], f"{best['playouts_ms'] / best['network_ms']:.1f}"
    return "", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", metavar="FULCRUM")
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--out", default="runs/first-answers")
    at = parser.parse_args()
    players = {"learned": ["--learn", f"{30 * at.minutes}s", "--seeds", "2"],
               "playouts": ["--players", "playouts"]}
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["question", "players", "minutes", "lines", "variant", "level", "games",
                    "score", "low", "high", "fair", "beaten", "times"])
    for question, words in QUESTIONS.items():
        for name, options in players.items():
            folder = pathlib.Path(at.out) / f"{question} {name}".replace(" ", "-").replace(",", "")
            taken = folder / "minutes"
            if not taken.exists():
                start = time.monotonic()
                run(at.program, "study", *words.split(), *options, "--time-limit",
                    f"{at.minutes}m", "--quiet", "--out", folder, allowed=(0, 3))
                taken.write_text(f"{(time.monotonic() - start) / 60:.1f}", encoding="ascii")
            look = [at.program, "study", folder, "--look", "--allow-code"]
            text = run(*look, allowed=(0, 3))
            cells = json.loads(run(*look, "--json", allowed=(0, 3)))["cells"]
            for variant in dict.fromkeys(cell["variant"] for cell in cells):
                played = [c for c in cells if c["variant"] == variant and c["games"] > 0]
                shown = next((c for c in reversed(played)
                              if f" {100 * c['score']['value']:.1f} %" in text), None)
                if shown:
                    score = [f"{100 * shown['score'][key]:.1f}" for key in ("value", "low", "high")]
                    table.writerow([question, name, taken.read_text(encoding="ascii"),
                                    len(text.splitlines()), variant, shown["strength"],
                                    shown["games"], *score, shown["balanced"],
                                    *strength(at.program, folder, variant)])
            sys.stdout.flush()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Plays a list of matches and writes one CSV row per match beside it.

    experiments/amaf/play.py equal-time.txt build/fulcrum [THREADS]       -> equal-time.csv

A line of the list is "simulations games | game key=value ... | key=value ...": the search with
the keys of the last part (of "search") against the search without them, both with so many
simulations per action; "400:800" gives them different budgets. Matches already in the CSV are
not replayed, and a stopped match is resumed. trial.csv is the table of a patch that is no
longer here: see README.md.
"""
import csv
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
FIELDS = ["board", "budget", "keys", "games", "score", "low", "high", "cut_off"]


def agent(name, budget, words):
    """Writes an agent's file."""
    search = {"simulations": int(budget)}
    for word in words:
        key, value = word.split("=")
        try:
            search[key] = json.loads(value)
        except ValueError:
            search[key] = value
    file = HERE / "runs" / f"{name}.json"
    file.write_text(json.dumps({"search": search, "temperature": {"start": 0}}))
    return file


def play(fulcrum, threads, budget, games, board, words):
    """The row of one match."""
    name = "_".join([*board, budget, *words]).replace("=", "-")
    own, others = budget.split(":") if ":" in budget else (budget, budget)
    out = subprocess.run(
        [fulcrum, "match", agent(name, own, words), agent(f"uct-{others}", others, []),
         *board, "--games", games, "--threads", threads, "--quiet", "--json",
         "--out", HERE / "runs" / name],
        check=True, stdout=subprocess.PIPE).stdout
    match = json.loads(out)
    score = [f"{match['score'][key]:.4f}" for key in ("value", "low", "high")]
    return [2 * match["pairs"], *score, match["cut_off"]]


def main():
    if len(sys.argv) not in (3, 4):
        print("play.py: needs the list and the program, as in experiments/amaf/play.py "
              "equal-time.txt build/fulcrum [THREADS]", file=sys.stderr)
        sys.exit(2)
    rows, fulcrum, threads = HERE / sys.argv[1], sys.argv[2], (sys.argv[3:] + ["1"])[0]
    results = rows.with_suffix(".csv")
    (HERE / "runs").mkdir(exist_ok=True)
    if not results.exists():
        results.write_text(",".join(FIELDS) + "\n")
    with results.open(newline="") as file:
        done = {(row["board"], row["budget"], row["keys"]) for row in csv.DictReader(file)}
    for line in rows.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        (budget, games), board, words = (part.split() for part in line.split("|"))
        key = (" ".join(board), budget, " ".join(words))
        if key in done:
            continue
        row = [*key, *play(fulcrum, threads, budget, games, board, words)]
        print(*row, sep=",", flush=True)
        with results.open("a", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(row)


if __name__ == "__main__":
    main()

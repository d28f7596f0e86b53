#!/usr/bin/env python3
"""Plays the matches that a list of rows names, and writes a row a match beside it.

    experiments/amaf/play.py equal-time.txt build/fulcrum [THREADS]       -> equal-time.csv

A row is "simulations games | game key=value ... | key=value ...": the search with the last
part's keys (of "search") against the search without, both at so many simulations an action;
"400:800" gives them different budgets. Matches that are in the table are not played again,
and one that was stopped goes on. trial.csv is the table of a patch that is not
here any more: see README.md.
"""
import csv
import io
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "learner"))
from publish import publish, write_json  # noqa: E402

FIELDS = ["board", "budget", "keys", "games", "score", "low", "high", "cut_off"]


def agent(name, budget, words):
    """An agent's file."""
    search = {"simulations": int(budget)}
    for word in words:
        key, value = word.split("=")
        try:
            search[key] = json.loads(value)
        except ValueError:
            search[key] = value
    file = HERE / "runs" / f"{name}.json"
    write_json(str(file), {"search": search, "temperature": {"start": 0}})
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
        print("play.py: needs the rows and the program, as in experiments/amaf/play.py "
              "equal-time.txt build/fulcrum [THREADS]", file=sys.stderr)
        sys.exit(2)
    rows, fulcrum, threads = HERE / sys.argv[1], sys.argv[2], (sys.argv[3:] + ["1"])[0]
    results = rows.with_suffix(".csv")
    (HERE / "runs").mkdir(exist_ok=True)
    table = io.StringIO(results.read_text() if results.exists() else ",".join(FIELDS) + "\n",
                        newline="")
    done = {(row["board"], row["budget"], row["keys"]) for row in csv.DictReader(table)}
    for line in rows.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        (budget, games), board, words = (part.split() for part in line.split("|"))
        key = (" ".join(board), budget, " ".join(words))
        if key in done:
            continue
        row = [*key, *play(fulcrum, threads, budget, games, board, words)]
        print(*row, sep=",", flush=True)
        csv.writer(table, lineterminator="\n").writerow(row)
        publish(str(results), lambda file: file.write(table.getvalue().encode()))


if __name__ == "__main__":
    main()

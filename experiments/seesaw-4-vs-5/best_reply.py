#!/usr/bin/python3
"""What a first turn is worth against a player with many times the budget.

    best_reply.py cross_play.json --out runs/best-reply --simulations 1600 --times 16

Each network of each variant of a study plays itself behind each of the variant's openings,
one seat with so many times the simulations of the other. A first turn that still scores
against the stronger second player is good for the first; one that loses even where the first
player is the stronger is bad for it. The study is one whose agent has a list of networks;
its strengths are not looked at. Goes on where it was stopped. Writes FOLDER/best_reply.csv
and prints it as a table: scores are means over networks, with the least and the most of one
network; they have no interval, as one network against itself says nothing about other
networks.

Exit status: 0 done, 2 the call was wrong or a match failed, 3 stopped.
"""

import argparse
import csv
import io
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "experiments", "learner"))

import needs  # noqa: E402

needs.packages("h5py", "numpy")
from data import DataError  # noqa: E402
from programs import Programs, finish  # noqa: E402
from publish import make_folder, publish, write_json  # noqa: E402

COLUMNS = ("board", "first turn", "simulations", "stronger", "score", "least", "most",
           "networks", "games")


def parse_call():
    parser = needs.Parser(description="What a first turn is worth against a player with many "
                                      "times the budget.",
                          formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("study", help="JSON of a study whose agent has a list of networks")
    parser.add_argument("--out", required=True, help="folder of everything that is made")
    parser.add_argument("--simulations", type=int, default=1600, help="of the weaker seat")
    parser.add_argument("--times", type=int, default=16, help="so many of the stronger")
    parser.add_argument("--games", type=int, default=20,
                        help="of each network behind each first turn, even")
    parser.add_argument("--threads", default="1", help="of each match")
    parser.add_argument("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"),
                        help="the program")
    parser.add_argument("--look", action="store_true",
                        help="play nothing, show what there is")
    call = parser.parse_args()
    if call.simulations < 1 or call.times < 2 or call.games < 2 or call.games % 2:
        parser.error("--simulations is 1 or more, --times 2 or more, --games even")
    return call


def read_study(path, look):
    with open(path, encoding="utf-8") as file:
        try:
            study = json.load(file)
        except ValueError as error:
            raise DataError(f"{path}: {error}") from error
    for variant in study["variants"]:
        variant["networks"] = [name.format(**variant["variant"])
                               for name in study["agent"]["network"]["weights"]]
        for name in variant["networks"]:
            if not look and not os.path.exists(name):
                raise DataError(f"{path}: {name} is not there")
    return study


def agent(call, study, weights, simulations, name):
    """The file of an agent."""
    made = json.loads(json.dumps(study["agent"]))
    made.update(name=name, network={"weights": weights})
    made["search"]["simulations"] = simulations
    folder = os.path.join(call.out, "agents")
    make_folder(folder)
    stem = os.path.splitext(os.path.basename(weights))[0]
    path = os.path.join(folder, f"{stem}-{simulations}-{name}.json")
    write_json(path, made)
    return path


def match(call, programs, study, variant, turn, number):
    """What `fulcrum match --json` prints; None: nothing has been played, nor is to be."""
    keys = [f"{key}={value}" for key, value in variant["variant"].items()]
    folder = os.path.join(call.out, f"{' '.join(keys)}-{turn}-{number}")
    if call.look and not os.path.isdir(folder):
        return None
    agents = [agent(call, study, variant["networks"][number], simulations, seat)
              for simulations, seat in ((call.simulations, "A"),
                                        (call.simulations * call.times, "B"))]
    return json.loads(programs.run(
        call.fulcrum, "match", *agents, study["game"], *keys, f"--games={call.games}",
        "--seed=1", "--quiet", "--json", "opening.turns=0", f"opening.actions={turn}",
        f"--threads={call.threads}", "--out", folder, output=True))


def score(counts):
    games = counts["wins"] + counts["draws"] + counts["losses"]
    return (counts["wins"] + counts["draws"] / 2) / games


def rows_of(call, programs, study, variant, turn):
    """Two: the stronger player is the second, or the first."""
    first, second = [], []
    for number in range(len(variant["networks"])):
        found = match(call, programs, study, variant, turn, number)
        if found is None:
            return []
        first.append(score(found["player1"]))
        second.append(1 - score(found["player2"]))
    return [{"board": variant["name"], "first turn": turn, "simulations": call.simulations,
             "stronger": stronger, "score": round(sum(scores) / len(scores), 4),
             "least": round(min(scores), 4), "most": round(max(scores), 4), "networks": len(scores),
             "games": len(scores) * call.games // 2}
            for stronger, scores in (("second", first), ("first", second))]


def write_csv(path, rows):
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    publish(path, lambda file: file.write(text.getvalue().encode()))


def percent(value):
    return f"{100 * value:.1f}"


def show(rows, times):
    print(f"Score of player 1 in %, one player with {times} times the simulations; least and "
          "most of a network")
    for row in rows:
        print(f"  {row['board']}  {row['first turn']:8}  {row['simulations']:6}  the "
              f"{row['stronger']:6} is stronger  {percent(row['score']):>5}"
              f"  {percent(row['least']):>5} to {percent(row['most']):>5}"
              f"  {row['games']} games of {row['networks']} networks")


def main():
    call = parse_call()
    study = read_study(call.study, call.look)
    programs = Programs()
    programs.listen()
    make_folder(call.out)
    rows = []
    for variant in study["variants"]:
        for turn in variant["openings"].split(";"):
            rows += rows_of(call, programs, study, variant, turn.strip())
            write_csv(os.path.join(call.out, "best_reply.csv"), rows)
    show(rows, call.times)


if __name__ == "__main__":
    finish(main)

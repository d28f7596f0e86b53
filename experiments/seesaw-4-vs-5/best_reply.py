#!/usr/bin/python3
"""Evaluates first turns against a player with a multiple of the budget.

    best_reply.py cross_play.json --out runs/best-reply --simulations 1600 --times 16

Each network of each variant of a study plays itself from each of the variant's openings, one
seat with --times the simulations of the other. A first turn that still scores against the
stronger second player is good for the first player; one that loses even when the first player
is the stronger is bad. The study's agent must have a list of networks; its strengths are
ignored. Resumes after a stop. Writes FOLDER/best_reply.csv and prints it as a table: scores are
means over networks, with the minimum and maximum of a network, without intervals, as one
network against itself says nothing about other networks. Both cover complete matches only:
--look prints the current table without playing or writing.

Exit status: 0 done, 2 invalid command line or a match failed, 3 stopped.
"""

import argparse
import glob
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "experiments", "learner"))

import needs  # noqa: E402

needs.packages("h5py", "numpy")
import h5py  # noqa: E402
from data import DataError  # noqa: E402
from loops import csv_text, publish_all  # noqa: E402
from plan import expect  # noqa: E402
from programs import Programs, finish  # noqa: E402
from publish import make_folder, write_json  # noqa: E402

COLUMNS = ("board", "first turn", "simulations", "stronger", "score", "least", "most",
           "networks", "games")


def parse_call():
    parser = needs.Parser(description="Evaluate first turns against a player with a multiple "
                                      "of the budget.",
                          formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("study", help="JSON file of a study whose agent has a list of networks")
    parser.add_argument("--out", required=True, help="output folder")
    parser.add_argument("--simulations", type=int, default=1600,
                        help="simulations of the weaker seat")
    parser.add_argument("--times", type=int, default=16, help="factor for the stronger seat")
    parser.add_argument("--games", type=int, default=20,
                        help="games per network and first turn, an even number")
    parser.add_argument("--threads", default="1", help="threads of each match")
    parser.add_argument("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"),
                        help="the program")
    parser.add_argument("--look", action="store_true",
                        help="play nothing, print the current table")
    call = parser.parse_args()
    if call.simulations < 1 or call.times < 2 or call.games < 2 or call.games % 2:
        parser.error("--simulations must be 1 or more, --times 2 or more, --games even")
    return call


def part(said, name, kind, where=""):
    """A required key of an object of the study."""
    if name not in said:
        raise DataError(f"{where}{name} is missing")
    return expect(where + name, said[name], kind)


def check(study):
    """Checks what this script needs; fulcrum checks the rest. Sets the variants' `networks`."""
    part(expect("", study, dict), "game", str)
    agent_ = part(study, "agent", dict)
    part(agent_, "search", dict, "agent.")
    weights = part(part(agent_, "network", dict, "agent."), "weights", list, "agent.network.")
    for number, variant in enumerate(part(study, "variants", list)):
        where = f"variants[{number}]"
        for name, kind in (("name", str), ("variant", dict), ("openings", str)):
            part(expect(where, variant, dict), name, kind, where + ".")
        try:
            variant["networks"] = [expect("agent.network.weights", name, str)
                                   .format(**variant["variant"]) for name in weights]
        except (LookupError, ValueError) as error:
            raise DataError(f"agent.network.weights: {error} is not a key of {where}") from error


def read_study(path, look):
    with open(path, encoding="utf-8") as file:
        try:
            study = json.load(file)
            check(study)
        except (DataError, ValueError) as error:
            raise DataError(f"{path}: {error}") from error
    for name in [name for variant in study["variants"] for name in variant["networks"]]:
        if not look and not os.path.exists(name):
            raise DataError(f"{path}: {name} does not exist")
    return study


def agent(call, study, weights, simulations, name):
    """Writes the file of an agent."""
    made = json.loads(json.dumps(study["agent"]))
    made.update(name=name, network={"weights": weights})
    made["search"]["simulations"] = simulations
    folder = os.path.join(call.out, "agents")
    make_folder(folder)
    stem = os.path.splitext(os.path.basename(weights))[0]
    path = os.path.join(folder, f"{stem}-{simulations}-{name}.json")
    write_json(path, made)
    return path


def keys_of(variant):
    return [f"{key}={value}" for key, value in variant["variant"].items()]


def turns_of(variant):
    return [turn.strip() for turn in variant["openings"].split(";")]


def match_folder(call, variant, turn, number):
    return os.path.join(call.out, f"{' '.join(keys_of(variant))}-{turn}-{number}")


def budgets(call):
    return call.simulations, call.simulations * call.times


def play(call, programs, study, variant, turn):
    for number, weights in enumerate(variant["networks"]):
        agents = [agent(call, study, weights, simulations, seat)
                  for simulations, seat in zip(budgets(call), "AB")]
        programs.run(
            call.fulcrum, "match", *agents, study["game"], *keys_of(variant),
            f"--games={call.games}", "--seed=1", "--quiet", "--json", "opening.turns=0",
            f"opening.actions={turn}", f"--threads={call.threads}",
            "--out", match_folder(call, variant, turn, number), output=True)


def scores_of(call, folder):
    """Player 1's mean scores of the games in which B, the stronger, is the second, and the
    first player; None if the match is incomplete."""
    points = ({}, {})  # by game number
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "shard-*.h5"))):
        with h5py.File(path) as file:
            said = json.loads(file.attrs["config"])["agents"]
            games = [file["games"][name][...].tolist() for name in ("id", "agent", "winner")]
        if tuple(one["search"]["simulations"] for one in said) != budgets(call):
            raise DataError(f"{folder}: has other --simulations or --times")
        for game, (first, _), winner in zip(*games):
            if game < call.games:
                points[first][game] = (1, 0, 0.5)[winner]
    if len(points[0]) + len(points[1]) < call.games:
        return None
    return [sum(seat.values()) / len(seat) for seat in points]


def rows_of(call, variant, turn):
    """Two rows, over networks with complete matches: the stronger player is the second, or the
    first."""
    found = [scores_of(call, match_folder(call, variant, turn, number))
             for number in range(len(variant["networks"]))]
    found = [scores for scores in found if scores]
    return [{"board": variant["name"], "first turn": turn, "simulations": call.simulations,
             "stronger": stronger, "score": round(sum(scores) / len(scores), 4),
             "least": round(min(scores), 4), "most": round(max(scores), 4), "networks": len(scores),
             "games": len(scores) * call.games // 2}
            for stronger, scores in zip(("second", "first"), zip(*found))]


def table_of(call, study):
    return [row for variant in study["variants"] for turn in turns_of(variant)
            for row in rows_of(call, variant, turn)]


def percent(value):
    return f"{100 * value:.1f}"


def show(rows, times):
    print(f"Score of player 1 in %, one player with {times} times the simulations; minimum and "
          "maximum over networks")
    for row in rows:
        print(f"  {row['board']}  {row['first turn']:8}  {row['simulations']:6}  the "
              f"{row['stronger']:6} is stronger  {percent(row['score']):>5}"
              f"  {percent(row['least']):>5} to {percent(row['most']):>5}"
              f"  {row['games']} games of {row['networks']} networks")


def main():
    call = parse_call()
    study = read_study(call.study, call.look)
    if call.look:
        if not os.path.isdir(call.out):
            raise DataError(f"{call.out}: no such folder")
        show(table_of(call, study), call.times)
        return
    programs = Programs()
    programs.listen()
    make_folder(call.out)
    for variant in study["variants"]:
        for turn in turns_of(variant):
            play(call, programs, study, variant, turn)
            publish_all(call.out, {"best_reply.csv": csv_text(COLUMNS, table_of(call, study))})
    show(table_of(call, study), call.times)


if __name__ == "__main__":
    finish(main)

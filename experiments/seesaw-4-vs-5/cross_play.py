#!/usr/bin/python3
"""Networks of several seeds play each other behind every first turn.

    cross_play.py cross_play.json --out runs/cross-play --threads 2

A score between two copies of one network says as much of that network as of the board. So
every network of a board plays every other and itself, behind each first turn, with both
seats; the score of player 1 is the mean over all pairings, and its interval is over
networks: the jackknife that leaves out one network and all its games (`jackknife.py`). It
speaks of networks that the same training would bring, at this number of simulations.

The plan is JSON: a game; an `agent`, as `fulcrum match` takes it, without weights and
simulations; `boards`, each with a name, a variant, the first turns that differ but for mirror
images, and networks (files in the folder `networks`); `levels` of simulations an action and
games a pairing and first turn. Goes on where it was stopped. Writes FOLDER/cross_play.csv and
prints it.

Exit status: 0 done, 2 the call was wrong or a match failed, 3 stopped.
"""

import argparse
import csv
import glob
import io
import itertools
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "experiments", "learner"))

import needs  # noqa: E402

needs.packages("h5py", "numpy")
from data import DataError  # noqa: E402
from jackknife import interval  # noqa: E402
from programs import Programs, finish  # noqa: E402
from publish import make_folder, publish, write_json  # noqa: E402

ALL = "all"
COLUMNS = ("board", "simulations", "first turn", "score", "low", "high", "least", "most",
           "networks", "games", "worth")


def pairings(board):
    """Pairs of numbers of networks, each with itself and with those behind it."""
    return itertools.combinations_with_replacement(range(len(board["networks"])), 2)


def call_parser(description):
    """Of what all calls have that play such a plan."""
    parser = needs.Parser(description=description,
                          formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("plan", help="JSON of boards, networks and levels")
    parser.add_argument("--out", required=True, help="folder of everything that is made")
    parser.add_argument("--threads", default="1", help="of each match")
    parser.add_argument("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"),
                        help="the program")
    parser.add_argument("--look", action="store_true",
                        help="play nothing, show what there is")
    return parser


class Play:
    def __init__(self, call, plan, programs):
        self.call, self.plan, self.programs = call, plan, programs

    def agent(self, board, number, simulations, name):
        """The file of an agent."""
        agent = json.loads(json.dumps(self.plan["agent"]))
        weights = os.path.join(self.plan["networks"], board["networks"][number])
        agent.update(name=name, network={"weights": weights})
        agent["search"]["simulations"] = simulations
        folder = os.path.join(self.call.out, "agents")
        make_folder(folder)
        path = os.path.join(folder, f"{board['variant']}-{number}-{simulations}-{name}.json")
        write_json(path, agent)
        return path

    def folder(self, board, level, pair):
        name = f"{board['variant']}-{level['simulations']}-{pair[0]}-{pair[1]}"
        return os.path.join(self.call.out, name)

    def match(self, board, agents, folder, turns, games):
        """What `fulcrum match --json` prints, of so many games behind each of the turns."""
        return self.programs.run(
            self.call.fulcrum, "match", *agents, self.plan["game"], *board["variant"].split(),
            f"--games={games * len(turns)}", "--seed=1", "--quiet", "--json",
            "opening.turns=0", f"opening.actions={';'.join(turns)}",
            f"--threads={self.call.threads}", "--out", folder, output=True)

    def pair(self, board, level, pair):
        agents = [self.agent(board, number, level["simulations"], name)
                  for number, name in zip(pair, "AB")]
        self.match(board, agents, self.folder(board, level, pair), board["turns"],
                   level["games"])

    def first_turns(self, board, level, pair):
        """{turn or ALL: (player 1's score, games)} and how many games they are worth; None:
        they have not all been played."""
        if not glob.glob(os.path.join(self.folder(board, level, pair), "shard-*.h5")):
            return None
        found = json.loads(self.programs.run(
            self.call.fulcrum, "metrics", "--json", self.folder(board, level, pair),
            output=True))
        if found["games"] < level["games"] * len(board["turns"]):
            return None
        turns = {}
        for move in found["opening_book"]:  # its names may be those of mirror images
            turns[move["action"]] = (move["score"]["value"], move["games"])
        games = sum(n for _, n in turns.values())
        turns[ALL] = (sum(s * n for s, n in turns.values()) / games, games)
        return turns, found["effective"]


def table(play, board, level):
    """Rows of the table: turn, score, half width, least and most of a pairing, games, worth."""
    count = len(board["networks"])
    found, worth = {}, 0
    for pair in pairings(board):
        played = play.first_turns(board, level, pair)
        if not played:
            return []
        turns, effective = played
        worth += effective
        for turn, cell in turns.items():
            found.setdefault(turn, {})[pair] = cell
    rows = []
    for turn in sorted(found, key=lambda t: (t == ALL, t)):
        mean, low, high = interval(found[turn], count)
        scores = [score for score, _ in found[turn].values()]
        rows.append({
            "board": board["name"], "simulations": level["simulations"], "first turn": turn,
            "score": mean, "low": low, "high": high, "least": min(scores),
            "most": max(scores), "networks": count,
            "games": sum(n for _, n in found[turn].values()),
            "worth": worth if turn == ALL else None})
    return rows


def percent(value):
    return "" if value is None else f"{100 * value:.1f}"


def show(rows):
    print("Score of player 1 in %, 95 % over networks; least and most of a pairing")
    for row in rows:
        print(f"  {row['board']}  {row['simulations']:6}  {row['first turn']:8}  "
              f"{percent(row['score']):>5} [{percent(row['low']):>5}, {percent(row['high']):>5}]"
              f"  {percent(row['least']):>5} to {percent(row['most']):>5}"
              f"  {row['games']} games"
              + (f", worth {row['worth']:.0f}" if row["worth"] is not None else ""))


def write_csv(path, columns, rows):
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    publish(path, lambda file: file.write(text.getvalue().encode()))


def read_plan(path, look):
    with open(path, encoding="utf-8") as file:
        try:
            plan = json.load(file)
        except ValueError as error:
            raise DataError(f"{path}: {error}") from error
    for board in plan["boards"]:
        for name in board["networks"]:
            weights = os.path.join(plan["networks"], name)
            if not look and not os.path.exists(weights):
                raise DataError(f"{path}: {weights} is not there")
    return plan


def begin(call):
    """What plays the matches of a call, from now on stopped by signals."""
    plan = read_plan(call.plan, call.look)
    programs = Programs()
    programs.listen()
    make_folder(call.out)
    return Play(call, plan, programs)


def main():
    call = call_parser("Networks of several seeds play each other behind every first "
                       "turn.").parse_args()
    play = begin(call)
    rows = []
    for level, board in itertools.product(play.plan["levels"], play.plan["boards"]):
        if not call.look:
            for pair in pairings(board):
                play.pair(board, level, pair)
        rows += table(play, board, level)
        write_csv(os.path.join(call.out, "cross_play.csv"), COLUMNS, rows)
    show(rows)


if __name__ == "__main__":
    finish(main)

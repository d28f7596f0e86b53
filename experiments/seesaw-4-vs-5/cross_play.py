#!/usr/bin/python3
"""Networks of several seeds play each other behind every first turn.

    cross_play.py cross_play.json --out runs/cross-play --threads 2

A score between two copies of one network says as much of that network as of the board. So
every network of a board plays every other and itself, behind each first turn, with both
seats; the score of player 1 is the mean over all pairings, and its interval is over
networks: the jackknife that leaves out one network and all its games, with Student's t. It
speaks of networks that the same training would bring, at this number of simulations.

The plan is JSON: a game; an `agent`, as `fulcrum match` takes it, without weights and
simulations; `boards`, each with a name, a variant, the first turns that differ but for mirror
images, and networks (files in the folder `networks`); `levels` of simulations an action and
games a pairing and first turn. Goes on where it was
stopped. Writes FOLDER/cross_play.csv and prints it as tables.

Exit status: 0 done, 2 the call was wrong or a match failed, 3 stopped.
"""

import argparse
import csv
import glob
import itertools
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "experiments", "learner"))

from publish import make_folder, write_json  # noqa: E402

# Student's 97.5 % point by degrees of freedom.
STUDENT = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}
ALL = "all"


def jackknife(scores, count):
    """The mean of scores over pairings of `count` networks, and the half width of its 95 %
    interval over networks; scores: {(i, j): (score, games)}. None: fewer than 3 networks."""

    def mean(left_out):
        cells = [s for (i, j), s in scores.items() if left_out not in (i, j)]
        games = sum(n for _, n in cells)
        return sum(s * n for s, n in cells) / games if games else None

    whole = mean(None)
    parts = [mean(k) for k in range(count)]
    if count < 3 or None in parts:
        return whole, None
    pseudo = [count * whole - (count - 1) * part for part in parts]
    middle = sum(pseudo) / count
    variance = sum((p - middle) ** 2 for p in pseudo) / (count - 1) / count
    return whole, STUDENT[count - 1] * variance ** 0.5


def parse_call():
    parser = argparse.ArgumentParser(
        description="Networks of several seeds play each other behind every first turn.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("plan", help="JSON of boards, networks and levels")
    parser.add_argument("--out", required=True, help="folder of everything that is made")
    parser.add_argument("--threads", default="1", help="of each match")
    parser.add_argument("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"),
                        help="the program")
    parser.add_argument("--look", action="store_true",
                        help="play nothing, show what there is")
    return parser.parse_args()


def stop(message):
    sys.stderr.write(f"cross_play.py: {message}\n")
    sys.exit(2)


def run(words):
    """What a command of fulcrum prints; where it fails, its message is on standard error."""
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == 3:
        sys.exit(3)
    if done.returncode != 0:
        stop(f"{words[1]} ended with status {done.returncode}")
    return done.stdout


class Play:
    def __init__(self, call, plan):
        self.call, self.plan = call, plan

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

    def match(self, board, level, pair):
        agents = [self.agent(board, number, level["simulations"], name)
                  for number, name in zip(pair, "AB")]
        run([self.call.fulcrum, "match", *agents, self.plan["game"], *board["variant"].split(),
             f"--games={level['games'] * len(board['turns'])}", "--seed=1", "--quiet",
             "opening.turns=0", f"opening.actions={';'.join(board['turns'])}",
             f"--threads={self.call.threads}", "--out", self.folder(board, level, pair)])

    def first_turns(self, board, level, pair):
        """{turn or ALL: (player 1's score, games)} and how many games they are worth."""
        found = json.loads(run([self.call.fulcrum, "metrics", "--json",
                                self.folder(board, level, pair)]))
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
    for pair in itertools.combinations_with_replacement(range(count), 2):
        if not glob.glob(os.path.join(play.folder(board, level, pair), "shard-*.h5")):
            return []  # a match that is not over
        turns, effective = play.first_turns(board, level, pair)
        worth += effective
        for turn, cell in turns.items():
            found.setdefault(turn, {})[pair] = cell
    rows = []
    for turn in sorted(found, key=lambda t: (t == ALL, t)):
        mean, half = jackknife(found[turn], count)
        scores = [score for score, _ in found[turn].values()]
        rows.append({
            "board": board["name"], "simulations": level["simulations"], "first turn": turn,
            "score": mean, "low": None if half is None else max(0, mean - half),
            "high": None if half is None else min(1, mean + half),
            "least": min(scores), "most": max(scores), "networks": count,
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


def main():
    call = parse_call()
    try:
        with open(call.plan, encoding="utf-8") as file:
            plan = json.load(file)
    except (OSError, ValueError) as error:
        stop(f"{call.plan}: {error}")
    make_folder(call.out)
    play = Play(call, plan)
    rows = []
    for level, board in itertools.product(plan["levels"], plan["boards"]):
        count = len(board["networks"])
        missing = [n for n in board["networks"]
                   if not os.path.exists(os.path.join(plan["networks"], n))]
        if missing and not call.look:
            stop(f"{missing[0]} is not in {plan['networks']}")
        for pair in itertools.combinations_with_replacement(range(count), 2):
            if not call.look:
                play.match(board, level, pair)
        rows += table(play, board, level)
    with open(os.path.join(call.out, "cross_play.csv"), "w", encoding="utf-8",
              newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys() if rows else ["board"])
        writer.writeheader()
        writer.writerows(rows)
    show(rows)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(3)

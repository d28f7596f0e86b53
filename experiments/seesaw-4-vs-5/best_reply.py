#!/usr/bin/python3
"""What a first turn is worth against a player with many times the budget.

    best_reply.py cross_play.json --out runs/best-reply --simulations 1600 --times 16

Each network of each board plays itself behind each first turn, one seat with so many times
the simulations of the other. A first turn that still scores against the stronger second
player is good for the first; one that loses even where the first player is the stronger is
bad for it. The plan is that of `cross_play.py`; `levels` are not looked at. Goes on where it
was stopped. Writes FOLDER/best_reply.csv and prints it as a table: scores are means over
networks, with the least and the most of one network; they have no interval, as one network
against itself says nothing about other networks.

Exit status: 0 done, 2 the call was wrong or a match failed, 3 stopped.
"""

import json
import os

from cross_play import begin, call_parser, percent, write_csv
from programs import finish

COLUMNS = ("board", "first turn", "simulations", "stronger", "score", "least", "most",
           "networks", "games")


def parse_call():
    parser = call_parser("What a first turn is worth against a player with many times the "
                         "budget.")
    parser.add_argument("--simulations", type=int, default=1600, help="of the weaker seat")
    parser.add_argument("--times", type=int, default=16, help="so many of the stronger")
    parser.add_argument("--games", type=int, default=20,
                        help="of each network behind each first turn, even")
    call = parser.parse_args()
    if call.simulations < 1 or call.times < 2 or call.games < 2 or call.games % 2:
        parser.error("--simulations is 1 or more, --times 2 or more, --games even")
    return call


def score(counts):
    games = counts["wins"] + counts["draws"] + counts["losses"]
    return (counts["wins"] + counts["draws"] / 2) / games


def rows_of(play, board, turn):
    """Two: the stronger player is the second, or the first."""
    call = play.call
    first, second = [], []
    for number, name in enumerate(board["networks"]):
        agents = [play.agent(board, number, simulations, seat) for simulations, seat in
                  ((call.simulations, "A"), (call.simulations * call.times, "B"))]
        folder = os.path.join(call.out, f"{board['variant']}-{turn}-{number}")
        if call.look and not os.path.isdir(folder):
            return []
        found = json.loads(play.match(board, agents, folder, [turn], call.games))
        first.append(score(found["player1"]))
        second.append(1 - score(found["player2"]))
    return [{"board": board["name"], "first turn": turn, "simulations": call.simulations,
             "stronger": stronger, "score": sum(scores) / len(scores), "least": min(scores),
             "most": max(scores), "networks": len(scores),
             "games": len(scores) * call.games // 2}
            for stronger, scores in (("second", first), ("first", second))]


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
    play = begin(call)
    rows = []
    for board in play.plan["boards"]:
        for turn in board["turns"]:
            rows += rows_of(play, board, turn)
            write_csv(os.path.join(call.out, "best_reply.csv"), COLUMNS, rows)
    show(rows, call.times)


if __name__ == "__main__":
    finish(main)

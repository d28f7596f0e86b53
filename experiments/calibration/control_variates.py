#!/usr/bin/python3
"""Estimates how many games control variates could save, from recorded games.

    control_variates.py FOLDER...     of self-play runs, or of studies that contain runs

Games of one configuration differ by random draws: actions of random openings, actions by
temperature, and the searches' own random numbers. The probabilities of the first two are known,
so the luck in these draws, measured by a value function fixed beforehand, can be subtracted
from a game's result without bias (as AIVAT does in poker). That removes at most the variance
explained by a value of the position after the last of these draws, here the root value of the
search, the best estimate without playing on: an upper bound.

Prints a row per folder: games, turns up to the last random draw (given actions, of
opening.actions, are not drawn, but count if random turns follow them), the share of the
variance of player 1's result that this value explains (squared correlation, 95 % interval by
2,000 bootstrap samples), and the share of games that would suffice for the same width, at
best.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "learner"))
import needs  # noqa: E402

needs.packages("h5py", "numpy")
import h5py  # noqa: E402
import numpy as np  # noqa: E402

SAMPLES = 2000


def by_temperature(config):
    """The number of initial turns in which the search's actions are drawn."""
    temperature = config["temperature"]
    if temperature["end"] > 0:
        return 1 << 30
    return temperature["turns"] if temperature["start"] > 0 else 0


def after_last_draw(turn, searched, drawn):
    """The index in a game of the first position with a value after the last draw (everything
    before the first search is the opening), or else the last one with a value."""
    places = np.nonzero(searched)[0]
    if len(places) == 0:
        return len(turn) - 1
    return places[min(np.searchsorted(turn[places], drawn), len(places) - 1)]


def is_self_play(path):
    with h5py.File(path) as file:
        return "agents" not in json.loads(file.attrs["config"])


def read(path):
    """Drawn turns, results of player 1 (1, 0.5, 0), and values to player 1 after the last draw."""
    with h5py.File(path) as file:
        config = json.loads(file.attrs["config"])
        winner = file["games/winner"][...]
        first, count = file["games/first_position"][...], file["games/decisions"][...]
        value, player = file["positions/root_value"][...], file["positions/player"][...]
        turn, proof = file["positions/turn"][...], file["positions/root_proof"][...]
        searched = (file["positions/visits"][...] > 0) | (proof > 0)
    drawn = by_temperature(config)
    games = [slice(start, start + moves) for start, moves in zip(first, count)]
    rows = [game.start + after_last_draw(turn[game], searched[game], drawn) for game in games]
    if config["opening"]["turns"] > 0:
        drawn = max([drawn] + [turn[game][searched[game]][:1].max(initial=0) for game in games])
    result = np.where(winner == 2, 0.5, winner == 0)
    return drawn, result, np.where(player[rows] == 0, value[rows], 1 - value[rows])


def explained(result, value):
    if result.std() == 0 or value.std() == 0:
        return 0.0
    return np.corrcoef(result, value)[0, 1] ** 2


def row(folder, files):
    parts = [read(path) for path in sorted(files)]
    drawn = max(part[0] for part in parts)
    result, value = (np.concatenate([part[i] for part in parts]) for i in (1, 2))
    random = np.random.default_rng(1)
    samples = [explained(result[pick], value[pick])
               for pick in random.integers(0, len(result), (SAMPLES, len(result)))]
    low, high = np.quantile(samples, [0.025, 0.975])
    share = explained(result, value)
    print(f"| {folder} | {len(result)} | {drawn} | {share:.2f} [{low:.2f}, {high:.2f}] | "
          f"{1 - share:.0%} |")


def main():
    if len(sys.argv) < 2:
        needs.stop("needs folders of runs: control_variates.py FOLDER...")
    print("| folder | games | turns drawn | variance explained | games that would suffice |")
    print("| --- | --- | --- | --- | --- |")
    found = False
    for root in sys.argv[1:]:
        for folder, below, names in os.walk(root):
            below.sort()
            files = [os.path.join(folder, name) for name in names
                     if name.startswith("shard-") and name.endswith(".h5")]
            if files and is_self_play(files[0]):
                found = True
                row(os.path.relpath(folder, root) if folder != root else root, files)
    if not found:
        needs.stop("no self-play games in: " + " ".join(sys.argv[1:]))


if __name__ == "__main__":
    main()

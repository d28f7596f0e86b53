"""Draws positions of recorded games at which new games begin, as lines of opening.actions.

    text = lines(fulcrum, runs, starts, games=2200, seed=30000)
    text = lines(fulcrum, runs, {"choice": "branch", "share": 0.5}, 100, 1)   # None: no positions

Each line begins one game if there are enough lines, otherwise as few games as possible:
`temperature` counts turns from the game's start, so that after a late position no action is
drawn, and games from one line are nearly identical. Every file of the run contains the text,
some 250 bytes per line on Seesaw 4.

fulcrum(*words, output=True) runs the program and returns its output. runs: folders of recorded
games. starts: of a plan. games: their number in the new run. The text depends only on the
recorded games, starts, games and seed.

Candidates are positions that were searched and not proven, after at least one action, of games
that were not cut off. "branch" draws them uniformly; "regret" in proportion to their regret,
the mean of (value − result)² over this search and the later ones of the game.
Source: Go-Exploit (Trudeau, Bowling 2023) begins at positions of earlier games; RGSC (Tsai et
al. 2026) at those of high regret, which a separate network predicts, also for nodes of search
trees.
"""

import glob
import json
import os
import random

import numpy as np

from data import as_text
from needs import packages

packages("h5py")
import h5py  # noqa: E402

SHARE = 0.5  # default of starts
MOST_BYTES = 1 << 20  # of opening.actions, its end included
NOBODY = 2  # games/winner
UNIT = 1 << 20  # weights are integers: the same sums on every machine


def regrets(values, results):
    """The regret of each search of a game, in order: a mean over this and the later ones."""
    squares = (values - results) ** 2
    return np.cumsum(squares[::-1])[::-1] / np.arange(len(squares), 0, -1)


def candidates(path, by_regret):
    """Candidates of a shard, one column each: row of the position, actions before it, weight."""
    with h5py.File(path) as file:
        games, positions = file["games"], file["positions"]
        winner, reason = games["winner"][...], games["reason"][...]
        first, count = games["first_position"][...], games["decisions"][...].astype(int)
        cut_off = as_text(file.attrs["reasons"]).split("|").index("cut off")
        column = {name: positions[name][...]
                  for name in ("player", "ply", "root_value", "root_proof", "visits")}
    of_game = np.repeat(np.arange(len(first)), count)
    searched = column["visits"] > 0
    weights = np.full(len(of_game), UNIT, dtype=np.int64)
    if by_regret:
        results = np.where(winner[of_game] == NOBODY, 0.5,
                           winner[of_game] == column["player"])
        for begin, end in zip(first, first + count):
            rows = begin + np.nonzero(searched[begin:end])[0]
            weights[rows] = np.rint(UNIT * regrets(
                column["root_value"][rows].astype(float), results[rows]))
    kept = searched & (column["ply"] > 0) & (column["root_proof"] == 0) & \
        (reason[of_game] != cut_off)
    return np.stack([np.arange(len(of_game)), column["ply"].astype(np.int64), weights])[:, kept]


class Notation:
    """Actions as text. A number means the same action in all positions; `fulcrum show` is run
    only for games with a number not seen before."""

    def __init__(self, fulcrum):
        self.fulcrum, self.names, self.chosen = fulcrum, {}, {}

    def line(self, path, row, count):
        """The `count` actions before a row, all those of its game."""
        if path not in self.chosen:
            with h5py.File(path) as file:
                self.chosen[path] = file["positions/chosen"][...].tolist()
        numbers = self.chosen[path][row - count:row]
        if not self.names.keys() >= set(numbers):
            with h5py.File(path) as file:
                self.learn(path, file, row - count)
        return " ".join(self.names[number] for number in numbers)

    def learn(self, path, file, first):
        game = np.searchsorted(file["games/first_position"][...], first)
        said = json.loads(self.fulcrum("show", path, "--game", file["games/id"][game], "--json",
                                       output=True))["positions"]
        legal = [one["action"] for position in said for one in position["legal"]]
        begin = file["positions/first_legal"][first]
        self.names.update(zip(file["legal/action"][begin:begin + len(legal)], legal))
        self.names.update(zip(file["positions/chosen"][first:first + len(said)],
                              (position["action"] for position in said)))


def drawn(fulcrum, runs, by_regret, count, seed):
    """Distinct lines; fewer than `count` if there are not enough."""
    paths = [path for run in runs
             for path in sorted(glob.glob(os.path.join(glob.escape(run), "shard-*.h5")))]
    found = [candidates(path, by_regret) for path in paths]
    if not found:
        return []
    of_path = np.repeat(np.arange(len(found)), [columns.shape[1] for columns in found])
    row, ply, weight = np.concatenate(found, axis=1)
    upto, generator = np.cumsum(weight), random.Random(seed)
    notation, chosen = Notation(fulcrum), {}
    for _ in range(10 * count if len(upto) and upto[-1] > 0 else 0):
        i = np.searchsorted(upto, int(generator.random() * int(upto[-1])), side="right")
        chosen[notation.line(paths[of_path[i]], row[i], ply[i])] = True
        if len(chosen) == count:
            break
    return list(chosen)


def lines(fulcrum, runs, starts, games, seed):
    share = starts.get("share", SHARE)
    count = max(1, min(starts.get("positions", games), int(games * share)))
    said, size = [], 0
    for line in drawn(fulcrum, runs, starts["choice"] == "regret", count, seed):
        more = [line]
        while int((len(said) + len(more)) * share) == int(len(said) * share):
            more.insert(0, "start")
        size += len(";".join(more)) + 1
        if size > MOST_BYTES:
            break
        said += more
    return ";".join(said) or None

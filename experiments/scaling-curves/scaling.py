#!/usr/bin/python3
"""Elo over training and search compute: networks after successive generations, each with several
numbers of simulations per action, board by board, as in A. Jones, Scaling Scaling Laws with
Board Games (2021).

    scaling.py scaling.json --out runs/scaling --threads 2 --jobs 2

Each board's plan is run once with each seed (loop.py), --jobs loops at once. Then the best
networks after some generations play with each number of simulations against UCT with playouts
and against the last network of the first seed.

The JSON:

    boards       by name: a plan (plan.py) or the name of its file, relative to this one; or an
                 object with `plan`, `change`, changes to it as in arms.py, and the board's own
                 values of the keys below, except the seeds
    seeds        integers; each replaces the plan's
    generations  after which the best network is rated
    simulations  list of simulations per action
    playouts     of UCT agents; the first has Elo 0
    pairs        of games between each agent and each anchor: UCT with playouts, and the last
                 network of the first seed with each number of simulations
    opening      random turns of the matches

Output in --out: `BOARD-SEED`, the folder of each loop, with its messages in `BOARD-SEED.txt`;
`BOARD`, the matches; and at the end

    scaling.csv  a row per board, seed, generation and number of simulations: cpu_minutes of
                 self-play, training and gates until then, network, elo, low, high (95 %, over
                 its games); and a row per UCT agent, `uct-PLAYOUTS`, without seed, generation
                 and cpu_minutes
    scaling.md   a row per board: Elo per doubling of the CPU time of training, from the first
                 rated generation to the last (mean over numbers of simulations), and per
                 doubling of simulations, from the fewest to the most (mean over generations),
                 and the difference of the two. Then Elo of each UCT agent, and Elo after each
                 generation. Means over seeds have Student's 95 % intervals, which hold if
                 seeds differ normally; Elo of one agent has that of its games
    BOARD.svg    Elo over training, one line per number of simulations, and of UCT (if gnuplot
                 is installed)

The same command resumes after a stop, and accepts more boards, seeds or generations than before.
Exit status: 0 done, 2 invalid command line or a step failed, 3 stopped.
"""

import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "experiments", "learner"))
import needs  # noqa: E402

needs.packages("h5py", "numpy")
from arms import changed  # noqa: E402
from costs import minutes  # noqa: E402
from data import DataError  # noqa: E402
from loops import (  # noqa: E402
    csv_text, figures, folder_of, gauntlets, learn, network_agent, publish_all)
from plan import (  # noqa: E402
    Plan, champion, check, check_opening, expect, is_count)
from programs import Programs, finish  # noqa: E402
from publish import make_folder  # noqa: E402
from scaling_report import draw, summary  # noqa: E402

RATED = ("generations", "simulations", "playouts", "pairs", "opening")  # board by board
KEYS = ("boards", "seeds", *RATED)
COLUMNS = ("board", "seed", "generation", "cpu_minutes", "network", "simulations", "elo", "low",
           "high")


class Scaling:
    """The parsed JSON, and the plans of all loops by (board, seed)."""

    def __init__(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                self.said = said = expect("it", json.load(file), dict)
            for name in [*KEYS, *said]:
                if name not in said or name not in KEYS:
                    raise DataError(f"{name}: " + ("missing" if name in KEYS else
                                                   f"unknown key; known keys: {', '.join(KEYS)}"))
            self.check()
            self.rated = {board: self.rated_of(board) for board in said["boards"]}
            self.plans = {(board, seed): self.plan(path, board, seed)
                          for board in said["boards"] for seed in said["seeds"]}
        except (OSError, ValueError, DataError) as error:
            raise DataError(f"{path}: {error}") from error

    def check(self):
        said = self.said
        for board in expect("boards", said["boards"], dict) or [""]:
            if not re.fullmatch(r"[A-Za-z0-9._-]{1,40}", board):
                raise DataError("boards: names must be of letters, digits, dots and dashes")
        numbers = expect("seeds", said["seeds"], list)
        if not numbers or not all(is_count(number) for number in numbers):
            raise DataError("seeds: must be integers of at least 1")

    def changes(self, board):
        """The plan of a board, as given, and the board's own settings."""
        said = self.said["boards"][board]
        if isinstance(said, str) or "plan" not in expect(board, said, dict):
            return said, {}
        for name in said:
            if name not in ("plan", "change", *RATED):
                raise DataError(f"{board}: {name}: unknown key; known keys: plan, change, "
                                f"{', '.join(RATED)}")
        if not isinstance(said["plan"], str):
            expect(f"{board}: plan", said["plan"], dict)
        expect(f"{board}: change", said.get("change", {}), dict)
        return said["plan"], said

    def rated_of(self, board):
        """The settings of a board's ratings: the common ones, or its own."""
        own = self.changes(board)[1]
        rated = {name: own.get(name, self.said[name]) for name in RATED}
        for name in "generations", "simulations", "playouts":
            numbers = expect(name, rated[name], list)
            first = 0 if name == "generations" else 1
            if not numbers or not all(is_count(number) or number == first and
                                      not isinstance(number, bool) for number in numbers):
                raise DataError(f"{name}: must be integers of at least {first}")
        if not is_count(rated["pairs"]):
            raise DataError("pairs: must be an integer of at least 1")
        check_opening("opening", rated["opening"])
        return rated

    def plan(self, path, board, seed):
        said, own = self.changes(board)
        if isinstance(said, str):
            said = Plan.read(os.path.join(os.path.dirname(path), said)).said
        plan = {**changed(said, own.get("change", {}), board), "seed": seed}
        check(plan)
        if len(plan["variants"]) != 1:
            raise DataError(f"{board}: must have one variant")
        if max(self.rated[board]["generations"]) >= plan["generations"]:
            raise DataError(f"generations: must be up to {plan['generations'] - 1} for {board}")
        return Plan(plan)


def parse_call():
    parser = needs.Parser(description="Measure Elo over training and search compute.")
    parser.add_argument("scaling", help="JSON file of the boards and ratings")
    return parser.parse_loops()


def networks(call, scaling, board):
    """The rated networks of a board: seed, generation, CPU-minutes until then, and the number of
    the best network."""
    for (name, seed), _ in scaling.plans.items():
        if name != board:
            continue
        folder = folder_of(call, (name, seed))
        for generation in scaling.rated[board]["generations"]:
            best, spent = champion(folder, generation + 1), minutes(folder, generation)
            if best is not None and spent is not None:
                yield seed, generation, spent, best


def network_name(board, seed, best):
    return f"{board}-{seed}-{best:03d}"


def uct_name(playouts):
    return f"uct-{playouts}"


def rate(call, scaling, board, programs):
    """Elo of all agents of a board, by name. The anchors come first: UCT, and the last network
    of the first seed."""
    said = scaling.rated[board]
    agents = {}
    for number in said["playouts"]:
        name = uct_name(number)
        agents[name] = {"name": name, "search": {"simulations": number},
                        "temperature": {"start": 0}}
    anchors = len(agents) + len(said["simulations"])
    seeds = scaling.said["seeds"]
    rated = sorted(networks(call, scaling, board),
                   key=lambda row: (seeds.index(row[0]), -row[1]))
    if not rated:
        raise DataError(f"{board}: no network was promoted: nothing to rate")
    for seed, _, _, best in rated:
        for number in said["simulations"]:
            key, name = (board, seed), f"{network_name(board, seed, best)}-{number}"
            agent = network_agent(call, key, scaling.plans[key], best, name)
            agents[name] = {**agent, "search": {**agent["search"], "simulations": number}}
    plan = scaling.plans[board, seeds[0]]
    game = [plan.game, *plan.variant_words(0), f"opening.turns={said['opening']}"]
    return gauntlets(call, programs, os.path.join(call.out, board), game,
                     list(agents.values()), anchors, said["pairs"])


def rows_of(call, scaling, board, rated):
    for number in scaling.rated[board]["playouts"]:
        name = uct_name(number)
        yield {"board": board, "seed": "", "generation": "", "cpu_minutes": "", "network": name,
               "simulations": number, **figures(rated[name])}
    for seed, generation, spent, best in networks(call, scaling, board):
        network = network_name(board, seed, best)
        for number in scaling.rated[board]["simulations"]:
            yield {"board": board, "seed": seed, "generation": generation,
                   "cpu_minutes": round(spent, 4), "network": network, "simulations": number,
                   **figures(rated[f"{network}-{number}"])}


def main():
    call = parse_call()
    scaling, programs = Scaling(call.scaling), Programs()
    programs.listen()
    make_folder(call.out)
    learn(call, scaling.plans, programs)
    rows = [row for board in scaling.said["boards"]
            for row in rows_of(call, scaling, board, rate(call, scaling, board, programs))]
    table = summary(scaling.rated, rows)
    publish_all(call.out, {
        "scaling.csv": csv_text(COLUMNS, rows), "scaling.md": table,
        **{board + ".svg": draw(board, rated, rows) for board, rated in scaling.rated.items()}})
    print(table, end="")


if __name__ == "__main__":
    finish(main)

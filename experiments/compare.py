#!/usr/bin/python3
"""Compares ways of training: learns with several seeds each, and rates the networks on one ladder.

    experiments/compare.py COMPARISON.json PLAN.json --out FOLDER --threads 2

COMPARISON.json has

    seeds        integers; each replaces the plan's
    change       optional, changes to the plan for all arms
    arms         by name, changes to the plan: {"generations": 6} replaces a part, "train+" only
                 the given keys of it; null removes one. The first arm is the baseline
    rated        generations after which the best network is rated
    simulations  list of simulations per action of the networks (default: the plan's)
    ladder       agents, each with a `name`; paths of weights are relative to the file. If each
                 has a fixed `elo`, a network is rated by its own games against them alone; else
                 they play each other as well, and the first has 0
    pairs        of games of each network with each agent, from random openings of as many turns
                 as the plan's ratings have

Writes to FOLDER the loops (ARM-SEED, by python/learner/loop.py), the matches, and compare.csv, a
row per network: arm, seed, generation, cpu_minutes of self-play, training and gates until then,
simulations, elo, low, high (95 %, over its games). Prints a row per arm and number of simulations:
mean Elo after the last generation and its difference to the first arm, over seeds, with Student's
and Welch's 95 % intervals, which hold if seeds differ normally.

The same command resumes. Exit status: 0 done, 2 invalid command line or a step failed, 3 stopped.
"""

import csv
import io
import json
import math
import os
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LEARNER = os.path.join(HERE, "..", "python", "learner")
sys.path.insert(0, LEARNER)
sys.path.insert(0, os.path.join(HERE, "calibration"))
from over_networks import quantile  # noqa: E402
from plan import Plan, champion  # noqa: E402
from programs import DataError, Parser, Programs, finish, stop  # noqa: E402
from publish import make_folder, publish, read_json, write_json  # noqa: E402

COLUMNS = ("arm", "seed", "generation", "cpu_minutes", "simulations", "elo", "low", "high")


def parse_call():
    parser = Parser(description="Compare ways of training on one ladder.")
    parser.add_argument("comparison")
    parser.add_argument("plan")
    parser.add_argument("--out", required=True)
    parser.add_argument("--threads", default=str(len(os.sched_getaffinity(0))))
    parser.add_argument("--device", default="cpu", help="device that train.py trains on")
    parser.add_argument("--fulcrum", default=os.path.join(HERE, "..", "build", "fulcrum"))
    parser.add_argument("--learner", default=os.path.join(LEARNER, "train.py"),
                        help="training program to use instead of train.py")
    call = parser.parse_args()
    for name in "out", "fulcrum", "learner":
        setattr(call, name, os.path.abspath(getattr(call, name)))
    return call


def changed(said, change):
    said = dict(said)
    for key, value in change.items():
        if key.endswith("+"):
            said[key[:-1]] = changed(said[key[:-1]], value)
        elif value is None:
            said.pop(key, None)
        else:
            said[key] = value
    return said


def cpu_minutes(folder, generation):
    with open(os.path.join(folder, "costs.csv"), encoding="utf-8") as file:
        return sum(float(row["cpu_seconds"]) for row in csv.DictReader(file)
                   if int(row["generation"]) <= generation) / 60


class Comparison:
    def __init__(self, call):
        self.call, self.programs, self.said = call, Programs(), read_json(call.comparison)
        plan = changed(read_json(call.plan), self.said.get("change", {}))
        self.plans = {(arm, seed): Plan(changed(plan, change) | {"seed": seed})
                      for arm, change in self.said["arms"].items() for seed in self.said["seeds"]}
        self.ladder = self.said["ladder"]
        folder = os.path.dirname(os.path.abspath(call.comparison))
        for agent in self.ladder:
            if "network" in agent:
                agent["network"]["weights"] = os.path.join(folder, agent["network"]["weights"])

    def folder(self, *names):
        return os.path.join(self.call.out, *names)

    def loop(self, arm, seed):
        return self.folder(f"{arm}-{seed}")

    def learn(self):
        for (arm, seed), plan in self.plans.items():
            folder = self.loop(arm, seed)
            write_json(folder + ".json", plan.said)
            self.programs.run(
                sys.executable, os.path.join(LEARNER, "loop.py"), folder + ".json", "--out", folder,
                "--threads", self.call.threads, "--fulcrum", self.call.fulcrum, "--learner",
                self.call.learner, "--device", self.call.device, "--no-ratings")

    def networks(self):
        """A row without ratings, and the agent, of each network and number of simulations."""
        for (arm, seed), plan in self.plans.items():
            for generation in self.said["rated"]:
                best = champion(self.loop(arm, seed), generation + 1)
                if best is None:
                    continue
                agent = plan.agent_of(best)
                agent["network"]["weights"] = os.path.join(self.loop(arm, seed),
                                                           agent["network"]["weights"])
                for number in self.said.get("simulations", [agent["search"]["simulations"]]):
                    row = {"arm": arm, "seed": seed, "generation": generation, "cpu_minutes":
                           f"{cpu_minutes(self.loop(arm, seed), generation):.2f}",
                           "simulations": number}
                    yield row, {**agent, "name": f"{arm}-{seed}-{best:03d}-{number}",
                                "search": {**agent["search"], "simulations": number}}

    def file(self, agent):
        path = self.folder("agents", agent["name"] + ".json")
        write_json(path, {name: value for name, value in agent.items() if name != "elo"})
        return path

    def rate(self):
        """Rows of compare.csv."""
        make_folder(self.folder("agents"))
        rows, plan = list(self.networks()), next(iter(self.plans.values()))
        if not rows:
            raise DataError("no network was promoted: nothing to rate")
        files = list(dict.fromkeys(self.file(agent) for _, agent in rows))
        game = [plan.game, *plan.variant_words(0), f"opening.turns={plan.ratings['opening']}"]
        ladder, fixed = [self.file(agent) for agent in self.ladder], [
            f"--anchor={agent['name']}={agent['elo']}" for agent in self.ladder if "elo" in agent]
        for number, agent in enumerate(ladder, 1):
            others = files + (ladder[number:] if not fixed else [])
            self.programs.run(self.call.fulcrum, "rate", "--gauntlet", agent, "--out",
                              self.folder("ratings"), *game, *others, "--pairs",
                              self.said["pairs"], "--threads", self.call.threads, "--csv",
                              output=True)
        fixed = fixed or [f"--anchor={self.ladder[0]['name']}=0"]
        said = json.loads(self.programs.run(self.call.fulcrum, "rate", self.folder("ratings"),
                                            *fixed, "--json", output=True))
        rated = {agent["name"]: agent for agent in said["agents"]}
        for row, agent in rows:
            elo = rated[agent["name"]]["elo"]
            row.update((name, "" if elo[key] is None else round(elo[key], 1))
                       for name, key in (("elo", "value"), ("low", "low"), ("high", "high")))
            yield row


def interval(value, variance, freedom):
    half = quantile(freedom) * math.sqrt(variance) if freedom else 0
    return f"{value:+.0f}" + (f" [{value - half:+.0f}, {value + half:+.0f}]" if freedom else "")


def spread(values):
    """Squared standard error of a mean, and its degrees of freedom."""
    return (statistics.variance(values) / len(values), len(values) - 1) \
        if len(values) > 1 else (0, 0)


def difference(ours, theirs):
    (a, n), (b, m) = spread(ours), spread(theirs)
    freedom = (a + b) ** 2 / (a * a / n + b * b / m) if a + b and n and m else 0
    return interval(statistics.mean(ours) - statistics.mean(theirs), a + b, freedom)


def table(rows, arms):
    """Lines of Markdown."""
    last = max(row["generation"] for row in rows)
    yield "| arm | simulations | seeds | Elo at the end | above the first arm | CPU-minutes |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for number in sorted({row["simulations"] for row in rows}):
        of = {arm: [row for row in rows if (row["arm"], row["generation"], row["simulations"])
                    == (arm, last, number)] for arm in arms}
        elo = {arm: [row["elo"] for row in found] for arm, found in of.items()}
        for arm in filter(of.get, arms):
            more = difference(elo[arm], elo[arms[0]]) if arm != arms[0] and elo[arms[0]] else ""
            spent = statistics.mean(float(row["cpu_minutes"]) for row in of[arm])
            yield f"| {arm} | {number} | {len(elo[arm])} | " \
                f"{interval(statistics.mean(elo[arm]), *spread(elo[arm]))} | {more} | {spent:.1f} |"


def main():
    comparison = Comparison(parse_call())
    make_folder(comparison.call.out)
    comparison.learn()
    rows, lines = list(comparison.rate()), io.StringIO(newline="")
    writer = csv.DictWriter(lines, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    publish(comparison.folder("compare.csv"), lambda file: file.write(lines.getvalue().encode()))
    print("\n".join(table(rows, list(comparison.said["arms"]))))


if __name__ == "__main__":
    try:
        finish(main)
    except (KeyError, TypeError, ValueError) as error:
        stop(f"{sys.argv[1]}: {error!r}")

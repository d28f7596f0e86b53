#!/usr/bin/python3
"""Compares ways of learning: several seeds of each, on one ladder.

    experiments/compare.py COMPARISON.json [GAME key=value ...] --out FOLDER

COMPARISON.json has

    game         words for `fulcrum learn`, as in "seesaw size=4"; those of the command line replace
                 them
    rated        of several variants, the one that is rated: "cascade size=6 swap=true"
    seeds        integers
    keys         optional, of `fulcrum learn` for all arms: {"games.positions": 30000}
    arms         by name, further keys: {"plain": {}, "large": {"train.units": 256}}; the first arm
                 is the baseline
    games        optional, by arm: words in place of `game`: {"both": "cascade swap=false,true"}
    at           the best network is rated after so many "generations", or "cpu_seconds" of each
                 variant that it learns: {"cpu_seconds": [60, 180]}
    simulations  list of simulations per action of the networks
    ladder       agents, each with a `name`; paths of weights are relative to the file. If each
                 has a fixed `elo`, a network is rated by its own games against them alone; else
                 they play each other as well, and the first has 0
    pairs        of games of each network with each agent, from `opening_turns` random turns
    direct       optional, pairs of each arm's last networks with the first arm's of the same seed

Writes to FOLDER what is learned (ARM-SEED), the matches, and compare.csv, a row per network: arm,
seed, at, generation, cpu_seconds of self-play, training and gates until then, simulations, elo,
low, high (95 %, over its games); and direct.csv: arm, seed, simulations, score in %, low, high.
Prints mean Elo of each arm and its difference to the first, and mean scores, over seeds, with
Student's and Welch's 95 % intervals, which hold if seeds differ normally.

The same command resumes; CPU time is lost only of the part of a generation that is killed. Exit
status: 0 done, 2 invalid command line or a step failed, 3 stopped.
"""

import argparse
import concurrent.futures
import csv
import io
import json
import math
import os
import signal
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from student import student  # noqa: E402

COLUMNS = ("arm", "seed", "at", "generation", "cpu_seconds", "simulations", "elo", "low", "high")
DIRECT = ("arm", "seed", "simulations", "score", "low", "high")
GENERATIONS = 999  # at most


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".unfinished", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".unfinished", path)


def write_table(path, columns, rows):
    lines = io.StringIO(newline="")
    writer = csv.DictWriter(lines, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write(path, lines.getvalue())


def parse_call():
    parser = argparse.ArgumentParser(description="Compare ways of learning on one ladder.")
    parser.add_argument("comparison")
    parser.add_argument("game", nargs="*", help="GAME key=value ... instead of the file's")
    parser.add_argument("--out", required=True)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)),
                        help="learn so many at once, each with one thread (default: all cores)")
    parser.add_argument("--fulcrum", default=os.path.join(HERE, "..", "build", "fulcrum"))
    call = parser.parse_args()
    call.out = os.path.abspath(call.out)
    return call


class Comparison:
    def __init__(self, call):
        self.call, said = call, read(call.comparison)
        self.game = call.game or said["game"].split()
        self.rated = said["rated"].split() if "rated" in said and not call.game else self.game
        self.seeds, self.arms, self.ladder = said["seeds"], said["arms"], said["ladder"]
        self.games = {arm: words.split() for arm, words in said.get("games", {}).items()}
        self.keys = {"ladder.games": 0, "stop.rejections": GENERATIONS} | said.get("keys", {})
        (self.unit, self.marks), = said["at"].items()
        if self.unit not in ("generations", "cpu_seconds"):
            raise KeyError(self.unit)
        self.simulations, self.pairs = said["simulations"], said["pairs"]
        self.opening, self.direct = said["opening_turns"], said.get("direct")
        for agent in self.ladder:
            if "network" in agent:
                agent["network"]["weights"] = os.path.join(
                    os.path.dirname(os.path.abspath(call.comparison)), agent["network"]["weights"])

    def folder(self, *names):
        return os.path.join(self.call.out, *names)

    def run(self, *words):
        done = subprocess.run([self.call.fulcrum, *map(str, words)], stdout=subprocess.PIPE,
                              text=True, check=False)
        if done.returncode == 3:
            raise KeyboardInterrupt
        if done.returncode != 0:
            raise OSError(f"status {done.returncode} of: fulcrum {' '.join(map(str, words))}")
        return done.stdout

    def history(self, arm, seed):
        """Complete generations of one learning: (generation, units used, cpu_seconds, best)."""
        best, spent = None, 0
        variants = math.prod(word.count(",") + 1 for word in self.games.get(arm, self.game))
        for generation in range(GENERATIONS):
            path = self.folder(f"{arm}-{seed}", "generations", f"{generation:03d}.json")
            if not os.path.exists(path):
                return
            row = read(path)
            spent += sum(row["seconds"].values())
            best = generation if row["promoted"] else best
            used = generation + 1 if self.unit == "generations" else spent / variants
            yield generation, used, spent, best

    def learn(self, arm, seed):
        """Adds generations until all marks are passed."""
        keys = [f"{key}={json.dumps(value) if isinstance(value, bool) else value}"
                for key, value in (self.keys | self.arms[arm]).items()]
        count = max(self.marks) if self.unit == "generations" else 1
        while True:
            self.run("learn", *self.games.get(arm, self.game), *keys, "--seed", seed,
                     "--generations", count, "--out", self.folder(f"{arm}-{seed}"),
                     "--threads", 1, "--quiet")
            _, used, _, _ = list(self.history(arm, seed))[-1]
            if used >= max(self.marks) or count == GENERATIONS:
                return
            count += 1

    def networks(self):
        """A row without ratings, and the agent, of each network and number of simulations."""
        for arm in self.arms:
            for seed in self.seeds:
                history = list(self.history(arm, seed))
                for mark in self.marks:
                    done = [row for row in history if row[1] <= mark]
                    if not done or done[-1][3] is None:
                        continue  # no network has beaten the playouts yet
                    _, _, spent, best = done[-1]
                    path = self.folder(f"{arm}-{seed}", "agents", f"{best:03d}.json")
                    agent = read(path)
                    agent["network"]["weights"] = os.path.join(
                        os.path.dirname(os.path.abspath(path)), agent["network"]["weights"])
                    for number in self.simulations:
                        yield {"arm": arm, "seed": seed, "at": mark, "generation": best,
                               "cpu_seconds": f"{spent:.1f}", "simulations": number}, {
                            **agent, "name": f"{arm}-{seed}-{best:03d}-{number}",
                            "search": {**agent["search"], "simulations": number}}

    def file(self, agent):
        path = self.folder("agents", agent["name"] + ".json")
        write(path, json.dumps({key: agent[key] for key in agent if key != "elo"}, indent=1))
        return path

    def rate(self):
        """Rows of compare.csv."""
        rows = list(self.networks())
        if not rows:
            raise ValueError("no network was promoted: nothing to rate")
        files = list(dict.fromkeys(self.file(agent) for _, agent in rows))
        ladder = [self.file(agent) for agent in self.ladder]
        fixed = [f"--anchor={agent['name']}={agent['elo']}" for agent in self.ladder
                 if "elo" in agent]
        for number, agent in enumerate(ladder, 1):
            others = files + (ladder[number:] if not fixed else [])
            self.run("rate", "--gauntlet", agent, "--out", self.folder("ratings"), *self.rated,
                     f"opening.turns={self.opening}", *others, "--pairs", self.pairs, "--threads",
                     self.call.jobs, "--csv")
        said = self.run("rate", self.folder("ratings"), "--json", "--allow-code",
                        *(fixed or [f"--anchor={self.ladder[0]['name']}=0"]))
        rated = {agent["name"]: agent["elo"] for agent in json.loads(said)["agents"]}
        for row, agent in rows:
            elo = rated[agent["name"]]
            yield row | {name: "" if elo[key] is None else round(elo[key], 1)
                         for name, key in (("elo", "value"), ("low", "low"), ("high", "high"))}

    def matches(self):
        """Rows of direct.csv."""
        first = next(iter(self.arms))
        last = {(row["arm"], row["seed"], row["simulations"]): self.file(agent)
                for row, agent in self.networks() if row["at"] == max(self.marks)}
        for (arm, seed, number), file in last.items():
            if arm == first or (first, seed, number) not in last:
                continue
            said = self.run("match", file, last[first, seed, number], *self.rated,
                            f"opening.turns={self.opening}", "--games", 2 * self.direct,
                            "--threads", self.call.jobs, "--quiet", "--json",
                            "--out", self.folder("direct", f"{arm}-{seed}-{number}"))
            score = json.loads(said)["score"]
            yield dict(zip(DIRECT, (arm, seed, number, *(round(100 * score[key], 1)
                                                         for key in ("value", "low", "high")))))


def interval(value, variance, freedom):
    half = student(0.95, freedom) * math.sqrt(variance) if freedom else 0
    return f"{value:+.0f}" + (f" [{value - half:+.0f}, {value + half:+.0f}]" if freedom else "")


def spread(values):
    """Squared standard error of a mean, and its degrees of freedom."""
    return (statistics.variance(values) / len(values), len(values) - 1) \
        if len(values) > 1 else (0, 0)


def difference(ours, theirs):
    (a, n), (b, m) = spread(ours), spread(theirs)
    freedom = (a + b) ** 2 / (a * a / n + b * b / m) if a + b and n and m else 0
    return interval(statistics.mean(ours) - statistics.mean(theirs), a + b, freedom)


def table(rows, arms, unit):
    """Lines of Markdown."""
    yield f"| {unit} | simulations | arm | seeds | Elo | above the first arm | CPU seconds |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for at, number in sorted({(row["at"], row["simulations"]) for row in rows}):
        of = {arm: [row for row in rows if (row["arm"], row["at"], row["simulations"])
                    == (arm, at, number) and row["elo"] != ""] for arm in arms}
        elo = {arm: [row["elo"] for row in found] for arm, found in of.items()}
        for arm in filter(of.get, arms):
            more = difference(elo[arm], elo[arms[0]]) if arm != arms[0] and elo[arms[0]] else ""
            spent = statistics.mean(float(row["cpu_seconds"]) for row in of[arm])
            yield f"| {at} | {number} | {arm} | {len(elo[arm])} | " \
                f"{interval(statistics.mean(elo[arm]), *spread(elo[arm]))} | {more} | {spent:.0f} |"


def direct_table(rows, first):
    """Lines of Markdown."""
    yield f"\n| simulations | arm | seeds | score in % against {first} |"
    yield "| --- | --- | --- | --- |"
    for number, arm in sorted({(row["simulations"], row["arm"]) for row in rows}):
        scores = [row["score"] for row in rows if (row["simulations"], row["arm"]) == (number, arm)]
        yield f"| {number} | {arm} | {len(scores)} | " \
            f"{interval(statistics.mean(scores), *spread(scores)).replace('+', '')} |"


def main():
    call = parse_call()
    try:
        comparison = Comparison(call)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{call.comparison}: {error!r}") from error
    with concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        learning = [pool.submit(comparison.learn, arm, seed) for seed in comparison.seeds
                    for arm in comparison.arms]
        try:
            for one in concurrent.futures.as_completed(learning):
                one.result()
        finally:
            for one in learning:
                one.cancel()
    rows, arms = list(comparison.rate()), list(comparison.arms)
    write_table(comparison.folder("compare.csv"), COLUMNS, rows)
    print("\n".join(table(rows, arms, comparison.unit)))
    if comparison.direct:
        rows = list(comparison.matches())
        write_table(comparison.folder("direct.csv"), DIRECT, rows)
        print("\n".join(direct_table(rows, arms[0])))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        main()
    except (OSError, ValueError) as error:
        print(f"compare.py: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("compare.py: stopped; the same command resumes", file=sys.stderr)
        sys.exit(3)

#!/usr/bin/python3
"""Compares training choices: loops that differ in one choice, several seeds each, on one ladder.

    arms.py arms.json --out runs/arms --threads 2 --jobs 2

An arm is a change to one plan; each arm is trained once with each seed (loop.py), --jobs loops
at once, all arms with the first --jobs seeds before any with the next; games of generation 0
that arms have in common are played once, and their cost is charged to each. Then every promoted
network (or the best ones after some generations, `rated`) plays every agent of the ladder,
which is the same for all, and its Elo on the ladder is reported with the CPU time spent by then
in self-play, training and gates.

The JSON:

    plan      a plan (plan.py), or the name of its file, relative to this one
    seeds     integers; each replaces the plan's
    change    optional: changes to the plan for all arms
    arms      by name, the changes: {"gate": {"rule": "off"}} replaces the gate; a part with
              "+" after its name ("train+") replaces only the given keys; the first arm is
              the baseline of comparisons
    ladder    fixed agents, each with a `name`; paths of weights are relative to this file.
              With `elo` each has that fixed rating, and a network is rated by its own games
              alone, independently of the others in the table. Without, the first has 0, and
              all are rated together
    pairs     of games of each network with each agent of the ladder
    opening   random turns of these games
    reach     optional: name of an agent of the ladder, for the time to reach its strength
    rated     optional: generations after which the best network is rated (default: all)

Output in --out: `ARM-SEED`, the folder of each loop, with its messages in `ARM-SEED.txt`;
`ratings`, matches; and at the end

    arms.csv  a row per loop and generation: arm, seed, generation, cpu_minutes, agent (the
              best network then), elo, low, high (95 %, over this network's games, not over
              seeds)
    arms.md   a row per arm: Elo after the last generation, mean over seeds with Student's
              95 % interval; difference to the first arm, by the two arms' own variances
              (Welch) and, narrower, assuming equal variance over seeds in all arms, by the
              pooled variance, with * where it differs from 0 for all comparisons jointly;
              CPU-minutes in total and, as a median, until the first network rated as high
              as `reach`. All intervals hold if seeds differ normally
    arms.svg  the means over CPU time, with a band from the lowest to the highest seed (if
              gnuplot is installed)

The same command resumes after a stop, and accepts more seeds, arms or pairs than before. Loops
with rows in the file of --known, an arms.csv of the same plan and ladder, are not trained again:
their rows are copied to the new table with their Elo (a loop that promoted nothing has no rows).
The ladder must then have `elo`, as a separate rating would have another zero.
Exit status: 0 done, 2 invalid command line or a step failed, 3 stopped.
"""

import csv
import json
import os
import re

import needs

needs.packages("h5py")
from arms_report import draw, summary  # noqa: E402
from costs import minutes  # noqa: E402
from data import DataError  # noqa: E402
from loops import (  # noqa: E402
    csv_text, figures, folder_of, gauntlets, learn, network_agent, publish_all)
from plan import (  # noqa: E402
    Plan, champion, check, check_opening, check_opponents, expect, is_count)
from programs import Programs, finish  # noqa: E402
from publish import make_folder  # noqa: E402

NEEDED = ("plan", "seeds", "arms", "ladder", "pairs", "opening")
ALLOWED = ("change", "reach", "rated")
NUMBERS = ("cpu_minutes", "elo", "low", "high")
COLUMNS = ("arm", "seed", "generation", "cpu_minutes", "agent", "elo", "low", "high")


def changed(said, change, name):
    """A plan with an arm's changes: to a part, or with "+" to some of its keys."""
    said = dict(said)
    for key, value in expect(name, change, dict).items():
        if not key.endswith("+"):
            said[key] = value
        elif isinstance(value, dict) and isinstance(said.get(key[:-1]), dict):
            said[key[:-1]] = {**said[key[:-1]], **value}
        else:
            raise DataError(f"{name}: {key}: must be an object, like the plan's part")
    return said


def below(agent, folder):
    """An agent with its path of weights resolved relative to the folder."""
    network = agent.get("network", {})
    if not isinstance(network, dict) or not isinstance(network.get("weights"), str):
        return agent
    weights = os.path.normpath(os.path.join(folder, network["weights"]))
    return {**agent, "network": {**network, "weights": weights}}


def is_elo(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and \
        -10000 <= value <= 10000


class Arms:
    """The parsed JSON, the plans of all loops, and the rows of the known ones."""

    def __init__(self, path, known=()):
        self.known = dict(known)
        try:
            with open(path, encoding="utf-8") as file:
                self.said = said = json.load(file)
            if not isinstance(said, dict):
                raise DataError("must be an object")
            self.check()
            plan = said["plan"]
            if not isinstance(plan, (dict, str)):
                raise DataError("plan: must be a plan or the name of its file")
            if isinstance(plan, str):
                plan = Plan.read(os.path.join(os.path.dirname(path), plan)).said
            self.plans = {
                (arm, seed): self.plan(plan, arm, seed)
                for arm in said["arms"] for seed in said["seeds"]}
        except (DataError, OSError, ValueError) as error:
            raise DataError(f"{path}: {error}") from error
        first = next(iter(self.plans.values()))
        if any((plan.game, plan.variants) != (first.game, first.variants)
               for plan in self.plans.values()) or len(first.variants) != 1:
            raise DataError(f"{path}: all arms must have one and the same variant")
        self.elo = [agent["elo"] for agent in said["ladder"] if "elo" in agent]
        if self.known and not self.elo:
            raise DataError(f"{path}: ladder: each agent needs its elo for --known, as "
                            "separate ratings have another zero")
        self.ladder = [below({name: value for name, value in agent.items() if name != "elo"},
                             os.path.dirname(os.path.abspath(path)))
                       for agent in said["ladder"]]
        self.game = [first.game, *first.variant_words(0), f"opening.turns={said['opening']}"]

    def check(self):
        said = self.said
        for name in NEEDED:
            if name not in said:
                raise DataError(f"{name} is missing")
        for name in said:
            if name not in NEEDED + ALLOWED:
                raise DataError(f"{name}: unknown key; known keys: "
                                f"{', '.join(NEEDED + ALLOWED)}")
        for name in (isinstance(said["arms"], dict) and said["arms"]) or [""]:
            if not re.fullmatch(r"[A-Za-z0-9._-]{1,40}", name) or \
                    not isinstance(said["arms"][name], dict):
                raise DataError("arms: must be an object of objects with names of letters, "
                                "digits, dots and dashes")
        numbers = said["seeds"] if isinstance(said["seeds"], list) else [None]
        for name, value in [("seeds", number) for number in numbers or [None]] + \
                [("pairs", said["pairs"])]:
            if not is_count(value):
                raise DataError(f"{name}: must be integers of at least 1")
        check_opening("opening", said["opening"])
        try:
            check_opponents(said["ladder"] if isinstance(said["ladder"], list) else [])
        except DataError as error:
            raise DataError(str(error).replace("opponents", "ladder")) from error
        elo = [agent.get("elo") for agent in said["ladder"]]
        if set(elo) != {None} and not all(map(is_elo, elo)):
            raise DataError("ladder: either all agents have an elo, from -10000 to 10000, or none")
        for number in expect("rated", said.get("rated", [0]), list):
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                raise DataError("rated: must be generations, from 0 on")
        if said.get("reach", said["ladder"][0]["name"]) not in \
                [agent["name"] for agent in said["ladder"]]:
            raise DataError("reach: must be the name of an agent of the ladder")

    def plan(self, plan, arm, seed):
        plan = changed(plan, self.said.get("change", {}), "change")
        plan = {**changed(plan, self.said["arms"][arm], arm), "seed": seed}
        check(plan)
        if any(number >= plan["generations"] for number in self.said.get("rated", [])):
            raise DataError(f"rated: must be generations up to {plan['generations'] - 1}")
        return Plan(plan)

    def of(self, arm):
        return [key for key in self.plans if key[0] == arm]


def parse_call():
    parser = needs.Parser(description="Compare training choices: loops that differ in one "
                                      "choice, on one ladder.")
    parser.add_argument("arms", help="JSON file of the plan, the arms and the ladder")
    parser.add_argument("--known", metavar="CSV", help="an earlier arms.csv, whose loops are "
                        "not trained again")
    return parser.parse_loops()


def known_rows(path):
    """The rows of an earlier arms.csv, by (arm, seed)."""
    rows = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if tuple(reader.fieldnames or ()) != COLUMNS:
                raise DataError(f"{path}: its columns are not {','.join(COLUMNS)}")
            for row in reader:
                row.update({name: int(row[name]) for name in ("seed", "generation")})
                row.update({name: float(row[name]) for name in NUMBERS if row[name]})
                rows.setdefault((row["arm"], row["seed"]), []).append(row)
    except (OSError, TypeError, ValueError, csv.Error) as error:
        raise DataError(f"{path}: {error}") from error
    return rows


def networks(call, arms):
    """The best network after each generation of the trained loops: (arm, seed), generation,
    best, name."""
    for key, plan in arms.plans.items():
        if key in arms.known:
            continue
        for generation in arms.said.get("rated", range(plan.generations)):
            best = champion(folder_of(call, key), generation + 1)
            if best is not None:
                yield key, generation, best, f"{key[0]}-{key[1]}-{best:03d}"


def rate(call, arms, programs):
    """Elo of all networks on the ladder, by name."""
    agents = {name: network_agent(call, key, arms.plans[key], best, name)
              for key, _, best, name in networks(call, arms)}
    if not agents and not arms.known:
        raise DataError("no network of any loop was promoted: nothing to rate")
    if arms.elo and not agents:
        return {agent["name"]: {"elo": elo} for agent, elo in zip(arms.ladder, arms.elo)}
    return gauntlets(call, programs, call.out, arms.game, [*arms.ladder, *agents.values()],
                     len(arms.ladder), arms.said["pairs"], arms.elo)


def curves(call, arms, rated):
    """A row per loop and generation."""
    for key in arms.plans:
        yield from arms.known.get(key, ())
    for key, generation, _, name in networks(call, arms):
        spent = minutes(folder_of(call, key), generation)
        yield {"arm": key[0], "seed": key[1], "generation": generation,
               "cpu_minutes": "" if spent is None else round(spent, 2), "agent": name,
               **figures(rated[name])}


def main():
    call = parse_call()
    arms, programs = Arms(call.arms, known_rows(call.known) if call.known else {}), Programs()
    programs.listen()
    make_folder(call.out)
    learn(call, {key: plan for key, plan in arms.plans.items() if key not in arms.known},
          programs)
    rated = rate(call, arms, programs)
    order = list(arms.plans)
    rows = sorted(curves(call, arms, rated), key=lambda row: order.index((row["arm"],
                                                                         row["seed"])))
    table = summary(arms, rows, rated)
    publish_all(call.out, {"arms.csv": csv_text(COLUMNS, rows), "arms.md": table,
                           "arms.svg": draw(arms, rows)})
    print(table, end="")


if __name__ == "__main__":
    finish(main)

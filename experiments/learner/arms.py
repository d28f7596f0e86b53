#!/usr/bin/python3
"""What a choice in learning brings: loops that differ in it, some seeds each, on one ladder.

    arms.py arms.json --out runs/arms --threads 2 --jobs 2

An arm is a change of one plan; each arm is learnt once with each seed (loop.py), --jobs loops
at once, all arms with the first seed before any with the second; games of generation 0 that
arms have in common are played once, and what they cost is booked in each. Then every network
that was promoted (or the best ones after some generations, `rated`) plays every agent of the
ladder, which is the same for all, and its Elo on it stands over the CPU time that had been
spent by then: in self-play, training and gates.

The JSON:

    plan      a plan (plan.py), or the name of its file, beside this one
    seeds     whole numbers; each takes the place of the plan's
    change    optional: what differs from the plan in all arms
    arms      by name, what differs: {"gate": {"rule": "off"}} replaces the gate, a part
              with "+" behind its name ("train+") the keys that are given; the first arm is
              what others are compared with
    ladder    agents without a part in learning, each with a `name`; weights as seen from this
              file. With an `elo` each has that rating, whatever the matches say, and a network
              is rated by its own games alone: the same whoever else is in the table. Without,
              the first has 0, and all are rated together
    pairs     of games of each network and each of the ladder
    opening   random turns of these
    reach     optional: the name of one of the ladder; how long it takes to be as strong
    rated     optional: generations after which the best network is rated (default: all)

Below --out: `ARM-SEED`, a loop's folder each, what it says in `ARM-SEED.txt` beside it;
`ratings`, matches; and at the end

    arms.csv  a row each loop and generation: arm, seed, generation, cpu_minutes, agent (the
              best network then), elo, low, high (95 %, of this network's games, not of the
              seeds)
    arms.md   a row each arm: Elo after the last generation, a mean over seeds with Student's
              interval of 95 %; what that is above the first arm, by the two arms' own scatter
              (Welch) and, narrower, where seeds scatter alike in all arms, by that of all
              together, with * where that is not 0 for all comparisons at once; CPU-minutes
              in all and, in the median, until `reach`, by the first network rated as high
    arms.svg  the means over CPU time, and a band from the lowest seed to the highest (where
              there is gnuplot)

The same command goes on where it was stopped, and with more seeds, arms or pairs than before.
Loops with rows in the file of --known, an arms.csv of the same plan and ladder, are not learnt
again: their rows stand in the new table, with the Elo that they had (one that promoted nothing
has no rows). So the ladder has to have its `elo`: the zero of another rating would be another.
Exit status: 0 done, 2 the call was wrong or a step failed, 3 stopped.
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
    """A plan with what an arm changes: a part, or with "+" some keys of one."""
    said = dict(said)
    for key, value in expect(name, change, dict).items():
        if not key.endswith("+"):
            said[key] = value
        elif isinstance(value, dict) and isinstance(said.get(key[:-1]), dict):
            said[key[:-1]] = {**said[key[:-1]], **value}
        else:
            raise DataError(f"{name}: {key}: has to be an object, as the plan's part")
    return said


def below(agent, folder):
    """An agent whose weights are a name in the folder."""
    network = agent.get("network", {})
    if not isinstance(network, dict) or not isinstance(network.get("weights"), str):
        return agent
    weights = os.path.normpath(os.path.join(folder, network["weights"]))
    return {**agent, "network": {**network, "weights": weights}}


def is_elo(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and \
        -10000 <= value <= 10000


class Arms:
    """What the JSON says, the plans of all loops, and the rows of those that are known."""

    def __init__(self, path, known=()):
        self.known = dict(known)
        try:
            with open(path, encoding="utf-8") as file:
                self.said = said = json.load(file)
            if not isinstance(said, dict):
                raise DataError("has to be an object")
            self.check()
            plan = said["plan"]
            if not isinstance(plan, (dict, str)):
                raise DataError("plan: has to be a plan or the name of its file")
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
            raise DataError(f"{path}: all arms have to learn one variant, the same")
        self.elo = [agent["elo"] for agent in said["ladder"] if "elo" in agent]
        if self.known and not self.elo:
            raise DataError(f"{path}: ladder: each agent needs its elo for --known, as ratings "
                            "of other calls have another zero")
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
                raise DataError(f"{name}: there is no such key; there are "
                                f"{', '.join(NEEDED + ALLOWED)}")
        for name in (isinstance(said["arms"], dict) and said["arms"]) or [""]:
            if not re.fullmatch(r"[A-Za-z0-9._-]{1,40}", name) or \
                    not isinstance(said["arms"][name], dict):
                raise DataError("arms: has to be an object of objects, their names of letters, "
                                "digits, dots and dashes")
        numbers = said["seeds"] if isinstance(said["seeds"], list) else [None]
        for name, value in [("seeds", number) for number in numbers or [None]] + \
                [("pairs", said["pairs"])]:
            if not is_count(value):
                raise DataError(f"{name}: whole numbers from 1 on are needed")
        check_opening("opening", said["opening"])
        try:
            check_opponents(said["ladder"] if isinstance(said["ladder"], list) else [])
        except DataError as error:
            raise DataError(str(error).replace("opponents", "ladder")) from error
        elo = [agent.get("elo") for agent in said["ladder"]]
        if set(elo) != {None} and not all(map(is_elo, elo)):
            raise DataError("ladder: either each has an elo, from -10000 to 10000, or none")
        for number in expect("rated", said.get("rated", [0]), list):
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                raise DataError("rated: has to be generations, from 0 on")
        if said.get("reach", said["ladder"][0]["name"]) not in \
                [agent["name"] for agent in said["ladder"]]:
            raise DataError("reach: has to be the name of one of the ladder")

    def plan(self, plan, arm, seed):
        plan = changed(plan, self.said.get("change", {}), "change")
        plan = {**changed(plan, self.said["arms"][arm], arm), "seed": seed}
        check(plan)
        if any(number >= plan["generations"] for number in self.said.get("rated", [])):
            raise DataError(f"rated: there are generations up to {plan['generations'] - 1}")
        return Plan(plan)

    def of(self, arm):
        return [key for key in self.plans if key[0] == arm]


def parse_call():
    parser = needs.Parser(description="Loops that differ in one choice, on one ladder.")
    parser.add_argument("arms", help="JSON of the plan, the arms and the ladder")
    parser.add_argument("--known", metavar="CSV", help="an earlier arms.csv, whose loops are "
                        "not learnt again")
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
    """The best network after each generation of what was learnt: (arm, seed), generation,
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
        raise DataError("no network of any loop was promoted: there is nothing to rate")
    if arms.elo and not agents:
        return {agent["name"]: {"elo": elo} for agent, elo in zip(arms.ladder, arms.elo)}
    return gauntlets(call, programs, call.out, arms.game, [*arms.ladder, *agents.values()],
                     len(arms.ladder), arms.said["pairs"], arms.elo)


def curves(call, arms, rated):
    """A row each loop and generation."""
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

#!/usr/bin/env python3
"""secondary.py - the secondary games of PLAN.md, by the networks that seeds.sh learns.

    secondary.py FULCRUM PART...    a program of commit 00be2a6b; from the folder that has runs/

Parts are "generation-5", "generation-20", "generation-60" (of the first four seeds the network
promoted last until then), "side-3" and "side-6" (six networks, which it learns first, after the
first turn that they play most in 360 games), and "even" (seeds 9 to 16, after the first turn that
is the most even one in 512 games of seeds 1 to 8). Each is a study, runs/advantage-PART, with a
row a network in its csv/advantages.csv. The same command resumes. Exit status: 0 done, 2 a command
failed."""
import copy
import csv
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from command import run  # noqa: E402

GENERATIONS = ("generation-5", "generation-20", "generation-60")
SIDES = {"side-3": (3, 30), "side-6": (6, 90)}  # size and generations
PARTS = (*GENERATIONS, *SIDES, "even")
FIRST_TURNS = {4: "@d2; @c1; d1-d2; d1-c1", 5: "@e2; @d1; e1-e2; e1-d1"}  # the others are mirrored
SIZES = (4, 5)
SEEDS = (1, 2, 3, 4)


def promoted_last(folder, generations):
    """The generation promoted last among the first ones of a learning."""
    best = 0
    for name in sorted(os.listdir(folder))[:generations]:
        with open(os.path.join(folder, name), encoding="ascii") as file:
            generation = json.load(file)
        if generation["promoted"]:
            best = generation["generation"]
    return best


def link_promoted(part):
    """The networks of a generation as files that a study names by size; their names."""
    generations = int(part.removeprefix("generation-"))
    os.makedirs("runs/advantage-networks", exist_ok=True)
    for name in (f"size-{size}-seed-{seed}" for size in SIZES for seed in SEEDS):
        link = f"runs/advantage-networks/{name}-{part}.safetensors"
        if not os.path.lexists(link):
            last = promoted_last(f"runs/advantage/{name}/generations", generations)
            os.symlink(f"../advantage/{name}/weights/{last:03}.safetensors", link)
    return [f"runs/advantage-networks/size-{{size}}-seed-{seed}-{part}.safetensors"
            for seed in SEEDS]


def play(program, name, plan):
    """Plays a study, or goes on with it, and writes its tables."""
    plan["title"] += f" ({name})"
    with open(f"advantage-{name}.json", "w", encoding="ascii") as file:
        json.dump(plan, file, indent=1)
    run(program, "study", f"advantage-{name}.json", "--out", f"runs/advantage-{name}", "--quiet")
    run(program, "report", f"runs/advantage-{name}", "--csv")


def first_turns(program, part, plan, games, table):
    """A table of games at equal search, each network against each."""
    plan = copy.deepcopy(plan)
    plan["strengths"] = [{"simulations": 6400}]
    plan["games"] = games
    play(program, f"{part}-turns", plan)
    with open(f"runs/advantage-{part}-turns/csv/{table}.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def on_side(part, program, plan):
    """The study on another side, after its networks have learned and shown their first turns."""
    size, generations = SIDES[part]
    for seed in range(1, 7):
        run(program, "learn", "seesaw", f"size={size}", "--seed", seed, "--generations",
            generations, "--quiet", "ladder.games=0", "--out",
            f"runs/advantage/size-{size}-seed-{seed}")
    side = {"name": f"side {size}", "variant": {"size": size}}
    plan["variants"] = [side]
    del plan["agent"]["network"]["weights"][6:]
    lines = first_turns(program, part, plan, {"most": 360, "shard": 10}, "opening_book")
    side["openings"] = max((row for row in lines if " " not in row["line"]),
                           key=lambda row: int(row["games"]))["line"]


def after_even_turns(part, program, plan):
    """The study after the first turn of each side that one half of the networks finds most even,
    by the other half."""
    weights = plan["agent"]["network"]["weights"]
    choosers = copy.deepcopy(plan)
    choosers["agent"]["network"]["weights"] = weights[:8]
    for side in choosers["variants"]:
        side["openings"] = FIRST_TURNS[side["variant"]["size"]]
    turns = first_turns(program, part, choosers, {"most": 512, "shard": 8}, "networks")
    for side in plan["variants"]:
        side["openings"] = min((row for row in turns if row["variant"] == side["name"]
                                and row["opening"] != "all"),
                               key=lambda row: abs(float(row["score"]) - 0.5))["opening"]
    plan["agent"]["network"]["weights"] = weights[8:16]
    plan["strengths"][0]["advantage"] = 30


def main():
    parts = sys.argv[2:]
    if not parts or not set(parts) <= set(PARTS):
        sys.exit(__doc__)
    for part in parts:
        with open(os.path.join(HERE, "advantage.json"), encoding="ascii") as file:
            plan = json.load(file)
        if part in SIDES:
            on_side(part, sys.argv[1], plan)
        elif part == "even":
            after_even_turns(part, sys.argv[1], plan)
        else:
            plan["agent"]["network"]["weights"] = link_promoted(part)
        play(sys.argv[1], part, plan)


if __name__ == "__main__":
    main()

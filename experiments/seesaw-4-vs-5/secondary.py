#!/usr/bin/env python3
"""secondary.py - the secondary games of PLAN.md, by the networks that seeds.sh learns.

    secondary.py FULCRUM PART...    a program of commit 00be2a6b; from the folder that has runs/

Parts are "long" (25,600 simulations, 16 games of each ratio, all 16 networks a board) and
"generation-5", "generation-20", "generation-60" (of the first four seeds the network promoted last
until then). Each is a study, runs/advantage-PART, whose advantages.csv advantage.py reads. The same
command resumes. Exit status: 0 done, 2 a command failed."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from command import run  # noqa: E402

PARTS = ("long", "generation-5", "generation-20", "generation-60")
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


def study(part):
    """The study of advantage.json, changed to that of a part."""
    with open(os.path.join(HERE, "advantage.json"), encoding="ascii") as file:
        plan = json.load(file)
    plan["title"] += f" ({part})"
    if part == "long":
        plan["strengths"] = [{"simulations": 25600, "advantage": 16}]
        return plan
    generations = int(part.removeprefix("generation-"))
    plan["agent"]["network"]["weights"] = [
        f"runs/advantage-networks/size-{{size}}-seed-{seed}-{part}.safetensors" for seed in SEEDS]
    os.makedirs("runs/advantage-networks", exist_ok=True)
    for name in (f"size-{size}-seed-{seed}" for size in SIZES for seed in SEEDS):
        link = f"runs/advantage-networks/{name}-{part}.safetensors"
        if not os.path.lexists(link):
            last = promoted_last(f"runs/advantage/{name}/generations", generations)
            os.symlink(f"../advantage/{name}/weights/{last:03}.safetensors", link)
    return plan


def main():
    parts = sys.argv[2:]
    if not parts or not set(parts) <= set(PARTS):
        sys.exit(__doc__)
    for part in parts:
        with open(f"advantage-{part}.json", "w", encoding="ascii") as file:
            json.dump(study(part), file, indent=1)
        run(sys.argv[1], "study", f"advantage-{part}.json", "--out", f"runs/advantage-{part}", "--quiet")
        run(sys.argv[1], "report", f"runs/advantage-{part}", "--csv")


if __name__ == "__main__":
    main()

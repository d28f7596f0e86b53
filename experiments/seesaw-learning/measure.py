#!/usr/bin/python3
"""Makes the table of README.md: the best networks of a loop against playouts.

    measure.py runs/seesaw-learning --threads 2

The best network of the generations trained on the first variant only, and the best of all,
each with the search of the plan, against UCT with 100, 1,000 and 10,000 playouts per
action, on each variant; pairs of games from random openings of four turns. Resumes after a
stop; each match is a run in FOLDER/measure.
"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "experiments", "learner"))
import needs  # noqa: E402

needs.packages("h5py")
from plan import Plan, champion, variant_text  # noqa: E402
from publish import make_folder, write_json  # noqa: E402

# Pairs of games per budget of playouts, on the first variant and on others.
PAIRS = {100: (100, 100), 1000: (100, 100), 10000: (50, 20)}


def main():
    parser = needs.Parser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", help="folder of a finished loop")
    parser.add_argument("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"))
    parser.add_argument("--threads", default=str(os.cpu_count()))
    call = parser.parse_args()
    fulcrum, plan = os.path.abspath(call.fulcrum), Plan.read(call.folder + "/plan.json")
    os.chdir(call.folder)
    make_folder("measure")
    alone = min(item["from"] for item in plan.variants if item.get("from", 0) > 0)
    networks = {"one size": champion(".", alone), "mixed": champion(".", plan.generations)}
    print("| trained on | generation | board | playouts | games | score [95 %] |")
    print("| --- | --- | --- | --- | --- | --- |")
    for trained, generation in networks.items():
        agent = f"measure/generation-{generation:03d}.json"
        write_json(agent, plan.agent(generation))
        for variant, item in enumerate(plan.variants):
            for budget, of_variants in PAIRS.items():
                pairs = of_variants[min(variant, 1)]
                opponent = f"measure/uct-{budget}.json"
                write_json(opponent, {"name": f"uct-{budget}", "temperature": {"start": 0},
                                      "search": {"simulations": budget}})
                said = subprocess.run(
                    [fulcrum, "match", agent, opponent, plan.game,
                     *plan.variant_words(variant), "opening.turns=4", "--games",
                     str(2 * pairs), "--threads", call.threads, "--json", "--out",
                     f"measure/{generation:03d}-{variant}-{budget}"],
                    check=True, stdout=subprocess.PIPE).stdout
                score = json.loads(said)["score"]
                value, low, high = (100 * score[name] for name in ("value", "low", "high"))
                print(f"| {trained} | {generation} | {variant_text(item['variant'])} | {budget} | "
                      f"{2 * pairs} | {value:.1f} % [{low:.1f}, {high:.1f}] |", flush=True)


if __name__ == "__main__":
    main()

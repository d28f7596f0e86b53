"""Many loops: trained concurrently, and their networks rated by matches.

    call = needs.Parser(...).parse_loops()
    learn(call, plans, programs)             # plans: (name, seed) to Plan
    agent = network_agent(call, key, plan, best, name)
    rated = gauntlets(call, programs, folder, plan_words, agents, 4, pairs=30)
    publish_all(call.out, {"arms.csv": csv_text(COLUMNS, rows)})

Games of generation 0 that loops have in common, because their plans and seeds agree, are played
once: a loop that has not begun copies them from one that has them, and is charged their original
cost. Results are the same as without sharing, in less time.
"""

import csv
import io
import json
import os
import shutil
import sys

import costs
from plan import export_file, gate_file, run_file
from programs import script
from publish import make_folder, publish, sync, write_json

HERE = os.path.dirname(os.path.abspath(__file__))


def folder_of(call, key):
    return os.path.join(call.out, f"{key[0]}-{key[1]}")


def games_of(plan):
    return [plan.games(0, variant, None) for variant in plan.playing(0)]


def has_played(folder, plan):
    return all(os.path.exists(os.path.join(folder, export_file(0, variant)))
               for variant in plan.playing(0))


def has_begun(folder):
    games = os.path.join(folder, "games")
    return os.path.exists(games) and bool(os.listdir(games))


def copy(source, target):
    """Copies a folder recursively."""
    make_folder(target)
    for entry in os.scandir(source):
        path = os.path.join(target, entry.name)
        if entry.is_dir():
            copy(entry.path, path)
        else:
            with open(entry.path, "rb") as file:
                publish(path, lambda copied, file=file: shutil.copyfileobj(file, copied))


def booked(folder):
    """The cost of generation 0's games, as rows for a copy: of the loop that played them, or as
    copied before. These rows are written before the export."""
    rows = [row for row in costs.read(folder) if row[0] == 0]
    found = [row for row in rows if row[1] == "copied"] or \
        [row for row in rows if row[1] == "games"]
    return [(0, "copied", *spent) for _, _, *spent in found]


def share(folder, plan, others):
    """Creates the folder with copies of the games and their costs, or nothing if it has begun or
    none of the others has them."""
    source = next((other for other, theirs in others
                   if games_of(theirs) == games_of(plan) and has_played(other, theirs) and
                   booked(other)), None)
    if source is None or has_begun(folder):
        return
    made = folder + ".unfinished"
    shutil.rmtree(made, ignore_errors=True)
    for variant in plan.playing(0):
        copy(os.path.join(source, run_file(0, variant)), os.path.join(made, run_file(0, variant)))
    publish_all(made, {costs.FILE: costs.text(booked(source))})
    shutil.rmtree(folder, ignore_errors=True)  # it has not begun
    os.replace(made, folder)
    sync(os.path.dirname(folder))


def learn(call, plans, programs):
    """Runs all loops, up to the last gate of each; before that, one plan of each name is
    checked. Finished loops are left as they are. The first call.jobs seeds come first, all names
    with these before any with the next: loops of one seed, which may have games in common, thus
    seldom start together."""
    learner = ["--learner", call.learner] if call.learner else []
    seeds = list(dict.fromkeys(seed for _, seed in plans))
    left = [(key, plan) for key, plan in plans.items() if not os.path.exists(
        os.path.join(folder_of(call, key), gate_file(plan.generations - 1)))]
    left.sort(key=lambda item: seeds.index(item[0][1]) // call.jobs)
    judged = {}  # a seed of each name
    for key, plan in left:
        write_json(folder_of(call, key) + ".json", plan.said)
        judged.setdefault(key[0], key)

    def loop(key, *options):
        folder = folder_of(call, key)
        return folder + ".txt", [
            *script(os.path.join(HERE, "loop.py")), folder + ".json", "--out", folder,
            "--threads", call.threads // call.jobs, "--device", call.device,
            "--fulcrum", call.fulcrum, *options, *learner]

    programs.run_all([loop(key, "--check") for key in judged.values()], call.jobs)

    def loops():
        for number, (key, plan) in enumerate(left, 1):
            print(f"{key[0]}, seed {key[1]}: loop {number} of {len(left)}", file=sys.stderr)
            share(folder_of(call, key), plan, [(folder_of(call, other), theirs)
                                               for other, theirs in plans.items()])
            yield loop(key, "--no-ratings")

    programs.run_all(loops(), call.jobs)


def network_agent(call, key, plan, best, name):
    """The agent of a loop's network, usable from any folder."""
    agent = plan.agent(best)
    weights = os.path.join(folder_of(call, key), agent["network"]["weights"])
    return {**agent, "name": name, "network": {**agent["network"], "weights": weights}}


def gauntlets(call, programs, folder, game, agents, anchors, pairs, elo=()):
    """Each of the first agents, the anchors, plays so many pairs of games with every other;
    returns the ratings of `fulcrum rate` by name. elo: of the anchors, which then do not play
    each other; otherwise the first of them has 0. game: arguments."""
    make_folder(os.path.join(folder, "agents"))
    files = []
    for agent in agents:
        files.append(os.path.join(folder, "agents", agent["name"] + ".json"))
        write_json(files[-1], agent)
    ratings = os.path.join(folder, "ratings")
    for number, anchor in enumerate(files[:anchors], 1):
        others = files[anchors if elo else number:]
        if others:
            programs.run(call.fulcrum, "rate", "--gauntlet", anchor, "--out", ratings, *game,
                         *others, "--pairs", pairs, "--threads", call.threads,
                         "--csv", output=True)
    given = [f"--anchor={agent['name']}={value}" for agent, value in zip(agents, elo or [0])]
    said = programs.run(call.fulcrum, "rate", ratings, *given, "--json", output=True)
    return {agent["name"]: agent for agent in json.loads(said)["agents"]}


def figures(agent):
    """A rated agent's Elo and its interval, for tables."""
    return {name: "" if agent[name] is None else round(float(agent[name]), 1)
            for name in ("elo", "low", "high")}


def csv_text(columns, rows):
    lines = io.StringIO(newline="")
    writer = csv.DictWriter(lines, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return lines.getvalue()


def publish_all(folder, texts):
    """texts: contents by file name; empty ones are not written."""
    for name, text in texts.items():
        if text:
            publish(os.path.join(folder, name), lambda file, text=text: file.write(text.encode()))

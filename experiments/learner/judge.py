"""Checks that a plan can be carried out.

    judge(call, plan)      # call: the plan's file, fulcrum and learner; DataError if it cannot

Every part of the plan is checked hours before it is used, by the program that will use it: each
is run with a nonexistent file, which must be its only complaint; self-play without a network is
run with an empty range of games.
"""

import os
import subprocess
import tempfile

from data import DataError
from programs import script
from publish import write_json

HERE = os.path.dirname(os.path.abspath(__file__))
TRAIN = os.path.join(HERE, "train.py")


def ask(call, folder, missing, *words, complaint="no such file"):
    """One program: must succeed, or, with `missing`, fail only because of that file."""
    said = subprocess.run([str(word) for word in words], cwd=folder, text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if missing is None and said.returncode == 0 or missing is not None and \
            missing in said.stderr and complaint in said.stderr.lower():
        return
    lines = [line for line in said.stderr.split("\n") if ": " in line] or [""]
    raise DataError(f"{call.plan}: {lines[-1 if missing is None else 0]}")


def judge(call, plan):
    with tempfile.TemporaryDirectory() as folder:
        def asked(missing, *words, **options):
            ask(call, folder, missing, *words, **options)

        def file(name, said):
            write_json(os.path.join(folder, name), said)
            return name

        newest, weights = plan.generations - 1, plan.weights(0)
        agent = file("agent.json", plan.agent(0))
        for variant in range(len(plan.variants)):
            first = plan.playing(newest)[0]
            rules = {"variant": plan.variants[variant]["variant"]}
            for generation in {min(1, newest), newest} if plan.progress else {newest}:
                asked(weights, call.fulcrum, "selfplay",
                      file("games.json", plan.games(generation, first, 0) | rules),
                      "--out", "games")
            asked("--games: ", call.fulcrum, "selfplay",
                  file("games.json", plan.games(newest, first, None) | rules),
                  "--games", "0:0", "--out", f"games-{variant}",
                  complaint="is no part of the run's games")
            asked(weights, call.fulcrum, "match", agent, agent, plan.game,
                  *plan.variant_words(variant),
                  f"opening.turns={plan.gate.get('opening', 0)}", "--out", "match")
        for opponent in plan.opponents:
            asked(weights, call.fulcrum, "match", file("opponent.json", opponent), agent,
                  plan.game, "--out", "match")
        asked("no-run", call.fulcrum, "export", "no-run", "-o", "no.h5",
              *plan.export_options())
        if plan.reanalyze:
            asked("no-run", call.fulcrum, "reanalyze", "no-run",
                  file("reanalyst.json", plan.reanalyst(newest, 0)), "-o", "no.h5",
                  *plan.reanalyze_options())
        if call.learner == TRAIN:
            asked(None, *script(TRAIN), "exports", "--out", "learner", "--check",
                  "--device", call.device, *plan.train_options(0))

#!/usr/bin/python3
"""Generations of self-play, training and matches: from playouts to a strong network.

    loop.py plan.json --out runs/loop --threads 2

Each generation plays games, exports them, trains, and plays a match against the network that
is the best so far; the winner plays the next games. `plan.py` says what a plan holds. All
that the loop knows is in the folder of --out: the same command goes on where it was
stopped, however hard, and with more `generations` in the plan after its end.

With --tasks the games of each generation are played by an array of jobs under Slurm: the
loop submits them, and itself as a job that comes after them (loop.sbatch), and ends.

Exit status: 0 done (with --tasks: done, or submitted), 2 the call was wrong or a step
failed, 3 stopped.
"""

import argparse
import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time

import needs

needs.packages("h5py")
from cluster import submit_games, submit_loop  # noqa: E402
from costs import Costs  # noqa: E402
from data import DataError  # noqa: E402
from plan import NO_MORE_THAN, Plan, champion, export_file, gate_file, run_file  # noqa: E402
from programs import Programs, finish  # noqa: E402
from publish import make_folder, publish_link, read_json, write_json  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TRAIN = os.path.join(HERE, "train.py")

PATIENCE = 60  # seconds for what an earlier call has left running


def parse_call():
    parser = needs.Parser(
        description="Generations of self-play, training and matches.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("plan", help="JSON of what is done in each generation")
    parser.add_argument("--out", required=True, help="folder of everything that is made")
    parser.add_argument("--threads", type=int, help="of self-play, learner and matches "
                        "(default: as many as this process may use)")
    parser.add_argument("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"),
                        help="the program")
    parser.add_argument("--learner", default=TRAIN,
                        help="program that trains, called as train.py is, which needs "
                        "PyTorch")
    parser.add_argument("--no-ratings", action="store_true", help="end after the last gate")
    parser.add_argument("--check", action="store_true", help="only say whether the plan can "
                        "be carried out")
    cluster = parser.add_argument_group("Slurm")
    cluster.add_argument("--tasks", type=int, default=0, help="jobs that play the games of a "
                         "generation; 0: they are played here")
    cluster.add_argument("--time", default="4h", help="time limit of such a job")
    cluster.add_argument("--games-sbatch", default="", metavar="OPTIONS",
                         help="of sbatch, for these jobs")
    cluster.add_argument("--loop-sbatch", default="", metavar="OPTIONS", help="of sbatch, for "
                         "the jobs of the loop itself, as in '--gres=gpu:1 --time=8:00:00'")
    call = parser.parse_args()
    if call.threads is not None and call.threads < 1 or call.tasks < 0:
        parser.error("--threads takes 1 or more, --tasks 0 or more")
    call.out = os.path.abspath(call.out)
    for name in "plan", "fulcrum", "learner":
        path = os.path.abspath(getattr(call, name))
        if not os.path.exists(path):
            parser.error(f"{path}: there is no such file" +
                         ("; build it, or say --fulcrum" if name == "fulcrum" else ""))
        setattr(call, name, path)
    return call


class Loop:
    """The folder, and the steps of a generation. A step is done when what it makes has its
    name; each is left alone then, and otherwise begun or gone on with."""

    def __init__(self, call, plan):
        self.call, self.plan = call, plan
        self.threads = call.threads or len(os.sched_getaffinity(0))
        self.lock, self.programs = None, Programs()

    def open(self):
        """Takes the folder for itself, and the plan into it."""
        make_folder(self.call.out)
        self.lock = open(self.place("lock"), "w")
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise DataError(f"{self.call.out}: another loop is writing there") \
                        from error
            self.programs.check()
            time.sleep(0.2)
        for name in "games", "exports", "agents", "gates", "ratings":
            make_folder(self.place(name))
        kept = self.place("plan.json")
        begun = self.begun()
        if begun > 0 and os.path.exists(kept) and \
                not self.plan.may_follow(Plan.read(kept), begun, self.unused()):
            raise DataError(f"{kept}: was begun with another plan; only ratings, opponents "
                            "after the first, parts that are not used yet, and variants and "
                            "number of generations that are not begun may change: give "
                            "another --out")
        self.check_parts()
        write_json(kept, self.plan.said)

    def begun(self):
        """How many generations have left anything."""
        names = os.listdir(self.place("games")) + os.listdir(self.place("gates"))
        return max((int(name[:3]) + 1 for name in names if name[:3].isdigit()), default=0)

    def unused(self):
        """Parts of the plan by which nothing has been made yet."""
        def empty(folder):
            return not os.path.isdir(self.place(folder)) or not os.listdir(self.place(folder))
        unused = [("export", empty("exports")), ("train", empty("learner")),
                  ("gate", empty("gates")), ("agent", empty("gates")),
                  ("next", not any(read_json(self.place("gates", name))["promoted"]
                                   for name in os.listdir(self.place("gates"))
                                   if name.endswith(".json")))]
        return [name for name, is_unused in unused if is_unused]

    def check_parts(self):
        """Has every part of the plan judged by the program that will take it, hours before
        it does: each is called with a file that is not there, and may miss nothing else;
        self-play without a network with none of its games."""
        plan, newest = self.plan, self.plan.generations - 1
        with tempfile.TemporaryDirectory() as folder:
            def judge(missing, *words, complaint="no such file"):
                said = subprocess.run([str(word) for word in words], cwd=folder, text=True,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                      check=False)
                if missing is None and said.returncode == 0 or missing is not None and \
                        missing in said.stderr and complaint in said.stderr.lower():
                    return
                lines = [line for line in said.stderr.split("\n") if ": " in line] or [""]
                raise DataError(f"{self.call.plan}: {lines[-1 if missing is None else 0]}")

            def file(name, said):
                write_json(os.path.join(folder, name), said)
                return name

            weights = plan.weights(0)
            agent = file("agent.json", plan.agent(0))
            for variant in range(len(plan.variants)):
                first = plan.playing(newest)[0]
                rules = {"variant": plan.variants[variant]["variant"]}
                judge(weights, self.call.fulcrum, "selfplay",
                      file("games.json", plan.games(newest, first, 0) | rules),
                      "--out", "games")
                judge("--games: ", self.call.fulcrum, "selfplay",
                      file("games.json", plan.games(newest, first, None) | rules),
                      "--games", "0:0", "--task", "0/1", "--out", f"games-{variant}",
                      complaint="is no part of the run's games")
                judge(weights, self.call.fulcrum, "match", agent, agent, plan.game,
                      *plan.variant_words(variant),
                      f"opening.turns={plan.gate.get('opening', 0)}", "--out", "match")
            for opponent in plan.opponents:
                judge(weights, self.call.fulcrum, "match", file("opponent.json", opponent),
                      agent, plan.game, "--out", "match")
            judge("no-run", self.call.fulcrum, "export", "no-run", "-o", "no.h5",
                  *plan.export_options())
            if self.call.learner == TRAIN:
                judge(None, self.call.learner, "exports", "--out", "learner", "--check",
                      *plan.train_options(0))

    def place(self, *names):
        return os.path.join(self.call.out, *names)

    def say(self, text):
        line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}"
        print(line, file=sys.stderr, flush=True)
        with open(self.place("log.txt"), "a", encoding="utf-8") as file:
            file.write(line + "\n")

    # --- Programs ------------------------------------------------------------------------

    def run(self, *words, **options):
        """A program in the folder, with the loop's terminal; it holds the lock to its end."""
        return self.programs.run(*words, cwd=self.call.out, pass_fds=[self.lock.fileno()],
                                 **options)

    def fulcrum(self, *words, **options):
        return self.run(self.call.fulcrum, *words, **options)

    # --- Steps ---------------------------------------------------------------------------

    def champion(self, generation):
        return champion(self.call.out, generation)

    def play(self, generation):
        """Games and exports of all variants; False where Slurm has yet to play them."""
        wanted = [variant for variant in self.plan.playing(generation)
                  if not os.path.exists(self.place(export_file(generation, variant)))]
        jobs = []
        for variant in wanted:
            run = run_file(generation, variant)
            said = self.plan.games(generation, variant, self.champion(generation))
            write_json(self.place(run + ".json"), said)
            if self.call.tasks:
                jobs += submit_games(self, run)
            else:
                self.say(f"generation {generation}: {said['games']} games into {run}")
                self.fulcrum("selfplay", run + ".json", "--out", run,
                             "--threads", self.threads, "--task", "0/1")
        if jobs:
            submit_loop(self, generation, jobs)
            return False
        for variant in wanted:
            self.fulcrum("export", run_file(generation, variant), "-o",
                         export_file(generation, variant), *self.plan.export_options())
        return True

    def train(self, generation):
        if os.path.exists(self.place(self.plan.weights(generation))):
            return
        self.say(f"generation {generation}: to step {self.plan.steps(generation)}")
        self.run(self.call.learner, "exports", "--out", "learner", "--threads",
                 self.threads, *self.plan.train_options(generation))
        if not os.path.exists(self.place(self.plan.weights(generation))):
            raise DataError(f"the learner has not made {self.plan.weights(generation)}")

    def agent_file(self, agent):
        path = os.path.join("agents", agent["name"] + ".json")
        write_json(self.place(path), agent)
        return path

    def gate(self, generation):
        """A match against the best so far; who wins it is promoted."""
        if os.path.exists(self.place(gate_file(generation))):
            return
        number, gate = self.champion(generation), self.plan.gate
        if self.plan.gate_rule() == "off":
            write_json(self.place(gate_file(generation)),
                       {"generation": generation, "promoted": True, "verdict": "not asked",
                        "champion": number, "match": None})
            return
        best = self.plan.first_opponent() if number is None else self.plan.agent(number)
        self.say(f"generation {generation}: against {best['name']}")
        said = self.fulcrum(
            "match", self.agent_file(self.plan.agent(generation)), self.agent_file(best),
            self.plan.game, *self.plan.variant_words(self.plan.playing(generation)[-1]),
            f"opening.turns={gate['opening']}", *self.plan.gate_options(),
            "--games", gate["games"], "--seed", self.plan.gate_seed(generation), "--json",
            "--threads", self.threads, "--task", "0/1",
            "--out", gate_file(generation).removesuffix(".json"), allowed=(0, 1), output=True)
        result = json.loads(said)
        verdict, promoted = self.plan.verdict(result)
        outcome = verdict if verdict in ("promoted", "rejected") else \
            f"{verdict}, {'promoted' if promoted else 'not promoted'} as the plan says"
        score = result["score"]
        self.say(f"generation {generation}: {100 * score['value']:.1f} % "
                 f"[{100 * score['low']:.1f}, {100 * score['high']:.1f}] of "
                 f"{2 * result['pairs']} games: {outcome}")
        write_json(self.place(gate_file(generation)),
                   {"generation": generation, "promoted": promoted,
                    "verdict": verdict, "champion": number,
                    "match": result})

    def promote(self, generation):
        """best.h5 is the best network so far."""
        best = self.champion(generation + 1)
        if best is not None:
            publish_link(self.place("best.h5"), self.plan.weights(best))

    def rate(self):
        """All generations and the opponents, on each variant."""
        count, ratings = self.plan.generations, self.plan.ratings
        agents = [self.agent_file(agent) for agent in self.plan.opponents]
        agents += [self.agent_file(self.plan.agent(i)) for i in range(count)]
        anchor = self.plan.first_opponent()["name"]
        for variant in range(len(self.plan.variants)):
            self.say(f"ratings, variant {variant}")
            said = self.fulcrum(
                "rate", "--out", os.path.join("ratings", self.plan.ratings_name(variant)),
                self.plan.game, *self.plan.variant_words(variant),
                f"opening.turns={ratings['opening']}", *agents,
                "--until", ratings["error"], "--pairs", ratings["pairs"], "--json",
                "--seed", self.plan.run_seed(NO_MORE_THAN),
                "--anchor", f"{anchor}=0", "--threads", self.threads, "--task", "0/1",
                allowed=(0, 1), output=True)
            write_json(self.place("ratings", f"{variant}.json"), json.loads(said))

    # --- All of it -----------------------------------------------------------------------

    def go(self):
        costs = Costs(self.call.out)
        for generation in range(self.plan.generations):
            with costs.of(generation, "games"):
                played = self.play(generation)
            if not played:
                return
            with costs.of(generation, "train"):
                self.train(generation)
            with costs.of(generation, "gate"):
                self.gate(generation)
            self.promote(generation)
        if self.call.no_ratings:
            return
        self.rate()
        self.run(os.path.join(HERE, "curve.py"), ".")
        self.say(f"done: {self.place('report.html')}")


def main():
    call = parse_call()
    if call.learner == TRAIN:
        needs.packages("torch")
    loop = Loop(call, Plan.read(call.plan))
    loop.programs.listen()
    loop.open()
    if not call.check:
        loop.go()


if __name__ == "__main__":
    finish(main)

#!/usr/bin/python3
"""Generations of self-play, training and matches: from playouts to a strong network.

    loop.py plan.json --out runs/loop --threads 2

Each generation plays games with the best network so far, exports them, trains, and plays a match,
the gate, against the best; the winner plays the next games. plan.py documents the plan. All state
is in the folder of --out: the same command resumes after a stop or kill at any point, and continues
a finished loop when its plan has more `generations`.

With --task I/N several processes share the games of each generation, for example as an array of
jobs: task 0 leads, the others play their share as soon as a generation begins.

Exit status: 0 done, 2 invalid command line or a step failed, 3 stopped.
"""

import csv
import fcntl
import io
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

from plan import champion, export_file, gate_file, read_plan, run_file
from programs import DataError, Parser, Programs, finish
from publish import append, make_folder, publish, publish_link, read_json, write_json

HERE = os.path.dirname(os.path.abspath(__file__))
TRAIN = os.path.join(HERE, "train.py")
# Waiting threads of the learner sleep: on cores busy with other programs, a step of two
# spinning threads took ten times the CPU time of one thread.
PATIENT = {"OMP_WAIT_POLICY": "passive"}
LAST_SEED = 1000  # of ratings, in generations
COSTS = "generation,step,cpu_seconds,seconds\n"


def parse_call():
    parser = Parser(description="Generations of self-play, training and matches.")
    parser.add_argument("plan", help="JSON file of the plan (plan.py)")
    parser.add_argument("--out", required=True, help="output folder")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)),
                        help="threads of self-play, learner and matches (default: all cores)")
    parser.add_argument("--fulcrum", default=os.path.join(HERE, "..", "..", "build", "fulcrum"),
                        help="the program (default: build/fulcrum)")
    parser.add_argument("--learner", default=TRAIN, help="training program with the options of "
                        "train.py, which needs PyTorch")
    parser.add_argument("--device", default="cpu", help="device that train.py trains on")
    parser.add_argument("--no-ratings", action="store_true", help="stop after the last gate")
    parser.add_argument("--check", action="store_true", help="only check the plan")
    parser.add_argument("--task", default="0/1", metavar="I/N", help="share the games of each "
                        "generation among N processes; I, from 0, is the number of this one")
    call = parser.parse_args()
    task = re.fullmatch(r"(\d{1,6})/(\d{1,6})", call.task)
    if call.threads < 1 or not task or int(task[1]) >= int(task[2]):
        parser.error("--threads must be 1 or more, --task as in 0/4")
    call.number = int(task[1])
    for name in "out", "plan", "fulcrum", "learner":
        setattr(call, name, os.path.abspath(getattr(call, name)))
        if name != "out" and not os.path.exists(getattr(call, name)):
            parser.error(f"{getattr(call, name)}: no such file" +
                         ("; build it, or use --fulcrum" if name == "fulcrum" else ""))
    return call


def judge(call, plan):
    """Checks the contents of a plan hours before they are used, by the programs that will use
    them: each gets a file that does not exist, which must be its only complaint."""
    def ask(complaint, *words):
        said = subprocess.run([str(word) for word in words], cwd=folder, text=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if complaint not in said.stderr or (not complaint and said.returncode):
            lines = [line for line in said.stderr.split("\n") if ": " in line] or [said.stderr]
            raise DataError(f"{call.plan}: {lines[0 if complaint else -1]}")

    def file(name, said):
        write_json(os.path.join(folder, name), said)
        return name

    with tempfile.TemporaryDirectory() as folder:
        newest, weights = plan.generations - 1, plan.weights(0)
        agent = file("agent.json", plan.agent_of(0))
        for variant in range(len(plan.variants)):
            rules = {"variant": plan.variants[variant]["variant"]}
            for generation in min(1, newest), newest:
                ask(weights, call.fulcrum, "selfplay", file(
                    "games.json", plan.games(generation, 0, 0) | rules), "--out", "games")
            ask("is no part of the run's games", call.fulcrum, "selfplay", file(
                "games.json", plan.games(newest, 0, None) | rules), "--games", "0:0", "--out",
                f"games-{variant}")
        for opponent in plan.opponents:
            ask(weights, call.fulcrum, "match", file("opponent.json", opponent), agent, plan.game,
                *(plan.gate_options() if plan.gate else []), "--out", "match")
        ask("no-run", call.fulcrum, "export", "no-run", "-o", "no.h5", *plan.export_options())
        if call.learner == TRAIN:
            ask("", sys.executable, TRAIN, "exports", "--out", "learner", "--check", "--device",
                call.device, *plan.train_options(0))


class Loop:
    """The folder, and the steps of a generation. A step is done once its output has its final
    name; it is skipped then, and otherwise started or resumed."""

    def __init__(self, call, plan):
        self.call, self.plan, self.programs = call, plan, Programs()
        self.learner = (sys.executable, TRAIN) if call.learner == TRAIN else (call.learner,)

    def place(self, *names):
        return os.path.join(self.call.out, *names)

    def exists(self, name):
        return os.path.exists(self.place(name))

    def open(self):
        """Locks the folder and writes the plan into it."""
        for name in "games", "exports", "agents", "gates", "ratings":
            make_folder(self.place(name))
        self.lock = open(self.place("lock"), "w", encoding="utf-8")
        for _ in range(300):  # a minute, for programs of a killed command
            self.programs.check()
            try:
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                time.sleep(0.2)
        else:
            raise DataError(f"{self.call.out}: another loop is writing there")
        self.check()
        write_json(self.place("plan.json"), self.plan.said)

    def check(self):
        """Checks that the plan can be carried out and continue what is in the folder."""
        kept = self.place("plan.json")
        if os.path.exists(kept):
            before = read_plan(kept)
            begun = sum(self.exists(run_file(generation, 0) + ".json")
                        for generation in range(before.generations))
            if begun and not self.plan.may_follow(before, begun):
                raise DataError(f"{kept}: was begun with another plan; only ratings, and the "
                                "variants and number of generations that have not begun may "
                                "change: use another --out")
            if self.plan.said == before.said:
                return
        judge(self.call, self.plan)

    def say(self, text):
        line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}"
        print(line, file=sys.stderr, flush=True)
        with open(self.place("log.txt"), "a", encoding="utf-8") as file:
            file.write(line + "\n")

    def run(self, *words, **options):
        """Runs a program in the folder; it holds the lock until it exits."""
        return self.programs.run(*words, cwd=self.call.out, pass_fds=[self.lock.fileno()],
                                 **options)

    def fulcrum(self, *words, **options):
        return self.run(self.call.fulcrum, *words, **options)

    def agent_file(self, agent):
        path = os.path.join("agents", agent["name"] + ".json")
        write_json(self.place(path), agent)
        return path

    # --- Steps ---------------------------------------------------------------------------

    def games(self, generation):
        for variant in self.plan.playing(generation):
            run = run_file(generation, variant)
            if self.exists(export_file(generation, variant)):
                continue
            said = self.plan.games(generation, variant, champion(self.call.out, generation))
            self.say(f"generation {generation}: {said['games']} games into {run}")
            write_json(self.place(run + ".json"), said)
            play = ("selfplay", run + ".json", "--out", run, "--threads", self.call.threads)
            if self.call.task != "0/1":  # first its own share, then what the others have left
                self.fulcrum(*play, "--task", self.call.task)
            self.fulcrum(*play)

    def export(self, generation):
        for variant in self.plan.playing(generation):
            if not self.exists(export_file(generation, variant)):
                self.fulcrum("export", run_file(generation, variant), "-o",
                             export_file(generation, variant), *self.plan.export_options())

    def train(self, generation):
        weights = self.plan.weights(generation)
        if not self.exists(weights):
            self.say(f"generation {generation}: to step {self.plan.steps(generation)}")
            self.run(*self.learner, "exports", "--out", "learner", "--threads", self.call.threads,
                     "--device", self.call.device, *self.plan.train_options(generation),
                     env={**PATIENT, **os.environ})
        if not self.exists(weights):
            raise DataError(f"the learner did not write {weights}")

    def gate(self, generation):
        """A match against the best so far; promotes the network if it wins."""
        if not self.exists(gate_file(generation)):
            best, result = champion(self.call.out, generation), None
            if self.plan.gate:
                opponent = self.plan.agent_of(best)
                result = json.loads(self.fulcrum(
                    "match", self.agent_file(self.plan.agent_of(generation)),
                    self.agent_file(opponent), self.plan.game,
                    *self.plan.variant_words(self.plan.playing(generation)[-1]),
                    *self.plan.gate_options(), "--seed", self.plan.run_seed(generation) + 999,
                    "--threads", self.call.threads, "--json", "--out", f"gates/{generation:03d}",
                    allowed=(0, 1), output=True))
            promoted = self.plan.promotes(result) if result else True
            text = f"{100 * result['score']['value']:.1f} % against {opponent['name']}: " \
                if result else ""
            self.say(f"generation {generation}: {text}{'' if promoted else 'not '}promoted")
            write_json(self.place(gate_file(generation)), {
                "generation": generation, "promoted": promoted, "champion": best,
                "match": result})
        best = champion(self.call.out, generation + 1)
        if best is not None:
            publish_link(self.place("best.safetensors"), self.plan.weights(best))

    def step(self, generation, name):
        """A step; its CPU time and wall-clock time are a row of costs.csv."""
        cpu, clock = child_seconds(), time.monotonic()
        try:
            getattr(self, name)(generation)
        finally:
            spent = child_seconds() - cpu
            if spent > 0:
                append(self.place("costs.csv"), f"{generation},{name},{spent:.2f},"
                       f"{time.monotonic() - clock:.2f}\n", header=COSTS)

    def rate(self):
        """Ratings of all generations and the opponents on each variant, in curve.csv."""
        plan, rows = self.plan, []
        agents = [self.agent_file(agent) for agent in [
            *plan.opponents, *map(plan.agent_of, range(plan.generations))]]
        for variant in range(len(plan.variants)):
            self.say(f"ratings, variant {variant}")
            said = self.fulcrum(
                "rate", "--out", f"ratings/{variant}", plan.game, *plan.variant_words(variant),
                f"opening.turns={plan.ratings['opening']}", *agents, "--seed",
                plan.run_seed(LAST_SEED), "--threads", self.call.threads, "--until",
                plan.ratings["error"], "--pairs", plan.ratings["pairs"], "--anchor",
                f"{plan.opponents[0]['name']}=0", "--json", allowed=(0, 1), output=True)
            rows += [{"variant": " ".join(plan.variant_words(variant)),
                      "name": agent["name"], "elo": agent["elo"]["value"],
                      "low": agent["elo"]["low"], "high": agent["elo"]["high"],
                      "games": agent["games"]}
                     for agent in json.loads(said)["agents"]]
        lines = io.StringIO(newline="")
        writer = csv.DictWriter(lines, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        publish(self.place("curve.csv"), lambda file: file.write(lines.getvalue().encode()))

    def lead(self):
        self.open()
        for generation in range(self.plan.generations):
            for name in "games", "export", "train", "gate":
                self.step(generation, name)
        if not self.call.no_ratings:
            self.rate()
        self.say("done")

    def follow(self):
        """Plays this task's share of each generation's games, until the last one's gate."""
        for generation in range(self.plan.generations):
            for variant in self.plan.playing(generation):
                run = run_file(generation, variant)
                while not self.exists(run + ".json"):
                    self.programs.check()
                    time.sleep(1)
                if not self.exists(export_file(generation, variant)):
                    self.programs.run(self.call.fulcrum, "selfplay", run + ".json", "--out", run,
                                      "--threads", self.call.threads, "--task", self.call.task,
                                      "--quiet", cwd=self.call.out)


def child_seconds():
    """CPU seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    call = parse_call()
    loop = Loop(call, read_plan(call.plan))
    if call.check:
        loop.check()
    elif call.number:
        loop.follow()
    else:
        loop.lead()


if __name__ == "__main__":
    finish(main)

#!/usr/bin/python3
"""Generations of self-play, training and matches: from playouts to a strong network.

    loop.py plan.json --out runs/loop --threads 2

Each generation plays games, exports them, trains, and plays a match against the best network
so far; the winner plays the next games. Before training, the best network may search games of
earlier generations again. `plan.py` documents the plan. All state is in the folder of --out:
the same command resumes after a stop or kill at any point, and continues a finished loop when
its plan has more `generations`.

With --tasks the games of each generation are played by an array of Slurm jobs: the loop
submits them, and itself as a job that runs after them (loop.sbatch), and exits.

Exit status: 0 done (with --tasks: done, or submitted), 2 invalid command line or a step
failed, 3 stopped.
"""

import argparse
import contextlib
import fcntl
import json
import os
import sys
import time

import needs

needs.packages("h5py")
import h5py  # noqa: E402
from cluster import submit_games, submit_loop  # noqa: E402
from costs import Costs  # noqa: E402
from curve import rate, rate_promoted  # noqa: E402
from data import DataError  # noqa: E402
from judge import TRAIN, judge  # noqa: E402
from plan import Plan, champion, export_file, gate_file, run_file  # noqa: E402
from programs import Programs, finish, script  # noqa: E402
from publish import make_folder, publish_link, read_json, write_json  # noqa: E402
from starts import lines  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Waiting threads of the learner sleep: on cores busy with other programs, a step of two
# spinning threads took ten times the CPU time of one thread (integer network, 64 units).
PATIENT = {"OMP_WAIT_POLICY": "passive"}
PATIENCE = 60  # seconds to wait for processes of an earlier command


def parse_call():
    parser = needs.Parser(
        description="Generations of self-play, training and matches.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("plan", help="JSON file of the plan (plan.py)")
    parser.add_argument("--out", required=True, help="output folder")
    parser.add_argument("--threads", type=int, help="threads of self-play, learner and "
                        "matches (default: all cores available to this process)")
    parser.add_argument("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"),
                        help="the program")
    parser.add_argument("--learner", default=TRAIN,
                        help="training program with the options of train.py, which "
                        "needs PyTorch")
    parser.add_argument("--device", default="cpu", help="device that train.py trains on: cpu, cuda")
    parser.add_argument("--no-ratings", action="store_true", help="stop after the last gate")
    parser.add_argument("--check", action="store_true", help="only check that the plan can be "
                        "carried out, and write nothing")
    cluster = parser.add_argument_group("Slurm")
    cluster.add_argument("--tasks", type=int, default=0, help="jobs that play the games of a "
                         "generation; 0: play them in this process")
    cluster.add_argument("--time", default="4h", help="time limit of such a job")
    cluster.add_argument("--games-sbatch", default="", metavar="OPTIONS",
                         help="options of sbatch for these jobs")
    cluster.add_argument("--loop-sbatch", default="", metavar="OPTIONS", help="options of "
                         "sbatch for the loop's jobs, e.g. '--gres=gpu:1 --time=8:00:00'")
    call = parser.parse_args()
    if call.threads is not None and call.threads < 1 or call.tasks < 0:
        parser.error("--threads must be 1 or more, --tasks 0 or more")
    call.out = os.path.abspath(call.out)
    for name in "plan", "fulcrum", "learner":
        path = os.path.abspath(getattr(call, name))
        if not os.path.exists(path):
            parser.error(f"{path}: no such file" +
                         ("; build it, or use --fulcrum" if name == "fulcrum" else ""))
        setattr(call, name, path)
    return call


class Loop:
    """The folder, and the steps of a generation. A step is done once its output has its final
    name; it is skipped then, and otherwise started or resumed."""

    def __init__(self, call, plan):
        self.call, self.plan = call, plan
        self.threads = call.threads or len(os.sched_getaffinity(0))
        # The same in all generations, with or without overlap: the weights depend on it.
        self.learner_threads = self.threads - (self.beside() if plan.overlap else 0)
        self.lock, self.programs = None, Programs()
        self.costs = Costs(call.out)
        self.learner = script(TRAIN) if call.learner == TRAIN else (call.learner,)

    def open(self):
        """Locks the folder and writes the plan into it."""
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
        self.check()
        write_json(self.place("plan.json"), self.plan.said)

    def check(self):
        """Checks that the plan can be carried out and continue what is in the folder, if it
        exists; writes nothing."""
        kept, begun = self.place("plan.json"), self.begun()
        if begun > 0 and os.path.exists(kept) and \
                not self.plan.may_follow(Plan.read(kept), begun, self.unused()):
            raise DataError(f"{kept}: was begun with another plan; only ratings, opponents "
                            "after the first, unused parts, and the variants and number of "
                            "generations that have not begun may change: use another --out")
        judge(self.call, self.plan)

    def begun(self):
        """The number of generations that have begun."""
        names = self.names("games") + self.names("gates")
        return max((int(name[:3]) + 1 for name in names if name[:3].isdigit()), default=0)

    def unused(self):
        """Parts of the plan that have not been used yet."""
        gates = self.names("gates")
        promoted = any(read_json(self.place("gates", name))["promoted"] for name in gates
                       if name.endswith(".json"))
        unused = [("export", not self.names("exports")), ("train", not self.names("learner")),
                  ("gate", not gates), ("agent", not gates),
                  ("next", not promoted), ("progress", not promoted),
                  ("starts", not promoted), ("overlap", not promoted)]
        return [name for name, is_unused in unused if is_unused]

    def names(self, folder):
        return os.listdir(self.place(folder)) if os.path.isdir(self.place(folder)) else []

    def place(self, *names):
        return os.path.join(self.call.out, *names)

    def say(self, text):
        line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}"
        print(line, file=sys.stderr, flush=True)
        with open(self.place("log.txt"), "a", encoding="utf-8") as file:
            file.write(line + "\n")

    # --- Programs ------------------------------------------------------------------------

    def inside(self):
        """Options to run a program in the folder; it holds the lock until it exits."""
        return {"cwd": self.call.out, "pass_fds": [self.lock.fileno()]}

    def run(self, *words, **options):
        """Runs a program in the folder, with the loop's terminal."""
        return self.programs.run(*words, **self.inside(), **options)

    def fulcrum(self, *words, **options):
        return self.run(self.call.fulcrum, *words, **options)

    # --- Steps ---------------------------------------------------------------------------

    def champion(self, generation):
        return champion(self.call.out, generation)

    def player(self, generation):
        """The generation whose network plays the games of this one, or None: the best before
        it, or, with overlap, the best before the previous one."""
        early = self.champion(generation - 1) if self.plan.overlap else None
        return self.champion(generation) if early is None else early

    def games(self, generation, variant):
        """The configuration of a generation's games."""
        player = self.player(generation)
        said = self.plan.games(generation, variant, player)
        runs = [self.place(run_file(earlier, variant))
                for earlier in self.plan.start_generations(generation)
                if variant in self.plan.playing(earlier)]
        if runs and player is not None:
            actions = lines(self.fulcrum, runs, self.plan.starts, said["games"], said["seed"])
            if actions:
                said["opening"] = {**said.get("opening", {}), "actions": actions}
        return said

    def unexported(self, generation):
        return [variant for variant in self.plan.playing(generation)
                if not os.path.exists(self.place(export_file(generation, variant)))]

    @contextlib.contextmanager
    def ahead(self, generation):
        """Plays games of a generation during the steps of the previous one: on half of the
        threads, until those are done, or as jobs. The steps have the other half."""
        beside = self.beside()
        if not self.plays_ahead(generation) or not beside and not self.call.tasks:
            yield
            return
        children, began = [], time.monotonic()
        with self.costs.of(generation, "games"):
            runs = [self.configure(generation, variant)
                    for variant in self.unexported(generation)]
        if self.call.tasks:
            for run in runs:
                submit_games(self, run)
            yield
            return
        self.threads -= beside
        try:
            for run in runs[:beside]:
                words = self.to_play(run, beside // min(len(runs), beside))
                children.append(self.programs.start([*words, "--quiet"], stdout=sys.stderr,
                                                    **self.inside()))
            yield
        finally:
            self.threads += beside
            with self.costs.of(generation, "games", began):
                for child in children:
                    self.programs.end(child)

    def beside(self):
        """Threads for games that are played ahead; 0: jobs play them, or they wait."""
        return 0 if self.call.tasks else self.threads // 2

    def plays_ahead(self, generation):
        return self.plan.overlap and generation < self.plan.generations and \
            self.champion(generation - 1) is not None and \
            not os.path.exists(self.place(gate_file(generation - 1)))

    def configure(self, generation, variant):
        """Writes the configuration of a run; returns its path."""
        run, said = run_file(generation, variant), self.games(generation, variant)
        self.say(f"generation {generation}: {said['games']} games into {run}")
        write_json(self.place(run + ".json"), said)
        return run

    def to_play(self, run, threads):
        return [self.call.fulcrum, "selfplay", run + ".json", "--out", run,
                "--threads", threads]

    def play(self, generation):
        """Plays the games of all variants; False if Slurm has yet to play them."""
        jobs = []
        for variant in self.unexported(generation):
            run = self.configure(generation, variant)
            if self.call.tasks:
                jobs += submit_games(self, run)
            else:
                self.run(*self.to_play(run, self.threads))
        if jobs:
            submit_loop(self, generation, jobs)
            return False
        return True

    def export(self, generation):
        for variant in self.unexported(generation):
            self.fulcrum("export", run_file(generation, variant), "-o",
                         export_file(generation, variant), *self.plan.export_options())

    def reanalyze(self, generation):
        """Exports earlier games with the best network's searches: each file replaces the
        previous one once it is complete."""
        best = self.champion(generation)
        if best is None or os.path.exists(self.place(self.plan.weights(generation))):
            return
        agent = self.plan.reanalyst(generation, best)
        wanted = [(earlier, variant) for earlier in self.plan.reanalyzed(generation)
                  for variant in self.plan.playing(earlier)
                  if self.player(earlier) != best and
                  reanalyst_of(self.place(export_file(earlier, variant))) != agent["name"]]
        if wanted:
            self.say(f"generation {generation}: {agent['name']} reanalyzes "
                     f"{', '.join(export_file(*item) for item in wanted)}")
        for item in wanted:
            self.fulcrum("reanalyze", run_file(*item), self.agent_file(agent), "--force",
                         "-o", export_file(*item), *self.plan.reanalyze_options(),
                         "--threads", self.threads)

    def train(self, generation):
        if os.path.exists(self.place(self.plan.weights(generation))):
            return
        self.say(f"generation {generation}: to step {self.plan.steps(generation)}")
        self.run(*self.learner, "exports", "--out", "learner", "--threads", self.learner_threads,
                 "--device", self.call.device, *self.plan.train_options(generation),
                 env={**PATIENT, **os.environ})
        if not os.path.exists(self.place(self.plan.weights(generation))):
            raise DataError(f"the learner did not write {self.plan.weights(generation)}")

    def agent_file(self, agent):
        path = os.path.join("agents", agent["name"] + ".json")
        write_json(self.place(path), agent)
        return path

    def gate(self, generation):
        """A match against the best so far; promotes the network if it wins."""
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
            "--threads", self.threads,
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

    # --- The loop ------------------------------------------------------------------------

    def go(self):
        of = self.costs.of
        for generation in range(self.plan.generations):
            with of(generation, "games"):
                played = self.play(generation)
            if not played:
                return
            with of(generation, "export"):
                self.export(generation)
            with self.ahead(generation + 1):
                with of(generation, "reanalyze"):
                    self.reanalyze(generation)
                with of(generation, "train"):
                    self.train(generation)
                with of(generation, "gate"):
                    self.gate(generation)
            self.promote(generation)
            if not self.call.no_ratings:
                rate_promoted(self, generation)
        if self.call.no_ratings:
            return
        rate(self)
        self.say(f"done: {self.place('report.html')}")


def reanalyst_of(path):
    """The name of the agent that reanalyzed the games of an export, or None."""
    with h5py.File(path) as file:
        said = file.attrs.get("reanalysis")
    return json.loads(said)["agent"]["name"] if said else None


def main():
    call = parse_call()
    if call.learner == TRAIN:
        needs.packages("torch")
    loop = Loop(call, Plan.read(call.plan))
    loop.programs.listen()
    if call.check:
        loop.check()
        return
    loop.open()
    loop.go()


if __name__ == "__main__":
    finish(main)

"""The loop's jobs under Slurm: an array that plays the games of a generation, and the loop
itself, after it."""

import os
import re
import shlex
import sys

from data import DataError
from publish import read_json, write_json

HERE = os.path.dirname(os.path.abspath(__file__))


def submit_games(loop, run):
    """Jobs that play what is missing of a run; the last of them, or none."""
    kept, marker = "", loop.place(run + ".submitted")
    if os.path.isdir(loop.place(run)):
        if loop.fulcrum("status", run, allowed=(0, 1)) == 0:
            return []
        kept = loop.fulcrum("status", run, "--kept", allowed=(0, 1), output=True)
    if os.path.exists(marker) and read_json(marker) == kept:
        raise DataError(f"{run}: the jobs have ended and kept nothing; their logs are in "
                        f"{loop.place(run, 'slurm', 'logs')}; to submit them again "
                        f"remove {marker}")
    options = ["--sbatch=" + loop.call.games_sbatch] if loop.call.games_sbatch else []
    said = loop.fulcrum("slurm", run + ".json", "--out", run, "--tasks", loop.call.tasks,
                        "--time", loop.call.time, "--merge", "no", *options, "--submit",
                        output=True)
    job = re.search(r"and job (\d+), which comes last", said)
    if not job:
        raise DataError(f"fulcrum slurm names no job that comes last: {said}")
    write_json(marker, kept)
    return [job.group(1)]


def submit_loop(loop, generation, jobs):
    call = loop.call
    words = [call.plan, "--out", call.out, "--threads", call.threads, "--fulcrum",
             call.fulcrum, "--learner", call.learner, "--tasks", call.tasks, "--time",
             call.time, "--games-sbatch=" + call.games_sbatch,
             "--loop-sbatch=" + call.loop_sbatch]
    job = loop.run("sbatch", "--parsable", *shlex.split(call.loop_sbatch),
                   "--dependency=afterany:" + ":".join(jobs), "--open-mode=append",
                   "--output=loop.txt", os.path.join(HERE, "loop.sbatch"), sys.executable,
                   os.path.join(HERE, "loop.py"), *words, output=True)
    loop.say(f"generation {generation}: submitted; job {job.strip()} goes on after jobs "
             f"{', '.join(jobs)}")

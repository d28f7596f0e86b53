"""The loop's jobs under Slurm: an array that plays the games of a generation, followed by the
loop itself."""

import os
import re
import shlex
import sys

from data import DataError
from publish import read_json, write_json

HERE = os.path.dirname(os.path.abspath(__file__))


def in_the_queue(loop, jobs):
    """Those of the jobs that have not ended."""
    alive = loop.run("squeue", "--noheader", "--format=%F", output=True).split()
    return [job for job in jobs if job in alive]


def submit_games(loop, run):
    """Submits jobs that play the missing games of a run, unless they are in the queue; returns
    the last of them, or none."""
    options = ["--sbatch=" + loop.call.games_sbatch] if loop.call.games_sbatch else []
    words = ["slurm", run + ".json", "--out", run, "--tasks", loop.call.tasks, "--time",
             loop.call.time, "--merge", "no", "--no-estimate", *options]
    if not os.path.isdir(loop.place(run)):
        loop.fulcrum(*words, output=True)  # makes the folder
    elif loop.fulcrum("status", run, allowed=(0, 1)) == 0:
        return []
    marker = loop.place(run + ".submitted")
    kept = loop.fulcrum("status", run, "--kept", allowed=(0, 1), output=True)
    before = read_json(marker) if os.path.exists(marker) else {"jobs": [], "kept": None}
    if in_the_queue(loop, before["jobs"]):
        return before["jobs"]
    if before["kept"] == kept:
        raise DataError(f"{run}: the jobs have ended without any new games; their logs are in "
                        f"{loop.place(run, 'slurm', 'logs')}; to submit them again, "
                        f"remove {marker}")
    said = loop.fulcrum(*words, "--submit", output=True)
    job = re.search(r"and job (\d+), which comes last", said)
    if not job:
        raise DataError(f"no last job in the output of fulcrum slurm: {said}")
    write_json(marker, {"jobs": [job.group(1)], "kept": kept})
    return [job.group(1)]


def submit_loop(loop, generation, jobs):
    """Submits the loop itself to run after these jobs, unless it is in the queue already."""
    call, marker = loop.call, loop.place("loop.submitted")
    before = read_json(marker) if os.path.exists(marker) else ""
    if before != os.environ.get("SLURM_JOB_ID") and in_the_queue(loop, [before]):
        loop.say(f"generation {generation}: job {before} continues after jobs {', '.join(jobs)}")
        return
    threads = ["--threads", call.threads] if call.threads else []
    ratings = ["--no-ratings"] if call.no_ratings else []
    words = [call.plan, "--out", call.out, *threads, *ratings, "--fulcrum", call.fulcrum,
             "--learner", call.learner, "--device", call.device, "--tasks", call.tasks, "--time", call.time,
             "--games-sbatch=" + call.games_sbatch, "--loop-sbatch=" + call.loop_sbatch]
    job = loop.run("sbatch", "--parsable", *shlex.split(call.loop_sbatch),
                   "--dependency=afterany:" + ":".join(jobs), "--open-mode=append",
                   "--output=loop.txt", os.path.join(HERE, "loop.sbatch"), sys.executable,
                   os.path.join(HERE, "loop.py"), *words, output=True).strip().split(";")[0]
    write_json(marker, job)
    loop.say(f"generation {generation}: submitted; job {job} continues after jobs "
             f"{', '.join(jobs)}")

"""The training loop: losses.csv, checkpoints, weights.

    train(call, window)                 # of options.py; resumes from checkpoint.pt
"""

import csv
import ctypes
import io
import math
import os
import sys
import time

import torch
from torch.utils.data import DataLoader

from data import DataError
from learner import Learner, Sums, learning_rate
from losses import FINAL, NAMES
from options import newest_window
from publish import append, publish

COLUMNS = ("step", "learning_rate", *NAMES, *("validation_" + name for name in NAMES),
           FINAL, "validation_" + FINAL)  # the last two are empty without that head


# --- losses.csv ---------------------------------------------------------------------------


def begin_csv(path, step):
    """Keeps only the rows up to a step, so that repeated steps are not listed twice."""
    kept = []
    if os.path.exists(path):
        with open(path, newline="") as file:
            lines = [line for line in file if line.endswith("\n")]  # the last may be truncated
        kept = [line for line in lines[1:] if int(line.split(",")[0]) <= step]
    publish(path, lambda file: file.write("".join([",".join(COLUMNS) + "\n", *kept]).encode()))


def add_to_csv(path, row):
    line = io.StringIO(newline="")
    csv.DictWriter(line, COLUMNS, lineterminator="\n").writerow(row)
    append(path, line.getvalue())


def say(learner, row, speed):
    """Prints a progress line."""
    text = f"step {row['step']} of {learner.call.steps}"
    for name in ("policy", "value"):
        text += f"  {name} {row[name]:.4f}"
        if "validation_" + name in row:
            text += f" (validation {row['validation_' + name]:.4f})"
    print(f"{text}  {speed:.2f} steps a second", file=sys.stderr)


# --- Training -----------------------------------------------------------------------------


def export_if_due(learner):
    """Weights of a step are exported after its checkpoint, and never replaced: readers always
    see the same file."""
    call, step = learner.call, learner.step
    due = step >= call.steps or (call.export_every and step and step % call.export_every == 0)
    path = os.path.join(call.out, f"weights-{step:08d}.h5")
    if due and not os.path.exists(path):
        found = learner.model.export(path, steps=step, rows=step * call.batch,
                                     seen_variants="\n".join(sorted(learner.variants)))
        print(f"{path}: hash 0x{found:016x}", file=sys.stderr)


def finish_interval(learner, sums, speed):
    """Writes row, checkpoint, weights, in this order: after a kill between two of them, resuming
    removes the extra row, or exports the missing weights."""
    means = sums.means()
    if not all(math.isfinite(value) for value in means.values()):
        raise DataError(f"step {learner.step}: the losses are not finite: {means}; the last "
                        "checkpoint is unchanged; a lower --learning-rate may help")
    rate = learning_rate(learner.call, learner.step - 1, learner.begun)
    row = {"step": learner.step, "learning_rate": rate, **means}
    row.update(("validation_" + name, value) for name, value in learner.validate().items())
    add_to_csv(os.path.join(learner.call.out, "losses.csv"), row)
    newest = newest_window(learner.call, learner.step)
    changed = newest.paths != learner.window.paths
    if changed:
        learner.window = newest
    learner.save(os.path.join(learner.call.out, "checkpoint.pt"))
    export_if_due(learner)
    say(learner, row, speed)
    return changed


def all_steps(learner):
    call = learner.call
    while learner.step < call.steps:
        window = learner.window
        print(f"window: {len(window.paths)} files, {window.count('train', 'games')} games, "
              f"{window.count('train')} rows", file=sys.stderr)
        loader = DataLoader(learner.batches("train"), batch_size=None,
                            num_workers=call.workers,
                            generator=torch.Generator(),  # not the one in the checkpoint
                            sampler=range(learner.step, call.steps))
        sums, start = Sums(), time.monotonic()
        for batch in loader:
            sums.add(learner.train(batch))
            if learner.step % call.interval and learner.step < call.steps:
                continue
            speed = sums.count / (time.monotonic() - start)
            if finish_interval(learner, sums, speed):
                break  # with the new window
            sums, start = Sums(), time.monotonic()


M_TRIM_THRESHOLD, M_MMAP_MAX = -1, -4  # of mallopt


def keep_memory():
    """Stops glibc from returning the memory of large tensors to the system at once: mapping the
    pages again at the next step costs a quarter of a small network's CPU time."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(M_MMAP_MAX, 0)
        libc.mallopt(M_TRIM_THRESHOLD, -1)


def train(call, window):
    keep_memory()
    if call.threads:
        torch.set_num_threads(call.threads)
    learner = Learner(call, window)
    checkpoint = os.path.join(call.out, "checkpoint.pt")
    if os.path.exists(checkpoint):
        learner.load(checkpoint)
        print(f"resumes at step {learner.step}", file=sys.stderr)
    begin_csv(os.path.join(call.out, "losses.csv"), learner.step)
    export_if_due(learner)
    all_steps(learner)

#!/usr/bin/python3
"""Trains a network on exported games: an ordinary learner, to be copied and changed.

    train.py runs/exports --out runs/learner --steps 20000

The folder of --out gets `losses.csv`, `checkpoint.pt` and `weights-00020000.h5`. The same
command goes on where it was stopped, however hard: at most the steps since the last
checkpoint are done again, and with --threads 1 they come out the same to the bit. With a
larger --steps it goes on, too, and sees what has been exported since. README.md says what
each option is for. Exit status: 0 done, 2 the call was wrong or training failed.
"""

import argparse
import csv
import ctypes
import fcntl
import io
import math
import os
import sys
import time

import needs

needs.packages("torch", "h5py")
import torch  # noqa: E402
from torch.utils.data import DataLoader  # noqa: E402

from data import DataError  # noqa: E402
from kinds import KINDS  # noqa: E402
from learner import Learner, Sums, learning_rate, newest_window  # noqa: E402
from losses import NAMES  # noqa: E402
from publish import append, make_folder, publish  # noqa: E402

COLUMNS = ("step", "learning_rate", *NAMES, *("validation_" + name for name in NAMES))


def parse_call():
    parser = needs.Parser(
        description="Train a network on files of fulcrum export --policy padded with "
        "--planes (--network convolution) or --features (--network integer)",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)

    def add(name, default, text, kind=int, least=0, most=10**9):
        def number(word):
            value = kind(word)
            if not least <= value <= most:
                raise argparse.ArgumentTypeError(f"takes {least} to {most}, not {word}")
            return value
        if default is None:  # said in the text
            default = argparse.SUPPRESS
        parser.add_argument(name, default=default, help=text, type=number)

    parser.add_argument("exports", help="folder of the exported files")
    parser.add_argument("--out", required=True, help="folder of what is made")
    parser.add_argument("--network", choices=list(KINDS), default="convolution",
                        help="kind of network")
    add("--games", 20000, "the newest games that are trained on: the window", least=1)
    add("--window-growth", 0.0, "exponent by which the window grows with all games: --games "
        "times 1 + 0.4 ((all / --games)^EXPONENT - 1) / EXPONENT; 0: it does not grow", float,
        0, 1)
    add("--steps", 20000, "batches in all, those done before included", least=1)
    add("--batch", None, "rows a batch (default: convolution 256, integer 1024)", least=1)
    add("--slice", 64, "rows of one place of a file; a batch is made of slices", least=1)
    add("--units", 128, "of an integer network, a multiple of 64", least=64, most=512)
    add("--average", 0.995, "of an integer network: the weights that are validated and exported "
        "are a mean over steps, this share of it the mean before the last", float, 0, 1)
    parser.add_argument("--start", help="weights of an integer network of the same variant "
                        "to begin with, in place of random ones", metavar="FILE")
    add("--channels", 64, "of a convolutional network, a multiple of 16", least=16, most=512)
    add("--blocks", 6, "of the network", least=1, most=64)
    add("--pool-every", 3, "every so many-th block pools the board; 0: none", most=64)
    add("--pair-size", 32, "numbers of a pair embedding", least=1, most=256)
    add("--hidden", 64, "hidden units of value and whole heads", least=1, most=1024)
    add("--learning-rate", None, "of AdamW, at its height (default: convolution 0.001, "
        "integer 0.002)", float, 0, 1)
    add("--weight-decay", 1e-2, "of AdamW, of weights but not of biases", float, 0, 1)
    add("--warm-up", 200, "steps in which the learning rate rises from 0")
    add("--decay", 0.3, "share of the steps, at the end, in which it falls to 0", float, 0, 1)
    add("--schedule-steps", 0, "steps that --decay is a share of, those of earlier and later "
        "calls included; 0: the steps of this call")
    add("--clip", 0.0, "norm that the gradient is scaled down to where it is larger; 0: none",
        float)
    add("--value-weight", 1.0, "weight of the value's loss beside the policy's", float)
    add("--turns-weight", 0.1, "weight of the loss of turns left", float)
    add("--root-share", 0.25, "share of the root's value in the value's target", float, 0, 1)
    parser.add_argument("--later", action="store_true", help="in the root's place the mean over "
                        "it and later ones of the game (exported with --value "
                        "result,root,later:SHARE)")
    add("--surprise-share", 0.0, "share of the copies of rows that is drawn by surprise", float,
        0, 1)
    add("--interval", 100, "steps between checkpoints, rows of losses.csv, and looks for "
        "new files", least=1)
    add("--export-every", 0, "steps between files of weights, a multiple of --interval; 0: at "
        "the end alone")
    add("--validation-rows", 2048, "rows of validation games at every checkpoint")
    add("--seed", 1, "of the first weights and of the order of the rows")
    add("--threads", 0, "of PyTorch; 0: as it thinks best; 1: the same to the bit every time")
    add("--workers", 1, "processes that read; 0: none beside this one", most=256)
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1, ...")
    parser.add_argument("--check", action="store_true", help="only say whether the call is "
                        "right")
    call = parser.parse_args()
    for name, value in KINDS[call.network].DEFAULTS.items():
        if name not in call:
            setattr(call, name, value)
    if call.device.startswith("cuda") and not torch.cuda.is_available():
        parser.error("--device cuda: this PyTorch finds no GPU")
    if call.start and call.network != "integer":
        parser.error("--start is of --network integer")
    if call.units % 64:
        parser.error(f"--units has to be a multiple of 64, not {call.units}")
    if call.channels % 16:
        parser.error(f"--channels has to be a multiple of 16, not {call.channels}")
    if call.batch % call.slice:
        parser.error(f"--batch {call.batch} is no multiple of --slice {call.slice}")
    if call.export_every % call.interval:
        parser.error(f"--export-every {call.export_every} is no multiple of --interval "
                     f"{call.interval}")
    return call


# --- Losses -------------------------------------------------------------------------------


def begin_csv(path, step):
    """Leaves the rows up to a step, so that those done again do not stand there twice."""
    kept = []
    if os.path.exists(path):
        with open(path, newline="") as file:
            lines = [line for line in file if line.endswith("\n")]  # the last may be cut off
        kept = [line for line in lines[1:] if int(line.split(",")[0]) <= step]
    publish(path, lambda file: file.write("".join([",".join(COLUMNS) + "\n", *kept]).encode()))


def add_to_csv(path, row):
    line = io.StringIO(newline="")
    csv.DictWriter(line, COLUMNS, lineterminator="\n").writerow(row)
    append(path, line.getvalue())


def say(learner, row, speed):
    """A line for people."""
    text = f"step {row['step']} of {learner.call.steps}"
    for name in ("policy", "value"):
        text += f"  {name} {row[name]:.4f}"
        if "validation_" + name in row:
            text += f" (validation {row['validation_' + name]:.4f})"
    print(f"{text}  {speed:.2f} steps a second", file=sys.stderr)


# --- Training -----------------------------------------------------------------------------


def export_if_due(learner):
    """Weights of a step are exported after its checkpoint, and never replaced: who reads
    them sees one file."""
    call, step = learner.call, learner.step
    due = step >= call.steps or (call.export_every and step and step % call.export_every == 0)
    path = os.path.join(call.out, f"weights-{step:08d}.h5")
    if due and not os.path.exists(path):
        found = learner.model.export(path, steps=step, rows=step * call.batch,
                                     seen_variants="\n".join(sorted(learner.variants)))
        print(f"{path}: hash 0x{found:016x}", file=sys.stderr)


def finish_interval(learner, sums, speed):
    """Row, checkpoint, weights, in this order: whoever is killed between two of them finds
    the row too many, or the weights that are missing, when it goes on."""
    means = sums.means()
    if not all(math.isfinite(value) for value in means.values()):
        raise DataError(f"step {learner.step}: the losses are not finite: {means}; the last "
                        "checkpoint is as it was; a lower --learning-rate may help")
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


def train(learner):
    call = learner.call
    while learner.step < call.steps:
        window = learner.window
        print(f"window: {len(window.paths)} files, {window.count('train', 'games')} games, "
              f"{window.count('train')} rows", file=sys.stderr)
        loader = DataLoader(learner.batches("train"), batch_size=None,
                            num_workers=call.workers,
                            generator=torch.Generator(),  # the checkpoint has the other
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
    """glibc gives memory of large tensors back to the system at once, and the pages that are
    had again for the next step cost a quarter of a small network's CPU time."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(M_MMAP_MAX, 0)
        libc.mallopt(M_TRIM_THRESHOLD, -1)


def main():
    call = parse_call()
    if call.check:
        return
    keep_memory()
    if call.threads:
        torch.set_num_threads(call.threads)
    make_folder(call.out)
    lock = open(os.path.join(call.out, "lock"), "w")
    try:  # a lock that readers do not inherit: they live on for seconds after a kill
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise DataError(f"{call.out}: another learner is writing there") from error
    learner = Learner(call, newest_window(call))
    checkpoint = os.path.join(call.out, "checkpoint.pt")
    if os.path.exists(checkpoint):
        learner.load(checkpoint)
        print(f"goes on at step {learner.step}", file=sys.stderr)
    begin_csv(os.path.join(call.out, "losses.csv"), learner.step)
    export_if_due(learner)
    train(learner)


if __name__ == "__main__":
    try:
        main()
    except (DataError, OSError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("train.py: stopped; the same command goes on from the last checkpoint",
              file=sys.stderr)
        sys.exit(3)

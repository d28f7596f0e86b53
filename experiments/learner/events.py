#!/usr/bin/python3
"""Converts the curves of a learner or a loop to TensorBoard event files.

    events.py runs/learner            # losses.csv: losses and the learning rate by step
    events.py runs/loop               # curve.csv: Elo by generation, one run per variant
    tensorboard --logdir runs

The event files go to FOLDER/events, which is overwritten each time. The CSV files remain the
original data: a table with a header and one ascending column, which spreadsheets, pandas and
gnuplot read directly. Needs tensorboardX or, with PyTorch, tensorboard; Debian 12 has neither:
pip install tensorboardX.
"""

import csv
import os
import shutil

import needs

AXES = {"losses.csv": "step", "curve.csv": "generation"}
INTERVAL = ("low", "high")


def writer_class():
    try:
        from tensorboardX import SummaryWriter
    except ImportError:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            needs.stop("needs tensorboardX (pip install tensorboardX) or tensorboard; "
                       "losses.csv and curve.csv contain the same curves")
    return SummaryWriter


def points(path):
    """(run, name, step, value) of each number in a file; run: "" or a variant."""
    axis = AXES[os.path.basename(path)]
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            step, run = row.pop(axis), row.pop("variant", "")
            row.pop("agent", None)
            for name, value in row.items():
                if step and value:
                    yield run, name, int(step), float(value)


def tag(name):
    """A tag that puts a loss and its validation loss in adjacent charts."""
    validation = "validation_"
    if name in INTERVAL:
        return "elo/" + name
    return name[len(validation):] + "/validation" if name.startswith(validation) else \
        name + "/train" if name != "learning_rate" else name


def write(folder, paths):
    writer = writer_class()
    out = os.path.join(folder, "events")
    shutil.rmtree(out, ignore_errors=True)
    writers = {}
    for path in paths:
        of_losses = os.path.basename(path) == "losses.csv"
        for run, name, step, value in points(path):
            if run not in writers:
                place = "".join(c if c.isalnum() or c in "=-." else "_" for c in run)
                writers[run] = writer(os.path.join(out, place) if run else out)
            writers[run].add_scalar(tag(name) if of_losses or name in INTERVAL else name,
                                    value, step)
    for one in writers.values():
        one.close()
    return out


def main():
    parser = needs.Parser(description="Convert the curves of a learner or a loop for "
                                      "TensorBoard.")
    parser.add_argument("folder", help="the --out folder of train.py or loop.py")
    folder = parser.parse_args().folder
    paths = [os.path.join(folder, name) for name in AXES]
    paths = [path for path in paths if os.path.exists(path)]
    if not paths:
        needs.stop(f"{folder}: contains neither losses.csv nor curve.csv")
    print(write(folder, paths))


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Trains a network on exported games: a plain learner to copy and change.

    train.py runs/exports --out runs/learner --steps 20000

Writes `losses.csv`, `checkpoint.pt` and `weights-00020000.h5` to the folder of --out. The
same command resumes after a stop or kill at any point: only the steps since the last
checkpoint are repeated, with --threads 1 bit for bit. A larger --steps continues training,
and includes what has been exported since. README.md describes the options. Exit status: 0
done, 2 invalid command line or training failed.
"""

import fcntl
import os

import needs

needs.packages("torch", "h5py")
from data import DataError  # noqa: E402
from options import newest_window, parse_call  # noqa: E402
from programs import finish  # noqa: E402
from publish import make_folder  # noqa: E402


def main():
    call = parse_call()
    if call.check:
        return
    window = newest_window(call)
    make_folder(call.out)
    lock = open(os.path.join(call.out, "lock"), "w")
    try:  # a lock that readers do not inherit: they survive a kill for seconds
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise DataError(f"{call.out}: another learner is writing there") from error
    from training import train  # here, so that invalid options fail without loading PyTorch
    train(call, window)


if __name__ == "__main__":
    finish(main, stopped="stopped; the same command resumes from the last checkpoint")

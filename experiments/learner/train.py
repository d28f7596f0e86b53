#!/usr/bin/python3
"""Trains a network on exported games: an ordinary learner, to be copied and changed.

    train.py runs/exports --out runs/learner --steps 20000

The folder of --out gets `losses.csv`, `checkpoint.pt` and `weights-00020000.h5`. The same
command goes on where it was stopped, however hard: at most the steps since the last
checkpoint are done again, and with --threads 1 they come out the same to the bit. With a
larger --steps it goes on, too, and sees what has been exported since. README.md says what
each option is for. Exit status: 0 done, 2 the call was wrong or training failed.
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
    try:  # a lock that readers do not inherit: they live on for seconds after a kill
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise DataError(f"{call.out}: another learner is writing there") from error
    from training import train  # here, so that wrong calls do not wait for PyTorch
    train(call, window)


if __name__ == "__main__":
    finish(main, stopped="stopped; the same command goes on from the last checkpoint")

"""Games that loops have in common: those of generation 0, where plans and seeds say the same.

    share(folder, plan, others)     # others: (folder, plan) of other loops

A loop that has not begun takes copies of them from one that has played them, and books what
they have cost there: it comes to what it would have come to by itself, in less time.
"""

import csv
import os
import shutil

from costs import COLUMNS, FILE
from plan import export_file, run_file
from publish import make_folder, publish, sync


def games_of(plan):
    return [plan.games(0, variant, None) for variant in plan.playing(0)]


def has_played(folder, plan):
    return all(os.path.exists(os.path.join(folder, export_file(0, variant)))
               for variant in plan.playing(0))


def copy(source, target):
    with open(source, "rb") as file:
        publish(target, lambda copied: shutil.copyfileobj(file, copied))


def costs_of_games(folder):
    """The rows that generation 0's games have, as text."""
    with open(os.path.join(folder, FILE), encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file) if row[:2] == ["0", "games"]]
    return "".join(",".join(row) + "\n" for row in [COLUMNS, *rows])


def share(folder, plan, others):
    """Makes the folder with the games in it, or nothing where none of the others has them."""
    source = next((other for other, theirs in others
                   if has_played(other, theirs) and games_of(theirs) == games_of(plan)), None)
    if source is None or os.path.exists(folder):
        return
    made = folder + ".unfinished"
    shutil.rmtree(made, ignore_errors=True)
    for variant in plan.playing(0):
        run = run_file(0, variant)
        make_folder(os.path.join(made, run))
        for name in os.listdir(os.path.join(source, run)):
            copy(os.path.join(source, run, name), os.path.join(made, run, name))
    publish(os.path.join(made, FILE),
            lambda file: file.write(costs_of_games(source).encode()))
    os.replace(made, folder)
    sync(os.path.dirname(folder))

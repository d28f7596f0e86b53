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


def has_begun(folder):
    games = os.path.join(folder, "games")
    return os.path.exists(games) and bool(os.listdir(games))


def copy(source, target):
    """A folder and all that is in it."""
    make_folder(target)
    for entry in os.scandir(source):
        path = os.path.join(target, entry.name)
        if entry.is_dir():
            copy(entry.path, path)
        else:
            with open(entry.path, "rb") as file:
                publish(path, lambda copied, file=file: shutil.copyfileobj(file, copied))


def costs_of_games(folder):
    """The rows that generation 0's games have, as text."""
    with open(os.path.join(folder, FILE), encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file) if row[:2] == ["0", "games"]]
    return "".join(",".join(row) + "\n" for row in [COLUMNS, *rows])


def share(folder, plan, others):
    """Makes the folder with the games in it, or nothing where none of the others has them."""
    source = next((other for other, theirs in others
                   if has_played(other, theirs) and games_of(theirs) == games_of(plan)), None)
    if source is None or has_begun(folder):
        return
    made = folder + ".unfinished"
    shutil.rmtree(made, ignore_errors=True)
    for variant in plan.playing(0):
        copy(os.path.join(source, run_file(0, variant)), os.path.join(made, run_file(0, variant)))
    publish(os.path.join(made, FILE),
            lambda file: file.write(costs_of_games(source).encode()))
    shutil.rmtree(folder, ignore_errors=True)  # no more than a checked plan is in it
    os.replace(made, folder)
    sync(os.path.dirname(folder))

#!/usr/bin/python3
"""Tests whether two boards differ only in how many simulations the same play takes on them.

    shift.py csv/cells.csv csv/long.csv --boards "side 4,side 5"

If the second board only slows the search down, its first player's score at n simulations is the
first board's at n divided by a constant. The test fits such a pair of curves by least squares: by
budget in doublings, one through free values at the first board's budgets, and the same shifted for
the second; once with straight lines between the values, once smooth, and flat below the least
budget. Arguments are tables of `fulcrum report FOLDER --csv` (cells.csv), whose strengths must be
named by their numbers of simulations; where two tables have the same board and budget, only the
first counts, as their games may be the same.

Prints for both shapes the shift that fits best, without an interval, chi-square and its degrees of
freedom, and the p-value: how often data drawn from the fitted curves fit as badly, in --draws draws.
Judge by the larger p-value, as the shape is not known. A small one says that no constant factor
explains the scores; a large one does not say that one does. Scores are taken for binomial, so drawn
games make the p-values too large.

Exit status: 0 done, 2 invalid command line or unreadable files.
"""

import argparse
import csv
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "learner"))
import needs  # noqa: E402

needs.packages("numpy")
import numpy as np  # noqa: E402

SHIFTS = np.arange(0, 10.01, 0.05)  # in doublings


def points_of(paths, boards):
    """Arrays of equal length: is it the second board, log2 of the budget, score, games."""
    found = {}
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["variant"] in boards and int(row["games"]) > 0:
                    key = boards.index(row["variant"]), math.log2(int(row["strength"]))
                    found.setdefault(key, (float(row["score"]), int(row["games"])))
    points = np.array([(*key, *found[key]) for key in sorted(found)]).reshape(-1, 4)
    if min(np.sum(points[:, 0] == board) for board in (0, 1)) < 2:
        raise ValueError(f"fewer than two budgets of {boards[0]} or of {boards[1]}")
    return points[:, 0] == 1, points[:, 1], points[:, 2], points[:, 3]


def straight(places, knots):
    """A row per place: the share of each knot's value in the curve's value there."""
    return np.array([np.interp(places, knots, unit) for unit in np.eye(len(knots))]).T


def smooth(places, knots):
    """The same for a cubic Hermite curve; the slope at a knot is that of the line between its
    neighbours, and 0 at the first."""
    values = np.eye(len(knots))
    slopes = np.gradient(values, knots, axis=0)
    slopes[0] = 0
    places = np.maximum(places, knots[0])
    right = np.clip(np.searchsorted(knots, places), 1, len(knots) - 1)
    left = right - 1
    width = (knots[right] - knots[left])[:, None]
    t = (places - knots[left])[:, None] / width
    return ((1 + 2 * t) * (1 - t) ** 2 * values[left] + t ** 2 * (3 - 2 * t) * values[right]
            + width * t * (1 - t) * ((1 - t) * slopes[left] - t * slopes[right]))


class Fits:
    """All shifts at once, for one shape, one set of budgets and one of numbers of games."""

    def __init__(self, shape, second, doublings, score, games):
        knots = doublings[~second]
        shrunk = (score * games + 2) / (games + 4)  # not 0 or 1, as Agresti and Coull
        self.error = np.sqrt(shrunk * (1 - shrunk) / games)
        self.score, self.games = score, games
        self.freedom = len(score) - len(knots) - 1
        designs = (shape(doublings - shift * second, knots) / self.error[:, None]
                   for shift in SHIFTS)
        self.projections = [design @ np.linalg.pinv(design) for design in designs]
        chi_squares = self.chi_squares(score)[0]
        self.best = int(np.argmin(chi_squares))  # the index of the shift that fits best
        self.chi_square = chi_squares[self.best]
        self.curve = self.error * (self.projections[self.best] @ (score / self.error))

    def chi_squares(self, scores):
        """For rows of scores, a row of chi-squares by shift."""
        scaled = np.atleast_2d(scores) / self.error
        return np.array([np.sum((scaled - scaled @ projection) ** 2, axis=1)
                         for projection in self.projections]).T

    def p_value(self, draws, random):
        """How often data drawn from the fitted curves fit as badly."""
        truth = np.clip(self.curve, 0, 1)
        drawn = random.binomial(self.games.astype(int), truth, (draws, len(truth))) / self.games
        worse = np.sum(self.chi_squares(drawn).min(axis=1) >= self.chi_square)
        return (worse + 1) / (draws + 1)


def fits_of(points):
    """Of what points_of() returns, by both shapes."""
    return {shape.__name__: Fits(shape, *points) for shape in (straight, smooth)}


def main():
    parser = needs.Parser(description="Test whether two boards differ only in how many "
                                      "simulations the same play takes on them.",
                          formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("tables", nargs="+", help="tables of cells, from fulcrum report --csv")
    parser.add_argument("--boards", default="side 4,side 5",
                        help="two variants; the second is the slower")
    parser.add_argument("--draws", type=int, default=10000, help="draws of the p-value")
    call = parser.parse_args()
    boards = call.boards.split(",")
    if len(boards) != 2:
        parser.error("--boards must be two names with a comma between them")
    if call.draws < 1:
        parser.error("--draws must be 1 or more")
    try:
        points = points_of(call.tables, boards)
    except (OSError, ValueError) as error:
        needs.stop(str(error))
    except KeyError as error:
        needs.stop(f"not a table of cells: there is no column {error}")
    fits = fits_of(points)
    for name, fit in fits.items():
        p = fit.p_value(call.draws, np.random.default_rng(1))
        print(f"{name:9} {boards[1]} like {boards[0]} at 1/{2 ** SHIFTS[fit.best]:.1f} of the "
              f"simulations: chi-square {fit.chi_square:.1f}, {fit.freedom} degrees of freedom, "
              f"p {p:.2g}")
    print("simulations  board    games  score in %  straight  smooth")
    for second, doublings, score, games, lines, cubic in zip(
            *points, *(fit.curve for fit in fits.values())):
        print(f"{2 ** doublings:11.0f}  {boards[int(second)]:7} {games:6.0f} {100 * score:11.1f} "
              f"{100 * lines:9.1f} {100 * cubic:7.1f}")


if __name__ == "__main__":
    main()

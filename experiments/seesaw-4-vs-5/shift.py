#!/usr/bin/python3
"""Tests whether two boards differ only in how many simulations the same play takes on them.

    shift.py csv/pooled.csv                 # written by pooled.py

If the second board only slows the search down, its first player's score at n simulations is the
first board's at n divided by a constant. The test fits such a pair of curves by least squares, in
three shapes: by budget in doublings, one through free values at the first board's budgets, and the
same shifted for the second, with straight lines between the values or smooth, and flat below the
least budget; or any curve that never falls, which only orders the points of both boards.

Prints for each shape the shift that fits best, without an interval (of any rising curve all shifts
in a range fit alike), chi-square, and the p-value: how often data drawn from the fitted curves fit
as badly, in --draws draws. Judge by the largest p-value, as the shape is not known. A small one
says that no constant factor explains the scores; a large one does not say that one does. Scores are
taken for binomial, so drawn games make the p-values too large.

Exit status: 0 done, 2 invalid command line or unreadable files.
"""

import argparse
import csv
import math

import numpy as np

SHIFTS = np.arange(0, 10.01, 0.05)  # in doublings


def points_of(path):
    """Arrays of equal length: is it the second board, log2 of the budget, score, games."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if len(rows) < 2:
        raise ValueError(f"{path}: fewer than two budgets")
    points = np.array([(second, math.log2(int(row["simulations"])), float(row["score_" + board]),
                        int(row["games_" + board]))
                       for second, board in enumerate("ab") for row in rows])
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


def errors_of(score, games):
    """Standard errors, of scores that are not 0 or 1, as Agresti and Coull."""
    shrunk = (score * games + 2) / (games + 4)
    return np.sqrt(shrunk * (1 - shrunk) / games)


def p_value(fit, draws, random):
    """How often data drawn from the fitted curves fit as badly."""
    truth = np.clip(fit.curve, 0, 1)
    drawn = random.binomial(fit.games.astype(int), truth, (draws, len(truth))) / fit.games
    worse = np.sum(fit.chi_squares(drawn).min(axis=1) >= fit.chi_square - 1e-9)
    return (worse + 1) / (draws + 1)


class KnottedFit:
    """A curve through values at the first board's budgets, for all shifts at once."""

    def __init__(self, shape, second, doublings, score, games):
        knots = doublings[~second]
        self.error, self.games = errors_of(score, games), games
        self.freedom = len(score) - len(knots) - 1
        designs = (shape(doublings - shift * second, knots) / self.error[:, None]
                   for shift in SHIFTS)
        self.projections = [design @ np.linalg.pinv(design) for design in designs]
        chi_squares = self.chi_squares(score)[0]
        best = int(np.argmin(chi_squares))
        self.shifts = SHIFTS[best], SHIFTS[best]  # the range of those that fit best
        self.chi_square = chi_squares[best]
        self.curve = self.error * (self.projections[best] @ (score / self.error))

    def chi_squares(self, scores):
        """For rows of scores, a row of chi-squares by shift."""
        scaled = np.atleast_2d(scores) / self.error
        return np.array([np.sum((scaled - scaled @ projection) ** 2, axis=1)
                         for projection in self.projections]).T


class RisingFit:
    """Any curve that never falls. It fits alike for all shifts that put the points of both boards
    in the same order, so there is one fit for each range of such shifts."""

    def __init__(self, second, doublings, score, games):
        self.error, self.games = errors_of(score, games), games
        self.freedom = None  # how many values a rising curve has depends on the scores
        gaps = np.unique(np.round(doublings[second][:, None] - doublings[~second], 9))
        self.ends = np.concatenate(([0], gaps[gaps > 0], [gaps.max(initial=0) + 1]))
        self.orders = [np.argsort(doublings - shift * second)
                       for shift in (self.ends[1:] + self.ends[:-1]) / 2]
        chi_squares = self.chi_squares(score)[0]
        best = int(np.argmin(chi_squares))
        self.shifts = self.ends[best], self.ends[best + 1]
        self.chi_square = chi_squares[best]
        self.curve = self.curves(np.atleast_2d(score), self.orders[best])[0]

    def curves(self, scores, order):
        """The least-squares fits to rows of scores: at each point, of the means of runs of points
        that begin at or before it, the largest, of each the smallest over their ends."""
        weight = self.error[order] ** -2
        count = len(order)
        sums = np.concatenate((np.zeros((len(scores), 1)),
                               np.cumsum(scores[:, order] * weight, axis=1)), axis=1)
        weights = np.concatenate(([0], np.cumsum(weight)))
        fitted = np.full(scores.shape, -np.inf)
        for first in range(count):
            means = (sums[:, first + 1:] - sums[:, [first]]) / (weights[first + 1:] - weights[first])
            least = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
            fitted[:, first:] = np.maximum(fitted[:, first:], least)
        curves = np.empty_like(fitted)
        curves[:, order] = fitted
        return curves

    def chi_squares(self, scores):
        """For rows of scores, a row of chi-squares by range of shifts."""
        scores = np.atleast_2d(scores)
        return np.array([np.sum(((scores - self.curves(scores, order)) / self.error) ** 2, axis=1)
                         for order in self.orders]).T


def fits_of(points):
    """Of what points_of() returns, by shape."""
    return {"straight": KnottedFit(straight, *points), "smooth": KnottedFit(smooth, *points),
            "rising": RisingFit(*points)}


def name_factor(fit):
    """"1/8.0", or "1/4.0 to 1/16.0"."""
    return " to ".join(f"1/{2 ** shift:.1f}" for shift in sorted(set(fit.shifts)))


def main():
    parser = argparse.ArgumentParser(description="Test whether two boards differ only in how many "
                                      "simulations the same play takes on them.",
                          formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("table", help="scores of two boards, from pooled.py; the second is slower")
    parser.add_argument("--draws", type=int, default=10000, help="draws of the p-value")
    call = parser.parse_args()
    if call.draws < 1:
        parser.error("--draws must be 1 or more")
    try:
        points = points_of(call.table)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    except KeyError as error:
        parser.error(f"{call.table}: there is no column {error}")
    fits = fits_of(points)
    for name, fit in fits.items():
        p = p_value(fit, call.draws, np.random.default_rng(1))
        freedom = f", {fit.freedom} degrees of freedom" if fit.freedom is not None else ""
        print(f"{name:9} b like a at {name_factor(fit)} of the simulations: "
              f"chi-square {fit.chi_square:.1f}{freedom}, p {p:.2g}")
    print("simulations  board  games  score in %  straight  smooth  rising")
    for second, doublings, score, games, *curves in zip(
            *points, *(fit.curve for fit in fits.values())):
        print(f"{2 ** doublings:11.0f}  {'ab'[int(second)]:5} {games:6.0f} {100 * score:11.1f} "
              "{:9.1f} {:7.1f} {:7.1f}".format(*(100 * curve for curve in curves)))


if __name__ == "__main__":
    main()

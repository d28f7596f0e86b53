"""Fits one surface to Elo over training and search compute, with intervals.

    points = [Point(network, training, thinking, elo), ...]
    surface = fit(points)
    surface.elo(training, thinking)
    surface.exchange      # doublings of training worth one of search
    value, low, high = interval(points, lambda surface: surface.exchange)

All compute is in doublings (log2), of any unit. The family: Elo = a + b f(u), u = training +
exchange * thinking, f(u) = (1 - exp(-k u)) / k, u relative to the minimum of the points. It
rises linearly (k = 0), towards a plateau (k > 0) or ever faster (k < 0); a, b are fitted by
least squares, the exchange rate and k by search.

Points of one network share the luck of its training, so 95 % intervals are from a jackknife
over networks with Student's quantiles. They are valid if the truth is in the family.
"""

import math
from dataclasses import dataclass

import numpy as np

from student import quantile

# Search ranges: exchange rates in doublings around 1, and k.
LEAST_RATE, MOST_RATE, RATES = -4.0, 4.0, 33
LEAST_BEND, MOST_BEND, BENDS = -0.25, 1.0, 26
REFINEMENTS = 4  # of the search, by a factor of four each
AROUND = np.linspace(-1, 1, 9)
LEAST_NETWORKS = 4


@dataclass(frozen=True)
class Point:
    network: str
    training: float
    thinking: float
    elo: float


@dataclass(frozen=True)
class Surface:
    exchange: float
    bend: float
    start: float  # the minimum u of the points
    base: float
    rise: float

    def elo(self, training, thinking):
        u = training + self.exchange * thinking - self.start
        return self.base + self.rise * float(shape(u, self.bend))


def shape(u, bend):
    return u if abs(bend) < 1e-9 else -np.expm1(-bend * u) / bend


def try_rate(x, y, elo, rate, bends):
    """The minimal residual sum of squares with this exchange rate, and its surface."""
    exchange = 2.0 ** rate
    u = x + exchange * y
    start = u.min()
    basis = np.array([shape(u - start, bend) for bend in bends])
    means = basis.mean(axis=1)
    centred = basis - means[:, None]
    rises = np.maximum(centred @ elo / (centred ** 2).sum(axis=1), 0)
    bases = elo.mean() - rises * means
    left = ((elo - bases[:, None] - rises[:, None] * basis) ** 2).sum(axis=1)
    best = left.argmin()
    return left[best], rate, Surface(exchange, float(bends[best]), float(start),
                                     float(bases[best]), float(rises[best]))


def fit(points):
    x, y, elo = (np.array([getattr(point, name) for point in points], dtype=float)
                 for name in ("training", "thinking", "elo"))
    rates = np.linspace(LEAST_RATE, MOST_RATE, RATES)
    bends = np.linspace(LEAST_BEND, MOST_BEND, BENDS)
    for _ in range(1 + REFINEMENTS):
        _, rate, best = min((try_rate(x, y, elo, rate, bends) for rate in rates),
                            key=lambda tried: tried[0])
        rate_step, bend_step = rates[1] - rates[0], bends[1] - bends[0]
        rates = np.clip(rate + rate_step * AROUND, LEAST_RATE, MOST_RATE)
        bends = np.clip(best.bend + bend_step * AROUND, LEAST_BEND, MOST_BEND)
    return best


def interval(points, value_of):
    """value_of(surface) and the bounds of its interval; None for both bounds with too few
    networks."""
    value = value_of(fit(points))
    networks = sorted({point.network for point in points})
    if len(networks) < LEAST_NETWORKS:
        return value, None, None
    without = np.array([value_of(fit([point for point in points if point.network != network]))
                        for network in networks])
    freedom = len(networks) - 1
    error = math.sqrt(freedom / len(networks) * float(((without - without.mean()) ** 2).sum()))
    half = quantile(freedom) * error
    return value, value - half, value + half

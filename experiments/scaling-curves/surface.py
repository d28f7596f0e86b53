"""Elo over the compute of training and of thinking, as one surface, and intervals for it.

    points = [Point(network, training, thinking, elo), ...]
    surface = fit(points)
    surface.elo(training, thinking)
    surface.exchange      # so many doublings of training are worth one of thinking
    value, low, high = interval(points, lambda surface: surface.exchange)

All compute is in doublings (log2), of any unit. The family: Elo = a + b f(u), u = training +
exchange * thinking, f(u) = (1 - exp(-k u)) / k, u counted from the least in the points. It
rises at the same pace for ever (k = 0), towards a plateau (k > 0) or faster and faster
(k < 0); a, b are found by least squares, the exchange rate and k by search.

Points of one network share how lucky its training was; so intervals are those of a jackknife
over networks, of 95 % by Student's quantiles. They hold what is in the family, and say nothing
of a truth outside of it.
"""

import math
from dataclasses import dataclass

import numpy as np

from student import quantile

# Searched: exchange rates in doublings around 1, and k.
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
    start: float  # the least u of the points
    base: float
    rise: float

    def elo(self, training, thinking):
        u = training + self.exchange * thinking - self.start
        return self.base + self.rise * float(shape(u, self.bend))


def shape(u, bend):
    return u if abs(bend) < 1e-9 else -np.expm1(-bend * u) / bend


def try_rate(x, y, elo, rate, bends):
    """With this exchange rate, the least sum of squares that is left, and its surface."""
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
    """What value_of(surface) is, and from where to where; None for both where there are too
    few networks."""
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

"""The interval of a mean over pairings, as far as it is due to which networks were at hand.

    mean, low, high = interval({(0, 0): (0.55, 40), (0, 1): (0.5, 40), ...}, 3)

One network after the other is left out with all its games (the jackknife); Student's t with
one degree of freedom less than networks. So few networks may agree by chance: the interval
holds at least what Wilson's says of the games alone. `../calibration/over_networks.py` holds
it to made-up networks.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "learner"))

from student import quantile  # noqa: E402

LEAST_NETWORKS = 3  # of two the jackknife does not hold: 87 to 93 %
NORMAL = 1.96


def wilson(score, games):
    """The bounds of a score's interval where games are all that is drawn."""
    shrink = 1 + NORMAL ** 2 / games
    middle = (score + NORMAL ** 2 / (2 * games)) / shrink
    half = NORMAL / shrink * (score * (1 - score) / games
                              + NORMAL ** 2 / (4 * games ** 2)) ** 0.5
    return middle - half, middle + half


def interval(scores, count):
    """The mean of scores over pairings of `count` networks, and the bounds of its interval of
    95 % over networks; scores: {(i, j): (score, games)}. Without bounds, None, for fewer than
    3 networks."""

    def mean(left_out):
        cells = [s for (i, j), s in scores.items() if left_out not in (i, j)]
        games = sum(n for _, n in cells)
        return sum(s * n for s, n in cells) / games if games else None

    whole = mean(None)
    parts = [mean(k) for k in range(count)]
    if count < LEAST_NETWORKS or None in parts:
        return whole, None, None
    pseudo = [count * whole - (count - 1) * part for part in parts]
    middle = sum(pseudo) / count
    variance = sum((p - middle) ** 2 for p in pseudo) / (count - 1) / count
    half = quantile(count - 1) * variance ** 0.5
    low, high = wilson(whole, sum(n for _, n in scores.values()))
    return whole, max(0, min(low, whole - half)), min(1, max(high, whole + half))

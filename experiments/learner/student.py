"""Student's distribution, for intervals over few seeds or networks.

    half_width = quantile(4) * standard_error           # of 95 %, 4 degrees of freedom
    half_width = quantile(30, 0.99) * standard_error    # of 99 %
"""

import functools
import math

STEPS = 200  # of Simpson's rule; even


def within(t, freedom):
    """The probability of a value in [-t, t]. With t = sqrt(freedom) tan(a) the density is a power
    of cos(a)."""
    width = math.atan(t / math.sqrt(freedom)) / STEPS
    total = sum((1 if i in (0, STEPS) else 2 + 2 * (i % 2)) * math.cos(i * width) ** (freedom - 1)
                for i in range(STEPS + 1))
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    return 2 * scale / math.sqrt(math.pi) * total * width / 3


@functools.lru_cache(maxsize=None)  # takes some milliseconds
def quantile(freedom, level=0.95):
    """The t such that a variable with so many degrees of freedom (at least 1) lies in [-t, t] with
    probability `level` (at most 0.9999)."""
    low, high = 0.0, 1e5
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < level else (low, middle)
    return high

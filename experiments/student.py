"""student.py - Student's t distribution, for the scripts of experiments."""
import functools
import math


def beta(a, b, x):
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x)
                     + b * math.log(1 - x)) / a
    f, c, d = 1.0, 1.0, 0.0
    for i in range(400):
        m = i // 2
        if i == 0:
            term = 1.0
        elif i % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + term * d or 1e-300)
        c = 1 + term / c or 1e-300
        f *= c * d
        if abs(1 - c * d) < 1e-12:
            break
    return front * (f - 1)


@functools.lru_cache(maxsize=None)
def student(level, freedom):
    """t such that -t ... t has this probability."""
    low, high = 0.0, 1e3
    for _ in range(200):
        t = (low + high) / 2
        inside = 1 - beta(freedom / 2, 0.5, freedom / (freedom + t * t))
        low, high = (t, high) if inside < level else (low, t)
    return low

"""Student's distribution, for intervals of 95 % over few seeds or networks.

    half_width = quantile(4) * standard_error      # 4 degrees of freedom
"""

# 97.5 % quantiles, by degrees of freedom from 1 on.
QUANTILES = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


def quantile(freedom):
    """Of 1 or more degrees of freedom, rounded down; of more than ten, that of ten."""
    return QUANTILES[min(int(freedom), len(QUANTILES)) - 1]

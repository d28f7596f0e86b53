"""Plots by gnuplot, as SVG.

    svg(f"set title {gnuplot_text(name)} noenhanced\\nplot ...")     # "" without gnuplot
"""

import subprocess

from data import DataError

TERMINAL = 'set terminal svg size 900,480 dynamic background "white"\n'


def gnuplot_text(text):
    """A text as gnuplot reads it between single quotes, in which nothing but the quote has a
    meaning; what could end the line is not in it."""
    plain = "".join(c if c.isprintable() else "?" for c in str(text))
    return "'" + plain.replace("'", "''") + "'"


def svg(script):
    """What the script draws, or nothing where there is no gnuplot."""
    try:
        return subprocess.run(["gnuplot"], input=TERMINAL + script, text=True, check=True,
                              stdout=subprocess.PIPE).stdout
    except FileNotFoundError:
        return ""
    except subprocess.CalledProcessError as error:
        raise DataError(f"gnuplot failed with status {error.returncode}") from error

"""SVG plots by gnuplot.

    svg(f"set title {gnuplot_text(name)} noenhanced\\nplot ...")     # "" without gnuplot
"""

import subprocess

from data import DataError

TERMINAL = 'set terminal svg size 900,480 dynamic background "white"\n'


def gnuplot_text(text):
    """A text quoted for gnuplot in single quotes, where only the quote is special; characters
    that could end the line are replaced."""
    plain = "".join(c if c.isprintable() else "?" for c in str(text))
    return "'" + plain.replace("'", "''") + "'"


def svg(script):
    """The script's plot, or "" without gnuplot."""
    try:
        return subprocess.run(["gnuplot"], input=TERMINAL + script, text=True, check=True,
                              stdout=subprocess.PIPE).stdout
    except FileNotFoundError:
        return ""
    except subprocess.CalledProcessError as error:
        raise DataError(f"gnuplot failed with status {error.returncode}") from error

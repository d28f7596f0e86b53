"""Report of scaling.py: tables and plots.

    tables = summary(rated, rows)             # Markdown
    plot = draw("side-4", rated["side-4"], rows)   # SVG of one board

rated: settings of ratings by board. rows: those of scaling.csv; rows of UCT have no generation.
"""

import math
import statistics

from arms_report import spread
from plot import gnuplot_text, svg
from student import quantile


def is_network(row):
    return row["generation"] != ""


def text(found, digits=0):
    value, low, high = found
    if low is None:
        return f"{value:.{digits}f}"
    return f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def over_seeds(values):
    """Mean over seeds, and Student's interval, which holds if seeds differ normally."""
    variance, freedom = spread(values)
    mean = statistics.mean(values)
    if variance is None:
        return mean, None, None
    half = quantile(freedom) * math.sqrt(variance)
    return mean, mean - half, mean + half


def per_doubling(rows, compute, of_equal):
    """Elo gained per doubling of rows' `compute`, from the least to the most: mean over groups
    of equal `of_equal`. None if no group has two values."""
    found = []
    for equal in {row[of_equal] for row in rows}:
        group = [row for row in rows if row[of_equal] == equal]
        least, most = (end(group, key=lambda row: row[compute]) for end in (min, max))
        if least[compute] < most[compute]:
            found.append((most["elo"] - least["elo"]) / math.log2(most[compute] / least[compute]))
    return statistics.mean(found) if found else None


def gains(rated, rows):
    """Elo per doubling of training and of simulations, and their difference, one row per board."""
    lines = ["| board | seeds | CPU-minutes, first to last | per doubling of training | "
             "of simulations | difference |", "|" + " --- |" * 6]
    for board in rated:
        of_board = [row for row in rows if row["board"] == board]
        training, search = ([per_doubling([row for row in of_board if row["seed"] == seed], *of)
                             for seed in sorted({row["seed"] for row in of_board})]
                            for of in (("cpu_minutes", "simulations"),
                                       ("simulations", "generation")))
        spent = [row["cpu_minutes"] for row in of_board]
        columns = [training, search, [] if None in training + search else
                   [ours - theirs for ours, theirs in zip(training, search)]]
        cells = [board, len(training), f"{min(spent):.1f} to {max(spent):.1f}",
                 *("" if None in column or not column else text(over_seeds(column))
                   for column in columns)]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def measured(rows):
    """Elo of one agent, with its interval over games; or the mean over agents of several seeds,
    with Student's interval."""
    if len(rows) == 1:
        ends = [None if rows[0][name] == "" else rows[0][name] for name in ("low", "high")]
        return text((rows[0]["elo"], *ends))
    return text(over_seeds([row["elo"] for row in rows]))


def of_uct(rows):
    """Elo of the UCT agents; the first of each board has 0."""
    return ["", "| UCT | playouts | Elo |", "| --- | --- | --- |",
            *(f"| {row['board']} | {row['simulations']} | "
              f"{'0' if row['low'] == row['high'] else measured([row])} |"
              for row in rows if not is_network(row))]


def over_time(board, rated, rows):
    """Elo over CPU time, one row per generation."""
    numbers = rated["simulations"]
    lines = ["", f"| {board}, generation | seeds | CPU-minutes | " +
             " | ".join(f"{number} simulations" for number in numbers) + " |",
             "|" + " --- |" * (3 + len(numbers))]
    for generation in rated["generations"]:
        of_one = [row for row in rows
                  if row["board"] == board and row["generation"] == generation]
        if of_one:
            spent = [row["cpu_minutes"] for row in of_one]
            cells = [generation, len({row["seed"] for row in of_one}),
                     f"{statistics.mean(spent):.1f}",
                     *(measured([row for row in of_one if row["simulations"] == number])
                       for number in numbers)]
            lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def summary(rated, rows):
    """The tables, in Markdown."""
    networks = [row for row in rows if is_network(row)]
    lines = gains(rated, networks) + of_uct(rows)
    for board, of_board in rated.items():
        lines += over_time(board, of_board, networks)
    return "\n".join(lines) + "\n"


def draw(board, rated, rows):
    """Elo over training: a point per network, and lines through the means over seeds after each
    generation, for each number of simulations; and lines of UCT, except the first, which has 0."""
    of_board = [row for row in rows if row["board"] == board and is_network(row)]
    uct = [row for row in rows if row["board"] == board and not is_network(row)][1:]
    blocks, plots = [], []
    for i, number in enumerate(rated["simulations"]):
        of_number = [row for row in of_board if row["simulations"] == number]
        blocks.append(f"$found{i} << EOD\n" + "".join(
            f"{row['cpu_minutes']} {row['elo']}\n" for row in of_number) + "EOD\n")
        blocks.append(f"$mean{i} << EOD\n")
        for generation in rated["generations"]:
            at = [row for row in of_number if row["generation"] == generation]
            if at:
                blocks.append(" ".join(f"{statistics.mean(row[name] for row in at):.4g}"
                                       for name in ("cpu_minutes", "elo")) + "\n")
        blocks.append("EOD\n")
        plots += [f"$found{i} with points pt 7 ps 0.6 lc {i + 1} title '{number} simulations'",
                  f"$mean{i} with lines lw 2 lc {i + 1} notitle"]
    plots += [f"{row['elo']} with lines dt {i} lc 'gray40' title '{row['simulations']} playouts'"
              for i, row in enumerate(uct, 2)]
    return svg(f"""set title {gnuplot_text(board)} noenhanced
set logscale x 2
set xlabel "CPU-minutes of self-play, training and gates"
set ylabel {gnuplot_text(f"Elo above UCT with {rated['playouts'][0]} playouts")}
set key outside right
set grid
{''.join(blocks)}plot {', '.join(plots)}
""")

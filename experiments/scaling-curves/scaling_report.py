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
from surface import Point, fit, interval

TENFOLD = math.log2(10)
MOST_POWER = 9  # of ten: cap of "worth"


def is_network(row):
    return row["generation"] != ""


def points_of(rows):
    return [Point(row["network"], math.log2(row["cpu_minutes"]), math.log2(row["simulations"]),
                  row["elo"]) for row in rows]


def text(found, digits=0):
    value, low, high = found
    if low is None:
        return f"{value:.{digits}f}"
    return f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def back_test(points, left_out):
    """The mean Elo of left-out points, as predicted by the others and as measured."""
    others = [point for point in points if point not in left_out]
    if len({(point.training, point.thinking) for point in others}) < 4 or not left_out:
        return ""

    def mean(surface):
        return sum(surface.elo(point.training, point.thinking)
                   for point in left_out) / len(left_out)
    found = sum(point.elo for point in left_out) / len(left_out)
    return f"{text(interval(others, mean))}, found {found:.0f}"


def extrapolated(rated, rows):
    """Extrapolated gains, one row per board."""
    lines = ["| board | networks | CPU-minutes | ten times the training | ten times the "
             "simulations | is worth, in simulations | last networks, predicted | most "
             "simulations, predicted |", "|" + " --- |" * 8]
    for board, of_board in rated.items():
        points = points_of([row for row in rows if row["board"] == board])
        most = max(point.training for point in points), max(point.thinking for point in points)

        def gain(by_training, by_thinking, most=most):
            return lambda surface: surface.elo(most[0] + by_training, most[1] + by_thinking) - \
                surface.elo(*most)
        worth = interval(points, lambda surface: TENFOLD / surface.exchange * math.log10(2))
        worth = [None if power is None else 10 ** min(power, MOST_POWER) for power in worth]
        last = max(of_board["generations"])
        last = {row["network"] for row in rows if row["generation"] == last}
        cells = [board, len({point.network for point in points}), f"{2 ** most[0]:.0f}",
                 text(interval(points, gain(TENFOLD, 0))), text(interval(points, gain(0, TENFOLD))),
                 text(worth, 1),
                 back_test(points, [point for point in points if point.network in last]),
                 back_test(points, [point for point in points if point.thinking == most[1]])]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def measured(rows):
    """Elo of one agent, with its interval over games; or the mean over agents of several seeds,
    with Student's interval."""
    elos = [row["elo"] for row in rows]
    variance, freedom = spread(elos)
    if variance is None:
        ends = [None if rows[0][name] == "" else rows[0][name] for name in ("low", "high")]
        return text((elos[0], *ends))
    mean, half = statistics.mean(elos), quantile(freedom) * math.sqrt(variance)
    return text((mean, mean - half, mean + half))


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
    lines = extrapolated(rated, networks) + of_uct(rows)
    for board, of_board in rated.items():
        lines += over_time(board, of_board, networks)
    return "\n".join(lines) + "\n"


def draw(board, rated, rows):
    """Elo over training: points and fitted lines for each number of simulations, and lines of
    UCT, except the first, which has 0."""
    of_board = [row for row in rows if row["board"] == board and is_network(row)]
    uct = [row for row in rows if row["board"] == board and not is_network(row)][1:]
    surface = fit(points_of(of_board))
    blocks, plots = [], []
    for i, number in enumerate(rated["simulations"]):
        at = sorted((row["cpu_minutes"], row["elo"]) for row in of_board
                    if row["simulations"] == number)
        blocks.append(f"$found{i} << EOD\n" +
                      "".join(f"{x} {elo}\n" for x, elo in at) + "EOD\n")
        first, last = math.log2(at[0][0]), math.log2(at[-1][0])
        along = [first + (last - first) * step / 40 for step in range(41)]
        blocks.append(f"$fitted{i} << EOD\n" + "".join(
            f"{2 ** x:.3f} {surface.elo(x, math.log2(number)):.1f}\n" for x in along) + "EOD\n")
        plots += [f"$found{i} with points pt 7 ps 0.6 lc {i + 1} title '{number} simulations'",
                  f"$fitted{i} with lines lw 2 lc {i + 1} notitle"]
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

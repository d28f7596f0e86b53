"""Report of arms.py: the table of Elo and CPU time, and the curves.

    table = summary(arms, rows, rated)      # Markdown
    plot = draw(arms, rows)                 # SVG

arms: an Arms object. rows: those of arms.csv, the generations of a loop in order. rated: Elo by
the name of the agent.
"""

import math
import statistics

from plot import gnuplot_text, svg
from student import quantile


def spread(values):
    """Squared standard error of a mean, and its degrees of freedom."""
    return (statistics.variance(values) / len(values), len(values) - 1) \
        if len(values) > 1 else (None, 0)


def interval(value, variance, freedom, level=0.95):
    if variance is None:
        return f"{value:+.0f}"
    half = quantile(freedom, level) * math.sqrt(variance)
    return f"{value:+.0f} [{value - half:+.0f}, {value + half:+.0f}]"


def difference(ours, theirs):
    """Difference of two means over seeds, with Welch's interval."""
    (a, n), (b, m) = spread(ours), spread(theirs)
    value = statistics.mean(ours) - statistics.mean(theirs)
    if a is None or b is None or a + b == 0:
        return interval(value, None, 0)
    return interval(value, a + b, max((a + b) ** 2 / (a * a / n + b * b / m), 1))


def pooled_difference(ours, theirs, groups):
    """Difference of two means over seeds, assuming equal variance in all groups; with " *" where
    it differs from 0 jointly over the comparisons of all other groups with one (Bonferroni)."""
    freedom = sum(len(group) - 1 for group in groups)
    value = statistics.mean(ours) - statistics.mean(theirs)
    if freedom == 0:
        return interval(value, None, 0)
    variance = sum((len(group) - 1) * statistics.variance(group)
                   for group in groups if len(group) > 1) / freedom
    variance *= 1 / len(ours) + 1 / len(theirs)
    of_all = quantile(freedom, 1 - 0.05 / (len(groups) - 1)) * math.sqrt(variance)
    return interval(value, variance, freedom) + (" *" if abs(value) > of_all else "")


def outcome(arms, rows, arm, goal):
    """Of each loop of an arm: Elo at the end, CPU-minutes in total and until the goal."""
    last, spent, reached = [], [], []
    for key in arms.of(arm):
        of_loop = [row for row in rows if (row["arm"], row["seed"]) == key]
        if of_loop:
            last.append(of_loop[-1]["elo"])
            spent.append(of_loop[-1]["cpu_minutes"])
            if goal is not None:
                reached.append(next((row["cpu_minutes"] for row in of_loop
                                     if row["elo"] >= goal), math.inf))
    return last, spent, reached


def time_to_goal(reached):
    known = statistics.median(reached) if "" not in reached else ""
    return "not reached" if known == math.inf else "" if known == "" else f"{known:.1f}"


def summary(arms, rows, rated):
    """The table, in Markdown."""
    goal = rated[arms.said["reach"]]["elo"] if "reach" in arms.said else None
    head = ["arm", "seeds", "Elo at the end", "above the first arm", "scatter pooled",
            "CPU-minutes"] + ([f"to {arms.said['reach']}"] if goal is not None else [])
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    of = {arm: outcome(arms, rows, arm, goal) for arm in arms.said["arms"]}
    groups = [last for last, _, _ in of.values() if last]
    first = next(iter(of.values()))[0]
    for arm, (last, spent, reached) in of.items():
        if not last:
            lines.append(f"| {arm} | 0 | nothing was promoted |")
            continue
        compared = last is not first and first
        cells = [arm, len(last), interval(statistics.mean(last), *spread(last)),
                 difference(last, first) if compared else "",
                 pooled_difference(last, first, groups) if compared else "",
                 "" if "" in spent else f"{statistics.mean(spent):.1f}"]
        if goal is not None:
            cells.append(time_to_goal(reached))
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def draw(arms, rows):
    """The curves as SVG, or "" without gnuplot or without CPU times."""
    blocks, plots = [], []
    for number, arm in enumerate(arms.said["arms"]):
        of_arm = [row for row in rows if row["arm"] == arm and row["cpu_minutes"] != ""]
        points = []
        for generation in sorted({row["generation"] for row in of_arm}):
            at = [row for row in of_arm if row["generation"] == generation]
            elo = [row["elo"] for row in at]
            points.append(f"{statistics.mean(row['cpu_minutes'] for row in at):.2f} "
                          f"{statistics.mean(elo):.1f} {min(elo):.1f} {max(elo):.1f}\n")
        if points:
            blocks.append(f"$a{number} << EOD\n{''.join(points)}EOD\n")
            color = f"lc {number + 1}"
            plots += [f"$a{number} using 1:3:4 with filledcurves fs transparent solid 0.2 "
                      f"noborder {color} notitle",
                      f"$a{number} using 1:2 with linespoints lw 2 pt 7 ps 0.5 {color} "
                      f"title {gnuplot_text(arm)}"]
    if not plots:
        return ""
    return svg(f"""set xlabel "CPU-minutes of self-play, training and gates"
set ylabel {gnuplot_text("Elo above " + arms.said["ladder"][0]["name"])} noenhanced
set key outside right noenhanced
set grid
{''.join(blocks)}plot {', '.join(plots)}
""")

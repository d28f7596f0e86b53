#!/usr/bin/python3
"""Ratings of a loop's networks, and its learning curve: curve.csv, curve.svg, and
report.html with both.

    curve.py runs/loop          # the curve, from the existing ratings
    rate_promoted(loop, 3)      # the network against the opponents (ratings.promoted)
    rate(loop)                  # all networks, the opponents and each other

loop: loop.py's Loop. All matches on a variant are in one folder, whose games are never
replayed; ratings/0.json has the current ratings.

loop.py makes these files at its end, and whenever it rates a network earlier; curve.py also
works on a running loop. The plot needs gnuplot; without it the page says so.
"""

import csv
import html
import io
import json
import os
import sys

import needs

needs.packages("h5py")
import h5py  # noqa: E402

from data import DataError  # noqa: E402
from plan import (  # noqa: E402
    NO_MORE_THAN, Plan, export_file, gate_file, rating_file, variant_text)
from plot import gnuplot_text, svg  # noqa: E402
from programs import finish  # noqa: E402
from publish import publish, read_json, write_json  # noqa: E402

COLUMNS = ("variant", "generation", "agent", "elo", "low", "high", "games", "score")
STYLE = """body { font: 16px/1.5 sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
 color: #222; background: #fff } table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left } svg { max-width: 100%; height: auto }
pre { background: #f4f4f4; padding: 1rem; overflow-x: auto }"""


def to_play(loop, variant):
    """The first arguments of `fulcrum rate`."""
    plan = loop.plan
    return ["rate", "--out", plan.ratings_folder(variant), plan.game,
            *plan.variant_words(variant), f"opening.turns={plan.ratings['opening']}",
            "--seed", plan.run_seed(NO_MORE_THAN), "--threads", loop.threads]


def keep(loop, variant, *words):
    """Stores the output of `fulcrum rate` as the ratings on a variant."""
    said = loop.fulcrum(*words, "--json", "--anchor",
                        f"{loop.plan.first_opponent()['name']}=0", allowed=(0, 1), output=True)
    write_json(loop.place(rating_file(variant)), json.loads(said))


def rate(loop):
    """Rates all generations and the opponents on each variant."""
    plan = loop.plan
    agents = [loop.agent_file(agent) for agent in plan.opponents]
    agents += [loop.agent_file(plan.agent(i)) for i in range(plan.generations)]
    for variant in range(len(plan.variants)):
        loop.say(f"ratings, variant {variant}")
        keep(loop, variant, *to_play(loop, variant), *agents,
             "--until", plan.ratings["error"], "--pairs", plan.ratings["pairs"])
    write(loop.call.out)


def rate_promoted(loop, generation):
    """Rates the network of a generation, if it was promoted, and plays missing games of earlier
    ones if the opponents have changed."""
    plan, pairs = loop.plan, loop.plan.ratings.get("promoted")
    if not pairs or loop.champion(generation + 1) != generation:
        return
    agents = [plan.agent(i) for i in range(generation + 1) if loop.champion(i + 1) == i]
    last = loop.place(rating_file(len(plan.variants) - 1))
    if os.path.exists(last) and \
            agents[-1]["name"] in [agent["name"] for agent in read_json(last)["agents"]]:
        return
    loop.say(f"generation {generation}: ratings")
    files = [loop.agent_file(agent) for agent in agents]
    for variant in range(len(plan.variants)):
        for opponent in plan.opponents:
            loop.fulcrum(*to_play(loop, variant), *files, "--gauntlet",
                         loop.agent_file(opponent), "--pairs", pairs, "--csv", output=True)
        keep(loop, variant, "rate", plan.ratings_folder(variant))
    write(loop.call.out)


def generations(folder, plan):
    """A row for each generation whose gate is complete."""
    for number in range(plan.generations):
        path = os.path.join(folder, gate_file(number))
        if not os.path.exists(path):
            return
        gate, games, rows = read_json(path), 0, 0
        for variant in plan.playing(number):
            with h5py.File(os.path.join(folder, export_file(number, variant))) as file:
                for group in "train", "validation":
                    games += int(file[group].attrs["games"])
                    rows += len(file[group]["side"])
        yield {"generation": number, "games": games, "rows": rows,
               "steps": plan.steps(number), "gate": gate}


def bound(value):
    """Empty if `rate` had too few openings for an interval."""
    return "" if value is None else round(value, 1)


def ratings(folder, plan):
    """A row per agent and variant; generation is empty for agents without a network."""
    for variant, item in enumerate(plan.variants):
        path = os.path.join(folder, rating_file(variant))
        if not os.path.exists(path):
            continue
        for agent in read_json(path)["agents"]:
            number = agent["name"].rpartition("generation-")[2]
            is_network = agent["name"].startswith("generation-")
            yield {"variant": variant_text(item["variant"]),
                   "generation": int(number) if is_network else "",
                   "agent": agent["name"], "elo": round(agent["elo"], 1),
                   "low": bound(agent["low"]), "high": bound(agent["high"]),
                   "games": agent["games"], "score": round(agent["score"], 4)}


def draw(rows, plan):
    """The plot as SVG, or "" without gnuplot."""
    blocks, plots = [], []
    for number, item in enumerate(plan.variants):
        name = variant_text(item["variant"])
        of_variant = [row for row in rows if row["variant"] == name]
        points = [row for row in of_variant if row["generation"] != ""]
        blocks.append(f"$v{number} << EOD\n" + "".join(
            " ".join(str(value) for value in (
                row["generation"], row["elo"], *(
                    row[name] if row[name] != "" else row["elo"] for name in ("low", "high"))))
            + "\n"
            for row in sorted(points, key=lambda row: row["generation"])) + "EOD\n")
        plots.append(f"$v{number} using 1:2:3:4 with yerrorlines lw 2 pt 7 "
                     f"title {gnuplot_text(name)}")
        plots += [f"{row['elo']} with lines dt 2 "
                  f"title {gnuplot_text(row['agent'] + ', ' + name)}"
                  for row in of_variant if row["generation"] == ""]
    return svg(f"""set xlabel "generation"
set ylabel {gnuplot_text("Elo above " + plan.first_opponent()["name"])} noenhanced
set key outside right noenhanced
set grid
set xtics 1
set offsets 0.5, 0.5, 20, 20
{''.join(blocks)}plot {', '.join(plots)}
""")


def table(heads, rows):
    def line(tag, cells):
        return "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells)
    return "<table>" + line("th", heads) + "".join(line("td", row) for row in rows) + "</table>"


def gate_cells(row):
    match = row["gate"]["match"]
    cells = ("", "", 0)
    if match:
        score = match["score"]
        cells = (match["b"], f"{100 * score['value']:.1f} % [{100 * score['low']:.1f}, "
                 f"{100 * score['high']:.1f}]", 2 * match["pairs"])
    return (row["generation"], row["games"], row["rows"], row["steps"], *cells,
            "promoted" if row["gate"]["promoted"] else "not promoted")


def page(plan, steps, rated, plot):
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Learning {html.escape(plan.game)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{STYLE}</style></head><body>
<h1>Learning {html.escape(plan.game)}</h1>
<p>{len(steps)} generations of self-play and training; ratings of networks, each with the
search of the plan below, from matches with playouts alone and, at the end, with each other.</p>
{plot.partition("?>")[2] or '<p>No plot: gnuplot is not installed, or nothing is rated yet.</p>'}
<h2>Generations</h2>
{table(('generation', 'games', 'positions', 'training step', 'gate against', 'score', 'games',
        'result'), map(gate_cells, steps))}
<h2>Ratings</h2>
{table(('agent', 'variant', 'Elo', '95 % interval', 'games', 'score'),
       ((row['agent'], row['variant'], row['elo'],
         f"[{row['low']}, {row['high']}]" if row['low'] != "" else "none: too few openings",
         row['games'], f"{100 * row['score']:.1f} %") for row in rated))}
<h2>The plan</h2>
<pre>{html.escape(plan_text(plan))}</pre>
<p>To reproduce, save it as plan.json and run <code>experiments/learner/loop.py plan.json --out
runs/loop</code></p>
</body></html>
"""


def plan_text(plan):
    return json.dumps(plan.said, indent=1)


def write(folder):
    """The curve and the page."""
    plan = Plan.read(os.path.join(folder, "plan.json"))
    steps, rated = list(generations(folder, plan)), list(ratings(folder, plan))
    lines = io.StringIO(newline="")
    writer = csv.DictWriter(lines, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rated)
    plot = draw(rated, plan) if rated else ""
    for name, text in (("curve.csv", lines.getvalue()), ("curve.svg", plot),
                       ("report.html", page(plan, steps, rated, plot))):
        if text:
            publish(os.path.join(folder, name), lambda file: file.write(text.encode()))


def main():
    if len(sys.argv) != 2:
        raise DataError("usage: curve.py LOOP-FOLDER")
    write(sys.argv[1])


if __name__ == "__main__":
    finish(main)

#!/usr/bin/python3
"""Prints simulations a second in a play page in Chromium beside the program's, as a Markdown table.

    experiments/speed/in_browser.py FULCRUM [--simulations N] [--pairs N] [--only TEXT]

Each game is searched from its start by playouts and by its network of experiments/integer-learning,
with one thread: in turn by `FULCRUM engine` and by a page that FULCRUM writes, with the same seed,
which must visit the same actions as often. The first pair warms up. Figures are of CPU time of the
thread that searches, so that other work on the machine matters less: the medians, and the median of
the pairs' ratios with the least and the greatest. Needs Linux, chromium and chromedriver. Exit
status: 0 done, 1 a search differs, 2 the call was wrong.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))
from browser import Browser  # noqa: E402

NETWORKS = ROOT / "experiments/integer-learning"
GAMES = (("Seesaw 4", "seesaw size=4", "seesaw-4"), ("Seesaw 5", "seesaw size=5", "seesaw-5"),
         ("Situ hex 4", "situ grid=hex order=4", "situ-hex-4"),
         ("Seega 5", "seega size=5", "seega-5"), ("Cascade 8", "cascade size=8", "cascade-8"))
ASK = """var done = arguments[arguments.length - 1];
fulcrum.game.ask(arguments[0]).then(done, function (error) { done({error: String(error)}); });"""
READY = "return document.getElementById('table').getAttribute('aria-busy') === 'false'"


class Engine:
    """`fulcrum engine`; ask() as for a page."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.thread = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}")
        self.ask({"request": "hello", "protocol": 1})

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Page:
    def __init__(self, browser, path):
        self.browser = browser.open(f"file://{path}#player1=human&player2=human")
        self.browser.wait(READY)
        self.thread = worker_of(browser.driver.pid)

    def ask(self, request):
        return self.browser.later(ASK, request)


def is_below(pid, ancestor):
    while pid > 1 and pid != ancestor:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            pid = int(file.read().rpartition(")")[2].split()[1])
    return pid == ancestor


def worker_of(driver):
    """The thread of the page's worker, in a process that the driver has started."""
    found = [at.parent for at in pathlib.Path("/proc").glob("[0-9]*/task/[0-9]*/comm")
             if at.read_text(encoding="utf-8").strip() == "DedicatedWorker"
             and is_below(int(at.parts[2]), driver)]
    assert len(found) == 1, found
    return found[0]


def speed(player, request):
    """Simulations per second of CPU time, and what the search found."""
    def now():
        return int((player.thread / "schedstat").read_text(encoding="utf-8").split()[0])
    player.ask({"request": "position"})
    start = now()
    answer = player.ask(request)
    taken = now() - start
    if "error" in answer:
        sys.exit(answer["error"])
    found = [answer["action"], [(one["action"], one["visits"]) for one in answer["actions"]]]
    return answer["simulations"] / taken * 1e9, found


def compare(browser, call, name, words, network):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.html"
        using = ["--network", str(NETWORKS / f"{network}.safetensors")] if network else []
        subprocess.run([call.program, "page", *words, *using, "-o", str(path)], check=True,
                       stdout=subprocess.DEVNULL)
        page = Page(browser, path)
        levels = browser.run("return JSON.parse(document.getElementById('page-data').textContent)"
                             ".levels")
        agent = next(level["player"] for level in levels if ("variant" in level) == bool(network))
        engine = Engine(call.program)
        variant = browser.run("return JSON.parse(fulcrum.savedGame()).variant")
        engine.ask({"request": "game", "game": words[0], "variant": variant})
        if network:
            agent["network"]["weights"] = using[1]
        for player in (engine, page):
            answer = player.ask({"request": "agent", "agent": agent})
            assert "error" not in answer, answer
        pairs = []
        for seed in range(call.pairs + 1):
            request = {"request": "go", "seed": seed, "simulations": call.simulations}
            (native, here), (inside, there) = speed(engine, request), speed(page, request)
            if here != there:
                print(name, "differ:", here, there, file=sys.stderr)
                sys.exit(1)
            pairs += [(native, inside)] if seed else []
        engine.process.stdin.close()
        engine.process.wait()
    ratios = sorted(inside / native for native, inside in pairs)
    native, inside = (statistics.median(pair[i] for pair in pairs) / 1e3 for i in (0, 1))
    print(f"| {name} | {'network' if network else 'playouts'} | {native:,.0f} | {inside:,.0f} | "
          f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}) |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", metavar="FULCRUM")
    parser.add_argument("--simulations", type=int, default=50000)
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--only", default="", help="games whose names contain this")
    call = parser.parse_args()
    print("| game | evaluator | program | page | page / program |\n" + 5 * "| --- " + "|")
    with Browser() as browser:
        for name, words, network in GAMES:
            for using in (None, network):
                if call.only in name:
                    compare(browser, call, name, words.split(), using)


main()

#!/usr/bin/python3
"""Runs a fuzzing campaign over all targets of tests/fuzz.

Targets take turns in time slices; each slice starts from the inputs found before. Progress is
logged, and a stopped campaign resumes. Crashing inputs are kept in OUT/NAME/crashes, and the
target continues without them.

Use: fuzz_campaign.py --build FOLDER --out FOLDER [--slice SECONDS] [--seconds SECONDS |
         --until HH:MM | --executions NUMBER] [--weight NAME=NUMBER ...] [NAME ...]
     fuzz_campaign.py --out FOLDER --table
     fuzz_campaign.py --out FOLDER --coverage FOLDER     a build with -fprofile-instr-generate
     fuzz_campaign.py --build FOLDER --out FOLDER --merge    new inputs into tests/fuzz/corpus
A campaign is one process on one processor. To use more, start several, each with its own OUT,
and merge.
"""
import argparse
import datetime
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time

from fuzz_corpus import pack, path_of, unpack

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
JSON = ["core/base/json.c", "core/base/json_read.c", "core/config/keys.c",
        "core/config/value_spec.c"]
HDF5 = ["core/base/files/hdf5_attributes.c"]
# The sources that parse each target's input: their branches are counted.
READERS = {
    "agent": JSON + ["mcts/search/agent.c", "mcts/search/search_config.c"],
    "claim": JSON + ["eval/claim/claim.c", "eval/claim/claim_figures.c",
                     "eval/claim/claim_table.c",
                     "eval/fairest/fairest.c", "eval/fairest/fairest_result.c",
                     "eval/study/study_result.c"],
    "config": JSON + ["selfplay/config/run_config.c"],
    "engine": ["mcts/play/session_protocol.c", "mcts/play/session_json.c",
               "core/base/process/line_channel.c"],
    "envelope": ["selfplay/store/envelope.c"],
    "games": HDF5 + ["selfplay/store/games_file.c", "selfplay/store/games_header.c",
                     "selfplay/store/hdf5_values.c",
                     "selfplay/store/game_ranges.c", "selfplay/verify/replay.c"],
    "journal": ["selfplay/run/journal.c", "selfplay/store/record.c"],
    "packed": ["core/game/game.c"],
    "position": ["core/game/game.c", "core/game/grid_text.c"],
    "record": ["selfplay/store/record.c"],
    "saved": JSON + ["mcts/play/saved_game.c", "mcts/play/session.c"],
    "study": JSON + ["eval/study/study.c"],
    "weights": JSON + ["core/base/files/safetensors.c", "mcts/evaluate/weights_file.c",
                       "mcts/evaluate/convolution/network.c",
                       "mcts/evaluate/integer/integer_network.c"],
}
STATUS = re.compile(r"#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+) corp: (\d+)")
EXECUTIONS = re.compile(r"stat::number_of_executed_units:\s+(\d+)")


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Campaign:
    def __init__(self, options):
        self.options = options
        self.path = os.path.join(options.out, "campaign.json")
        os.makedirs(options.out, exist_ok=True)
        self.targets = {}
        if os.path.exists(self.path):
            with open(self.path) as file:
                self.targets = json.load(file)

    def save(self):
        with open(self.path + ".tmp", "w") as file:
            json.dump(self.targets, file, indent=1, sort_keys=True)
        os.replace(self.path + ".tmp", self.path)

    def folder(self, name, kind):
        folder = os.path.join(self.options.out, name, kind)
        os.makedirs(folder, exist_ok=True)
        return folder

    def program(self, name):
        return os.path.join(self.options.build, "tests", "fuzz_" + name)

    def corpus(self, name):
        """A folder with the tracked inputs."""
        folder = self.folder(name, "corpus")
        unpack(name, folder)
        return folder

    def slice(self, name, seconds):
        """Runs one slice of a target; its executions count even if it crashes."""
        found, crashes = self.folder(name, "found"), self.folder(name, "crashes")
        started, cpu = time.monotonic(), processor_seconds()
        done = subprocess.run(
            [self.program(name), found, self.corpus(name),
             f"-max_total_time={int(seconds)}", f"-artifact_prefix={crashes}/",
             "-print_final_stats=1", "-timeout=60",
             "-rss_limit_mb=3000", "-max_len=2048",
             "-use_value_profile=1", "-verbosity=1"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            check=False, text=True, errors="replace")
        entry = self.targets.setdefault(name, {"executions": 0, "seconds": 0.0, "cpu": 0.0,
                                               "cov": 0, "ft": 0, "corpus": 0,
                                               "crashes": 0})
        statuses = STATUS.findall(done.stderr)
        counted = EXECUTIONS.findall(done.stderr)
        entry["executions"] += int(counted[-1]) if counted else \
            int(statuses[-1][0]) if statuses else 0
        entry["seconds"] += time.monotonic() - started
        entry["cpu"] += processor_seconds() - cpu
        if statuses:
            entry["cov"] = max(entry["cov"], int(statuses[-1][1]))
            entry["ft"] = max(entry["ft"], int(statuses[-1][2]))
            entry["corpus"] = int(statuses[-1][3])
        if done.returncode != 0:
            entry["crashes"] += 1
            with open(os.path.join(crashes, "log"), "a") as file:
                file.write(done.stderr[-6000:] + "\n\n")
            print(f"{name}: ended with {done.returncode}; see {crashes}", flush=True)
        self.save()

    def run(self):
        options, started = self.options, time.monotonic()
        names = options.names or sorted(READERS)
        weights = dict(word.split("=") for word in options.weight)
        until = None
        if options.until:
            hour, minute = map(int, options.until.split(":"))
            until = datetime.datetime.now().replace(hour=hour, minute=minute, second=0)
        while True:
            for name in names:
                seconds = options.slice * float(weights.get(name, 1))
                if until:
                    left = (until - datetime.datetime.now()).total_seconds()
                    seconds = min(seconds, left)
                if options.seconds:
                    seconds = min(seconds, options.seconds + started - time.monotonic())
                done = sum(entry["executions"] for entry in self.targets.values())
                if seconds < 1 or (options.executions and done >= options.executions):
                    return
                self.slice(name, seconds)

    def table(self):
        branches = any("branches" in entry for entry in self.targets.values())
        heads = ["target", "executions", "hours", "processor hours", "a processor second",
                 "edges", "features", "inputs", "crashes"]
        print("| " + " | ".join(heads + ["branches of its readers"] * branches) + " |")
        print("| --- " * (len(heads) + branches) + "|")
        total = {"executions": 0, "seconds": 0.0, "cpu": 0.0, "crashes": 0}
        for name, entry in sorted(self.targets.items()):
            covered, of = entry.get("branches", (0, 0))
            self.row([name] + self.figures(entry) + [
                entry["cov"], entry["ft"], entry["corpus"], entry["crashes"]] +
                [f"{covered} of {of} ({100 * covered / max(of, 1):.0f} %)"] * branches)
            for key in total:
                total[key] += entry[key]
        self.row(["all"] + self.figures(total) + ["", "", "", total["crashes"]] +
                 [""] * branches)

    @staticmethod
    def row(cells):
        print("| " + " | ".join(map(str, cells)) + " |")

    @staticmethod
    def figures(entry):
        return [f"{entry['executions']:,}", f"{entry['seconds'] / 3600:.2f}",
                f"{entry['cpu'] / 3600:.2f}",
                f"{entry['executions'] / max(entry['cpu'], 1e-9):,.0f}"]

    def coverage(self):
        """Counts the branches of each target's readers that its inputs reach."""
        for name, entry in sorted(self.targets.items()):
            program = os.path.join(self.options.coverage, "tests", "fuzz_" + name)
            raw = os.path.join(self.options.out, name, "coverage")
            found = os.path.join(self.options.out, name, "found.txt")
            pack(found, self.folder(name, "found"))
            subprocess.run([program, path_of(name), found], check=False, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL,
                           env={**os.environ, "LLVM_PROFILE_FILE": raw + ".profraw"})
            subprocess.run(["llvm-profdata", "merge", "-sparse", raw + ".profraw", "-o",
                            raw + ".profdata"], check=True)
            done = subprocess.run(
                ["llvm-cov", "export", program, f"-instr-profile={raw}.profdata",
                 "-summary-only"], check=True, capture_output=True, text=True)
            files = [file["summary"]["branches"]
                     for file in json.loads(done.stdout)["data"][0]["files"]
                     if os.path.relpath(file["filename"], ROOT) in READERS[name]]
            entry["branches"] = [sum(file[key] for file in files)
                                 for key in ("covered", "count")]
            os.remove(raw + ".profraw")
        self.save()

    def merge(self):
        """Merges small inputs that reach new code into the corpora."""
        for name in self.options.names or sorted(self.targets):
            corpus, small = self.corpus(name), self.folder(name, "small")
            for entry in os.scandir(self.folder(name, "found")):
                if entry.stat().st_size <= 512:
                    shutil.copy(entry.path, small)
            subprocess.run([self.program(name), "-set_cover_merge=1", "-use_counters=0",
                            "-max_len=2048", corpus, small], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            pack(path_of(name), corpus)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--build", help="a build with -DFULCRUM_FUZZ=ON")
    parser.add_argument("--out", required=True,
                        help="folder for inputs found, crashes and the log")
    parser.add_argument("--slice", type=float, default=30)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--until")
    parser.add_argument("--executions", type=int)
    parser.add_argument("--weight", action="append", default=[])
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--coverage")
    parser.add_argument("--merge", action="store_true")
    options = parser.parse_args()
    campaign = Campaign(options)
    if options.coverage:
        campaign.coverage()
    elif options.merge:
        campaign.merge()
    elif not options.table:
        if not options.build:
            sys.exit("fuzz_campaign.py: --build is missing")
        campaign.run()
    campaign.table()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""page_commands.py - checks and runs the commands that pages show, and compares the outputs.
Use: tests/tools/page_commands.py BUILD/fulcrum   prints a line for each error; exit 1
     tests/tools/page_commands.py BUILD/fulcrum PAGE.md ...   these pages only
     tests/tools/page_commands.py BUILD/fulcrum --list   lists each command, run or not
Commands are the lines of fenced sh blocks in tracked *.md files. For each, its program, the
repository files that it names and the options of scripts must exist; for fulcrum, the
subcommand, its options and its keys, as listed by the program. For inline `code`, only
subcommand and options are checked.
Commands that begin with a word of RUN are also run, each page in its own folder with copies
of configs/ and experiments/ (of bundles, links), so that later lines find the results of
earlier ones. Sizes are reduced: in the copied files by cut_file(), in command lines by cut(),
in a program that replaces fulcrum. PRESUMED creates what a page assumes to exist. All others
are in NOT_RUN, each with a reason.
Outputs stand in fenced console blocks, each below its "$ command", which is run as it stands and
has to print these lines on standard output; "..." stands for lines left out, and what follows a
prompt of `play` is typed. VOLATILE is what may differ. Any other block that might be an output,
and whose page is not in NO_OUTPUT, is an error.
Errors: a command that fails, that is neither run nor in NOT_RUN, that misnames something or that
prints something else; entries of the tables that no page needs; exit status 2 for usage errors.
Needs: Python 3, git, bash, and the build's tests/network_tool.
"""

import argparse
import collections
import concurrent.futures
import functools
import glob
import inspect
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

# First words of the commands that are run.
RUN = ["build/fulcrum", "fulcrum", "./quickstart.sh", "mkdir", "sbatch", "tail",
       "experiments/seesaw-4-vs-5/pooled.py", "experiments/seesaw-4-vs-5/advantage.py",
       "experiments/moving-first/moving_first.py",
       "experiments/fairest-rules/rules.py", "experiments/fairest-rules/exact.py"]

BUILDS = "builds or installs the program, as every test run does first"
TESTS = "runs the tests, of which this is one"
NEW_GAME = "needs a build with a new game; cli_new_game.sh writes one, test_new_game plays it"
OWN = "needs a file; cli_own_game.sh does the same with another game"
ELSEWHERE = "needs conda or Spack, and downloads"
INSTALLED = "needs an installation; cli_library.sh and cli_outside_game.sh install"
PYTHON = "needs an installation; cli_python.sh installs, also with pip"
TRAINS = "needs PyTorch and minutes; cli_learner.sh trains"
FUZZ = "needs a build for fuzzing; tests fuzz_NAME replay the corpus"
CAMPAIGN = "takes minutes to days; cli_crash_points.sh tests a sample"
LONG = "measures or searches for minutes to hours"
SSH = "needs 16 machines; cli_slurm_script.sh runs such a loop"
TABLE = "writes a tracked table; the same script without --update is a test"
TWO_BUILDS = "needs two builds; cli_bench.sh compares a build with itself"

# Beginnings of commands that are not run, and why.
NOT_RUN = [
    ("cmake", BUILDS), ("sudo cmake --install", BUILDS), ("CC=clang", BUILDS),
    ("ctest", TESTS), ("tests/tools/lint.sh", TESTS), ("tests/run.sh", TESTS),
    ("tests/tools/interval_coverage.py",
     "CPU-hours of statistical tests"),
    ("./tests/run.sh", TESTS), ("build/tests/nights", TESTS),
    ("core/games/new_game.sh hex", NEW_GAME),
    ("conda", ELSEWHERE), ("spack", ELSEWHERE),
    ("configs/install/release.sh", BUILDS),
    ("cc -O2 -shared -fPIC", INSTALLED), ("fulcrum --game", INSTALLED),
    ("export FULCRUM_GAMES", INSTALLED), ("export PYTHONPATH", PYTHON),
    ("pip install", PYTHON), ("cc -O2 match.c", INSTALLED),
    ("fulcrum conformance ./tictactoe.c", OWN), ("fulcrum play ./tictactoe.c", OWN),
    ("fulcrum selfplay ./tictactoe.c", OWN),
    ("build/fulcrum conformance hex", NEW_GAME), ("build/fulcrum perft hex", NEW_GAME), ("build/fulcrum play hex", NEW_GAME),
    ("python/learner/train.py", TRAINS), ("build/fulcrum learn seesaw size=4 --time 2h", TRAINS),
    ("experiments/compare.py", "hours of learning; cli_compare.sh learns a little"),
    ("build/fulcrum claim check experiments/seesaw-4-vs-5/claims",
     "half a minute of games; cli_experiments.sh replays one"),
    ("build/fulcrum claim check experiments/fairest-rules/claims", "the same"),
    ("experiments/calibration/over_networks.py", "cli_experiments.sh runs a shorter one"),
    ("experiments/exploration/tune.sh", LONG), ("experiments/scale/", LONG),
    ("experiments/first-answers/first_answers.py", LONG), ("experiments/learning-choices/two_rules.py", LONG),
    ("experiments/moving-first/moving_first.py build", LONG), ("experiments/seesaw-4-vs-5/seeds.sh", LONG),
    ("experiments/three-minutes/five_minutes.py", LONG), ("experiments/three-minutes/seeds.sh", LONG),
    ("job=", SSH), ("for i in $(seq 0 63)", SSH), ("ssh", SSH), ("done", SSH), ("wait", SSH), ("until bash $job", SSH),
    ("experiments/solved/solve.sh", LONG), ("experiments/perfect-play/measure.sh", LONG), ("experiments/fairest-rules/map.sh", LONG), ("experiments/threads/speed.py", LONG),
    ("experiments/amaf/play.py", LONG), ("build/tests/threads_tool", LONG),
    ("build/fuzz/tests/", FUZZ), ("nice -n 19 tests/tools/fuzz_campaign.py", FUZZ),
    ("tests/tools/fuzz_campaign.py", FUZZ), ("tests/tools/fuzz_corpus.py", FUZZ),
    ("tests/tools/fault_campaign.py", CAMPAIGN), ("tests/tools/reorder_campaign.py", CAMPAIGN),
    ("tests/tools/flip_campaign.py", CAMPAIGN), ("FULCRUM=build/gcc/fulcrum tests/speed", TABLE),
    ("tests/speed/compare_builds.sh", TWO_BUILDS), ("build/gcc/tests/suite_tool", LONG),
]

# What a page assumes to exist: created before its first command.
PRESUMED = {
    "eval/claim/README.md": "build/fulcrum study experiments/seesaw-4-vs-5/study.json "
                            "--out runs/seesaw-4-vs-5",
    "eval/rating/README.md": "cp configs/agents/uct-25.json a.json; "
                             "cp configs/agents/uct-50.json b.json; "
                             "cp configs/agents/uct-100.json c.json; "
                             "build/fulcrum match a.json c.json seesaw --out runs/other-match",
    "eval/study/README.md": "build/fulcrum study configs/studies/seesaw-small.json "
                            "--out runs/STUDY",
    "selfplay/export/EXPORT.md": "build/fulcrum selfplay configs/quickstart.json "
                                 "--out runs/quickstart/size-4",
    "experiments/seesaw-4-vs-5/README.md":
        "for side in 3 4 5; do for seed in 1 2 3 4; do mkdir -p runs/seesaw-$side-$seed; "
        "$TOOLS/network_tool integer $seed 64 runs/seesaw-$side-$seed/best.safetensors seesaw size=$side; "
        "done; done",
    "python/learner/README.md":
        "mkdir runs; $TOOLS/network_tool seesaw 1 16 1 runs/mine.safetensors",
}

# Arguments that replace larger ones, and (True) are added if absent.
CUTS = {
    "selfplay": [("games=8", True), ("search.simulations=5", True)],
    "slurm selfplay": [("games=8", True), ("shard_games=2", True), ("search.simulations=5", True),
                       ("--tasks=2", False)],
    "slurm study": [("--tasks=2", False)],
    "estimate": [("games=8", True), ("search.simulations=5", True)],
    "match": [("--games=2", True)],
    "learn": [("--generations=1", True), ("games.positions=100", True), ("games.least=4", True),
              ("games.first_simulations=5", True), ("train.first_passes=0.01", True),
              ("train.passes=0.01", True), ("gate.games=2", True), ("gate.simulations=5", True),
              ("ladder.games=0", True)],
    "learn --check": [("--generations=0", True)],
    "study GAME": [(f"games.{key}=2", True) for key in ("first", "most", "shard")] + [
        (f"{control}=0", True) for control in ("seats", "first_turns", "skill")] + [
        ("--solve-budget=0", True)],
    "study fairest": [("games=160", False), ("shard=2", True), ("simulations=2", True),
                      ("--solve-budget=0", True)],
    "rate": [("--pairs=1", False)],
    "complexity": [("--positions=1000", True), ("--playouts=100", True),
                   ("--population=8", True), ("--mirror=1", False)],
    "puzzles": [("--nodes=1000", True)],
    "accuracy": [("--positions=2", True), ("--nodes=1000", True), ("--memory=16", True)],
    "play": [("search.simulations=5", True)],
    "bench": [("--count=simulations=5", True)],
}
CUTS["study --learn"] = CUTS["study GAME"] + [
    ("--learn=1s", True), ("--seeds=1", True),
    ("--learning=" + ",".join(key for key, _ in CUTS["learn"] if "." in key), True)]
# Likewise for numbers in JSON files; different numbers of simulations stay different.
FILE_CUTS = {"games": 2, "seats": 2, "skill": 2, "first_turns": 2, "first": 2, "most": 2,
             "shard": 2, "time_ms": 5, "simulations": lambda number: number.bit_length() + 1}
# Exit statuses besides 0 that are no errors.
ANSWERS = {"match": [1], "puzzles": [1], "accuracy": [1]}

# Languages of blocks that are no outputs: commands, programs, files, and the examples of rules,
# which cli_rules.sh plays. Blocks without a language, by page, that are not of a command either.
NO_OUTPUTS = ["sh", "python", "json", "c", "text", "example"]
NO_OUTPUT = {
    "core/games/cascade/RULES.md": "boards, drawn by hand",
    "core/games/seega/RULES.md": "the same", "core/games/seesaw/RULES.md": "the same",
    "core/games/situ/RULES.md": "the same",
    "mcts/engine/PROTOCOL.md": "conversations: cli_engine.sh compares them",
}
# Lines that may differ, by the command: but for the first group, and for the second by more than
# half a percent.
VOLATILE = {
    "./quickstart.sh":  # games per second; bytes per position, which depend on the HDF5 version
        r"( *runs/quickstart/size-\d .*/\d+) +[0-9.]+ +([0-9.]+)",
}

Command = collections.namedtuple("Command", "page line text")
Output = collections.namedtuple("Output", "page line text lines")


def cut(words):
    """The arguments of fulcrum with smaller sizes."""
    words = list(words)
    subcommand = words[0] if words else ""
    if subcommand == "study" and words[1:] and words[1].isalpha():
        subcommand = ("study fairest" if "fairest" in words else
                      "study --learn" if "--learn" in words else "study GAME")
    if subcommand == "slurm":
        subcommand += " " + words[words.index("--") + 1]
    if subcommand == "learn" and "--check" in words:
        subcommand = "learn --check"
    for word, always in CUTS.get(subcommand, []):
        name = word.partition("=")[0]
        for i, said in enumerate(words):
            if said == name:  # --option VALUE
                words[i:i + 2] = [word]
                break
            if said.startswith(name + "="):
                words[i] = word
                break
        else:
            if always:
                words.append(word)
    return words


def cut_file(value, name=""):
    if isinstance(value, dict):
        return {key: cut_file(member, key) for key, member in value.items()}
    if isinstance(value, list):
        return [cut_file(member) for member in value]
    if type(value) is int and name in FILE_CUTS:
        smaller = FILE_CUTS[name]
        return smaller(value) if callable(smaller) else min(value, smaller)
    return value


@functools.lru_cache(None)
def tracked(*patterns):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--", *patterns], check=True,
                            capture_output=True, text=True).stdout
    return [path for path in listed.split("\0") if path]


def blocks_of(text):
    """Line number of the first line, language and lines of each fenced block."""
    lines, first = text.split("\n"), None
    for number, line in enumerate(lines):
        if line.strip().startswith("```"):
            if first is not None:
                yield first + 1, language, lines[first:number]
            language, first = line.strip()[3:], number + 1 if first is None else None


def commands_of(page, text):
    """Commands of the fenced sh blocks, with continuation lines joined."""
    for number, language, lines in blocks_of(text):
        begun = ""
        for number, line in enumerate(lines if language == "sh" else [], number):
            first = first if begun else number
            begun += line.strip()
            if begun.endswith("\\"):
                begun = begun[:-1]
            else:
                if shlex.split(begun, comments=True):
                    yield Command(page, first, begun)
                begun = ""


def outputs_of(page, text):
    """Commands of the fenced console blocks, with the lines that they print."""
    for number, language, lines in blocks_of(text):
        starts = [i for i, line in enumerate(lines) if line.startswith("$ ")] + [len(lines)]
        for start, end in zip(starts, starts[1:]) if language == "console" else []:
            last = start + 1
            while lines[last - 1].endswith("\\"):
                last += 1
            text = "".join(line.rstrip("\\") for line in lines[start:last])
            yield Output(page, number + start, text[2:], lines[last:end])


def without_command(page, text):
    """Blocks that may show what a command prints, and do not say which."""
    for number, language, lines in blocks_of(text):
        if language == "console" and not (lines and lines[0].startswith("$ ")) or \
                language not in NO_OUTPUTS + ["console"] and page not in NO_OUTPUT:
            yield f"{page}:{number}: which command prints this? ```console, \"$ command\" above"


def same_line(shown, printed, volatile):
    a, b = volatile and re.fullmatch(volatile, shown), re.fullmatch(volatile, printed)
    if not a or not b:
        return shown.rstrip() == printed.rstrip()
    return a[1] == b[1] and abs(float(a[2]) / float(b[2]) - 1) < 0.005


def same_output(shown, printed, volatile):
    """Whether these lines are printed; "..." stands for at least one line."""
    if not shown or not printed:
        return not shown and not printed
    if shown[0] == "...":
        return any(same_output(shown[1:], printed[i:], volatile)
                   for i in range(1, len(printed) + 1))
    return same_line(shown[0], printed[0], volatile) and \
        same_output(shown[1:], printed[1:], volatile)


def calls_between_words(page, text):
    """`fulcrum SUBCOMMAND ...` outside of code blocks."""
    prose = re.sub(r"(?ms)^ *```.*?^ *```$", lambda block: "\n" * block[0].count("\n"), text)
    for match in re.finditer(r"`(?:build/)?(fulcrum [a-z]+(?: [^`]*)?)`", prose):
        yield Command(page, prose.count("\n", 0, match.start()) + 1, match[1])


class Program:
    """The options of a build's subcommands, and its keys, as the program lists them."""

    def __init__(self, path):
        self.path = path
        listed = self.output("help")
        self.subcommands = re.findall(r"(?m)^  ([a-z]+)  ", listed)
        keys, self.learn_keys = ([key["key"] for key in json.loads(self.output(
            "keys", *learn, "--json"))["keys"]] for learn in ([], ["--learn"]))
        for line in self.output("games", "--json").splitlines():
            variants = [key["key"] for key in json.loads(line)["keys"]]
            keys += variants + ["variant." + key for key in variants]
        self.keys = set(keys)
        self.study_keys = {key for question in ("fair", "fairest") for key in re.findall(
            r"(?m)^  ([a-z_.]+)", self.output("study", "--find", question, "--keys"))}
        self.known = {}

    def output(self, *words):
        return subprocess.run([self.path, *words], check=True, capture_output=True,
                              text=True).stdout

    def options(self, subcommand):
        if subcommand not in self.known:
            table = re.findall(r"(?m)^ {2,6}(?:(-\w), )?(--[a-z0-9-]+)",
                               self.output("help", subcommand))
            self.known[subcommand] = {option for pair in table for option in pair if option}
        return self.known[subcommand]

    def wrong(self, words, with_keys):
        """Names in a command that do not exist; --game FILE may precede the subcommand."""
        if words[:1] == ["--game"]:
            words = words[2:]
        subcommand = words[0] if words else ""
        if subcommand not in self.subcommands:
            yield f"there is no subcommand {subcommand}"
            return
        if subcommand == "slurm" and "--" in words:  # what follows is another command
            yield from self.wrong(words[words.index("--") + 1:], with_keys)
            words = words[:words.index("--")]
        for word in words[1:]:
            name = word.partition("=")[0]
            if re.match(r"--?[a-z]", word):
                if name not in self.options(subcommand):
                    yield f"{subcommand} has no option {name}"
            elif with_keys and re.match(r"[a-z_.]+=", word):
                keys = self.keys
                if subcommand == "study":
                    keys = self.study_keys
                    if words[1:] and words[1].isalpha():
                        keys = keys | self.keys | {"simulations"}
                elif subcommand == "learn":
                    keys = keys.union(self.learn_keys)
                if name not in keys:
                    yield f"there is no key {name}"


def wrong_names(words):
    """Repository files that a command names and that do not exist; options unknown to its
    script or to the cmake configuration."""
    top = {path.split("/")[0] for path in tracked() if "/" in path}
    tests = {re.sub("^target_", "fuzz_", os.path.splitext(os.path.basename(path))[0])
             for path in tracked("tests")}
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        configured = set(re.findall(r"\bFULCRUM_\w+", file.read()))
    for word in words:
        option = re.match(r"-D(FULCRUM_\w+)=", word)
        if option and option[1] not in configured:
            yield f"CMakeLists.txt has no {option[1]}"
        path = re.sub(r"^(\$PWD|\.)/", "", word)
        if re.fullmatch(r"build/([a-z]+/)?tests/\w+", path):
            if os.path.basename(path) not in tests:
                yield f"no test or tool is {path}"
        elif path.split("/")[0] in top and "/" in path and " " not in path:
            new = words[0].endswith("new_game.sh")
            if not new and not glob.glob(os.path.join(ROOT, path)):
                yield f"there is no {path}"
    script = next((word for word in words if re.search(r"/\w+\.(py|sh|sbatch)$", word)), None)
    if script and os.path.isfile(os.path.join(ROOT, script)):
        sources = glob.glob(os.path.join(ROOT, os.path.dirname(script), "*" + script[-3:]))
        text = "".join(open(path, encoding="utf-8").read() for path in sources)
        if script.endswith(".sbatch"):
            return
        for word in words[words.index(script) + 1:]:
            option = re.match(r"--[a-z0-9-]+", word)
            if option and not re.search(rf"(?<![\w-]){option[0]}(?![\w-])", text):
                yield f"{script} has no option {option[0]}"


# Replaces fulcrum on pages; -IS and few imports make it start fast.
CUTTER = """#!/usr/bin/python3 -IS
import os, sys
CUTS = {cuts!r}
{cut}
words = cut(sys.argv[1:])
status = os.spawnv(os.P_WAIT, {program!r}, [{program!r}, *words])
sys.exit(0 if words and status in {answers!r}.get(words[0], []) else status & 255)
"""

# Runs a job at once, as one task: it is finished when the next command runs.
SBATCH = """#!/bin/bash
while [[ ${1-} == -* ]]; do
    shift
done
export SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=0
bash "$@" >"${1%/*}/logs/7_0.txt" 2>&1 || { cat "${1%/*}/logs/7_0.txt" >&2; exit 1; }
echo 7
"""


class Place:
    """A folder that looks like the built repository to a page's commands, of reduced sizes."""

    def __init__(self, folder, program, reduced=True):
        self.folder = folder
        for path in tracked("configs", "experiments"):
            to = os.path.join(folder, path)
            os.makedirs(os.path.dirname(to), exist_ok=True)
            if "/claims/" in path:  # large, and never written
                os.symlink(os.path.join(ROOT, path), to)
                continue
            shutil.copy(os.path.join(ROOT, path), to)
            if reduced and path.endswith(".json"):
                with open(to, encoding="utf-8") as file:
                    smaller = cut_file(json.load(file))
                with open(to, "w", encoding="utf-8") as file:
                    json.dump(smaller, file)
        cutter = CUTTER.format(cuts=CUTS if reduced else {}, cut=inspect.getsource(cut),
                               program=program, answers=ANSWERS)
        self._put("build/fulcrum", cutter)
        self._put("bin/fulcrum", cutter)
        self._put("bin/sbatch", SBATCH)
        self._put("bin/cmake", "#!/bin/sh\n")  # everything is installed and built
        self._put(".ci/packages.sh", "build_packages=(); need_packages() { :; }\n")
        shutil.copy(os.path.join(ROOT, "quickstart.sh"), folder)
        os.makedirs(os.path.join(folder, "shared", "runs"))
        self.environment = {
            **{name: value for name, value in os.environ.items()
               if not name.startswith("SLURM")},
            "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"],
            "OMP_NUM_THREADS": "1",
            "TOOLS": os.path.join(os.path.dirname(program), "tests")}

    def _put(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)

    def run(self, text, typed=()):
        """Returns the output, and the error or a false value. The last of what is typed at
        prompts for an action is quit."""
        text = text.replace("/shared/", os.path.join(self.folder, "shared") + "/")
        try:
            done = subprocess.run(["bash", "-ec", text], cwd=self.folder,
                                  input="\n".join([*typed, "quit\n"]), env=self.environment,
                                  capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return "", "timed out after five minutes"
        return done.stdout, \
            done.returncode and f"exit {done.returncode}: {done.stderr.strip()[-600:]}"


def reason_not_run(command):
    said = " ".join(command.text.split())
    for i, (begin, reason) in enumerate(NOT_RUN):
        if said.startswith(begin):
            return i, reason
    return None, None


def run_page(page, commands, program):
    """Runs a page's commands; returns error messages."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, program)
        failed = page in PRESUMED and place.run(PRESUMED[page])[1]
        if failed:
            return [f"{page}: its entry in PRESUMED: {failed}"]
        found = []
        for command in commands:
            failed = place.run(command.text)[1]
            if failed:
                found.append(f"{page}:{command.line}: {command.text}: {failed}")
        return found


def compare(output, program):
    """Runs a command whose output is shown; returns error messages."""
    with tempfile.TemporaryDirectory() as folder:
        typed = [line[1] for line in map(re.compile(r".* \(player [12]\)> (.+)").fullmatch,
                                         output.lines) if line]
        printed, failed = Place(folder, program, reduced=False).run(output.text, typed)
    volatile = VOLATILE.get(output.text, "")
    if not failed and not same_output(output.lines, printed.splitlines(), volatile):
        failed = "does not print what is shown, but:\n" + printed
    return [f"{output.page}:{output.line}: {output.text}: {failed}"] if failed else []


def check(program, pages, listing):
    """Error messages, and how many commands are run and only checked; no pages: all."""
    known, found, used = Program(program), [], set()
    to_run, outputs, alone = collections.OrderedDict(), [], 0
    for page in pages or tracked("*.md"):
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            text = file.read()
        for call in calls_between_words(page, text):
            words = re.split(r"[\s\[\]|]+", call.text)[1:]
            found += [f"{page}:{call.line}: `{call.text}`: {wrong}"
                      for wrong in known.wrong(words, False)]
        found += without_command(page, text)
        shown = list(outputs_of(page, text))
        for command in [*commands_of(page, text), *shown]:
            words = shlex.split(command.text, comments=True)
            number, reason = reason_not_run(command)
            wrong = (known.wrong(words[1:], "hex" not in words)
                     if words[0] in ("build/fulcrum", "fulcrum") else wrong_names(words))
            messages = [f"{page}:{command.line}: {wrong}" for wrong in wrong]
            found += messages
            if number is not None:
                used.add(number)
                alone += 1
                if command in shown:
                    found.append(f"{page}:{command.line}: not run, so not compared: {reason}")
            elif words[0] not in RUN:
                found.append(f"{page}:{command.line}: neither run nor in NOT_RUN: "
                             f"{command.text}")
            elif not messages and command in shown:
                outputs.append(command)
            elif not messages:
                to_run.setdefault(page, []).append(command)
            if listing:
                print(f"{page}:{command.line}: {' '.join(words)}\n    {reason or 'run'}")
    found += [] if pages else [
        f"NOT_RUN: no page shows {begin}"
        for i, (begin, _) in enumerate(NOT_RUN) if i not in used]
    found += [] if pages else [
        f"VOLATILE: no page shows what {text} prints"
        for text in VOLATILE if text not in [output.text for output in outputs]]
    found += [] if pages else [
        f"PRESUMED: no command of {page} is run" for page in PRESUMED if page not in to_run]
    if not listing:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for messages in pool.map(lambda run: run(), [
                    *(functools.partial(compare, output, program) for output in outputs),
                    *(functools.partial(run_page, page, commands, program)
                      for page, commands in to_run.items())]):
                found += messages
    return found, sum(map(len, to_run.values())) + len(outputs), alone


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("fulcrum", help="the program, in its build folder")
    parser.add_argument("pages", nargs="*", metavar="PAGE.md",
                        help="only these pages (default: all)")
    parser.add_argument("--list", action="store_true",
                        help="list each command and whether it is run, without running any")
    options = parser.parse_args(arguments)
    pages = [os.path.relpath(page, ROOT) for page in options.pages]
    found, run, alone = check(os.path.realpath(options.fulcrum), pages, options.list)
    for message in found:
        print(message, file=sys.stderr)
    print(f"{run} commands {'to run' if options.list else 'run'}, {alone} only checked, "
          f"{len(found)} wrong")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

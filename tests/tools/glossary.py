#!/usr/bin/env python3
"""glossary.py - checks tracked text against the project's terminology.
Use: tests/tools/glossary.py               prints a line for each wrong word; exit 1
     tests/tools/glossary.py --root FOLDER checks another tree
     tests/tools/glossary.py --self-test   checks that each word would be found
The project uses the field's terms (CONTRIBUTING.md). WORDS lists words to avoid: a pattern, the
replacement, an example for the self-test, and optionally the files it applies to; where
ordinary English needs the word, the pattern covers only the wrong meaning. EXCEPTIONS lists
allowed places, each with its reason; unused ones are reported, too.
Needs: Python 3, and git where the folder is a repository.
"""

import argparse
import collections
import fnmatch
import os
import re
import subprocess
import sys

Word = collections.namedtuple("Word", "pattern instead example files", defaults=("*",))

WORDS = [
    Word(r"(?i)decision", "action", "a decision of player 1"),
    Word(r"(?i)\brandom games?\b", "playout", "values from random games"),
    Word(r"(?i)rollout", "playout", "a rollout from the leaf"),
    Word(r"(?i)walk", "simulation", "one walk down the tree", "mcts/*"),
    Word(r"\b(come|goe?s?|ways?|takes?|took)\(|(?<=->)(come|go|way|take)\b|\bway_t\b",
         "selection, expansion, evaluation, backup", "take(search, leaf);", "mcts/*"),
    Word(r"(?i)(?<!fore)told", "path, prior, visits", "node->told", "mcts/*"),
    Word(r"(?i)\btold (of|by)\b|\btells? of\b", "reported, shown by", "it is told of later"),
    Word(r"(?i)\bin( |[_-])hand\b", "current", "the leaf in hand"),
    Word(r"(?i)\burges?\b|urge_|_urge\b", "exploration term", "double urge = 1;"),
    Word(r"(?i)\bbreadth\b(?! first|-first)", "exploration constant", "a breadth of 1.4"),
    Word(r"(?i)leader", "cached best edge", "the leader of a node"),
    Word(r"(->|\.)others\b|\bothers_bound\b", "runner-up bound", "node->others", "mcts/*"),
    Word(r"(?i)untold", "pending visits, visit buffer", "untold visits"),
    Word(r"\btell(ing)?\(|\btell_\w+|_tell\b|(->|\.)tell\b", "flush", "tell_visits(tree)",
         "mcts/*"),
    Word(r"(?i)gather", "batch, collect", "leaves are gathered", "mcts/*"),
    Word(r"(?i)side_by_side", "batch", "play_side_by_side(slots)"),
    Word(r"\bhands?_t\b|\bstruct hands?\b|->hands?\b|\bhands?\[", "worker", "hand_t *hand"),
    Word(r"(?i)flight", "active game", "a flight of games"),
    Word(r"\bmakings?_t\b|\bstruct making\b|->making\b", "job", "making_t *making"),
    Word(r"(?i)\bseal|_seal|[^a-z]sealed", "envelope", "its seal is broken"),
    Word(r"(?i)at every look", "anytime-valid interval", "sure at every look"),
    Word(r"(?i)\bh(a|u)ngs? (on|together|upon|neither|from)\b|\bhanging on\b",
         "depends on, is correlated", "it hangs on the seed"),
    Word(r"(?i)turns?,?( (are|is|was|were))? drawn at random", "random opening",
         "first turns drawn at random"),
    Word(r"(?i)(\b|_)lots?(\b|_)", "cluster", "lots of pairs"),
    Word(r"\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b", "they", "he moves first"),
    Word(r"(?i)what (thinks|judges)", "Search, Analysis", "## What thinks"),
    Word(r"(?i)^#+ .*\bthe room\b", "a heading that names its subject", "## The room"),
    Word(r"(?i)\bstrength (\d|%[a-z])", "budget, strength level", "at strength 400"),
]

# Between two words: a space, or the end of a line and what the next begins with.
BREAK = r"(?: |[ \t]*\n[ \t*#/]*)"

# Where a word is allowed: files, the text, the reason.
EXCEPTIONS = [
    ("*", r"GAMES_DECISIONS|games/decisions|games\[\"decisions\"\]|\+ decisions\[g\]",
     "a column of recorded games (FORMAT.md)"),
    ("*", r"[\"`]decision(s|_share|_factor|s_\d\d)?\\?[\"`]",
     "keys and values of JSON: saved games, metrics, call logs"),
    ("*", r"resignation\.decisions|`\.decisions`", "a key of recorded configurations"),
    ("eval/metrics/metric_table.c", r"DecisionMoves|DecisionFactorAverage",
     "names of Ludii's metrics"),
    ("*", r"\.name = \"rollouts\"|rollouts\|network|search\.evaluator\\\"? (is )?rollouts|rollouts; use network",
     "search.evaluator=rollouts, a value in recorded configurations"),
    ("experiments/*/claims/*.json", r"\"evaluator\":\s*\"rollouts\"", "the same, as claims have it"),
    ("*", r"\"in_flight\"", "a key of call logs"),
    ("*", r"fulcrum games, sealed:", "the first line of recorded files"),
    ("eval/metrics/lead_history.*", r"leader", "the player who is ahead in a game"),
    ("*", r"by[ _]lot\b", "plain English for what chance decides"),
    ("mcts/engine/PROTOCOL.md", r"\.gather\(", "PyTorch's name"),
    ("mcts/engine/engine_session.c", r"MFD_ALLOW_SEALING|F_ADD_SEALS|F_SEAL_SHRINK",
     "Linux's names"),
    ("mcts/evaluate/convolution/trunk/network_trunk_*.c", r"gather\(", "the cells around each cell"),
]

# Recorded data, and text that is not this project's.
NOT_READ = ["tests/fuzz/corpus/*", "experiments/*.csv", "LICENSE", "*.h5", "*.png", "*.gz",
            "tests/tools/glossary.py", "tests/cli/*/cli_glossary.sh"]


def files_of(root):
    if os.path.exists(os.path.join(root, ".git")):
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], check=True,
                                capture_output=True, text=True).stdout
        return sorted(path for path in listed.split("\0")
                      if path and os.path.isfile(os.path.join(root, path)))
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "build")]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return sorted(found)


class Check:
    def __init__(self):
        self.words = [(word, re.compile(word.pattern.replace(" ", BREAK), re.M))
                      for word in WORDS]
        self.exceptions = [(files, re.compile(pattern)) for files, pattern, _ in EXCEPTIONS]
        self.used = set()

    def text(self, path, text):
        """Yields (line, wrong word, replacement) for a text."""
        for word, pattern in self.words:
            if not fnmatch.fnmatch(path, word.files):
                continue
            for match in pattern.finditer(text):
                if not self._is_excused(path, text, match):
                    found = re.sub(r"\s*\n[\s*#/]*", " ", match.group()).strip()
                    yield text.count("\n", 0, match.start()) + 1, found, word.instead

    def _is_excused(self, path, text, match):
        start = text.rfind("\n", 0, match.start()) + 1
        end = (text + "\n").index("\n", match.end())
        for number, (files, pattern) in enumerate(self.exceptions):
            if fnmatch.fnmatch(path, files) and any(
                    found.start() < match.end() and match.start() < found.end()
                    for found in pattern.finditer(text, start, end)):
                self.used.add(number)
                return True
        return False

    def tree(self, root):
        """Yields messages about the names and texts of all files."""
        for path in files_of(root):
            if any(fnmatch.fnmatch(path, pattern) for pattern in NOT_READ):
                continue
            for _, found, instead in self.text(path, path):
                yield f"{path}: its name has \"{found}\"; write: {instead}"
            with open(os.path.join(root, path), "rb") as file:
                data = file.read()
            if b"\0" in data:
                continue
            for line, found, instead in self.text(path, data.decode("utf-8", "replace")):
                yield f"{path}:{line}: \"{found}\"; write: {instead}"

    def not_used(self):
        for number, (files, pattern, reason) in enumerate(EXCEPTIONS):
            if number not in self.used:
                yield f"EXCEPTIONS excuses nothing with {pattern} in {files} ({reason})"


def self_test():
    """Checks that each example is found by its own pattern, in a file that it applies to."""
    missed = 0
    for word in WORDS:
        path = word.files.replace("*", "planted.c")
        found = Check().text(path, "\n * ".join(word.example.rsplit(" ", 1)))
        if not any(instead == word.instead for _, _, instead in found):
            print(f"not found: {word.example}", file=sys.stderr)
            missed += 1
    print(f"{len(WORDS)} words planted, {missed} missed")
    return 1 if missed else 0


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--root", help="check another tree", default=None)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args(arguments)
    if options.self_test:
        return self_test()
    check, found = Check(), 0
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    for message in check.tree(os.path.realpath(options.root or here)):
        print(message, file=sys.stderr)
        found += 1
    for message in () if options.root else check.not_used():
        print(message, file=sys.stderr)
        found += 1
    print(f"{found} words left")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

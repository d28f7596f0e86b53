#!/usr/bin/env python3
"""structure.py - checks the structure of the sources that core/README.md and others document.
Use: tests/tools/structure.py BUILD_FOLDER      prints counts and violations; exit 1 on any
     tests/tools/structure.py BUILD_FOLDER --fan-out HEADER...   files that include these
     tests/tools/structure.py BUILD_FOLDER --root FOLDER         another source tree
Checks:
  layers      core < mcts < selfplay < eval: includes and calls only go down
  cycles      no circular includes of headers, no circular calls between files; calls are
              read from the symbols of the object files; nor do folders of a layer include
              each other in circles, but for FOLDER_CIRCLES
  includes    each header includes what it uses, no file includes what it does not use
  libraries   only the headers listed here include headers of other libraries
  json        JSON is read and written by core/base/json.h, not by cJSON, which changes integers
  names       no game is named above core, except in what users of libfulcrum read
  use         what a file exports is used by the program, not only by tests
  sizes       lines per file, files per folder, columns of comments
  paths       files named in comments, pages and scripts' comments exist
Needs: Python 3, `nm`, and a build folder with compile_commands.json.
"""

import argparse
import collections
import json
import os
import re
import shlex
import subprocess
import sys

from c_source import Source, commented_lines

LAYERS = ("core", "mcts", "selfplay", "eval")
MAX_LINES, MAX_FILES, MAX_COLUMNS = 600, 30, 90

# Longer files, each with a reason.
LONG_FILES = {
    "tests/naive/naive_seesaw.c": "a complete game, sharing nothing, that follows the rules",
    "tests/unit/test_verify.c": "everything that may be wrong in a run, case by case",
}
# Folders with more files, and why.
LARGE_FOLDERS = {
    "tests/unit": "one program per subject, with the subject's name",
    "tests/fuzz/corpus": "data",
}
# Headers of other libraries, and the project's headers that may include them.
LIBRARY_HEADERS = {
    "sys/types.h": ("core/base/files/file.h",),
    "hdf5.h": ("core/base/files/hdf5_attributes.h",
               "core/base/files/hdf5_open.h",
               "selfplay/export/export_about.h", "selfplay/export/export_file.h",
               "selfplay/export/sources.h",
               "selfplay/store/chunks/chunk_buffer.h",
               "selfplay/store/chunks/chunk_filters.h",
               "selfplay/store/chunks/chunk_reader.h",
               "selfplay/store/games_file.h", "selfplay/store/games_header.h",
               "selfplay/store/hdf5_values.h"),
}
# What cJSON does with texts, numbers and keys, where core/base/json.h has its own.
LENIENT_JSON = re.compile(
    r"\bcJSON_(?:(?:Parse|Print|Compare|Minify|AddNumber|CreateNumber|SetNumber)\w*"
    r"|(?:GetObjectItem|HasObjectItem|(?:Detach|Delete)ItemFromObject|ReplaceItemInObject)\b)"
    r"|->valueint\b")
# Sources that some builds leave out, and why.
LEFT_OUT = {
    "core/base/process/process_memory.c": "sanitizers have their own allocator",
    "eval/page/json_tree.c": "WebAssembly",
    "eval/page/page_engine.c": "WebAssembly",
}
# Programs of users, which include no source of the layers: cli_library.sh builds them.
EXAMPLES = "selfplay/library/examples/"
# The public interface.
INTERFACE = "selfplay/library/fulcrum.h"
# Circular calls, from one file to another, that are allowed, and why.
CIRCLES = {
    ("core/base/error.c", "core/base/process/process_memory.c"):
        "the allocator, by the C library's names: every file of the program calls it",
}
# Folders of a layer that still include each other in circles.
FOLDER_CIRCLES = (
    {"core/game", "core/games"},
    {"mcts/engine", "mcts/evaluate", "mcts/search", "mcts/select"},
)
# What games of users call of the kit: what its summary names, and its inline functions use.
KIT = ("core/kit/KIT.txt", "core/kit/kit.h", "core/kit/kit_position.h")
# Symbols that no other file of the program uses, and why they exist.
NOT_USED = {
    "session_protocol_game": "for the WebAssembly of play pages",
    "session_protocol_simulations": "the same",
    "rows_bound": "a test compares vectors of every width",
    "amaf_stats": "a test checks the sums",
    "planes_of_cells": "for new games",
    "malloc": "the C library's name: every library of the process calls it",
    "memalign": "the same",
    "posix_memalign": "the same",
}
# Functions that compilers call, by their names, from games that they compile.
OF_COMPILERS = ("core/game/source/sanitizer_messages.c", "core/game/source/address_checks.c")
# Those of NOT_USED that new games may use.
FOR_NEW_GAMES = ("planes_of_cells",)
# A file name in a sentence: not after $, <, * or {, without a placeholder's capitals.
NAMED_FILE = re.compile(
    r"(?<![\w./<${}*-])((?:\.\./|[\w-]+/)*(?!_)[\w.-]*\w"
    r"\.(?:h|c|md|py|sh|js|cpp|def|cmake|patch|csv|sbatch))(?![\w*{-]|\.\w)")
PLACEHOLDER = re.compile(r"(?<![A-Za-z])(NAME|GAME|COMMAND|FOLDER|RUN|PAGE)(?![a-z])")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
# Named files that are not in the repository, and where they are from.
NOT_HERE = {
    "cjson/cJSON.h": "a library's",
    "core/games/hex/hex.c": "the example of core/game/README.md",
    "hex/hex.c": "the same",
    "hex/RULES.md": "the same",
    "slurm/job.sh": "written by fulcrum slurm",
    "losses.csv": "written by fulcrum train",
    "new.csv": "the reader's",
    "mine.py": "the reader's",
    "my.py": "the reader's",
    "complete.sh": "made by its test",
    "nim.c": "the reader's",
    "tictactoe.c": "the reader's",
    "include/fulcrum.h": "an installed file",
    "elo_test.cpp": "Fastchess's",
    "LLRcalc.py": "Fishtest's",
}
# Headers that are included through another one.
GIVEN_BY = {"core/game/game_table.h": "core/game/game.h"}
# Parts of one file, included in the middle of it, which use what precedes them.
FRAGMENTS = re.compile(
    r"mcts/evaluate/convolution/matrix_rows_tiles\.h|"
    r"core/kit/kit(_set|_position|_rules)?\.h|"
    r"core/games/\w+/\w+_(rules|playout|edges|random|singles|lockstep|lanes|grid|features)\.h")


class Tree:
    """All sources, and the symbols of the built ones."""

    def __init__(self, root, build):
        self.root = root
        self.sources = {}
        self.files = []
        for top in sorted(os.listdir(root)):
            if top == "fulcrum.c":
                self._add(top)
            if top in LAYERS or top in ("tests", "configs", "experiments", "python"):
                for folder, folders, names in os.walk(os.path.join(root, top)):
                    folders[:] = sorted(f for f in folders if f != "__pycache__")
                    for name in sorted(names):
                        self._add(os.path.relpath(os.path.join(folder, name), root))
        self.headers = {path for path in self.sources if path.endswith(".h")}
        self.layer_files = [path for path in self.sources if layer_of(path) in LAYERS
                            and not path.startswith(EXAMPLES)]
        self._read_symbols(build)

    def _add(self, path):
        self.files.append(path)
        if path.endswith((".c", ".h")):
            self.sources[path] = Source(path, self.read(path))

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8",
                  errors="replace") as file:
            return file.read()

    def _read_symbols(self, build):
        """Sets `defined` and `undefined`: the symbols in each source's objects."""
        objects = {}
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
            for entry in json.load(file):
                words = shlex.split(entry["command"])
                made = os.path.join(entry["directory"], words[words.index("-o") + 1])
                source = os.path.relpath(entry["file"], self.root)
                if (source in self.sources and os.path.exists(made)
                        and LEFT_OUT.get(source) != "WebAssembly"):
                    objects[made] = source
        built = set(objects.values())
        missing = [path for path in self.layer_files if path.endswith(".c")
                   and path not in built]
        self.left_out = [path for path in missing if path in LEFT_OUT]
        missing = [path for path in missing if path not in LEFT_OUT]
        if missing:
            sys.exit(f"structure: {build} has no object of {missing[0]}: build it first")
        self.defined = collections.defaultdict(set)
        self.undefined = collections.defaultdict(set)
        listing = subprocess.run(["nm", "-A", "-P", "-g", *objects], check=True,
                                 capture_output=True, text=True).stdout
        for line in listing.splitlines():
            place, symbol, kind = re.match(r"(.*?):? (\S+) (\w)", line).groups()
            kinds = self.undefined if kind in "Uw" else self.defined
            kinds[objects[place.rstrip(":")]].add(symbol)
        self.home = {symbol: path for path, symbols in self.defined.items()
                     for symbol in symbols if layer_of(path) in LAYERS}


def layer_of(path):
    return path.split("/")[0]


def rank(path):
    layer = layer_of(path)
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS)


def components(graph):
    """Strongly connected components of more than one node (Tarjan 1972)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def check_layers(tree):
    for path in tree.layer_files:
        for name in tree.sources[path].includes:
            if rank(name) > rank(path):
                yield f"{path} includes {name}, which is above it"
            if path.startswith("core/base/") and not name.startswith("core/base/"):
                yield f"{path} includes {name}, but core/base knows no game"
            if name == "core/cli/cli.h" and "/cli/" not in path:
                yield f"{path} includes {name}, which is for commands"
        for symbol in tree.undefined[path]:
            if symbol in tree.home and rank(tree.home[symbol]) > rank(path):
                yield f"{path} uses {symbol} of {tree.home[symbol]}, which is above it"


def check_header_cycles(tree):
    graph = {path: set(tree.sources[path].includes) & tree.headers
             for path in tree.headers}
    for cycle in components(graph):
        yield "headers include each other: " + ", ".join(cycle)


def check_folder_cycles(tree):
    graph = collections.defaultdict(set)
    for path in tree.layer_files:
        for name in tree.sources[path].includes:
            if layer_of(name) == layer_of(path):
                graph[subject_of(path)].add(subject_of(name))
    cycles = [set(cycle) for cycle in components(graph)]
    for cycle in cycles:
        if cycle not in FOLDER_CIRCLES:
            yield "folders include each other in circles: " + ", ".join(sorted(cycle))
    for cycle in FOLDER_CIRCLES:
        if cycle not in cycles:
            yield "FOLDER_CIRCLES names what is no circle: " + ", ".join(sorted(cycle))


def subject_of(path):
    return "/".join(path.split("/")[:2])


def check_call_cycles(tree):
    graph = {path: {tree.home[symbol] for symbol in tree.undefined[path]
                    if symbol in tree.home} - {path} for path in tree.layer_files}
    for caller, called in CIRCLES:
        if called in tree.left_out:
            continue
        if called not in graph.get(caller, ()):
            yield f"CIRCLES names a call from {caller} to {called}, which does not exist"
        graph.get(caller, set()).discard(called)
    for cycle in components(graph):
        calls = []
        for path in cycle:
            for other in sorted(graph[path] & set(cycle)):
                symbols = sorted(tree.undefined[path] & tree.defined[other])
                calls.append(f"\n    {path} -> {other}: {', '.join(symbols)}")
        yield "files call each other:" + "".join(calls)


def check_includes(tree):
    """Skips the parts of one file, which are included in the middle of it."""
    headers = {path: tree.sources[path] for path in tree.headers
               if not FRAGMENTS.fullmatch(path)}
    for path, by in GIVEN_BY.items():
        if path in headers:
            headers[by].declares |= headers[path].declares
            headers[by].fields |= headers[path].fields
    owners, tags = collections.defaultdict(set), {}
    for path, source in headers.items():
        tags.update(source.tags)
        for name in source.declares:
            owners[name].add(path)
    for path, source in sorted(tree.sources.items()):
        if any(FRAGMENTS.fullmatch(name) for name in (path, *source.includes)):
            continue
        words = source.words | {tags[word] for word in source.words & set(tags)}
        for name in headers.keys() & set(source.includes):
            header = headers[name]
            offers = header.declares | set(header.tags)
            used = offers & words or header.fields & source.members
            if offers and not used and path[:-2] != name[:-2]:
                yield f"{path} includes {name} and uses nothing of it"
        if path in headers and layer_of(path) in LAYERS:
            yield from missing_includes(path, headers, owners)


def missing_includes(path, headers, owners):
    source = headers[path]
    known = source.declares.union(
        source.forward, *(headers[name].forward
                          for name in headers.keys() & set(source.includes)))
    for word in sorted(source.words - known):
        homes = owners[word]
        is_field = word not in source.calls and any(
            word in headers[home].functions for home in homes)
        if homes and not homes & set(source.includes) and not is_field \
                and not word.startswith("struct "):
            yield f"{path} uses {word} and does not include {min(homes)}"


def check_libraries(tree):
    for path in sorted(tree.headers):
        for name in tree.sources[path].system:
            if "/" in name or name in ("hdf5.h", "argp.h", "termios.h", "getopt.h"):
                if path not in LIBRARY_HEADERS.get(name, ()) and layer_of(path) in LAYERS:
                    yield f"{path} includes <{name}>, and so do all files that include it"


def check_json(tree):
    for path in tree.layer_files:
        for word in LENIENT_JSON.findall(tree.read(path)):
            if not path.startswith(("core/base/json", "eval/page/")):
                yield f"{path} uses {word} instead of core/base/json.h"


def check_names(tree):
    games = {path.split("/")[2] for path in tree.files
             if path.startswith("core/games/") and path.count("/") > 2}
    pattern = re.compile(rf"(?<![a-z])({'|'.join(games)})(?![a-z])", re.I)
    for path in tree.files:
        if rank(path) not in range(1, len(LAYERS)) or path.endswith(".md") or \
                path == INTERFACE or path.startswith(EXAMPLES):
            continue
        for number, line in enumerate(tree.read(path).split("\n"), 1):
            if pattern.search(line):
                yield f"{path}:{number} names a game: {line.strip()}"


def reached(tree, path, program):
    """The functions of a file that the program's other files reach, directly or through the
    file's own functions."""
    bodies = tree.sources[path].bodies
    found, ahead = set(), [name for name in bodies
                           if name in program or name in tree.sources[path].loose]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead.extend(bodies[name] & set(bodies))
    return found


def check_use(tree):
    """Functions that only tests use, or nobody; not in files put together by macros."""
    program = set().union(*(symbols for path, symbols in tree.undefined.items()
                            if layer_of(path) in (*LAYERS, "fulcrum.c")))
    tests = set().union(*(symbols for path, symbols in tree.undefined.items()
                          if layer_of(path) == "tests"))
    if INTERFACE in tree.sources:
        program |= tree.sources[INTERFACE].declares
    program |= {word for path in KIT if path in tree.files
                for word in re.findall(r"\w+", tree.read(path))}
    for path in sorted(tree.layer_files):
        if path.startswith("core/games/") or path in OF_COMPILERS:
            continue
        own = reached(tree, path, program)
        for symbol in sorted(tree.defined[path] - program - set(NOT_USED)):
            if symbol.startswith("."):
                continue
            if symbol not in tests:
                yield f"{path}: no other file uses {symbol}: it should be static"
            elif symbol not in own:
                yield f"{path}: only tests use {symbol}"
    for symbol in NOT_USED:
        is_used = symbol in program and symbol not in FOR_NEW_GAMES
        if is_used or (symbol not in tree.home and not tree.left_out):
            yield f"NOT_USED names {symbol}, which needs no reason"


def check_sizes(tree):
    for path in tree.files:
        if path.endswith((".c", ".h", ".py", ".sh", ".js", ".css", ".cmake")):
            lines = tree.read(path).count("\n")
            if lines > MAX_LINES and path not in LONG_FILES:
                yield f"{path} has {lines} lines, more than {MAX_LINES}"
            if lines <= MAX_LINES and path in LONG_FILES:
                yield f"LONG_FILES names {path}, which has {lines} lines"
    for folder, count in folders_of(tree).items():
        if count > MAX_FILES and not folder.startswith(tuple(LARGE_FOLDERS)):
            yield f"{folder} has {count} files, more than {MAX_FILES}"


def folders_of(tree):
    return collections.Counter(os.path.dirname(path) for path in tree.files
                               if os.path.basename(path) != "README.md")


def wide_comments(tree):
    for path in tree.sources:
        text = tree.read(path)
        lines = text.split("\n")
        for number in sorted(commented_lines(text)):
            if len(lines[number]) > MAX_COLUMNS:
                yield path, number + 1, len(lines[number])


def check_columns(tree):
    for path, line, columns in wide_comments(tree):
        yield f"{path}:{line} has a comment and {columns} columns"


def named_files(path, text):
    """(line, name, whether it is a link): files named in comments, pages and scripts."""
    lines = text.split("\n")
    if path.endswith(".md"):
        wanted = range(len(lines))
    elif path.endswith((".c", ".h")):
        wanted = sorted(commented_lines(text))
    else:
        wanted = [i for i, line in enumerate(lines) if line.lstrip().startswith("#")]
    for i in wanted:
        if path.endswith(".md"):
            yield from ((i + 1, name, True) for name in LINK.findall(lines[i]))
        yield from ((i + 1, name, False) for name in NAMED_FILE.findall(lines[i]))


def check_paths(tree):
    """A bare name may be in any folder; a path is relative to the file's folder or to any
    folder above it."""
    pages = [name for name in sorted(os.listdir(tree.root)) if name.endswith(".md")]
    there = {*tree.files, *pages, *os.listdir(tree.root)}
    for path in tree.files:
        while path := os.path.dirname(path):
            there.add(path)
    names = {os.path.basename(path) for path in there}
    for path in [*pages, *tree.files]:
        if not path.endswith((".c", ".h", ".md", ".py", ".sh")) or "/corpus/" in path:
            continue
        for line, name, is_link in named_files(path, tree.read(path)):
            if name in NOT_HERE or PLACEHOLDER.search(name):
                continue
            if "/" not in name and not is_link and name in names:
                continue
            above = [os.path.dirname(path)]
            while above[-1] and not is_link:
                above.append(os.path.dirname(above[-1]))
            if not there & {os.path.normpath(os.path.join(at, name)) for at in above}:
                yield f"{path}:{line} names {name}, which is not there"


def fan_out(tree):
    """The C files that include each header, directly or not."""
    seen_by = collections.defaultdict(set)
    for path in tree.sources:
        if path.endswith(".c"):
            seen, ahead = set(), [path]
            while ahead:
                source = tree.sources.get(ahead.pop())
                names = source.includes + source.system if source else []
                ahead.extend(name for name in names if name not in seen)
                seen.update(names)
            for name in seen:
                seen_by[name].add(path)
    return seen_by


def print_counts(tree):
    of_layers = [path for path in tree.layer_files if path.endswith(".c")]
    longest = max((tree.sources[path].lines, path) for path in tree.layer_files)
    fullest = max((count, folder) for folder, count in folders_of(tree).items()
                  if not folder.startswith(tuple(LARGE_FOLDERS)))
    print(f"{len(of_layers)} C files and {len(tree.headers)} headers in "
          f"{len(folders_of(tree))} folders")
    print(f"longest file {longest[1]}: {longest[0]} lines; "
          f"fullest folder {fullest[1]}: {fullest[0]} files")
    seen_by = fan_out(tree)
    for name in ("cjson/cJSON.h", "hdf5.h", "mcts/tree/tree.h",
                 "mcts/evaluate/convolution/trunk/network_trunk.h",
                 "mcts/evaluate/convolution/network.h", "mcts/search/search.h", "core/game/game.h"):
        print(f"{len(seen_by[name])} C files of {len(fan_out_files(tree))} see {name}")


def fan_out_files(tree):
    return [path for path in tree.sources if path.endswith(".c")]


CHECKS = (check_layers, check_header_cycles, check_folder_cycles, check_call_cycles, check_includes,
          check_libraries, check_json, check_names, check_use, check_sizes, check_columns,
          check_paths)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("build", help="build folder")
    parser.add_argument("--root", help="source folder", default=os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    parser.add_argument("--fan-out", nargs="+", default=[], metavar="HEADER",
                        help="only print the C files that include these headers, directly or not")
    options = parser.parse_args(arguments)
    tree = Tree(os.path.realpath(options.root), options.build)
    if options.fan_out:
        seen_by = fan_out(tree)
        print(*sorted(set().union(*(seen_by[name] for name in options.fan_out))), sep="\n")
        return 0
    print_counts(tree)
    violations = 0
    for check in CHECKS:
        for message in check(tree):
            print(message, file=sys.stderr)
            violations += 1
    print(f"{violations} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

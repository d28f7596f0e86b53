"""A plan of generations, and the configurations, agents and paths derived from it.

    plan = Plan.read("plan.json")
    plan.games(3, 0, champion=2)      # configuration of self-play for fulcrum
    plan.agent(2)                     # the agent of generation 2's network
    plan.first_opponent()             # the agent that the first network plays

The plan is one JSON object; all paths it returns are relative to the folder of the loop.

    game         name of the game
    variants     list of objects with `variant`, keys of the rules, and `from`, the first
                 generation that plays it (default 0), for example to start with small
                 boards; games are divided evenly
    generations  their number
    seed         of all games, matches and the learner (default 1)
    first        keys of a configuration, at least `games`: self-play until a network is
                 promoted; its evaluator is playouts
    next         the same, from then on
    progress     keys of `next` by dotted path, each with its value in generation 1 and in
                 generation number `generations`, after which it stays constant; in between
                 it changes by a constant factor per generation:
                 {"generations": 6, "search.simulations": [100, 400], "games": [8000, 2000]}
                 keeps the total number of simulations, with more but shorter searches at first
                 (default: `next` is the same in all generations)
    starts       a `share` (default 0.5) of the games of `next` begins at recorded positions
                 of the previous `generations` (default 1); `choice`: "branch", uniformly, or
                 "regret", more often where searches were far from the game's result;
                 `positions`: at most this number (default: one per such game), limited by
                 the size of `opening.actions`; positions start equally many games, up to a
                 difference of one (starts.py; default: every game begins at the start)
    export       options of `fulcrum export` (default: see EXPORT)
    reanalyze    before each generation is trained, the best network searches the games of
                 the previous `generations` again, except those it has played itself, and
                 their exports are replaced (`fulcrum reanalyze`), with the `search` of
                 `next` and without noise; `share`: of the positions (default 1), the same
                 ones each time (default: nothing is reanalyzed)
    overlap      true: games start while the previous generation is trained and gated, with
                 the best network before it; without one they wait (default: every
                 generation's games wait for the previous network)
    train        options of train.py without dashes, at least `steps` (per generation);
                 `network`: the kind, "convolution" (default) or "integer", for one variant;
                 `schedule-steps`: "plan" means the steps of all generations, with a `decay`;
                 true stands for an option without a value
    agent        search of the networks in gates and ratings
    opponents    agents without a network, each with a `name`, for the ratings; the first is
                 also the first network's opponent in the gate
    gate         decides whether a new network plays the next games, by a match against the
                 best, on the newest of the variants; `games`: at most; `opening`: random
                 turns. `rule`: "sprt" (default), with `sprt`: [ELO0, ELO1], optional `alpha`
                 and `beta`, and `undecided`: the verdict if the games end undecided,
                 "reject" (default) or "promote"; "half": promote with a score of at least
                 50 %; "off": always promote, without a match
    ratings      `error`: target standard error, in Elo; `pairs`: at most, per pairing;
                 `opening`; `promoted`: pairs of games of each network with each opponent as
                 soon as it is promoted (default: all ratings are made at the end)
"""

import copy
import json
import os
import re
import zlib
from dataclasses import dataclass

from data import DataError
from publish import read_json

EXPORT = ["--symmetries", "random", "--min-visits", "1", "--value", "result,root"]
OF_SPRT = ("sprt", "alpha", "beta", "undecided")
GATE_RULES = ("sprt", "half", "off")
NEEDED = {"": ("game", "variants", "generations", "first", "next", "train", "agent",
               "opponents", "gate", "ratings"),
          "first": ("games",), "next": ("games",), "train": ("steps",),
          "ratings": ("error", "pairs", "opening")}
ALLOWED = {"": ("seed", "progress", "starts", "export", "reanalyze", "overlap"),
           "ratings": ("promoted",),
           "gate": ("rule", "games", "opening", *OF_SPRT)}
SET_BY_THE_LOOP = {"first": ("game", "variant", "seed"), "next": ("game", "variant", "seed"),
                   "train": ("out", "threads", "seed", "device")}
# Kinds of networks: their evaluator, and what is exported for the learner.
KINDS = {"convolution": ("network", "--planes"), "integer": ("integer", "--features")}
COUNTS = (("first", "games"), ("next", "games"), ("train", "steps"),
          ("ratings", "pairs"))
NO_MORE_THAN = 1000  # generations: three-digit numbers


@dataclass(frozen=True)
class Plan:
    """The parsed JSON."""

    said: dict

    @staticmethod
    def read(path):
        try:
            with open(path, encoding="utf-8") as file:
                said = json.load(file)
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: cannot be read: {error}") from error
        try:
            check(said)
        except DataError as error:
            raise DataError(f"{path}: {error}") from error
        return Plan(said)

    def __getattr__(self, name):
        if name in ALLOWED[""] or name in NEEDED[""]:
            return self.said[name] if name in self.said else \
                {"seed": 1, "export": EXPORT}.get(name)
        raise AttributeError(name)

    def may_follow(self, other, begun, unused=()):
        """Whether a loop that has begun so many generations with the other plan can continue
        with this one: more generations, variants of generations not begun, other ratings and
        unused parts invalidate no results."""
        def fixed(plan):
            return {name: value for name, value in plan.said.items()
                    if name not in ("generations", "variants", "opponents", "ratings",
                                    *unused)}
        old, new = ([item for item in plan.variants if item.get("from", 0) < begun]
                    for plan in (other, self))
        return self.generations >= begun and fixed(self) == fixed(other) and \
            ("gate" in unused or self.opponents[0] == other.opponents[0]) and \
            old == new and self.variants[:len(old)] == old

    # --- Self-play, learner, agents ------------------------------------------------------

    def games(self, generation, variant, champion):
        """Configuration; champion: the generation whose network plays, or None."""
        said = dict(self.first if champion is None else self.next_of(generation))
        count, playing = said["games"], self.playing(generation)
        said["games"] = count // len(playing) + (playing.index(variant) < count % len(playing))
        said.setdefault("shard_games", 50)
        said.update(game=self.game, variant=self.variants[variant]["variant"],
                    seed=self.run_seed(generation) + variant)
        return said if champion is None else self.with_network(said, champion)

    def next_of(self, generation):
        """`next` in a generation, with `progress` applied."""
        said = copy.deepcopy(self.next)
        for path, numbers in (self.progress or {}).items():
            if path != "generations":
                part, _, key = path.rpartition(".")
                (said.setdefault(part, {}) if part else said)[key] = \
                    between(*numbers, generation, self.progress["generations"])
        return said

    def agent(self, generation):
        """The network of a generation."""
        return self.with_network({"name": f"generation-{generation:03d}",
                                  "search": self.agent_search(),
                                  "temperature": {"start": 0}}, generation)

    def reanalyst(self, generation, best):
        """The agent by which the network of generation `best` searches recorded games
        before a generation is trained."""
        keys = self.next_of(generation)
        said = {name: keys[name] for name in ("search", "network") if name in keys}
        return self.with_network({"name": f"reanalyst-{best:03d}", **said}, best)

    def start_generations(self, generation):
        """Generations at whose positions games of this one begin."""
        count = self.starts.get("generations", 1) if self.starts else 0
        return range(max(0, generation - count), generation)

    def reanalyze_options(self):
        return [*self.export_options(), "--share", self.reanalyze.get("share", 1)]

    def reanalyzed(self, generation):
        """Generations whose games are reanalyzed before this one is trained."""
        count = self.reanalyze["generations"] if self.reanalyze else 0
        return range(max(0, generation - count), generation)

    def agent_search(self):
        return self.said["agent"]

    def first_opponent(self):
        """The first network's opponent in the gate."""
        return self.opponents[0]

    def with_network(self, said, generation):
        search = {"selection": "puct", "fpu": "reduction", **said.get("search", {})}
        network = {**said.get("network", {}), "weights": self.weights(generation)}
        return {**said, "search": {**search, "evaluator": self.kind()[0]}, "network": network}

    def kind(self):
        return KINDS[self.train.get("network", "convolution")]

    def export_options(self):
        return [self.kind()[1], "--policy", "padded", *self.export]

    def run_seed(self, generation):
        """Leaves room for the seeds of all runs and the gate of a generation."""
        return self.seed * 10_000_000 + generation * 1000

    def gate_options(self):
        """Options of `fulcrum match`: an SPRT, or none."""
        if self.gate_rule() != "sprt":
            return []
        return [f"--sprt={self.gate['sprt'][0]}:{self.gate['sprt'][1]}",
                *(f"--{name}={self.gate[name]}" for name in ("alpha", "beta")
                  if name in self.gate)]

    def gate_rule(self):
        return self.gate.get("rule", "sprt")

    def verdict(self, result):
        """The verdict on a match result, and whether the network is promoted."""
        if self.gate_rule() == "half":
            promoted = result["score"]["value"] >= 0.5
            return ("promoted" if promoted else "rejected"), promoted
        verdict = {"H1": "promoted", "H0": "rejected"}.get(result["sprt"]["state"],
                                                            "undecided")
        return verdict, verdict == "promoted" or \
            verdict == "undecided" and self.gate.get("undecided", "reject") == "promote"

    def gate_seed(self, generation):
        return self.run_seed(generation) + 999

    def ratings_folder(self, variant):
        """The folder of the matches, which depends on their settings."""
        played = json.dumps([self.opponents, self.ratings["pairs"], self.ratings["opening"]])
        return f"ratings/{variant}-{zlib.crc32(played.encode()):08x}"

    def train_options(self, generation):
        words = []
        for name, value in {"seed": self.seed, "decay": 0, **self.train}.items():
            if name == "steps":
                value = self.steps(generation)
            elif name == "schedule-steps" and value == "plan":
                value = self.steps(self.generations - 1)
            words += ["--" + name.replace("_", "-"), *([] if value is True else [str(value)])]
        return words

    def steps(self, generation):
        """Steps of the learner after a generation."""
        return self.train["steps"] * (generation + 1)

    def playing(self, generation):
        """Numbers of the variants that a generation plays."""
        return [number for number, item in enumerate(self.variants)
                if item.get("from", 0) <= generation]

    def variant_words(self, variant):
        """key=value arguments for match and rate."""
        return [f"{key}={json.dumps(value) if isinstance(value, bool) else value}"
                for key, value in self.variants[variant]["variant"].items()]

    # --- Paths, relative to the folder of the loop ---------------------------------------

    def weights(self, generation):
        return f"learner/weights-{self.steps(generation):08d}.h5"


def between(first, last, generation, generations):
    """Geometric interpolation from generation 1 to the last of so many; an integer if both
    ends are."""
    share = min(max(generation - 1, 0) / (generations - 1), 1)
    number = first * (last / first) ** share
    return round(number) if isinstance(first, int) and isinstance(last, int) else \
        float(f"{number:.6g}")


def run_file(generation, variant):
    return f"games/{generation:03d}-{variant}"


def export_file(generation, variant):
    return f"exports/{generation:03d}-{variant}.h5"


def gate_file(generation):
    return f"gates/{generation:03d}.json"


def rating_file(variant):
    return f"ratings/{variant}.json"


def champion(folder, generation):
    """The best network of the generations before one, or None."""
    for earlier in range(generation - 1, -1, -1):
        if read_json(os.path.join(folder, gate_file(earlier)))["promoted"]:
            return earlier
    return None


def variant_text(keys):
    """A variant as readable text."""
    return ", ".join(f"{key} {value}" for key, value in keys.items()) or "the rules' defaults"


def check(said):
    """Rejects missing, unknown and mistyped keys before anything is played; the contents of
    configurations, agents and options are checked by fulcrum and train.py (judge.py)."""
    expect("", said, dict)
    for place, needed in NEEDED.items():
        part = said[place] if place else said
        expect(place, part, dict)
        for name in needed:
            if name not in part:
                raise DataError(f"{place + '.' if place else ''}{name} is missing")
    for place, allowed in ALLOWED.items():
        for name in said[place] if place else said:
            if name not in allowed and name not in NEEDED[place]:
                raise DataError(f"{place + '.' if place else ''}{name}: unknown key; "
                                f"known keys: {', '.join(NEEDED[place] + allowed)}")
    for place, names in SET_BY_THE_LOOP.items():
        for name in names:
            if name in said[place]:
                raise DataError(f"{place}.{name}: is set by the loop")
    for name, value in (("generations", said["generations"]), ("seed", said.get("seed", 1)),
                        *((f"{place}.{name}", said[place][name]) for place, name in COUNTS)):
        check_count(name, value)
    if said["generations"] > NO_MORE_THAN:
        raise DataError(f"generations: at most {NO_MORE_THAN}, not {said['generations']}")
    for place in "first", "next":
        for name in "search", "network":
            expect(f"{place}.{name}", said[place].get(name, {}), dict)
    expect("game", said["game"], str)
    expect("agent", said["agent"], dict)
    for word in expect("export", said.get("export", []), list):
        expect("export", word, str)
    if not isinstance(said.get("overlap", False), bool):
        raise DataError("overlap: must be true or false")
    for name, value in said["train"].items():
        if value is not True:
            expect(f"train.{name}", value, (int, float, str))
    if "schedule-steps" in said["train"] and not said["train"].get("decay"):
        raise DataError("train.schedule-steps: requires train.decay above 0")
    kind = said["train"].get("network", "convolution")
    if kind not in KINDS:
        raise DataError(f"train.network: must be one of {', '.join(KINDS)}, not {kind}")
    if "progress" in said:
        check_progress(expect("progress", said["progress"], dict), said["next"])
    if "starts" in said:
        check_starts(expect("starts", said["starts"], dict), said["next"])
    if "reanalyze" in said:
        check_reanalyze(expect("reanalyze", said["reanalyze"], dict))
    check_gate(said["gate"])
    check_opening("ratings.opening", said["ratings"]["opening"])
    check_count("ratings.promoted", said["ratings"].get("promoted", 1))
    if said["ratings"].get("promoted", 1) > said["ratings"]["pairs"]:
        raise DataError("ratings.promoted: must be at most ratings.pairs")
    expect("ratings.error", said["ratings"]["error"], (int, float))
    check_variants(expect("variants", said["variants"], list))
    if kind == "integer" and len(said["variants"]) > 1:
        raise DataError("variants: an integer network has only one variant")
    check_opponents(expect("opponents", said["opponents"], list))


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 10**9


def check_count(name, value):
    if not is_count(value):
        raise DataError(f"{name}: must be an integer of at least 1, not {value}")


def check_opening(name, value):
    if expect(name, value, int) < 0:
        raise DataError(f"{name}: must be a number of turns")


def check_progress(said, keys):
    if len(said) < 2 or not is_count(said.get("generations")) or said["generations"] < 2:
        raise DataError("progress: must have generations, at least 2, and keys of next")
    for path, numbers in said.items():
        if path == "generations":
            continue
        if path != "games" and not re.fullmatch(r"[a-z_]+\.[a-z_]+", path):
            raise DataError(f"progress.{path}: must be games or PART.KEY of next, such as "
                            "search.simulations")
        for number in expect(f"progress.{path}", numbers, list):
            if not 0 < expect(f"progress.{path}", number, (int, float)) <= 1e9:
                raise DataError(f"progress.{path}: must be above 0 and at most 1e9")
        if len(numbers) != 2:
            raise DataError(f"progress.{path}: must be [FIRST, LAST]")
        if path == "games":
            for number in numbers:
                check_count("progress.games", number)
        part = path.rpartition(".")[0]
        expect(f"next.{part}", keys.get(part, {}), dict)


def check_starts(said, keys):
    for name in said:
        if name not in ("choice", "share", "positions", "generations"):
            raise DataError(f"starts.{name}: unknown key; known keys: choice, share, "
                            "positions, generations")
    if said.get("choice") not in ("branch", "regret"):
        raise DataError('starts.choice: must be "branch" or "regret"')
    for name in "positions", "generations":
        check_count(f"starts.{name}", said.get(name, 1))
    if not 0 < expect("starts.share", said.get("share", 1), (int, float)) <= 1:
        raise DataError("starts.share: must be above 0 and at most 1")
    if "actions" in expect("next.opening", keys.get("opening", {}), dict):
        raise DataError("next.opening.actions: is set by the loop when there is starts")


def check_reanalyze(said):
    for name in said:
        if name not in ("share", "generations"):
            raise DataError(f"reanalyze.{name}: unknown key; known keys: share, "
                            "generations")
    if "generations" not in said:
        raise DataError("reanalyze.generations is missing")
    check_count("reanalyze.generations", said["generations"])
    if not 0 < expect("reanalyze.share", said.get("share", 1), (int, float)) <= 1:
        raise DataError("reanalyze.share: must be above 0 and at most 1")


def check_gate(gate):
    rule = gate.get("rule", "sprt")
    if rule not in GATE_RULES:
        raise DataError(f"gate.rule: must be one of {', '.join(GATE_RULES)}, not "
                        f"{json.dumps(rule)[:60]}")
    keys = {"sprt": ("games", "opening", *OF_SPRT), "half": ("games", "opening"), "off": ()}[rule]
    for name in gate:
        if name not in ("rule", *keys):
            raise DataError(f'gate.{name}: is not used by the rule "{rule}"')
    for name in keys:
        if name not in gate and name in ("games", "opening", "sprt"):
            raise DataError(f"gate.{name} is missing")
    if rule != "off":
        check_count("gate.games", gate["games"])
        check_opening("gate.opening", gate["opening"])
    if rule != "sprt":
        return
    for value in expect("gate.sprt", gate["sprt"], list):
        expect("gate.sprt", value, (int, float))
    if len(gate["sprt"]) != 2:
        raise DataError("gate.sprt: must be [ELO0, ELO1]")
    if gate["sprt"][0] >= gate["sprt"][1]:
        raise DataError("gate.sprt: ELO0 must be less than ELO1")
    for name in "alpha", "beta":
        if not 0 < expect(f"gate.{name}", gate.get(name, 0.05), (int, float)) < 0.5:
            raise DataError(f"gate.{name}: must be between 0 and 0.5")
    if gate.get("undecided", "reject") not in ("reject", "promote"):
        raise DataError('gate.undecided: must be "reject" or "promote"')


def expect(name, value, kinds):
    """The value, if it is of these types."""
    if isinstance(value, bool) or not isinstance(value, kinds):
        kind = {dict: "an object", list: "a list", str: "a string"}.get(kinds, "a number")
        raise DataError(f"{name + ': ' if name else ''}must be {kind}, not "
                        f"{json.dumps(value)[:60]}")
    return value


def is_line(text):
    """One printable line: a key or a value of the rules."""
    return text.isprintable() and len(text) <= 60


def check_variants(variants):
    for number, item in enumerate(variants):
        expect(f"variants[{number}]", item, dict)
        rules = item.get("variant")
        for text in [*rules, *map(str, rules.values())] if isinstance(rules, dict) else []:
            if not is_line(text):
                raise DataError(f"variants[{number}]: must be one line without control "
                                f"characters: {text[:60]!r}")
        start = item.get("from", 0)
        if not isinstance(item.get("variant"), dict) or set(item) - {"variant", "from"} or \
                not isinstance(start, int) or isinstance(start, bool) or start < 0:
            raise DataError(f'variants[{number}]: must be {{"variant": {{...}}, "from": '
                            "GENERATION}")
    if not variants or variants[0].get("from", 0) != 0:
        raise DataError("variants: the first must be played from generation 0 on")


def check_opponents(opponents):
    names = []
    for number, agent in enumerate(opponents):
        expect(f"opponents[{number}]", agent, dict)
        name = expect(f"opponents[{number}].name", agent.get("name"), str)
        if not re.fullmatch(r"[A-Za-z0-9._-]{1,60}", name) or name in names or \
                name.startswith("generation-"):
            raise DataError(f"opponents[{number}].name: must be a unique name of "
                            "letters, digits, dots and dashes that does not begin with "
                            f"generation-, not {name[:80]}")
        expect(f"opponents[{number}].search", agent.get("search", {}), dict)
        names.append(name)
    if not names:
        raise DataError("opponents: at least one is needed")

"""A plan of generations, and the configurations, agents and paths derived from it.

    plan = read_plan("plan.json")
    plan.games(3, 0, champion=2)      # configuration of self-play for fulcrum
    plan.agent_of(2)                  # the agent of generation 2's network

The plan is one JSON object; all paths are relative to the folder of the loop.

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
    export       options of `fulcrum export` (default: EXPORT)
    train        options of train.py without dashes, at least `steps` (per generation);
                 `network`: the kind, "convolution" (default) or "integer", for one variant;
                 true stands for an option without a value
    agent        search of the networks in gates and ratings
    opponents    agents without a network, each with a `name`, for the ratings; the first is
                 also the first network's opponent in the gate
    gate         decides whether a new network plays the next games, by a match against the
                 best, on the newest of the variants; `games`: at most; `opening`: random
                 turns; `sprt`: [ELO0, ELO1] of a sequential test, with `alpha` and `beta`.
                 Without `sprt` a network is promoted with a score of at least 50 %; {}:
                 always, without a match
    ratings      `error`: target standard error, in Elo; `pairs`: at most, per pairing;
                 `opening`: random turns
"""

import copy
import json
import os
import re

from programs import DataError
from publish import read_json

EXPORT = ["--symmetries", "random", "--min-visits", "1", "--value", "result,root"]
DEFAULTS = {"seed": 1, "export": EXPORT, "progress": {}}
NUMBER = (int, float)
# Keys and their types, by part.
KEYS = {"": {"game": str, "variants": list, "generations": int, "seed": int, "first": dict,
             "next": dict, "progress": dict, "export": list, "train": dict, "agent": dict,
             "opponents": list, "gate": dict, "ratings": dict},
        "first": {"games": int}, "next": {"games": int}, "train": {"steps": int},
        "gate": {"games": int, "opening": int, "sprt": list, "alpha": NUMBER, "beta": NUMBER},
        "ratings": {"error": NUMBER, "pairs": int, "opening": int}}
OPTIONAL = [*(("", name) for name in DEFAULTS), *(("gate", name) for name in KEYS["gate"])]
CLOSED = ("", "gate", "ratings")  # parts without other keys
COUNTS = [("", "generations"), ("", "seed"), ("first", "games"), ("next", "games"),
          ("train", "steps")]
SET_BY_THE_LOOP = {"first": ("game", "variant", "seed"), "next": ("game", "variant", "seed"),
                   "train": ("out", "threads", "seed", "device")}
# Kinds of networks: their evaluator, and what is exported for the learner.
KINDS = {"convolution": ("network", "--planes"), "integer": ("integer", "--features")}


class Plan:
    """The parsed JSON, whose keys are attributes."""

    def __init__(self, said):
        check(said)
        self.said = said
        for name in KEYS[""]:
            setattr(self, name, said[name] if name in said else DEFAULTS[name])
        self.evaluator, self.inputs = KINDS[self.train.get("network", "convolution")]

    def may_follow(self, other, begun):
        """Whether a loop that has begun so many generations with the other plan can continue with
        this one: more generations, variants of generations not begun, and other ratings
        invalidate no results."""
        def fixed(plan):
            return {name: value for name, value in plan.said.items()
                    if name not in ("generations", "variants", "ratings")}, \
                [item for item in plan.variants if item.get("from", 0) < begun]
        return self.generations >= begun and fixed(self) == fixed(other)

    def games(self, generation, variant, champion):
        """Configuration; champion: the generation whose network plays, or None."""
        said = dict(self.first) if champion is None else self.next_of(generation)
        count, playing = said["games"], self.playing(generation)
        said["games"] = count // len(playing) + (playing.index(variant) < count % len(playing))
        said.setdefault("shard_games", 50)
        said.update(game=self.game, variant=self.variants[variant]["variant"],
                    seed=self.run_seed(generation) + variant)
        return said if champion is None else self.with_network(said, champion)

    def next_of(self, generation):
        """`next` in a generation, with `progress` applied."""
        said = copy.deepcopy(self.next)
        for path, (first, last) in ((path, ends) for path, ends in self.progress.items()
                                    if path != "generations"):
            share = min(max(generation - 1, 0) / (self.progress["generations"] - 1), 1)
            value = first * (last / first) ** share
            part, _, key = path.rpartition(".")
            (said.setdefault(part, {}) if part else said)[key] = \
                round(value) if isinstance(first, int) and isinstance(last, int) else \
                float(f"{value:.6g}")
        return said

    def agent_of(self, generation):
        """The agent of a generation's network; of None: the first network's opponent."""
        if generation is None:
            return self.opponents[0]
        return self.with_network({"name": f"generation-{generation:03d}", "search": self.agent,
                                  "temperature": {"start": 0}}, generation)

    def with_network(self, said, generation):
        search = {"selection": "puct", "fpu": "reduction", **said.get("search", {})}
        network = {**said.get("network", {}), "weights": self.weights(generation)}
        return {**said, "search": {**search, "evaluator": self.evaluator}, "network": network}

    def export_options(self):
        return [self.inputs, "--policy", "padded", *self.export]

    def run_seed(self, generation):
        """Leaves room for the seeds of all runs and the gate of a generation."""
        return self.seed * 10_000_000 + generation * 1000

    def gate_options(self):
        """Options of `fulcrum match`."""
        sprt = [f"--sprt={self.gate['sprt'][0]}:{self.gate['sprt'][1]}"] \
            if "sprt" in self.gate else []
        return [f"opening.turns={self.gate['opening']}", "--games", self.gate["games"], *sprt,
                *(f"--{name}={self.gate[name]}" for name in ("alpha", "beta")
                  if name in self.gate)]

    def promotes(self, result):
        """Whether a match result promotes the network."""
        return result["sprt"]["state"] == "H1" if "sprt" in self.gate else \
            result["score"]["value"] >= 0.5

    def train_options(self, generation):
        said = {"seed": self.seed, "decay": 0, **self.train, "steps": self.steps(generation)}
        return [word for name, value in said.items()
                for word in ["--" + name, *([] if value is True else [str(value)])]]

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

    def weights(self, generation):
        return f"learner/weights-{self.steps(generation):08d}.safetensors"


def run_file(generation, variant):
    return f"games/{generation:03d}-{variant}"


def export_file(generation, variant):
    return f"exports/{generation:03d}-{variant}.h5"


def gate_file(generation):
    return f"gates/{generation:03d}.json"


def champion(folder, generation):
    """The best network of the generations before one, or None."""
    for earlier in range(generation - 1, -1, -1):
        if read_json(os.path.join(folder, gate_file(earlier)))["promoted"]:
            return earlier
    return None


def read_plan(path):
    try:
        return Plan(read_json(path))
    except (DataError, OSError, ValueError) as error:
        raise DataError(f"{path}: {error}") from error


# --- Checks -----------------------------------------------------------------------------


def check(said):
    """Rejects missing, unknown and mistyped keys before anything is played; the contents of
    configurations, agents and options are checked by the programs that use them (loop.py)."""
    expect("the plan", said, dict)
    for place, keys in KEYS.items():
        part = said[place] if place else said
        for name, kind in keys.items():
            if name in part:
                expect(f"{place}{'.' * bool(place)}{name}", part[name], kind)
            elif (place, name) not in OPTIONAL:
                raise DataError(f"{place}{'.' * bool(place)}{name} is missing")
        for name in part:
            if name not in keys and place in CLOSED:
                raise DataError(f"{place}{'.' * bool(place)}{name}: unknown key; known keys: "
                                f"{', '.join(keys)}")
            if name in SET_BY_THE_LOOP.get(place, ()):
                raise DataError(f"{place}.{name}: is set by the loop")
    for place, name in COUNTS:
        value = (said[place] if place else said).get(name, 1)
        if not 1 <= value <= 10**9:
            raise DataError(f"{name}: must be 1 or more, not {value}")
    kind = said["train"].get("network", "convolution")
    if kind not in KINDS:
        raise DataError(f"train.network: must be one of {', '.join(KINDS)}, not {kind}")
    check_progress(said.get("progress", {}))
    variants = said["variants"]
    for number, item in enumerate(variants):
        name = f"variants[{number}]"
        expect(f"{name}.variant", expect(name, item, dict).get("variant"), dict)
        if set(item) - {"variant", "from"} or expect(f"{name}.from", item.get("from", 0), int) < 0:
            raise DataError(f'{name}: must be {{"variant": {{...}}, "from": GENERATION}}')
    if not variants or variants[0].get("from", 0) != 0:
        raise DataError("variants: the first must be played from generation 0 on")
    if kind == "integer" and len(variants) > 1:
        raise DataError("variants: an integer network has only one variant")
    check_names([agent.get("name") if isinstance(agent, dict) else None
                 for agent in said["opponents"]])
    if said["gate"] and not {"games", "opening"} <= said["gate"].keys():
        raise DataError("gate: must have games and opening, or be {}")


def expect(name, value, kinds):
    """The value, if it is of these types."""
    if isinstance(value, bool) or not isinstance(value, kinds):
        kind = {dict: "an object", list: "a list", str: "a string"}.get(kinds, "a number")
        raise DataError(f"{name}: must be {kind}, not {json.dumps(value)[:60]}")
    return value


def check_progress(said):
    for path, ends in said.items():
        if path == "generations" and isinstance(ends, int) and ends > 1:
            continue
        if path == "generations" or not re.fullmatch(r"games|[a-z_]+\.[a-z_]+", path) or \
                len(expect(f"progress.{path}", ends, list)) != 2 or \
                not all(expect(f"progress.{path}", end, (int, float)) > 0 for end in ends):
            raise DataError('progress: must be as {"generations": 6, "search.simulations": '
                            f"[100, 400]}}, not {path}: {json.dumps(ends)}")
    if said and "generations" not in said:
        raise DataError("progress.generations is missing")


def check_names(names):
    """Of agents without a network."""
    for number, name in enumerate(names):
        if not re.fullmatch(r"[A-Za-z0-9._-]{1,60}", str(name)) or name in names[:number] or \
                str(name).startswith("generation-"):
            raise DataError(f"opponents[{number}].name: must be a unique name of letters, digits, "
                            f"dots and dashes that does not begin with generation-, not {name}")
    if not names:
        raise DataError("opponents: at least one is needed")

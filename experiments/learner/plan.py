"""A plan of generations, and what follows from it: configurations, agents, places.

    plan = Plan.read("plan.json")
    plan.games(3, 0, champion=2)      # configuration of self-play, as fulcrum takes it
    plan.agent(2)                     # an agent of a match; 0 and later have a network
    plan.rollouts()                   # the agent that plays without one

The plan is one JSON object; all paths in what it gives are below the folder of the loop.

    game         name of the game
    variants     each with `variant`, keys of the rules, and `from`, the generation that plays
                 it first (default 0): small boards first, say; games are shared evenly
    generations  how many
    seed         of all games and of the learner (default 1)
    first        keys of a configuration, `games` at least: self-play while no network is
                 good enough; its evaluator is random games
    next         the same, once one is
    export       options of `fulcrum export` (default: see EXPORT)
    train        options of train.py without dashes, `steps` (a generation) at least
    agent        search of the networks in gates and ratings
    opponents    agents without a network for the ratings; the first one's search is also
                 what the first network has to beat
    gate         `sprt`: [ELO0, ELO1], `games`: at most, `opening`: turns drawn at random;
                 optional `alpha` and `beta`; on the newest of the variants
    ratings      `error`: standard error to come to, in Elo; `pairs`: at most, a pairing;
                 `opening`
"""

import json
from dataclasses import dataclass

from data import DataError

EXPORT = ["--symmetries", "random", "--min-visits", "1", "--value", "result,root"]
NEEDED = {"": ("game", "variants", "generations", "first", "next", "train", "agent",
               "opponents", "gate", "ratings"),
          "first": ("games",), "next": ("games",), "train": ("steps",),
          "gate": ("sprt", "games", "opening"), "ratings": ("error", "pairs", "opening")}
ALLOWED = {"": ("seed", "export"), "gate": ("alpha", "beta")}
SET_BY_THE_LOOP = ("game", "variant", "seed")
NO_MORE_THAN = 1000  # generations: numbers of three digits


@dataclass(frozen=True)
class Plan:
    """What the JSON says."""

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
            return self.said[name] if name in self.said else {"seed": 1, "export": EXPORT}[name]
        raise AttributeError(name)

    def may_follow(self, other, done):
        """Whether a loop that was begun with the other plan and is through with so many
        generations can go on with this one: more generations, variants from now on, and
        other ratings take nothing back."""
        def fixed(plan):
            return {name: value for name, value in plan.said.items()
                    if name not in ("generations", "variants", "opponents", "ratings")}
        old, new = ([item for item in plan.variants if item.get("from", 0) < done]
                    for plan in (other, self))
        return fixed(self) == fixed(other) and self.opponents[0] == other.opponents[0] and \
            old == new and self.variants[:len(old)] == old

    # --- Self-play, learner, agents ------------------------------------------------------

    def games(self, generation, variant, champion):
        """Configuration; champion: the generation whose network plays, or None."""
        said = dict(self.first if champion is None else self.next)
        count, playing = said["games"], self.playing(generation)
        said["games"] = count // len(playing) + (playing.index(variant) < count % len(playing))
        said.setdefault("shard_games", 50)
        said.update(game=self.game, variant=self.variants[variant]["variant"],
                    seed=self.seed * 1_000_000 + generation * 1000 + variant)
        return said if champion is None else self.with_network(said, champion)

    def agent(self, generation):
        """The network of a generation."""
        return self.with_network({"name": f"generation-{generation:03d}",
                                  "search": self.agent_search(),
                                  "temperature": {"start": 0}}, generation)

    def agent_search(self):
        return self.said["agent"]

    def rollouts(self):
        """What the first network has to beat."""
        return self.opponents[0]

    def with_network(self, said, generation):
        search = {"selection": "puct", "fpu": "reduction", **said.get("search", {})}
        network = {**said.get("network", {}), "weights": self.weights(generation)}
        return {**said, "search": {**search, "evaluator": "network"}, "network": network}

    def train_options(self, generation):
        words = []
        for name, value in {"seed": self.seed, "decay": 0, **self.train}.items():
            value = self.steps(generation) if name == "steps" else value
            words += ["--" + name.replace("_", "-"), str(value)]
        return words

    def steps(self, generation):
        """Of the learner, when it is through with a generation."""
        return self.train["steps"] * (generation + 1)

    def playing(self, generation):
        """Numbers of the variants that a generation plays."""
        return [number for number, item in enumerate(self.variants)
                if item.get("from", 0) <= generation]

    def variant_words(self, variant):
        """key=value, as match and rate take them."""
        return [f"{key}={json.dumps(value) if isinstance(value, bool) else value}"
                for key, value in self.variants[variant]["variant"].items()]

    # --- Places --------------------------------------------------------------------------

    def weights(self, generation):
        return f"learner/weights-{self.steps(generation):08d}.h5"


def run_name(generation, variant):
    return f"{generation:03d}-{variant}"


def check(said):
    """Finds what is missing, unknown or of the wrong kind; fulcrum and train.py judge the
    rest when they are called."""
    if not isinstance(said, dict):
        raise DataError("is no JSON object")
    for place, needed in NEEDED.items():
        part = said.get(place, {}) if place else said
        if not isinstance(part, dict):
            raise DataError(f"{place}: has to be an object")
        for name in needed:
            if name not in part:
                raise DataError(f"{place + '.' if place else ''}{name} is missing")
    for place, allowed in ALLOWED.items():
        part = said[place] if place else said
        for name in part:
            if name not in allowed and name not in NEEDED[place]:
                raise DataError(f"{place + '.' if place else ''}{name}: there is no such key; "
                                f"there are {', '.join(NEEDED[place] + allowed)}")
    for place in "first", "next":
        for name in SET_BY_THE_LOOP:
            if name in said[place]:
                raise DataError(f"{place}.{name}: is set by the loop")
    for name, value in (("generations", said["generations"]), ("seed", said.get("seed", 1)),
                        ("first.games", said["first"]["games"]),
                        ("next.games", said["next"]["games"]),
                        ("train.steps", said["train"]["steps"]),
                        ("gate.games", said["gate"]["games"]),
                        ("ratings.pairs", said["ratings"]["pairs"])):
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise DataError(f"{name}: has to be a whole number from 1 on, not {value}")
    if said["generations"] > NO_MORE_THAN:
        raise DataError(f"generations: at most {NO_MORE_THAN}, not {said['generations']}")
    for name in "variants", "opponents":
        if not isinstance(said[name], list) or not said[name] or \
                not all(isinstance(item, dict) for item in said[name]):
            raise DataError(f"{name}: has to be a list of objects, of one at least")
    for number, item in enumerate(said["variants"]):
        start = item.get("from", 0)
        if not isinstance(item.get("variant"), dict) or set(item) - {"variant", "from"} or \
                not isinstance(start, int) or start < 0:
            raise DataError(f"variants[{number}]: has to be {{\"variant\": {{...}}, \"from\": "
                            "GENERATION}}")
    if said["variants"][0].get("from", 0) != 0:
        raise DataError("variants[0]: is played from generation 0 on")
    for place in "first", "next":
        if said[place]["games"] < len(said["variants"]):
            raise DataError(f"{place}.games: fewer than there are variants")
    if not all("name" in agent for agent in said["opponents"]):
        raise DataError("opponents: each wants a name")
    sprt = said["gate"]["sprt"]
    if not isinstance(sprt, list) or len(sprt) != 2:
        raise DataError("gate.sprt: has to be [ELO0, ELO1]")

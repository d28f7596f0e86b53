"""Files of integer networks, and their exact evaluation, in NumPy and h5py alone.

    weights = read("weights.h5")                    # refused with the reason when it is wrong
    found = emulate(weights, window.features_seen, features, actions, legal)
    found.value, found.priors                       # to the bit what `fulcrum` computes
    write("weights.h5", about, arrays)              # about: About, arrays: TENSORS' names

mcts/evaluate/integer/INTEGER.md is the contract: features, layers, scales, softmax, file. A
network is of one variant of a game.
"""

from collections import namedtuple
from dataclasses import dataclass

import h5py
import numpy as np

from data import DataError, as_text
from weights_file import weights_hash, write_weights

FORMAT, SCHEMA_VERSION = "fulcrum integer network", 1
HIDDEN = 32  # units of the value's layer
UNIT = 255  # of an accumulator that is 1.0
ACTIVE = 127  # of an activation that is 1.0
WEIGHT = 64  # of an 8-bit weight that is 1.0
SCALE = 4  # of the logits, so that 8-bit weights reach farther
LOGIT = ACTIVE * WEIGHT // SCALE  # of a logit that is 1.0
MOST_BIAS = 1 << 24  # of the layers
ACCUMULATOR = 32767
PADDING = 65535  # no feature
PRIOR_ONE, VALUE_ONE = 65535, 4096

STEPS_A_NAT = 32  # of the table of exponentials
EXPONENTIAL_ONE = 1 << 24
EXPONENTIAL_STEP = 4162825044  # floor(exp(-1/32) * 2^32)
EXPONENTIALS = 512

TENSORS = ("features.bias", "features.weight", "hidden.bias", "hidden.weight",
           "policy.bias", "policy.weight", "value.bias", "value.weight")

Weights = namedtuple("Weights", "about arrays hash")
Evaluation = namedtuple("Evaluation", "result logits value priors")


@dataclass(frozen=True)
class About:
    """Of what a network is. most: features that are on at once, at most."""

    game: str
    variant: str
    features_version: int
    planes_version: int
    features: int
    most: int
    actions: int
    units: int

    def shapes(self):
        """Name to type and shape of each tensor."""
        two = 2 * self.units
        return {"features.weight": ("<i2", (self.features, self.units)),
                "features.bias": ("<i2", (self.units,)),
                "hidden.weight": ("i1", (HIDDEN, two)), "hidden.bias": ("<i4", (HIDDEN,)),
                "value.weight": ("i1", (3, HIDDEN)), "value.bias": ("<i4", (3,)),
                "policy.weight": ("i1", (self.actions, two)),
                "policy.bias": ("<i4", (self.actions,))}

    def hash_text(self):
        return f"{self.game} {self.variant} {self.features_version} {self.units}"


def largest_accumulators(about, arrays):
    """(H): the largest size that each accumulator may come to."""
    sizes = np.sort(np.abs(arrays["features.weight"].astype(np.int64)), axis=0)
    return np.abs(arrays["features.bias"].astype(np.int64)) + sizes[-about.most:].sum(axis=0)


def what_is_wrong(about, arrays):
    """What arithmetic in 8, 16 and 32 bits would not bear, or None."""
    for name in "hidden", "value", "policy":
        if (arrays[name + ".weight"] == -128).any():
            return f"{name}.weight has -128; 8-bit weights are -127 to 127"
        if (np.abs(arrays[name + ".bias"].astype(np.int64)) > MOST_BIAS).any():
            return f"{name}.bias has a number beyond {MOST_BIAS}"
    largest = int(largest_accumulators(about, arrays).max())
    if largest > ACCUMULATOR:
        return f"an accumulator may come to {largest}, beyond {ACCUMULATOR}"
    return None


def write(path, about, arrays, **more):
    """The file and its hash; more: other attributes, texts or whole numbers."""
    arrays = {name: np.ascontiguousarray(arrays[name], dtype=kind)
              for name, (kind, _) in about.shapes().items()}
    wrong = what_is_wrong(about, arrays)
    if wrong:
        raise DataError(f"{path}: {wrong}")
    numbers = {"schema_version": SCHEMA_VERSION, "features_version": about.features_version,
               "planes_version": about.planes_version, "units": about.units,
               "hidden": HIDDEN, "features_most": about.most,
               "hash": weights_hash(about.hash_text(), arrays)}
    texts = {"format": FORMAT, "game": about.game, "variant": about.variant}
    for name, value in more.items():
        (texts if isinstance(value, str) else numbers)[name] = value
    write_weights(path, arrays, numbers, texts, pack=True)
    return numbers["hash"]


def read(path):
    """The weights of a file, checked."""
    try:
        with h5py.File(path) as file:
            said = file.attrs
            if as_text(said.get("format", "")) != FORMAT:
                raise DataError(f"{path}: is no file of an integer network")
            if int(said["schema_version"]) != SCHEMA_VERSION:
                raise DataError(f"{path}: has schema version {said['schema_version']}, and "
                                f"{SCHEMA_VERSION} is read here")
            about = About(as_text(said["game"]), as_text(said["variant"]),
                          int(said["features_version"]), int(said["planes_version"]),
                          len(file["features.weight"]), int(said["features_most"]),
                          len(file["policy.weight"]), int(said["units"]))
            for name, (kind, shape) in about.shapes().items():
                if file[name].dtype != kind or file[name].shape != shape:
                    raise DataError(f"{path}: {name} is {file[name].dtype} "
                                    f"{file[name].shape}, not {np.dtype(kind)} {shape}")
            arrays = {name: file[name][...] for name in TENSORS}
            number = int(said["hash"])
    except (OSError, KeyError) as error:
        raise DataError(f"{path}: cannot be read: {error}") from error
    wrong = what_is_wrong(about, arrays)
    if wrong:
        raise DataError(f"{path}: {wrong}")
    if weights_hash(about.hash_text(), arrays) != number:
        raise DataError(f"{path}: the hash is not that of the contents")
    return Weights(about, arrays, number)


# --- Evaluation ---------------------------------------------------------------------------


def exponentials():
    """EXPONENTIAL_ONE times exp(-i / STEPS_A_NAT), as whole numbers."""
    table = [EXPONENTIAL_ONE]
    while len(table) < EXPONENTIALS:
        table.append(table[-1] * EXPONENTIAL_STEP >> 32)
    return np.array(table, dtype=np.int64)


TABLE = exponentials()


def exponential(logits, legal):
    """Of the logits less the largest legal one; 0 where it is not legal."""
    lowest = np.iinfo(np.int64).min // (4 * STEPS_A_NAT)
    below = np.where(legal, logits, lowest).max(axis=1, keepdims=True) - logits
    index = (below * STEPS_A_NAT + LOGIT // 2) // LOGIT
    inside = legal & (index < EXPONENTIALS)
    return np.where(inside, TABLE[np.where(inside, index, 0)], 0)


def seen_by_both(features, features_seen):
    """(2, N, K): rows of features as the mover and as the enemy see them, PADDING kept."""
    features = np.asarray(features, dtype=np.int64)
    seen = np.asarray(features_seen, dtype=np.int64)
    enemy = seen[np.where(features == PADDING, 0, features)]
    return np.stack([features, np.where(features == PADDING, PADDING, enemy)])


def activations(weights, features, features_seen):
    """(N, 2H) 0 to ACTIVE: the mover's, then the enemy's."""
    rows = weights.arrays["features.weight"].astype(np.int64)
    rows = np.concatenate([rows, np.zeros_like(rows[:1])])  # the last one for padding
    both = seen_by_both(features, features_seen)
    sums = rows[np.where(both == PADDING, len(rows) - 1, both)].sum(axis=2)
    clipped = np.clip(sums + weights.arrays["features.bias"].astype(np.int64), 0, UNIT)
    return np.concatenate(list(clipped * clipped >> 9), axis=1)


def emulate(weights, features_seen, features, actions, legal):
    """What `fulcrum` computes, of N rows: result (N, 3) logits of win, draw, loss of the
    mover; logits (N, L) and priors (N, L), of PRIOR_ONE, of the actions (N, L), numbered as
    the mover sees them, where legal (N, L), and 0 elsewhere; value (N), of VALUE_ONE, to the
    mover. features (N, K): as the mover sees them, PADDING for none; features_seen (F): what
    the enemy sees of each."""
    arrays = {name: array.astype(np.int64) for name, array in weights.arrays.items()}
    x = activations(weights, features, features_seen)
    hidden = x @ arrays["hidden.weight"].T + arrays["hidden.bias"]
    hidden = np.clip(hidden >> 6, 0, ACTIVE)
    result = hidden @ arrays["value.weight"].T + arrays["value.bias"]
    shares = exponential(result, np.ones_like(result, dtype=bool))
    twice = 2 * shares.sum(axis=1)
    value = ((2 * shares[:, 0] + shares[:, 1]) * VALUE_ONE + twice // 2) // twice
    actions = np.where(legal, actions, 0).astype(np.int64)
    logits = np.einsum("nlk,nk->nl", arrays["policy.weight"][actions], x)
    logits = np.where(legal, logits + arrays["policy.bias"][actions], 0)
    shares = exponential(logits, legal)
    total = np.maximum(shares.sum(axis=1, keepdims=True), 1)
    priors = (shares * PRIOR_ONE + total // 2) // total
    return Evaluation(result, logits, value, priors)

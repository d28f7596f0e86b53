"""Files of integer networks, and their exact evaluation, with NumPy and h5py only.

    weights = read("weights.h5")                    # DataError if it is invalid
    found = emulate(weights, window.features_seen, features, actions, legal)
    found.value, found.priors                       # bit-identical to `fulcrum`
    write("weights.h5", about, arrays)              # about: an About; arrays: by TENSORS' names

mcts/evaluate/integer/INTEGER.md specifies features, layers, scales, softmax and file. A network
is for one variant of a game.
"""

from collections import namedtuple
from dataclasses import dataclass

import h5py
import numpy as np

from data import DataError, as_text
from weights_file import weights_hash, write_weights

FORMAT, SCHEMA_VERSION = "fulcrum integer network", 1
HIDDEN = 32  # units of the value layer
UNIT = 255  # represents 1.0 in an accumulator
ACTIVE = 127  # represents 1.0 in an activation
WEIGHT = 64  # represents 1.0 in an 8-bit weight
SCALE = 4  # of the logits, to extend the range of 8-bit weights
LOGIT = ACTIVE * WEIGHT // SCALE  # represents 1.0 in a logit
MOST_BIAS = 1 << 24  # of a layer
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
    """Facts about a network. most: the largest number of active features."""

    game: str
    variant: str
    features_version: int
    planes_version: int
    features: int
    most: int
    actions: int
    units: int

    def shapes(self):
        """The type and shape of each tensor, by name."""
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
    """(H): the largest magnitude that each accumulator can reach."""
    sizes = np.sort(np.abs(arrays["features.weight"].astype(np.int64)), axis=0)
    return np.abs(arrays["features.bias"].astype(np.int64)) + sizes[-about.most:].sum(axis=0)


def what_is_wrong(about, arrays):
    """What would overflow arithmetic in 8, 16 and 32 bits, or None."""
    for name in "hidden", "value", "policy":
        if (arrays[name + ".weight"] == -128).any():
            return f"{name}.weight has -128; 8-bit weights are -127 to 127"
        if (np.abs(arrays[name + ".bias"].astype(np.int64)) > MOST_BIAS).any():
            return f"{name}.bias has a value beyond {MOST_BIAS}"
    largest = int(largest_accumulators(about, arrays).max())
    if largest > ACCUMULATOR:
        return f"an accumulator can reach {largest}, beyond {ACCUMULATOR}"
    return None


def write(path, about, arrays, **more):
    """Writes the file; returns its hash. more: other attributes, texts or integers."""
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
    """The validated weights of a file."""
    try:
        with h5py.File(path) as file:
            said = file.attrs
            if as_text(said.get("format", "")) != FORMAT:
                raise DataError(f"{path}: is not a file of an integer network")
            if int(said["schema_version"]) != SCHEMA_VERSION:
                raise DataError(f"{path}: has schema version {said['schema_version']}, but "
                                f"only {SCHEMA_VERSION} is supported")
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
        raise DataError(f"{path}: the hash does not match the contents")
    return Weights(about, arrays, number)


# --- Evaluation ---------------------------------------------------------------------------


def exponentials():
    """EXPONENTIAL_ONE times exp(-i / STEPS_A_NAT), as integers."""
    table = [EXPONENTIAL_ONE]
    while len(table) < EXPONENTIALS:
        table.append(table[-1] * EXPONENTIAL_STEP >> 32)
    return np.array(table, dtype=np.int64)


TABLE = exponentials()


def exponential(logits, legal):
    """Exponentials of the logits minus the largest legal one; 0 for illegal ones."""
    lowest = np.iinfo(np.int64).min // (4 * STEPS_A_NAT)
    below = np.where(legal, logits, lowest).max(axis=1, keepdims=True) - logits
    index = (below * STEPS_A_NAT + LOGIT // 2) // LOGIT
    inside = legal & (index < EXPONENTIALS)
    return np.where(inside, TABLE[np.where(inside, index, 0)], 0)


def seen_by_both(features, features_seen):
    """(2, N, K): rows of features as the mover and the enemy see them, PADDING preserved."""
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
    """Computes what `fulcrum` does for N rows: result (N, 3), logits of win, draw, loss of the
    mover; logits (N, L) and priors (N, L), in units of PRIOR_ONE, of the actions (N, L),
    numbered as the mover sees them, where legal (N, L), and 0 elsewhere; value (N), in units of
    VALUE_ONE, to the mover. features (N, K): as the mover sees them, PADDING for none;
    features_seen (F): the enemy's view of each."""
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

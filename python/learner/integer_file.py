"""Files of integer networks (mcts/evaluate/integer/INTEGER.md).

    write("weights.safetensors", about, arrays)              # about: an About; arrays: by name
"""

from dataclasses import dataclass

import numpy as np

from programs import DataError
from weights_file import weights_hash, write_weights

FORMAT = "fulcrum integer network"
HIDDEN = 32  # units of the value layer
UNIT = 255  # represents 1.0 in an accumulator
ACTIVE = 127  # represents 1.0 in an activation
WEIGHT = 64  # represents 1.0 in an 8-bit weight
SCALE = 4  # of the logits, to extend the range of 8-bit weights
LOGIT = ACTIVE * WEIGHT // SCALE  # represents 1.0 in a logit
MOST_BIAS = 1 << 24  # of a layer
ACCUMULATOR = 32767


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
    number = weights_hash(about.hash_text(), arrays)
    write_weights(path, arrays, {
        "format": FORMAT, "game": about.game, "variant": about.variant, "units": about.units,
        "features_version": about.features_version, "planes_version": about.planes_version,
        "features_most": about.most, "hash": number, **more})
    return number

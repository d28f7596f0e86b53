#!/usr/bin/python3
"""Trains an integer network a second time, number by number according to selfplay/train/TRAIN.md,
and compares it with the weights that `fulcrum train` wrote from the same exports and options:

    tests/naive/naive_train.py WEIGHTS EXPORT.h5 ... [options of fulcrum train]

Exports are those of `fulcrum export --features --policy padded --value result,root[,later:SHARE]
--symmetries maps`. Every operation on real numbers is one on np.float32, in the order of the page;
those on whole vectors are separate for each column, and sums over rows are loops. Exit status: 0,
the same numbers; 1, others (says the first array and index that differ). Needs python3-h5py."""
import argparse
import itertools
import math
import sys

import h5py
import numpy as np

sys.path.insert(0, sys.path[0] + "/../../python/learner")
from weights_file import read_weights  # noqa: E402

F, HEX = np.float32, float.fromhex
HIDDEN, NO_FEATURE, SLICE, LOGIT, TURNS = 32, 65535, 64, F(1 / 2032), F(1 / (127 * 1024))
ARRAYS = {"features.bias": (255, 8), "features.weight": (255, 8),  # unit, largest real weight
          "turns.bias": (127 * 1024, 16), "turns.weight": (1024, 8)}
for layer in "hidden", "policy", "value":
    ARRAYS |= {layer + ".bias": (8128, 16), layer + ".weight": (64, 127 / 64)}
WARM_UP, FALL, VALUE_WEIGHT, TURNS_WEIGHT = 200, 0.3, F(1), F(0.1)
OPTIONS = {"passes": 2.0, "steps": 400, "units": 128, "batch": 1024, "rate": 0.002,
           "weight-decay": 1.0, "average": 0.995, "root-share": 0.5, "seed": 1}
TWO_64 = (1 << 64) - 1


def mix64(x):
    x = x + 0x9e3779b97f4a7c15 & TWO_64
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & TWO_64
    x = (x ^ x >> 27) * 0x94d049bb133111eb & TWO_64
    return x ^ x >> 31


class Pcg32:
    """pcg32_for(seed, game, ply, purpose) of core/base/pcg.h."""
    def __init__(self, seed, game, ply, purpose):
        key = mix64(mix64(mix64(seed) ^ game) ^ ply)
        self.increment = mix64(key ^ purpose) << 1 & TWO_64 | 1
        self.state = self.increment + key & TWO_64
        self.next()

    def next(self):
        old, self.state = self.state, self.state * 6364136223846793005 + self.increment & TWO_64
        shifted, turn = (old >> 18 ^ old) >> 27 & 0xffffffff, old >> 59
        return shifted >> turn | shifted << (-turn & 31) & 0xffffffff

    def below(self, bound):
        product = self.next() * bound
        return product >> 32 if product & 0xffffffff >= (1 << 32) % bound else self.below(bound)


def nearest(x):
    return (x + F(1.5 * 2**23)) - F(1.5 * 2**23)


def softmax(logits):
    x = logits - logits.max()
    n = nearest(x * F(HEX("0x1.715476p0")))
    r = (x - n * F(HEX("0x1.62ep-1"))) - n * F(HEX("0x1.0bfbe8p-15"))
    e = F(1 / 5040)
    for factorial in 720, 120, 24, 6, 2, 1, 1:
        e = e * r + F(1 / factorial)
    e = np.where(x <= F(-87), F(0), np.ldexp(e, n.astype(int)))
    return e * (F(1) / sum(e, F(0)))


def portable_log(x):
    m, exponent = math.frexp(x)
    if m < 0.70710678118654752:
        m, exponent = m * 2, exponent - 1
    s, total = (m - 1) / (m + 1), 0.0
    for k in range(25, 2, -2):
        total = total * (s * s) + 1.0 / k
    tail = 2 * s * (s * s) * total + exponent * HEX("0x1.a39ef35793c76p-33")
    return exponent * HEX("0x1.62e42fee00000p-1") + (2 * s + tail)


class Row:
    """A position and its targets; `file`: the tables of its export."""
    def __init__(self, file, at, call):
        rows = {name: column[at] for name, column in file["rows"].items()}
        self.file, self.side = file, rows["side"]
        self.features = rows["features"][rows["features"] != NO_FEATURE]
        self.actions = rows["action"][:rows["legal"]]
        visits = rows["visits"][:rows["legal"]].astype(F)  # sums of whole numbers are exact
        self.has_policy = rows["full"] != 0 and visits.sum() > 0
        self.policy = visits / visits.sum() if self.has_policy else None
        share = F(call.root_share if rows["root_visits"] or rows["root_proof"] else 0)
        s = rows["value_later" if call.later else "value_root"]
        result = np.eye(3, dtype=F)[2 - rows["outcome"]]
        self.value = share * np.array([s, 0, F(1) - s], F) + (F(1) - share) * result
        self.has_turns = rows["reason"] != file["resigned"]
        self.turns = F(portable_log(float(rows["turns_left"])))

    def seen(self, symmetry):
        """Features of the image as the mover and as the enemy see them, and its actions."""
        file, features, actions, side = self.file, self.features, self.actions, self.side
        if symmetry:
            features = file["symmetry_features"][symmetry, side][features]
            actions = file["symmetry_actions"][symmetry][actions]
            side ^= file["symmetry_sides"][symmetry]
        return features, file["features_seen"][features], file["actions_seen"][side][actions]


def read_rows(path, call):
    with h5py.File(path) as export:
        file = {name: item[...] for name, item in export.items()
                if name.endswith("_seen") or name.startswith("symmetry_")}
        file["rows"] = {name: column[...] for name, column in export["train"].items()}
        file["resigned"] = export.attrs["reasons"].split("|").index("resignation")
    return [Row(file, at, call) for at in range(len(file["rows"]["side"]))]


def order_of_rows(count, seed):
    for epoch in itertools.count():
        slices, rng = list(range(count // SLICE + 1)), Pcg32(seed, 0, epoch + 1, 15)
        for i in range(len(slices) - 2, 0, -1):  # the last is not full
            j = rng.below(i + 1)
            slices[i], slices[j] = slices[j], slices[i]
        for number in slices:
            yield from range(number * SLICE, min((number + 1) * SLICE, count))


def first_weights(features, actions, call):
    rng, two, weights = Pcg32(call.seed, 0, 0, 14), 2 * call.units, {}
    root = math.sqrt(two)
    for name, rows, columns, spread in (
            ("features", features, call.units, 0.0866), ("hidden", HIDDEN, two, 2 / root),
            ("policy", actions, two, 0.25 / root), ("value", 3, HIDDEN, 1 / math.sqrt(32)),
            ("turns", 1, two, 1 / root)):
        drawn = np.array([rng.next() >> 8 for _ in range(rows * columns)]).astype(F)
        weights[name + ".weight"] = ((drawn * F(2**-23) - F(1)) * F(spread)).reshape(rows, columns)
        weights[name + ".bias"] = np.zeros(rows, F)
    weights["features.bias"] = np.full(call.units, 0.3, F)
    return weights


def integers(weights):
    return {name: nearest(w * F(ARRAYS[name][0])).astype(np.int64) for name, w in weights.items()}


def gradients(weights, batch, images):
    """Of the real weights, for the batch's rows and each row's symmetry."""
    w, units = integers(weights), len(weights["features.bias"])
    real = {name: array.astype(F) for name, array in w.items()}
    sums = {name: np.zeros_like(array) for name, array in weights.items()}
    policy_factor = LOGIT / F(max(sum(row.has_policy for row in batch), 1))
    turns_factor = TURNS_WEIGHT / F(max(sum(row.has_turns for row in batch), 1))
    for row, symmetry in zip(batch, images):
        mine, theirs, actions = row.seen(symmetry)
        c = [np.clip(w["features.bias"] + w["features.weight"][view].sum(axis=0), 0, 255)
             for view in (mine, theirs)]
        x = np.concatenate([one * one >> 9 for one in c])
        v = w["hidden.bias"] + w["hidden.weight"] @ x
        u = np.clip(v >> 6, 0, 127)
        value = softmax((w["value.bias"] + w["value.weight"] @ u).astype(F) * LOGIT)
        turns = F(w["turns.weight"][0] @ x) * TURNS + weights["turns.bias"][0]
        logits = (w["policy.bias"][actions] + w["policy.weight"][actions] @ x).astype(F) * LOGIT
        x, u, back = x.astype(F), u.astype(F), np.zeros(2 * units, F)

        def add(name, i, g, factors):
            sums[name + ".bias"][i] += g
            sums[name + ".weight"][i] += g * factors
        if row.has_policy:
            for g, a in zip((softmax(logits) - row.policy) * policy_factor, actions):
                back += g * real["policy.weight"][a]
                add("policy", a, g, x)
        of_value = (value - row.value) * (VALUE_WEIGHT * LOGIT / F(len(batch)))
        for i in range(3):
            add("value", i, of_value[i], u)
        for j in range(HIDDEN):
            if 1 <= v[j] <= 8127:
                g = sum(of_value * real["value.weight"][:, j], F(0)) * F(1 / 64)
                back += g * real["hidden.weight"][j]
                add("hidden", j, g, x)
        if row.has_turns:
            g = np.clip(turns - row.turns, F(-1), F(1)) * turns_factor * TURNS
            back += g * real["turns.weight"][0]
            add("turns", 0, g, x)
        for view, clipped, g in zip((mine, theirs), c, (back[:units], back[units:])):
            g = g * np.where(clipped == 255, 0, clipped).astype(F) * F(1 / 256)
            sums["features.bias"] += g
            for f in view:
                sums["features.weight"][f] += g
    return {name: array * F(ARRAYS[name][0]) for name, array in sums.items()}


def train(call):
    """The integers of the mean, by name of their array."""
    rows = [row for path in call.exports for row in read_rows(path, call)]
    file, order = rows[0].file, order_of_rows(len(rows), call.seed)
    symmetries = 1 if call.plain else len(file["symmetry_sides"])
    steps = max(math.ceil(call.passes * len(rows) / call.batch), call.steps)
    most = file["rows"]["features"].shape[1]
    weights = first_weights(*file["features_seen"].shape, file["actions_seen"].shape[1], call)
    first, second = dict.fromkeys(weights, F(0)), dict.fromkeys(weights, F(0))
    mean, power, power2 = weights.copy(), 1.0, 1.0
    for t in range(1, steps + 1):
        images = [symmetries > 1 and Pcg32(call.seed, t - 1, i, 14).below(symmetries)
                  for i in range(call.batch)]
        gradient = gradients(weights, [rows[next(order)] for _ in images], images)
        rate = call.rate * min(1, t / WARM_UP, (steps - t + 1) / max(FALL * steps, 1))
        power, power2 = power * 0.9, power2 * 0.999
        faster, root = F(rate / (1 - power)), F(1 / math.sqrt(1 - power2))
        share = F(1 - min(call.average, t / (t + 9)))
        for name, g in gradient.items():
            keep = F(1 if "bias" in name else max(1 - rate * call.weight_decay, 0))
            limit = F(ARRAYS[name][1])
            first[name] = m = F(0.9) * first[name] + (F(1) - F(0.9)) * g
            second[name] = v = F(0.999) * second[name] + (F(1) - F(0.999)) * (g * g)
            w = weights[name] * keep - faster * m / (np.sqrt(v) * root + F(1e-8))
            weights[name] = w = np.clip(w, -limit, limit)
            mean[name] = mean[name] + share * (w - mean[name])
        rounded = integers(weights)
        for h, bias in enumerate(rounded["features.bias"]):
            total = np.sort(abs(rounded["features.weight"][:, h]))[-most:].sum()
            room = 32767 - (most + 1) - abs(bias)
            if total > room:
                weights["features.weight"][:, h] *= F(room) / F(total)
    return integers(mean)


def main():
    parser = argparse.ArgumentParser(description="Compare a trained network with a naive one.")
    parser.add_argument("weights")
    parser.add_argument("exports", nargs="+")
    for name, usual in OPTIONS.items():
        parser.add_argument("--" + name, type=type(usual), default=usual)
    for name in "--later", "--plain":
        parser.add_argument(name, action="store_true")
    call = parser.parse_args()
    written, expected = read_weights(call.weights)[0], train(call)
    del expected["turns.weight"], expected["turns.bias"]
    for name, array in sorted(expected.items()):
        if written[name].shape != array.shape:
            sys.exit(f"{name}: shape {written[name].shape} instead of {array.shape}")
        for at in np.argwhere(written[name] != array)[:1]:
            sys.exit(f"{name}{list(at)}: {written[name][(*at,)]} instead of {array[(*at,)]}")
    print(f"the same {sum(array.size for array in expected.values())} numbers")


if __name__ == "__main__":
    main()

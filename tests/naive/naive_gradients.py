#!/usr/bin/python3
"""Holds the gradients of naive_train.py, which are those of `fulcrum train` to the bit, against two
other ways of computing them:

    tests/naive/naive_gradients.py EXPORT.h5 ...

from a forward pass in double precision, at random weights, with a random image of each row.

- Finite differences at places of each array. The gradient passes straight through roundings: it is
  exactly the derivative of a loss that holds what each rounding adds and which sums are clipped, so
  that only single precision makes a difference. A loss without roundings has another derivative,
  which points the same way.
- PyTorch's derivative of the loss with roundings, at all places; without python3-torch, lines say
  that it is left out.

Exit status: 1 for another gradient. Needs python3-h5py."""
import argparse
import sys

import numpy as np
from naive_train import ARRAYS, HIDDEN, TURNS_WEIGHT, gradients, read_rows

try:
    import torch
except ImportError:
    torch = None
UNITS, BATCH, SAMPLE, STEP = 64, 40, 12, 1e-5
SPREADS = {"features": 0.25, "hidden": 0.3, "policy": 0.4, "value": 1, "turns": 0.3}


def relaxed(x, value, slope):
    """Without rounding, but clipped."""
    return x if slope is None else value


class Held:
    """The roundings and clippings of the first pass, in later ones as well."""
    def __init__(self):
        self.kept, self.next = [], None

    def __call__(self, x, value, slope):
        if self.next is None:
            self.kept.append((x, value, 1 if slope is None else slope))
            return value
        x0, value, slope = next(self.next)
        return value + (x - x0) * slope


def straight(x, value, slope):
    """Of PyTorch: the value, and a derivative as if it were x."""
    return value.detach() + (x - x.detach()) * (1 if slope is None else slope)


def loss_of(nn, weights, batch, images, through):
    """nn: numpy or torch. through(x, value, slope): a rounding of x to `value`, or, with a slope, a
    clipping."""
    w, policies, turns, value_loss = {}, [], [], 0
    for name, array in weights.items():
        if name != "turns.bias":
            exact = array * float(ARRAYS[name][0])
            w[name] = through(exact, nn.round(exact), None)
    for row, image in zip(batch, images):
        *views, actions = (seen.astype(np.int64) for seen in row.seen(image))
        halves = []
        for view in views:
            total = w["features.bias"] + w["features.weight"][view].sum(0)
            c = through(total, total.clip(0, 255), (total > 0) & (total < 255))
            halves.append(through(c * c / 512, nn.floor(c * c / 512), None))
        x = nn.hstack(halves)
        v = w["hidden.bias"] + w["hidden.weight"] @ x
        u = through(v / 64, nn.floor(v / 64), None)
        u = through(u, u.clip(0, 127), (v > 0) & (v < 8128))

        def cross_entropy(sums, target):
            logits = sums / 2032
            logits = logits - logits.max()
            if nn is torch:
                target = torch.from_numpy(target)
            return -(target * (logits - nn.log(nn.exp(logits).sum()))).sum()
        value_loss += cross_entropy(w["value.bias"] + w["value.weight"] @ u,
                                    row.value.astype(float))
        if row.has_policy:
            sums = w["policy.bias"][actions] + w["policy.weight"][actions] @ x
            policies.append(cross_entropy(sums, row.policy.astype(float)))
        if row.has_turns:
            apart = abs((w["turns.weight"][0] @ x) / (127 * 1024) + weights["turns.bias"][0]
                        - float(row.turns))
            turns.append(apart * apart / 2 if apart < 1 else apart - 0.5)
    return value_loss / len(batch) + sum(policies) / max(len(policies), 1) \
        + float(TURNS_WEIGHT) * sum(turns) / max(len(turns), 1)


def weights_of(rng, features, actions):
    weights = {}
    for name, rows, columns in (
            ("features", features, UNITS), ("hidden", HIDDEN, 2 * UNITS), ("value", 3, HIDDEN),
            ("policy", actions, 2 * UNITS), ("turns", 1, 2 * UNITS)):
        weights[name + ".weight"] = rng.normal(0, SPREADS[name], (rows, columns))
        weights[name + ".bias"] = rng.normal(0, SPREADS[name], rows)
    weights["features.bias"] = rng.normal(0.3, SPREADS["features"], UNITS)
    return {name: array.clip(-1.9, 1.9).astype(np.float32) for name, array in weights.items()}


def differences(weights, name, places, loss):
    """Of the loss at an array's places."""
    found = []
    for at in places:
        ends = []
        for step in STEP, -STEP:
            moved = weights[name].copy()
            moved[at] += step
            ends.append(loss({**weights, name: moved}))
        found.append((ends[0] - ends[1]) / (2 * STEP))
    return np.array(found)


def check(path, seed):
    rng = np.random.default_rng(seed)
    rows = read_rows(path, argparse.Namespace(root_share=0.5, later=False))
    batch = [rows[i] for i in rng.choice(len(rows), BATCH, replace=False)]
    file, held = rows[0].file, Held()
    images = rng.integers(len(file["symmetry_sides"]), size=BATCH)
    weights = weights_of(rng, file["features_seen"].shape[0], file["actions_seen"].shape[1])
    double = {name: array.astype(float) for name, array in weights.items()}
    loss_of(np, double, batch, images, held)

    def held_loss(moved):
        held.next = iter(held.kept)
        return loss_of(np, moved, batch, images, held)

    def relaxed_loss(moved):
        return loss_of(np, moved, batch, images, relaxed)
    if torch:
        leaves = {name: torch.from_numpy(array).requires_grad_() for name, array in double.items()}
        loss_of(torch, leaves, batch, images, straight).backward()
    for name, array in gradients(weights, batch, images).items():
        order = np.argsort(-abs(array), axis=None)[:np.count_nonzero(array)]
        chosen = {*order[:SAMPLE], *rng.choice(order, min(SAMPLE, len(order)), replace=False)}
        places = [np.unravel_index(i, array.shape) for i in chosen]
        sample, largest = np.array([array[at] for at in places]), abs(array).max()
        free = differences(double, name, places, relaxed_loss)
        cosine = free @ sample / np.linalg.norm(free) / np.linalg.norm(sample)
        error = abs(differences(double, name, places, held_loss) - sample).max() / largest
        other = abs(leaves[name].grad.numpy() - array).max() / largest if torch else 0
        print(f"{name}: largest errors {error:.1e} in {len(places)} differences, "
              f"{f'{other:.1e} to PyTorch' if torch else 'PyTorch is left out'}; "
              f"cosine without rounding {cosine:.4f}")
        if max(error, other) > 1e-5 or cosine < 0.97:
            sys.exit(f"{path}: another gradient of {name}")


if __name__ == "__main__":
    for number, export in enumerate(sys.argv[1:]):
        check(export, number)

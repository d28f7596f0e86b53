#!/usr/bin/python3
"""Reads exported positions with only NumPy and h5py: a starting point for a learner.

    read_numpy.py FILE.h5      of fulcrum export --planes --policy padded
"""

import sys

import needs

needs.packages("h5py", "numpy")
import h5py  # noqa: E402
import numpy as np  # noqa: E402

if len(sys.argv) != 2:
    needs.stop("needs a file of `fulcrum export --planes --policy padded`: "
               "read_numpy.py FILE.h5")

with h5py.File(sys.argv[1]) as file:
    rows, said = file["train"], file.attrs
    part = slice(0, 256)  # rows were shuffled: any slice is a sample
    planes = rows["planes"][part].reshape(-1, said["planes"], said["height"], said["width"])
    planes = planes * file["plane_scales"][...][:, None, None]

    # Legal actions: the network's output of each, and its share of visits.
    action, visits = rows["action"][part].astype(int), rows["visits"][part].astype(float)
    legal = np.arange(action.shape[1]) < rows["legal"][part][:, None]
    outputs = file["heads"][...][rows["side"][part][:, None], action]
    kind, head, source, target = np.moveaxis(outputs, -1, 0)
    policy = visits / np.maximum(visits.sum(axis=1, keepdims=True), 1)
    full = rows["full"][part] != 0  # the others are fast searches: no policy to learn
    policy[~full] = 0

    # Win, draw, loss of the player to move.
    value = np.eye(3)[2 - rows["outcome"][part].astype(int)]

logs = np.log(np.where(policy > 0, policy, 1))
print(f"planes {planes.shape}, outputs of kinds {sorted(set(kind[legal].tolist()))}")
legal, policy, logs = legal[full], policy[full], logs[full]
print(f"{full.sum()} of {len(full)} positions have a policy to learn")
print(f"loss of the policy: {np.log(legal.sum(axis=1)).mean():.4f} for a uniform policy, "
      f"at least {-np.sum(policy * logs) / max(len(policy), 1):.4f}")
print(f"win, draw, loss: {value.mean(axis=0).round(3)}")

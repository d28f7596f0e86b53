"""Training losses: policy (visits of searches), value, turns left, final boards.

    turns = TurnsLeft(architecture.channels)
    found = losses(network, turns, scales, batch)   # batch: data.py's, as tensors
    total(found).backward()

Losses are means over the batch, in nats except for turns. The policy and value losses cannot
fall below the entropies of their targets: `policy_floor`, `value_floor`. `final` is present if
its head is.
"""

import math

import torch
from torch import nn
from torch.nn import functional

from data import FINAL_CLASSES, FINAL_UNKNOWN
from network import policy_logits, pool

NAMES = ("policy", "policy_floor", "value", "value_floor", "turns")
FINAL = "final"


class TurnsLeft(nn.Module):
    """The length of the rest of the game: an auxiliary head, which is not exported. It gives
    the trunk a target that stays informative when one side has clearly won."""

    def __init__(self, channels):
        super().__init__()
        self.linear = nn.Linear(3 * channels, 1)

    def forward(self, x, mask):
        """The logarithm of the number of turns."""
        return self.linear(pool(x, mask)).squeeze(1)


class FinalBoard(nn.Module):
    """Whose piece is on each cell when the game ends: another auxiliary head, by cell."""

    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, FINAL_CLASSES, 1)

    def forward(self, x):
        """(N, FINAL_CLASSES, H, W) logits."""
        return self.conv(x)


def masked_log_softmax(logits, legal):
    """Over the legal columns; the others have -inf, a share of exactly 0."""
    return functional.log_softmax(logits.masked_fill(~legal, -math.inf), dim=1)


def cross_entropy(targets, log_shares):
    """One value per row. A target of 0 contributes 0, whatever its share."""
    zero = torch.zeros_like(targets)
    return -torch.where(targets > 0, targets * log_shares, zero).sum(dim=1)


def losses(network, turns, scales, batch, final=None):
    """Losses of a convolutional network: scalars by NAMES; final: FinalBoard, or none."""
    planes = batch["planes"].float() * scales[:, None, None]
    x, mask = network.trunk(planes)
    outputs = network.heads(x, mask)
    logits = policy_logits(outputs, *batch["outputs"].unbind(dim=2))
    found = losses_of(logits, outputs.value, turns(x, mask), batch)
    if final:
        found[FINAL] = final_loss(final(x), batch["final_board"])
    return found


def losses_of(logits, value_logits, turns, batch):
    """Scalars by NAMES. logits: (N, A) of actions; value_logits: (N, 3) of win, draw, loss;
    turns: (N) logarithms."""
    policy, value = batch["policy"], batch["value"]
    searched = batch["has_policy"].sum().clamp(min=1)  # rows with a policy
    known = batch["has_turns"]
    shares = masked_log_softmax(logits, batch["legal"])
    value_shares = functional.log_softmax(value_logits, dim=1)
    return {
        "policy": cross_entropy(policy, shares).sum() / searched,
        "policy_floor": cross_entropy(policy, policy.log()).sum() / searched,
        "value": cross_entropy(value, value_shares).mean(),
        "value_floor": cross_entropy(value, value.log()).mean(),
        "turns": (functional.smooth_l1_loss(turns, batch["turns_left"].log(),
                                            reduction="none") * known).sum()
                 / known.sum().clamp(min=1),
    }


def final_loss(logits, board):
    """The mean over cells of games with a known end, from (N, FINAL_CLASSES, H, W) logits."""
    loss = functional.cross_entropy(logits, board.long(), ignore_index=FINAL_UNKNOWN,
                                    reduction="sum")
    return loss / (board != FINAL_UNKNOWN).sum().clamp(min=1)


def total(found, value_weight=1.0, turns_weight=0.1, final_weight=0.0):
    return found["policy"] + value_weight * found["value"] + turns_weight * found["turns"] \
        + final_weight * found.get(FINAL, 0)

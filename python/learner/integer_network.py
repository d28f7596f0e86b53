"""The integer network of mcts/evaluate/integer/INTEGER.md in PyTorch, and its export.

    network = IntegerNetwork(about, features_seen)      # integer_file.py's About
    policy, value, x = network.outputs(batch)   # data.py's, as tensors
    export(network, "weights.safetensors")

Weights are single-precision numbers in real units, as the optimizer sees them; each use rounds
them to the integers of the file, and layers compute with these alone, in single precision,
where sums below 2^24 are exact. So the network's logits are bit-identical to those of its
export, in training as well; gradients pass straight through the rounding. After each step
`clip` brings weights back into the range of 8 and 16 bits.
"""

import math

import numpy as np
import torch
from torch import nn
from torch.autograd import Function
from torch.nn import functional

import integer_file
from integer_file import ACTIVE, HIDDEN, LOGIT, UNIT, WEIGHT

BIAS = ACTIVE * WEIGHT  # represents 1.0 in a layer's bias
MOST_BIAS = 16.0
MOST_FEATURE = 8.0  # a weight of a feature


class Rounded(Function):
    """Rounds to integers; passes the gradient straight through."""

    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, gradient):
        return gradient


class Squared(Function):
    """Accumulators to activations: clipped to 0 ... UNIT, squared, 0 ... ACTIVE."""

    @staticmethod
    def forward(ctx, sums):
        ctx.save_for_backward(sums)
        return sums.clamp(0, UNIT).square_().mul_(1 / 512).floor_()

    @staticmethod
    def backward(ctx, gradient):
        sums, = ctx.saved_tensors
        return gradient * torch.where((sums > 0) & (sums < UNIT), sums, 0).mul_(1 / 256)


class Shifted(Function):
    """Sums of the value layer to 0 ... ACTIVE."""

    @staticmethod
    def forward(ctx, sums):
        ctx.save_for_backward(sums)
        return (sums / WEIGHT).floor_().clamp_(0, ACTIVE)

    @staticmethod
    def backward(ctx, gradient):
        sums, = ctx.saved_tensors
        return gradient * ((sums > 0) & (sums < BIAS)) / WEIGHT


def order_by(numbers, count):
    """The positions of the numbers in ascending order, and where each number begins."""
    order = torch.from_numpy(np.argsort(numbers.cpu().numpy().astype(np.uint16), kind="stable"))
    counts = torch.bincount(numbers, minlength=count)
    return order.to(numbers.device), counts.cumsum(0) - counts


class SumOfRows(Function):
    """(N, H): sums of the rows of weights (F + 1, H) selected by indices (N, K); the last row
    is for padding, and has no gradient. embedding_bag's own gradient takes twice as long."""

    @staticmethod
    def forward(ctx, weights, indices):
        ctx.save_for_backward(indices)
        ctx.rows = len(weights)
        return functional.embedding_bag(indices, weights, mode="sum",
                                        padding_idx=len(weights) - 1)

    @staticmethod
    def backward(ctx, gradient):
        indices, = ctx.saved_tensors
        order, starts = order_by(indices.reshape(-1), ctx.rows)
        order = order[:int(starts[-1])].div(indices.shape[1], rounding_mode="floor")
        starts[-1] = len(order)
        return functional.embedding_bag(order, gradient, starts, mode="sum"), None


class PickedProducts(Function):
    """(M): x[row[i]] times weights[column[i]], summed; `row` ascending, each row in it
    counts[row] times. Five times as fast as gathering both and multiplying them."""

    ROWS = 1024  # at once, for the processor's cache

    @staticmethod
    def forward(ctx, x, weights, row, column, counts):
        ctx.save_for_backward(x, weights, row, column, counts)
        found = x.new_empty(len(row))
        for start in range(0, len(row), PickedProducts.ROWS):
            part = slice(start, start + PickedProducts.ROWS)
            torch.sum(weights[column[part]].mul_(x[row[part]]), 1, out=found[part])
        return found

    @staticmethod
    def backward(ctx, gradient):
        x, weights, row, column, counts = ctx.saved_tensors
        order, starts = order_by(column, len(weights))
        of_x = functional.embedding_bag(column, weights, counts.cumsum(0) - counts,
                                        mode="sum", per_sample_weights=gradient)
        of_weights = functional.embedding_bag(row[order], x, starts, mode="sum",
                                              per_sample_weights=gradient[order])
        return of_x, of_weights, None, None, None


def dense(x, weights):
    """x times the transposed weights. A 1x1 convolution uses oneDNN; Debian's matrix product uses
    the reference BLAS, which takes six times as long."""
    return functional.conv2d(x[:, :, None, None], weights[:, :, None, None])[:, :, 0, 0]


class Layer(nn.Module):
    """8-bit weights and a 32-bit bias."""

    def __init__(self, inputs, outputs, spread):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outputs, inputs).uniform_(-spread, spread))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def whole(self):
        return Rounded.apply(self.weight * WEIGHT), Rounded.apply(self.bias * BIAS)


class IntegerNetwork(nn.Module):
    def __init__(self, about, features_seen):
        super().__init__()
        self.about, units = about, about.units
        self.summary_size = 2 * units
        self.weight = nn.Parameter(torch.randn(about.features, units) * 0.05)
        self.bias = nn.Parameter(torch.full((units,), 0.3))
        self.hidden = Layer(2 * units, HIDDEN, 1 / math.sqrt(2 * units) * 2)
        self.value = Layer(HIDDEN, 3, 1 / math.sqrt(HIDDEN))
        self.policy = Layer(2 * units, about.actions, 0.25 / math.sqrt(2 * units))
        seen = torch.from_numpy(np.asarray(features_seen).astype(np.int32))
        self.register_buffer("seen", torch.cat([seen, seen.new_tensor([about.features])]),
                             persistent=False)

    def forward(self, features):
        """(N, 2H) activations, integers from 0 to ACTIVE: mover's, enemy's."""
        on = int((features < self.about.features).sum(dim=1).max())  # columns in use
        both = torch.cat([features[:, :on], self.seen[features[:, :on].long()]])
        rows = Rounded.apply(functional.pad(self.weight * UNIT, (0, 0, 0, 1)))
        sums = SumOfRows.apply(rows, both) + Rounded.apply(self.bias * UNIT)
        mover, enemy = Squared.apply(sums).chunk(2)
        return torch.cat([mover, enemy], dim=1)

    def value_logits(self, x):
        """Logits of win, draw, loss of the player to move."""
        weight, bias = self.hidden.whole()
        hidden = Shifted.apply(dense(x, weight) + bias)
        weight, bias = self.value.whole()
        return (functional.linear(hidden, weight) + bias) / LOGIT

    def policy_logits(self, x, actions, legal):
        weight, bias = self.policy.whole()
        row, column = legal.nonzero(as_tuple=True)
        picked = actions[row, column]
        found = PickedProducts.apply(x, weight, row, picked, legal.sum(dim=1)) + bias[picked]
        logits = x.new_full(legal.shape, -math.inf)
        logits[legal] = found / LOGIT
        return logits

    def outputs(self, batch):
        """Logits (N, A) of legal actions, (N, 3) of the result, and (N, summary_size)."""
        x = self(batch["features"])
        return (self.policy_logits(x, batch["actions"], batch["legal"]), self.value_logits(x),
                x / ACTIVE)

    def clip(self):
        """Clips weights to the file's types, and such that no position overflows accumulators."""
        with torch.no_grad():
            self.weight.clamp_(-MOST_FEATURE, MOST_FEATURE)
            self.bias.clamp_(-MOST_FEATURE, MOST_FEATURE)
            self.bound_accumulators()
            for layer in self.hidden, self.value, self.policy:
                layer.weight.clamp_(-127 / WEIGHT, 127 / WEIGHT)
                layer.bias.clamp_(-MOST_BIAS, MOST_BIAS)

    def bound_accumulators(self):
        """Scales down weights of units whose sum may overflow: |bias| plus the largest weights
        of as many features as can be active."""
        most = min(self.about.most, self.about.features)
        room = (integer_file.ACCUMULATOR - (most + 1) / 2) / UNIT - self.bias.abs()
        over = (self.weight.abs().sum(dim=0) > room).nonzero().squeeze(1)  # by all features
        if len(over):
            largest = self.weight[:, over].abs().topk(most, dim=0).values.sum(dim=0)
            self.weight[:, over] *= (room[over] / largest).clamp(max=1)

    def arrays(self):
        """The integers of the file, by name."""
        found = {"features.weight": self.weight * UNIT, "features.bias": self.bias * UNIT}
        for name in "hidden", "value", "policy":
            found[name + ".weight"], found[name + ".bias"] = getattr(self, name).whole()
        return {name: values.detach().round().cpu().numpy() for name, values in found.items()}


def export(network, path, **more):
    """Writes the file; returns its hash."""
    return integer_file.write(path, network.about, network.arrays(), **more)

"""The network of mcts/evaluate/convolution/NETWORK.md in PyTorch, and its weights file.

    facts = game_facts("build/fulcrum", "seesaw")
    network = Network(Architecture(channels=64, blocks=6, pool_every=3, pair_size=32,
                                   hidden=64), facts)
    outputs = network(planes)            # (N, P, H, W) float: bytes times scales
    logits = policy_logits(outputs, kind, head, source, target)    # (N, A) each
    export(network, "weights.safetensors")  # the file that `fulcrum` reads

One network plays every size and variant of its game: heights and widths are those of the
batch. Grids of several sizes may share a batch if each is padded with zeros, the mask (plane
0) included: nothing depends on the padding, not even in training. In `eval` mode the outputs
are those of `fulcrum`, up to rounding.
Needs python3-torch and NumPy.
"""

import json
import math
import subprocess
from collections import namedtuple
from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from weights_file import weights_hash, write_weights

CELL, PAIR, WHOLE = 0, 1, 2  # kinds of outputs

Outputs = namedtuple("Outputs", "cell pair_from pair_to whole value")


@dataclass(frozen=True)
class Architecture:
    """The parameters C, B, E, D and U of NETWORK.md."""

    channels: int = 64
    blocks: int = 6
    pool_every: int = 3  # every N-th block pools; 0: none
    pair_size: int = 32  # size of a pair embedding
    hidden: int = 64


@dataclass(frozen=True)
class Facts:
    """Numbers of planes and heads of the game."""

    game: str
    planes_version: int
    planes: int
    cell_heads: int
    pair_heads: int
    whole_heads: int


def game_facts(program, game):
    """The facts of a game, as reported by the program."""
    text = subprocess.run([program, "planes", game, "--json"], check=True,
                          capture_output=True, text=True).stdout
    told = json.loads(text)
    return Facts(told["game"], told["version"], len(told["scales"]), told["cell_heads"],
                 told["pair_heads"], told["whole_heads"])


def pool(x, mask):
    """(N, 3C) of (N, C, H, W): mean, mean scaled by board size, and maximum, over the board."""
    cells = mask.sum(dim=(2, 3))
    mean = (x * mask).sum(dim=(2, 3)) / cells
    largest = x.masked_fill(mask == 0, -math.inf).amax(dim=(2, 3))
    return torch.cat([mean, mean * (cells.sqrt() - 8) / 8, largest], dim=1)


class Convolution(nn.Module):
    """A 3x3 convolution without bias and BatchNorm over board cells; exported as one convolution
    with bias."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm1d(outputs)

    def forward(self, x, cells):
        """0 off the boards; cells: the places of board cells in the batch, ascending. Memory order
        is channels_last, which is faster on CPUs, too."""
        y = self.conv(x).permute(0, 2, 3, 1)
        flat = y.reshape(-1, y.shape[3])
        flat = torch.zeros_like(flat).index_copy(0, cells, self.norm(flat[cells]))
        return flat.reshape(y.shape).permute(0, 3, 1, 2)

    def folded(self):
        """Weight and bias of the equivalent single convolution in eval mode."""
        norm = self.norm
        factor = norm.weight.double() / torch.sqrt(norm.running_var.double() + norm.eps)
        weight = self.conv.weight.double() * factor[:, None, None, None]
        bias = norm.bias.double() - norm.running_mean.double() * factor
        return weight, bias


class Block(nn.Module):
    """A residual block of two convolutions; `pools`: with global pooling between them."""

    def __init__(self, channels, pools):
        super().__init__()
        self.first = Convolution(channels, channels)
        self.pool = nn.Linear(3 * channels, channels) if pools else None
        self.second = Convolution(channels, channels)

    def forward(self, x, mask, cells):
        y = functional.relu(self.first(x, cells))
        if self.pool is not None:
            y = functional.relu(y + self.pool(pool(y, mask))[:, :, None, None]) * mask
        return functional.relu(self.second(y, cells) + x)


class Network(nn.Module):
    def __init__(self, architecture, facts):
        super().__init__()
        a, self.architecture, self.facts = architecture, architecture, facts
        self.summary_size = 3 * a.channels
        self.stem = Convolution(facts.planes, a.channels)
        # Planes that were nonzero in training; all, without training.
        self.register_buffer("seen", torch.ones(facts.planes, dtype=torch.bool))
        self.blocks = nn.ModuleList(
            Block(a.channels, a.pool_every > 0 and (i + 1) % a.pool_every == 0)
            for i in range(a.blocks))
        pair = facts.pair_heads * a.pair_size
        self.cell = nn.Conv2d(a.channels, facts.cell_heads, 1) if facts.cell_heads else None
        self.pair_from = nn.Conv2d(a.channels, pair, 1) if pair else None
        self.pair_to = nn.Conv2d(a.channels, pair, 1) if pair else None
        self.hidden = nn.Linear(3 * a.channels, a.hidden)
        self.value = nn.Linear(a.hidden, 3)
        self.whole = nn.Linear(a.hidden, facts.whole_heads)

    def see(self, planes):
        """Notes which planes are nonzero in a training batch. The weights of the others are
        still random: these planes are masked, and exported with zero weights, so that inputs
        never seen in training have no effect."""
        self.seen |= planes.flatten(2).ne(0).any(dim=2).any(dim=0)

    def outputs(self, batch, scales):
        """Of a batch of data.py, as tensors: logits (N, A) of actions, (N, 3) of the result, and
        (N, summary_size)."""
        x, mask = self.trunk(batch["planes"].float() * scales[:, None, None])
        found = self.heads(x, mask)
        return policy_logits(found, *batch["outputs"].unbind(dim=2)), found.value, pool(x, mask)

    def trunk(self, planes):
        """(N, C, H, W) and the mask."""
        mask = planes[:, :1]
        cells = mask.flatten().nonzero().squeeze(1)
        planes = planes * self.seen.to(planes.dtype)[:, None, None]
        x = functional.relu(self.stem(planes, cells))
        for block in self.blocks:
            x = block(x, mask, cells)
        return x, mask

    def heads(self, x, mask):
        def embedding(layer):
            n, _, height, width = x.shape
            shape = (n, self.facts.pair_heads, self.architecture.pair_size, height * width)
            return layer(x).reshape(shape) if layer is not None else None

        hidden = functional.relu(self.hidden(pool(x, mask)))
        cell = self.cell(x).flatten(2) if self.cell is not None else None
        return Outputs(cell, embedding(self.pair_from), embedding(self.pair_to),
                       self.whole(hidden), self.value(hidden))

    def forward(self, planes):
        """cell (N, Hc, H*W); pair_from and pair_to (N, Hp, D, H*W); whole (N, Hw); value
        (N, 3): logits of win, draw, loss of the mover. None for missing heads."""
        return self.heads(*self.trunk(planes))


def policy_logits(outputs, kind, head, source, target):
    """(N, A) logits of actions, each given by its kind, head and places: (N, A) tensors of
    whole numbers (`/heads` of an export, indexed by side and action)."""
    n = torch.arange(kind.shape[0], device=kind.device)[:, None]
    logits = outputs.whole[n, torch.where(kind == WHOLE, head, 0)]
    if outputs.cell is not None:
        of_cells = outputs.cell[n, torch.where(kind == CELL, head, 0), source]
        logits = torch.where(kind == CELL, of_cells, logits)
    if outputs.pair_from is not None:
        row = torch.where(kind == PAIR, head, 0)
        q = outputs.pair_from[n, row, :, source]
        k = outputs.pair_to[n, row, :, target]
        of_pairs = (q * k).sum(dim=2) / math.sqrt(q.shape[2])
        logits = torch.where(kind == PAIR, of_pairs, logits)
    return logits


# --- The file ---------------------------------------------------------------------------


def tensors(network):
    """All exported float32 arrays by name, BatchNorm folded."""
    found = {}

    def add_folded(name, convolution):
        weight, bias = convolution.folded()
        found[name + ".weight"], found[name + ".bias"] = weight, bias

    def add(name, layer):
        if layer is not None:
            found[name + ".weight"], found[name + ".bias"] = layer.weight, layer.bias

    add_folded("stem", network.stem)
    found["stem.weight"] = found["stem.weight"] * network.seen[None, :, None, None]
    for i, block in enumerate(network.blocks):
        add_folded(f"blocks.{i}.first", block.first)
        add(f"blocks.{i}.pool", block.pool)
        add_folded(f"blocks.{i}.second", block.second)
    for name in ("cell", "pair_from", "pair_to", "hidden", "value", "whole"):
        add(name, getattr(network, name))
    return {name: np.ascontiguousarray(value.detach().cpu().numpy(), dtype="<f4")
            for name, value in found.items()}


def export(network, path, **more):
    """Writes the weights to a file atomically; `more`: other attributes, texts or integers,
    which `fulcrum` does not read."""
    a, facts, arrays = network.architecture, network.facts, tensors(network)
    pair_size = a.pair_size if facts.pair_heads else 0
    text = (f"{facts.game} {facts.planes_version} {a.channels} {a.blocks} {a.pool_every} "
            f"{pair_size} {a.hidden}")
    number = weights_hash(text, arrays)
    seen = "".join("1" if on else "0" for on in network.seen.tolist())
    write_weights(path, arrays, asdict(a) | {
        "format": "fulcrum network", "game": facts.game, "planes_version": facts.planes_version,
        "pair_size": pair_size, "hash": number, "seen_planes": seen, **more})
    return number

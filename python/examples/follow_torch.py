#!/usr/bin/env python3
"""Trains a small PyTorch network on a run while it is being played: a DataLoader whose worker
reads new games beside the training.
Use: follow_torch.py RUN [--steps N]        beside: fulcrum selfplay CONFIG.json --out RUN
The network here is a sketch: planes in, a value and a policy over all actions out.
"""

import argparse
import pathlib
import sys

import torch
from torch.utils.data import DataLoader, IterableDataset

import fulcrum
from fulcrum._torch import tensor


class Following(IterableDataset):
    """Batches without end. Each worker has a window of its own, opened there."""

    def __init__(self, path, size, **options):
        super().__init__()
        self.path, self.size, self.options = path, size, options

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        window = fulcrum.Window(self.path, seed=info.id if info else 0, **self.options)
        for batch in window.batches(self.size, seconds=15, rows=self.size):
            yield {name: tensor(column) for name, column in batch.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--size", type=int, default=1024)
    options = parser.parse_args()
    print(f"waiting until {options.run} has {options.size} positions", file=sys.stderr)
    batches = iter(DataLoader(Following(options.run, options.size, rows=500_000),
                              batch_size=None, num_workers=1))
    batch = next(batches)
    game = fulcrum.Run(options.run).game  # there are games now
    scales = torch.from_numpy(game.plane_scales)[:, None, None]
    seen = torch.from_numpy(game.seen_actions)  # planes are as the mover sees them: actions, too
    body = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.LazyLinear(256), torch.nn.ReLU(),
                               torch.nn.Linear(256, 1 + game.num_actions))
    body(batch["planes"] * scales)
    optimizer = torch.optim.Adam(body.parameters())
    for step in range(options.steps):
        out = body(batch["planes"] * scales)
        legal = torch.arange(batch["action"].shape[1]) < batch["legal"][:, None]
        action = seen[batch["side"].long()[:, None], batch["action"].long()]
        logits = out[:, 1:].gather(1, action).masked_fill(~legal, -1e9)
        loss = (-(batch["policy"] * logits.log_softmax(1)).sum(1).mean() +
                torch.nn.functional.binary_cross_entropy_with_logits(out[:, 0], batch["value"]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            print(f"step {step}: loss {loss.item():.3f}", flush=True)
        batch = next(batches)


if __name__ == "__main__":
    main()

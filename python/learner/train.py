#!/usr/bin/python3
"""Trains a convolutional network on exported games: a plain learner to copy and change.

    train.py [--steps 3000 ...] WEIGHTS EXPORT ...

EXPORT: files of `fulcrum export --planes --policy padded`. Writes WEIGHTS, which `fulcrum` reads.
It is the external learner of
`fulcrum learn ... train.command="python/learner/train.py --symmetries"`. With --threads 1 the same
call writes the same bytes. Exit status: 0 done, 2 invalid command line or training failed.
"""

import argparse
import ctypes
import math
import os
import sys
import time

try:
    import torch
    from torch import nn
    from torch.nn import functional

    from data import Batches, DataError, Window
    from network import Architecture, Facts, Network, export
except ImportError as missing:
    sys.exit(f"train.py: {missing}; on Debian: apt-get install python3-torch python3-h5py, for "
             "/usr/bin/python3")

PAIR_SIZE, HIDDEN, POOL_EVERY = 32, 64, 3  # of the network
WEIGHT_DECAY, WARM_UP, FALL = 1e-2, 200, 0.3  # of AdamW and its learning rate
TURNS_WEIGHT = 0.1  # of the turns-left loss
LOSSES = ("policy", "policy_floor", "value", "value_floor", "turns")
NUMBERS = (  # name, default, type, least, most, help
    ("--steps", 3000, int, 1, 10**9, "batches"),
    ("--batch", 256, int, 1, 10**6, "rows per batch"),
    ("--channels", 32, int, 16, 512, "channels, a multiple of 16"),
    ("--blocks", 4, int, 1, 64, "residual blocks"),
    ("--learning-rate", 1e-3, float, 0, 1, "peak learning rate of AdamW"),
    ("--root-share", 0.5, float, 0, 1, "share of the root's value in the value target"),
    ("--validation-rows", 2048, int, 0, 10**9, "validation rows evaluated at the end"),
    ("--seed", 1, int, 0, 10**9, "random seed of initial weights and row order"),
    ("--threads", 0, int, 0, 10**4, "PyTorch threads; 0: PyTorch's default; 1: bit-reproducible"))


def parse_call():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    for name, default, kind, least, most, text in NUMBERS:
        def number(word, kind=kind, least=least, most=most):
            if not least <= kind(word) <= most:
                raise argparse.ArgumentTypeError(f"must be {least} to {most}, not {word}")
            return kind(word)
        parser.add_argument(name, default=default, type=number, help=f"{text} (default: {default})")
    parser.add_argument("--later", action="store_true", help="replace the root's value by a mean "
                        "over it and later roots (exports with --value result,root,later:SHARE)")
    parser.add_argument("--symmetries", action="store_true", help="transform each row by a random "
                        "symmetry at each use (exports with --symmetries maps)")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1, ... (default: cpu)")
    parser.add_argument("weights", help="file to write")
    parser.add_argument("exports", nargs="+", help="exported files")
    call = parser.parse_args()
    if call.channels % 16:
        parser.error(f"--channels must be a multiple of 16, not {call.channels}")
    folder = os.path.dirname(call.weights) or "."
    if not os.path.isdir(folder):
        parser.error(f"{call.weights}: there is no folder {folder}")
    if os.path.isdir(call.weights) or not os.access(folder, os.W_OK):
        parser.error(f"{call.weights}: cannot be written")
    if call.device.startswith("cuda") and not torch.cuda.is_available():
        parser.error("--device cuda: this PyTorch finds no GPU")
    return call


def cross_entropy(targets, log_shares):
    """One value per row. A target of 0 contributes 0, whatever its share."""
    return -torch.where(targets > 0, targets * log_shares, torch.zeros_like(targets)).sum(dim=1)


def losses_of(logits, value_logits, turns, batch):
    """Means over the batch, by LOSSES, in nats but for turns. logits: (N, A) of actions;
    value_logits: (N, 3) of win, draw, loss; turns: (N) logarithms. The policy and value losses
    cannot fall below the entropies of their targets, the floors."""
    policy, value, known = batch["policy"], batch["value"], batch["has_turns"]
    searched = batch["has_policy"].sum().clamp(min=1)
    shares = functional.log_softmax(logits.masked_fill(~batch["legal"], -math.inf), dim=1)
    apart = functional.smooth_l1_loss(turns, batch["turns_left"].log(), reduction="none")
    return {"policy": cross_entropy(policy, shares).sum() / searched,
            "policy_floor": cross_entropy(policy, policy.log()).sum() / searched,
            "value": cross_entropy(value, functional.log_softmax(value_logits, dim=1)).mean(),
            "value_floor": cross_entropy(value, value.log()).mean(),
            "turns": (apart * known).sum() / known.sum().clamp(min=1)}


def learning_rate(call, step):
    """Rises linearly, stays, and falls linearly at the end."""
    return call.learning_rate * min(1, (step + 1) / WARM_UP,
                                    (call.steps - step) / (FALL * call.steps))


class Learner:
    def __init__(self, call, window):
        torch.manual_seed(call.seed)
        self.call, self.window = call, window
        self.network = Network(Architecture(call.channels, call.blocks, POOL_EVERY, PAIR_SIZE,
                                            HIDDEN), Facts(**window.game)).to(call.device)
        self.network.seen.zero_()
        self.scales = torch.from_numpy(window.scales).to(call.device)
        # An auxiliary head, not exported: a target that stays informative when one side has won.
        self.turns = nn.Linear(self.network.summary_size, 1).to(call.device)
        trained = [*self.network.parameters(), *self.turns.parameters()]
        self.optimizer = torch.optim.AdamW([
            {"params": [p for p in trained if p.dim() > 1], "weight_decay": WEIGHT_DECAY},
            {"params": [p for p in trained if p.dim() == 1], "weight_decay": 0.0}])

    def batches(self, group):
        call = self.call
        return Batches(self.window, group, call.batch, call.seed, call.root_share, call.later,
                       call.symmetries and group == "train")

    def losses(self, arrays):
        batch = {name: torch.from_numpy(values).to(self.call.device)
                 for name, values in arrays.items()}
        if self.network.training:
            self.network.see(batch["planes"])
        logits, value, summary = self.network.outputs(batch, self.scales)
        return losses_of(logits, value, self.turns(summary).squeeze(1), batch)

    def train(self, batch, step):
        self.network.train()
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.call, step)
        found = self.losses(batch)
        self.optimizer.zero_grad()
        (found["policy"] + found["value"] + TURNS_WEIGHT * found["turns"]).backward()
        self.optimizer.step()
        return {name: value.item() for name, value in found.items()}

    def validate(self):
        """The losses on validation games; empty without any."""
        rows = min(self.call.validation_rows, self.window.count("validation"))
        if rows == 0:
            return {}
        batches = self.batches("validation")
        self.network.eval()
        with torch.no_grad():
            return means([{name: value.item() for name, value in self.losses(batches[i]).items()}
                          for i in range(-(-rows // self.call.batch))])


def means(rows):
    return {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]}


def as_line(losses):
    return "  ".join(f"{name} {losses[name]:.4f}" for name in LOSSES)


def keep_memory():
    """Stops glibc from returning the memory of large tensors to the system at once: mapping the
    pages again at the next step costs a quarter of a small network's CPU time."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(-4, 0)  # M_MMAP_MAX
        libc.mallopt(-1, -1)  # M_TRIM_THRESHOLD


def main():
    call, start = parse_call(), time.monotonic()
    keep_memory()
    if call.threads:
        torch.set_num_threads(call.threads)
    learner = Learner(call, Window(call.exports))
    batches, rows = learner.batches("train"), []
    for step in range(call.steps):
        rows.append(learner.train(batches[step], step))
        if not all(math.isfinite(value) for value in rows[-1].values()):
            raise DataError(f"step {step + 1}: the losses are not finite: {rows[-1]}; a lower "
                            "--learning-rate may help")
        if (step + 1) % 100 == 0 or step + 1 == call.steps:
            print(f"step {step + 1} of {call.steps}, {time.monotonic() - start:.0f} s  "
                  f"{as_line(means(rows))}", file=sys.stderr)
            rows = []
    losses = learner.validate()
    if losses:
        print(f"validation  {as_line(losses)}", file=sys.stderr)
    number = export(learner.network.eval(), call.weights, steps=call.steps, seen_variants="\n".join(
        sorted({file.variant for file in learner.window.files})))
    print(f"{call.weights}: hash 0x{number:016x}", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except (DataError, OSError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        sys.exit(2)

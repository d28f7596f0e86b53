#!/usr/bin/python3
"""Trains a network on exported games: a plain learner to copy and change.

    train.py runs/exports --out runs/learner --steps 20000

Writes `losses.csv`, `checkpoint.pt` and `weights-00020000.safetensors` to the folder of --out. The same
command resumes after a stop or kill at any point: only the steps since the last checkpoint are
repeated, with --threads 1 bit for bit. A larger --steps continues training, and includes what has
been exported since. Exit status: 0 done, 2 invalid command line or training failed.
"""

import argparse
import copy
import csv
import ctypes
import fcntl
import io
import math
import os
import sys
import time

from programs import DataError, Parser, finish, packages

packages("torch", "h5py")
import torch  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

import integer_network  # noqa: E402
import network as convolution  # noqa: E402
from data import FEATURES, PLANES, Batches, Window  # noqa: E402
from integer_file import About  # noqa: E402
from publish import append, make_folder, publish  # noqa: E402

INPUTS = {"convolution": PLANES, "integer": FEATURES}
DEFAULTS = {"convolution": {"batch": 256, "learning_rate": 1e-3, "average": 0.0},
            "integer": {"batch": 1024, "learning_rate": 2e-3, "average": 0.995}}
# Options that cannot be changed when training is resumed.
FIXED = ("network", "seed", "batch", "units", "channels", "blocks", "pool_every", "pair_size",
         "hidden")
LOSSES = ("policy", "policy_floor", "value", "value_floor", "turns")
COLUMNS = ("step", "learning_rate", *LOSSES, *("validation_" + name for name in LOSSES))
NUMBERS = (  # name, default, type, least, most, help
    ("--games", 20000, int, 1, 10**9, "size of the window: train on so many of the newest games"),
    ("--steps", 20000, int, 1, 10**9, "batches in total, including those of earlier commands"),
    ("--batch", None, int, 1, 10**6, "rows per batch (default: convolution 256, integer 1024)"),
    ("--units", 128, int, 64, 512, "units of an integer network, a multiple of 64"),
    ("--average", None, float, 0, 1, "decay of the moving average of weights that is validated and "
     "exported (default: convolution 0, integer 0.995)"),
    ("--channels", 64, int, 16, 512, "channels of a convolutional network, a multiple of 16"),
    ("--blocks", 6, int, 1, 64, "residual blocks of a convolutional network"),
    ("--pool-every", 3, int, 0, 64, "every N-th block has global pooling; 0: none"),
    ("--pair-size", 32, int, 1, 256, "size of a pair embedding"),
    ("--hidden", 64, int, 1, 1024, "hidden units of the value head and whole-board heads"),
    ("--learning-rate", None, float, 0, 1, "peak learning rate of AdamW (default: convolution "
     "0.001, integer 0.002)"),
    ("--weight-decay", 1e-2, float, 0, 1, "weight decay of AdamW, for weights but not biases"),
    ("--warm-up", 200, int, 0, 10**9, "steps during which the learning rate rises from 0"),
    ("--decay", 0.3, float, 0, 1, "share of this command's steps, at the end, during which the "
     "learning rate falls to 0"),
    ("--value-weight", 1.0, float, 0, 1e9, "weight of the value loss relative to the policy loss"),
    ("--turns-weight", 0.1, float, 0, 1e9, "weight of the turns-left loss"),
    ("--root-share", 0.5, float, 0, 1, "share of the root's value in the value target"),
    ("--interval", 100, int, 1, 10**9, "steps between checkpoints and rows of losses.csv"),
    ("--validation-rows", 2048, int, 0, 10**9, "validation rows evaluated at every checkpoint"),
    ("--seed", 1, int, 0, 10**9, "random seed of initial weights and row order"),
    ("--threads", 0, int, 0, 10**4, "PyTorch threads; 0: PyTorch's default; 1: bit-reproducible"))


def parse_call():
    parser = Parser(description="Train a network on files of fulcrum export --policy padded with "
                    "--planes (--network convolution) or --features (--network integer)")
    parser.add_argument("exports", help="folder of exported files")
    parser.add_argument("--out", required=True, help="output folder")
    parser.add_argument("--network", choices=list(INPUTS), default="convolution")
    for name, default, kind, least, most, text in NUMBERS:
        def number(word, kind=kind, least=least, most=most):
            if not least <= kind(word) <= most:
                raise argparse.ArgumentTypeError(f"must be {least} to {most}, not {word}")
            return kind(word)
        parser.add_argument(name, default=default, type=number, help=text if default is None
                            else f"{text} (default: {default})")
    parser.add_argument("--later", action="store_true", help="replace the root's value by a mean "
                        "over it and later roots of the game (needs exports with --value "
                        "result,root,later:SHARE)")
    parser.add_argument("--symmetries", action="store_true", help="transform each row by a random "
                        "symmetry at each use (needs exports with --symmetries maps)")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1, ... (default: cpu)")
    parser.add_argument("--check", action="store_true", help="only check the options")
    call = parser.parse_args()
    for name, value in DEFAULTS[call.network].items():
        if getattr(call, name) is None:
            setattr(call, name, value)
    if call.device.startswith("cuda") and not torch.cuda.is_available():
        parser.error("--device cuda: this PyTorch finds no GPU")
    for name, factor in ("units", 64), ("channels", 16):
        if getattr(call, name) % factor:
            parser.error(f"--{name} must be a multiple of {factor}, not {getattr(call, name)}")
    if call.later and not call.root_share:
        parser.error("--later requires --root-share above 0")
    return call


# --- Losses -----------------------------------------------------------------------------


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


def learning_rate(call, step, begun=0):
    """Rises linearly, stays, and falls linearly at the end of the steps from `begun` on."""
    rise = (step + 1) / max(call.warm_up, 1)
    fall = (call.steps - step) / max(call.decay * (call.steps - begun), 1) if call.decay else 1
    return call.learning_rate * max(min(1, rise, fall), 0)


class Learner:
    """The state of training, as saved in checkpoints. A step depends only on it and on the batch:
    a loaded learner continues exactly as the saved one would have."""

    def __init__(self, call, window):
        torch.manual_seed(call.seed)
        self.call, self.window, self.step, self.begun = call, window, 0, 0
        self.variants = set()  # trained on so far
        game = window.game
        if call.network == "integer":
            about = About(game["game"], game["variant"], game["features_version"],
                          game["planes_version"], game["features"], window.most,
                          game["num_actions"], call.units)
            self.network = integer_network.IntegerNetwork(about, window.features_seen)
        else:
            self.network = convolution.Network(convolution.Architecture(
                call.channels, call.blocks, call.pool_every, call.pair_size, call.hidden),
                convolution.Facts(**game))
            self.network.seen.zero_()
        self.scales = torch.from_numpy(window.scales).to(call.device)
        # An auxiliary head, not exported: a target that stays informative when one side has won.
        self.turns = nn.Linear(self.network.summary_size, 1)
        self.average = copy.deepcopy(self.network).eval()  # what is validated and exported
        self.parts = {"network": self.network, "turns": self.turns, "average": self.average}
        for part in self.parts.values():
            part.to(call.device)
        trained = [*self.network.parameters(), *self.turns.parameters()]
        self.optimizer = torch.optim.AdamW([
            {"params": [p for p in trained if p.dim() > 1], "weight_decay": call.weight_decay},
            {"params": [p for p in trained if p.dim() == 1], "weight_decay": 0.0}])

    def batches(self, group):
        return Batches(self.window, group, self.call.batch, self.call.seed, self.call.root_share,
                       self.call.later, self.call.symmetries and group == "train")

    def losses(self, network, arrays):
        batch = {name: torch.from_numpy(values).to(self.call.device)
                 for name, values in arrays.items()}
        if network.training and self.call.network == "convolution":
            network.see(batch["planes"])
        logits, value, summary = network.outputs(batch) if self.call.network == "integer" else \
            network.outputs(batch, self.scales)
        return losses_of(logits, value, self.turns(summary).squeeze(1), batch)

    def train(self, batch):
        """One step."""
        self.network.train()
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.call, self.step, self.begun)
        found = self.losses(self.network, batch)
        self.optimizer.zero_grad()
        (found["policy"] + self.call.value_weight * found["value"]
         + self.call.turns_weight * found["turns"]).backward()
        self.optimizer.step()
        if self.call.network == "integer":
            self.network.clip()
        self.average_weights()
        self.step += 1
        self.variants.update(file.variant for file in self.window.files)
        return {name: value.item() for name, value in found.items()}

    def average_weights(self):
        """A mean over steps; at first over fewer, so that the initial weights are forgotten."""
        share = 1 - min(self.call.average, (self.step + 1) / (self.step + 10))
        now = self.network.state_dict()
        with torch.no_grad():
            for name, mean in self.average.state_dict().items():
                if mean.is_floating_point():  # weights, and running statistics of normalisation
                    mean.lerp_(now[name], share)
                else:
                    mean.copy_(now[name])

    def validate(self):
        """The losses on validation games, or empty."""
        rows = min(self.call.validation_rows, self.window.count("validation"))
        if rows == 0:
            return {}
        batches = self.batches("validation")
        with torch.no_grad():
            return means([{name: value.item() for name, value in self.losses(
                self.average, batches[self.window.since + i]).items()}
                for i in range(-(-rows // self.call.batch))])

    def export(self, path):
        module = integer_network if self.call.network == "integer" else convolution
        return module.export(self.average, path, steps=self.step,
                             rows=self.step * self.call.batch,
                             seen_variants="\n".join(sorted(self.variants)))

    def save(self, path):
        """Saves tensors, texts and integers, which PyTorch can read safely. Built in memory, as
        PyTorch aborts on a failed write."""
        memory = io.BytesIO()
        torch.save({
            "fixed": {name: getattr(self.call, name) for name in FIXED},
            "game": self.window.game, "step": self.step, "begun": self.begun,
            "finished": self.step >= self.call.steps, "variants": sorted(self.variants),
            "paths": [file.path for file in self.window.files], "since": self.window.since,
            "optimizer": self.optimizer.state_dict()["state"], "random": torch.get_rng_state(),
            **{name: part.state_dict() for name, part in self.parts.items()}}, memory)
        publish(path, lambda file: file.write(memory.getvalue()))

    def load(self, path):
        try:
            saved = torch.load(path, map_location=self.call.device, weights_only=True)
        except Exception as error:  # zip, pickle and PyTorch raise different types
            raise DataError(f"{path}: cannot be read: {error}") from error
        for name, value in saved["fixed"].items():
            if getattr(self.call, name) != value:
                raise DataError(f"{path}: was begun with --{name.replace('_', '-')} {value}, not "
                                f"{getattr(self.call, name)}; use that, or another --out")
        if saved["game"] != self.window.game:
            raise DataError(f"{path}: is of {saved['game']}, but the exported files are of "
                            f"{self.window.game}")
        for name, part in self.parts.items():
            part.load_state_dict(saved[name])
        self.optimizer.load_state_dict(self.optimizer.state_dict() | {"state": saved["optimizer"]})
        torch.set_rng_state(saved["random"].cpu())
        self.variants, self.step = set(saved["variants"]), saved["step"]
        self.begun = self.step if saved["finished"] else saved["begun"]
        if saved["finished"] or not all(map(os.path.exists, saved["paths"])):
            self.window.since = self.step  # the newest files
        else:  # those of the stopped command, to continue identically
            self.window = Window.of(saved["paths"], INPUTS[self.call.network], saved["since"])


def means(rows):
    return {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]}


# --- The command ------------------------------------------------------------------------


def keep_memory():
    """Stops glibc from returning the memory of large tensors to the system at once: mapping the
    pages again at the next step costs a quarter of a small network's CPU time."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(-4, 0)  # M_MMAP_MAX
        libc.mallopt(-1, -1)  # M_TRIM_THRESHOLD


def begin_csv(path, step):
    """Keeps only the rows up to a step, so that repeated steps are not listed twice."""
    kept = []
    if os.path.exists(path):
        with open(path, newline="", encoding="utf-8") as file:
            lines = [line for line in file if line.endswith("\n")]  # the last may be cut off
        kept = [line for line in lines[1:] if int(line.split(",")[0]) <= step]
    publish(path, lambda file: file.write("".join([",".join(COLUMNS) + "\n", *kept]).encode()))


def end_interval(learner, rows, seconds):
    """Writes a row and a checkpoint, in this order: after a kill between them, resuming removes
    the row."""
    found = means(rows)
    if not all(math.isfinite(value) for value in found.values()):
        raise DataError(f"step {learner.step}: the losses are not finite: {found}; the last "
                        "checkpoint is unchanged; a lower --learning-rate may help")
    row = {"step": learner.step, **found,
           "learning_rate": learning_rate(learner.call, learner.step - 1, learner.begun),
           **{"validation_" + name: value for name, value in learner.validate().items()}}
    line = io.StringIO(newline="")
    csv.DictWriter(line, COLUMNS, lineterminator="\n").writerow(row)
    append(os.path.join(learner.call.out, "losses.csv"), line.getvalue())
    learner.save(os.path.join(learner.call.out, "checkpoint.pt"))
    text = "  ".join(f"{name} {row[name]:.4f}" for name in COLUMNS
                     if name in row and name.endswith(("policy", "value")))
    print(f"step {learner.step} of {learner.call.steps}  {text}  {len(rows) / seconds:.2f} steps a "
          "second", file=sys.stderr)


def all_steps(learner):
    call, batches, rows, start = learner.call, learner.batches("train"), [], time.monotonic()
    while learner.step < call.steps:
        rows.append(learner.train(batches[learner.step]))
        if learner.step % call.interval == 0 or learner.step == call.steps:
            end_interval(learner, rows, time.monotonic() - start)
            rows, start = [], time.monotonic()


def main():
    call = parse_call()
    if call.check:
        return
    keep_memory()
    if call.threads:
        torch.set_num_threads(call.threads)
    window = Window.newest(call.exports, call.games, INPUTS[call.network])
    make_folder(call.out)
    lock = open(os.path.join(call.out, "lock"), "w", encoding="utf-8")
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise DataError(f"{call.out}: another learner is writing there") from error
    learner = Learner(call, window)
    checkpoint = os.path.join(call.out, "checkpoint.pt")
    if os.path.exists(checkpoint):
        learner.load(checkpoint)
        print(f"resumes at step {learner.step}", file=sys.stderr)
    begin_csv(os.path.join(call.out, "losses.csv"), learner.step)
    print(f"window: {len(learner.window.files)} files, {learner.window.count('train')} rows",
          file=sys.stderr)
    all_steps(learner)
    path = os.path.join(call.out, f"weights-{learner.step:08d}.safetensors")
    if not os.path.exists(path):  # never replaced: readers always see the same file
        print(f"{path}: hash 0x{learner.export(path):016x}", file=sys.stderr)


if __name__ == "__main__":
    finish(main, stopped="stopped; the same command resumes from the last checkpoint")

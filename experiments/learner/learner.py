"""The state of training (network, optimizer, step, window) and its checkpoints.

    learner = Learner(call, newest_window(call))     # of options.py
    learner.load("checkpoint.pt")               # if it exists
    found = learner.train(batch)                # one step; its losses
    learner.save("checkpoint.pt")

`call` has the options of train.py. A step depends only on the learner and its batch, and the
batch on the window, the seed and the step: so a loaded learner continues exactly as the saved
one would have.
"""

import io
import os

import torch

from data import Batches, DataError, Window
from kinds import AVERAGE, MODELS
from losses import FINAL, total
from options import KINDS
from publish import publish

# Options that cannot be changed when training is resumed, besides the FIXED of each kind.
FIXED = ("network", "seed", "batch", "slice")


def learning_rate(call, step, begun=0):
    """Rises linearly, stays, and falls linearly at the end: over the last of the
    --schedule-steps, or else of the steps from `begun` on, those of the current command when
    it extends a finished run."""
    rise = (step + 1) / max(call.warm_up, 1)
    end, begun = (call.schedule_steps, 0) if call.schedule_steps else (call.steps, begun)
    fall = max(end - step, 0) / max(call.decay * (end - begun), 1) if call.decay else 1
    return call.learning_rate * min(1, rise, fall)


class Learner:
    """The state of training, as saved in checkpoints."""

    def __init__(self, call, window):
        torch.manual_seed(call.seed)
        self.call, self.window, self.step, self.begun = call, window, 0, 0
        self.variants = set()  # trained on so far
        self.model = MODELS[call.network](call, window)
        for part in self.model.parts.values():
            part.to(call.device)
        parameters = [p for module in self.model.trained for p in module.parameters()]
        self.optimizer = torch.optim.AdamW([
            {"params": [p for p in parameters if p.dim() > 1],
             "weight_decay": call.weight_decay},
            {"params": [p for p in parameters if p.dim() == 1], "weight_decay": 0.0}])

    def batches(self, group):
        surprise_share = self.call.surprise_share if group == "train" else 0
        return Batches(self.window, group, self.call.batch, self.call.seed, self.call.slice,
                       self.call.root_share, surprise_share,
                       keep=group == "train" and self.model.KEEP,
                       later=self.call.later, final_board=self.call.final_weight > 0,
                       symmetries=self.call.symmetries and group == "train")

    def on_device(self, batch):
        return {name: values.to(self.call.device) for name, values in batch.items()}

    def train(self, batch):
        """One step."""
        self.model.network.train()
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.call, self.step, self.begun)
        found = self.model.losses(self.on_device(batch))
        self.optimizer.zero_grad()
        total(found, self.call.value_weight, self.call.turns_weight,
              self.call.final_weight).backward()
        if self.call.clip:
            torch.nn.utils.clip_grad_norm_(
                [p for group in self.optimizer.param_groups for p in group["params"]],
                self.call.clip)
        self.optimizer.step()
        self.model.after_step(self.step)
        self.step += 1
        self.variants.update(file.variant for file in self.window.files)
        return {name: value.item() for name, value in found.items()}

    def validate(self):
        """The losses on validation games, or empty."""
        rows = min(self.call.validation_rows, self.window.count("validation"))
        if rows == 0:
            return {}
        batches, sums = self.batches("validation"), Sums()
        with torch.no_grad():
            for i in range(-(-rows // self.call.batch)):
                batch = batches[self.window.since + i]
                found = self.model.validation_losses(self.on_device(
                    {name: torch.from_numpy(values) for name, values in batch.items()}))
                sums.add({name: value.item() for name, value in found.items()})
        return sums.means()

    # --- Checkpoints ---------------------------------------------------------------------

    def save(self, path):
        """Saves tensors, texts and integers: PyTorch 1.13 cannot read others safely. The rest of
        the optimizer's state are options. Built in memory, as PyTorch aborts on a failed
        write."""
        memory = io.BytesIO()
        torch.save({
            "fixed": {name: getattr(self.call, name) for name in FIXED + self.model.FIXED},
            "game": self.window.game, "step": self.step, "paths": self.window.paths,
            "variants": sorted(self.variants),
            "finished": self.step >= self.call.steps, "begun": self.begun,
            "since": self.window.since, "optimizer": self.optimizer.state_dict()["state"],
            "random": torch.get_rng_state(),
            **{name: part.state_dict() for name, part in self.model.parts.items()}}, memory)
        publish(path, lambda file: file.write(memory.getvalue()))

    def load(self, path):
        try:
            saved = torch.load(path, map_location=self.call.device, weights_only=True)
        except Exception as error:  # zip, pickle and PyTorch raise different types
            raise DataError(f"{path}: cannot be read: {error}") from error
        if (FINAL in saved) != bool(self.call.final_weight):
            raise DataError(f"{path}: was begun {'with' if FINAL in saved else 'without'} "
                            "--final-weight; use the same, or another --out")
        for name, value in saved["fixed"].items():
            now = getattr(self.call, name)
            if now != value:
                raise DataError(f"{path}: was begun with --{name.replace('_', '-')} {value}, "
                                f"not {now}; use that, or another --out")
        if saved["game"] != self.window.game:
            raise DataError(f"{path}: is of {saved['game']}, but the exported files are of "
                            f"{self.window.game}")
        for name, part in self.model.parts.items():
            missing = name == AVERAGE and name not in saved  # in checkpoints of an earlier version
            part.load_state_dict(saved["network" if missing else name])
        self.optimizer.load_state_dict(
            self.optimizer.state_dict() | {"state": saved["optimizer"]})
        self.variants = set(saved["variants"])
        torch.set_rng_state(saved["random"].cpu())
        self.step = saved["step"]
        self.begun = self.step if saved["finished"] else saved.get("begun", 0)
        if saved["finished"] or not all(map(os.path.exists, saved["paths"])):
            self.window.since = self.step  # the newest files
        else:  # those of the stopped command, to continue identically
            self.window = Window(saved["paths"], saved["since"], KINDS[self.call.network].inputs)


class Sums:
    """Means of losses over batches."""

    def __init__(self):
        self.sums, self.count = {}, 0

    def add(self, found):
        self.count += 1
        for name, value in found.items():
            self.sums[name] = self.sums.get(name, 0.0) + value

    def means(self):
        return {name: value / self.count for name, value in self.sums.items()}

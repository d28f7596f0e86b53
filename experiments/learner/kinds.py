"""The kinds of networks that train.py trains, with a common interface for learner.py.

    model = MODELS["integer"](call, window)     # call: options of train.py
    model.trained                               # modules whose parameters are trained
    model.losses(batch)                         # a batch of data.py, as tensors
    model.validation_losses(batch)              # with the weights that are exported
    model.after_step(step)                      # after the optimizer, `step` steps before
    model.export("weights.h5", steps=100)
    model.parts                                 # modules by name, for checkpoints

FIXED: options that the shapes of weights depend on. options.py has what needs no network.
"""

import copy

import torch

import integer_network
import network
from data import DataError
from integer_file import About, read
from losses import FINAL, FinalBoard, TurnsLeft, final_loss, losses, losses_of


AVERAGE = "average"  # key of checkpoints


class Averaged:
    """Common to all kinds: the exported weights are a mean over steps. At first the mean is over
    fewer steps, so that the initial weights are forgotten."""

    def begin_average(self, share):
        self.average, self.memory = copy.deepcopy(self.network).eval(), share
        self.parts[AVERAGE] = self.average

    def validation_losses(self, batch):
        return self.losses_by(self.average, batch)

    def after_step(self, step):
        share = 1 - min(self.memory, (step + 1) / (step + 10))
        now = self.network.state_dict()
        with torch.no_grad():
            for name, mean in self.average.state_dict().items():
                if mean.is_floating_point():  # weights, and running statistics of normalisation
                    mean.lerp_(now[name], share)
                else:
                    mean.copy_(now[name])


class Convolution(Averaged):
    FIXED = ("channels", "blocks", "pool_every", "pair_size", "hidden")
    KEEP = False  # files in memory

    def __init__(self, call, window):
        architecture = network.Architecture(call.channels, call.blocks, call.pool_every,
                                            call.pair_size, call.hidden)
        self.network = network.Network(architecture, network.Facts(**window.game))
        self.network.seen.zero_()
        self.turns = TurnsLeft(call.channels)
        self.scales = torch.from_numpy(window.scales).to(call.device)
        self.final = FinalBoard(call.channels) if call.final_weight else None
        self.parts = {"network": self.network, "turns": self.turns, **final_part(self.final)}
        self.trained = list(self.parts.values())
        self.begin_average(call.average)

    def losses(self, batch):
        self.network.see(batch["planes"])
        return self.losses_by(self.network, batch)

    def losses_by(self, network_, batch):
        return losses(network_, self.turns, self.scales, batch, self.final)

    def export(self, path, **more):
        return network.export(self.average, path, **more)


class Integer(Averaged):
    FIXED = ("units",)
    KEEP = True
    FINAL_EVERY = 4  # use final boards of every 4th row: all would take half of a step's time

    def __init__(self, call, window):
        game = window.game
        about = About(game["game"], game["variant"], game["features_version"],
                      game["planes_version"], game["features"], window.most,
                      game["num_actions"], call.units)
        self.network = integer_network.IntegerNetwork(about, window.features_seen)
        self.turns = integer_network.TurnsLeft(call.units)
        if call.start:
            self.start(call.start, about)
        self.final = integer_network.FinalBoard(call.units, window.height, window.width) \
            if call.final_weight else None
        self.parts = {"network": self.network, "turns": self.turns, **final_part(self.final)}
        self.trained = list(self.parts.values())
        self.begin_average(call.average)

    def start(self, path, about):
        weights = read(path)
        if weights.about != about:
            raise DataError(f"{path}: is of {about_text(weights.about)}, but the exported "
                            f"files are of {about_text(about)}")
        self.network.take(weights.arrays)

    def losses(self, batch):
        return self.losses_by(self.network, batch)

    def losses_by(self, network, batch):
        x = network(batch["features"])
        logits = network.policy_logits(x, batch["actions"], batch["legal"])
        found = losses_of(logits, network.value_logits(x), self.turns(x), batch)
        if self.final:
            some = slice(None, None, self.FINAL_EVERY)
            found[FINAL] = final_loss(self.final(x[some]), batch["final_board"][some])
        return found

    def after_step(self, step):
        """Clips weights to their ranges, which their means then satisfy, too."""
        self.network.clip()
        super().after_step(step)

    def export(self, path, **more):
        return integer_network.export(self.average, path, **more)


def final_part(final):
    return {"final": final} if final else {}


def about_text(about):
    return f"{about.game} with {about.variant}, version {about.features_version} of the " \
        f"features, {about.units} units"


MODELS = {"convolution": Convolution, "integer": Integer}

"""Options of train.py, and the defaults and options of each kind of network.

    call = parse_call()                 # the command line; exits with 2 if it is invalid
    window = newest_window(call)        # data.py's window of the files that the options name

Does not import PyTorch, which takes a second to load.
"""

import argparse
from dataclasses import dataclass

import needs
from data import FEATURES, PLANES, Window


@dataclass(frozen=True)
class Kind:
    inputs: str  # that the window reads
    defaults: dict  # of options whose defaults differ
    own: tuple  # options that only this kind has


KINDS = {"convolution": Kind(PLANES, {"batch": 256, "learning_rate": 1e-3, "average": 0.0},
                             ("channels", "blocks", "pool_every", "pair_size", "hidden")),
         "integer": Kind(FEATURES, {"batch": 1024, "learning_rate": 2e-3, "average": 0.995},
                         ("units", "start"))}


def parse_call():
    parser = needs.Parser(
        description="Train a network on files of fulcrum export --policy padded with "
        "--planes (--network convolution) or --features (--network integer)",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)

    given = set()  # numeric options on the command line

    def add(name, default, text, kind=int, least=0, most=10**9):
        def number(word):
            given.add(name[2:].replace("-", "_"))
            value = kind(word)
            if not least <= value <= most:
                raise argparse.ArgumentTypeError(f"must be {least} to {most}, not {word}")
            return value
        if default is None:  # given in the help text
            default = argparse.SUPPRESS
        parser.add_argument(name, default=default, help=text, type=number)

    parser.add_argument("exports", help="folder of exported files")
    parser.add_argument("--out", required=True, help="output folder")
    parser.add_argument("--network", choices=list(KINDS), default="convolution",
                        help="kind of network")
    add("--games", 20000, "size of the window: train on so many of the newest games", least=1)
    add("--window-growth", 0.0, "exponent by which the window grows with the number of games "
        "played: --games times 1 + 0.4 ((played / --games)^EXPONENT - 1) / EXPONENT; 0: fixed "
        "size", float, 0, 1)
    add("--steps", 20000, "batches in total, including those of earlier commands", least=1)
    add("--batch", None, "rows per batch (default: convolution 256, integer 1024)", least=1)
    add("--slice", 64, "contiguous rows of a file that are read together; a batch consists of "
        "slices", least=1)
    add("--units", 128, "units of an integer network, a multiple of 64", least=64, most=512)
    add("--average", None, "decay of the moving average of weights that is validated and exported "
        "(default: convolution 0, integer 0.995)",
        float, 0, 1)
    parser.add_argument("--start", help="initial weights, of an integer network of the same "
                        "variant, instead of random ones", metavar="FILE")
    add("--channels", 64, "channels of a convolutional network, a multiple of 16", least=16,
        most=512)
    add("--blocks", 6, "residual blocks of a convolutional network", least=1, most=64)
    add("--pool-every", 3, "every N-th block has global pooling; 0: none", most=64)
    add("--pair-size", 32, "size of a pair embedding", least=1, most=256)
    add("--hidden", 64, "hidden units of the value head and whole-board heads", least=1, most=1024)
    add("--learning-rate", None, "peak learning rate of AdamW (default: convolution "
        "0.001, integer 0.002)", float, 0, 1)
    add("--weight-decay", 1e-2, "weight decay of AdamW, for weights but not biases", float, 0, 1)
    add("--warm-up", 200, "steps during which the learning rate rises from 0")
    add("--decay", 0.3, "share of the steps, at the end, during which the learning rate falls "
        "to 0", float, 0, 1)
    add("--schedule-steps", 0, "steps that --decay is a share of, including those of earlier and "
        "later commands; 0: the steps of this command")
    add("--clip", 0.0, "largest norm of the gradient; 0: no clipping", float)
    add("--value-weight", 1.0, "weight of the value loss relative to the policy loss", float)
    add("--turns-weight", 0.1, "weight of the turns-left loss", float)
    add("--final-weight", 0.0, "weight of the final-board loss (needs exports with "
        "--final-board); 0: no such head", float)
    add("--root-share", 0.5, "share of the root's value in the value target", float, 0, 1)
    parser.add_argument("--later", action="store_true", help="replace the root's value by a mean "
                        "over it and later roots of the game (needs exports with --value "
                        "result,root,later:SHARE)")
    parser.add_argument("--symmetries", action="store_true", help="transform each row by a random "
                        "symmetry at each use (needs exports with --symmetries maps)")
    add("--surprise-share", 0.0, "share of rows drawn in proportion to their surprise", float, 0,
        1)
    add("--interval", 100, "steps between checkpoints, rows of losses.csv, and checks for "
        "new files", least=1)
    add("--export-every", 0, "steps between exports of weights, a multiple of --interval; 0: "
        "only at the end")
    add("--validation-rows", 2048, "validation rows evaluated at every checkpoint")
    add("--seed", 1, "random seed of initial weights and row order")
    add("--threads", 0, "PyTorch threads; 0: PyTorch's default; 1: bit-reproducible")
    add("--workers", 1, "reader processes; 0: read in this process", most=256)
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1, ...")
    parser.add_argument("--check", action="store_true", help="only check the options")
    call = parser.parse_args()
    for name, value in KINDS[call.network].defaults.items():
        if name not in call:
            setattr(call, name, value)
    if call.device.startswith("cuda"):
        from torch import cuda  # only here: it takes a second
        if not cuda.is_available():
            parser.error("--device cuda: this PyTorch finds no GPU")
    check(parser, call, given | ({"start"} if call.start else set()))
    return call


def check(parser, call, given):
    """Refuses inconsistent options; given: names of those on the command line."""
    for kind, about in KINDS.items():
        for name in about.own:
            if kind != call.network and name in given:
                parser.error(f"--{name.replace('_', '-')} is only for --network {kind}")
    if call.later and not call.root_share:
        parser.error("--later requires --root-share above 0")
    if call.schedule_steps and not call.decay:
        parser.error("--schedule-steps requires --decay above 0")
    if call.units % 64:
        parser.error(f"--units must be a multiple of 64, not {call.units}")
    if call.channels % 16:
        parser.error(f"--channels must be a multiple of 16, not {call.channels}")
    if call.batch % call.slice:
        parser.error(f"--batch {call.batch} is not a multiple of --slice {call.slice}")
    if call.export_every % call.interval:
        parser.error(f"--export-every {call.export_every} is not a multiple of --interval "
                     f"{call.interval}")


def newest_window(call, since=0):
    """The window of the newest files, of the size given by the options; `since`: the step at
    which training on it begins."""
    return Window.newest(call.exports, call.games, since, KINDS[call.network].inputs,
                         call.window_growth)

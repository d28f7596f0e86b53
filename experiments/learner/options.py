"""Options of train.py, and what the kinds of networks differ in before there is a network.

    call = parse_call()                 # of the command line; exit 2 where it is wrong
    window = newest_window(call)        # of data.py, the files that the options name

Without PyTorch, which takes a second to be there.
"""

import argparse
from dataclasses import dataclass

import needs
from data import FEATURES, PLANES, Window


@dataclass(frozen=True)
class Kind:
    inputs: str  # what the window reads
    defaults: dict  # of options whose defaults differ
    own: tuple  # options that no other kind has


KINDS = {"convolution": Kind(PLANES, {"batch": 256, "learning_rate": 1e-3, "average": 0.0},
                             ("channels", "blocks", "pool_every", "pair_size", "hidden")),
         "integer": Kind(FEATURES, {"batch": 1024, "learning_rate": 2e-3, "average": 0.995},
                         ("units", "start"))}


def parse_call():
    parser = needs.Parser(
        description="Train a network on files of fulcrum export --policy padded with "
        "--planes (--network convolution) or --features (--network integer)",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)

    given = set()  # numbers that the call says

    def add(name, default, text, kind=int, least=0, most=10**9):
        def number(word):
            given.add(name[2:].replace("-", "_"))
            value = kind(word)
            if not least <= value <= most:
                raise argparse.ArgumentTypeError(f"takes {least} to {most}, not {word}")
            return value
        if default is None:  # said in the text
            default = argparse.SUPPRESS
        parser.add_argument(name, default=default, help=text, type=number)

    parser.add_argument("exports", help="folder of the exported files")
    parser.add_argument("--out", required=True, help="folder of what is made")
    parser.add_argument("--network", choices=list(KINDS), default="convolution",
                        help="kind of network")
    add("--games", 20000, "the newest games that are trained on: the window", least=1)
    add("--window-growth", 0.0, "exponent by which the window grows with all games: --games "
        "times 1 + 0.4 ((all / --games)^EXPONENT - 1) / EXPONENT; 0: it does not grow", float,
        0, 1)
    add("--steps", 20000, "batches in all, those done before included", least=1)
    add("--batch", None, "rows a batch (default: convolution 256, integer 1024)", least=1)
    add("--slice", 64, "rows of one place of a file; a batch is made of slices", least=1)
    add("--units", 128, "of an integer network, a multiple of 64", least=64, most=512)
    add("--average", None, "the weights that are validated and exported are a mean over steps, "
        "this share of it the mean before the last (default: convolution 0, integer 0.995)",
        float, 0, 1)
    parser.add_argument("--start", help="weights of an integer network of the same variant "
                        "to begin with, in place of random ones", metavar="FILE")
    add("--channels", 64, "of a convolutional network, a multiple of 16", least=16, most=512)
    add("--blocks", 6, "of a convolutional network", least=1, most=64)
    add("--pool-every", 3, "every so many-th block pools the board; 0: none", most=64)
    add("--pair-size", 32, "numbers of a pair embedding", least=1, most=256)
    add("--hidden", 64, "hidden units of value and whole heads", least=1, most=1024)
    add("--learning-rate", None, "of AdamW, at its height (default: convolution 0.001, "
        "integer 0.002)", float, 0, 1)
    add("--weight-decay", 1e-2, "of AdamW, of weights but not of biases", float, 0, 1)
    add("--warm-up", 200, "steps in which the learning rate rises from 0")
    add("--decay", 0.3, "share of the steps, at the end, in which it falls to 0", float, 0, 1)
    add("--schedule-steps", 0, "steps that --decay is a share of, those of earlier and later "
        "calls included; 0: the steps of this call")
    add("--clip", 0.0, "norm that the gradient is scaled down to where it is larger; 0: none",
        float)
    add("--value-weight", 1.0, "weight of the value's loss beside the policy's", float)
    add("--turns-weight", 0.1, "weight of the loss of turns left", float)
    add("--final-weight", 0.0, "weight of the loss of final boards (exported with "
        "--final-board); 0: no such head", float)
    add("--root-share", 0.25, "share of the root's value in the value's target", float, 0, 1)
    parser.add_argument("--later", action="store_true", help="in the root's place the mean over "
                        "it and later ones of the game (exported with --value "
                        "result,root,later:SHARE)")
    parser.add_argument("--symmetries", action="store_true", help="each row by a symmetry that "
                        "is drawn anew at each use (exported with --symmetries maps)")
    add("--surprise-share", 0.0, "share of the copies of rows that is drawn by surprise", float,
        0, 1)
    add("--interval", 100, "steps between checkpoints, rows of losses.csv, and looks for "
        "new files", least=1)
    add("--export-every", 0, "steps between files of weights, a multiple of --interval; 0: at "
        "the end alone")
    add("--validation-rows", 2048, "rows of validation games at every checkpoint")
    add("--seed", 1, "of the first weights and of the order of the rows")
    add("--threads", 0, "of PyTorch; 0: as it thinks best; 1: the same to the bit every time")
    add("--workers", 1, "processes that read; 0: none beside this one", most=256)
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1, ...")
    parser.add_argument("--check", action="store_true", help="only say whether the call is "
                        "right")
    call = parser.parse_args()
    for name, value in KINDS[call.network].defaults.items():
        if name not in call:
            setattr(call, name, value)
    if call.device.startswith("cuda"):
        from torch import cuda  # here alone, for the second that it takes
        if not cuda.is_available():
            parser.error("--device cuda: this PyTorch finds no GPU")
    check(parser, call, given | ({"start"} if call.start else set()))
    return call


def check(parser, call, given):
    """Refuses options that do not go together; given: names of those that the call says."""
    for kind, about in KINDS.items():
        for name in about.own:
            if kind != call.network and name in given:
                parser.error(f"--{name.replace('_', '-')} is of --network {kind}")
    if call.later and not call.root_share:
        parser.error("--later is for a --root-share above 0")
    if call.schedule_steps and not call.decay:
        parser.error("--schedule-steps is for a --decay above 0")
    if call.units % 64:
        parser.error(f"--units has to be a multiple of 64, not {call.units}")
    if call.channels % 16:
        parser.error(f"--channels has to be a multiple of 16, not {call.channels}")
    if call.batch % call.slice:
        parser.error(f"--batch {call.batch} is no multiple of --slice {call.slice}")
    if call.export_every % call.interval:
        parser.error(f"--export-every {call.export_every} is no multiple of --interval "
                     f"{call.interval}")


def newest_window(call, since=0):
    """The window of the newest files, as large as the options say; `since`: the step from
    which it is trained on."""
    return Window.newest(call.exports, call.games, since, KINDS[call.network].inputs,
                         call.window_growth)

"""The commands that campaigns run on tiny folders, and the folders' first contents."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

RUN_JSON = """{"game": "seesaw", "variant": {"size": 2}, "games": 5, "shard_games": 2,
 "seed": 3, "search": {"simulations": 4}}"""
AGENT = '{"name": "a%d", "search": {"simulations": %d}}'
STUDY = """{"title": "t", "game": "seesaw", "variants": [{"name": "a",
 "variant": {"size": 2}}], "strengths": [{"simulations": 4}],
 "games": {"first": 4, "most": 4, "shard": 2}}"""


class Scenario:
    """call: the tested command; again: the commands that resume it; made: the commands run
    before it; cut: a fault at which the command has been cut off before (fault_layer.c).
    A call is fulcrum's arguments."""

    def __init__(self, name, call, again=(), made=(), damage=None, cut=None, reads=False,
                 of_what_there_is=False, refuses=False):
        self.name, self.call, self.again = name, call, again or [call]
        # It reports on a folder that may be incomplete: on less if less can be read.
        self.of_what_there_is = of_what_there_is
        self.reads = reads # it only prints, always the same
        self.made, self.damage, self.cut = made, damage, cut
        self.refuses = refuses # to overwrite existing results


def cut_first_shard(folder):
    with open(os.path.join(folder, "run", "shard-000000.h5"), "r+b") as file:
        file.seek(3000)
        byte = file.read(1)
        file.seek(3000)
        file.write(bytes([byte[0] ^ 1]))


PLAY = "selfplay run.json --out run --threads 1 --quiet"
LONGER = "selfplay run.json games=7 --out run --threads 1 --quiet"
REPAIR = "verify run --repair --threads 1 --quiet"
MERGE = "merge run -o all.h5 --threads 1 --quiet"
SWEEP = "selfplay run.json search.simulations=2,%d --out sweep --threads 1 --quiet"
REANALYZE = "reanalyze run a.json -o train.h5 --threads 1 --quiet"
STUDY_CALL = "study study.json --out study --threads 1 --quiet"
SCENARIOS = [
    Scenario("selfplay", PLAY),
    Scenario("selfplay-longer", LONGER, (), [PLAY]),
    Scenario("merge", MERGE, [MERGE + " --force"], [PLAY]),
    Scenario("merge-resumed", MERGE, [MERGE + " --force"], [PLAY], cut="stop:2"),
    Scenario("sweep-longer", SWEEP % 4, (), [SWEEP % 6]),
    Scenario("trim", "trim run games=3", (), [PLAY]),
    Scenario("export", "export run -o train.h5 --planes",
             ["export run -o train.h5 --planes --force"], [PLAY]),
    Scenario("export-parts", "export run --parts 2 --out parts --features --final-board "
             "--symmetries maps --validation 0 --quiet", (), [PLAY]),
    Scenario("reanalyze", REANALYZE, [REANALYZE + " --force"], [PLAY]),
    Scenario("train", "train train.h5 --out trained --units 64 --batch 16 --steps 2 "
             "--passes 0.01 --threads 1 --quiet", (), [PLAY, "export run -o train.h5 "
             "--features --policy padded --validation 0 --quiet"], refuses=True),
    Scenario("claim", "claim study -o bundle --quiet", (), [STUDY_CALL], refuses=True,
             of_what_there_is=True),
    Scenario("report", "report study -o page.html", (), [STUDY_CALL],
             of_what_there_is=True),
    Scenario("report-csv", "report study --csv=csv", (), [STUDY_CALL],
             of_what_there_is=True),
    Scenario("verify", REPAIR, [REPAIR, PLAY], [PLAY],
             cut_first_shard),
    Scenario("match", "match a.json b.json seesaw size=2 --games 4 --out run --threads 1 "
             "--quiet"),
    Scenario("rate", "rate --out ladder seesaw size=2 a.json b.json --pairs 2 --threads 1 "
             "--quiet"),
    Scenario("study", STUDY_CALL),
    Scenario("learn", "learn seesaw size=2 --out learned --generations 2 --threads 1 --quiet "
             "games.positions=100 games.least=4 games.most=4 games.first_simulations=2 "
             "games.simulations=2 games.least_simulations=2 train.units=64 train.batch=16 "
             "train.passes=0.01 train.first_passes=0.01 gate.games=4 gate.simulations=2 ladder.games=0"),
    Scenario("slurm", "slurm --no-try --tasks 2 --time 1h -- selfplay run.json --out run"),
]
READERS = [
    Scenario(name, call, made=[PLAY], reads=True) for name, call in (
        ("info", "info run"),
        ("show", "show run --game 1 --boards"),
        ("metrics", "metrics run --json"),
        ("complexity", "complexity seesaw size=2 --population 8 --repeats 8 --json"),
        ("verify-whole", "verify run --threads 1 --json --quiet"),
        ("solve", "solve seesaw size=2"),
        ("accuracy", "accuracy cascade size=2 a.json --positions 5 --memory 16"),
        ("analyze", "analyze seesaw size=2 search.simulations=50 --json"),
        ("planes", "planes seesaw size=2"),
        ("moves", "moves seesaw size=2"),
        ("perft", "perft seesaw size=2 --depth 3"),
        ("games", "games seesaw"),
        ("keys", "keys --json"),
        ("help", "help selfplay --man"))
]
NETWORKS = [
    Scenario(name, f"evaluate {os.path.join(ROOT, path)} seesaw size=4 --json", reads=True)
    for name, path in (("network", "experiments/seesaw-learning/generation-013.safetensors"),
                       ("integer-network", "experiments/integer-learning/seesaw-4.safetensors"))
]

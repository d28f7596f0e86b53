#!/usr/bin/env bash
# Networks exported from PyTorch give the same outputs in C: random networks for every game, on
# positions of several sizes and variants.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

python=/usr/bin/python3
has_modules torch || skip "python3-torch is not installed"
FULCRUM=$FULCRUM $python - "$root" <<'PYTHON' || fail "C and PyTorch differ"
import json, os, random, subprocess, sys
sys.path.insert(0, sys.argv[1] + "/python/learner")
import torch
import network as learner

TOLERANCE = 2e-5  # relative to 1 + |logit|, in single precision
program = os.environ["FULCRUM"]
torch.manual_seed(1)
torch.set_num_threads(1)
random.seed(1)

def call(*words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

def positions(game, variant, count):
    """Some positions of one playout."""
    text, found = None, []
    for ply in range(60):
        words = ["moves", game, *variant] + (["--position", text] if text else [])
        lines = call(*words).splitlines()
        if not lines:
            break
        text = random.choice(lines).split("\t")[1]
        found.append(text)
    found = found[:-1]
    return random.sample(found, min(count, len(found)))

def random_network(game, architecture):
    facts = learner.game_facts(program, game)
    network = learner.Network(architecture, facts).eval()
    for module in network.modules():  # statistics that folding has to get right
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.normal_(0, 0.2)
            module.running_var.uniform_(0.5, 2)
            torch.nn.init.uniform_(module.weight, 0.5, 1.5)
            torch.nn.init.normal_(module.bias, 0, 0.2)
        if isinstance(module, torch.nn.Linear) or module in (
                network.cell, network.pair_from, network.pair_to):
            torch.nn.init.normal_(module.weight, 0, 0.3)  # logits that differ
    return network

def compare(network, game, variant, position):
    told = json.loads(call("planes", game, *variant, "--position", position, "--json"))
    scales = torch.tensor(told["scales"])
    planes = torch.tensor(told["planes"], dtype=torch.float32).reshape(
        1, len(scales), told["height"], told["width"])
    legal = torch.tensor(told["legal"])
    with torch.no_grad():
        outputs = network(planes * scales[None, :, None, None])
        logits = learner.policy_logits(outputs, *(legal[None, :, i] for i in range(1, 5)))
        right = torch.cat([outputs.value[0], logits[0]])
        worst = []
        for instructions in ("portable", "auto"):
            said = json.loads(call("evaluate", "weights.safetensors", game, *variant, "--position",
                                   position, "--instructions", instructions, "--json"))
            assert [row[0] for row in said["policy"]] == legal[:, 0].tolist()
            if said["instructions"] in ("amx", "avx512_bf16"):
                continue  # half precision: test_evaluator.c holds it to double precision
            here = torch.tensor(said["result"] + [row[1] for row in said["policy"]])
            worst.append(float(((here - right).abs() / (1 + right.abs())).max()))
    assert max(worst) <= TOLERANCE, (game, variant, position, worst)
    return max(worst)

games = {
    "seesaw": [["size=4"], ["size=5", "capture=optional", "swap=true"]],
    "situ": [["order=3", "surplus=1"], ["grid=diagonal", "order=4"]],
    "seega": [["size=5", "blocked=pass"], ["size=7"]],
    "cascade": [["size=5", "direction=both"], ["size=11"]],
}
for number, (game, variants) in enumerate(games.items()):
    network = random_network(game, learner.Architecture(
        channels=32, blocks=3, pool_every=(2, 1, 0, 3)[number], pair_size=24, hidden=40))
    exported = learner.export(network, "weights.safetensors", steps=0, note="random")
    worst, compared = 0, 0
    for variant in variants:
        for position in positions(game, variant, 3):
            worst = max(worst, compare(network, game, variant, position))
            compared += 1
    said = json.loads(call("evaluate", "weights.safetensors", game, "--json"))
    assert int(said["hash"], 16) == exported
    assert compared >= 4, compared
    print(f"{game}: {compared} positions, logits off by at most {worst:.2g} of 1 + their size")

# Grids of two sizes in one batch, padded: the same outputs.
facts = learner.game_facts(program, "seesaw")
network = random_network("seesaw", learner.Architecture(channels=16, blocks=2, pool_every=1))
batch, alone = torch.zeros(2, facts.planes, 9, 9), []
for i, size in enumerate((4, 5)):
    told = json.loads(call("planes", "seesaw", f"size={size}", "--json"))
    planes = torch.tensor(told["planes"], dtype=torch.float32).reshape(
        1, facts.planes, told["height"], told["width"])
    batch[i, :, :told["height"], :told["width"]] = planes[0]
    with torch.no_grad():
        alone.append(network(planes).value[0])
with torch.no_grad():
    together = network(batch).value
alone = torch.stack(alone)
assert ((together - alone).abs() / (1 + alone.abs())).max() <= TOLERANCE, (together, alone)
PYTHON
checks=$((checks + 1))

# The same network as an outside evaluator in PyTorch (configs/engines): the same search.
"$(dirname "$FULCRUM")/tests/network_tool" cascade 1 16 2 weights.safetensors || fail "no network was written"
puct=(search.selection=puct search.simulations=40 --json)
expect 0 "$FULCRUM" analyze cascade size=3 "${puct[@]}" search.evaluator=network \
    network.weights=weights.safetensors network.instructions=portable
cp out here.json
expect 0 "$FULCRUM" analyze cascade size=3 "${puct[@]}" search.evaluator=process \
    evaluator.command="$python $root/configs/engines/network_evaluator.py weights.safetensors"
$python - here.json out <<'PYTHON' || fail "the evaluator in PyTorch gives another search"
import json, sys

here, there = (json.load(open(name)) for name in sys.argv[1:])
assert abs(here["value"] - there["value"]) < 1e-3, (here["value"], there["value"])
visits = [[row["visits"] for row in sorted(found["actions"], key=lambda row: row["number"])] for found in (here, there)]
assert sum(abs(a - b) for a, b in zip(*visits)) <= 2, visits
PYTHON
passed

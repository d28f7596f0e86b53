#!/usr/bin/env bash
# The learner of experiments/learner: batches equal the exported data, it learns, its weights
# play, and it gives the same result when killed at any instant and resumed.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
$python -c 'import torch, h5py' 2>/dev/null || {
    echo "skipped: python3-torch or python3-h5py is not installed"
    exit 77
}
learner=$root/experiments/learner
export PYTHONPATH=$learner PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1

# generation NUMBER KEY=VALUE...: plays, and exports into exports/.
generation() {
    expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" search.simulations=200 \
        threads=1 seed="$1" "${@:2}" --out "runs/$1"
    expect 0 "$FULCRUM" export "runs/$1" -o "exports/generation-$1.h5" --planes \
        --policy padded --symmetries random --validation 0.2 --final-board \
        ${value:+--value "$value"}
}
train() {
    $python "$learner/train.py" "$@" --channels 16 --blocks 2 --pool-every 2 --pair-size 8 \
        --hidden 16 --batch 64 --slice 16 --threads 1 --learning-rate 0.01 --warm-up 5 \
        --validation-rows 100 --final-weight 0.2
}
mkdir exports
value=
generation 9 variant.size=3 games=40 opening.turns=2
generation 10 variant.size=4 games=6

# Batches, row by row, against a reader written only from EXPORT.md and NETWORK.md.
cat >look.py <<'PYTHON'
import sys
import h5py
import numpy
import torch
from data import Batches, Window
from losses import (FinalBoard, TurnsLeft, cross_entropy, final_loss, losses,
                    masked_log_softmax, total)
from network import Architecture, Facts, Network, policy_logits

torch.manual_seed(1)
torch.set_num_threads(1)
SHARE = 0.25
window = Window.newest("exports", games=1000)
assert [path[-5:-3] for path in window.paths] == ["-9", "10"], window.paths
assert Window.newest("exports", games=1).paths == window.paths[1:]
assert (window.height, window.width) == (7, 7)
batches = Batches(window, "train", 64, seed=1, slice=16, root_share=SHARE, final_board=True)

def check_row(row, file, rows, i):
    height, width = int(file.attrs["height"]), int(file.attrs["width"])
    planes = rows["planes"][i].reshape(-1, height, width)
    assert (row["planes"][:, :height, :width] == planes).all()
    assert not row["planes"][:, height:].any() and not row["planes"][:, :, width:].any()
    board = row["final_board"]
    assert (board[:height, :width] == rows["final_board"][i].reshape(height, width)).all()
    assert (board[height:] == 255).all() and (board[:, width:] == 255).all()
    assert ((board == 255) == (row["planes"][0] == 0)).all() or (board == 255).all()
    count, heads = int(rows["legal"][i]), file["heads"][...]
    assert row["legal"].tolist() == [j < count for j in range(len(row["legal"]))]
    visits = rows["visits"][i][:count].astype(float)
    for j in range(count):
        kind, head, source, target = heads[rows["side"][i], rows["action"][i][j]].tolist()
        place = [p // width * window.width + p % width for p in (source, target)]
        assert row["outputs"][j].tolist() == [kind, head, *place]
    searched = visits.sum() > 0
    assert row["has_policy"] == searched
    share = visits / visits.sum() if searched else visits
    assert numpy.abs(row["policy"][:count] - share).max() < 1e-6
    assert not row["policy"][count:].any()
    assert not searched or abs(row["policy"].sum() - 1) < 1e-6
    score, mix = float(rows["value_root"][i]), SHARE * (searched or rows["root_proof"][i] > 0)
    right = [mix * score, 0, mix * (1 - score)]
    right[{2: 0, 1: 1, 0: 2}[int(rows["outcome"][i])]] += 1 - mix
    assert numpy.abs(row["value"] - right).max() < 1e-6 and abs(row["value"].sum() - 1) < 1e-6
    assert row["turns_left"] == rows["turns_left"][i]
    return searched

searched = []
for number, path in enumerate(window.paths):
    with h5py.File(path) as file:
        met = set()
        rows = {name: column[...] for name, column in file["train"].items()}
        for start, count in [s[1:] for s in batches.slices if s[0] == number]:
            part = batches.read(number, start, count)
            for k in range(count):
                searched.append(check_row({name: part[name][k] for name in part}, file, rows,
                                          start + k))
                met.add(start + k)
        assert met == set(range(len(rows["side"])))
assert 0 < sum(searched) < len(searched)  # random openings are not searched

# An epoch has every slice once, in its own order; a batch depends only on its step.
def epoch(number):
    count = len(batches.slices)
    return [batches.slice_at(number * count + i) for i in range(count)]
assert sorted(epoch(0)) == sorted(epoch(1)) == sorted(batches.slices)
assert epoch(0) != epoch(1) and epoch(0) != sorted(epoch(0))
again = Batches(Window(window.paths), "train", 64, seed=1, slice=16, root_share=SHARE,
                final_board=True)
for step in 7, 3:
    for name, values in batches[step].items():
        assert (values == again[step][name]).all(), name
other = Batches(window, "train", 64, seed=2, slice=16)
assert any((other[i]["planes"] != batches[i]["planes"]).any() for i in range(3))
# Rows of a file with fewer than a slice are repeated: all batches have the same size.
wide = Batches(window, "train", 4096, seed=1, slice=4096)
assert sorted(wide.slices) == [(i, 0, file.rows["train"]) for i, file in enumerate(window.files)]
for step in range(2):
    rows = wide.read(*wide.slice_at(step))
    again = numpy.resize(numpy.arange(len(rows["value"])), 4096)
    assert len(rows["value"]) < 4096 and rows.keys() == wide[step].keys()
    for name, values in wide[step].items():
        assert (values == rows[name][again]).all(), name

def as_tensors(batch):
    return {name: torch.from_numpy(values) for name, values in batch.items()}

# Illegal actions have shares of exactly 0, legal ones add up to 1; gradients are finite.
logits = (torch.randn(50, 12) * 30).requires_grad_()
legal = torch.arange(12) < torch.randint(1, 13, (50, 1))
shares = masked_log_softmax(logits, legal).exp()
assert (shares[~legal] == 0).all() and (~legal).any()
assert ((shares.sum(dim=1) - 1).abs() < 1e-5).all()
targets = torch.rand(50, 12) * legal
targets[0] = 0
targets = targets / targets.sum(dim=1, keepdim=True).clamp(min=1e-9)
found = cross_entropy(targets, masked_log_softmax(logits, legal))
for i in range(50):
    z = logits[i].detach().double()[legal[i]]
    right = -(targets[i][legal[i]].double() * (z - z.logsumexp(0))).sum()
    assert abs(found[i].item() - right) < 1e-4 * (1 + right), (i, found[i], right)
found.sum().backward()
assert logits.grad.isfinite().all() and (logits.grad[~legal] == 0).all()

# Padded to a larger grid, a position has the same outputs.
def network_of(window):
    return Network(Architecture(16, 2, 2, 8, 16), Facts(**window.game))
small = Window(window.paths[:1])
mixed, alone = batches.read(0, 0, 32), Batches(small, "train", 32, 1, 32).read(0, 0, 32)
assert mixed["planes"].shape != alone["planes"].shape
network = network_of(window).eval()
scales = torch.from_numpy(window.scales)[:, None, None]
said = []
for batch in as_tensors(mixed), as_tensors(alone):
    with torch.no_grad():
        outputs = network(batch["planes"] * scales)
        logits = policy_logits(outputs, *batch["outputs"].unbind(dim=2))
    said.append((outputs.value, logits[:, :small.max_legal][batch["legal"][:, :small.max_legal]]))
assert all((a - b).abs().max() < 1e-5 for a, b in zip(*said))

# Nor does padding change training: statistics are over the cells of the boards only.
learnt = []
for batch in as_tensors(mixed), as_tensors(alone):
    torch.manual_seed(2)
    network = network_of(window).train()
    x, mask = network.trunk(batch["planes"] * scales)
    x.square().sum().backward()
    learnt.append([*(p.grad for p in network.parameters() if p.grad is not None),
                   *(b.float() for b in network.buffers())])
assert all((a - b).abs().max() <= 1e-3 * a.abs().max() for a, b in zip(*learnt))
planes, cells = batch["planes"] * scales, mask.flatten().nonzero().squeeze(1)
values = network.stem(planes, cells).permute(0, 2, 3, 1)
assert not values[mask[:, 0] == 0].any() and (mask == 0).any()
of_boards = values[mask[:, 0] > 0]
assert of_boards.mean(dim=0).abs().max() < 1e-4
assert (of_boards.var(dim=0, unbiased=False) - 1).abs().max() < 0.02

# Thirty steps on one batch reduce the excess of the losses over their floors to under a quarter.
network, turns, batch = network_of(window), TurnsLeft(16), as_tensors(batches[0])
final = FinalBoard(16)
optimizer = torch.optim.AdamW(
    [p for module in (network, turns, final) for p in module.parameters()], lr=0.01)
history = []
for step in range(31):
    found = losses(network, turns, torch.from_numpy(window.scales), batch, final)
    history.append({name: value.item() for name, value in found.items()})
    optimizer.zero_grad()
    total(found, final_weight=0.5).backward()
    optimizer.step()
for name in "policy", "value":
    first, last = (history[i][name] - history[i][name + "_floor"] for i in (0, -1))
    print(f"{name}: {first:.3f} above its floor, {last:.3f} after 30 steps")
    assert -1e-4 < last < first / 4, (name, first, last)
assert history[-1]["turns"] < history[0]["turns"] / 4
print(f"final board: {history[0]['final']:.3f}, {history[-1]['final']:.3f} after 30 steps")
assert history[-1]["final"] < history[0]["final"] / 2 < 1.2

# The loss of final boards is a mean over the cells whose final content is known.
with torch.no_grad():
    logits = torch.randn(2, 4, 3, 3)
    board = torch.tensor([[[0, 1, 255], [2, 3, 3], [255, 255, 0]], [[255] * 3] * 3])
    sums = [-logits[0, :, i, j].log_softmax(0)[board[0, i, j]]
            for i in range(3) for j in range(3) if board[0, i, j] != 255]
    assert abs(final_loss(logits, board) - sum(sums) / 6) < 1e-5
    assert final_loss(logits, board.fill_(255)) == 0
PYTHON
expect 0 $python look.py
cat out

# Fast actions have no policy, resigned games no number of turns and no final board; all have
# a value.
value=result,root,later:0.9
generation 11 variant.size=3 games=40 opening.turns=2 playout_cap.simulations=40 \
    playout_cap.full_share=0.5 resignation.value=0.3 resignation.played_out=0.4
value=
mkdir learning bare && mv exports/generation-11.h5 learning && rm -r runs/11
expect 0 "$FULCRUM" export runs/9 -o bare/1.h5 --planes --policy padded --per-game 1
cat >fast.py <<'PYTHON'
import argparse
import h5py
import numpy
import torch
from data import Batches, DataError, Window, drawn_rows
from learner import Learner, learning_rate
from losses import TurnsLeft, losses
from network import Architecture, Facts, Network

window = Window.newest("learning", games=1000)
batches = Batches(window, "train", 64, seed=1, slice=16, final_board=True)
met = []
with h5py.File(window.paths[0]) as file:
    reasons = file.attrs["reasons"]
    reasons = (reasons if isinstance(reasons, str) else reasons.decode()).split("|")
    rows = {name: column[...] for name, column in file["train"].items()}
for number, start, count in batches.slices:
    part = batches.read(number, start, count)
    for k in range(count):
        i = start + k
        searched = rows["visits"][i].sum() > 0
        has_policy = searched and rows["full"][i] == 1
        resigned = reasons[rows["reason"][i]] == "resignation"
        assert part["has_policy"][k] == has_policy and part["has_turns"][k] == 1 - resigned
        known = reasons[rows["reason"][i]] not in ("resignation", "cut off")
        assert (part["final_board"][k] != 255).any() == known
        assert abs(part["policy"][k].sum() - has_policy) < 1e-6
        assert abs(part["value"][k].sum() - 1) < 1e-6
        met.append((searched, has_policy, resigned))
searched, taught, resigned = numpy.array(met).mean(axis=0)
assert 0.3 < taught / searched < 0.7 and searched < 1 and 0.1 < resigned < 0.9, (
    searched, taught, resigned)

# The turns left in resigned games are in no loss.
torch.manual_seed(1)
network, turns = Network(Architecture(16, 2, 2, 8, 16), Facts(**window.game)), TurnsLeft(16)
batch = {name: torch.from_numpy(values) for name, values in batches[0].items()}
scales = torch.from_numpy(window.scales)
before = losses(network, turns, scales, batch)
batch["turns_left"][batch["has_turns"] == 0] *= 100
after = losses(network, turns, scales, batch)
assert before["turns"] == after["turns"]
batch["turns_left"][batch["has_turns"] == 1] *= 100
assert losses(network, turns, scales, batch)["turns"] > before["turns"] + 1

# Values of later roots instead of the root's.
later = Batches(window, "train", 64, seed=1, slice=16, root_share=0.5, later=True)
number, start, count = later.slices[0]
part, searched = later.read(number, start, count), 0
for k in range(count):
    i = start + k
    result = rows["outcome"][i] / 2
    share = 0.5 if rows["root_visits"][i] > 0 or rows["root_proof"][i] > 0 else 0
    searched += share > 0 and abs(rows["value_later"][i] - rows["value_root"][i]) > 1e-3
    score = part["value"][k][0] + part["value"][k][1] / 2
    assert abs(score - (share * rows["value_later"][i] + (1 - share) * result)) < 1e-6
assert searched > count / 2, searched

# A learning rate that decays over the whole plan, and gradients clipped to a norm.
call = argparse.Namespace(
    steps=50, schedule_steps=100, decay=0.5, warm_up=10, learning_rate=1.0, network="convolution",
    seed=1, channels=16, blocks=2, pool_every=2, pair_size=8, hidden=16, device="cpu",
    weight_decay=0.01, clip=0.001, batch=64, slice=16, root_share=0, surprise_share=0, later=False,
    symmetries=False, value_weight=1.0, turns_weight=0.1, final_weight=0, average=0)
assert [learning_rate(call, step, 40) for step in (0, 9, 49, 50, 75, 99, 200)] == [
    0.1, 1, 1, 1, 0.5, 0.02, 0]
call.schedule_steps = 0
assert [learning_rate(call, step, 40) for step in (9, 40, 44, 45, 49)] == [1, 1, 1, 1, 0.2]
call.decay = 0
assert learning_rate(call, 49, 40) == 1
learner = Learner(call, window)
learner.train({name: torch.from_numpy(values) for name, values in later[0].items()})
norm = sum(float((p.grad ** 2).sum()) for group in learner.optimizer.param_groups
           for p in group["params"]) ** 0.5
assert abs(norm - 0.001) < 1e-5, norm

# Exports and validation use a running mean of weights and of normalization statistics. Checkpoints
# without one can be resumed.
call.average, call.clip = 0.25, 0
learner = Learner(call, window)
def state(network):
    return {name: values.double().numpy().copy() for name, values in network.state_dict().items()}
means = state(learner.model.network)
for step in range(4):
    learner.train({name: torch.from_numpy(values) for name, values in later[0].items()})
    memory = min(0.25, (step + 1) / (step + 10))
    for name, now in state(learner.model.network).items():
        counts = name == "seen" or name.endswith("tracked")
        means[name] = now if counts else memory * means[name] + (1 - memory) * now
for name, mean in state(learner.model.average).items():
    assert numpy.allclose(mean, means[name], rtol=1e-5, atol=1e-6), name
weights = learner.model.network.cell.weight
assert (weights - learner.model.average.cell.weight).abs().max() > 1e-6
with h5py.File(learner.model.export("mean.h5", steps=4) and "mean.h5") as file:
    bias = learner.model.average.cell.bias.detach().numpy()
    assert (file["cell.bias"][()] == bias).all()
learner.save("mean.pt")
saved = torch.load("mean.pt")
del saved["average"]
torch.save(saved, "earlier.pt")
learner.load("earlier.pt")
assert (weights == learner.model.average.cell.weight).all()
call.average = 0

# A run cannot resume with a head of final boards that it began without; the head needs such data.
learner.save("without.pt")
call.final_weight = 1
for window_, load, message in ((window, True, "was begun without --final-weight"),
                               (Window(["bare/1.h5"]), False, "has no final_board")):
    try:
        learner = Learner(call, window_)
        learner.load("without.pt") if load else learner.batches("train")
        raise AssertionError("not refused")
    except DataError as error:
        assert message in str(error), error

# Drawn by surprise: the copies of a row differ from its weight by less than one, and over many
# offsets have it as their mean. Rows without a policy have weight 1.
full = numpy.array([1, 1, 0, 1, 1, 0, 1, 1])
rows = {"full": full, "surprise": numpy.array([0, 0.2, 9, 1.5, 0.1, 9, 3, 0], numpy.float32)}
weights = numpy.where(full, 0.5 + 0.5 * rows["surprise"] / 0.8, 1)
copies = [numpy.bincount(drawn_rows(rows, 0.5, (i + 0.5) / 1000), minlength=8)
          for i in range(1000)]
assert all(count.sum() == 8 and (abs(count - weights) < 1).all() for count in copies)
assert (abs(numpy.mean(copies, axis=0) - weights) < 0.01).all()
assert (drawn_rows(rows | {"surprise": numpy.zeros(8)}, 0.5, 0.5) == numpy.arange(8)).all()
surprised = Batches(window, "train", 64, seed=1, slice=16, surprise_share=0.5)
even = Batches(window, "train", 64, seed=1, slice=16)
again = Batches(window, "train", 64, seed=1, slice=16, surprise_share=0.5)
assert (surprised[3]["planes"] == again[3]["planes"]).all()
assert (surprised[3]["planes"] != even[3]["planes"]).any()
assert sum(surprised[i]["has_policy"].sum() for i in range(9)) > 0
PYTHON
expect 0 $python fast.py
expect 2 train exports --out later --steps 10 --interval 10 --later
grep -q 'has no value_later' err || fail "$(cat err)"
expect 0 $python "$learner/data.py" exports --seconds 0.1 --batch 64 --slice 16
grep -q 'generation-10.h5: .* rows to train' out || fail "$(cat out)"
expect 0 $python "$learner/read_numpy.py" exports/generation-9.h5
grep -q 'outputs of kinds \[0, 1' out || fail "$(cat out)"

# The README's Python; its loss runs with NumPy as a substitute for JAX.
mkdir -p runs && ln -s ../exports runs/exports
$python - "$learner/README.md" <<'PYTHON' || fail "the README's Python"
import re, sys, types
import numpy
import torch
from losses import cross_entropy, masked_log_softmax
jax = types.ModuleType("jax")
jax.nn = types.SimpleNamespace(
    log_softmax=lambda x, axis: x - numpy.log(numpy.exp(x).sum(axis=axis, keepdims=True)))
jax.numpy = numpy
sys.modules.update({"jax": jax, "jax.numpy": numpy})
names = {}
for snippet in re.findall(r"```python\n(.*?)```", open(sys.argv[1]).read(), re.S):
    exec(snippet, names)
arrays = names["arrays"]
logits = numpy.random.default_rng(1).normal(size=arrays["legal"].shape)
shares = masked_log_softmax(torch.from_numpy(logits), torch.from_numpy(arrays["legal"]))
right = cross_entropy(torch.from_numpy(arrays["policy"]), shares).sum()
right /= arrays["has_policy"].sum()
assert names["planes"].shape[1] == len(names["window"].scales)
assert abs(names["policy_loss"](logits, arrays) - right) < 1e-5 and right > 0.5
PYTHON
checks=$((checks + 1))

# Uninterrupted, or killed repeatedly at any instant: the same losses, the same weights.
expect 0 train exports --out whole --steps 120 --interval 10 --export-every 50
[ "$(wc -l <whole/losses.csv)" -eq 13 ] || fail "$(cat whole/losses.csv)"
cat >kill.py <<'PYTHON'
import os, random, signal, subprocess, sys, time
random.seed(1)
path, killed = "broken/losses.csv", 0
def rows():
    return open(path).read().count("\n") if os.path.exists(path) else 0
for wanted in 3, 5, 8:
    call = subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while rows() < wanted and call.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    time.sleep(random.random() * 0.05)
    killed += call.poll() is None
    call.send_signal(signal.SIGKILL)
    call.wait()
assert killed == 3, killed
PYTHON
call=($python "$learner/train.py" exports --out broken --channels 16 --blocks 2 --pool-every 2
    --pair-size 8 --hidden 16 --batch 64 --slice 16 --threads 1 --learning-rate 0.01
    --warm-up 5 --validation-rows 100 --steps 120 --interval 10 --export-every 50
    --final-weight 0.2)
expect 0 $python kill.py "${call[@]}"
printf '110,0.1' >>broken/losses.csv # a row that was cut off
expect 0 "${call[@]}" --workers 0
grep -q 'resumes at step [1-9]' err || fail "$(cat err)"
cmp whole/losses.csv broken/losses.csv || fail "the losses differ after a kill"
for step in 50 100 120; do
    name=weights-$(printf %08d $step).h5
    h5diff "whole/$name" "broken/$name" >&2 || fail "the weights differ after a kill: $name"
    checks=$((checks + 1))
done
h5diff -q whole/weights-00000050.h5 whole/weights-00000120.h5 && fail "the weights did not change"
# Planes that were never on are exported with zero weights; the file records them, and variants.
$python - <<'PYTHON' || fail "wrong weights or records of planes"
import h5py
with h5py.File("whole/weights-00000120.h5") as file:
    seen, stem = file.attrs["seen_planes"], file["stem.weight"][...]
    assert set(seen) == {"0", "1"} and len(seen) == stem.shape[1], seen
    for plane, on in enumerate(seen):
        assert (stem[:, plane] != 0).any() == (on == "1"), (plane, on)
    assert all("size=" in line for line in file.attrs["seen_variants"].split("\n"))
PYTHON

# On games that were not trained on, the policy is better than a uniform one.
$python - <<'PYTHON' || fail "wrong validation losses"
import csv
import h5py
import numpy
from data import Batches, Window
last = [row for row in csv.DictReader(open("whole/losses.csv"))][-1]
policy, floor = (float(last["validation_" + name]) for name in ("policy", "policy_floor"))
window = Window.newest("exports", games=1000)
batches = Batches(window, "validation", 64, seed=1, slice=16)
rows = [batches.read(*chosen) for chosen in batches.slices]
searched = numpy.concatenate([row["has_policy"] for row in rows]) > 0
uniform = numpy.log(numpy.concatenate([row["legal"].sum(axis=1) for row in rows])[searched]).mean()
print(f"validation: policy {policy:.3f}, uniform {uniform:.3f}, at best {floor:.3f}")
assert floor < policy < uniform - 0.1
with h5py.File("whole/weights-00000120.h5") as file:
    assert 0 < float(last["validation_final"]) < 1 and not any("final" in name for name in file)
PYTHON
checks=$((checks + 1))

# The program plays with the weights.
weights=whole/weights-00000120.h5
expect 0 "$FULCRUM" evaluate $weights seesaw size=5
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=3 games=2 threads=1 \
    search.simulations=20 search.selection=puct search.evaluator=network \
    "network.weights=$weights" --out runs/network
cp $weights kept.h5
expect 0 train exports --out whole --steps 120 --interval 10 # done already
cmp $weights kept.h5 || fail "weights were replaced"

# With more steps, training continues and reads new files.
generation 11 variant.size=3 games=5
expect 0 train exports --out whole --steps 130 --interval 10
grep -q 'window: 3 files' err || fail "$(cat err)"
expect 0 train exports --out whole --steps 140 --interval 10 --games 2
grep -q 'window: 1 files' err || fail "$(cat err)"
[ "$(wc -l <whole/losses.csv)" -eq 15 ] || fail "$(cat whole/losses.csv)"

# A file that appears during training is added to the window.
mv exports/generation-11.h5 later.h5
cat >arrives.py <<'PYTHON'
import os, subprocess, sys
call = subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE, text=True)
said = []
for line in call.stderr:
    said.append(line)
    if line.startswith("step 10 "):
        os.rename("later.h5", "exports/generation-11.h5")
assert call.wait() == 0, said
assert [line.split()[1] for line in said if line.startswith("window")] == ["2", "3"], said
PYTHON
call[4]=arriving
expect 0 $python arrives.py "${call[@]}"

if command -v gnuplot >/dev/null; then
    expect 0 gnuplot -c "$learner/losses.gp" whole/losses.csv losses.svg
    [ "$(grep -c 'validation_policy' losses.svg)" -ge 1 ] || fail "the plot is empty"
fi

# Usage errors: one message, exit status 2, and existing files stay unchanged.
wrong() {
    local word=$1
    shift
    expect 2 "$@"
    grep -qF -- "$word" err || fail "the message does not say '$word': $(cat err)"
    ! grep -q Traceback err || fail "$(cat err)"
}
cp whole/checkpoint.pt kept.pt
wrong 'was begun with --channels 16, not 32' "${call[@]/arriving/whole}" --channels 32
wrong 'multiple of 16' "${call[@]}" --channels 20
wrong 'not a multiple of --slice' "${call[@]}" --batch 60
wrong 'not a multiple of --interval' "${call[@]}" --export-every 15
wrong 'must be 1 to' "${call[@]}" --steps 0
wrong '--units is only for --network integer' "${call[@]}" --units 128
wrong '--later requires --root-share above 0' "${call[@]}" --later --root-share 0
wrong '--schedule-steps requires --decay above 0' "${call[@]}" --schedule-steps 9 --decay 0
wrong 'is writing there' $python -c '
import fcntl, subprocess, sys
lock = open("whole/lock", "w")
fcntl.lockf(lock, fcntl.LOCK_EX)
sys.exit(subprocess.call(sys.argv[1:]))' "${call[@]/arriving/whole}"
cmp whole/checkpoint.pt kept.pt || fail "the checkpoint was changed"
head -c 2000 kept.pt >whole/checkpoint.pt
wrong 'checkpoint.pt: cannot be read' "${call[@]/arriving/whole}"
mkdir empty plain mixed
wrong 'has no file' train empty --out x
expect 0 "$FULCRUM" export runs/9 -o plain/plain.h5 --policy padded
wrong '--planes --policy padded' train plain --out x
cp exports/generation-9.h5 mixed/1.h5
expect 0 "$FULCRUM" selfplay "$root/configs/cascade.json" games=2 search.simulations=4 \
    variant.size=4 --out runs/cascade
expect 0 "$FULCRUM" export runs/cascade -o mixed/2.h5 --planes --policy padded
wrong 'one game and version' train mixed --out x
head -c 3000 exports/generation-9.h5 >mixed/2.h5
wrong 'mixed/2.h5: cannot be read' train mixed --out x
passed

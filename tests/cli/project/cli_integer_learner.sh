#!/usr/bin/env bash
# Integer networks of experiments/learner: batches equal the exported data; the network in
# PyTorch, its export in NumPy and `fulcrum evaluate` agree to the bit in every game; it learns,
# and gives the same result when killed at any instant and resumed.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
$python -c 'import torch, h5py' 2>/dev/null || {
    echo "skipped: python3-torch or python3-h5py is not installed"
    exit 77
}
learner=$root/experiments/learner
export PYTHONPATH=$learner PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 FULCRUM

# games FOLDER GAME KEY=VALUE...: plays, and exports into FOLDER/1.h5.
games() {
    mkdir -p "$1"
    echo "{\"game\": \"$2\"}" >"$1.json"
    expect 0 "$FULCRUM" selfplay "$1.json" threads=1 seed=1 "${@:3}" --out "runs/$1"
    expect 0 "$FULCRUM" export "runs/$1" -o "$1/1.h5" --features --policy padded \
        --symmetries maps --validation 0.2 --final-board
}
games seesaw seesaw variant.size=3 games=60 search.simulations=200 opening.turns=2
games seesaw_4 seesaw variant.size=4 variant.swap=true games=3 search.simulations=20
games situ situ variant.grid=hex variant.order=2 games=6 search.simulations=20
games seega seega variant.size=5 games=3 search.simulations=20
games cascade cascade variant.size=5 games=6 search.simulations=20

# Batches, row by row, against a reader written only from EXPORT.md.
cat >batches.py <<'PYTHON'
import sys
import h5py
import numpy
from data import FEATURES, Batches, Window

window = Window.newest(sys.argv[1], games=1000, inputs=FEATURES)
kept, read = (Batches(window, "train", 64, seed=1, slice=16, keep=keep)
              for keep in (True, False))
both = set()
with h5py.File(window.paths[0]) as file:
    rows, seen = {name: column[...] for name, column in file["train"].items()}, \
        file["actions_seen"][...]
    count = int(file.attrs["features"])
for number, start, size in kept.slices:
    part, same = kept.read(number, start, size), read.read(number, start, size)
    assert "planes" not in part and part.keys() == same.keys()
    assert all((part[name] == same[name]).all() for name in part)
    for k in range(size):
        i = start + k
        on = [feature for feature in rows["features"][i].tolist() if feature != 65535]
        padded = part["features"][k].tolist()
        assert padded == on + [count] * (len(padded) - len(on)) and on == sorted(set(on))
        assert all(0 <= feature < count for feature in on)
        legal = int(rows["legal"][i])
        assert part["legal"][k].tolist() == [j < legal for j in range(window.max_legal)]
        right = [int(seen[rows["side"][i], a]) for a in rows["action"][i][:legal]]
        assert part["actions"][k][:legal].tolist() == right
        both.add(int(rows["side"][i]))
assert both == {0, 1}
again = window.features_seen
assert (again[again] == numpy.arange(count)).all()
PYTHON
for folder in seesaw cascade; do expect 0 $python batches.py $folder; done

# Symmetric images made by the learner equal exported ones, for each symmetry of each board and
# either side.
cat >images.py <<'PYTHON'
import sys
import h5py
import numpy
from data import FEATURES, Batches, DataError, Window, images, symmetry_maps

def rows_of(path):
    """The rows by symmetry, game and ply."""
    with h5py.File(path) as file:
        rows, maps = {name: column[...] for name, column in file["train"].items()}, \
            symmetry_maps(file)
    order = numpy.lexsort((rows["ply"], rows["game"], rows["symmetry"]))
    return {name: values[order] for name, values in rows.items()}, maps

def policy(rows, i):
    return dict(zip(*(rows[name][i, :rows["legal"][i]].tolist() for name in ("action", "visits"))))

for board in sys.argv[1:]:
    rows, maps = rows_of(f"{board}-maps.h5")
    right, nothing = rows_of(f"{board}-all.h5")
    count, symmetries = len(rows["side"]), len(maps["sides"])
    assert not nothing and symmetries > 1 and len(right["side"]) == count * symmetries
    each = numpy.repeat(numpy.arange(symmetries), count)
    found = images({name: numpy.concatenate([values] * symmetries)
                    for name, values in rows.items()}, maps, each)
    for name in "game", "ply", "side", "planes", "final_board":
        assert (found[name] == right[name]).all(), (board, name)
    assert (numpy.sort(found["features"], axis=1) == right["features"]).all(), board
    assert all(policy(found, i) == policy(right, i) for i in range(len(each))), board
    assert (right["symmetry"] == each).all() and (found["planes"][count:] !=
                                                  found["planes"][:-count]).any()
    print(f"{board}: {symmetries} symmetries, {count} rows")

# Symmetries are equally likely; each use of a row draws anew, but a batch always draws the same.
window = Window.newest("situ", games=1000, inputs=FEATURES)
batches, plain = (Batches(window, "train", 64, seed=1, slice=16, final_board=True,
                          symmetries=drawn) for drawn in (True, False))
with h5py.File(window.paths[0]) as file:
    maps = symmetry_maps(file)
part = plain.file(0)[0]
part = {name: part[name][:16] for name in part}
of_all = [numpy.sort(images(part, maps, numpy.full(16, symmetry))["features"], axis=1)
          for symmetry in range(len(maps["sides"]))]
met, drawn = numpy.zeros(len(of_all)), []
for place in range(40):
    found = numpy.sort(batches.read(0, 0, 16, place)["features"].astype(int), axis=1)
    found[found == window.game["features"]] = 65535
    drawn.append(found)
    for k in range(16):
        like = [symmetry for symmetry, image in enumerate(of_all)
                if (image[k] == found[k]).all()]
        assert like, "no image"
        met[like] += 1 / len(like)
assert abs(met - met.mean()).max() < 5 * met.mean() ** 0.5 and met.sum() > 639
assert any((drawn[0] != other).any() for other in drawn[1:])
assert all((batches[3][name] == batches[3][name]).all() for name in batches[3])
assert (batches[3]["value"] == plain[3]["value"]).all()
assert (batches[3]["features"] != plain[3]["features"]).any()
try:
    Batches(Window(["situ-all.h5"], inputs=FEATURES), "train", 64, 1, symmetries=True)
    raise AssertionError("not refused")
except DataError as error:
    assert "has no maps of symmetries" in str(error)
PYTHON
boards="seesaw_4 situ seega cascade"
for board in $boards; do
    for which in maps all; do
        expect 0 "$FULCRUM" export runs/$board -o $board-$which.h5 --planes --features \
            --final-board --policy padded --symmetries $which --validation 0
    done
done
expect 0 $python images.py $boards
cat out

# PyTorch, NumPy and C, with random weights, some of them large.
cat >same.py <<'PYTHON'
import json, os, random, subprocess, sys
import numpy
import torch
from data import FEATURES, NO_FEATURE, Batches, DataError, Window
from integer_file import LOGIT, PRIOR_ONE, VALUE_ONE, About, emulate, read, what_is_wrong, write
from integer_network import IntegerNetwork, export
import h5py

torch.manual_seed(1)
torch.set_num_threads(1)
random.seed(1)

def call(*words):
    return subprocess.run([os.environ["FULCRUM"], *words], check=True, capture_output=True,
                          text=True).stdout

def positions(words, count):
    """Some positions of playouts."""
    found, text = [], None
    while len(found) < 4 * count:
        call_words = ["moves", *words] + (["--position", text] if text else [])
        lines = call(*call_words).splitlines()
        text = random.choice(lines).split("\t")[1] if lines else None
        if text and call("moves", *words, "--position", text).strip():
            found.append(text)
    return random.sample(found, count)

def network_of(window, units):
    game = window.game
    about = About(game["game"], game["variant"], game["features_version"],
                  game["planes_version"], game["features"], window.most, game["num_actions"],
                  units)
    network = IntegerNetwork(about, window.features_seen)
    with torch.no_grad():
        network.weight.normal_(0, 0.2)
        network.bias.normal_(0.3, 0.3)
        for layer, spread in (network.hidden, 0.3), (network.value, 1), (network.policy, 0.4):
            layer.weight.normal_(0, spread)
            layer.bias.normal_(0, spread)
    network.clip()
    return network

def compare(window, network, weights):
    """Rows of both groups, as PyTorch and as NumPy have them."""
    batch = Batches(window, "train", 64, seed=1, slice=32)[0]
    tensors = {name: torch.from_numpy(values) for name, values in batch.items()}
    with torch.no_grad():
        x = network(tensors["features"])
        value = network.value_logits(x).numpy()
        policy = network.policy_logits(x, tensors["actions"], tensors["legal"]).numpy()
    features = numpy.where(batch["features"] == weights.about.features, NO_FEATURE,
                           batch["features"])
    legal = batch["legal"]
    found = emulate(weights, window.features_seen, features, batch["actions"], legal)
    assert ((value * LOGIT).round() == found.result).all()
    assert ((policy[legal] * LOGIT).round() == found.logits[legal]).all()
    shares = torch.softmax(torch.from_numpy(policy), dim=1).numpy()
    assert abs(found.priors / PRIOR_ONE - shares).max() < 0.02  # a table of 1/32 nats
    shares = torch.softmax(torch.from_numpy(value), dim=1).numpy()
    assert abs(found.value / VALUE_ONE - shares[:, 0] - shares[:, 1] / 2).max() < 0.02
    assert len(set(found.value.tolist())) > 5 and (found.priors[~legal] == 0).all()

def compare_with_c(words, window, weights, position):
    told = json.loads(call("features", *words, "--position", position, "--json"))
    said = json.loads(call("evaluate", "weights.h5", *words, "--position", position, "--json"))
    with h5py.File(window.paths[0]) as file:
        seen = file["actions_seen"][...][told["side"]]
    actions = numpy.array([[seen[row[0]] for row in said["policy"]]])
    found = emulate(weights, told["seen"], [told["on"]], actions, numpy.ones_like(actions, bool))
    assert said["exact"]["logit_one"] == LOGIT and int(said["hash"], 16) == weights.hash
    assert said["exact"]["result"] == found.result[0].tolist(), (position, said, found)
    assert said["exact"]["policy"] == found.logits[0].tolist(), (position, said, found)
    assert said["exact"]["priors"] == found.priors[0].tolist(), (position, said, found)
    assert said["exact"]["value"] == found.value[0], (position, said, found)
    return told["side"]

sides = set()
for folder, units, words in (
        ("seesaw", 128, ["seesaw", "size=3"]), ("seesaw_4", 64, ["seesaw", "size=4", "swap=true"]),
        ("situ", 192, ["situ", "grid=hex", "order=2"]), ("seega", 128, ["seega", "size=5"]),
        ("cascade", 64, ["cascade", "size=5"])):
    window = Window.newest(folder, games=1000, inputs=FEATURES)
    network = network_of(window, units)
    number = export(network, "weights.h5", steps=0)
    weights = read("weights.h5")
    assert weights.hash == number and weights.about == network.about
    compare(window, network, weights)
    again = IntegerNetwork(network.about, window.features_seen)
    again.take(weights.arrays)
    assert all((a == weights.arrays[name]).all() for name, a in again.arrays().items())
    for position in positions(words, 3):
        sides.add(compare_with_c(words, window, weights, position))
    print(f"{folder}: {network.about.features} features, {network.about.actions} actions, "
          "the same in PyTorch, NumPy and C")
assert sides == {0, 1}

# Weights with which an accumulator can overflow are rejected, and accepted after clipping.
with torch.no_grad():
    network.weight[:40] = 7
    network.bias[:] = -3
assert "an accumulator can reach" in what_is_wrong(network.about, network.arrays())
try:
    export(network, "overflow.h5")
    raise AssertionError("not refused")
except DataError as error:
    assert "an accumulator can reach" in str(error) and not os.path.exists("overflow.h5")
network.clip()
assert what_is_wrong(network.about, network.arrays()) is None
export(network, "weights.h5")

# A damaged file is rejected.
with h5py.File("weights.h5", "r+") as file:
    file["value.bias"][0] += 1
try:
    read("weights.h5")
    raise AssertionError("not refused")
except DataError as error:
    assert "the hash does not match" in str(error)
PYTHON
expect 0 $python same.py
cat out

# Gradients of the custom sums and products equal those of plain PyTorch.
cat >gradients.py <<'PYTHON'
import torch
from torch.nn import functional
from integer_network import PickedProducts, SumOfRows, dense

torch.manual_seed(1)
weights = torch.randn(11, 6, requires_grad=True)
features = torch.tensor([[1, 4, 10, 10], [0, 4, 9, 10], [10, 10, 10, 10]])
want = torch.randn(3, 6)

def gradients(result, *of):
    return torch.autograd.grad((result * want).sum(), of)
right = functional.embedding(features, torch.cat([weights[:10], torch.zeros(1, 6)])).sum(dim=1)
mine = SumOfRows.apply(weights, features)
assert torch.allclose(mine, right, atol=1e-6)
assert torch.allclose(*gradients(mine, weights), *gradients(right, weights), atol=1e-6)

x, rows = torch.randn(3, 6, requires_grad=True), torch.randn(7, 6, requires_grad=True)
legal = torch.tensor([[1, 1, 1], [1, 0, 0], [1, 1, 0]], dtype=torch.bool)
actions = torch.tensor([[2, 6, 2], [0, 0, 0], [6, 3, 0]])
row, column = legal.nonzero(as_tuple=True)
want = torch.randn(len(row))
right = (x[row] * rows[actions[row, column]]).sum(dim=1)
mine = PickedProducts.apply(x, rows, row, actions[row, column], legal.sum(dim=1))
assert torch.allclose(mine, right, atol=1e-6)
for a, b in zip(gradients(mine, x, rows), gradients(right, x, rows)):
    assert torch.allclose(a, b, atol=1e-6)
assert torch.allclose(dense(x, rows), x @ rows.t(), atol=1e-6)
PYTHON
expect 0 $python gradients.py

# Uninterrupted, or killed and resumed: the same losses, the same weights.
options=(--network integer --units 64 --batch 128 --slice 16 --threads 1
    --learning-rate 0.003 --warm-up 5 --validation-rows 512 --interval 10 --final-weight 0.3
    --symmetries)
train() {
    $python "$learner/train.py" "${options[@]}" "$@"
}
expect 0 train seesaw --out whole --steps 60 --export-every 20
cat >kill.py <<'PYTHON'
import os, signal, subprocess, sys, time
def rows():
    path = "broken/losses.csv"
    return open(path).read().count("\n") if os.path.exists(path) else 0
call = subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL)
deadline = time.monotonic() + 120
while rows() < 3 and call.poll() is None and time.monotonic() < deadline:
    time.sleep(0.002)
assert call.poll() is None
call.send_signal(signal.SIGKILL)
call.wait()
PYTHON
call=("${options[@]}" seesaw --out broken --steps 60 --export-every 20)
expect 0 $python kill.py $python "$learner/train.py" "${call[@]}"
expect 0 train "${call[@]}" --workers 0
grep -q 'resumes at step [1-9]' err || fail "$(cat err)"
cmp whole/losses.csv broken/losses.csv || fail "the losses differ after a kill"
for step in 20 40 60; do
    name=weights-$(printf %08d $step).h5
    h5diff "whole/$name" "broken/$name" >&2 || fail "the weights differ after a kill: $name"
    checks=$((checks + 1))
done
cat >learnt.py <<'PYTHON'
import csv
import numpy
from data import FEATURES, Batches, Window
last = [row for row in csv.DictReader(open("whole/losses.csv"))][-1]
policy, floor, value = (float(last["validation_" + name])
                        for name in ("policy", "policy_floor", "value"))
window = Window.newest("seesaw", games=1000, inputs=FEATURES)
batches = Batches(window, "validation", 64, seed=1, slice=16)
rows = [batches.read(*chosen) for chosen in batches.slices]
searched = numpy.concatenate([row["has_policy"] for row in rows]) > 0
uniform = numpy.log(numpy.concatenate([row["legal"].sum(axis=1) for row in rows])[searched]).mean()
print(f"validation: policy {policy:.3f}, uniform {uniform:.3f}, at best {floor:.3f}; "
      f"value {value:.3f}")
assert floor < policy < uniform - 0.03
final = float(last["validation_final"])
print(f"final boards: {final:.3f}")
assert final < 1.0
PYTHON
expect 0 $python learnt.py
cat out

# The program plays with the weights; training can start from them.
weights=whole/weights-00000060.h5
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=3 games=2 threads=1 \
    search.simulations=20 search.selection=puct search.evaluator=integer \
    "network.weights=$weights" --out runs/network
expect 0 train seesaw --out started --steps 10 --learning-rate 0 --start $weights
$python -c 'import sys; from integer_file import read
assert read(sys.argv[1]).hash == read(sys.argv[2]).hash' $weights \
    started/weights-00000010.h5 || fail "training did not start from the weights"

# Weights of a small board initialize those of a larger one, aligned at the centre.
transfer=$root/experiments/integer-learning/transfer.py
for board in seesaw seesaw_4; do
    expect 0 "$FULCRUM" export runs/$board -o $board-planes.h5 --planes --features \
        --policy padded --per-game 1
done
expect 0 $python "$transfer" $weights seesaw-planes.h5 seesaw_4-planes.h5 \
    -o start.h5 --fulcrum "$FULCRUM"
grep -q '357 of 683 features and 743 of 2778 actions taken over' out || fail "$(cat out)"
expect 0 "$FULCRUM" evaluate start.h5 seesaw size=4 swap=true
cat >taken.py <<'PYTHON'
import json, os, sys
from integer_file import read
import subprocess
def meanings(*words):
    return json.loads(subprocess.run([os.environ["FULCRUM"], "features", *words, "--json"],
                                     check=True, capture_output=True, text=True).stdout)["meanings"]
small, large = meanings("seesaw", "size=3"), meanings("seesaw", "size=4", "swap=true")
rows, new = (read(path).arrays["features.weight"] for path in sys.argv[1:])
for a, b in (("own stack of size 1, c3", "own stack of size 1, d4"),
             ("enemy tile, a1", "enemy tile, b2"), ("own turn after a pass",) * 2):
    assert (rows[small.index(a)] == new[large.index(b)]).all(), a
    assert rows[small.index(a)].any()
PYTHON
expect 0 $python taken.py $weights start.h5

wrong() {
    local word=$1
    shift
    expect 2 "$@"
    grep -qF -- "$word" err || fail "the message does not say '$word': $(cat err)"
    ! grep -q Traceback err || fail "$(cat err)"
}
wrong 'was begun with --units 64, not 128' train seesaw --out whole --steps 70 --units 128
wrong 'multiple of 64' train seesaw --out x --units 100
for name in channels blocks pool-every pair-size hidden; do
    wrong "--$name is only for --network convolution" train seesaw --out x --$name 16
done
wrong '--start is only for --network integer' $python "$learner/train.py" seesaw --out x --start x
mkdir plain
expect 0 "$FULCRUM" export runs/seesaw -o plain/1.h5 --policy padded
wrong "--features --policy padded" train plain --out x
wrong 'is of seesaw with size=3' train seesaw_4 --out x --start $weights
wrong 'the weights are of seesaw with size=3' $python "$transfer" $weights \
    seesaw_4-planes.h5 seesaw-planes.h5 -o x.h5 --fulcrum "$FULCRUM"
wrong '--planes --features --policy' $python "$transfer" $weights seesaw/1.h5 \
    seesaw-planes.h5 -o x.h5 --fulcrum "$FULCRUM"
cp seesaw_4/1.h5 seesaw/2.h5
wrong 'one variant and version' train seesaw --out x
passed

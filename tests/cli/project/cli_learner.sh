#!/usr/bin/env bash
# The learner of python/learner: batches equal the exported data, PyTorch's integer network equals the
# program's to the bit, both kinds learn, their weights play, and training that is killed at any instant
# gives the same weights when it is resumed.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
$python -c 'import torch, h5py' 2>/dev/null || skip "python3-torch or python3-h5py is not installed"
learner=$root/python/learner
export PYTHONPATH=$learner PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 FULCRUM

play() { # NAME KEY=VALUE...
    expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" threads=1 "${@:2}" --out "runs/$1"
}
export_rows() { # NAME FILE OPTION...
    mkdir -p "$(dirname "$2")"
    expect 0 "$FULCRUM" export "runs/$1" -o "$2" --policy padded --validation 0.2 "${@:3}"
}
play 9 seed=9 variant.size=3 games=40 search.simulations=200 opening.turns=2
play 10 seed=10 variant.size=4 games=6 search.simulations=50
play 11 seed=11 variant.size=3 games=40 search.simulations=40 opening.turns=2 \
    playout_cap.simulations=10 playout_cap.full_share=0.5 resignation.value=0.3 \
    resignation.played_out=0.4
echo '{"game": "cascade"}' >cascade.json
expect 0 "$FULCRUM" selfplay cascade.json threads=1 variant.size=5 games=6 search.simulations=20 \
    --out runs/cascade
for number in 9 10; do
    export_rows $number "planes/generation-$number.h5" --planes --symmetries random
done
export_rows 9 features/1.h5 --features --symmetries maps
export_rows 11 fast/1.h5 --features --value result,root,later:0.9
export_rows cascade cascade/1.h5 --features
export_rows 10 larger/1.h5 --features
export_rows 9 plain/1.h5
export_rows cascade mixed/2.h5 --planes
cp planes/generation-9.h5 mixed/1.h5
for which in maps all; do
    export_rows cascade images-$which.h5 --planes --features --symmetries $which
done

cat >data_test.py <<'PYTHON'
"""Batches against a reader written only from EXPORT.md and NETWORK.md."""
import h5py
import numpy
from data import FEATURES, PLANES, Batches, Window, images, symmetry_maps

SHARE = 0.25
window = Window.newest("planes", 1000, PLANES)
assert [file.path[-5:-3] for file in window.files] == ["-9", "10"]
assert len(Window.newest("planes", 1, PLANES).files) == 1
assert (window.height, window.width) == (7, 7)

def check_common(row, file, rows, i, later=False):
    count = int(rows["legal"][i])
    assert row["legal"].tolist() == [j < count for j in range(len(row["legal"]))]
    visits = rows["visits"][i][:count] * float(rows["full"][i])
    taught = visits.sum() > 0
    assert row["has_policy"] == taught and not row["policy"][count:].any()
    assert abs(row["policy"][:count] - visits / max(visits.sum(), 1)).max() < 1e-6
    reasons = file.attrs["reasons"]
    reasons = (reasons if isinstance(reasons, str) else reasons.decode()).split("|")
    assert row["has_turns"] == (reasons[rows["reason"][i]] != "resignation")
    assert row["turns_left"] == rows["turns_left"][i]
    score = float(rows["value_later" if later else "value_root"][i])
    mix = SHARE * (rows["root_visits"][i] > 0 or rows["root_proof"][i] > 0)
    right = [mix * score, 0, mix * (1 - score)]
    right[{2: 0, 1: 1, 0: 2}[int(rows["outcome"][i])]] += 1 - mix
    assert abs(row["value"] - right).max() < 1e-6
    return taught

def check_planes(row, file, rows, i):
    height, width = int(file.attrs["height"]), int(file.attrs["width"])
    planes = rows["planes"][i].reshape(-1, height, width)
    assert (row["planes"][:, :height, :width] == planes).all()
    assert not row["planes"][:, height:].any() and not row["planes"][:, :, width:].any()
    heads = file["heads"][...]
    for j in range(int(rows["legal"][i])):
        kind, head, *places = heads[rows["side"][i], rows["action"][i][j]].tolist()
        assert row["outputs"][j].tolist() == [
            kind, head, *(p // width * window.width + p % width for p in places)]

def check_features(row, file, rows, i):
    on = [feature for feature in rows["features"][i].tolist() if feature != 65535]
    off = int(file.attrs["features"])
    assert row["features"].tolist() == on + [off] * (len(row["features"]) - len(on))
    right = file["actions_seen"][...][rows["side"][i], rows["action"][i][:rows["legal"][i]]]
    assert (row["actions"][:len(right)] == right).all()

for folder, inputs, check, later in (("planes", PLANES, check_planes, False),
                                     ("features", FEATURES, check_features, False),
                                     ("fast", FEATURES, check_features, True)):
    of = Window.newest(folder, 1000, inputs)
    batches, taught = Batches(of, "train", 64, 1, SHARE, later), []
    for number, about in enumerate(of.files):
        with h5py.File(about.path) as file:
            rows = {name: column[...] for name, column in file["train"].items()}
            every = numpy.arange(len(rows["side"]))
            found = batches.read(number, every, None)
            for i in every:
                row = {name: found[name][i] for name in found}
                taught.append(check_common(row, file, rows, i, later))
                check(row, file, rows, i)
    assert 0 < sum(taught) < len(taught)

# An epoch has every row once, in its own order; a batch depends only on its step.
count = window.count("train")
epochs = [[batches_.row_at(epoch * count + i) for i in range(count)]
          for batches_ in [Batches(window, "train", 64, 1)] for epoch in (0, 1)]
assert sorted(epochs[0]) == sorted(epochs[1]) == list(range(count)) and epochs[0] != epochs[1]
one, again, other = (Batches(window, "train", 64, seed) for seed in (1, 1, 2))
for step in 7, 3:
    assert all((values == again[step][name]).all() for name, values in one[step].items())
assert (one[3]["planes"] != other[3]["planes"]).any()

# Symmetric images made by the learner equal exported ones; each use draws anew.
def rows_of(path):
    with h5py.File(path) as file:
        rows = {name: column[...] for name, column in file["train"].items()}
        maps = symmetry_maps(file)
    order = numpy.lexsort((rows["ply"], rows["game"], rows["symmetry"]))
    return {name: values[order] for name, values in rows.items()}, maps
rows, maps = rows_of("images-maps.h5")
right, _ = rows_of("images-all.h5")
count, symmetries = len(rows["side"]), len(maps["sides"])
assert symmetries > 1 and len(right["side"]) == count * symmetries
found = images({name: numpy.concatenate([values] * symmetries) for name, values in rows.items()},
               maps, numpy.repeat(numpy.arange(symmetries), count))
assert all((found[name] == right[name]).all() for name in ("game", "ply", "side", "planes"))
assert (numpy.sort(found["features"], axis=1) == right["features"]).all()
for i in range(len(right["side"])):
    a, b = (sorted(zip(*(of[name][i, :of["legal"][i]].tolist() for name in ("action", "visits"))))
            for of in (found, right))
    assert a == b
window = Window.newest("features", 1000, FEATURES)
drawn, plain = (Batches(window, "train", 64, 1, symmetries=drawn) for drawn in (True, False))
assert (drawn[3]["features"] == drawn[3]["features"]).all()
assert (drawn[3]["features"] != plain[3]["features"]).any()
assert (drawn[3]["value"] == plain[3]["value"]).all()
PYTHON
expect 0 $python data_test.py

cat >learn_test.py <<'PYTHON'
"""Networks, losses, training; train.py's refusals."""
import contextlib, io, json, os, subprocess, sys
import numpy
import torch
import train
from data import FEATURES, PLANES, Batches, Window
from integer_file import LOGIT, what_is_wrong
from integer_network import IntegerNetwork, PickedProducts, SumOfRows, export
from torch.nn import functional

torch.manual_seed(1)
torch.set_num_threads(1)
CONVOLUTION = ["--channels", "16", "--blocks", "2", "--pool-every", "2", "--pair-size", "8",
               "--hidden", "16", "--batch", "64"]
INTEGER = ["--network", "integer", "--units", "64", "--batch", "64"]

def call_of(*words):
    sys.argv = ["train.py", *words]
    return train.parse_call()

def tensors(batch):
    return {name: torch.from_numpy(values) for name, values in batch.items()}

# Gradients of the custom sums and products equal those of plain PyTorch.
weights = torch.randn(11, 6, requires_grad=True)
features = torch.tensor([[1, 4, 10, 10], [0, 4, 9, 10], [10, 10, 10, 10]])
x, rows = torch.randn(3, 6, requires_grad=True), torch.randn(7, 6, requires_grad=True)
legal = torch.tensor([[1, 1, 1], [1, 0, 0], [1, 1, 0]], dtype=torch.bool)
actions = torch.tensor([[2, 6, 2], [0, 0, 0], [6, 3, 0]])
row, column = legal.nonzero(as_tuple=True)
for right, mine, of in (
        (functional.embedding(features, torch.cat([weights[:10], torch.zeros(1, 6)])).sum(dim=1),
         SumOfRows.apply(weights, features), [weights]),
        ((x[row] * rows[actions[row, column]]).sum(dim=1),
         PickedProducts.apply(x, rows, row, actions[row, column], legal.sum(dim=1)), [x, rows])):
    want = torch.randn(mine.shape)
    assert torch.allclose(mine, right, atol=1e-6)
    for a, b in zip(*(torch.autograd.grad((y * want).sum(), of) for y in (mine, right))):
        assert torch.allclose(a, b, atol=1e-6)

# Illegal actions have no share and no gradient.
logits, targets = (torch.randn(3, 3) * 30).requires_grad_(), torch.rand(3, 3) * legal
batch = {"policy": targets / targets.sum(dim=1, keepdim=True), "legal": legal,
         "value": torch.eye(3), "has_turns": torch.tensor([1.0, 0, 1]),
         "has_policy": torch.ones(3), "turns_left": torch.tensor([1.0, 50, 3])}
found = train.losses_of(logits, torch.zeros(3, 3), batch["turns_left"].log() + batch["has_turns"],
                        batch)
right = sum(-(batch["policy"][i][legal[i]].double() * logits[i][legal[i]].double().log_softmax(0)
              ).sum() for i in range(3)) / 3
assert abs(found["policy"] - right) < 1e-4 and abs(found["value"] - numpy.log(3)) < 1e-6
assert abs(found["turns"] - 0.5) < 1e-6  # of known ones
found["policy"].backward()
assert logits.grad.isfinite().all() and (logits.grad[~legal] == 0).all()

# Padded to a larger grid, a position has the same outputs, in training as well.
mixed, small = (Window.newest("planes", 1000, PLANES), Window.of(["planes/generation-9.h5"], PLANES))
outputs = []
for window in mixed, small:
    learner = train.Learner(call_of("planes", "--out", "x", *CONVOLUTION), window)
    batch = tensors(Batches(window, "train", 32, 1).read(0, numpy.arange(32), None))
    logits, value, summary = learner.network.train().outputs(batch, learner.scales)
    logits = logits[:, :small.max_legal][batch["legal"][:, :small.max_legal]]
    outputs.append((logits, value, summary, *(b.float() for b in learner.network.buffers())))
assert all((a - b).abs().max() < 1e-4 for a, b in zip(*outputs))

# Both kinds learn; saved, loaded and continued they are the same; validation uses the mean weights.
for folder, inputs, words in (("planes", PLANES, CONVOLUTION), ("features", FEATURES, INTEGER)):
    window = Window.newest(folder, 1000, inputs)
    call = call_of(folder, "--out", "x", *words, "--average", "0.5", "--warm-up", "5", "--steps",
                   "70", "--learning-rate", "0.01")
    learner, batches = train.Learner(call, window), Batches(window, "train", 64, 1)
    mean, name = None, "cell.bias" if inputs == PLANES else "policy.bias"
    for step in range(60):
        losses = learner.train(batches[0])
        now = learner.network.state_dict()[name].clone()
        memory = min(0.5, (step + 1) / (step + 10))
        mean = now if mean is None else memory * mean + (1 - memory) * now
        if step == 0:
            first, mean = losses, learner.average.state_dict()[name].clone()
    assert torch.allclose(mean, learner.average.state_dict()[name], atol=1e-5)
    for loss in "policy", "value":
        before, after = (of[loss] - of[loss + "_floor"] for of in (first, losses))
        print(f"{folder} {loss}: {before:.3f} above its floor, {after:.3f} after 60 steps")
        assert -1e-4 < after < before / 2
    assert losses["turns"] < first["turns"] / 2
    learner.save("saved.pt")
    again = train.Learner(call, window)
    again.load("saved.pt")
    assert again.train(batches[5]) == learner.train(batches[5])
    assert again.validate() == learner.validate() and again.step == 61
    assert learner.export("here.safetensors") == again.export("there.safetensors")

# PyTorch and the program agree to the bit, with random weights, some of them large.
def call_program(*words):
    return json.loads(subprocess.run([os.environ["FULCRUM"], *words, "--json"], check=True,
                                     capture_output=True, text=True).stdout)
for folder, game, variant in (("features", "seesaw", "size=3"), ("larger", "seesaw", "size=4"),
                              ("cascade", "cascade", "size=5")):
    window = Window.newest(folder, 1000, FEATURES)
    network = train.Learner(call_of(folder, "--out", "x", *INTEGER), window).network
    with torch.no_grad():
        network.weight.normal_(0, 0.2)
        for layer, spread in (network.hidden, 0.3), (network.value, 1), (network.policy, 0.4):
            layer.weight.normal_(0, spread)
            layer.bias.normal_(0, spread)
    network.clip()
    number = export(network, "exact.safetensors")
    lines = subprocess.run([os.environ["FULCRUM"], "moves", game, variant], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    for position in [line.split("\t")[1] for line in lines[:3]]:
        words = [game, variant, "--position", position]
        told, said = call_program("features", *words), call_program("evaluate", "exact.safetensors", *words)
        seen = window.files[0].seen[told["side"]]
        actions = torch.tensor([[int(seen[row[0]]) for row in said["policy"]]])
        with torch.no_grad():
            logits, value, _ = network.outputs({
                "features": torch.tensor([told["on"]]), "actions": actions,
                "legal": torch.ones_like(actions, dtype=torch.bool)})
        assert int(said["hash"], 16) == number and said["exact"]["logit_one"] == LOGIT
        assert said["exact"]["result"] == (value[0] * LOGIT).round().int().tolist()
        assert said["exact"]["policy"] == (logits[0] * LOGIT).round().int().tolist()

# Weights with which an accumulator can overflow are rejected, and accepted after clipping.
with torch.no_grad():
    network.weight[:40] = 7
assert "an accumulator can reach" in what_is_wrong(network.about, network.arrays())
network.clip()
assert what_is_wrong(network.about, network.arrays()) is None

# The learning rate rises, stays and falls.
call = call_of("x", "--out", "x", "--steps", "50", "--decay", "0.5", "--warm-up", "10",
               "--learning-rate", "1")
assert [train.learning_rate(call, step, 40) for step in (0, 9, 40, 44, 45, 49)] == [
    0.1, 1, 1, 1, 1, 0.2]

# Usage errors: one message, exit status 2.
open("cut.pt", "wb").write(open("saved.pt", "rb").read()[:2000])
os.makedirs("begun")
os.makedirs("empty")
learner.save("begun/checkpoint.pt")
os.makedirs("damaged")
os.rename("cut.pt", "damaged/checkpoint.pt")
def wrong(word, *words):
    sys.argv, err = ["train.py", *words], io.StringIO()
    try:
        with contextlib.redirect_stderr(err):
            train.finish(train.main)
        raise AssertionError(f"not refused: {words}")
    except SystemExit as end:
        assert end.code == 2 and word in err.getvalue().splitlines()[-1], (word, err.getvalue())
begun = ("features", *INTEGER, "--average", "0.5", "--out", "begun")
wrong("was begun with --units 64, not 128", *begun[:4], "128", *begun[5:])
wrong("checkpoint.pt: cannot be read", *begun[:-1], "damaged")
wrong("must be a multiple of 16", "planes", "--out", "x", "--channels", "20")
wrong("must be 1 to", "planes", "--out", "x", "--steps", "0")
wrong("--later requires --root-share", "planes", "--out", "x", "--later", "--root-share", "0")
wrong("has no file", "empty", "--out", "x")
wrong("--planes --policy padded", "plain", "--out", "x")
wrong("--features --policy padded", "planes", "--out", "x", "--network", "integer")
wrong("one game and version", "mixed", "--out", "x")
wrong("has no value_later", "features", "--out", "y", *INTEGER, "--later", "--steps", "1")
wrong("has no maps of symmetries", "fast", "--out", "y", *INTEGER, "--symmetries", "--steps", "1")
PYTHON
expect 0 $python learn_test.py
cat out

# Killed during training and resumed: the same losses, the same weights, which play.
options=(features --network integer --units 64 --batch 128 --threads 1 --learning-rate 0.003
    --warm-up 5 --validation-rows 256 --interval 10 --symmetries --steps 60)
expect 0 $python "$learner/train.py" "${options[@]}" --out whole
$python "$learner/train.py" "${options[@]}" --out broken 2>err &
pid=$!
until [ -s broken/losses.csv ] && [ "$(wc -l <broken/losses.csv)" -ge 3 ]; do sleep 0.01; done
kill -KILL $pid || fail "it ended before it was killed: $(cat err)"
wait $pid 2>/dev/null
printf '110,0.1' >>broken/losses.csv # a row that was cut off
expect 0 $python "$learner/train.py" "${options[@]}" --out broken
grep -q 'resumes at step [1-9]' err || fail "$(cat err)"
cmp whole/losses.csv broken/losses.csv || fail "the losses differ after a kill"
weights=weights-00000060.safetensors
cmp whole/$weights broken/$weights >&2 || fail "the weights differ after a kill"
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=3 games=2 threads=1 \
    search.simulations=20 search.selection=puct search.evaluator=integer \
    network.weights=whole/$weights --out runs/network
passed

#!/usr/bin/env bash
# The external learner of python/learner: batches equal the exported data and its symmetric images,
# networks learn, the same call writes the same bytes, and `fulcrum learn` trains and plays with it.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
has_modules torch h5py || skip "python3-torch or python3-h5py is not installed"
learner=$root/python/learner
export PYTHONPATH=$learner PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1

play() { # NAME KEY=VALUE...
    expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" threads=1 "${@:2}" --out "runs/$1"
}
export_rows() { # NAME FILE OPTION...
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
    export_rows $number $number.h5 --planes --symmetries maps
done
export_rows 11 fast.h5 --planes --value result,root,later:0.9
export_rows 9 plain.h5
for which in maps all; do
    export_rows cascade images-$which.h5 --planes --symmetries $which
done

cat >data_test.py <<'PYTHON'
"""Batches against a reader written only from EXPORT.md and NETWORK.md."""
import h5py
import numpy
from data import Batches, Window, images, symmetry_maps

SHARE = 0.25
window = Window(["9.h5", "10.h5"])
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

def check_planes(row, file, rows, i, window):
    height, width = int(file.attrs["height"]), int(file.attrs["width"])
    planes = rows["planes"][i].reshape(-1, height, width)
    assert (row["planes"][:, :height, :width] == planes).all()
    assert not row["planes"][:, height:].any() and not row["planes"][:, :, width:].any()
    heads, seen = file["heads"][...], file["actions_seen"][...]
    assert (heads[0, seen] == heads).all()
    for j in range(int(rows["legal"][i])):
        kind, head, *places = heads[rows["side"][i], rows["action"][i][j]].tolist()
        assert row["outputs"][j].tolist() == [
            kind, head, *(p // width * window.width + p % width for p in places)]

for of, later in (window, False), (Window(["fast.h5"]), True):
    batches, taught = Batches(of, "train", 64, 1, SHARE, later), []
    for number, about in enumerate(of.files):
        with h5py.File(about.path) as file:
            rows = {name: column[...] for name, column in file["train"].items()}
            every = numpy.arange(len(rows["side"]))
            found = batches.read(number, every, None)
            for i in every:
                row = {name: found[name][i] for name in found}
                taught.append(check_common(row, file, rows, i, later))
                check_planes(row, file, rows, i, of)
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
for i in range(len(right["side"])):
    a, b = (sorted(zip(*(of[name][i, :of["legal"][i]].tolist() for name in ("action", "visits"))))
            for of in (found, right))
    assert a == b
drawn, plain = (Batches(window, "train", 64, 1, symmetries=drawn) for drawn in (True, False))
assert (drawn[3]["planes"] == drawn[3]["planes"]).all()
assert (drawn[3]["planes"] != plain[3]["planes"]).any()
assert (drawn[3]["value"] == plain[3]["value"]).all()
PYTHON
expect 0 $python data_test.py

cat >learn_test.py <<'PYTHON'
"""Losses, training; train.py's refusals."""
import contextlib, glob, io, sys
import numpy
import torch
import train
from data import Batches, Window

torch.manual_seed(1)
torch.set_num_threads(1)
SMALL = ["--channels", "16", "--blocks", "3", "--batch", "64"]

def call_of(*words):
    sys.argv = ["train.py", *words, "out.safetensors", "9.h5", "10.h5"]
    return train.parse_call()

legal = torch.tensor([[1, 1, 1], [1, 0, 0], [1, 1, 0]], dtype=torch.bool)

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
mixed, small = Window(["9.h5", "10.h5"]), Window(["9.h5"])
outputs = []
for window in mixed, small:
    learner = train.Learner(call_of(*SMALL), window)
    batch = {name: torch.from_numpy(values) for name, values in
             Batches(window, "train", 32, 1).read(0, numpy.arange(32), None).items()}
    logits, value, summary = learner.network.train().outputs(batch, learner.scales)
    logits = logits[:, :small.max_legal][batch["legal"][:, :small.max_legal]]
    outputs.append((logits, value, summary, *(b.float() for b in learner.network.buffers())))
assert all((a - b).abs().max() < 1e-4 for a, b in zip(*outputs))

# It learns, at a rate that rises, stays and falls.
call = call_of(*SMALL, "--steps", "1000", "--learning-rate", "1")
rates = [train.learning_rate(call, step) for step in (0, 99, 199, 700, 850, 999)]
assert numpy.allclose(rates, [0.005, 0.5, 1, 1, 0.5, 1 / 300])
learner = train.Learner(call_of(*SMALL, "--steps", "1000", "--learning-rate", "0.05"), mixed)
batches = learner.batches("train")
losses = [learner.train(batches[0], step) for step in range(60)]
for loss in "policy", "value":
    before, after = (of[loss] - of[loss + "_floor"] for of in (losses[0], losses[-1]))
    print(f"{loss}: {before:.3f} above its floor, {after:.3f} after 60 steps")
    assert -1e-4 < after < before / 2
assert losses[-1]["turns"] < losses[0]["turns"] / 2 and learner.validate()["policy"] > 0

# Usage errors: one message, exit status 2.
def wrong(word, *words):
    sys.argv, err = ["train.py", *words], io.StringIO()
    try:
        with contextlib.redirect_stderr(err):
            train.main()
        raise AssertionError(f"not refused: {words}")
    except SystemExit as end:
        assert end.code == 2 and word in err.getvalue().splitlines()[-1], (word, err.getvalue())
    except train.DataError as error:
        assert word in str(error), error
wrong("must be a multiple of 16", "--channels", "20", "out", "9.h5")
wrong("must be 1 to", "--steps", "0", "out", "9.h5")
wrong("--planes --policy padded", "out", "plain.h5")
wrong("must be of one game", "out", "9.h5", "images-maps.h5")
wrong("has no value_later", "--later", "out", "9.h5")
wrong("has no maps of symmetries", "--symmetries", "out", "fast.h5")
wrong("cannot be read: there is no such file", "out", "missing.h5")
wrong("runs/9: is a folder, not a file of fulcrum export", "out", "runs/9")
wrong("is not a file of fulcrum export", "out", glob.glob("runs/9/shard-*.h5")[0])
wrong("no/out: there is no folder no", "no/out", "9.h5")  # before it trains
wrong("runs: cannot be written", "runs", "9.h5")
PYTHON
expect 0 $python learn_test.py
cat out
expect 2 $python "$learner/train.py" out.safetensors plain.h5
[ "$(grep -c '^train.py: ' err)" -eq 1 ] || fail "not one message: $(cat err)"

# The same bytes again, also as the learner of generations, of two variants at once.
words=(--steps 20 --channels 16 --blocks 1 --batch 64 --threads 1 --symmetries)
for name in one two; do
    expect 0 $python "$learner/train.py" "${words[@]}" $name.safetensors 9.h5 10.h5
done
cmp one.safetensors two.safetensors || fail "other bytes from the same call"
learn=("$FULCRUM" learn cascade size=4 "swap=false,true" games.least=40 games.positions=100
    games.first_simulations=30 games.least_simulations=10 games.simulations=20
    gate.games=20 gate.simulations=10 ladder.games=0 --generations 2 --quiet
    train.command="$python $learner/train.py ${words[*]} --later")
expect 0 "${learn[@]}" --out learned
expect 0 "${learn[@]}" --out again
for generation in 000 001; do
    cmp learned/weights/$generation.safetensors again/weights/$generation.safetensors ||
        fail "generation $generation is another network"
done
expect 0 "$FULCRUM" evaluate learned/weights/001.safetensors cascade size=4 swap=true
passed

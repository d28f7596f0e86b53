#!/usr/bin/env bash
# Training data: every row is traced back to its game by a second reader, in every format; the
# bytes depend on neither memory nor threads; the split is kept; no partial files; usage errors.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
$python -c 'import h5py, numpy' 2>/dev/null || {
    echo "skipped: h5py and NumPy are not there"
    exit 77
}

play() {
    expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" search.simulations=20 "$@"
}
export_to() {
    expect 0 "$FULCRUM" export "${@:2}" -o "$1"
}
play variant.size=3 variant.swap=true games=60 shard_games=10 temperature.turns=99 --out pie
play variant.size=3 variant.swap=true games=20 seed=9 shard_games=10 --out more
play variant.size=3 games=4 --out other

# Exports equal the recorded data. The reader below is written from FORMAT.md and EXPORT.md, not
# from the program's code.
cat >trace.py <<'PYTHON'
import glob
import json
import sys
import h5py
import numpy

def text(value):
    return value.decode() if isinstance(value, bytes) else value

def recorded(runs):
    """(config, game, ply) -> what was recorded there."""
    found = {}
    for path in sorted(path for run in runs for path in glob.glob(run + "/shard-*.h5")):
        with h5py.File(path) as file:
            config = text(file.attrs["config"])
            games = {name: column[...] for name, column in file["games"].items()}
            rows = {name: column[...] for name, column in file["positions"].items()}
            action, visits = file["legal/action"][...], file["legal/visits"][...]
        for g, start in enumerate(games["first_position"]):
            for p in range(start, start + games["decisions"][g]):
                row = {name: column[p] for name, column in rows.items()}
                first, count = row["first_legal"], row["legal"]
                row["policy"] = dict(zip(action[first:first + count].tolist(),
                                         visits[first:first + count].tolist()))
                row["winner"], row["reason"] = games["winner"][g], games["reason"][g]
                row["agent"] = games["agent"][g][row["player"]]
                row["turns"] = games["turns"][g]
                found[config, int(games["id"][g]), int(row["ply"])] = row
    return found

def policies(group, form, max_legal):
    """Action -> visits of each row (dense: share)."""
    count = group["legal"][...]
    if form == "dense":
        mask = numpy.unpackbits(group["legal_mask"][...], axis=1, bitorder="little")
        policy = group["policy"][...]
        assert policy.dtype == numpy.float16
        assert (policy[mask[:, :policy.shape[1]] == 0] == 0).all()
        assert (mask[:, policy.shape[1]:] == 0).all()
        return [{a: float(row[a]) for a in numpy.flatnonzero(bits).tolist()}
                for row, bits in zip(policy, mask)]
    action, visits = group["action"][...], group["visits"][...]
    if form == "padded":
        assert action.shape == visits.shape == (len(count), max_legal)
        outside = numpy.arange(max_legal) >= count[:, None]
        assert (action[outside] == 0).all() and (visits[outside] == 0).all()
        return [dict(zip(a[:n].tolist(), v[:n].tolist()))
                for a, v, n in zip(action, visits, count)]
    first = group["first_legal"][...]
    assert (first == numpy.cumsum(count, dtype=int) - count).all()
    assert len(action) == len(visits) == count.sum()
    return [dict(zip(action[f:f + n].tolist(), visits[f:f + n].tolist()))
            for f, n in zip(first.tolist(), count.tolist())]

def check(path, runs):
    known, met = recorded(runs), {}
    with h5py.File(path) as file:
        options = json.loads(text(file.attrs["options"]))
        assert text(file.attrs["format"]) == "fulcrum training data"
        configs = [text(config) for config in file["sources/config"][...]]
        for name in "train", "validation":
            group = file[name]
            columns = {key: data[...] for key, data in group.items()
                       if key not in ("action", "visits", "policy", "legal_mask")}
            assert all(text(data.attrs["meaning"]) for data in group.values())
            policy = policies(group, options["policy"], int(file.attrs["max_legal"]))
            games = set()
            for i in range(len(columns["side"])):
                row = {key: values[i] for key, values in columns.items()}
                place = configs[row["source"]], int(row["game"]), int(row["ply"])
                assert row["symmetry"] == 0 and place not in met
                met[place] = name
                games.add(place[:2])
                check_row(row, policy[i], known[place], options)
                check_later(row, known, place, options)
            assert group.attrs["games"] == len(games)
    return known, met

def check_row(row, policy, was, options):
    for key in ("side", "player", "ply", "turn", "chosen", "reason", "agent", "root_proof",
                "legal", "full", "surprise"):
        assert row[key] == was[key], key
    assert (row["state"] == was["state"]).all()
    assert row["root_visits"] == was["visits"]
    assert row["turns_left"] == was["turns"] - was["turn"] > 0
    score = 0.5 if was["winner"] == 2 else float(was["winner"] == was["player"])
    assert row["outcome"] == 2 * score
    assert ("value_result" in row) == ("result" in options["value"])
    assert ("value_root" in row) == ("root" in options["value"])
    assert ("value_mix" in row) == ("mix" in options["value"])
    assert row.get("value_result", score) == score
    assert row.get("value_root", was["root_value"]) == was["root_value"]
    if "value_mix" in row:
        mix = options["mix"] * float(was["root_value"]) + (1 - options["mix"]) * score
        assert abs(row["value_mix"] - mix) < 1e-6
    assert ("value_later" in row) == ("later" in options["value"])
    if options["policy"] == "dense":
        total = sum(was["policy"].values())
        assert set(policy) == set(was["policy"])
        for action, visits in was["policy"].items():
            assert abs(policy[action] - visits / total) <= 2 ** -12
    else:
        assert policy == was["policy"]

def check_later(row, known, place, options):
    """From the end of the game backwards."""
    if "value_later" not in row:
        return
    was, plies = known[place], sorted(
        (ply for config, game, ply in known if (config, game) == place[:2] and ply >= place[2]),
        reverse=True)
    value = 0.5 if was["winner"] == 2 else float(was["winner"] == was["player"])
    for ply in plies:
        at = known[place[:2] + (ply,)]
        if at["visits"] == 0 and at["root_proof"] == 0:
            continue
        root = float(at["root_value"])
        root = root if at["player"] == was["player"] else 1 - root
        value = (1 - options["later"]) * root + options["later"] * value
    assert abs(row["value_later"] - value) < 1e-6

if __name__ == "__main__":
    known, met = check(sys.argv[1], sys.argv[2:])
    print(len(known), len(met))
PYTHON
for form in sparse padded dense; do
    export_to "$form.h5" pie more --policy $form --value root,result,mix:0.25 \
        --validation 0.2
    expect 0 $python trace.py "$form.h5" pie more
    read -r positions rows <out
    [ "$positions" -eq "$rows" ] || fail "$form: $rows rows of $positions positions"
done
export_to few.h5 pie --value mix:1,later:0.75 --without forced,proven --turns 3:20 --per-game 4
expect 0 $python trace.py few.h5 pie
total=0
for turns in :5 5: ; do
    export_to turns.h5 pie --turns $turns --validation 0 --json --force
    total=$((total + $(grep -o '"train":{[^}]*' out | sed 's/.*"positions":\([0-9]*\).*/\1/')))
done
export_to none.h5 pie --validation 0 --json
[ ! -s err ] || fail "a warning without a validation share: $(cat err)"
grep -q "\"positions_read\":$total," out || fail "turns :5 and 5: have $total positions"
export_to little.h5 other --validation 1e-9
grep -q 'no game fell to validation, at a share of 1e-09 of 4 games' err || fail "$(cat err)"
export_to all.h5 pie --validation 1 --policy padded
expect 0 $python trace.py none.h5 pie
expect 0 $python trace.py all.h5 pie

# Features, computed again from the packed states (seesaw.h) as INTEGER.md defines them; on this
# board the bits have the order of the cells.
export_to features.h5 pie more --features --symmetries random
for position in "" "N a1=S1/S b3=N2/- e2=N7/N >b3:1"; do
    expect 0 "$FULCRUM" features seesaw size=3 swap=true --json ${position:+--position "$position"}
    cp out "told${position:+2}"
done
$python - <<'PYTHON' || fail "wrong features in the export"
import json
import h5py
import numpy
told, later = json.load(open("told")), json.load(open("told2"))
cells = 19

def expected(state, side):
    """Stacks by size, tiles, and the stack that may go on, as the mover sees them."""
    found = set()
    for cell in range(cells):
        owners, size = int(state[8 + cell]), int(state[8 + cells + cell])
        seen = cell if side == 0 else cells - 1 - cell
        stack, tile = owners & 3, owners >> 2
        if stack:
            kind = size - 1 if size < 5 else 5 - size % 2
            found.add((6 * (stack - 1 != side) + kind) * cells + seen)
        if tile:
            found.add((12 + (tile - 1 != side)) * cells + seen)
        if state[4] == cell:
            found.add(14 * cells + seen)
    return found

with h5py.File("features.h5") as file:
    count, most = int(file.attrs["features"]), told["most"]
    assert count == told["features"] == len(told["meanings"])
    assert file.attrs["features_version"] == told["version"] and file.attrs["planes_version"]
    seen = file["features_seen"][...]
    assert seen.tolist() == told["seen"] and (seen[seen] == numpy.arange(count)).all()
    actions = file["actions_seen"][...]
    number = numpy.arange(file.attrs["num_actions"])
    assert (actions[0] == number).all() and (numpy.sort(actions[1]) == number).all()
    assert (actions[1][:cells] == cells - 1 - number[:cells]).all()  # deploys, turned
    for name in "train", "validation":
        rows = {key: data[...] for key, data in file[name].items()}
        features = rows["features"]
        assert features.dtype == numpy.uint16 and features.shape[1] == most
        for row, state, side, ply in zip(features, rows["state"], rows["side"], rows["ply"]):
            on = row[row != 65535]
            assert (row[len(on):] == 65535).all() and (numpy.diff(on.astype(int)) > 0).all()
            assert {f for f in on.tolist() if f < 16 * cells} == expected(state, side)
            assert ply > 0 or on.tolist() == told["on"]
assert [number for number, _ in told["legal"]] == [seen for _, seen in told["legal"]]
assert all(actions[1][number] == seen for number, seen in later["legal"])
meanings = [later["meanings"][f] for f in later["on"]]
assert later["side"] == 1 and "own stack that may go on, d2" in meanings, meanings
assert "own stack of size 5, 7, ..., a2" in meanings and "own stack may go on for 1" in meanings
PYTHON
checks=$((checks + 1))

# One final board per game, whoever is to move and whichever side each player has; North sees it
# rotated by half a turn, with the sides exchanged.
export_to final.h5 pie more --planes --final-board --validation 0
$python - <<'PYTHON' || fail "wrong final boards in the export"
import h5py
import numpy
with h5py.File("final.h5") as file:
    rows = {key: data[...] for key, data in file["train"].items()}
    assert file.attrs["height"] == file.attrs["width"] == 5
mask, board = rows["planes"].reshape(len(rows["side"]), -1, 25)[:, 0], rows["final_board"]
turned = numpy.array([0, 2, 1, 3, *[9] * 251, 255])[board[:, ::-1]]
seen = numpy.where(rows["side"][:, None] == 0, board, turned)
assert ((board == 255) == (mask == 0)).all() and set(board.flat) == {0, 1, 2, 255}
games = rows["source"] * 1000 + rows["game"]
for game in set(games):
    assert (seen[games == game] == seen[games == game][0]).all(), game
assert len(numpy.unique(seen, axis=0)) > 60
# The last action changes few cells: most pieces stay.
last = rows["turns_left"] == 1
own = rows["planes"].reshape(len(mask), -1, 25)[last][:, [7, 15]].any(axis=1)
assert ((board[last] == 1) == own)[mask[last] > 0].mean() > 0.7
PYTHON
checks=$((checks + 1))

# The runs have wins of both players, seen by both, and games on both sides of the split.
$python - <<'PYTHON' || fail "the runs lack cases that these tests need"
import h5py
with h5py.File("sparse.h5") as file:
    train, validation = file["train"], file["validation"]
    assert set(train["outcome"]) >= {0, 2} and set(train["player"]) == {0, 1}
    assert (train["side"][...] != train["player"][...]).any() # sides were exchanged
    assert 0 < validation.attrs["games"] < 40 < train.attrs["games"]
    assert file["sources/games"][...].tolist() == [60, 20]
PYTHON

# The same bytes again, in less memory and with any number of threads; with another seed the same
# rows in another order.
export_to again.h5 pie more --value root,result,mix:0.25 --validation 0.2
cmp sparse.h5 again.h5 || fail "two exports differ"
play variant.size=3 games=1500 shard_games=500 --out large
export_to ample.h5 large --json
grep -q '"through_file":false' out || fail "$(cat out)"
export_to scarce.h5 large --memory 1 --json
grep -q '"through_file":true' out || fail "$(cat out)"
cmp ample.h5 scarce.h5 || fail "the bytes depend on the memory"
export_to one.h5 large --planes --threads 1
export_to three.h5 large --planes --threads 3 --memory 1
cmp one.h5 three.h5 || fail "the bytes depend on the threads"
export_to one.h5 large --deflate 0 --threads 1 --force
export_to three.h5 large --deflate 0 --threads 3 --force
cmp one.h5 three.h5 || fail "uncompressed bytes depend on the threads"
export_to seed.h5 large --shuffle 2
$python - <<'PYTHON' || fail "wrong order of the rows"
import h5py
import numpy
def rows(path):
    with h5py.File(path) as file:
        train = file["train"]
        return train["game"][...] * 10000 + train["ply"][...]
one, two = rows("ample.h5"), rows("seed.h5")
assert (one != two).any() and (numpy.sort(one) == numpy.sort(two)).all()
# Neighbours are from one game only as often as by chance, and game numbers have no trend.
for order in one, two:
    game = order // 10000
    count = numpy.bincount(game).astype(float)
    expected = (count * (count - 1)).sum() / len(game)
    same = (game[1:] == game[:-1]).sum()
    assert abs(same - expected) < 5 * expected ** 0.5 + 5, (same, expected)
    place = numpy.arange(len(game))
    assert abs(numpy.corrcoef(place, game)[0, 1]) < 5 / len(game) ** 0.5
PYTHON

# The three forms have the same data, row by row, over many chunks.
export_to padded-large.h5 large --policy padded
export_to dense-large.h5 large --policy dense
$python - <<'PYTHON' || fail "sparse, padded and dense differ"
import h5py
import numpy
names = "ample.h5", "padded-large.h5", "dense-large.h5"
sparse, padded, dense = (h5py.File(name)["train"] for name in names)
for key in padded:
    if key not in ("action", "visits"):
        assert (sparse[key][...] == padded[key][...]).all(), key
        assert (sparse[key][...] == dense[key][...]).all(), key
assert padded["visits"].chunks[0] * 3 < len(padded["visits"])
assert dense["policy"].chunks[0] * 3 < len(dense["policy"])
count, actions = sparse["legal"][...], dense["policy"].shape[1]
inside = numpy.arange(padded["action"].shape[1]) < count[:, None]
for key in "action", "visits":
    assert (padded[key][...][inside] == sparse[key][...]).all(), key
    assert (padded[key][...][~inside] == 0).all(), key
row = numpy.repeat(numpy.arange(len(count)), count)
action, visits = sparse["action"][...], sparse["visits"][...].astype(float)
mask = numpy.unpackbits(dense["legal_mask"][...], axis=1, bitorder="little")
assert mask.sum() == len(action) and mask[row, action].all()
policy = dense["policy"][...]
share = visits / numpy.bincount(row, visits)[row]
assert (abs(policy[row, action] - share) <= 2.0 ** -12).all()
policy[row, action] = 0
assert (policy == 0).all() and actions == int(h5py.File(names[2]).attrs["num_actions"])
PYTHON
checks=$((checks + 1))

# A game stays on its side of the split, whatever else is exported.
export_to part.h5 pie/shard-000003.h5 pie/shard-000001.h5 --validation 0.2
export_to window.h5 more pie --validation 0.2 --symmetries all --per-game 3
$python - <<'PYTHON' || fail "a game is on the wrong side of the split"
import h5py
def sides(path):
    with h5py.File(path) as file:
        configs = file["sources/config"][...]
        return [{(configs[s], g) for s, g in zip(file[name]["source"], file[name]["game"])}
                for name in ("train", "validation")]
train, validation = sides("sparse.h5")
assert not train & validation
for path in "part.h5", "window.h5":
    some_train, some_validation = sides(path)
    assert some_train and some_validation, path
    assert some_train <= train and some_validation <= validation, path
PYTHON

# Symmetric images: all of each position, or one at random; they have the same values.
export_to random.h5 pie --symmetries random
$python - <<'PYTHON' || fail "wrong symmetric images"
import h5py
from collections import Counter
with h5py.File("window.h5") as every, h5py.File("random.h5") as drawn:
    count = int(every.attrs["num_symmetries"])
    for file, times in (every, count), (drawn, 1):
        for name in "train", "validation":
            group, met = file[name], {}
            for row in zip(*(group[key][...] for key in
                             ("source", "game", "ply", "symmetry", "value_root", "outcome"))):
                met.setdefault(row[:3], []).append(row[3:])
            for images in met.values():
                assert len(images) == len({image[0] for image in images}) == times
                assert len({image[1:] for image in images}) == 1
    assert set(drawn["train/symmetry"]) == set(range(count))
PYTHON

# All datasets of a file are in the list, and no other.
expect 0 "$FULCRUM" export --columns --json
cp out columns.json
for form in sparse padded dense; do
    export_to full-$form.h5 pie --policy $form --planes --features --final-board \
        --value result,root,mix:0.5,later:0.5
done
$python - <<'PYTHON' || fail "datasets without a column, or without their meaning"
import h5py
import json
columns = json.load(open("columns.json"))["columns"]
for form in "sparse", "padded", "dense":
    listed = {column["name"]: column["meaning"] for column in columns
              if column["with"] in (None, "--policy " + form)
              or not column["with"].startswith("--policy")}
    with h5py.File("full-" + form + ".h5") as file:
        written = {name: data.attrs["meaning"] for name, data in file["train"].items()}
    assert listed == {name: text if isinstance(text, str) else text.decode()
                      for name, text in written.items()}
PYTHON
checks=$((checks + 1))

# Usage errors: one message, and no file.
refused 'no runs or files of games given' "$FULCRUM" export -o x.h5
refused '--out OUT.h5 is required' "$FULCRUM" export pie
refused 'already exists' "$FULCRUM" export pie -o sparse.h5
refused 'already exists and is not a regular file' "$FULCRUM" export pie --force -o pie
cp -r pie kept
refused 'is an input of this command' "$FULCRUM" export pie --force -o pie/shard-000001.h5
same_runs pie kept
export_to sparse.h5 pie --force
refused 'nothere: cannot be opened' "$FULCRUM" export pie nothere -o x.h5
refused 'a learner can open several' "$FULCRUM" export pie other -o x.h5
refused 'given twice' "$FULCRUM" export pie pie/shard-000002.h5 -o x.h5
refused 'is selected' "$FULCRUM" export pie --min-visits 1000 -o x.h5
refused 'sparse, padded or dense' "$FULCRUM" export pie --policy spars -o x.h5
refused 'none, random, all or maps' "$FULCRUM" export pie --symmetries some -o x.h5
refused 'forced, proven, cut-off or fast' "$FULCRUM" export pie --without forced,draws -o x.h5
refused 'a share from 0 to 1' "$FULCRUM" export pie --validation 1.5 -o x.h5
refused 'a share from 0 to 1' "$FULCRUM" export pie --validation nan -o x.h5
refused 'mix:SHARE' "$FULCRUM" export pie --value mix:2 -o x.h5
refused 'later:SHARE' "$FULCRUM" export pie --value later:1.5 -o x.h5
refused 'mix:SHARE' "$FULCRUM" export pie --value mix:0.1,mix:0.2 -o x.h5
refused 'needs one of' "$FULCRUM" export pie --value '' -o x.h5
for mix in x 0.5x -1; do
    refused 'mix:SHARE' "$FULCRUM" export pie --value root,mix:$mix -o x.h5
done
refused 'mix:SHARE' "$FULCRUM" export pie --value other -o x.h5
for share in x 0.1x; do
    refused 'a share from 0 to 1' "$FULCRUM" export pie --validation $share -o x.h5
done
for turns in x x:5 5:x 5:6x; do
    refused 'A:B' "$FULCRUM" export pie --turns $turns -o x.h5
done
refused 'A:B' "$FULCRUM" export pie --turns 5 -o x.h5
refused 'A:B' "$FULCRUM" export pie --turns 5:5 -o x.h5
refused 'from 1 to' "$FULCRUM" export pie --per-game 0 -o x.h5
refused 'from 0 to 9' "$FULCRUM" export pie --deflate 10 -o x.h5
refused 'from 1 to' "$FULCRUM" export pie --memory 0 -o x.h5
refused 'nowhere/x.h5' "$FULCRUM" export pie -o nowhere/x.h5
head -c 3000 pie/shard-000000.h5 >cut.h5
refused 'cut.h5' "$FULCRUM" export cut.h5 -o x.h5
refused 'sparse.h5' "$FULCRUM" export sparse.h5 -o x.h5
[ -z "$(find . -name 'x.h5*' -o -name '*.tmp')" ] || fail "left behind: $(ls)"

# Killed at any moment: a complete file or none; the next call removes leftovers, and only those.
mkdir killed
whole() {
    [ ! -e killed/out.h5 ] || cmp ample.h5 killed/out.h5 || fail "an incomplete file"
    rm -f killed/out.h5
}
killed whole "$FULCRUM" export large --memory 1 -o killed/out.h5
touch "killed/out.h5.$$.tmp" "killed/out.h5.rows.tmp" killed/out.h5.99.other
export_to killed/out.h5 large --memory 1
cmp ample.h5 killed/out.h5 || fail "the bytes differ after a kill"
[ "$(ls killed)" = "$(printf '%s\n' out.h5 "out.h5.$$.tmp" out.h5.99.other | sort)" ] ||
    fail "wrong files in the folder: $(ls killed)"

# Stopped by a signal: one message, and no file is left.
mkdir stopped
for signal in INT TERM; do
    env FULCRUM="$FULCRUM" $python - $signal <<'PYTHON' || fail "after SIG$signal"
import os, signal, subprocess, sys, time
number = getattr(signal, "SIG" + sys.argv[1])
call = subprocess.Popen([os.environ["FULCRUM"], "export", "large", "-o", "stopped/out.h5",
                         "--symmetries", "all", "--deflate", "9"],
                        stderr=subprocess.PIPE, text=True)
deadline = time.monotonic() + 60
while not os.listdir("stopped") and call.poll() is None and time.monotonic() < deadline:
    time.sleep(0.001) # until the unfinished file is there
call.send_signal(number)
message = call.communicate()[1]
assert call.returncode == 3 and message.count("\n") == 1, (call.returncode, message)
assert "interrupted; nothing was written" in message, message
assert not os.listdir("stopped"), os.listdir("stopped")
PYTHON
    checks=$((checks + 1))
done

# A full disk: one message, and no file, not even a partial one; with space again the same bytes.
mkdir small
if mount -t tmpfs -o size=256k tmpfs small 2>/dev/null; then
    refused 'the disk is full' "$FULCRUM" export large -o small/out.h5
    refused 'the disk is full' "$FULCRUM" export large -o small/out.h5 --memory 1
    [ -z "$(ls small)" ] || fail "left on the full disk: $(ls small)"
    mount -o remount,size=64m small
    export_to small/out.h5 large
    cmp ample.h5 small/out.h5 || fail "the bytes differ after a full disk"
    umount small
else
    echo "skipped: a full disk (mounting a small one needs root)"
fi

# A folder of parts to which the same command adds while the run grows.
echo '{"game": "seesaw", "variant": {"size": 2}, "shard_games": 10, "search": {"simulations": 5}}' \
    >grow.json
expect 0 "$FULCRUM" selfplay grow.json games=35 --out grow --quiet
refused 'must be a multiple of the run' "$FULCRUM" export grow --parts 15 -o parts
refused 'takes one run' "$FULCRUM" export grow grow --parts 20 -o parts
refused 'is not a run' "$FULCRUM" export small --parts 20 -o parts
expect 0 "$FULCRUM" export grow --parts 20 -o parts --policy padded
[ "$(ls parts)" = games-000000000-000000020.h5 ] || fail "$(ls parts)"
expect 0 "$FULCRUM" export grow/shard-00000[01].h5 -o direct.h5 --policy padded
cmp direct.h5 parts/games-000000000-000000020.h5 || fail "a part is not the export of its files"
expect 0 "$FULCRUM" selfplay grow.json games=65 --out grow --quiet
mv grow/shard-000003.h5 away.h5
expect 0 "$FULCRUM" export grow --parts 20 -o parts --policy padded
grep -q "^parts: 1 file of 20 games added to 1; 1 more lacks games; the run's last 5 games fill no" out || fail "$(cat out)"
[ "$(echo parts/*)" = \
    "parts/games-000000000-000000020.h5 parts/games-000000040-000000060.h5" ] || fail "$(ls parts)"
expect 0 "$FULCRUM" export grow -o some.h5
grep -q "^  of the runs'  *65$" out || fail "no word of the games that are missing: $(cat out)"
mv away.h5 grow/shard-000003.h5
refused 'made with other options' "$FULCRUM" export grow --parts 20 -o parts
refused 'games-000000000-000000020.h5: has 20 games, not 10' \
    "$FULCRUM" export grow --parts 10 -o parts --policy padded
expect 0 "$FULCRUM" selfplay grow.json seed=2 games=20 --out grown --quiet
refused 'was made of another run' "$FULCRUM" export grown --parts 20 -o parts --policy padded
refused 'was made of another run' "$FULCRUM" export grown --parts 20 -o parts --policy padded --task 2/3
expect 0 "$FULCRUM" export grow --parts 20 -o parts --policy padded
grep -q '^parts: 1 file of 20 games added to 2; ' out || fail "$(cat out)"
cmp direct.h5 parts/games-000000000-000000020.h5 || fail "a part was changed"
expect 0 "$FULCRUM" export grow --parts 20 -o parts --policy padded
grep -q "^parts: 0 files of 20 games added to 3; the run's last 5 games fill no file$" out || fail "$(cat out)"
passed

#!/usr/bin/env bash
# Training data from new searches: the rows of the export with only the searches changed; the same
# bytes for any number of threads; a share; no partial files; usage errors.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
$python -c 'import h5py, numpy' 2>/dev/null || skip "h5py and NumPy are not there"

reanalyze() {
    expect 0 "$FULCRUM" reanalyze run agent.json "${@:2}" -o "$1"
}
echo '{"search": {"simulations": 60}}' >agent.json
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" search.simulations=20 \
    variant.size=3 variant.swap=true games=30 shard_games=10 opening.turns=2 \
    temperature.turns=99 --out run
forms="--policy padded --symmetries random --min-visits 1 --value result,root,later:0.5"
expect 0 "$FULCRUM" export run -o export.h5 $forms
reanalyze none.h5 $forms --share 0
for group in train validation sources; do
    h5diff export.h5 none.h5 /$group >&2 || fail "--share 0 differs from the export"
done
reanalyze all.h5 $forms --threads 1 --json --quiet
grep -q '"positions_reanalyzed":[1-9]' out || fail "$(cat out)"
[ ! -s err ] || fail "with --quiet: $(cat err)"
reanalyze three.h5 $forms --threads 3
grep -q 'Searched again  *[1-9]' out || fail "$(cat out)"
cmp all.h5 three.h5 || fail "the bytes depend on the threads"
expect 0 "$FULCRUM" reanalyze run agent.json search.simulations=20 -o twenty.h5 $forms \
    --share 0.5 --force

$python - <<'PYTHON' || fail "wrong rows"
import json
import h5py
import numpy
kept = ("state", "side", "player", "outcome", "value_result", "chosen", "turns_left", "reason",
        "agent", "source", "game", "ply", "turn", "symmetry", "legal", "action")
export, none, every, half = (h5py.File(name + ".h5")
                             for name in ("export", "none", "all", "twenty"))
assert "reanalysis" not in export.attrs
about = [json.loads(file.attrs["reanalysis"]) for file in (none, every, half)]
rows = sum(len(export[name]["side"]) for name in ("train", "validation"))
assert about[0]["positions"] == 0 and about[1]["positions"] == rows
assert 0.4 * rows < about[2]["positions"] < 0.6 * rows
assert about[1]["agent"]["search"]["simulations"] == 60 and about[2]["share"] == 0.5
assert len({said["agent_hash"] for said in about}) == 2
for name in "train", "validation":
    for column in kept:
        for file in every, half:
            assert (file[name][column][...] == export[name][column][...]).all(), column
    group, was = every[name], export[name]
    proven = group["root_proof"][...] > 0
    visits = group["visits"][...].sum(axis=1)
    assert (visits == group["root_visits"][...]).all() and (visits[~proven] == 60).all()
    assert (group["full"][...] == (visits > 0)).all()
    assert (group["visits"][...][numpy.arange(group["visits"].shape[1]) >=
                                 group["legal"][...][:, None]] == 0).all()
    value = group["value_root"][...]
    for proof, score in (1, 0), (2, 0.5), (3, 1):
        assert (value[group["root_proof"][...] == proof] == score).all()
    assert (value != was["value_root"][...]).mean() > 0.5
    assert (group["value_later"][...] != was["value_later"][...]).mean() > 0.5
    last = group["turns_left"][...] == 1  # a win on the last action is proven
    assert (proven & (value == 1))[last & (group["outcome"][...] == 2)].mean() > 0.9
assert every["train/ply"][...].min() >= 2  # openings, without searches, stay left out
PYTHON
checks=$((checks + 1))

# One file, with all symmetric images, which have the same value.
expect 0 "$FULCRUM" reanalyze run/shard-000001.h5 agent.json -o rows.h5 --symmetries all \
    --per-game 2
$python - <<'PYTHON' || fail "wrong images"
import json
import h5py
file = h5py.File("rows.h5")
assert json.loads(file.attrs["reanalysis"])["positions"] == 20
rows, values = file["train"], {}
for game, ply, value in zip(rows["game"], rows["ply"], rows["value_root"]):
    values.setdefault((game, ply), set()).add(value)
assert all(len(found) == 1 for found in values.values())
PYTHON

# In parts, by two tasks, one of which is stopped, the files of one process; by another agent refused.
expect 0 "$FULCRUM" reanalyze run agent.json --parts 10 --out parts --quiet
expect 0 "$FULCRUM" reanalyze run agent.json --parts 10 --out tasks --task 1/2 --quiet
refused 'by another agent' "$FULCRUM" reanalyze run agent.json --parts 10 --out tasks --task 0/2 \
    search.simulations=30
expect 3 "$FULCRUM" reanalyze run agent.json --parts 10 --out stopped --task 0/2 --quiet \
    search.simulations=2000000 --time-limit 1s
expect 0 "$FULCRUM" reanalyze run agent.json --parts 10 --out tasks --task 0/2 --quiet
[ ! -s out ] || fail "with --quiet: $(cat out)"
[ "$(ls tasks | wc -l)" -eq 3 ] || fail "files: $(ls tasks)"
diff -r parts tasks || fail "files depend on the tasks"
refused 'made with other options or by another agent' "$FULCRUM" reanalyze run agent.json \
    search.simulations=5 --parts 10 --out parts
refused '--task: needs --parts' "$FULCRUM" reanalyze run agent.json --task 0/2 -o x.h5

# Usage errors: one message, and no file.
echo '{"engine": {"command": ["cat"]}}' >engine.json
echo '{"search": {"evaluator": "integer", "selection": "puct"},
       "network": {"weights": "'"$root"'/experiments/integer-learning/seesaw-4.safetensors"}}' >other.json
refused 'no run or file of games given' "$FULCRUM" reanalyze -o x.h5
refused 'no agent given' "$FULCRUM" reanalyze run -o x.h5
refused '--out OUT.h5 is required' "$FULCRUM" reanalyze run agent.json
refused 'outside program' "$FULCRUM" reanalyze run engine.json -o x.h5
refused 'search.time_ms: must be 0' "$FULCRUM" reanalyze run agent.json search.time_ms=9 -o x.h5
refused 'search.threads: must be 1' "$FULCRUM" reanalyze run agent.json search.threads=2 -o x.h5
refused 'not with size=3' "$FULCRUM" reanalyze run other.json -o x.h5
refused 'an agent is needed' "$FULCRUM" reanalyze run seesaw -o x.h5
refused 'agent.json: is not a file of recorded games' "$FULCRUM" reanalyze agent.json run -o x.h5
refused 'nowhere/x.h5' "$FULCRUM" reanalyze run agent.json -o nowhere/x.h5
refused 'already exists' "$FULCRUM" reanalyze run agent.json -o all.h5
refused 'from 0 to 1' "$FULCRUM" reanalyze run agent.json --share 1.5 -o x.h5
refused 'is selected' "$FULCRUM" reanalyze run agent.json --min-visits 1000 -o x.h5

# Stopped by a signal: status 3, one message, and no file is left.
mkdir stopped
for signal in INT TERM; do
    env FULCRUM="$FULCRUM" $python - $signal <<'PYTHON' || fail "after SIG$signal"
import os, signal, subprocess, sys, time
call = subprocess.Popen([os.environ["FULCRUM"], "reanalyze", "run", "agent.json", "--quiet",
                         "search.simulations=1000000", "-o", "stopped/out.h5"],
                        stderr=subprocess.PIPE, text=True)
deadline = time.monotonic() + 60
while not os.listdir("stopped") and call.poll() is None and time.monotonic() < deadline:
    time.sleep(0.01) # until the unfinished file is there
call.send_signal(getattr(signal, "SIG" + sys.argv[1]))
message = call.communicate()[1]
assert call.returncode == 3 and message.count("\n") == 1, (call.returncode, message)
assert "interrupted; nothing was written" in message, message
assert not os.listdir("stopped"), os.listdir("stopped")
PYTHON
    checks=$((checks + 1))
done
[ -z "$(find . -name 'x.h5*' -o -name '*.tmp')" ] || fail "left behind: $(ls)"
passed

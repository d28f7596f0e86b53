#!/usr/bin/env bash
# The training loop of experiments/learner: killed at any instant, in any step, and resumed, it
# gives the same games, exports and gates, also while it plays games during training, and when
# Slurm plays the games. A substitute for the learner writes random networks, so that PyTorch is
# not needed.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
. "$root/tests/tools/slurm_private.sh"
trap 'slurm_stop 2>/dev/null; rm -rf "$TEMPORARY"' EXIT
stand_in_learner
export LEARNER_SECONDS=0.2
cat >plan.json <<'JSON'
{
 "game": "seesaw",
 "variants": [{"variant": {"size": 2}}, {"variant": {"size": 3}, "from": 1}],
 "generations": 3,
 "first": {"games": 60, "shard_games": 5, "search": {"simulations": 30}},
 "next": {"games": 21, "shard_games": 5, "search": {"simulations": 10},
          "noise": {"weight": 0.25}},
 "export": ["--validation", "0.2"],
 "reanalyze": {"generations": 2, "share": 0.5},
 "overlap": true,
 "train": {"steps": 5},
 "agent": {"simulations": 40},
 "opponents": [{"name": "uct-2", "search": {"simulations": 2}, "temperature": {"start": 0}}],
 "gate": {"sprt": [-20, 40], "games": 60, "opening": 2, "alpha": 0.2, "beta": 0.2},
 "ratings": {"error": 100, "pairs": 10, "opening": 2}
}
JSON
loop() {
    $python "$root/experiments/learner/loop.py" "$1" --out "$2" --threads 2 \
        --fulcrum "$FULCRUM" --learner "$learner" "${@:3}"
}
same_loops() {
    local name
    for name in 000-0 001-0 001-1 002-0 002-1; do
        h5diff "$1/exports/$name.h5" "$2/exports/$name.h5" >&2 || fail "the exports differ in $2"
        same_runs "$1/games/$name" "$2/games/$name"
    done
    for name in 000 001 002; do # except pairs in progress when the test ended
        diff <(grep -v later_pairs "$1/gates/$name.json") \
            <(grep -v later_pairs "$2/gates/$name.json") >&2 || fail "a gate differs in $2"
    done
    cmp "$1/curve.csv" "$2/curve.csv" || fail "the ratings differ in $2"
    [ "$(readlink "$1/best.h5")" = "$(readlink "$2/best.h5")" ] || fail "another best network in $2"
    [ -z "$(find "$2" -name '*.unfinished')" ] || fail "$(find "$2" -name '*.unfinished')"
    checks=$((checks + 1))
}

expect 0 loop plan.json whole
grep -q 'promoted": true' whole/gates/*.json || fail "nothing was promoted: $(cat err)"
grep -q '"evaluator":.*"network"' whole/games/00[12]-0/config.json || fail "no network played"
# Before a generation is trained, the best network reanalyzes half of the games that other networks
# played in the two generations before.
$python - <<'PYTHON' || fail "wrong reanalysis: $(cat whole/log.txt)"
import glob, json, os
import h5py
promoted = [json.load(open(path))["promoted"] for path in sorted(glob.glob("whole/gates/*.json"))]
best = [max((i for i in range(g) if promoted[i]), default=None) for g in range(3)]
player = [best[g] if g == 0 or best[g - 1] is None else best[g - 1] for g in range(3)]
for path in glob.glob("whole/exports/*.h5"):
    played = int(os.path.basename(path)[:3])
    newer = [best[g] for g in range(played + 1, min(played + 3, 3)) if best[g] != player[played]]
    with h5py.File(path) as file:
        said = json.loads(file.attrs.get("reanalysis", "null"))
        rows = len(file["train/side"]) + len(file["validation/side"])
    assert (said and said["agent"]["name"]) == (newer and f"reanalyst-{newer[-1]:03d}" or None), path
    if said:
        assert said["share"] == 0.5 and said["agent"]["search"]["simulations"] == 10
        assert said["agent"]["noise"]["weight"] == 0 and 0.3 * rows < said["positions"] < 0.7 * rows
assert best[2] is None or open("whole/costs.csv").read().count(",reanalyze,") >= 1
PYTHON
grep -q 'size 3,2,generation-002,' whole/curve.csv || fail "$(cat whole/curve.csv)"
grep -q '</html>' whole/report.html || fail "no page"
if command -v gnuplot >/dev/null; then
    grep -q '<svg' whole/report.html || fail "no plot"
fi

# Killed repeatedly, only the loop's own process, by SIGKILL or SIGTERM.
cut=0 calls=0
until [ -e broken/report.html ]; do
    calls=$((calls + 1))
    [ $calls -lt 200 ] || fail "the loop does not end: $(tail -n 5 broken/log.txt)"
    signal=KILL
    [ $((calls % 3)) -ne 0 ] || signal=TERM
    status=0
    timeout --foreground -s $signal "$((calls / 4)).$((RANDOM % 9 + 1))" \
        $python "$root/experiments/learner/loop.py" plan.json --out broken --threads 2 \
        --fulcrum "$FULCRUM" --learner "$learner" >/dev/null 2>err || status=$?
    case $status in
    0) ;;
    124 | 137) cut=$((cut + 1)) ;;
    *) fail "status $status: $(cat err)" ;;
    esac
done
expect 0 loop plan.json broken
echo "$cut times killed"
[ $cut -ge 3 ] || fail "killed only $cut times"
same_loops whole broken
$python "$root/experiments/learner/loop.py" plan.json --out stopped --fulcrum "$FULCRUM" \
    --learner "$learner" 2>err &
pid=$!
until [ -e stopped/log.txt ]; do sleep 0.02; done
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status -eq 3 ] || fail "status $status after TERM: $(cat err)"
grep -q 'the same command resumes' err || fail "$(cat err)"

# Two loops at once: one of them waits, and then finds everything done.
rm broken/report.html broken/ratings/*.json
loop plan.json broken 2>/dev/null &
pid=$!
expect 0 loop plan.json broken
wait $pid || fail "the other of two loops: status $?"
same_loops whole broken

# A longer plan resumes; a different or an invalid one is rejected, with one message each.
sed 's/"generations": 3/"generations": 4/' plan.json >longer.json
expect 0 loop longer.json broken
[ -e broken/gates/003.json ] || fail "no fourth generation"
wrong() {
    local word=$1
    shift
    expect 2 "$@"
    grep -qF -- "$word" err || fail "the message does not say '$word': $(cat err)"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one message: $(cat err)"
}
cp -r whole kept
change() {
    sed "$1" plan.json >changed.json
    echo changed.json
}
# rejected WORD PLAN: one message, which contains WORD. The plans are judged at the end, by one process.
rejections=0
rejected() {
    mv "$2" "rejected-$rejections.json"
    echo "$1" >"rejected-$rejections.txt"
    rejections=$((rejections + 1))
}
wrong 'begun with another plan' loop "$(change 's/"steps": 5/"steps": 6/')" whole
wrong 'begun with another plan' loop "$(change 's/"from": 1/"from": 2/')" whole
rejected 'gate.sprt is missing' "$(change 's/"sprt": .*20, 40.,//')"
rejected 'unknown key' "$(change 's/"agent"/"agents"/;s/"gate"/"agent": {}, "gate"/')"
rejected 'cannot be read' "$(change 's/{$//')"
rejected 'at least 1' "$(change 's/"generations": 3/"generations": 0/')"
rejected 'export: must be a list' "$(change 's/"export": .*\],/"export": 5,/')"
rejected 'agent: must be an object' "$(change 's/"agent": {.*},/"agent": 5,/')"
rejected 'next.search: must be an object' "$(change 's/"search": {"simulations": 10}/"search": 5/')"
rejected 'opponents[0].name: must be a unique name' "$(change 's/"uct-2"/"generation-001"/')"
rejected 'opponents[0].name: must be a string' "$(change 's/"uct-2"/5/')"
rejected 'train.steps' "$(change 's/"steps": 5/"steps": true/')"
rejected 'train.schedule-steps: requires train.decay' \
    "$(change 's/"steps": 5/"steps": 5, "schedule-steps": "plan"/')"
rejected 'train.out: is set by the loop' "$(change 's/"steps": 5/"steps": 5, "out": "x"/')"
wrong 'begun with another plan' loop "$(change 's/"generations": 3/"generations": 2/')" whole
rejected 'is set by the loop' "$(change 's/"games": 60, "sh/"seed": 1, "games": 60, "sh/')"
# --check does not change anything, either.
expect 0 loop longer.json whole --check
wrong 'begun with another plan' loop "$(change 's/"steps": 5/"steps": 6/')" whole --check
expect 0 loop plan.json unmade --check
[ ! -e unmade ] || fail "--check created a folder"
diff -r kept whole >&2 || fail "a rejected call changed a file"
sed 's/"pairs": 10/"pairs": 4/' longer.json >changed.json
expect 0 loop changed.json broken # ratings may be changed
# The complete plan is checked before anything is played, also parts that are used hours later.
wrong 'fpu_valu' loop "$(change 's/"agent": {/"agent": {"fpu_valu": 1, /')" refused
[ -z "$(ls refused/games refused/gates 2>/dev/null | grep -v :)" ] || fail "a rejected plan ran"
rejected 'temprature' "$(change 's/"next": {/"next": {"temprature": {"start": 1}, /')"
rejected '--symetries' "$(change 's/"export": \[/"export": ["--symetries", "all", /')"
rejected 'gate.alpha' "$(change 's/"alpha": 0.2/"alpha": 0.7/')"
rejected 'reanalyze.share: must be above 0' "$(change 's/"share": 0.5/"share": 0/')"
rejected 'reanalyze.shares: unknown key' "$(change 's/"share"/"shares"/')"
rejected 'gate.rule: must be one of sprt, half, off, not "best"' \
    "$(change 's/"sprt"/"rule": "best", "sprt"/')"
rejected 'gate.sprt: is not used by the rule "half"' "$(change 's/"sprt"/"rule": "half", "sprt"/')"
rejected 'gate.games is missing' "$(change 's/"gate": {.*}/"gate": {"rule": "half", "opening": 2}/')"
rejected 'gate.undecided' "$(change 's/"sprt"/"undecided": "maybe", "sprt"/')"
# Parts of a plan that have not been used yet may be corrected.
/usr/bin/python3 - "$root/experiments/learner" <<'PYTHON' || fail "corrections of unused parts"
import json, sys
sys.path.insert(0, sys.argv[1])
from plan import Plan
old = Plan(json.load(open("plan.json")))
new = Plan({**old.said, "train": {**old.train, "steps": 9}, "agent": {"simulations": 9}})
assert not new.may_follow(old, 1)
assert not new.may_follow(old, 1, ["train"])
assert new.may_follow(old, 1, ["train", "agent"])
words = Plan({**old.said, "train": {"steps": 5, "decay": 0.3, "schedule-steps": "plan"}}
             ).train_options(0)
assert words[words.index("--schedule-steps") + 1] == "15", words
half = Plan({**old.said, "gate": {"rule": "half", "games": 4, "opening": 2}})
assert half.gate_options() == []
assert half.verdict({"score": {"value": 0.5}}) == ("promoted", True)
assert half.verdict({"score": {"value": 0.49}}) == ("rejected", False)

# A window that grows: all of the first games, then fewer and fewer of the new ones.
from data import window_games
assert window_games(100, 0.75, 40) == window_games(100, 0.75, 100) == 100
sizes = [window_games(100, 0.75, played) for played in (101, 200, 400, 800, 1600)]
assert abs(sizes[0] - 100.4) < 0.01, sizes
assert abs(sizes[4] - 100 * (1 + 0.4 * (16 ** 0.75 - 1) / 0.75)) < 1e-9 and sizes[4] < 1600
shares = [size / played for size, played in zip(sizes[1:], (200, 400, 800, 1600))]
assert shares == sorted(shares, reverse=True), shares
PYTHON
rejected 'simulatons' "$(change 's/"simulations": 30/"simulatons": 30/')"
# Self-play without a network is checked without one.
rejected '"search.amaf_reference" is for' \
    "$(change 's/"simulations": 30/"selection": "puct", "amaf_reference": 9/')"
$python - "$root/experiments/learner" "$FULCRUM" <<'PYTHON' || fail "UCT without a network"
import argparse, json, sys
sys.path.insert(0, sys.argv[1])
from judge import judge
from plan import Plan
said = json.load(open("plan.json"))
said["first"]["search"] |= {"selection": "uct", "amaf_reference": 9, "expand_after": 4}
judge(argparse.Namespace(plan="plan.json", fulcrum=sys.argv[2], learner=""), Plan(said))
PYTHON

# Integer networks: one variant, features as inputs, their own evaluator.
change 's/, {"variant": {"size": 3}, "from": 1}//;s/"steps": 5/"steps": 5, "network": "integer"/
s/"generations": 3/"generations": 2/
s/"gate": {.*}/"gate": {"rule": "half", "games": 8, "opening": 2}/' >/dev/null
cp changed.json integer.json
expect 0 loop integer.json integers
! grep -q sprt integers/gates/000.json || fail "a sequential test with the rule half"
grep -q '"evaluator":.*"integer"' integers/agents/generation-000.json || fail "another evaluator"
h5ls integers/exports/000-0.h5/train | grep -q '^features' || fail "no features"
! h5ls integers/exports/000-0.h5/train | grep -q '^planes' || fail "unused planes"
grep -q 'size 2,1,generation-001,' integers/curve.csv || fail "$(cat integers/curve.csv)"
# Without a gate every network plays the next games, and no match is played.
sed 's/"gate": {.*}/"gate": {"rule": "off"}/' integer.json >ungated.json
expect 0 loop ungated.json ungated
[ "$(readlink ungated/best.h5)" = learner/weights-00000010.h5 ] || fail "the best is not the newest"
[ ! -e ungated/gates/000 ] || fail "a match was played"
grep -q '</html>' ungated/report.html || fail "no page"
rejected 'only one variant' "$(change 's/"steps": 5/"steps": 5, "network": "integer"/')"
rejected 'must be one of convolution, integer, not wide' \
    "$(change 's/"steps": 5/"steps": 5, "network": "wide"/')"
$python - "$root/experiments/learner" "$FULCRUM" <<'PYTHON' || fail "a plan is not rejected as it should be"
import argparse, glob, sys
sys.path.insert(0, sys.argv[1])
from data import DataError
from judge import judge
from plan import Plan
for path in glob.glob("rejected-*.json"):
    word = open(path.replace(".json", ".txt")).read().strip()
    try:
        judge(argparse.Namespace(plan=path, fulcrum=sys.argv[2], learner=""), Plan.read(path))
    except DataError as error:
        assert word in str(error) and "\n" not in str(error), f"not {word}: {error}"
    else:
        raise AssertionError(f"accepted: {word}")
PYTHON
checks=$((checks + rejections))

# The same on a cluster.
if slurm_possible; then
    slurm_start "$TEMPORARY/slurm" 2 5 || fail "Slurm: $(tail -n 5 "$TEMPORARY"/slurm/log/*.log)"
    mkdir night
    queue() {
        squeue --noheader --format=%F | sort -u
    }
    scontrol update NodeName=node1,node2 State=DRAIN Reason=test || fail "scontrol"
    expect 0 loop plan.json night --tasks 2 --time 10m
    grep -q 'continues after jobs' night/log.txt || fail "$(cat night/log.txt)"
    submitted=$(queue)
    expect 0 loop plan.json night --tasks 2 --time 10m # submits nothing twice
    equal "$(queue)" "$submitted" "jobs of a second call"
    scontrol update NodeName=node1,node2 State=RESUME || fail "scontrol"
    until [ -e night/report.html ]; do
        [ $SECONDS -lt 500 ] || fail "timed out: $(squeue; cat night/log.txt night/loop.txt)"
        if [ -z "$(squeue --noheader)" ] && [ ! -e night/report.html ]; then
            fail "no jobs are left: $(cat night/log.txt night/loop.txt)"
        fi
        sleep 0.5
    done
    same_loops whole night

    # Cancelled while it waits for the learner, the loop is not requeued.
    export LEARNER_SECONDS=20
    job=$(sbatch --parsable --output=cancelled.txt "$root/experiments/learner/loop.sbatch" \
        $python "$root/experiments/learner/loop.py" "$PWD/plan.json" --out "$PWD/cancelled" \
        --fulcrum "$FULCRUM" --learner "$learner") || fail "sbatch"
    until grep -q 'to step' cancelled/log.txt 2>/dev/null; do
        [ $SECONDS -lt 560 ] || fail "training does not begin: $(squeue; cat cancelled.txt)"
        sleep 0.2
    done
    scancel "$job"
    until [ -z "$(queue)" ]; do sleep 0.2; done
    sleep 8 # longer than a requeued job waits
    [ -z "$(queue)" ] || fail "a cancelled loop was requeued: $(squeue; cat cancelled.txt)"
    checks=$((checks + 1))
else
    echo "not shown: $slurm_reason"
fi
passed

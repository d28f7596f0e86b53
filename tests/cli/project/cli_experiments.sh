#!/usr/bin/env bash
# Scripts of experiments without arguments, Python packages or the program: one line that says
# what is needed, and exit status 2.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
says() { # NAME COMMAND...
    local name=$1
    shift
    expect 2 "$@"
    equal "$(wc -l <err)" 1 "lines of $name"
    grep -q "^$name: ." err || fail "$(cat err)"
}
experiments=$root/experiments
scripts=("$experiments"/amaf/play.py "$experiments"/threads/speed.py
    "$experiments"/seesaw-learning/measure.py "$experiments"/calibration/control_variates.py
    "$experiments"/seesaw-4-vs-5/{best_reply,pooled,shift}.py "$experiments"/four-games/scores.py
    "$experiments"/learner/{loop,train,data,curve,read_numpy}.py)
for script in "${scripts[@]}"; do
    name=$(basename "$script")
    says "$name" /usr/bin/python3 "$script"
    says "$name" /usr/bin/python3 -S "$script" # without Debian's packages
    case $name in
    play.py | speed.py) grep -q 'build/fulcrum' err || fail "$(cat err)" ;;
    *) grep -Eq 'apt-get install.* python3-(h5py|numpy)' err || fail "$(cat err)" ;;
    esac
done
says train.py /usr/bin/python3 -S "$experiments/learner/train.py" exports --out learnt
grep -q 'python3-torch' err || fail "$(cat err)"

# Curves for TensorBoard, with a substitute for tensorboardX.
says events.py /usr/bin/python3 -S "$experiments/learner/events.py" nowhere
mkdir curves modules
printf 'step,learning_rate,policy,validation_policy\n10,0.5,2,\n20,0.25,1,3\n' >curves/losses.csv
printf 'variant,generation,agent,elo,low,high\nsize 4,,uct,0,0,0\nsize 4,2,generation-002,9,8,10\n' \
    >curves/curve.csv
says events.py /usr/bin/python3 -S "$experiments/learner/events.py" curves
grep -q 'needs tensorboardX' err || fail "$(cat err)"
cat >modules/tensorboardX.py <<'PYTHON'
import os

class SummaryWriter:
    def __init__(self, place):
        os.makedirs(place, exist_ok=True)
        self.file = open(os.path.join(place, "said"), "a")

    def add_scalar(self, *words):
        print(*words, file=self.file)

    def close(self):
        self.file.close()
PYTHON
expect 0 env PYTHONPATH=modules /usr/bin/python3 "$experiments/learner/events.py" curves
equal "$(paste -sd, curves/events/said)" \
    "learning_rate 0.5 10,policy/train 2.0 10,learning_rate 0.25 20,policy/train 1.0 20,policy/validation 3.0 20" \
    "events"
equal "$(paste -sd, curves/events/size_4/said)" "elo 9.0 2,elo/low 8.0 2,elo/high 10.0 2" "events"
rm -r curves modules

says tune.sh "$experiments/exploration/tune.sh" /nowhere/fulcrum
says scale.sh "$experiments/scale/scale.sh" /nowhere/fulcrum
says solve.sh env FULCRUM=/nowhere/fulcrum "$experiments/solved/solve.sh"
says measure.sh env FULCRUM=/nowhere/fulcrum "$experiments/perfect-play/measure.sh" measured
says map.sh env FULCRUM=/nowhere/fulcrum "$experiments/fairest-rules/map.sh"
says exact.py /usr/bin/python3 "$experiments/fairest-rules/exact.py" --program /nowhere/fulcrum --out .
says distil.sh env FULCRUM=/nowhere/fulcrum "$experiments/integer-learning/distil.sh" made
says distil.sh env FULCRUM="$FULCRUM" "$experiments/integer-learning/distil.sh"
mkdir -p distilled/exports && touch distilled/exports/generation-0.h5
echo '{"games": 20, "seed": 1}' >distilled/teacher.json
says distil.sh env FULCRUM="$FULCRUM" "$experiments/integer-learning/distil.sh" distilled 2
grep -q 'distilled has an export of other GAMES' err || fail "$(cat err)"
equal "$(find distilled -type f | wc -l)" 2 "files of a refused call"
rm -r distilled
grow=("$experiments/integer-learning/side-6/grow.sh" grown)
says grow.sh env FULCRUM=/nowhere/fulcrum "${grow[@]}" "$experiments/integer-learning/seesaw-5.h5"
says grow.sh env FULCRUM="$FULCRUM" "${grow[@]}"
says grow.sh env FULCRUM="$FULCRUM" "${grow[@]}" nowhere.h5
mkdir grown && echo 'others' >grown/from
says grow.sh env FULCRUM="$FULCRUM" "${grow[@]}" "$experiments/integer-learning/seesaw-5.h5" 2
grep -q 'grown was started with other weights' err || fail "$(cat err)"
rm -r grown
says study.sbatch bash "$experiments/study.sbatch"
says loop.sbatch bash "$experiments/learner/loop.sbatch"
[ -z "$(ls -A | grep -v '^out$\|^err$')" ] || fail "a rejected call created files: $(ls)"

# If the search knows the result after the last random action, that explains all of the variance;
# if no action is random, it explains almost none.
if /usr/bin/python3 -c 'import h5py, numpy' 2>no; then
    common='"game": "cascade", "games": 60, "variant": {"size": 3}'
    echo "{$common, \"search\": {\"simulations\": 400}, \"opening\": {\"turns\": 3}}" >drawn.json
    echo "{$common, \"search\": {\"simulations\": 400}, \"temperature\": {\"start\": 0}}" >best.json
    # Given actions are not random, and no search precedes them.
    echo "{$common, \"search\": {\"simulations\": 400}, \"temperature\": {\"start\": 0},
        \"opening\": {\"actions\": \"w:b1\", \"turns\": 2}}" >given.json
    for name in drawn best given; do
        expect 0 "$FULCRUM" selfplay $name.json --out games/$name --quiet
    done
    expect 0 /usr/bin/python3 "$experiments/calibration/control_variates.py" games
    grep -qx '| drawn | 60 | 10 | 1.00 \[1.00, 1.00\] | 0% |' out || fail "$(cat out)"
    grep -q '^| best | 60 | 0 | 0.0' out || fail "$(cat out)"
    grep -q '^| given | 60 | 3 | ' out || fail "$(cat out)"
fi

# The shipped claims hold, and one game of each is played again, except, without --long, those that
# take half a minute. Maps that pages name are computed from the games of their claims.
claims=0
for claim in "$experiments"/*/claims/*; do
    share=0.001% replayed='1 of [0-9,]* games, .*: all the same' status=0
    weights=$experiments/integer-learning
    [[ $claim != */cross-play-6 ]] || weights+=/side-6
    if [ "${FULCRUM_TEST_EFFORT:-100}" -lt 100 ]; then
        case $claim in
        */cross-play-long | */longest) share=0 replayed='0 of [0-9,]* games, .*: none requested' status=3 ;;
        esac
    fi
    expect $status "$FULCRUM" claim check "$claim" --share $share --seed 1 --threads 1 \
        --weights "$weights" --page claim.html --csv claim.csv
    grep -q "^replayed  $replayed\$" out || fail "$claim: $(cat out)"
    grep -q '^<p class="note">Made by `fulcrum claim check`' claim.html || fail "$claim: its page"
    map=$experiments/fairest-rules/$(basename "$claim").csv
    [[ $claim != */fairest-rules/* ]] || cmp -s claim.csv "$map" || fail "the map differs from that of $claim"
    claims=$((claims + 1))
done
[ $claims -ge 8 ] || fail "only $claims claims"
expect 0 /usr/bin/python3 "$experiments/fairest-rules/exact.py" --program "$FULCRUM" --out .
cmp -s exact.csv "$experiments/fairest-rules/exact.csv" || fail "other exact values of maps"
grep '^|' out >table
equal "$(grep -cxFf table "$experiments/fairest-rules/README.md")" 10 "rows of exact values"

# Pages of rules are those of the maps; rules.py without Python packages.
for page in "$experiments"/fairest-rules/*-rules.md; do
    expect 0 /usr/bin/python3 -S "$experiments/fairest-rules/rules.py" "${page%-rules.md}.csv"
    cmp -s out "$page" || fail "the page differs from rules.py ${page%-rules.md}.csv"
done

# One seat with more simulations; coverage of the interval over networks for synthetic ones.
if /usr/bin/python3 -c 'import h5py, numpy' 2>no; then
    cat >cross.json <<'JSON'
{"game": "seesaw",
 "variants": [{"name": "side 4", "variant": {"size": 4}, "openings": "@d2; d1-d2"}],
 "agent": {"search": {"evaluator": "integer", "selection": "puct", "fpu": "reduction",
                      "symmetry": "random"}, "noise": {"weight": 0.25},
           "network": {"weights": ["a-{size}.h5", "b-{size}.h5", "c-{size}.h5"]}}}
JSON
    reply=("$experiments/seesaw-4-vs-5/best_reply.py" cross.json --out reply --fulcrum "$FULCRUM"
        --simulations 2 --times 3 --games 2)
    says best_reply.py /usr/bin/python3 "${reply[@]}"
    grep -q 'a-4.h5 does not exist' err || fail "$(cat err)"
    for name in a b c; do
        cp "$experiments/integer-learning/seesaw-4.h5" $name-4.h5
    done
    expect 0 /usr/bin/python3 "${reply[@]}"
    grep -Eq '^  side 4  @d2 +2  the second is stronger .* 3 games of 3 networks$' out ||
        fail "$(cat out)"
    equal "$(wc -l <reply/best_reply.csv)" 5 "lines of best_reply.csv"
    mv out before.out
    expect 0 /usr/bin/python3 "${reply[@]}" --look
    cmp -s out before.out || fail "--look prints another table: $(cat out)"
    ! grep -q $'\r' reply/best_reply.csv || fail "lines end in CR"
    # --look plays and writes nothing, whatever is missing, and uses only complete matches.
    rm -r "reply/size=4-d1-d2-2" "reply/size=4-@d2-1"/shard-*.h5
    cp -r reply looked
    expect 0 /usr/bin/python3 "${reply[@]}" --look
    diff -r reply looked >&2 || fail "--look changed a file"
    equal "$(grep -c ' 2 games of 2 networks$' out)" 4 "rows of what is there"
    says best_reply.py /usr/bin/python3 "${reply[@]}" --look --simulations 3
    says best_reply.py /usr/bin/python3 "${reply[@]}" --look --out nowhere
    [ ! -e nowhere ] || fail "--look created a folder"
    sed 's/"variants"/"variant"/' cross.json >wrong.json
    says best_reply.py /usr/bin/python3 "${reply[0]}" wrong.json --out nowhere
    equal "$(cat err)" "best_reply.py: wrong.json: variants is missing" "message"
    expect 0 /usr/bin/python3 "$experiments/calibration/over_networks.py" --repetitions 200
    awk 'NR > 1 && $6 < 0.91 { print "held " $6; wrong = 1 } END { exit wrong }' out ||
        fail "$(cat out)"
    /usr/bin/python3 - "$experiments/calibration" <<'PYTHON' || fail "mean of synthetic networks"
import random, sys
sys.path.insert(0, sys.argv[1])
from over_networks import true_mean
drawn = [min(max(random.gauss(0.8, 0.3), 0), 1) for _ in range(40000)]
assert abs(sum(drawn) / 40000 - true_mean((0.2, 0.2, 0.1), 0.8)) < 0.006
assert true_mean((0, 0, 0), 0.8) == 0.8 and abs(true_mean((0.2, 0, 0.1), 0.5) - 0.5) < 1e-12
PYTHON

    # Networks of known strength, which differ by known amounts about the board: very many games.
    spread=$experiments/seesaw-4-vs-5/spread.py
    /usr/bin/python3 - <<'PYTHON' >spread.json
import json
strong, views = (-0.1, 0, 0.1), {(0, 1): 0.5, (0, 2): 0.6, (1, 2): 0.7}
def pairing(i, j):
    score = views.get((min(i, j), max(i, j)), 0.6) + strong[i] - strong[j]
    return {"games": 10 ** 6, "half_points": round(2 * score * 10 ** 6)}
table = {"networks": 3, "games": 9 * 10 ** 6,
         "pairings": [[pairing(i, j) for j in range(3)] for i in range(3)]}
print(json.dumps({"cells": [{"variant": "v", "strength": "9", "networks": table}]}))
PYTHON
    expect 0 /usr/bin/python3 "$spread" spread.json
    equal "$(tail -n 1 out)" v,9,all,9000000,0.6000,0.1414,0.1000,0.0003 "parts: $(cat out)"
    sed -i 's/"games": 1000000/"games": 1/' spread.json
    says spread.py /usr/bin/python3 "$spread" spread.json
    says spread.py /usr/bin/python3 "$spread" "$experiments/seesaw-4-vs-5/claims/long/results.json"
    says spread.py /usr/bin/python3 "$spread" cross.json
    equal "$(/usr/bin/python3 "$spread" "$experiments"/seesaw-4-vs-5/claims/cross-play{,-long,-6}/results.json)" \
        "$(cat "$experiments/seesaw-4-vs-5/csv/spread.csv")" "the shipped spread.csv"

    # Two curves of which one is the other at an eighth of the budget; two of which it is a rising
    # curve, but not of those shapes; two that are not.
    budgets="100 400 1600 6400 25600"
    table() { # SCORE_A SCORE_B for each budget
        local budget
        echo simulations,games_a,score_a,games_b,score_b
        for budget in $budgets; do
            echo "$budget,2000,$1,2000,$2"
            shift 2
        done
    }
    # Lines, 3 doublings to the right.
    table 0.52 0.52 0.58 0.52 0.66 0.55 0.74 0.62 0.80 0.70 >shifted.csv
    table 0.52 0.52 0.58 0.54 0.66 0.56 0.74 0.57 0.80 0.57 >other.csv
    table 0.52 0.52 0.58 0.60 0.66 0.60 0.74 0.60 0.80 0.60 >neither.csv
    test_shift=("$experiments/seesaw-4-vs-5/shift.py" --draws 1000)
    expect 0 /usr/bin/python3 "${test_shift[@]}" shifted.csv
    grep -Eq '^straight .* at 1/8.0 of .* chi-square 0.0, 4 degrees .* p 1$' out || fail "$(cat out)"
    grep -Eq '^rising .* at 1/4.0 to 1/16.0 of .* chi-square 0.0, p 1$' out || fail "$(cat out)"
    expect 0 /usr/bin/python3 "${test_shift[@]}" other.csv
    equal "$(awk '/, p / { printf "%s ", $NF <= 0.01 }' out)" "1 1 0 " "p-values: $(cat out)"
    expect 0 /usr/bin/python3 "${test_shift[@]}" neither.csv
    equal "$(awk '/, p / { printf "%s ", $NF <= 0.01 }' out)" "1 1 1 " "p-values: $(cat out)"
    head -n 2 other.csv >short.csv
    says shift.py /usr/bin/python3 "${test_shift[@]}" short.csv
    grep -q 'short.csv: fewer than two budgets' err || fail "$(cat err)"
    says shift.py /usr/bin/python3 "${test_shift[@]}" "$experiments/seesaw-4-vs-5/csv/long.csv"
    grep -q "long.csv: there is no column 'simulations'" err || fail "$(cat err)"
    says shift.py /usr/bin/python3 "${test_shift[@]}" nowhere.csv

    # Several studies together: one alone as in its report; seeds must differ.
    pooled=("$experiments/seesaw-4-vs-5/pooled.py")
    for name in long longest; do
        expect 0 /usr/bin/python3 "${pooled[@]}" "$experiments/seesaw-4-vs-5/claims/$name"
        mv out "$name.csv"
    done
    /usr/bin/python3 - "$experiments/seesaw-4-vs-5/csv" <<'PYTHON' || fail "long.csv differs"
import csv, sys
def rows(path):
    return list(csv.DictReader(open(path)))
pooled, folder = rows("long.csv"), sys.argv[1]
budgets = [row["simulations"] for row in pooled]
assert len(budgets) == 7
for board, variant in ("a", "side 4"), ("b", "side 5"):
    cells = [row for row in rows(f"{folder}/long.csv") if row["variant"] == variant]
    assert [row["strength"] for row in cells] == budgets
    for ours, theirs in zip(pooled, cells):
        for name, other in ("games", "games"), ("score", "score"), ("low", "score_low"), \
                ("high", "score_high"):
            assert abs(float(ours[f"{name}_{board}"]) - float(theirs[other])) < 1e-8, (ours, theirs)
for ours, theirs in zip(pooled, rows(f"{folder}/long-differences.csv")):
    for name in "difference", "difference_low", "difference_high", "p_value", "p_adjusted":
        assert abs(float(ours[name]) / float(theirs[name]) - 1) < 1e-6, (name, ours, theirs)
PYTHON
    expect 0 /usr/bin/python3 "${pooled[@]}" "$experiments/seesaw-4-vs-5/claims/"{long,longest}
    for column in 2 6 10; do # games of either board, and pairs of games
        equal "$(awk -F, "/^102400,/ { print \$$column }" out)" \
            "$(cat long.csv longest.csv | awk -F, "/^102400,/ { sum += \$$column } END { print sum }")" \
            "games added"
    done
    equal "$(grep ^25, out)" "$(grep ^25, long.csv)" "a budget of one study"
    says pooled.py /usr/bin/python3 "${pooled[@]}" "$experiments/seesaw-4-vs-5/claims/"{long,long}
    grep -q "has the seed of" err || fail "$(cat err)"
    says pooled.py /usr/bin/python3 "${pooled[@]}" nowhere
    says pooled.py /usr/bin/python3 "${pooled[@]}" "$experiments/seesaw-4-vs-5/claims/long" \
        --boards "side 4,side 7"
    equal "$(/usr/bin/python3 "${pooled[@]}" "$experiments/seesaw-4-vs-5/claims/"{study,long,longest} |
        cut -d, -f 1-3,6-7,10-11)" "$(cut -d, -f 1-3,6-7,10-11 "$experiments/seesaw-4-vs-5/csv/pooled.csv")" \
        "the shipped pooled.csv"
    expect 0 /usr/bin/python3 "$experiments/calibration/shifts.py" --repetitions 5
    equal "$(wc -l <out)" 13 "rows of p-values: $(cat out)"
    expect 0 /usr/bin/python3 "$experiments/calibration/seed_means.py" --repetitions 1000
    awk '/^exponential/ && $2 > 86 && $2 < 92 { right = 1 } END { exit !right }' out || fail "$(cat out)"
    expect 0 /usr/bin/python3 "$experiments/calibration/rule_effects.py" --repetitions 400
    equal "$(wc -l <out)" 31 "rows of rules: $(cat out)"
    expect 0 /usr/bin/python3 "$experiments/calibration/pair_scores.py" --repetitions 50
    equal "$(wc -l <out)" 51 "rows of matches: $(cat out)"
fi

passed

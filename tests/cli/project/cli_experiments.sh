#!/usr/bin/env bash
# Scripts of experiments without arguments, without Python packages, without the program:
# one line that says what is needed, and exit status 2.
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
    "$experiments"/seesaw-learning/measure.py
    "$experiments"/learner/{loop,train,data,curve,read_numpy}.py)
for script in "${scripts[@]}"; do
    name=$(basename "$script")
    says "$name" /usr/bin/python3 "$script"
    says "$name" /usr/bin/python3 -S "$script" # without any package of Debian's
    case $name in
    play.py | speed.py) grep -q 'build/fulcrum' err || fail "$(cat err)" ;;
    *) grep -q 'apt-get install.* python3-h5py' err || fail "$(cat err)" ;;
    esac
done
says train.py /usr/bin/python3 -S "$experiments/learner/train.py" exports --out out
grep -q 'python3-torch' err || fail "$(cat err)"

says tune.sh "$experiments/exploration/tune.sh" /nowhere/fulcrum
says scale.sh "$experiments/scale/scale.sh" /nowhere/fulcrum
says solve.sh env FULCRUM=/nowhere/fulcrum "$experiments/solved/solve.sh"
says map.sh env FULCRUM=/nowhere/fulcrum "$experiments/fairest-rules/map.sh"
says study.sbatch bash "$experiments/study.sbatch"
says loop.sbatch bash "$experiments/learner/loop.sbatch"
[ -z "$(ls -A | grep -v '^out$\|^err$')" ] || fail "something was made: $(ls)"
passed

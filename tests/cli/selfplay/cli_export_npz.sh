#!/usr/bin/env bash
# Training data as a folder of .npz files: the arrays of the HDF5 file, complete or absent.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
/usr/bin/python3 -c 'import h5py, numpy' 2>/dev/null || skip "needs python3-h5py, python3-numpy"
threads_at_exit
echo '{"game": "seesaw", "variant": {"size": 3}, "games": 12, "shard_games": 6,
       "search": {"simulations": 8}}' >run.json
expect 0 "$FULCRUM" selfplay run.json --out run

for form in sparse padded dense; do
    expect 0 "$FULCRUM" export run --out $form --format npz --shard-rows 100 --policy $form \
        --planes --features --final-board --symmetries maps --validation 0.4 --deflate $([ $form = padded ] && echo 0 || echo 1)
    expect 0 "$FULCRUM" export run --out $form.h5 --policy $form --planes --features \
        --final-board --symmetries maps --validation 0.4
    /usr/bin/python3 "$root/tests/tools/npz_check.py" $form $form.h5 || fail "$form: HDF5 differs"
    [ -f $form/train-00001.npz ] || fail "$form: only one file of rows"
done
expect 0 "$FULCRUM" export run --out plain --format npz --validation 0
[ ! -e plain/about.npz ] && [ ! -e plain/validation-00000.npz ] || fail "files without data"

# The same call gives the same bytes.
expect 0 "$FULCRUM" export run --out again --format npz --validation 0
diff -r plain again >&2 || fail "two exports differ"

# Complete or absent: a killed call leaves no partial folder; the next call removes leftovers.
whole() {
    [ ! -e cut ] || diff -r plain cut >&2 || fail "an incomplete folder"
    rm -rf cut
}
killed whole "$FULCRUM" export run --out cut --format npz --validation 0
mkdir "cut.$(uname -n)-999999999-00000000.tmp"
expect 0 "$FULCRUM" export run --out cut --format npz
[ "$(ls -d cut*)" = cut ] || fail "left behind: $(ls -d cut*)"

refused 'already exists' "$FULCRUM" export run --out cut --format npz
refused '--force' "$FULCRUM" export run --out cut --format npz --force
refused '--shard-rows' "$FULCRUM" export run --out none --format npz --shard-rows 0
refused 'none of the' "$FULCRUM" export run --out none --format npz --min-visits 1000
[ "$(ls -d none* 2>/dev/null)" = "" ] || fail "left behind: $(ls -d none*)"
passed

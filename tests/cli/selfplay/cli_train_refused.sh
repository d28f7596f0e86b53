#!/usr/bin/env bash
# train refuses exports that are damaged, of other versions or games, or without what it needs, with
# the file and the reason, and writes nothing; what a call that was cut off has left is replaced.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
$python -c 'import h5py' 2>/dev/null || skip "python3-h5py is not installed"
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 2}, "games": 5, "seed": 3, "search": {"simulations": 4}}
JSON
expect 0 "$FULCRUM" selfplay run.json --out run --quiet
columns=(--features --policy padded --validation 0.2 --quiet)
expect 0 "$FULCRUM" export run -o good.h5 "${columns[@]}" --value result,root,later:0.9
train=("$FULCRUM" train --units 64 --batch 16 --steps 2 --passes 0.01 --quiet --out trained)
expect 0 "${train[@]}" good.h5
mv trained whole

# changed MESSAGE PYTHON [OPTION...]: the export, changed by a line of Python.
changed() {
    cp good.h5 bad.h5
    $python - "$2" <<'PYTHON' || fail "$2"
import h5py, sys
with h5py.File("bad.h5", "r+") as file:
    rows = file["train"]
    def put(name, values):
        del rows[name]
        rows[name] = values
    exec(sys.argv[1])
PYTHON
    refused "$1" "${train[@]}" "${@:3}" bad.h5
    grep -qE 'bad.h5: ' err || fail "no name of the file: $(cat err)"
    [ ! -e trained ] || fail "$2: something was written"
}
changed 'is not a file of fulcrum export' 'file.attrs["format"] = b"another"'
changed 'is not a file of fulcrum export' 'del file.attrs["variant"]'
changed 'unknown game "chess"' 'file.attrs["game"] = b"chess"'
changed '"schema_version" is 99, but only' 'file.attrs["schema_version"] = 99'
changed '"features_version" is 9, but only 1 is' 'file.attrs["features_version"] = 9'
changed '"planes_version" is 9, but only 1 is' 'file.attrs["planes_version"] = 9'
changed '"features" is 7, but only 141 is' 'file.attrs["features"] = 7'
changed '"num_actions" is 106, but only 107 is' 'file.attrs["num_actions"] = 106'
changed 'attribute "features" is missing: export with --features' 'del file.attrs["features"]'
changed 'group "validation" is missing' 'del file["validation"]'
changed 'no dataset "outcome"' 'del rows["outcome"]'
changed 'no dataset "value_root": export with' 'del rows["value_root"]'
changed 'later:0.9' 'del rows["value_later"]' --later
changed 'dataset "visits" cannot be read' 'put("visits", rows["visits"][:-1])'
changed 'dataset "visits" has another shape: export' 'put("visits", rows["visits"][:, 0])'
changed 'dataset "side" has another shape' 'put("side", rows["visits"][...])'
for line in 'rows["side"][3] = 2' 'rows["outcome"][3] = 3' 'rows["action"][3, 0] = 107' \
    'rows["features"][3, 0] = 141' 'rows["legal"][3] = 99' \
    'rows["value_root"][3] = float("nan")' 'rows["value_root"][3] = -1' 'rows["full"][3] = 2' \
    'put("visits", rows["visits"][:, :-1])'; do
    changed 'row ' "$line"
    grep -q 'row [03] of its group "train" has values out of range' err || fail "$(cat err)"
done

# Other files.
expect 0 "$FULCRUM" export run -o sparse.h5 --features --quiet --validation 0
refused 'sparse.h5: its dataset "action" has another shape' "${train[@]}" sparse.h5
refused 'cannot be opened' "${train[@]}" none.h5
refused 'run.json' "${train[@]}" run.json
echo '{"game": "cascade", "variant": {"size": 2}, "games": 5, "search": {"simulations": 4}}' >c.json
expect 0 "$FULCRUM" selfplay c.json --out cascade --quiet
expect 0 "$FULCRUM" export cascade -o cascade.h5 "${columns[@]}" --validation 0
refused 'cascade.h5: it is of cascade, but the first file of seesaw' "${train[@]}" good.h5 cascade.h5
expect 0 "$FULCRUM" selfplay run.json variant.size=3 --out large --quiet
expect 0 "$FULCRUM" export large -o large.h5 "${columns[@]}"
refused 'large.h5: size=2 ' "${train[@]}" good.h5 large.h5 none.h5
grep -q ' and size=3 .* have different boards: a network plays one board' err || fail "$(cat err)"
[ ! -e trained ] || fail "a refused call has written"

# Weights come last: losses alone are of a call that was cut off.
mkdir trained && echo half >trained/losses.csv
expect 0 "${train[@]}" good.h5
diff -r whole trained || fail "other weights"
refused 'weights.safetensors: already exists; choose another --out' "${train[@]}" good.h5

passed

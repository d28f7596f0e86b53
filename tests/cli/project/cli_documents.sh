#!/usr/bin/env bash
# What the documents promise: the Python of the format pages runs, and folders document their contents.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

# The snippets of FORMAT.md and EXPORT.md, unchanged, on a run at the path that they use.
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" games=2 search.simulations=20 \
    search.selection=puct search.forced_playouts=2 noise.weight=0.25 --out runs/quickstart/size-4
expect 0 "$FULCRUM" export runs/quickstart/size-4 -o train.h5 --policy padded --symmetries random
awk '/^```python$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$root/selfplay/store/FORMAT.md" \
    "$root/selfplay/export/EXPORT.md" >read.py
[ -s read.py ] || fail "the pages have no Python"
# The snippet's policy is that of the training data, whose actions may be of a symmetric image.
sed 's/^def batches/first_policy = sorted(policy)\n&/' read.py >>both.py
cat >>both.py <<'PYTHON'
with h5py.File("train.h5") as file:
    for rows in file["train"], file["validation"]:
        for row in np.flatnonzero((rows["game"][...] == 0) & (rows["ply"][...] == 3)):
            target = rows["visits"][row][:rows["legal"][row]].astype(float)
            assert np.allclose(sorted(target / target.sum()), first_policy)
            first_policy = []
assert first_policy == [] and visits.sum() > target.sum()
PYTHON
expect 0 /usr/bin/python3 both.py
grep -q 'size=4 stuck=pass' out || fail "$(cat out)"
python=/usr/bin/python3

# Checksums are as in FORMAT.md, and rows are consistent.
$python - <<'PYTHON' || fail "the file differs from FORMAT.md"
import zlib
import h5py
with h5py.File("runs/quickstart/size-4/shard-000000.h5") as file:
    assert file.attrs["format"] == b"fulcrum games" or file.attrs["format"] == "fulcrum games"
    def check(name, node):
        if isinstance(node, h5py.Dataset):
            assert zlib.crc32(node[...].tobytes()) == node.attrs["crc32"], name
    file.visititems(check)
    games, positions, legal = file["games"], file["positions"], file["legal"]
    assert games["decisions"][...].sum() == len(positions["ply"])
    assert positions["legal"][...].sum() == len(legal["action"])
    first, count = positions["first_legal"][...], positions["legal"][...]
    for f, c, visits, chosen in zip(first, count, positions["visits"], positions["chosen"]):
        assert legal["visits"][f:f + c].sum() == visits
        assert chosen in legal["action"][f:f + c]
PYTHON
checks=$((checks + 1))

# Each top folder has a README, READMEs name every header, and each header begins with its manual.
for room in core mcts selfplay eval python configs experiments tests; do
    [ -f "$root/$room/README.md" ] || fail "$room has no README.md"
done
layer_of() { # prints core for core/base/bits.h
    local inside=${1#"$root"/}
    echo "${inside%%/*}"
}
while IFS= read -r header; do
    head -1 "$header" | grep -qF "/* $(basename "$header") - " ||
        fail "$header does not begin with its manual"
    name=$(basename "$header" .h)
    case $header in
    "$root"/core/games/*) ;;
    *) grep -qw "$name" "$(dirname "$header")/README.md" "$root/$(layer_of "$header")/README.md" \
        2>/dev/null || fail "$header is in no README" ;;
    esac
    checks=$((checks + 1))
done < <(find "$root/core" "$root/mcts" "$root/selfplay" "$root/eval" -name '*.h')
passed

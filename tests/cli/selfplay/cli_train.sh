#!/usr/bin/env bash
# train writes the numbers of a naive trainer that follows TRAIN.md (tests/naive/naive_train.py):
# games with and without fast searches, resignations, random openings, swaps and symmetries that
# exchange the sides; several files, epochs and sums of features that must be bounded. The
# comparison finds one changed byte. Gradients are those of finite differences and of PyTorch, losses
# those of a forward pass in double precision.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
$python -c 'import h5py' 2>/dev/null || skip "python3-h5py is not installed"
export PYTHONDONTWRITEBYTECODE=1
naive=$root/tests/naive/naive_train.py

# played NAME CONFIGURATION: makes NAME.h5.
played() {
    echo "$2" >"$1.json"
    expect 0 "$FULCRUM" selfplay "$1.json" --out "$1" --threads 1
    expect 0 "$FULCRUM" export "$1" -o "$1.h5" --features --policy padded \
        --value result,root,later:0.9 --symmetries maps --validation 0
}
# same EXPORTS OPTIONS...
same() {
    local exports=$1
    shift
    rm -rf trained
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" train $exports --out trained --threads 2 --quiet --units 64 \
        --passes 0.001 "$@"
    # shellcheck disable=SC2086
    $python "$naive" trained/weights.safetensors $exports --units 64 --passes 0.001 "$@" \
        >out 2>err || fail "$exports $*: $(cat out err)"
    grep -q '^the same [0-9]* numbers$' out || fail "$(cat out)"
    checks=$((checks + 1))
}

played seesaw '{"game":"seesaw","variant":{"size":3},"games":12,"search":{"simulations":40}}'
played swaps '{"game":"cascade","variant":{"size":4,"swap":true},"games":40,
    "search":{"simulations":40}}'
fast='"resignation":{"value":0.3,"decisions":1},"playout_cap":{"simulations":8,"full_share":0.3}'
played fast '{"game":"cascade","variant":{"size":4},"games":60,"seed":5,
    "search":{"simulations":40},"opening":{"turns":2},'"$fast"'}'
played again '{"game":"cascade","variant":{"size":4},"games":9,"search":{"simulations":40}}'
played seega '{"game":"seega","variant":{"size":5},"games":8,"search":{"simulations":30},'"$fast"'}'

same seesaw.h5 --batch 32 --steps 12
same seesaw.h5 --batch 32 --steps 12 --plain --seed 3
same seesaw.h5 --batch 32 --steps 12 --later --root-share 0.3
same seesaw.h5 --batch 300 --steps 3
same swaps.h5 --batch 16 --steps 40 --rate 0.1
same "fast.h5 again.h5" --batch 7 --steps 250 --rate 1 --seed 5
same "again.h5 fast.h5" --batch 24 --steps 110 --rate 0.1 --average 0 --seed 3 --weight-decay 0.5
same seega.h5 --batch 8 --steps 110 --rate 1 --average 0.3
same again.h5 --batch 150 --steps 2

# Of the program this reads only exports, which are the same in every build.
if ! sanitized; then
    expect 0 $python "$root/tests/naive/naive_gradients.py" seesaw.h5 fast.h5
    cat out
fi

# The losses of the first step, from a forward pass in double precision.
expect 0 "$FULCRUM" train fast.h5 --out stepped --units 64 --batch 300 --steps 1 --passes 0.001 --plain
cat >losses.py <<'PYTHON'
import csv, sys
from argparse import Namespace
sys.path.insert(0, sys.argv[1])
import numpy as np
from naive_gradients import loss_of
from naive_train import first_weights, order_of_rows, read_rows
rows = read_rows("fast.h5", Namespace(root_share=0.5, later=False))
batch = [rows[i] for _, i in zip(range(300), order_of_rows(len(rows), 1))]
shapes = (len(rows[0].file["features_seen"]), rows[0].file["actions_seen"].shape[1])
weights = first_weights(*shapes, Namespace(seed=1, units=64))
loss = loss_of(np, weights, batch, [0] * 300, lambda x, value, slope: value)
row = list(csv.DictReader(open("stepped/losses.csv")))[0]
printed = float(row["policy"]) + float(row["value"]) + 0.1 * float(row["turns"])
assert abs(loss - printed) < 2e-5, (loss, printed)
PYTHON
expect 0 $python losses.py "$root/tests/naive"

# The last byte of the file is one of a weight.
last=$(($(stat -c %s trained/weights.safetensors) - 1))
byte=$(od -An -tu1 -j $last trained/weights.safetensors)
# shellcheck disable=SC2059
printf "\\x$(printf %02x $((byte ^ 1)))" |
    dd of=trained/weights.safetensors bs=1 seek=$last conv=notrunc status=none
expect 1 $python "$naive" trained/weights.safetensors again.h5 --units 64 --batch 150 --steps 2 \
    --passes 0.001
grep -q '^[a-z]*\.[a-z]*\[.*\]: .* instead of ' err || fail "$(cat out err)"
passed

#!/usr/bin/env bash
# Trains an integer network of Seesaw 6 from one of Seesaw 5:
# experiments/integer-learning/side-6/grow.sh FOLDER WEIGHTS [SEED]
# transfer.py makes initial weights from WEIGHTS; the loop of seesaw-6.json, with SEED (default 1),
# continues from them in FOLDER/loop. Resumes if stopped, with the same WEIGHTS and SEED.
# FULCRUM: the program (default build/fulcrum).   THREADS: its threads (default 2).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fulcrum=$(realpath -m "${FULCRUM:-$here/../../../build/fulcrum}") threads=${THREADS:-2}
[ -x "$fulcrum" ] || {
    echo "grow.sh: no program at $fulcrum: build it, or set FULCRUM=..." >&2
    exit 2
}
[ $# -ge 2 ] && [ $# -le 3 ] && [ -f "$2" ] && [[ ${3:-1} =~ ^(0|[1-9][0-9]*)$ ]] || {
    echo "grow.sh: needs FOLDER, weights of Seesaw 5 and, if not 1, a seed, as in: grow.sh runs/seesaw-6" \
        "experiments/integer-learning/seesaw-5.h5 1" >&2
    exit 2
}
out=$1 weights=$2 seed=${3:-1}
[ ! -e "$out/from" ] || [ "$(cat "$out/from")" = "$(sha256sum <"$weights") $seed" ] || {
    echo "grow.sh: $out was started with other weights or another seed: use those, or another FOLDER" >&2
    exit 2
}
mkdir -p "$out"
echo "$(sha256sum <"$weights") $seed" >"$out/from"
for size in 5 6; do
    [ ! -e "$out/$size.h5" ] || continue
    echo "{\"game\": \"seesaw\", \"variant\": {\"size\": $size}, \"games\": 20, \"shard_games\": 20,
          \"seed\": 1, \"search\": {\"simulations\": 20}}" >"$out/$size.json"
    "$fulcrum" selfplay "$out/$size.json" --out "$out/games-$size" \
        --threads "$threads" --quiet
    "$fulcrum" export "$out/games-$size" -o "$out/$size.h5" --planes --features --policy padded \
        --per-game 1 >/dev/null
done
[ -e "$out/start.h5" ] || "$here/../transfer.py" "$weights" "$out/5.h5" "$out/6.h5" \
    -o "$out/start.h5" --fulcrum "$fulcrum"
sed "s/\"seed\": 1,/\"seed\": $seed,/" "$here/seesaw-6.json" >"$out/plan.json"
"$here/../../learner/loop.py" "$out/plan.json" --out "$out/loop" --threads "$threads" \
    --no-ratings --fulcrum "$fulcrum"

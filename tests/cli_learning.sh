#!/usr/bin/env bash
# Self-play for learning: off it changes no game; on, games are the same for any number of
# threads and after kills, pass every check, and say what they are.
. "$(dirname "$0")/cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
config=$root/configs/seesaw-learning.json
# The configuration that is shipped, made small.
sed -e 's/"size": 4/"size": 3/' -e 's/"games": 2000/"games": 60/' \
    -e 's/"shard_games": 100/"shard_games": 15/' -e 's/"simulations": 600/"simulations": 60/' \
    -e 's/"simulations": 100/"simulations": 12/' "$config" >small.json
[ "$(diff "$config" small.json | grep -c '^>')" -eq 5 ] || fail "$(cat small.json)"

play() {
    expect 0 "$FULCRUM" selfplay small.json "$@"
}
whole() { # RUN: it passes every check, its searches done again
    expect 0 "$FULCRUM" verify "$1" --all --threads 2
}

# With two threads, and killed again and again, it comes out the same.
play --out one --threads 1
play --out two --threads 2
same_runs one two
whole one
cut=0
for signal in KILL KILL TERM KILL TERM; do
    interrupt $signal "$FULCRUM" selfplay small.json --threads 1 --out cut
done
play --out cut --threads 2
same_runs one cut
echo "$cut of 5 calls were cut off"

# Off, whatever else the keys say, it is a run without them: what the searches found is the
# same in every file.
off="playout_cap.simulations=0"
play $off --out off
play $off playout_cap.full_share=0.9 --out also-off
for shard in off/shard-*.h5; do
    for table in games positions legal; do
        h5diff "$shard" "also-off/$(basename "$shard")" /$table >&2 || fail "$shard: $table"
        checks=$((checks + 1))
    done
done

# About the share that was asked for is searched whole, and nothing else is a target; both
# kinds come in one game; the fast ones have the small budget.
expect 0 "$FULCRUM" info one
grep -q 'with the whole budget' out || fail "$(cat out)"
/usr/bin/python3 -c 'import h5py' 2>/dev/null && {
    cat >look.py <<'PYTHON'
import glob, math, sys
import h5py, numpy
share, least, most = float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
full = searched = 0
for path in glob.glob(sys.argv[1] + "/shard-*.h5"):
    with h5py.File(path) as file:
        rows = {name: column[...] for name, column in file["positions"].items()}
        visits = file["legal/visits"][...].astype(float)
    is_full = rows["full"] == 1
    assert set(rows["full"]) <= {0, 1}
    assert (rows["visits"][is_full] <= most).all() and (rows["visits"][~is_full] <= least).all()
    assert (rows["visits"][is_full] > least).any()
    full, searched = full + is_full.sum(), searched + len(is_full)
    # Random games know no priors, so surprise is what the visits' entropy lacks of the most.
    for first, count, surprise in zip(rows["first_legal"], rows["legal"], rows["surprise"]):
        part = visits[first:first + count]
        part = part[part > 0] / part.sum()
        right = math.log(count) + (part * numpy.log(part)).sum()
        assert abs(surprise - right) < 1e-5, (surprise, right)
spread = 5 * (share * (1 - share) / searched) ** 0.5
assert abs(full / searched - share) < spread, (full, searched)
PYTHON
    expect 0 /usr/bin/python3 look.py one 0.25 12 60
    play playout_cap.full_share=0.6 --out most
    expect 0 /usr/bin/python3 look.py most 0.6 12 60
}

# Every kind of root, a budget that ends early, trees that are reused, and openings.
for other in "search.root=gumbel noise.weight=0" "search.stop_when_settled=true" \
    "search.reuse=true" "opening.turns=3" "search.selection=uct noise.weight=0"; do
    name=with-${other%%=*}
    # shellcheck disable=SC2086
    play $other games=6 --out "$name" --threads 2
    whole "$name"
    # shellcheck disable=SC2086
    play $other games=6 --out "$name-again" --threads 1
    same_runs "$name" "$name-again"
done

# Merged and exported, targets are still known.
expect 0 "$FULCRUM" merge one -o merged.h5
whole merged.h5
expect 0 "$FULCRUM" export merged.h5 --without fast -o full.h5 --json
expect 0 "$FULCRUM" info one --json

# Wrong values: one message, and nothing is made.
wrong() {
    refused "$1" "$FULCRUM" selfplay small.json "${@:2}" --out wrong
    [ ! -e wrong ] || fail "made something: $*"
}
wrong 'has to be less than "search.simulations", 60' playout_cap.simulations=60
wrong 'playout_cap.full_share' playout_cap.full_share=0
wrong 'playout_cap.full_share' playout_cap.full_share=1.5
wrong 'playout_cap.simulations' playout_cap.simulations=-1
cat >match.json <<'JSON'
{"game": "seesaw", "games": 2, "shard_games": 2, "agents": [{}, {}],
 "playout_cap": {"simulations": 5}}
JSON
refused 'playout_cap' "$FULCRUM" selfplay match.json --out wrong
passed

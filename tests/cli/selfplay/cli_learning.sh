#!/usr/bin/env bash
# Self-play for learning: switched off, it changes no game; switched on, games are the same for any
# number of threads and after kills, pass every check, and are labelled.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
config=$root/configs/seesaw-learning.json
# The shipped configuration, reduced.
sed -e 's/"size": 4/"size": 3/' -e 's/"games": 2000/"games": 60/' \
    -e 's/"shard_games": 100/"shard_games": 15/' -e 's/"simulations": 600/"simulations": 60/' \
    -e 's/"simulations": 100/"simulations": 12/' -e 's/"value": 0.05/"value": 0.25/' \
    "$config" >small.json
[ "$(diff "$config" small.json | grep -c '^>')" -eq 6 ] || fail "$(cat small.json)"

play() {
    expect 0 "$FULCRUM" selfplay small.json "$@"
}
whole() { # RUN: it passes every check, all searches repeated
    expect 0 "$FULCRUM" verify "$1" --all --threads 2
}

# Two threads, and repeated kills, give the same run.
play --out one --threads 1
play --out two --threads 2
same_runs one two
whole one
cut=0
for i in {1..60}; do
    hits=$cut
    interrupt "$([ $((i % 3)) -gt 0 ] && echo KILL || echo TERM)" \
        "$FULCRUM" selfplay small.json --threads 1 --out cut
    [ $cut -gt $hits ] || rm -rf cut # it ended first
    [ $cut -lt 5 ] || break
done
play --out cut --threads 2
same_runs one cut
[ $cut -eq 5 ] || fail "only $cut calls were interrupted"

# Switched off, the features' other keys change nothing: games and search results are the same in
# every file.
off="playout_cap.simulations=0 resignation.value=0 search.forced_playouts=0"
# shellcheck disable=SC2086
play $off --out off
# shellcheck disable=SC2086
play $off playout_cap.full_share=0.9 resignation.decisions=1 resignation.played_out=0.5 \
    --out also-off
for shard in off/shard-*.h5; do
    for table in games positions legal; do
        h5diff "$shard" "also-off/$(basename "$shard")" /$table >&2 || fail "$shard: $table differs"
        checks=$((checks + 1))
    done
done

# About the requested share of actions has full searches, and only these have pruned visits; fast
# searches have the small budget.
expect 0 "$FULCRUM" info one
grep -q 'With the whole budget' out || fail "$(cat out)"
/usr/bin/python3 -c 'import h5py' 2>/dev/null && {
    cat >look.py <<'PYTHON'
import glob, math, sys
import h5py, numpy
share, least, most = float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
full = searched = topped = 0
for path in glob.glob(sys.argv[1] + "/shard-*.h5"):
    with h5py.File(path) as file:
        rows = {name: column[...] for name, column in file["positions"].items()}
        visits, pruned = file["legal/visits"][...], file["legal/pruned"][...]
    assert (pruned <= visits).all() and pruned.sum() > 0
    target = (visits - pruned).astype(float)
    is_full = rows["full"] == 1
    assert set(rows["full"]) <= {0, 1}
    assert (rows["visits"][is_full] <= most).all() and (rows["visits"][~is_full] <= least).all()
    assert (rows["visits"][is_full] > least).any()
    full, searched = full + is_full.sum(), searched + len(is_full)
    is_fast = numpy.repeat(~is_full, rows["legal"])
    assert not pruned[is_fast].any()
    # Without priors, surprise is the maximal entropy minus that of the visits.
    for first, count, surprise in zip(rows["first_legal"], rows["legal"], rows["surprise"]):
        part, raw = target[first:first + count], visits[first:first + count]
        # The action with the most visits keeps them all, unless another is proven better.
        topped += part.max() == raw.max()
        assert part.max() > 0
        part = part[part > 0] / part.sum()
        right = math.log(count) + (part * numpy.log(part)).sum()
        assert abs(surprise - right) < 1e-5, (surprise, right)
spread = 5 * (share * (1 - share) / searched) ** 0.5
assert topped > 0.9 * searched, (topped, searched)
assert abs(full / searched - share) < spread, (full, searched)
PYTHON
    expect 0 /usr/bin/python3 look.py one 0.25 12 60
    play playout_cap.full_share=0.6 --out most
    expect 0 /usr/bin/python3 look.py most 0.6 12 60
}

# Every kind of root, a budget that ends early, trees that are reused, and openings.
unforced="noise.weight=0 search.forced_playouts=0"
for other in "search.root=gumbel $unforced" "search.stop_when_settled=true" \
    "search.reuse=true" "opening.turns=3" "search.selection=uct $unforced"; do
    name=with-${other%%=*}
    # shellcheck disable=SC2086
    play $other games=6 --out "$name" --threads 2
    whole "$name"
    # shellcheck disable=SC2086
    play $other games=6 --out "$name-again" --threads 1
    same_runs "$name" "$name-again"
done

# Merging keeps the policy targets, and exports have them.
expect 0 "$FULCRUM" merge one -o merged.h5
whole merged.h5
expect 0 "$FULCRUM" export merged.h5 --without fast -o full.h5
/usr/bin/python3 -c 'import h5py' 2>/dev/null && {
    cat >exported.py <<'PYTHON'
import h5py
with h5py.File("merged.h5") as file:
    first = dict(zip(file["games/id"][...].tolist(), file["games/first_position"][...].tolist()))
    start, count = file["positions/first_legal"][...], file["positions/legal"][...]
    full, visits = file["positions/full"][...], file["legal/visits"][...]
    surprise, pruned = file["positions/surprise"][...], file["legal/pruned"][...]
met = 0
with h5py.File("full.h5") as file:
    for group in file["train"], file["validation"]:
        flat = group["visits"][...]
        for row in zip(*(group[name][...] for name in
                         ("game", "ply", "first_legal", "legal", "surprise", "full"))):
            place = first[int(row[0])] + int(row[1])
            at, n = start[place], count[place]
            assert n == row[3] and full[place] == row[5] == 1 and surprise[place] == row[4]
            target = visits[at:at + n] - pruned[at:at + n]
            assert (flat[row[2]:row[2] + n] == target).all()
            met += 1
assert met == full.sum() > 0
PYTHON
    expect 0 /usr/bin/python3 exported.py
}

# Games are resigned, and some are played out: the program and a reader written from FORMAT.md
# report the same. Which ones are played out depends only on the games' numbers, as the run `sample`
# shows, in which all others are resigned at once; figures on the end of games use only these.
play games=120 resignation.played_out=0.4 resignation.value=0.5 resignation.decisions=1 \
    --out sample
play games=120 resignation.played_out=0.4 resignation.value=0.4 resignation.decisions=2 \
    --out resigned
whole resigned
grep -q 'intact and complete' out || fail "$(cat out)"
expect 0 "$FULCRUM" info resigned
grep -q 'Ended by .*resignation [1-9]' out || fail "$(cat out)"
grep -q 'Resigned wrongly .*%' out || fail "$(cat out)"
grep -q 'Turns 10/50/90 .* of [1-9][0-9]* games' out || fail "$(cat out)"
expect 0 "$FULCRUM" info resigned --json
cp out info.json
expect 0 "$FULCRUM" metrics resigned --json
cp out metrics.json
/usr/bin/python3 -c 'import h5py' 2>/dev/null && {
    cat >resigned.py <<'PYTHON'
import glob, json
import h5py
import numpy
info = json.load(open("info.json"))
metrics = {row["metric"]: row for row in json.load(open("metrics.json"))["metrics"]}
sample, outside = set(), set()
for path in glob.glob("sample/shard-*.h5"):
    with h5py.File(path) as file:
        games = {name: column[...] for name, column in file["games"].items()}
        low = file["positions/root_value"][...] < 0.5
    for first, count, reason, game in zip(
            games["first_position"], games["decisions"], games["reason"], games["id"]):
        (outside if reason == 6 else sample).add(game)
        assert low[first:first + count - 1].any() or reason == 6 # a player would have resigned
assert len(sample) > 20 and len(sample) + len(outside) == 120
resigned, played_out, wrong, lengths, drawn, ended = 0, 0, {2: 0, "won": 0}, [], 0, 0
for path in glob.glob("resigned/shard-*.h5"):
    with h5py.File(path) as file:
        games = {name: column[...] for name, column in file["games"].items()}
        player, value = file["positions/player"][...], file["positions/root_value"][...]
    for first, count, reason, winner, turns, game in zip(
            games["first_position"], games["decisions"], games["reason"], games["winner"],
            games["turns"], games["id"]):
        due, low = [], {0: 0, 1: 0} # (actions played, who would resign)
        for i in range(first, first + count):
            low[player[i]] = low[player[i]] + 1 if value[i] < numpy.float32(0.4) else 0
            if low[player[i]] >= 2:
                due.append((i - first + 1, player[i]))
        if reason == 6:
            assert due == [(count, 1 - winner)] # at the first occasion; the opponent won
            assert game in outside
            resigned += 1
            continue
        ended += 1
        if game not in sample:
            assert not [d for d in due if d[0] < count]
            continue
        lengths.append(turns)
        drawn += winner == 2
        due = [d for d in due if d[0] < count]
        if due:
            played_out += 1
            wrong[2] += winner == 2
            wrong["won"] += winner == due[0][1]
assert resigned > 20 and played_out > 10, (resigned, played_out)
assert info["reasons"]["resignation"] == resigned
assert info["resignations_played_out"] == played_out
assert info["resignations_won"] == wrong["won"] and info["resignations_drawn"] == wrong[2]
assert ended > len(lengths) == len(sample) # other games ended normally, too
assert info["turns_median"] == sorted(lengths)[int(0.5 * (len(lengths) - 1) + 0.5)]
assert info["turns_median_games"] == len(lengths)
for key in ("turns", "turns_90", "actions", "actions_10", "tree_complexity", "completion",
            "drawishness", "cut_offs"):
    assert metrics[key]["games"] == len(lengths), (key, metrics[key])
assert metrics["player1_score"]["games"] == 120
assert abs(metrics["turns"]["value"]["value"] - sum(lengths) / len(lengths)) < 1e-9
assert abs(metrics["completion"]["value"]["value"] - (1 - drawn / len(lengths))) < 1e-9
share = played_out / (resigned + played_out)
assert abs(share - 0.4) < 5 * (0.24 / (resigned + played_out)) ** 0.5, share
PYTHON
    expect 0 /usr/bin/python3 resigned.py
}
play games=10 resignation.played_out=0 resignation.value=0.5 resignation.decisions=1 \
    --out given-up
whole given-up
expect 0 "$FULCRUM" info given-up
expect 0 "$FULCRUM" info given-up --json
grep -q '"turns_median": *null' out || fail "$(cat out)"
grep -q '"resigned_wrongly": *null' out || fail "$(cat out)"
expect 0 "$FULCRUM" metrics given-up
grep -q '^  completion  *- ' out || fail "$(cat out)"
expect 0 "$FULCRUM" metrics given-up --json
grep -q '"completion","value":null' out || fail "$(cat out)"

# Invalid values: one message, and no folder.
wrong() {
    refused "$1" "$FULCRUM" selfplay small.json "${@:2}" --out wrong
    [ ! -e wrong ] || fail "a folder was created: $*"
}
wrong 'must be less than "search.simulations", 60' playout_cap.simulations=60
wrong 'playout_cap.full_share' playout_cap.full_share=0
wrong 'playout_cap.full_share' playout_cap.full_share=1.5
wrong 'playout_cap.simulations' playout_cap.simulations=-1
wrong 'resignation.value' resignation.value=0.6
wrong 'resignation.decisions' resignation.decisions=0
wrong 'resignation.played_out' resignation.played_out=1.1
wrong 'plans all its visits' search.root=gumbel noise.weight=0
wrong 'depends on priors' search.selection=uct noise.weight=0
wrong 'search.forced_playouts' search.forced_playouts=-1
cat >match.json <<'JSON'
{"game": "seesaw", "games": 2, "shard_games": 2, "agents": [{}, {}],
 "playout_cap": {"simulations": 5}}
JSON
refused 'playout_cap' "$FULCRUM" selfplay match.json --out wrong
passed

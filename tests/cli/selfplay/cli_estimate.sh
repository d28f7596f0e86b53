#!/usr/bin/env bash
# Estimates of runs, compared with the runs.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
threads_at_exit
echo '{"game": "seesaw", "variant": {"size": 3}, "games": 60, "shard_games": 20,
       "search": {"simulations": 16}}' >run.json

# member NAME FILE: a number of a JSON object on one line.
member() {
    sed 's/.*"'"$1"'":\(\[\?[-0-9.e+]*\).*/\1/' "$2"
}

# All games of a small run are played: the same actions and nearly the same bytes.
expect 0 "$FULCRUM" estimate run.json --threads 2 --json --time-limit 30s
cp out all.json
expect 0 "$FULCRUM" selfplay run.json --threads 2 --out run --quiet
equal "$(member games_ended all.json)" 60 "games"
bytes=$(cat run/shard-*.h5 | wc -c)
awk -v told="$(member bytes all.json)" -v is="$bytes" \
    'BEGIN {exit !(told > 0.85 * is && told < 1.15 * is)}' ||
    fail "$(member bytes all.json) bytes instead of $bytes"
expect 0 "$FULCRUM" verify run --sample 0
positions=$(sed -n 's/.* \([0-9]*\) positions replayed.*/\1/p' out)
awk -v told="$(member actions_per_game all.json)" -v is="$positions" \
    'BEGIN {exit !(told * 60 > is - 1 && told * 60 < is + 1)}' ||
    fail "$(member actions_per_game all.json) actions a game; $positions in 60"
grep -q '"rough":false' all.json || fail "a complete sample is called rough: $(cat all.json)"
[ ! -e runs ] || fail "games were written"
[ "$(member free_bytes all.json)" != 0 ] || fail "$(cat all.json)"

# Tasks divide the time; a sample that is too short is reported as such.
expect 0 "$FULCRUM" estimate run.json games=1000000000 shard_games=100000 search.simulations=800 \
    --threads 1 --tasks 8 --time-limit 1s
for line in 'Hours  *[0-9]' 'Tasks at once  *8' 'Files  *10,\?000' 'Free in this folder  *[0-9.]* [kMGT]B'; do
    grep -q "$line" out || fail "no $line: $(cat out)"
done
long=(search.simulations=30000 variant.size=5 --threads 1 --json)
"$FULCRUM" estimate run.json "${long[@]}" --time-limit 1s >out 2>err || # the machine may be busy
    expect 0 "$FULCRUM" estimate run.json "${long[@]}" --time-limit 9s
grep -q '"hours":{"value":[0-9.e+]*,"low":null,"high":null}.*"rough":true' out || fail "$(cat out)"

# A signal ends it, without an estimate.
stopped TERM 3 "$FULCRUM" estimate run.json games=1000000 variant.size=5
grep -q 'stopped by SIGTERM' err || fail "$(cat err)"
[ ! -s out ] || fail "$(cat out)"
refused 'no game or configuration given' "$FULCRUM" estimate
expect 0 "$FULCRUM" selfplay run.json games=7 shard_games=7 --out seven --quiet
expect 0 "$FULCRUM" estimate seven --json --time-limit 9s
grep -q '"games":7,' out || fail "$(cat out)"
refused 'search.simulatons' "$FULCRUM" estimate run.json search.simulatons=9
passed

#!/usr/bin/env bash
# verify: its report and exit status; repair and completion give the same run.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1

cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 22, "shard_games": 5, "seed": 7,
 "search": {"simulations": 50}}
JSON
expect 0 "$FULCRUM" selfplay run.json --out run --quiet
cp -r run whole

# says WORD COMMAND...: exit 1, and standard output contains WORD.
says() {
    local word=$1
    shift
    expect 1 "$@"
    grep -qF -- "$word" out || fail "no '$word' in: $(cat out); from: $*"
}

expect 0 "$FULCRUM" verify run
grep -q 'run: intact and complete' out || fail "$(cat out)"
grep -q '22 games, .* 10 games searched again' out || fail "$(cat out)"
expect 0 "$FULCRUM" verify run --all --threads 1
grep -q '22 games searched again' out || fail "$(cat out)"
expect 0 "$FULCRUM" verify run --sample 0
grep -q ' 0 games searched again' out || fail "$(cat out)"
expect 0 "$FULCRUM" verify run/shard-000002.h5
grep -q 'shard-000002.h5: intact' out || fail "$(cat out)"

# The sample is the same in every call and for any number of threads.
expect 0 "$FULCRUM" verify run --sample 3 --json --threads 1
sed 's/"seconds".*//' out >sample
expect 0 "$FULCRUM" verify run --sample 3 --json --threads 3
sed 's/"seconds".*//' out | cmp - sample || fail "verify --json differs between two calls"

# Parts of a run, for several processes: together they check every game once.
for part in 0:10 10:15 15:22; do
    expect 0 "$FULCRUM" verify run --all --json --games $part
    grep -o '"searched_again":[0-9]*' out
done | awk -F: '{sum += $2} END {exit sum != 22}' || fail "the parts do not add up to 22 games"
refused 'multiples of shard_games, 5, or at the last game, 22' \
    "$FULCRUM" verify run --games 0:7
refused 'multiples of shard_games' "$FULCRUM" verify run --games 0:25
refused 'FIRST:END' "$FULCRUM" verify run --games 10:5

# Stopped or killed, and resumed: what was found intact is not read again.
refused 'exclude each other' "$FULCRUM" verify run --games 0:5 --resume mark
refused 'was not written by fulcrum verify --resume' "$FULCRUM" verify run --resume run.json
refused 'run.json' "$FULCRUM" verify run --resume run.json/mark
refused 'is not a run' "$FULCRUM" verify run/shard-000000.h5 --resume mark
expect 0 "$FULCRUM" verify run --resume mark
grep -q '^fulcrum verify: games 0:22 of 22 are intact ' mark || fail "$(cat mark)"
sed -i s/0:22/0:10/ mark
expect 0 "$FULCRUM" verify run --resume mark
grep -q '^run: games 0:10 are intact by mark$' out || fail "$(cat out)"
grep -q '^run: 3 files, 12 games' out || fail "$(cat out)"
expect 0 "$FULCRUM" verify run --resume mark
grep -q '^run: 0 files, 0 games' out || fail "$(cat out)"
expect 0 "$FULCRUM" verify run --sample 3 --resume mark # another check
grep -q '^run: 5 files, 22 games.* 3 games searched again' out || fail "$(cat out)"
cp mark intact
printf 'x' | dd of=run/shard-000002.h5 bs=1 seek=3000 conv=notrunc status=none
says 'shard-000002.h5: is damaged' "$FULCRUM" verify run --resume mark
cp whole/shard-000002.h5 run
expect 0 "$FULCRUM" verify run --sample 3 --resume mark
cmp mark intact || fail "$(cat mark)"
expect 0 "$FULCRUM" selfplay run.json games=400 search.simulations=400 --out long --quiet
stopped TERM 3 "$FULCRUM" verify long --all --quiet --threads 1 --resume long-mark
grep -q '^fulcrum verify: stopped by SIGTERM after [1-9]' err || fail "$(cat err)"
grep -q '0:[1-9][0-9]* of 400' long-mark || fail "$(cat long-mark)"
expect 0 "$FULCRUM" verify long --all --quiet --resume long-mark
grep -q '^long: games 0:[1-9][0-9]* are intact by long-mark$' out || fail "$(cat out)"
grep -q '0:400 of 400' long-mark || fail "$(cat long-mark)"

# By tasks: each remembers its share, and a last call skips what they found intact.
rm -f mark mark.*
refused '--task needs --resume FILE' "$FULCRUM" verify run --task 0/3
refused 'exclude each other' "$FULCRUM" verify run --task 0/3 --resume mark --repair
refused 'I from 0 to N-1' "$FULCRUM" verify run --task 3/3 --resume mark
expect 0 "$FULCRUM" verify run --task 0/3 --resume mark --time-limit 1h
grep -q '^run: 1 file, 5 games' out || fail "$(cat out)"
expect 0 "$FULCRUM" verify run --task 2/3 --resume mark
grep -q '^run: 2 files, 7 games' out || fail "$(cat out)"
grep -q '^fulcrum verify: games 15:22 of 22 are intact ' mark.2of3 || fail "$(cat mark.2of3)"
expect 0 "$FULCRUM" verify run --resume mark
grep -q '^run: games 0:5 15:22 are intact by mark$' out || fail "$(cat out)"
grep -q '^run: 2 files, 10 games' out || fail "$(cat out)"
for task in 0 1 2 3 4 5 6; do # more tasks than shards
    expect 0 "$FULCRUM" verify run --all --task $task/7 --resume all
done
expect 0 "$FULCRUM" verify run --all --resume all
grep -q '^run: games 0:22 are intact by all$' out || fail "$(cat out)"
grep -q '^run: 0 files, 0 games' out || fail "$(cat out)"
mv run/shard-000001.h5 kept.h5
says 'missing: 5:10' "$FULCRUM" verify run --all --resume all
printf 'x' | dd of=run/shard-000003.h5 bs=1 seek=3000 conv=notrunc status=none
says 'shard-000003.h5: is damaged' "$FULCRUM" verify run --task 2/3 --resume other
[ ! -e other.2of3 ] || grep -q 'games 15:15 ' other.2of3 || fail "$(cat other.2of3)"
cp whole/shard-000003.h5 run
mv kept.h5 run/shard-000001.h5

# Missing files are not damage: the report has the existing games and the completing command.
rm run/shard-000001.h5 run/shard-000003.h5
expect 0 "$FULCRUM" verify run --games 10:15
says '5 of 10 games are there; missing: 5:10' "$FULCRUM" verify run --games 5:15
says '12 of 22 games are there; missing: 5:10 15:20' "$FULCRUM" verify run
grep -q 'to complete it: fulcrum selfplay run$' out || fail "$(cat out)"
grep -q 'intact, but incomplete' out || fail "$(cat out)"
expect 0 "$FULCRUM" selfplay run --quiet
expect 0 "$FULCRUM" verify run

# Every kind of damage is reported, and nothing else.
printf 'x' | dd of=run/shard-000000.h5 bs=1 seek=3000 conv=notrunc status=none
head -c 4000 whole/shard-000002.h5 >run/shard-000002.h5
cp whole/shard-000000.h5 run/shard-000003.h5
: >run/shard-000004.h5
cp whole/shard-000000.h5 run/shard-000009.h5
: >run/notes.txt
: >run/shard-000001.h5.4711.tmp
mkdir -p run/journal/shard-000001 run/journal/shard-000077 run/calls
says 'run/shard-000000.h5: is damaged: its checksum is wrong' "$FULCRUM" verify run
for line in \
    'run/shard-000002.h5: is damaged: 4000 bytes long instead of' \
    'run/shard-000003.h5: holds game 0 in the place of game 15' \
    'run/shard-000004.h5: is not a file of recorded games' \
    'run/shard-000009.h5: has a number beyond the shards of this run' \
    'note: run/notes.txt: is not a file of a run' \
    'note: run/shard-000001.h5.4711.tmp: is unfinished' \
    'note: run/journal/shard-000001: is obsolete' \
    'run: damaged: 5 problems; --repair sets aside 5 shards'; do
    grep -qF "$line" out || fail "no '$line' in: $(cat out)"
    checks=$((checks + 1))
done
[ "$(wc -l <out)" -eq 10 ] || fail "not ten lines: $(cat out)"
grep -q -e '--repair plays' out && fail "verify suggests --repair twice: $(cat out)"
for command in info metrics 'export -o x.h5' 'show --game 0'; do
    # shellcheck disable=SC2086
    refused 'wrong; fulcrum verify run --repair plays its games again' "$FULCRUM" $command run
done
cp run/shard-000000.h5 alone.h5
expect 2 "$FULCRUM" info alone.h5
grep -q 'checksum is wrong$' err || fail "$(cat err)"

expect 1 "$FULCRUM" verify run --json --quiet
python3 -c '
import json
lines = [json.loads(line) for line in open("out")]
kinds = [line["kind"] for line in lines]
assert kinds == ["damaged"] * 5 + ["notice"] * 3 + ["verdict"], kinds
assert lines[-1]["problems"] == 5 and lines[-1]["damaged_files"] == 5, lines[-1]
assert lines[-1]["whole"] is False and lines[-1]["complete"] is True, lines[-1]
assert all(line["path"] and line["text"] for line in lines)
' || fail "verify --json: $(cat out)"

# What was moved is said, even if its games then cannot be played.
cp -r run blocked && rm -r blocked/journal && touch blocked/journal
refused 'blocked/journal' "$FULCRUM" verify blocked --repair --quiet
grep -q 'shard-000000.h5: moved to blocked/damaged/shard-000000.h5; its games are' out || fail "$(cat out)"

# Repair: nothing is deleted or overwritten, and the run is restored.
mkdir run/damaged
echo precious >run/damaged/shard-000000.h5
cp run/shard-000000.h5 damaged-0
expect 1 "$FULCRUM" verify run --repair --quiet
equal "$(tail -1 out)" "note: run: 5 shards played again; fulcrum verify checks all" "the last line"
expect 0 "$FULCRUM" verify run --all
same_runs run whole
[ "$(cat run/damaged/shard-000000.h5)" = precious ] || fail "a file was overwritten"
cmp run/damaged/shard-000000.h5.1 damaged-0 || fail "the damaged file was not kept"
[ "$(find run/damaged -type f | wc -l)" -eq 6 ] || fail "$(ls run/damaged)"

# Repairing an incomplete run replaces only the damaged files.
rm run/shard-000001.h5
printf 'x' | dd of=run/shard-000004.h5 bs=1 seek=3000 conv=notrunc status=none
expect 1 "$FULCRUM" verify run --repair --quiet
[ ! -e run/shard-000001.h5 ] || fail "--repair played games that were only missing"
cmp run/shard-000004.h5 whole/shard-000004.h5 || fail "the shard was not restored"
expect 1 "$FULCRUM" verify run
expect 0 "$FULCRUM" selfplay run/config.json --out run --quiet
same_runs run whole

# A system that cannot read a file says nothing of its games: status 2, and nothing is moved.
# Locks are not needed. (The layer does not work with sanitizers.)
failing() { # CALL ERRNO COMMAND...: all calls of that name on one shard fail
    local call=$1 reason=$2
    shift 2
    READ_CALL=$call READ_ERRNO=$reason FAULT_FOLDER=$PWD/run/shard-000001 \
        HDF5_USE_FILE_LOCKING=BEST_EFFORT LD_PRELOAD=$LAYERS/read_layer.so "$@"
}
for reason in ${LAYERS:+11 37 38 524}; do
    expect 0 failing flock "$reason" "$FULCRUM" verify "$PWD/run" --repair --quiet
    for command in info metrics 'merge --force -qo x.h5' \
        'export --force -o y.h5' 'show --game 7'; do
        # shellcheck disable=SC2086
        expect 0 failing flock "$reason" "$FULCRUM" $command "$PWD/run"
    done
done
for call in ${LAYERS:+pread/5 pread/116 pread/1 open/12 open/13 open/23 open/24}; do
    refused '1 file could not be read, so nothing was moved' \
        failing ${call%/*} ${call#*/} "$FULCRUM" verify "$PWD/run" --repair --quiet
    grep -q 'shard-000001.h5: cannot be [or]' out || fail "$(cat out)"
    ! grep -q damaged out || fail "called damaged: $(cat out)"
done
for command in ${LAYERS:+info metrics merge/-qo/z.h5 export/-o/z.h5 show/--game/7}; do
    # shellcheck disable=SC2086
    refused 'run/shard-000001.h5: cannot be read: Input/output error' \
        failing pread 5 "$FULCRUM" ${command//\// } "$PWD/run"
done
[ "$(find run/damaged -type f | wc -l)" -eq 7 ] || fail "$(ls run/damaged)"
same_runs run whole

# A run in progress: no problem is found at any moment.
"$FULCRUM" selfplay run.json games=30 search.simulations=2000 --out played --quiet &
pid=$!
seen=0
while kill -0 $pid 2>/dev/null; do
    if [ -e played/config.json ]; then
        "$FULCRUM" verify played --quiet --sample 2 --json >now 2>>now
        [ $? -le 1 ] || fail "verify of a run in progress: $(cat now)"
        ! grep -q '"damaged"' now || fail "$(cat now)"
        grep -q '"whole":true' now || fail "$(cat now)"
        seen=$((seen + 1))
    fi
done
wait $pid || fail "the run failed while it was verified"
[ $seen -gt 0 ] || fail "the run ended before it was verified"
expect 0 "$FULCRUM" verify played

# A configuration that was edited.
cp -r whole touched
sed -i 's/"seed":\t7/"seed":\t8/' touched/config.json
cmp -s touched/config.json whole/config.json && fail "the configuration was not changed"
says 'is of another configuration: "seed" is 7 there and 8 here' "$FULCRUM" verify touched
echo '{"game": "seesaw"}' >touched/config.json
says 'touched/config.json: differs from what this program writes' "$FULCRUM" verify touched
rm touched/config.json
refused 'is not a run' "$FULCRUM" verify touched

# More gaps than fit on a line; one missing game.
expect 0 "$FULCRUM" selfplay run.json variant.size=2 games=161 shard_games=1 \
    search.simulations=1 --out gaps --quiet
rm gaps/shard-0000?[13579].h5 gaps/shard-0001[0-5][13579].h5
expect 1 "$FULCRUM" verify gaps --quiet --sample 0
grep -qE '81 of 161 games are there; missing: 1:2 3:4 .{285,296} \.\.\.$' out || fail "$(cat out)"
expect 1 "$FULCRUM" verify gaps --quiet --games 1:2
grep -q '0 of 1 game is there; missing: 1:2$' out || fail "$(cat out)"

# A long path leaves room for the explanation.
long=$(printf 'long/%.0s' {1..130})
mkdir -p "$long"
echo '{"name": "a", "search": {"simulations": 4}}' >a.json
expect 0 "$FULCRUM" match a.json a.json seesaw size=2 --games 2 --out match --quiet
sed 's/"temperature"/"temprature"/' match/config.json >"$long/config.json"
expect 1 "$FULCRUM" verify "$long" --quiet
grep -q 'config.json: .*agents\[0\]: unknown key "temprature"' out || fail "$(cat out)"

# Usage errors.
refused 'no run or file of games given' "$FULCRUM" verify
refused 'No such file' "$FULCRUM" verify nothing
refused 'exclude each other' "$FULCRUM" verify run --all --sample 3
refused '--sample' "$FULCRUM" verify run --sample many
refused '--threads' "$FULCRUM" verify run --threads 0
refused 'unexpected argument "whole"' "$FULCRUM" verify run whole
refused 'is not a run' "$FULCRUM" verify run/shard-000000.h5 --repair
refused 'is not a file of recorded games' "$FULCRUM" verify run.json
expect 0 "$FULCRUM" export run/shard-000000.h5 -o training.h5
refused 'is an HDF5 file, but not one of recorded games' "$FULCRUM" verify training.h5
tail -c +513 run/shard-000000.h5 >bare.h5
{ head -c 512 /dev/zero; cat bare.h5; } >unsealed.h5
expect 1 "$FULCRUM" verify unsealed.h5
cp -r run emptied
truncate -s 0 emptied/shard-000000.h5
expect 1 "$FULCRUM" verify emptied/shard-000000.h5
passed

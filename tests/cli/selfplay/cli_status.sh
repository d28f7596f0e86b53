#!/usr/bin/env bash
# fulcrum status: games of files, journals and call logs, counted correctly while a run is played
# and afterwards; silent, dead and failed processes; large folders; and nothing is changed.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 55, "shard_games": 10, "seed": 3,
 "search": {"simulations": 100}}
JSON
# says STATUS LINE...: exit status of `status run`, and patterns of its lines, blanks squeezed.
says() {
    local status=$1 line
    shift
    expect "$status" "$FULCRUM" status run --long
    tr -s ' ' <out >squeezed
    for line in "$@"; do
        grep -qE -- "$line" squeezed || fail "no '$line' in: $(cat out)"
    done
}
# call NAME TASK STATE AGE GAMES SECONDS ACTIVE WHY: writes the log of a call on another machine.
call() {
    local now
    now=$(date +%s)
    cat >"run/calls/$1-1-00000000.json" <<JSON
{"host": "$1", "process": 1, "job": "", "task": "$2", "program": "x", "threads": 4,
 "started": $((now - $4 - ${6%.*})), "updated": $((now - $4)), "state": "$3", "why": "$8",
 "seconds": $6, "games": $5, "decisions": 1, "simulations": 1, "in_flight": $7,
 "files": 0}
JSON
}

# Before any process plays, and after one task of three.
expect 0 "$FULCRUM" selfplay run.json --out run --quiet --task 9/10 # none of its files
says 1 '^run: 0 of 55 games done \(0.0 %\), 0 in progress, 55 missing' 'Complete files 0$' 'of 6$' \
    'Processes playing 0'
expect 0 "$FULCRUM" selfplay run.json --out run --quiet --task 2/3
says 1 '^run: 15 of 55 games done \(27.3 %\), 0 in progress, 40 missing' 'Complete files 2$' \
    '2/3 15 15 1 finished' '0/3 0 20 0 no call' '1/3 0 20 0 no call' 'Processes playing 0'
# Tasks are those of the array that began last: not this one, once others are added below.
sed -i -E "s/(\"started\":\s*)[0-9]+/\\1$(($(date +%s) - 3600))/" run/calls/*.json
bytes=$(cat run/shard-*.h5 | wc -c)
expect 1 "$FULCRUM" status run --json
python3 - "$bytes" <<'PYTHON' 3<out || fail "the JSON is wrong: $(cat out)"
import json, os, sys
status, used = json.load(os.fdopen(3)), int(sys.argv[1])
assert not status["complete"] and status["games"] == 55
assert status["games_in_files"] == 15 and status["games_missing"] == 40
assert status["file_bytes"] == used and not status["file_bytes_sampled"]
assert abs(status["bytes_needed"] - used / 15 * 40) < 1
assert status["bytes_free"] > 0 and status["seconds_left"] is None
assert [t["task"] for t in status["tasks"]] == ["0/3", "1/3", "2/3"]
assert [t["state"] for t in status["tasks"]] == ["no call", "no call", "finished"]
assert [t["games"] for t in status["tasks"]] == [0, 0, 15]
PYTHON

# Calls on other machines: rate and time left of live ones, silent and failed ones. The last digit
# of times is not checked exactly, as it depends on when status runs.
call alive 0/3 playing 5 40 20 4 ''
call quiet 1/3 playing 300 40 20 4 ''
says 1 '15 of 55 games done \(27.3 %\), 4 in progress, 40 missing' \
    '^Tasks: 1 silent, 1 playing, 1 finished$' \
    'Processes playing 1$' 'Threads 4$' 'Games/s 2$' 'Time left 0:20' \
    '0/3 0 20 1 playing 0:0[5-9] alive 2 0:10' '1/3 0 20 1 silent 5:0[0-9] quiet'
call broken 1/3 failed 2 0 20 0 'run: the disk is full'
says 1 '1/3 0 20 2 failed' '! task 1/3 on broken: run: the disk is full'
call mending 1/3 playing 1 10 0.5 4 ''
says 1 '1/3 0 20 3 playing' '1 earlier process failed; its task has been resumed'
expect 1 "$FULCRUM" status run --calls
[ "$(grep -c '^  20[0-9][0-9]-' out)" -eq 5 ] || fail "$(cat out)"
grep -q 'failed .* broken .* run: the disk is full$' out || fail "$(cat out)"
cp run/calls/alive-1-00000000.json one.json
rm run/calls/*-1-00000000.json

# Of many failures five are listed, and those of resumed tasks are counted; a call that has just
# begun has no rate. Files that are not call logs, and impossible values in logs, are ignored.
for task in 0/7 1/7 3/7 4/7 0/8 1/8 3/8; do
    call "bad${task//\//-}" $task failed 5 0 1 0 "fault of $task"
done
says 1 '! task 3/8 on bad3-8: fault of 3/8' 'and 2 more failures; see --calls'
call again0 0/7 playing 1 0 0 3 ''
call again1 1/8 playing 1 0 0 3 ''
sed -i 's/"job": ""/"job": "7_1"/' run/calls/again1-1-00000000.json
says 1 '2 earlier processes failed; their tasks have been resumed' \
    'Processes playing 2' 'Threads 8' '1/8 0 10 2 playing 0:0[0-9] again1 7_1'
grep -q 'more failure' out && fail "more failures than there are: $(cat out)"
grep -q '^Tasks: 5 failed, 2 playing, 1 finished$' out || fail "$(cat out)"
# Of more than eight tasks those that wait or have finished are only counted.
for task in 1/12 2/12; do
    call "more${task//\//-}" $task playing 1 0 0 3 ''
done
says 1 '^Tasks: 5 failed, 3 playing, 2 finished$' '1/12 0 [0-9]+ 1 playing'
grep -qE ' (no call|finished) ' out || fail "$(cat out)"
expect 1 "$FULCRUM" status run
grep -qE ' (no call|finished) |Complete files' out && fail "idle tasks are lines: $(cat out)"
rm run/calls/more*
echo '[1]' >run/calls/list-1-00000000.json
echo '{"host": "torn' >run/calls/torn-1-00000000.json
echo 'no JSON' >run/calls/notes
echo '{"host": 7, "task": "x/y", "threads": -1, "games": "x", "seconds": 1e30,
 "state": "failed"}' >run/calls/odd-1-00000000.json
expect 1 "$FULCRUM" status run --json --calls
python3 - <<'PYTHON' 3<out || fail "wrong JSON of the calls: $(cat out)"
import json, os
status = json.load(os.fdopen(3))
calls = status["calls"]
assert len(calls) == 10 + 1, [call["host"] for call in calls] # and that of task 2/3
odd = [call for call in calls if call["task"] == "x/y"][0]
assert (odd["host"], odd["threads"], odd["games"], odd["seconds"]) == (None, 0, 0, 0), odd
assert {"task": "1/8", "state": "playing", "job": "7_1"}.items() <= \
    [call for call in calls if call["host"] == "again1"][0].items()
PYTHON
rm run/calls/*-1-00000000.json run/calls/notes
call slow '' playing 1 1 99999999999 1 ''
says 1 'Time left 11574-01:46:40' 'all 15 55'
call broken '' failed 1 0 1 0 'all of it'
says 1 '! task all on broken: all of it'
rm run/calls/*-1-00000000.json

# A disk without enough space for the rest of the run.
cp run/shard-000002.h5 kept.h5
if truncate -s 6T run/shard-000002.h5 2>/dev/null; then
    says 1 'Disk used 6.6 TB' 'Disk needed 17.6 TB' 'NOT ENOUGH'
fi
mv kept.h5 run/shard-000002.h5

# A process of this machine that was killed is reported as dead at once.
"$FULCRUM" selfplay run.json search.simulations=100000 --out killed --quiet --task 0/3 \
    --threads 1 2>/dev/null &
process=$!
for ((i = 0; i < 100; i++)); do
    "$FULCRUM" status killed 2>/dev/null | grep -q playing && break
    sleep 0.1
done
expect 1 "$FULCRUM" status killed
grep -q '0/3 .* playing' out || fail "$(cat out)"
kill -9 $process
wait $process 2>/dev/null
expect 1 "$FULCRUM" status killed
grep -q '0/3 .* dead ' out || fail "$(cat out)"
grep -q '^ *! task 0/3 on .* ended without a word: killed, perhaps' out || fail "$(cat out)"

# stop_when CHECK...: stops the run $process once CHECK succeeds, or after a minute.
stop_when() {
    for ((i = 0; i < 600; i++)); do
        "$@" && break
        sleep 0.1
    done
    kill $process
    wait $process
    [ $? -eq 3 ] || fail "the run was not stopped"
}

# Games in journals, only those of the given task.
simulations=$((200 * ${FULCRUM_TEST_EFFORT:-100})) # slow builds are tested with less
SLURM_JOB_ID=12 "$FULCRUM" selfplay run.json search.simulations=$simulations --out kept --quiet \
    --task 1/3 --threads 1 2>/dev/null &
process=$!
kept() {
    "$FULCRUM" status kept --json --task "$1/3" 2>/dev/null
}
has_games() {
    kept 1 | grep -q '^.*"games_in_journals":[1-9]'
}
stop_when has_games
games=$(kept 1 | sed 's/^[^[]*"files_there":0,.*"games_in_journals":\([0-9]*\),.*/\1/')
[ "$games" -ge 1 ] || fail "$(kept 1)"
kept 0 | grep -q '"games_in_journals":0,.*"journal_bytes":0' || fail "$(kept 0)"
expect 1 "$FULCRUM" status kept --long
grep -q "^kept: $games of 55 games done" out || fail "$(cat out)"
grep -q "Games in journals  *$games$" out || fail "$(cat out)"
tr -s ' ' <out | grep -qE "1/3 $games 20 1 stopped [0-9:]+ [^ ]+ 12" || fail "$(cat out)"

# It changes nothing, needs no write permission, and with --watch ends when the run is complete.
find run -type f -exec cksum {} + >before
chmod -R a-w run
says 1 'Complete files 2$'
chmod -R u+w run
if unshare --mount true 2>/dev/null; then # root may write in spite of permissions
    # shellcheck disable=SC2016
    expect 1 unshare --mount sh -c 'mount --bind run run && mount -o remount,bind,ro run || exit 9
        ! touch run/new 2>/dev/null || exit 8
        exec "$0" status run --long' "$FULCRUM"
    grep -qE 'Complete files +2$' out || fail "$(cat out err)"
fi
find run -type f -exec cksum {} + | diff before - || fail "status changed a file"
expect 0 env SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=3 "$FULCRUM" selfplay run.json --out run \
    --quiet
says 0 '55 of 55 games done \(100.0 %\), 0 in progress, 0 missing' 'Complete yes' \
    '0/3 20 20 0 no call|0/3 20 20 0 finished' \
    'all 55 55 1 finished [0-9:]+ [^ ]+ 7_3'
expect 0 "$FULCRUM" status run --watch
[ "$(grep -c '^run: 55 of 55' out)" -eq 2 ] || fail "$(cat out)"
expect 5 "$FULCRUM" status run --watch --json --on-complete 'echo it is done; exit 5'
equal "$(sed -n '$p' out)" 'it is done' 'what is run at the end'
equal "$(head -n -1 out | python3 -c 'import json, sys; print(json.load(sys.stdin)["complete"])')" True \
    'the line before'
refused 'needs --watch' "$FULCRUM" status run --on-complete true
on_a_terminal() {
    python3 - "$FULCRUM" <<'PYTHON'
import os, pty, select, sys, time
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], ["fulcrum", "status", "killed", "--watch"])
seen, pressed, end = b"", False, time.monotonic() + 30
while time.monotonic() < end:
    try:
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 65536)
    except OSError:
        break
    if not pressed and seen.count(b"\033[H") >= 2:
        pressed = os.write(terminal, b"x") == 1
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
live, last = seen.split(b"\033[?1049l")
assert live.count(b"killed: 0 of 55") >= 2 and b"0/3" in last, seen
PYTHON
}
if python3 -c 'import os; os.openpty()' 2>/dev/null; then
    on_a_terminal || fail "status --watch on a terminal"
    checks=$((checks + 1))
else
    echo "skipped: a terminal (this machine has no pseudo-terminals, /dev/pts)"
fi

# A hundred thousand files: listed once, sizes from a sample.
expect 0 "$FULCRUM" selfplay run.json games=100001 shard_games=1 --out large --quiet \
    --task 100001/100002
printf '1234567890' >ten
(cd large && seq -f 'shard-%06.0f.h5' 0 99999 | xargs touch) || fail "touch"
begin=$(date +%s%N)
expect 1 "$FULCRUM" status large
echo "100,000 files: $((($(date +%s%N) - begin) / 1000000)) ms"
grep -q '^large: 100000 of 100001 games done (100.0 %), 0 in progress, 1 missing' out ||
    fail "$(cat out)"
grep -q 'Disk used  *0 bytes' out || fail "$(cat out)"
# The sample is scaled up: ten bytes in each of 50,000 files are half a megabyte.
(cd large && seq -f 'shard-%06.0f.h5' 50000 99999 | xargs truncate -s 10) || fail "truncate"
expect 1 "$FULCRUM" status large
grep -q 'Disk used  *500 kB' out || fail "$(cat out)"

# The one that plays is shown, and all are counted.
mkdir large/calls
sed "s|0/3|0/1000|; s|\"updated\":[[:space:]]*[0-9]*|\"updated\":$(date +%s)|" one.json >large/calls/one-1-00000000.json
expect 1 "$FULCRUM" status large
grep -q 'and 999 more$' out && grep -qE '^Tasks: .*\<1 playing, [0-9]+ finished$' out || fail "$(cat out)"

# A damaged file that may be short does not count as complete, and its journal stays.
short=("$FULCRUM" selfplay run.json variant.size=4 search.simulations=6000 --out short --quiet
       --threads 1)
expect 0 "${short[@]}" games=1
"${short[@]}" games=9 2>/dev/null &
process=$!
has_journal() {
    ls short/journal/shard-000000 2>/dev/null >journal && [ -s journal ]
}
stop_when has_journal
[ -s journal ] || fail "the journal is empty"
expect 1 "$FULCRUM" status short --long
grep -q 'Games in journals  *[0-9]' out && grep -q '^short: [1-8] of 9' out || fail "$(cat out)"
truncate -s 100 short/shard-000000.h5
refused 'is damaged' "${short[@]}" games=9
ls short/journal/shard-000000 | cmp - journal || fail "the journal was removed"
expect 1 "$FULCRUM" status short --long
grep -q '^short: [0-8] of 9' out || fail "$(cat out)"
grep -q 'Unreadable files  *1$' out || fail "$(cat out)"
expect 1 "$FULCRUM" status short --json
grep -q '"complete":false.*"files_unread":1' out || fail "$(cat out)"

# Many journal entries of one shard: counted in no time, each game once; those of another program,
# whose games will be played again, not at all.
mkdir -p entries/journal/shard-000000
cp -r short/config.json short/games entries
head -c 256 "short/journal/shard-000000/$(head -n 1 journal)" >heading
python3 - >forged <<'PYTHON'
import struct, sys
entry = struct.Struct("=IIQQ")
sys.stdout.buffer.write(b"".join(
    entry.pack(0, i % 2, i * 7919 % 333331, 0) for i in range(1000000)))
PYTHON
cat heading forged >entries/journal/shard-000000/forged
expect 1 timeout 30 "$FULCRUM" status entries --long
grep -q 'Games in journals  *9$' out || fail "$(cat out)"
sed 's/^fulcrum journal of [^ ]*/&0/' heading | head -c 256 | cat - forged >entries/journal/shard-000000/forged
expect 1 "$FULCRUM" status entries
grep -q '^entries: 0 of 9 games done' out || fail "$(cat out)"

# Several runs: a row each, and the totals.
rm -rf one two
for run in one two; do
    expect 0 "$FULCRUM" selfplay run.json games=2 shard_games=2 search.simulations=10 --out $run --quiet
done
expect 0 "$FULCRUM" status one two --watch --on-complete 'echo all there'
grep -q '^2 runs: 4 of 4 games done' out && grep -q '^ *two .* complete ' out &&
    grep -q '^all there$' out || fail "$(cat out)"
rm two/shard-000000.h5
expect 1 "$FULCRUM" status one two --json
grep -q '"games":4,"games_missing":2' out || fail "$(cat out)"

# Usage errors.
refused 'no run given' "$FULCRUM" status
refused 'there is no such run' "$FULCRUM" status nowhere
refused 'is a file, not the folder of a run' "$FULCRUM" status "$root/configs/quickstart.json"
refused 'run.json' "$FULCRUM" status run.json
refused 'allowed: I/N with' "$FULCRUM" status run --task 3/3
refused 'excludes --csv' "$FULCRUM" status run --csv --watch
refused 'absent: there is no such run' "$FULCRUM" status run absent
refused '--calls are for one run' "$FULCRUM" status run entries --calls
mkdir bad
echo '{"game": "seesaw", "games": ' >bad/config.json
refused 'bad/config.json' "$FULCRUM" status bad
passed

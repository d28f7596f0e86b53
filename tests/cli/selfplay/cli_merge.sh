#!/usr/bin/env bash
# merge: one file with the shards' contents, row by row, for every reader; in constant memory;
# resumed after stops and kills with the same bytes; nothing is left behind after a failure.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3

cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3, "swap": true}, "games": 120, "shard_games": 7,
 "seed": 7, "search": {"simulations": 30}}
JSON
expect 0 "$FULCRUM" selfplay run.json --out run --quiet

expect 0 "$FULCRUM" merge run -o copied.h5
grep -q 'copied.h5: 120 games' out || fail "$(cat out)"
expect 0 "$FULCRUM" merge run -o one-thread.h5 --threads 1 --quiet
cmp copied.h5 one-thread.h5 || fail "the file depends on the number of threads"

# Merged again, whole and in parts: the same bytes.
expect 0 "$FULCRUM" merge copied.h5 -o again.h5 --quiet
cmp copied.h5 again.h5 || fail "merging a merged file changes the bytes"
expect 0 "$FULCRUM" merge run/shard-00000?.h5 -o first.h5 --quiet --partial
expect 0 "$FULCRUM" merge first.h5 run/shard-00001?.h5 -o joined.h5 --quiet
cmp copied.h5 joined.h5 || fail "merging in two steps gives other bytes"

# Row by row equal to the shards, as read by Python and by the program.
if ! $python -c 'import h5py' 2>/dev/null; then
    echo "skipped: merged files read by h5py, which is not installed"
else
    $python - copied.h5 <<'PYTHON' || fail "a merged file differs from the shards"
import glob
import sys
import zlib
import h5py
import numpy

shards = [h5py.File(name, "r") for name in sorted(glob.glob("run/shard-*.h5"))]
assert len(shards) == 18
columns = [f"{group}/{name}" for group in ("games", "positions", "legal")
           for name in shards[0][group]]
assert len(columns) == 26
offsets = {"games/first_position": "positions/ply", "positions/first_legal": "legal/action"}
for path in sys.argv[1:]:
    with h5py.File(path, "r") as merged:
        for column in columns:
            parts, rows = [], 0
            for shard in shards:
                parts.append(shard[column][...])
                if column in offsets:
                    parts[-1] += rows
                    rows += len(shard[offsets[column]])
            expected = numpy.concatenate(parts)
            there = merged[column]
            assert there.dtype == expected.dtype and there.shape == expected.shape, column
            assert (there[...] == expected).all(), (path, column)
            assert zlib.crc32(there[...].tobytes()) == there.attrs["crc32"], (path, column)
        for name, value in shards[0].attrs.items():
            assert merged.attrs[name] == value, (path, name)
        assert merged.attrs["games"] in ("0:120", b"0:120"), merged.attrs["games"]
PYTHON
    checks=$((checks + 1))
fi
expect 0 "$FULCRUM" verify copied.h5 --all --quiet
grep -q '120 games, .* 120 games searched again' out || fail "$(cat out)"
expect 0 "$FULCRUM" show copied.h5 --game 77 --boards
mv out shown
expect 0 "$FULCRUM" show run/shard-000011.h5 --game 77 --boards
cmp out shown || fail "copied.h5 shows another game 77"
expect 0 "$FULCRUM" info copied.h5 --json
sed 's/.*"game":/"game":/; s/"file_bytes":[0-9]*,//' out >of-file
expect 0 "$FULCRUM" info run --json
sed 's/.*"game":/"game":/; s/"file_bytes":[0-9]*,//' out | cmp - of-file ||
    fail "info of copied.h5 differs from that of the run"
refused 'holds games 0 to 119, these: 0:120, not 120' "$FULCRUM" show copied.h5 --game 120

# Damage of a merged file is detected; a truncated one is rejected by its length.
cp copied.h5 broken.h5
printf 'x' | dd of=broken.h5 bs=1 seek=20000 conv=notrunc status=none
expect 1 "$FULCRUM" verify broken.h5
refused 'broken.h5' "$FULCRUM" info broken.h5
head -c 30000 copied.h5 >broken.h5
refused '30000 bytes long' "$FULCRUM" show broken.h5

cp -r run moved
printf 'x' | dd of=moved/shard-000003.h5 bs=1 seek=3000 conv=notrunc status=none

# nothing_made NAME: neither the file nor an unfinished one exists.
nothing_made() {
    [ -z "$(find . -name "$1*")" ] || fail "left behind: $(find . -name "$1*")"
    checks=$((checks + 1))
}

# Runs that are incomplete or damaged; files of different runs.
refused 'moved/shard-000003.h5: is damaged' "$FULCRUM" merge moved -o no.h5
nothing_made no.h5
rm moved/shard-000003.h5 moved/shard-000010.h5
refused "106 of the run's 120 games are there" "$FULCRUM" merge moved -o no.h5
nothing_made no.h5
expect 0 "$FULCRUM" merge moved -o part.h5 --partial
expect 0 "$FULCRUM" show part.h5 --game 119
refused 'these: 0:21 28:70 77:120' "$FULCRUM" show part.h5 --game 22
expect 0 "$FULCRUM" verify part.h5 --all
refused 'games are missing before game 119: these are there: 0:21 28:70 77:120' \
    "$FULCRUM" merge part.h5 -o no.h5
cp run/shard-000004.h5 moved/shard-000003.h5
refused 'holds game 28, which is not one of its games, 21:28' \
    "$FULCRUM" merge moved -o no.h5 --partial
refused 'each game once' "$FULCRUM" merge first.h5 run/shard-000009.h5 -o no.h5 --partial
expect 0 "$FULCRUM" selfplay run.json seed=8 games=7 --out other --quiet
refused 'of another configuration' \
    "$FULCRUM" merge first.h5 other/shard-000000.h5 -o no.h5 --partial
nothing_made no.h5

# --force replaces a file once the new one is complete, but never an input of the merge.
cp first.h5 old.h5
expect 0 "$FULCRUM" merge run -o old.h5 --force
cmp old.h5 copied.h5 || fail "--force did not replace the file"
refused 'is not one of its games' "$FULCRUM" merge moved -o old.h5 --partial --force
cmp copied.h5 old.h5 || fail "a failed merge replaced the file"
refused 'is an input of this command' "$FULCRUM" merge old.h5 -o ./old.h5 --force
cmp copied.h5 old.h5 || fail "a file was merged into itself"
refused 'is a shard of a run' "$FULCRUM" merge old.h5 -o run/shard-000000.h5 --force
mkdir place && refused 'not a regular file' "$FULCRUM" merge run -o place --force
expect 0 "$FULCRUM" merge run -o no.h5 --force
cmp no.h5 copied.h5 || fail "--force changes the bytes"
rm no.h5

# Usage errors.
refused 'no run given' "$FULCRUM" merge -o no.h5
refused '--out FILE.h5' "$FULCRUM" merge run
refused '--force replaces it' "$FULCRUM" merge run -o copied.h5
refused 'already exists' "$FULCRUM" merge copied.h5 -o copied.h5 # itself
mkdir away
refused 'is not a run' "$FULCRUM" merge away -o no.h5
refused 'No such file' "$FULCRUM" merge nothing -o no.h5
refused 'No such file' "$FULCRUM" merge run -o nowhere/no.h5
refused 'give one run' "$FULCRUM" merge run other -o no.h5
nothing_made no.h5

# Killed at any moment: no file of that name, or a complete one; the next call resumes.
expect 0 "$FULCRUM" selfplay run.json games=2000 shard_games=20 search.simulations=2 \
    search.stop_when_settled=true --out many --quiet
expect 0 "$FULCRUM" merge many -o many.h5 --quiet
whole() {
    if [ -e killed.h5 ]; then
        cmp many.h5 killed.h5 || fail "an interrupted merge gives other bytes"
        [ "$(echo killed.h5*)" = killed.h5 ] || fail "left behind: $(echo killed.h5*)"
        rm killed.h5
    fi
}
killed whole "$FULCRUM" merge many -o killed.h5 --quiet
expect 0 "$FULCRUM" merge many -o killed.h5 --quiet
whole

# Stopped: the same command resumes.
stops=0
for signal in TERM INT HUP USR1; do
    env --default-signal "$FULCRUM" merge many -o killed.h5 --quiet --threads 1 \
        >out 2>err </dev/null &
    pid=$!
    until ls killed.h5.*.part >/dev/null 2>&1; do
        kill -0 $pid 2>/dev/null || fail "$(cat err)"
    done
    kill -s $signal $pid
    status=0
    wait $pid || status=$?
    if [ $status -eq 3 ]; then
        grep -qx "fulcrum merge: stopped by SIG$signal after [0-9]* files* of games; \
the same command resumes the merge" err || fail "$(cat err)"
        [ ! -e killed.h5 ] || fail "stopped by SIG$signal, and there is a file"
        stops=$((stops + 1))
        expect 0 "$FULCRUM" merge many -o killed.h5 --quiet
    fi
    whole
done
[ $stops -gt 0 ] || fail "no signal came in time"

# Within a time limit, and in pieces of a tenth of a second, some of them killed: the same bytes.
status=0
"$FULCRUM" merge many -o killed.h5 --time-limit 1s --threads 1 --quiet 2>err || status=$?
[ $status -eq 0 ] || { [ $status -eq 3 ] && grep -q 'stopped by the time limit' err; } ||
    fail "status $status: $(cat err)"
calls=0
while [ ! -e killed.h5 ]; do
    signal=TERM
    [ $((++calls % 3)) -ne 0 ] || signal=KILL
    "$FULCRUM" merge many -o killed.h5 --quiet 2>err &
    pid=$!
    sleep 0.$((1 + calls / 20))
    kill -s $signal $pid 2>/dev/null
    wait $pid 2>/dev/null || true
    [ $calls -lt 180 ] || fail "no end: $(cat err)"
done
echo "merged in $calls pieces"
checks=$((checks + 1))
whole

# Files that changed meanwhile: it begins anew.
cp -r many changed
(cd changed && ls shard-*.h5 | tail -n +40 | xargs rm)
timeout -s TERM 0.1 "$FULCRUM" merge changed -o killed.h5 --partial --quiet 2>err || true
rm changed/shard-000000.h5
expect 0 "$FULCRUM" merge changed -o killed.h5 --partial --quiet --force
expect 0 "$FULCRUM" merge changed -o again.h5 --partial --quiet --force
cmp killed.h5 again.h5 || fail "a merge was resumed with other files"
rm -f killed.h5*

# A full disk: one message, no file left; with free space the file is written.
mkdir small
if mount -t tmpfs -o size=$(($(stat -c %s many.h5) * 2 / 3 / 1024))k tmpfs small \
    2>/dev/null; then
    refused 'the disk is full' "$FULCRUM" merge many -o small/many.h5 --quiet
    [ -z "$(ls small)" ] || fail "left on a full disk: $(ls small)"
    mount -o remount,size=16k small
    refused 'the disk is full' "$FULCRUM" merge many -o small/many.h5 --quiet
    [ -z "$(ls small)" ] || fail "left on a full disk: $(ls small)"
    mount -o remount,size=64m small
    expect 0 "$FULCRUM" merge many -o small/many.h5 --quiet
    cmp many.h5 small/many.h5 || fail "the bytes differ after a full disk"
    umount small
else
    echo "skipped: a full disk (mounting a small one needs root)"
fi

# Memory does not grow with the run: once there are more games than are buffered, four times as
# many raise the peak by at most a third.
peak() {
    $python - "$@" <<'PYTHON'
import resource
import subprocess
import sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PYTHON
}
if "$FULCRUM" --version | grep -q 'address'; then
    echo "skipped: constant memory (the sanitizer's own is measured)"
else
    echo '{"game": "cascade", "variant": {"size": 4}, "shard_games": 1000,
        "search": {"simulations": 1}}' >tiny.json
    few=10000 many=40000
    [ "${FULCRUM_TEST_EFFORT:-100}" -lt 100 ] || few=25000 many=100000
    for games in $few $many; do
        expect 0 "$FULCRUM" selfplay tiny.json games=$games --out $games --quiet
        peak "$FULCRUM" merge $games -o $games.h5 --quiet --threads 2 >$games-merge
        peak "$FULCRUM" verify $games --quiet --threads 2 >$games-run
        peak "$FULCRUM" verify $games.h5 --quiet --threads 2 >$games-file
    done
    for what in merge run file; do
        before=$(cat $few-$what) after=$(cat $many-$what)
        echo "$what: $before KiB for $few games, $after KiB for $many"
        [ $((after * 3)) -le $((before * 4)) ] || fail "$what: memory grows with the games"
        checks=$((checks + 1))
    done

    # Damage of what a stop has kept is found when the file is read back.
    for ((tenths = 1; tenths < 30; tenths++)); do
        timeout -s TERM $((tenths / 10)).$((tenths % 10)) "$FULCRUM" merge $many -o damaged.h5 --quiet 2>err &&
            fail "merged before a chunk was written and a stop came"
        data=$(ls damaged.h5.*.part) && [ "$(stat -c %s "$data")" -gt 100000 ] && break
    done
    printf 'xxxx' | dd of="$data" bs=1 seek=20000 conv=notrunc status=none
    refused 'read back differ' "$FULCRUM" merge $many -o damaged.h5 --quiet
    nothing_made damaged.h5
fi
passed

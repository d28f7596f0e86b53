#!/usr/bin/env bash
# Machine faults during a run: a full disk, a folder that cannot be written, a clock that jumps.
# Nothing published or kept is lost, and the same command resumes the run.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
trap 'umount small 2>/dev/null; rm -rf "$TEMPORARY"' EXIT

cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 22, "shard_games": 5, "seed": 7,
 "search": {"simulations": 50}}
JSON
expect 0 "$FULCRUM" selfplay run.json --out whole --quiet

# A disk that is full while the configuration, a journal or a shard is written.
mkdir small
if mount -t tmpfs -o size=128k,nr_inodes=64 tmpfs small 2>/dev/null; then
    refusals=0
    fills="128 124 112 100 88 76 64 52 40 28"
    [ "${FULCRUM_TEST_EFFORT:-100}" -ge 100 ] || fills="124 76 40" # slow builds
    for ballast in $fills; do
        rm -rf small/* && head -c ${ballast}k /dev/zero >small/ballast 2>/dev/null
        for attempt in 1 2; do
            refused 'the disk is full' "$FULCRUM" selfplay run.json --out small/run \
                --threads $attempt --quiet
            [ -z "$(find small -name '*.tmp')" ] || fail "an unfinished file was left"
            refusals=$((refusals + 1))
        done
        for shard in small/run/shard-*.h5; do
            [ ! -e "$shard" ] || expect 0 "$FULCRUM" info "$shard"
        done
        mount -o remount,size=4m small
        expect 0 "$FULCRUM" selfplay run.json --out small/run --quiet
        same_runs whole small/run
        rm -rf small/run
        mount -o remount,size=128k small
    done
    umount small
    echo "$refusals times full"
else
    echo "skipped: a full disk (mounting a small one needs root)"
fi

# A folder that is read-only, from the start or after some games.
if mount -t tmpfs -o size=4m tmpfs small 2>/dev/null; then
    mount -o remount,ro small
    refused 'Read-only file system' "$FULCRUM" selfplay run.json --out small/run
    mount -o remount,rw small
    expect 0 "$FULCRUM" selfplay run.json --out small/run --games 0:10 --quiet
    mount -o remount,ro small
    refused 'Read-only file system' "$FULCRUM" selfplay run.json --out small/run
    mount -o remount,rw small
    expect 0 "$FULCRUM" selfplay run.json --out small/run --quiet
    same_runs whole small/run
    umount small
else
    echo "skipped: a read-only folder (mounting one needs root)"
fi
touch file
refused 'Not a directory' "$FULCRUM" selfplay run.json --out file/run
mkdir -p taken/journal && touch taken/journal/shard-000000
refused 'shard-000000' "$FULCRUM" selfplay run.json --out taken

# The machine's date jumps by years, back and forth, whenever it is read.
cat >jump.c <<'C'
#include <time.h>
static long looks;
time_t time(time_t *now) {
    time_t value = 1000000000 + (looks++ % 3 - 1) * 400000000L;
    if (now)
        *now = value;
    return value;
}
C
if ${CC:-cc} -shared -fPIC -o jump.so jump.c 2>/dev/null &&
    LD_PRELOAD=$PWD/jump.so "$FULCRUM" --version >/dev/null 2>&1; then
    simulations=5000
    [ "${FULCRUM_TEST_EFFORT:-100}" -ge 10 ] || simulations=2000 # slow builds
    for i in 1 2 3; do
        status=0
        LD_PRELOAD=$PWD/jump.so "$FULCRUM" selfplay run.json search.simulations=$simulations \
            --out jumps --quiet --time-limit 1s 2>err || status=$?
        [ $status -eq 0 ] || [ $status -eq 3 ] || fail "status $status: $(cat err)"
    done
    expect 0 env LD_PRELOAD="$PWD/jump.so" "$FULCRUM" selfplay run.json \
        search.simulations=$simulations --out jumps --quiet
    expect 0 "$FULCRUM" selfplay run.json search.simulations=$simulations --out still --quiet
    same_runs still jumps
else
    echo "skipped: jumps of the clock (a sanitizer does not let itself be preloaded)"
fi
passed

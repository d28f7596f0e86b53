#!/usr/bin/env bash
# What a stopped merge has kept: with any byte of its record changed, with a cut record, without its
# data, of another program or after its inputs have changed, the next call gives the same file as
# without a stop, and leaves nothing behind.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
need_build tests/layered/fulcrum tests/fault_layer.so
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 2}, "games": 6, "shard_games": 2, "seed": 3,
 "search": {"simulations": 4}}
JSON
expect 0 "$FULCRUM" selfplay run.json --out run --quiet
merge=("$FULCRUM" merge run -o all.h5 --threads 1 --quiet)
expect 0 "${merge[@]}"
mv all.h5 whole.h5
# Stopped after the first of three files.
expect 3 env FAULT_FOLDER="$PWD" FAULT=stop:2 LD_PRELOAD="$build/tests/fault_layer.so" \
    "$build/tests/layered/fulcrum" "${merge[@]:1}"
grep -q 'stopped by SIGTERM after 1 file of games; the same command resumes' err || fail "$(cat err)"
[ ! -e all.h5 ] && [ "$(ls all.h5*)" = "$(ls all.h5.merging all.h5.*.part)" ] || fail "$(ls)"
data=$(ls all.h5.*.part)
mkdir kept && mv all.h5.* kept

# resumed [COMMAND...]: with what was kept, changed by the command.
resumed() {
    cp kept/* .
    "$@"
    expect 0 "${merge[@]}"
    cmp all.h5 whole.h5 || fail "another file after: $*"
    [ "$(ls all.h5*)" = all.h5 ] || fail "left after $*: $(ls)"
    rm all.h5
}
resumed true
# flip OFFSET: changes a byte of the record.
flip() {
    python3 - "$1" <<'PYTHON'
import sys
with open("all.h5.merging", "r+b") as file:
    file.seek(int(sys.argv[1]))
    byte = file.read(1)[0]
    file.seek(int(sys.argv[1]))
    file.write(bytes([byte ^ 0x41]))
PYTHON
}
size=$(stat -c %s kept/all.h5.merging)
step=29
[ "${FULCRUM_TEST_EFFORT:-100}" -lt 100 ] || step=7
for ((at = 0; at < size && at < 900; at += step)); do
    resumed flip $at
done
for ((at = size - 1; at > 900; at -= size / 40)); do
    resumed flip $at
done
for bytes in 0 1 100 $((size / 2)) $((size - 1)); do
    resumed truncate -s "$bytes" all.h5.merging
done
resumed truncate -s +1 all.h5.merging
resumed rm "$data"
resumed truncate -s 100 "$data"
resumed rm all.h5.merging

# Inputs that have changed meanwhile: the file is that of the inputs as they are now.
expect 0 "$FULCRUM" selfplay run.json seed=4 --out other --quiet
cp kept/* .
expect 0 "$FULCRUM" merge other -o all.h5 --threads 1 --quiet
mv all.h5 resumed.h5
expect 0 "$FULCRUM" merge other -o all.h5 --threads 1 --quiet
cmp all.h5 resumed.h5 || fail "the file depends on what another merge has kept"
rm all.h5
# Files instead of the run: fewer than were merged, and one that is gone.
files=(run/shard-000000.h5 run/shard-000001.h5 run/shard-000002.h5)
cp kept/* .
expect 0 "$FULCRUM" merge "${files[@]}" -o all.h5 --threads 1 --quiet
expect 0 "$FULCRUM" verify all.h5 --quiet
[ "$(ls all.h5*)" = all.h5 ] || fail "left: $(ls)"

passed

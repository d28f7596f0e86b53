#!/usr/bin/env bash
# Commands that play and read games on several threads, for a build with the thread sanitizer,
# which ends a program with a special status after a data race.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
export OMP_NUM_THREADS=4

cat >run.json <<'JSON'
{"game": "cascade", "variant": {"size": 4}, "games": 40, "shard_games": 8, "seed": 3,
 "search": {"simulations": 30}}
JSON
expect 0 "$FULCRUM" selfplay run.json --threads 4 --out run --quiet
expect 0 "$FULCRUM" selfplay run.json --threads 1 --out alone --quiet
same_runs run alone
expect 0 "$FULCRUM" verify run --all --quiet
expect 0 "$FULCRUM" info run

# Files and output are the same as with one thread.
without_time() {
    sed -E 's/"seconds":[^,}]*//; s/[0-9.]+ s, .*//' "$@"
}
for threads in 1 2 3; do
    mkdir $threads
    cd $threads || exit 1
    expect 0 "$FULCRUM" merge ../run -o run.h5 --threads $threads --quiet
    expect 0 "$FULCRUM" export ../run -o rows.h5 --threads $threads
    expect 0 "$FULCRUM" export run.h5 -o images.h5 --threads $threads \
        --symmetries all --planes --final-board --policy padded
    expect 0 "$FULCRUM" export ../run -o features.h5 --threads $threads --symmetries all --features
    expect 0 "$FULCRUM" verify run.h5 --threads $threads
    expect 0 "$FULCRUM" metrics ../run --threads $threads --json
    cp ../out metrics
    expect 0 "$FULCRUM" verify ../run --threads $threads --json
    cd ..
    without_time out >$threads/said
done
grep -q '"positions":[0-9]' 1/said || fail "$(cat 1/said)"
for threads in 2 3; do
    diff -r 1 $threads >difference || fail "$threads threads: $(cat difference)"
done

# Valid envelopes, damaged chunks in two shards: commands report the first, verify all in order.
cp -r run broken
/usr/bin/python3 - <<'PYTHON' || fail "damaging the shards failed"
import zlib
import h5py

for shard, column in ((1, "legal/visits"), (1, "legal/action"), (3, "positions/state")):
    path = f"broken/shard-{shard:06d}.h5"
    with h5py.File(path) as file:
        chunk = file[column].id.get_chunk_info(0)
        at = chunk.byte_offset + file.userblock_size + chunk.size // 2
    with open(path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 16]))
        file.seek(512)
        rest = file.read()
        line = f"fulcrum games, sealed: {512 + len(rest)} bytes, crc32 %08x\n"
        file.seek(0)
        file.write((line % zlib.crc32(rest)).encode().ljust(512, b"\0"))
PYTHON
for threads in 1 3; do
    mkdir broken-$threads
    expect 1 "$FULCRUM" verify broken --threads $threads
    without_time out >broken-$threads/verify
    for command in merge export; do
        expect 2 "$FULCRUM" $command broken -o none.h5 --threads $threads
        sed '/left$/d' err >broken-$threads/$command # without the progress
        [ ! -e none.h5 ] && ! ls none.h5.* >/dev/null 2>&1 || fail "$command left a file"
        grep -q 'shard-000001.h5: the dataset "legal/action" is missing or damaged' \
            broken-$threads/$command || fail "$command: $(cat broken-$threads/$command)"
    done
done
grep -q 'shard-000003.h5: the dataset "positions/state" is missing' broken-1/verify ||
    fail "$(cat broken-1/verify)"
diff -r broken-1 broken-3 >difference || fail "three threads: $(cat difference)"

for simulations in 20 40 60; do
    printf '{"name": "s%d", "search": {"simulations": %d}}\n' $simulations $simulations \
        >s$simulations.json
done
expect 0 "$FULCRUM" match s20.json s60.json cascade size=4 --games 24 --threads 4 --out match
expect 0 "$FULCRUM" rate --out rate cascade size=4 s20.json s40.json s60.json --pairs 4 \
    --threads 4

# An evaluator for each thread of a tree, and priors stored with new nodes.
tool=$(dirname "$FULCRUM")/tests/network_tool
if [ -x "$tool" ]; then
    expect 0 "$tool" integer 1 64 weights.safetensors cascade size=4
    expect 0 "$FULCRUM" analyze cascade size=4 search.evaluator=integer \
        network.weights=weights.safetensors search.selection=puct search.fpu=reduction \
        search.simulations=3000 search.threads=4
fi

cat >study.json <<'JSON'
{"game": "cascade", "variants": [{"variant": {"size": 3}}, {"variant": {"size": 4}}],
 "strengths": [{"simulations": 10}, {"simulations": 20}],
 "games": {"first": 16, "most": 32, "shard": 8}, "precision": 0.2}
JSON
expect 0 "$FULCRUM" study study.json --out study --threads 4 --quiet

passed

#!/usr/bin/env bash
# Integer networks, evaluated and trained, are bit-identical with every instruction set of this
# processor and, under emulation, of aarch64: two programs from the same sources.
. "$(dirname "$0")/../cli_common.sh"

cd "$root" || exit 1
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
cross=$(command -v aarch64-linux-gnu-gcc)
if [ -z "$emulator" ] || [ -z "$cross" ]; then
    echo "skipped: aarch64-linux-gnu-gcc and qemu-user are not installed"
    exit 77
fi

mapfile -t sources < <(
    ls core/base/*.c core/config/*.c core/game/*.c core/games/*/*.c \
        mcts/evaluate/integer/integer_{inference,network,rows,kernels}*.c mcts/evaluate/weights.c |
        grep -vE 'base/(process_|build_info)|document|outside'
)
sources+=(tests/tools/integer_tool.c core/base/files/safetensors.c eval/page/json_tree.c
    core/base/process/task_queue.c selfplay/export/symmetry_maps.c
    selfplay/train/train{er,er_arrays,_batch,_pass,_kernels}.c)
mkdir "$TEMPORARY/cjson"
cp "$(pkg-config --variable=includedir libcjson)/cjson/cJSON.h" "$TEMPORARY/cjson"
flags=(-std=c11 -O2 -fopenmp -D_GNU_SOURCE "-I$TEMPORARY" -I. -ffp-contract=off -w -ffunction-sections
    -Wl,--gc-sections)
expect 0 "$cross" "${flags[@]}" -static "${sources[@]}" -lm -pthread -o "$TEMPORARY/there"
expect 0 "${CC:-cc}" "${flags[@]}" "${sources[@]}" -lm -pthread -o "$TEMPORARY/here"

expect 0 "$emulator" -E FULCRUM_KERNELS=plain "$TEMPORARY/there"
equal "$(cat "$TEMPORARY/err")" plain "the kernels that are asked for"
equal "$(wc -l <"$TEMPORARY/out")" 13 "lines"
mv "$TEMPORARY/out" "$TEMPORARY/expected"
expect 0 "$emulator" "$TEMPORARY/there"
equal "$(cat "$TEMPORARY/err")" neon "the kernels of aarch64"
cmp -s "$TEMPORARY/out" "$TEMPORARY/expected" ||
    fail "NEON and plain C differ: $(cat "$TEMPORARY/out")"
for kernels in plain avx2 avx512; do
    expect 0 env FULCRUM_KERNELS=$kernels "$TEMPORARY/here"
    cmp -s "$TEMPORARY/out" "$TEMPORARY/expected" ||
        fail "$(cat "$TEMPORARY/err") differs from aarch64: $(cat "$TEMPORARY/out")"
done
passed

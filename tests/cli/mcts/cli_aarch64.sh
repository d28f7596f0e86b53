#!/usr/bin/env bash
# Integer networks are bit-identical with every instruction set of this processor and, under
# emulation, of aarch64: two programs from the same sources.
. "$(dirname "$0")/../cli_common.sh"

cd "$root" || exit 1
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
cross=$(command -v aarch64-linux-gnu-gcc)
if [ -z "$emulator" ] || [ -z "$cross" ]; then
    echo "skipped: aarch64-linux-gnu-gcc and qemu-user are not installed"
    exit 77
fi

integer=mcts/evaluate/integer
sources=(tests/tools/integer_tool.c core/base/{pcg,error}.c
    $integer/integer_{inference,network,kernels,kernels_neon,kernels_avx2,kernels_avx512}.c)
flags=(-std=c11 -O3 -D_POSIX_C_SOURCE=200809L -I. -Wall -Wextra -Werror)
expect 0 "$cross" "${flags[@]}" -static "${sources[@]}" -o "$TEMPORARY/there"
expect 0 "${CC:-cc}" "${flags[@]}" "${sources[@]}" -o "$TEMPORARY/here"

expect 0 "$emulator" -E FULCRUM_KERNELS=plain "$TEMPORARY/there"
equal "$(cat "$TEMPORARY/err")" plain "the kernels that are asked for"
equal "$(wc -l <"$TEMPORARY/out")" 9 "lines"
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

#!/usr/bin/env bash
# The installed libfulcrum: C programs are built against it outside the source tree, with
# pkg-config and CMake, shared and static, and run; it exports exactly the functions of fulcrum.h;
# a moved prefix still works.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
need_build libfulcrum.a
sanitized &&
    skip "a sanitized library is for sanitized programs"

expect 0 cmake --install "$build" --prefix "$TEMPORARY/first"
mv first prefix # an installation can be moved
export PKG_CONFIG_PATH=$TEMPORARY/prefix/lib/pkgconfig
[ -f "$PKG_CONFIG_PATH/fulcrum.pc" ] ||
    PKG_CONFIG_PATH=$(dirname "$(find prefix -name fulcrum.pc)")
libraries=$(dirname "$PKG_CONFIG_PATH")
case $libraries in /*) ;; *) libraries=$TEMPORARY/$libraries ;; esac
export PKG_CONFIG_PATH=$libraries/pkgconfig
export LD_LIBRARY_PATH=$libraries

# Exported: the functions that the header declares with FULCRUM_API.
grep -A1 '^FULCRUM_API' prefix/include/fulcrum.h | grep -o 'fulcrum_[a-z_]*(' | tr -d '(' |
    sort -u >declared
nm -D --defined-only "$libraries/libfulcrum.so" | awk '{print $3}' |
    grep -v '___llvm_prf' | sort >exported # without coverage's own
diff declared exported >&2 || fail "the shared library exports other symbols than fulcrum.h"
nm -g --defined-only "$libraries/libfulcrum.a" | awk 'NF == 3 {print $3}' | sort >exported
diff declared exported >&2 || fail "the static library has other symbols than fulcrum.h"
[ "$(wc -l <declared)" -gt 50 ] || fail "only $(wc -l <declared) functions in the header"
checks=$((checks + 3))

cp prefix/share/fulcrum/examples/library/*.c .
# shellcheck disable=SC2046
expect 0 hidden "${CC:-cc}" -std=c11 -Wall -Wextra -Werror match.c \
    $(pkg-config --cflags --libs fulcrum) -o match
expect 0 hidden ./match seesaw size=2 4
grep -q '^own agent: .* of 4 games' out || fail "unexpected output: $(cat out)"
expect 2 ./match nothing
grep -q '^match: unknown game "nothing"' err || fail "unexpected message: $(cat err)"
# shellcheck disable=SC2046
expect 0 hidden "${CC:-cc}" -std=c11 -D_POSIX_C_SOURCE=200809L env_speed.c \
    $(pkg-config --cflags fulcrum) "$libraries/libfulcrum.a" \
    $(pkg-config --libs --static fulcrum | sed 's/-lfulcrum //') -o env_speed
LD_LIBRARY_PATH='' expect 0 ./env_speed cascade size=3 4 0.01 2
[ "$(grep -c 'million actions' out)" -eq 3 ] || fail "unexpected output: $(cat out)"

cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.18)
project(example C)
find_package(fulcrum 0.1 REQUIRED)
add_executable(example match.c)
target_link_libraries(example fulcrum::fulcrum)
CMAKE
expect 0 cmake -S . -B example "-DCMAKE_PREFIX_PATH=$TEMPORARY/prefix" \
    "-DCMAKE_C_COMPILER=${CC:-cc}"
expect 0 hidden cmake --build example
expect 0 hidden example/example cascade size=3 2
passed

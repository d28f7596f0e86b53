#!/usr/bin/env bash
# The sources follow their structure (tests/tools/structure.py), and violations are found: a small
# tree violates it in every way.
. "$(dirname "$0")/../cli_common.sh"
build=$(dirname "$FULCRUM")
[ -f "$build/compile_commands.json" ] || { echo "no compile_commands.json"; exit 77; }
structure() { python3 "$root/tests/tools/structure.py" "$@"; }
structure "$build" || fail "the sources break their structure"
checks=$((checks + 1))

cd "$TEMPORARY" || exit 1
mkdir -p core/base core/games/nim mcts eval tests
header() { # header NAME LINE...
    printf '%s\n' "/* $(basename "$1") - a header. */" "#ifndef GUARD" "#define GUARD" \
        "${@:2}" "#endif" >"$1"
}
header core/base/one.h '#include "core/base/two.h"' 'int one(int x);' 'int unused(void);'
header core/base/two.h '#include "core/base/one.h"' 'typedef struct two { int x; } two_t;'
header core/base/three.h '#include <cjson/cJSON.h>' '#include "mcts/high.h"' 'int three(two_t x);'
header mcts/high.h 'int high(int x);' 'int only_tested(void);'
echo 'int two(int x); int one(int x) { return two(x); } int unused(void) { return 0; }' >core/base/one.c
echo 'int one(int x); int high(int x); int two(int x) { return x ? one(x) : high(x); }' >core/base/two.c
echo 'int high(int x) { return x; } int only_tested(void) { return 1; }' >mcts/high.c
echo '/* cJSON_AddNumberToObject(json, "seed", (double)seed); */' >>mcts/high.c
echo 'int only_tested(void); int main(void) { return only_tested(); }' >tests/test.c
printf '/* As in nim. %080d */\n' 0 >eval/judge.c
yes '/* */' | head -601 >eval/long.c
printf 'See [this](gone.md) and `one.h`.\n' >eval/README.md
touch core/games/nim/nim.c
for i in $(seq 31); do touch "mcts/file$i.txt"; done
sources=(core/base/one.c core/base/two.c core/games/nim/nim.c mcts/high.c eval/judge.c eval/long.c tests/test.c)
for source in "${sources[@]}"; do
    "${CC:-cc}" -c "$source" -o "$source.o" || fail "$source does not compile"
    printf '%s{"directory": "%s", "file": "%s", "command": "cc -c %s -o %s.o"}\n' \
        "$([ -s list ] && echo ,)" "$PWD" "$PWD/$source" "$source" "$source" >>list
done
{ echo '['; cat list; echo ']'; } >compile_commands.json
expect 1 structure . --root .
seen() { grep -qF -- "$1" err || fail "not found: $1; $(cat err)"; checks=$((checks + 1)); }
seen 'core/base/three.h includes mcts/high.h, which is above it'
seen 'core/base/two.c uses high of mcts/high.c, which is above it'
seen 'headers include each other: core/base/one.h, core/base/two.h'
seen 'core/base/one.c -> core/base/two.c: two'
seen 'core/base/three.h uses two_t and does not include core/base/two.h'
seen 'core/base/two.h includes core/base/one.h and uses nothing of it'
seen 'core/base/three.h includes <cjson/cJSON.h>'
seen 'mcts/high.c uses cJSON_AddNumberToObject instead of core/base/json.h'
seen 'eval/judge.c:1 names a game'
seen 'eval/judge.c:1 has a comment and 97 columns'
seen 'mcts/high.c: only tests use only_tested'
seen 'core/base/one.c: no other file uses unused'
seen 'eval/long.c has 601 lines'
seen 'mcts has 34 files'
seen 'eval/README.md:1 names gone.md, which is not there'
passed

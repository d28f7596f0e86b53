#!/usr/bin/env bash
# A game in a C file that the command line names: compiled, kept in the cache, its errors shown;
# hostile sources; runs, studies and claims that keep its text.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
need_build libfulcrum_game.a
sanitized && skip "the library is sanitized"
export XDG_CACHE_HOME=$TEMPORARY/cache TMPDIR=$TEMPORARY/tmp
mkdir tmp
unset CC
cached() { find cache -name '*.so' | wc -l; }
{
    echo '#include "core/game/outside_game.h"'
    grep -v toy_connect_four.h "$root/tests/support/toy_connect_four.c"
    echo 'OUTSIDE_GAME("connectfour", toy_connect_four_class)'
} >four.c
small=(width=4 height=4)

# Compiled once for each text, compiler and kind; by several processes at once as well.
expect 0 "$FULCRUM" perft ./four.c "${small[@]}" --depth 5
equal "$(tail -n 1 out)" "5 1020" "perft of Connect Four"
equal "$(cached)" 1 "objects"
before=$(stat -c %Y.%i cache/fulcrum/*.so)
expect 0 "$FULCRUM" perft "$PWD/four.c" "${small[@]}" --depth 1
equal "$(stat -c %Y.%i cache/fulcrum/*.so)" "$before" "the object of the second call"
rm -r cache
for _ in 1 2 3 4; do
    "$FULCRUM" perft ./four.c "${small[@]}" --depth 5 >>together &
done
wait
equal "$(grep -c '^5 1020$' together)" 4 "calls at once"
equal "$(find cache/fulcrum tmp -type f | wc -l)" 1 "files left by them"
sed 's/int64_t width, height/\/* *\/&/' four.c >same.c
expect 0 "$FULCRUM" --game ./same.c games connectfour
equal "$(cached)" 2 "objects of two texts"
if command -v clang >/dev/null; then
    CC="clang -O1" expect 0 "$FULCRUM" perft ./four.c "${small[@]}" --depth 5
    equal "$(cached)" 3 "objects of two compilers"
fi
XDG_CACHE_HOME=/dev/null/none HOME=/dev/null expect 0 "$FULCRUM" perft ./four.c --depth 1
chmod go+w cache/fulcrum # others could put objects there
expect 0 "$FULCRUM" perft ./four.c --depth 1
chmod go-w cache/fulcrum
equal "$(find tmp -mindepth 1 | wc -l)" 0 "temporary files"
expect 0 "$FULCRUM" conformance ./four.c "${small[@]}" --effort=4
grep -q '^holds: connectfour width=4' out || fail "$(cat out)"
printf 'quit\n' | "$FULCRUM" play ./four.c "${small[@]}" >out
# A saved game of it is resumed with its file.
printf 'a\nsave saved.json\nquit\n' |
    "$FULCRUM" play ./four.c "${small[@]}" --player2 human >out || fail "$(cat out)"
grep -qF 'fulcrum --game ./four.c play --load saved.json' out || fail "$(cat out)"
refused 'or loaded by FULCRUM_GAMES=FILE' "$FULCRUM" play --load saved.json
for call in 'play ./four.c --load' '--game ./four.c play --load'; do
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" $call saved.json
    grep -q 'Turn 2' out || fail "$call: $(cat out)"
done
refused 'saved.json: is a game of connectfour, not of seesaw' \
    "$FULCRUM" --game ./four.c play seesaw --load saved.json
refused 'already determines the variant' "$FULCRUM" play ./four.c width=5 --load saved.json
refused 'before the command: fulcrum --game FILE report' "$FULCRUM" report run --game ./four.c
refused 'before the command: fulcrum --game FILE verify' "$FULCRUM" verify run --game ./four.c
FULCRUM_GAMES=$PWD/four.c expect 0 "$FULCRUM" games connectfour

# Errors and warnings, with the file's lines; nothing is kept.
number=$(cached)
sed 's/position_t \*position = state;/position_t *positon = state;/' four.c >slip.c
refused 'slip.c: does not compile' "$FULCRUM" perft ./slip.c --depth 1
grep -q "^./slip.c:[0-9]*:[0-9]*: error: 'position' undeclared" err || fail "$(cat err)"
grep -q '| .*discs\[0\]' err || fail "no line of the file: $(cat err)"
[ "$(wc -l <err)" -le 45 ] || fail "$(wc -l <err) lines of errors"
sed 's/^static int side.*/void nowhere(void);\n&/; s/return bits64_count/nowhere(); &/' four.c >link.c
refused 'link.c: does not compile' "$FULCRUM" perft link.c --depth 1
grep -q '^link.c: there is no function nowhere, which the game needs$' err || fail "$(cat err)"
sed 's/^    (void)error; .*/    int unused; &/' four.c >warning.c
expect 0 "$FULCRUM" perft ./warning.c --depth 1
grep -q '^./warning.c:.*: warning: unused variable' err || fail "$(cat err)"
expect 0 "$FULCRUM" perft ./warning.c --depth 1
[ ! -s err ] || fail "a second time: $(cat err)"
number=$((number + 1))
# other NAME EXPECTED SED...: the game, edited with sed, is refused with EXPECTED.
other() {
    sed "${@:3}" four.c >"$1.c"
    refused "$2" "$FULCRUM" perft "./$1.c" --depth 1
}
table='__attribute__((visibility("default"))) const outside_game_t fulcrum_outside_game ='
other version 'a game for interface 99' \
    "s/^OUTSIDE_GAME.*/extern const outside_game_t fulcrum_outside_game; $table {.kind = OUTSIDE_GAME_KIND, .interface = 99, .class = \\&toy_connect_four_class};/"
other notable 'it exports no "fulcrum_outside_game"' '/^OUTSIDE_GAME/d'
other taken 'a game "seesaw" already exists' 's/"connectfour"/"seesaw"/'
other beside 'beside.c: does not compile' '1i #include "mine.h"'
echo 'int own;' >mine.h
other included 'includes another file' "1i #include \"$PWD/mine.h\""
CC=nocc refused 'sudo apt install gcc' "$FULCRUM" perft ./slip.c --depth 1
mkdir bin
ln -s "$(command -v grep)" "$(command -v cat)" bin
PATH=$PWD/bin refused 'there is no compiler "cc"' "$FULCRUM" perft ./four.c --depth 1
equal "$(cached)" "$number" "objects of sources that were refused"

# Hostile sources.
echo 'root:secret:0:0' >secret
for form in "\"$PWD/secret\"" "<$PWD/secret>"; do
    other secret 'does not compile' "1i #include $form"
    ! grep -q 'root\|secret:' err || fail "shows another file: $(cat err)"
done
mkdir folder.c
mkfifo pipe.c
: >empty.c
truncate -s 1G big.c
printf 'int a\0;' >bytes.c
for name in folder:folder pipe:pipe empty:'not a C file' big:'too large' bytes:'not a C file' \
    none:'No such file'; do
    refused "${name#*:}" "$FULCRUM" perft "./${name%:*}.c" --depth 1
done
{ # 8^9 strings
    echo '#define A0 "x"'
    for i in 1 2 3 4 5 6 7 8 9; do
        echo "#define A$i $(printf "A$((i - 1)) %.0s" 1 2 3 4 5 6 7 8)"
    done
    echo 'const char endless[] = A9;'
} >endless.c
FULCRUM_COMPILE_SECONDS=1 refused 'takes more than 1 seconds' "$FULCRUM" perft endless.c --depth 1
echo 'char large[1UL << 40] = {1};' >large.c
refused 'large.c: ' "$FULCRUM" perft large.c --depth 1
printf '#!/bin/sh\nyes error\n' >talks
printf '#!/bin/sh\nkill -9 $$\n' >dies
chmod +x talks dies
CC=./talks refused 'more than 16 MiB of messages' "$FULCRUM" perft four.c --depth 1
CC=./dies refused 'its compiler was killed by signal 9' "$FULCRUM" perft four.c --depth 1
printf '#error \033[31m\n' >escape.c
refused 'does not compile' "$FULCRUM" perft escape.c --depth 1
! grep -q $'\033' err || fail "an escape sequence is shown"
equal "$(cached)" "$number" "objects of hostile sources"
equal "$(find tmp -mindepth 1 | wc -l)" 0 "temporary files"

# What conformance finds: the function, the action, the position, the way there.
# faulty NAME EXPECTED CODE: a game whose apply runs CODE is reported with EXPECTED.
faulty() {
    sed "/^static void apply/,/^}/s/^    position_t \*position = state;/&$3/" four.c >"$1.c"
    expect 1 "$FULCRUM" conformance "./$1.c" "${small[@]}" --effort=4 --limit 1
    tr '\n' ' ' <out >line
    grep -qE "does not hold: connectfour width=4 .*rules.apply$2" line || fail "$1: $(cat out)"
}
both='position->discs[0] \&\& position->discs[1]'
faulty index ' of d: ./index.c:[0-9]+: (the index 3|reads or writes beyond).* in the position 1 .*actions played: none' \
    ' static int seen[3]; seen[action]++;'
faulty overflow ' of a: ./overflow.c:[0-9]+: a sum is too large .* actions played: a ' \
    " volatile int most = 2147483647; if (position->discs[0]) most = most + action + 1;"
through='int *volatile at ='
faulty global ' of a: ./global.c: (reads|writes) memory beyond the variable seen in the position 1 .*: none' \
    " static int seen[4]; $through seen; at[4] = 1;"
faulty local ' of a: ./local.c: (reads|writes) memory beyond the variable few .*actions played: a ' \
    " int few[3] = {0}; $through few; if (position->discs[0]) at[3 + (action > 6)] = 1;"
faulty late ' of a: ./late.c: writes memory after its block has ended: that of the variable inner ' \
    " int *volatile at; { int inner = 1; at = \&inner; } *at = 2;"
faulty endless ' of . ran for more than 1 s actions played: a ' " while ($both) {}"
faulty null ' of . crashed .signal 11.* actions played: a ' " if ($both) *(volatile int *)8 = 1;"
faulty trap ' of . crashed .signal 4.* actions played: a ' " if ($both) __builtin_trap();"
! grep -q 'probably in the rules' out err || fail "conformance is told to run itself"

# Without conformance: a crash says what to do, a second signal ends what never returns.
expect 139 "$FULCRUM" perft ./null.c "${small[@]}" --depth 4
equal "$(grep -cx 'fulcrum: crashed, probably in the rules of ./null.c; to see by which action: fulcrum conformance ./null.c' err)" \
    1 "lines about the crash"
sed '/^static void apply/i static int deep(int n) { volatile char a[4096]; a[0] = (char)n; return deep(n + 1) + a[0]; }
    /^static void apply/,/^}/s/^    position_t \*position = state;/& if (deep(0)) return;/' four.c >deep.c
expect 139 "$FULCRUM" perft ./deep.c "${small[@]}" --depth 4
grep -q '^fulcrum: crashed, probably in the rules of ./deep.c; ' err || fail "a full stack: $(cat err)"
# endless SIGNAL STATUS COMMAND...: ends by the second signal, not by the first.
endless() {
    local pid got=0 message=$1-$3.err
    env --default-signal "$FULCRUM" "${@:3}" >/dev/null 2>"$message" </dev/null &
    pid=$!
    until [ /proc/$pid/exe -ef "$FULCRUM" ] && catches $pid "$(kill -l "$1")"; do sleep 0.02; done
    sleep 0.3
    kill -s "$1" $pid
    sleep 0.7
    kill -s "$1" $pid || fail "$3 ended by one $1: $(cat "$message")"
    wait $pid || got=$?
    equal $got "$2" "$3 after two $1"
}
"$FULCRUM" study ./endless.c "${small[@]}" simulations=4 --time-limit 2s --out never >/dev/null \
    2>limit.err </dev/null &
limited=$!
endless INT 130 play ./endless.c "${small[@]}" --player1 search
endless TERM 143 analyze ./endless.c "${small[@]}"
endless TERM 143 solve ./endless.c "${small[@]}"
status=0
wait $limited || status=$?
equal "$status" 3 "study with a time limit"
grep -q 'has not returned for seconds' limit.err || fail "$(cat limit.err)"
(
    ulimit -v 4000000 # no room for the shadow of checked addresses
    faulty narrow ' of d: ./narrow.c:[0-9]+: the index 3' ' static int seen[3]; seen[action]++;'
) || exit 1
faulty behind ' writes behind the state .*actions played: a ' " if ($both) ((char *)state)[game->state_bytes] ^= 1;"

# A run keeps the text and its hash.
echo '{"game": "./four.c", "variant": {"width": 4, "height": 4}, "games": 4,
    "search": {"simulations": 8}}' >config.json
expect 0 "$FULCRUM" selfplay config.json --out run --quiet
cmp four.c run/game.c || fail "the text"
grep -q "\"game_source\":.*\"$(sha256sum <four.c | cut -c 1-64)\"" run/config.json || fail "the hash"
expect 0 "$FULCRUM" --game ./four.c verify run
for command in info show\ --boards metrics verify status export\ -o\ none.h5; do
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" $command run --allow-code
    grep -q "compiles run/game.c (14[0-9] lines, SHA-256 [0-9a-f]*)" err || fail "$(cat err)"
done
rm none.h5
# Without the rules: what was recorded, with actions as numbers.
for command in show\ --boards metrics export\ -o\ none.h5; do
    # shellcheck disable=SC2086
    refused 'run again with --allow-code' "$FULCRUM" $command run
    grep -qF 'before the command, fulcrum --game FILE COMMAND ...' err || fail "$(cat err)"
done
[ ! -e none.h5 ] || fail "a refused export wrote a file"
expect 0 "$FULCRUM" status run
expect 0 "$FULCRUM" verify run
grep -q 'intact and complete; its games were not replayed: .*--allow-code' out || fail "$(cat out)"
cp -r run torn && printf x | dd of=torn/shard-000000.h5 bs=1 seek=3000 conv=notrunc status=none
refused 'torn: needs the rules of connectfour' "$FULCRUM" verify torn --repair --quiet
[ -e torn/shard-000000.h5 ] && [ ! -e torn/damaged ] || fail "moved before it could be played again"
expect 1 "$FULCRUM" --game ./four.c verify torn --repair --quiet
same_runs run torn
expect 0 "$FULCRUM" show run
grep -qE '1[.] [0-3] +[0-3]$' out || fail "$(cat out)"
expect 0 "$FULCRUM" --game four.c info run
grep -v Distinct out >with
expect 0 "$FULCRUM" info run
grep -v Distinct out | cmp - with || fail "info without the rules"
expect 0 "$FULCRUM" show run/shard-000000.h5 --allow-code
sed 's/Connect Four/Connect 4/' four.c >changed.c
refused 'holds a run of another configuration: "game_source"' \
    "$FULCRUM" selfplay config.json game=./changed.c --out run
for command in info verify metrics show; do
    refused 'compiled from another source' "$FULCRUM" --game ./changed.c $command run
done
refused 'compiled from another source' "$FULCRUM" --game ./changed.c selfplay run/config.json --out run
expect 0 "$FULCRUM" selfplay config.json games=6 --out run --quiet
cp -r run other
echo >>other/game.c
refused 'other/game.c: was changed' "$FULCRUM" info other --allow-code
number=$(cached)
# What a run says is not compiled, not even with a path as its game.
sed -i 's/"connectfour"/".\/four.c"/' other/config.json
refused 'needs the rules' "$FULCRUM" metrics other
sed -i 's/"num_actions":.*,/"num_actions": 70000,/' other/config.json
refused 'needs the rules' "$FULCRUM" status other
equal "$(cached)" "$number" "objects that a run names"
expect 0 "$FULCRUM" selfplay ./four.c width=5 games=2 search.simulations=4 --out twice --quiet
expect 0 "$FULCRUM" --game ./four.c merge run -o all.h5
expect 0 "$FULCRUM" --game ./four.c info all.h5
expect 0 "$FULCRUM" info all.h5
refused 'run again with --allow-code' "$FULCRUM" metrics all.h5
expect 0 "$FULCRUM" metrics all.h5 --allow-code

# A study, its report, and a claim that is checked elsewhere.
expect 0 "$FULCRUM" study ./four.c "${small[@]}" simulations=4 games.first=4 games.shard=4 \
    games.most=4 --out study
grep -q 'fulcrum --game ./four.c study study precision=' out || fail "$(cat out)"
refused 'run again with --allow-code' "$FULCRUM" report study
expect 0 "$FULCRUM" report study --allow-code
expect 0 "$FULCRUM" --game ./four.c report study --out named.html
grep -qxF '<pre>fulcrum --game ./four.c study study.json --out again' named.html || fail "how to repeat it: named.html"
expect 0 "$FULCRUM" claim study -o claim --allow-code
mkdir elsewhere
mv claim elsewhere
(
    cd elsewhere || exit 1
    TEMPORARY=$PWD
    cmp ../four.c claim/game.c || fail "the bundle's text"
    refused 'run again with --allow-code' "$FULCRUM" claim check claim
    expect 0 "$FULCRUM" claim check claim --allow-code --share 20%
    echo >>claim/game.c
    refused 'was changed' "$FULCRUM" claim check claim --allow-code
) || exit 1

# libfulcrum.
if command -v python3 >/dev/null && [ -e "$build/libfulcrum.so" ]; then
    expect 0 python3 -c '
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.fulcrum_game_new.restype = ctypes.c_void_p
library.fulcrum_error.restype = ctypes.c_char_p
first = library.fulcrum_game_new(b"./four.c", b"width=5")
again = library.fulcrum_game_new(b"./four.c", b"width=6")
slip = library.fulcrum_game_new(b"./slip.c", b"")
text = library.fulcrum_error().decode()
sys.exit(not (first and again and not slip and "does not compile" in text and "undeclared" in text))
' "$build/libfulcrum.so"
fi
passed

#!/usr/bin/env bash
# A game in a shared object, compiled outside the source tree from an installation: the program
# plays, records and checks it; invalid games are rejected with the reason.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
need_build libfulcrum_game.a
sanitized &&
    skip "what is installed is sanitized"
expect 0 cmake --install "$build" --prefix "$TEMPORARY/prefix"
PKG_CONFIG_PATH=$(dirname "$(find "$TEMPORARY/prefix" -name fulcrum-game.pc)")
export PKG_CONFIG_PATH
# object NAME: compiles NAME.c as outside_game.h describes.
object() {
    # shellcheck disable=SC2046
    expect 0 hidden "${CC:-cc}" -std=c11 -Wall -Wextra -O1 -shared -fPIC -fvisibility=hidden \
        "$1.c" -o "$1.so" $(pkg-config --cflags --libs fulcrum-game) -Wl,--no-undefined
}
four() { grep -v toy_connect_four.h "$root/tests/support/toy_connect_four.c" | sed "$@"; }
{
    echo '#include "core/game/outside_game.h"'
    four ''
    echo 'OUTSIDE_GAME("connectfour", toy_connect_four_class)'
} >four.c
object four
sed 's/"Connect Four"/"<script>ran<\/script>"/; s/"Red", "Yellow"/"<b>", "\\">\&"/' four.c >marked.c
sed -i 's/"connectfour"/"marked"/' marked.c
object marked
equal "$(nm -D --defined-only four.so | awk '$3 !~ /llvm|^lprof/ {print $3}')" \
    fulcrum_outside_game "what the object exports" # without those of coverage measurement

# A game on the kit, by its installed headers.
cp "$root/configs/games/hex.c" hex.c
object hex
expect 0 hidden prefix/bin/fulcrum --game hex.so perft hex size=5 --depth 3
equal "$(tail -n 1 out)" "3 13800" "perft of Hex"

small=(connectfour width=4 height=4)
program=prefix/bin/fulcrum
expect 0 hidden $program --game four.so conformance "${small[@]}" --effort=4
grep -q '^holds: connectfour width=4 height=4' out || fail "$(cat out)"
expect 0 $program --game=./four.so --game ./four.so perft "${small[@]}" --depth 5
equal "$(tail -n 1 out)" "5 1020" "perft of Connect Four"
export FULCRUM_GAMES=$TEMPORARY/four.so
expect 0 $program games connectfour
printf '{"game": "connectfour", "games": 2, "search": {"simulations": 8}}' >config.json
expect 0 hidden $program selfplay config.json --out run --quiet
expect 0 $program verify run
expect 0 $program export run -o rows.h5 --planes --features --final-board --symmetries maps
unset FULCRUM_GAMES
refused 'unknown game "connectfour"' $program info run
grep -qF 'or loaded by FULCRUM_GAMES=FILE' err || fail "$(cat err)"
# Printed commands name the file; job scripts load the game.
mv run/shard-000000.h5 kept.h5
expect 1 $program --game ./four.so verify run
grep -qxF '  to complete it: fulcrum --game ./four.so selfplay run' out ||
    fail "$(cat out)"
mv kept.h5 run/shard-000000.h5
echo '{"game": "connectfour", "variants": [{"variant": {"width": 4, "height": 4}}], "games":
    {"first": 4, "shard": 4, "most": 4}, "strengths": [{"simulations": 4}]}' >study.json
expect 0 $program --game four.so study study.json --out study
grep -qx ' *fulcrum --game four.so study study precision=.*' out || fail "$(cat out)"
# Its texts in a page are text.
sed 's/connectfour/marked/; s/{"simulations": 4}/{"name": "<i>`", "simulations": 4}/' study.json |
    sed '1s/^{/{"title": "<u>\&amp;", /' >marked.json
expect 0 $program --game marked.so study marked.json --out marked
expect 0 $program --game marked.so report marked
! grep -nE '<script>ran|<b>[^A-Z]|<i>`|<u>' marked/report.html || fail "unescaped texts"
equal "$(grep -cE 'About &lt;script&gt;ran&lt;/script&gt;' marked/report.html)" 1 "titles"
printf 'save a.json\nquit\n' | $program --game four.so play "${small[@]}" >out
grep -qF 'fulcrum --game four.so play --load a.json' out || fail "$(cat out)"
expect 0 $program --game four.so slurm --tasks 1 --time 1h --no-try -- selfplay config.json --out night
grep -qx "export FULCRUM_GAMES=$PWD/four.so" night.slurm/job.sh || fail "$(cat night.slurm/job.sh)"
if command -v python3 >/dev/null; then
    expect 0 python3 -c '
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.fulcrum_game_new.restype = ctypes.c_void_p
sys.exit(library.fulcrum_load_game(b"four.so") or
         not library.fulcrum_game_new(b"connectfour", b"width=5"))
' "$(find prefix -name libfulcrum.so)"
fi

# A game without networks has no planes to export.
{
    echo '#include "core/game/outside_game.h"'
    four '/\.networks = /d; s/"connectfour"/"blind"/'
    echo 'OUTSIDE_GAME("blind", toy_connect_four_class)'
} >blind.c
object blind
export FULCRUM_GAMES=$TEMPORARY/blind.so
sed -i 's/connectfour/blind/' config.json
expect 0 $program selfplay config.json --out blind --quiet
expect 0 $program export blind -o blind.h5 --symmetries maps
for option in --planes --features --final-board; do
    refused 'blind has no planes' $program export blind -o none.h5 $option
done
[ ! -e none.h5 ] || fail "a refused export wrote a file"
unset FULCRUM_GAMES

# Games that break the contract: the message says how, and names the function.
# breaks NAME EXPECTED SED...: the same game, edited with sed, does not hold with EXPECTED.
breaks() {
    {
        echo '#include "core/game/outside_game.h"'
        four "${@:3}" -e "s/\"connectfour\"/\"$1\"/"
        echo "OUTSIDE_GAME(\"$1\", toy_connect_four_class)"
    } >"$1.c"
    object "$1"
    expect 1 $program --game "./$1.so" conformance "$1" --effort=4 --limit 1
    if ! grep -q "^does not hold: $1 " out || ! grep -qE "$2" out; then
        fail "$1: $(cat out)"
    fi
}
in_apply() { echo "/^static void apply/,/^}/s/^    position_t \*position = state;/&$1/"; }
breaks skewed '^symmetry 1: the image of the action a does not lead' -e 's/game->grid_width - 1 - action/action ^ 1/'
breaks negative '^rules.legal returns -1; allowed: 0 to 7' \
    -e '/^static int legal/,/^}/s/return 0;/return -1;/'
breaks infront '^rules.apply writes in front of the state' \
    -e "$(in_apply '((unsigned char *)state)[-1] ^= 1;')"
breaks behind '^rules.apply writes behind the state' \
    -e "$(in_apply '((unsigned char *)state)[game->state_bytes] ^= 1;')"
breaks actions '^rules.legal writes behind its array' \
    -e '/^static int legal/,/^}/s/    return count;/actions[game->max_legal] = 0; &/'
breaks contents '^board.contents writes in front of its array' \
    -e '/^static void contents/,/^}/s/^    const position_t .*/& contents[-1] = 0;/'
breaks reader '^rules.(legal|outcome) changes a state' \
    -e '/^static outcome_t outcome/,/^}/s/^    int last.*/& ((position_t *)position)->discs[0] ^= 1;/'
breaks control 'the text of an action, "a[?]", must be one line' \
    -e "s/^    text_add_char(out.*/& text_add_char(out, '\\a');/"
breaks believes 'does not hold: ' -e 's/return error_set(error, "a disc above.*/{}/' \
    -e 's/lead == mover .*) ||$/mover < 2) ||/'
breaks crashes '^rules.apply of . crashed [(]signal 4, Illegal instruction[)]' \
    -e "$(in_apply ' __builtin_trap();')"
breaks loops '^board.contents ran for more than 1 s' \
    -e '/^static void contents/,/^}/s/^    const position_t .*/& for (volatile int i = 1; i;) {}/'
breaks exits '^rules.apply of . ended the process with status 2' \
    -e "$(in_apply ' extern void exit(int); exit(0);')"
breaks colours 'a colour must be "#rrggbb"' \
    -e 's/^static bool make/static void draw(const game_t *game, board_drawing_t *board) { (void)game; board->colour[0] = board->colour[1] = "red"; }\n&/' \
    -e '1i #include "core/game/board_drawing.h"' \
    -e 's/^    \.text = {/    .drawing = {.draw_board = draw},\n&/'

# Files that are not games.
echo 'a game' >text.so
refused 'cannot be loaded as a shared object' $program --game text.so games
refused 'No such file' $program --game gone.so games
refused '--game needs a value' $program --game
echo 'int nothing;' >empty.c
object empty
refused 'it exports no "fulcrum_outside_game"' $program --game empty.so games
FULCRUM_GAMES=$TEMPORARY/four.so:$TEMPORARY/empty.so \
    refused 'FULCRUM_GAMES: ' $program games
# other NAME EXPECTED SED...: the same game, edited with sed, is refused with EXPECTED.
other() {
    { sed "${@:3}" four.c; } >"$1.c"
    object "$1"
    refused "$2" $program --game "./$1.so" games
}
table='const outside_game_t fulcrum_outside_game;'
table="__attribute__((visibility(\"default\"))) $table"
start="$table $table = {.kind = OUTSIDE_GAME_KIND, .class = \\&toy_connect_four_class,"
start=${start/"$table $table ="/"${table%;} ="}
sizes='.table_bytes = sizeof(outside_game_t), .class_bytes = sizeof(game_class_t),'
sizes="$sizes .game_bytes = sizeof(game_t), .key_bytes = sizeof(config_key_t),"
other version 'a game for interface 99' \
    "s/^OUTSIDE_GAME.*/$start .interface = 99};/"
other sizes 'its structs differ in size' \
    "s/^OUTSIDE_GAME.*/$start .interface = OUTSIDE_GAME_INTERFACE, $sizes};/"
other kind 'is not a game table' \
    "s/^OUTSIDE_GAME.*/${table%;} = {.kind = \"nothing\"};/"
other name 'a game "seesaw" already exists' 's/"connectfour"/"seesaw"/'
other names 'its class and its table differ in the game' 's/^    .name = "connectfour"/    .name = "four"/'
other title 'title and side_names must be one line of valid UTF-8' 's/"Connect Four"/"Connect\\033[2JFour"/'
other guide 'guide must be lines of valid UTF-8' 's/A turn drops/A\\rturn drops/'
other crash 'its function make ends with signal 4 (Illegal instruction)' \
    's/^    (void)error; .*/& __builtin_trap();/'
other make 'make is missing' 's/^    .make = make,//; s/^static bool make/bool make(game_t *, failure_t *); bool make/'
other legal 'rules.legal is missing' 's/{.legal = legal, /{/; s/^static int legal/int legal(const game_t *, const void *, action_t *); int legal/'
passed

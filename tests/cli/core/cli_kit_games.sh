#!/usr/bin/env bash
# The games of configs/games, each in one file on the kit: they compile, have the perft counts that
# others hold (shared conventions: a finished game has no successors) or a naive implementation
# finds, pass conformance, and are played and verified.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
need_build libfulcrum_game.a include/fulcrum/fulcrum/kit.h
sanitized && skip "the library is sanitized"
# compile SOURCE NAME
compile() {
    expect 0 "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -Wno-psabi -O1 -shared -fPIC \
        -fvisibility=hidden -I"$build/include/fulcrum" -I"$root" "$1" -o "$2.so" \
        "$build/libfulcrum_game.a" -Wl,--no-undefined
}
for source in "$root"/configs/games/*.c; do
    compile "$source" "$(basename "$source" .c)"
done

# counts GAME VARIANT OPTIONS: prints the counts of perft on one line.
counts() {
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" --game "./$1.so" perft "$1" $2 $3 && awk '{print $2}' out | xargs
}
# Published counts, by actions or by turns.
while IFS='|' read -r game variant unit expected; do
    depth=$(wc -w <<<"$expected")
    [ "$unit" = turns ] && unit=--turns || unit=
    equal "$(counts "$game" "$variant" "--depth $depth $unit")" "$expected" "perft of $game $variant"
done <<'TABLE'
tictactoe||actions|9 72 504 3024 15120 54720 148176 200448 127872
connectfour||actions|7 49 343 2401 16807 117649 823536
breakthrough||actions|22 484 11132 256036
breakthrough|width=6 height=6|actions|16 256 4308 71478 1248290
knightthrough||actions|40 1600 63520
hex||actions|121 14520
hex|size=5|actions|25 600 13800 303600
reversi||actions|4 12 56 244 1396 8200 55092 390216
reversi|size=6|actions|4 12 56 244 1364 7604 47740
amazons||actions|80 2176 168420
amazons||turns|2176
englishdraughts||turns|7 49 302 1469 7361 36768 179740
internationaldraughts||turns|9 81 658 4265 27117
foxandhounds||actions|4 7 49 182 1118 3096 18792 70174
ninemensmorris||turns|24 552 12144 255024
ataxx||actions|16 256 6460 155888
TABLE
# Counts of a naive implementation.
while IFS='|' read -r game depth size variant; do
    # shellcheck disable=SC2086
    expect 0 python3 "$root/tests/tools/naive_games.py" "$game" "$depth" $size
    naive=$(cat out)
    equal "$(counts "$game" "$variant" "--depth $depth")" "$naive" "perft of $game $variant"
done <<'TABLE'
clobber|2||
clobber|6|4|width=4 height=3
konane|4||
konane|7|4|size=4
linesofaction|1||
linesofaction|3|5|size=5
ataxx|4|4|size=4
yavalath|3|3|side=3
gomoku|1||
pentago|2||
y|6|3|size=3
havannah|4|3|side=3
go|5|3|size=3
go|10|2|size=2
tumbleweed|1||
tumbleweed|3|3|side=3
TABLE

# Near a bridge, a fork, a ring.
for position in '2 ..o--/.oxx-/.xox./-o.x./--ox.' '2 .xx--/o..o-/.oo../-.xxo/--xx.' \
    '2 ..x--/ooxx-/oxo../-.ox./--..x'; do
    expect 0 python3 "$root/tests/tools/naive_games.py" havannah 4 3 "$position"
    naive=$(cat out)
    expect 0 "$FULCRUM" --game ./havannah.so perft havannah side=3 --position "$position" --depth 4
    equal "$(awk '{print $2}' out | xargs)" "$naive" "perft of $position"
done

# holds GAME STATUS [KEY=VALUE]
holds() { expect "$2" "$FULCRUM" --game "./$1.so" conformance "$1" "${@:3}" --effort=1; }
for source in "$root"/configs/games/*.c; do
    case $source in
    */go.c) holds go 0 size=5 ;; # its playouts are slow, and its variants many
    *) holds "$(basename "$source" .c)" 0 ;;
    esac
done
# Boards that none of them has.
sed 's/"gomoku"/"ring"/; s/square(/torus(/; s/15, 5, 15/7, 5, 7/' "$root/configs/games/gomoku.c" >ring.c
sed 's/"yavalath"/"bricks"/; s/hexagon(k, /hex_rectangle(k, 7, /' "$root/configs/games/yavalath.c" >bricks.c
# The example of the page has the slip that the page says; the summary's is right.
awk '/^```c$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$root/core/kit/README.md" >pairs.c
expect 0 "$FULCRUM" help kit
[ "$(wc -c <out)" -le 6144 ] || fail "the summary of the kit has more than 6 kB"
sed '1,/^EXAMPLE/d' out >files.c
for game in ring bricks pairs files; do
    compile $game.c $game
    [ $game = pairs ] || holds $game 0
done
holds pairs 1
grep -q 'longer than its max_game_length of 9 .*k->cut_off' out || fail "$(cat out)"
sed -i 's/    k->stuck = STUCK_DRAWS;/& k->cut_off = 300;/' pairs.c
compile pairs.c pairs
holds pairs 0
# Play and verify: a game of several actions a turn, and one of hexagons with the pie rule.
for words in "amazons size=5 swap=false" "hex size=4 swap=true"; do
    read -r game size swap <<<"$words"
    printf '{"game": "%s", "games": 3, "search": {"simulations": 20}}' "$game" >config.json
    expect 0 "$FULCRUM" --game "./$game.so" selfplay config.json "variant.$size" "variant.$swap" \
        --out "$game" --quiet
    expect 0 "$FULCRUM" --game "./$game.so" verify "$game"
    expect 0 "$FULCRUM" --game "./$game.so" export "$game" -o "$game.h5" --planes --features
done

# Networks see an image with exchanged sides like the position; without one, who moves first.
# seen COMMAND GAME SIZES POSITION: what the mover sees, and the outputs of actions, sorted.
seen() {
    local command=$1 game=$2 position=${*: -1}
    # shellcheck disable=SC2086 # sizes are words
    expect 0 "$FULCRUM" --game "./$game.so" "$command" $game $3 --position "$position" --json
    python3 -c 'import json, sys
seen = json.load(open("out"))
print(seen.get("on") or [seen["planes"], sorted(row[1:] for row in seen["legal"])])'
}
while IFS='|' read -r game sizes first second; do
    for command in features planes; do
        equal "$(seen $command "$game" "$sizes" "$first")" "$(seen $command "$game" "$sizes" "$second")" \
            "$command of $game as the sides see them"
    done
done <<'TABLE'
hex|size=3|1 x.o/.o./x..|2 ..x/.x./o.o
breakthrough|width=3 height=5|1 ooo/o.o/.o./xx./xxx played=2|2 ooo/.oo/.x./x.x/xxx played=2
TABLE
# of GAME SIZES POSITION: the features of cells and of pairs of neighbours, in words.
of() {
    # shellcheck disable=SC2086 # sizes are words
    expect 0 "$FULCRUM" --game "./$1.so" features $1 $2 --position "$3"
    sed -n 's/^ *[0-9]\+ //p' out | paste -sd ';'
}
equal "$(of hex size=3 '1 xxo/.o./x..')" "own, a1;own, a3;own, b3;enemy, b2;enemy, c3;own and own, a3-b3;\
own and enemy, b3-c3;enemy and own, b2-b3;enemy and own, b2-a3" "features of hex"
# Lines of which one side has all but one or two, at random stones, found again by each cell and direction.
cat >lines.py <<'PYTHON'
import random, re, subprocess, sys

def told(program, game, size, length, stones, side):
    rows = "/".join("".join(stones.get((x, y), ".") for x in range(size)) for y in reversed(range(size)))
    out = subprocess.run([program, "--game", f"./{game}.so", "features", *sys.argv[2].split(), "--position",
                          f"{side + 1} {rows}"], capture_output=True, text=True, check=True).stdout
    return {(owner, int(has), frozenset(ends.split("-")))
            for owner, has, ends in re.findall(rf"(own|enemy) alone, (\d) of {length}, (\S+)", out)}

def expected(size, length, stones, side):
    for x in range(size):
        for y in range(size):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + i * dx, y + i * dy) for i in range(length)]
                has = [stones.get(cell) for cell in cells]
                if not all(0 <= a < size and 0 <= b < size for a, b in cells):
                    continue
                ends = frozenset(f"{'abcdefgh'[a]}{b + 1}" for a, b in (cells[0], cells[-1]))
                for stone, other in ("xo", "ox"):
                    if other not in has and has.count(stone) in (length - 1, length - 2):
                        yield ("own" if stone == "xo"[side] else "enemy", has.count(stone), ends)

program, game, size, length = sys.argv[1], sys.argv[2].split()[0], int(sys.argv[3]), int(sys.argv[4])
rng = random.Random(1)
seen = 0
for number in range(40):
    cells = rng.sample([(x, y) for x in range(size) for y in range(size)], number % (size * size // 2))
    stones = {cell: "xo"[i % 2] for i, cell in enumerate(cells)}
    found = told(program, game, size, length, stones, number % 2)
    assert found == set(expected(size, length, stones, number % 2)), (stones, found)
    seen += len(found)
assert seen >= 20, seen
PYTHON
expect 0 python3 lines.py "$FULCRUM" "gomoku size=7" 7 5
expect 0 python3 lines.py "$FULCRUM" "tictactoe" 3 3
expect 0 "$FULCRUM" --game ./foxandhounds.so features foxandhounds
grep -q 'own side moves first' out || fail "$(cat out)"

export XDG_CACHE_HOME=$TEMPORARY/cache
# A game to begin with: a classic but for its name, title and first line.
for source in "$root"/configs/games/*.c; do
    classic=$(basename "$source" .c)
    expect 0 "$FULCRUM" new "./Own-$classic.c" --like "$classic"
    sed -i "s/\"own$classic\"/\"$classic\"/" "Own-$classic.c"
    diff "$source" "Own-$classic.c" >differences
    equal "$(grep -c '^[<>]' differences)" 3 "changed lines of $classic"
    grep -q '^> .*title = "Own' differences || fail "$(cat differences)"
done
expect 0 "$FULCRUM" new mine.c
expect 0 "$FULCRUM" conformance mine.c size=7 --effort=1
grep -q '^holds: mine size=7' out || fail "$(cat out)"
cp mine.c before.c
refused 'mine.c: exists already; nothing was changed' "$FULCRUM" new mine.c --like hex
cmp mine.c before.c || fail "new has changed a file"
refused 'did you mean "breakthrough"?' "$FULCRUM" new ./other.c --like breakthough
refused 'there is a game "seesaw"' "$FULCRUM" new ./seesaw.c
refused 'must end in .c' "$FULCRUM" new ./mine.h
refused 'must have 1 to 31 letters' "$FULCRUM" new ./1.c
refused 'cannot be created' "$FULCRUM" new ./none/mine.c

# People and networks see what the sides count.
morris="$root/configs/games/ninemensmorris.c"
second=$("$FULCRUM" moves "$morris" | head -1 | cut -f2)
expect 0 "$FULCRUM" analyze "$morris" --position "$second" search.simulations=10
grep -q '^to be placed: White 8, Black 9$' out || fail "no counts: $(cat out)"
expect 0 "$FULCRUM" features "$morris" --position "$second"
equal "$(grep -o 'own count of . or more' out | tail -1)" 'own count of 9 or more' "own count"
equal "$(grep -o 'enemy count of . or more' out | tail -1)" 'enemy count of 8 or more' "enemy count"
expect 0 "$FULCRUM" planes "$morris" --position "$second"
equal "$(grep -o 'count, times 0.015625: . every' out | tr -cd '0-9\n' | cut -c8- | tr -d '\n')" 98 "planes"

# A slip's message names the function or the setting, and what to do.
# slip STATUS EXPECTED GAME SED...: a game, edited, compiled to be checked.
slip() {
    sed "${@:4}" "$root/configs/games/$3.c" >slip.c
    expect "$1" "$FULCRUM" conformance ./slip.c --effort=1
    cat out err | tr '\n' ' ' >line
    grep -qE "$2" line || fail "$3 ${*:4}: $(cat line)"
}
board='s/^    places(k, "");/'
slip 2 'setup: hop\(k, 1, 2\) has no opposite; add hop\(k, -1, -2\)' gomoku "${board}hop(k, 1, 2); &/"
slip 2 'setup: hop\(k, 1, 2\) comes after hops' gomoku "${board}knight_hops(k); hops(k); hop(k, 1, 2);/"
slip 2 'setup: group 0, hops, has no actions: hop or knight_hops comes first' gomoku "${board}hops(k);/"
slip 2 'setup: square: a cell has 6 neighbours; allowed: 4 or 8' gomoku 's/size, 8);/size, 6);/'
slip 1 'left out: gomoku size=9: setup: a board of 81 places .9 by 9. is larger than CELLS.*no game can be made with any other size' gomoku \
    's,CELLS 225,CELLS 64,; s,15\, 5\, 15,8\, 8\, 15,'
slip 2 'setup: a board of 225 places .* larger than CELLS' gomoku 's/CELLS 225/CELLS 64/'
knight='s/^    knight_hops(k);/& slides(k, 1);/; s/^    hops(k);/k->symmetries = SYMMETRIES_NONE; &/'
slip 1 'rules.legal: ./slip.c: legal: offers group 0 .slides., .* after group 1 .hops., direction 12, ' \
    knightthrough -e "$knight" \
    -e 's/^ *choose_move(k, c, 0, \(d, 1.*\)/choose_move(k, c, 1, \1 choose_move(k, c, 0, NORTH, 1, own);/'
slip 1 'choose_move: group 0, declared by hops, has the directions 8 to 15 .* not direction 1, distance 1' \
    knightthrough 's/choose_move(k, c, 0, d, 1,/choose_move(k, c, 0, NORTH, 1,/'
slip 1 'legal: offers group 0 .slides., direction 1, distance 1 from the cell a8, where that is not' \
    breakthrough 's/^    set_t own = .*/& choose_move(k, c, 0, NORTH, 1, row(k, k->height - 1));/'
sed 's/choose_move(k, c, 0,/choose_move(k, c, 3,/' "$root/configs/games/breakthrough.c" >slip.c
expect 2 "$FULCRUM" perft ./slip.c --depth 1 # not compiled to be checked
grep -q 'legal: offers actions of a group that setup does not declare: the groups are 0 to 0' err ||
    fail "$(cat err)"
slip 1 'choose_move: there is no group 3' breakthrough 's/choose_move(k, c, 0,/choose_move(k, c, 3,/'
slip 1 'of a: ./slip.c: put\(p, 2, ...\): a piece belongs to side 0 or 1; with #define OWNERS 3 ' connectfour \
    's/put(p, p->side,/put(p, p->side + 1,/'
slip 1 'slip.c:[0-9]*: the index 2 is outside of an array' ataxx \
    's/put(p, p->side, m.to);/p->of[p->side + 1] |= one(m.to);/'
slip 1 'the first turn has not just ended after 1 action, .*by pass_turn' breakthrough '/pass_turn/d'
slip 1 'the game is over before the first action: White .player 1. has won' breakthrough \
    's/^static outcome_t stands.*/& return win(0);/'
slip 1 'the first turn has not just ended after 1 action, .*k->first_turn' amazons '/k->first_turn/d'
slip 1 'the action a2-a3 changes none of the cells that it names .*calls_at' breakthrough \
    's/^    move(p, m.from, m.to);//'
slip 1 'symmetry [0-9]*: the image of the .*k->symmetries' hex '/SYMMETRIES_EDGES/d'
slip 1 'phase is 1; allowed: 0 to 0 .*k->phases' amazons '/k->phases/d'
slip 1 'rules.legal: ./slip.c: first, pop or drop_cell of an empty set in the position 1' breakthrough \
    's/^    set_t own = .*/& (void)first(own \& ~own);/'
slip 1 'legal: ./slip.c: direction 4: the directions of the board are 0 to 3' clobber 's/, d));$/, d + 2));/'
slip 1 'of a1-b1: ./slip.c: put\(p, 0, 1\): the cell is not empty' clobber \
    's/^    move(p, m.from, m.to);/    put(p, p->side, m.to);/'
slip 2 'win\(2\): a side is 0 or 1' breakthrough 's/^static outcome_t stands.*/& return win(2);/'
slip 1 'the action . leads to a wrong position: place 50 is off the board' connectfour \
    's/^    pass_turn(p);/    p->of[0] |= one(50); &/'
slip 1 'leads elsewhere when it is played again' clobber \
    's/^    move(p, m.from, m.to);/    static int n; if (n++ % 2) return; &/'
slip 2 'the default of the key "size" is 15; allowed: 5 to 9' gomoku 's/15, 5, 15,/15, 5, 9,/'
# What is right holds: pieces of NOBODY are taken and given; hops are found in any order.
cat >taken.c <<'END'
#define CELLS 64
#define OWNERS 3
#include <fulcrum/kit.h>
NO_KEYS
static void setup(kit_t *k, const variant_t *v) {
    square(k, 4, 5, 4);
    knight_hops(k);
    hops(k);
    calls_at(k, "own-");
    k->cut_off = 30;
}
static void start(const kit_t *k, position_t *p) {
    p->of[0] = row(k, 0);
    p->of[1] = row(k, 4);
    p->of[NOBODY] = row(k, 2);
}
static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t found[8] = {NONE}, own = p->of[p->side];
    for (int d = HOPS + 7; d >= HOPS; d--)
        add_move(k, found, 0, d, 1, own & step_back(k, all_cells(k) & ~own, d));
    choose_all(k, c, 0, found);
    choose(k, c, 1, p->of[NOBODY] & near(k, own));
}
static void apply(const kit_t *k, position_t *p, move_t m) {
    if (m.group == 0)
        move(p, m.from, m.to);
    else
        give(p, p->side, one(m.to));
    pass_turn(p);
}
ENDS_WHEN_STUCK
GAME("taken", .title = "Taken", .side_names = {"White", "Black"}, .guide = "A test.\n")
END
expect 0 "$FULCRUM" conformance ./taken.c
expect 0 "$FULCRUM" perft ./taken.c --depth 1
grep -q '^1 *10\b' out || fail "hops are lost: $(cat out)"
slip 2 'LAYERS is at most 3' tumbleweed 's/LAYERS 3/LAYERS 4/'
passed

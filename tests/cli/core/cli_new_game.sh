#!/usr/bin/env bash
# core/games/new_game.sh: the files that it writes, and its errors. test_new_game checks that the
# skeleton is a game.
. "$(dirname "$0")/../cli_common.sh"

cd "$TEMPORARY" || exit 1
games=$TEMPORARY/core/games
mkdir -p "$games"
cp "$root"/core/games/{games.def,new_game.sh,skeleton.c.in,skeleton.md.in} "$games"
expect 0 "$games/new_game.sh" hex
grep -qF core/games/hex/hex.c "$TEMPORARY/out" || fail "it does not name the file that it wrote"
# What it tells to run next is built without tests, too.
sed -n 's/^Next: //p' "$TEMPORARY/out" | sed 's/&&/\n/g' >next
[ "$(grep -c 'BUILD/fulcrum ' next)" -eq 2 ] || fail "what comes next: $(cat next)"
! grep BUILD/tests next || fail "it names a test, which may not be built"
while read -r _ command _; do
    expect 0 "$FULCRUM" "$command" --help
done < <(grep BUILD/fulcrum next)
[ "$(tail -1 "$games/games.def")" = "GAME(hex)" ] || fail "games.def does not list hex"
grep -q '^const game_class_t hex_class = {' "$games/hex/hex.c" || fail "hex.c has no class"
! grep -q "@" "$games/hex/hex.c" "$games/hex/RULES.md" || fail "a placeholder was not replaced"
for wrong in hex seesaw Hex h 'two words' ../up; do
    expect 2 "$games/new_game.sh" "$wrong"
done
expect 2 "$games/new_game.sh"
[ "$(grep -c '^GAME(hex)$' "$games/games.def")" = 1 ] || fail "hex is listed twice"
expect 0 "$games/new_game.sh" --help
grep -q 'lower-case letters' "$TEMPORARY/out" || fail "no help"

# Layers above core call a game through game.h, never through its table.
for room in mcts selfplay eval; do
    grep -rnE '(->|\.)(rules|board|text|drawing|networks|solver)(\.|->)[a-z_]+\(' "$root/$room" \
        --include='*.[ch]' >&2 && fail "a call that bypasses game.h"
    grep -rnE 'class->(make|rules|board|text|drawing|solver)\b' "$root/$room" \
        --include='*.[ch]' >&2 && fail "a game's table is used above core"
    checks=$((checks + 1))
done
passed

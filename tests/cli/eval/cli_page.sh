#!/usr/bin/env bash
# Play pages: one file; errors; in a headless browser the page's searches equal the program's for
# every game, action by action and visit by visit, with playouts and with an integer network; it
# is played by pointer, keys and text.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
tool=$(dirname "$FULCRUM")/tests/network_tool
status=0
"$FULCRUM" page seesaw size=2 -o first.html >out 2>err || status=$?
if [ $status -eq 2 ] && grep -q wasi-libc err; then
    [ ! -e first.html ] || fail "a page without an engine was written"
    skip "built without WebAssembly, so that there is no page"
fi
equal $status 0 "$(cat err)"

# The file and its contents; errors.
expect 0 "$FULCRUM" page cascade size=3,4 swap=false,true -o several.html
cp several.html again.html
expect 0 "$FULCRUM" page cascade size=3,4 swap=false,true -o again.html
cmp several.html again.html || fail "two pages of one call differ"
equal "$(grep -c '<option value=' several.html)" 1 "the variants' line"
equal "$(grep -o 'size=[34], swap=[a-z]*</option>' several.html | sort -u | wc -l)" 4 "variants"
! grep -oE '(src|href)="[^#"][^"]*"|https?://[^" )]*' several.html | grep -v www.w3.org ||
    fail "the page loads other files"
[ "$(wc -c <several.html)" -lt 1000000 ] || fail "the page has $(wc -c <several.html) bytes"
echo mine >mine.html
refused "mine.html" "$FULCRUM" page cascade size=3 -o mine.html
refused "siz" "$FULCRUM" page cascade siz=3 -o no.html
refused "more than" "$FULCRUM" page cascade size=2,3,4,5,6,7,8,9,10,11 direction=down,both \
    swap=false,true -o no.html
expect 0 "$tool" integer 5 128 weights.safetensors seesaw size=2
refused "size=3" "$FULCRUM" page seesaw size=3 --network weights.safetensors -o no.html

# A play page for the variants of a study; the report links to it if both are in one folder.
cat >study.json <<'JSON'
{"title": "Two", "game": "seesaw",
 "variants": [{"name": "side 2", "variant": {"size": 2}},
              {"name": "side 3", "variant": {"size": 3}}],
 "games": {"first": 2, "most": 2, "shard": 2}, "strengths": [{"simulations": 2}]}
JSON
expect 0 "$FULCRUM" study study.json --out grid --quiet
expect 0 "$FULCRUM" report grid
! grep -q 'class="play"' grid/report.html || fail "a link to a page that does not exist"
expect 0 "$FULCRUM" report grid --play
grep -q '<a class="play" href="play.html">' grid/report.html || fail "no link to the play page"
expect 0 "$FULCRUM" report grid --out elsewhere.html
! grep -q 'class="play"' elsewhere.html || fail "a link from another folder"
grep -q '>side 3</option>' grid/play.html || fail "the study's variants are missing"

# The page of a game of one's own has the engine that is there now, not one kept from before.
cp "$root/configs/games/hex.c" .
here=$(dirname "$FULCRUM")
mkdir tree
cp "$FULCRUM" "$here/fulcrum_page.o" tree
ln -s "$here/include" "$here/libfulcrum_game.a" tree
export XDG_CACHE_HOME=$TEMPORARY/cache
expect 0 tree/fulcrum page ./hex.c size=3 -o before.html
kept=$(find cache -type f | wc -l)
expect 0 tree/fulcrum page ./hex.c size=3 -o same.html
equal "$(find cache -type f | wc -l)" "$kept" "kept objects"
grep -q '<details hidden><summary>Complete rules' same.html || fail "empty rules are shown"
grep -q '<details><summary>Complete rules' several.html || fail "the rules are hidden"
for page in several same; do
    grep -q 'The pie rule' $page.html || fail "$page.html: no common rules"
    ! grep -qE 'cli_rules.sh|perft|One page a game' $page.html || fail "$page.html: programmers' text"
done
touch tree/fulcrum_page.o
expect 0 tree/fulcrum page ./hex.c size=3 -o after.html
[ "$(find cache -type f | wc -l)" -gt "$kept" ] || fail "the engine has changed, the page has not"
unset XDG_CACHE_HOME

for program in chromium chromedriver; do
    command -v $program >/dev/null || {
        skip "$program is not installed"
    }
done
expect 0 "$FULCRUM" page seesaw size=2,3 --network weights.safetensors -o seesaw.html
expect 0 "$FULCRUM" page seesaw size=2,3,4 stuck=pass,loss recapture=forced,optional \
    swap=false,true -o wide.html
expect 0 "$FULCRUM" study seesaw size=2 stuck=pass,loss recapture=forced,optional \
    first_turn=any,deploy swap=false,true simulations=3 shard=4 games=200 finalists=2 \
    --solve-budget 1s --find fairest --out fair --quiet
expect 0 "$FULCRUM" report fair
expect 0 "$FULCRUM" page situ order=2 surplus=1 -o situ.html
expect 0 "$FULCRUM" page seega size=5 -o seega.html
expect 0 "$FULCRUM" page ./hex.c size=5 -o hex.html
expect 0 env PYTHONPATH="$root/tests/tools" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 \
    "$root/tests/cli/eval/cli_page.py" "$FULCRUM"
checks=$((checks + 40))

# The program reads the game that the page saved.
expect 0 "$FULCRUM" show saved.json
grep -q 'player 1: human' out || fail "wrong players: $(cat out)"
expect 0 "$FULCRUM" show saved.json --boards
grep -q -- '--- turn 2, action 2' out || fail "no boards: $(cat out)"
refused "number 0" "$FULCRUM" show saved.json --game 3
refused "JSON itself" "$FULCRUM" show saved.json --json
echo quit | "$FULCRUM" play --load saved.json >out 2>err || fail "play --load: $(cat err)"
grep -q '^Turn [3-9]\. Last' out || fail "the saved game is not continued: $(cat out)"
passed

#!/usr/bin/env bash
# trim: what it refuses, and runs with unfinished, missing and damaged files. cli_longer.sh holds
# what it leaves to runs of so many games.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 43, "shard_games": 10, "seed": 3,
 "search": {"simulations": 20}}
JSON
expect 0 "$FULCRUM" selfplay run.json --out run --quiet
# trimmed LINE...: trims `cut`; the first line is that of the whole, the others follow.
trimmed() {
    expect 0 "$FULCRUM" trim cut games="$1"
    shift
    diff <(printf '%s\n' "$@") <(sed 's/ and [0-9.]* MB//' out) || fail "another plan"
}

# Numbers of one game; a second call has nothing to do.
cp -r run cut
trimmed 41 'cut: keeps the first 41 of 43 games' '  shortens shard-000004.h5 from 3 to 1 game'
trimmed 40 'cut: keeps the first 40 of 41 games' '  removes 1 file from shard-000004.h5 on, with 1 game'
equal "$(ls cut/games)" 40 "lengths"
trimmed 40 'cut: has 40 games; nothing is removed'
trimmed 9 'cut: keeps the first 9 of 40 games' \
    '  removes 3 files from shard-000001.h5 on, with 30 games' \
    '  shortens shard-000000.h5 from 10 to 9 games'
expect 0 "$FULCRUM" verify cut --quiet
"$FULCRUM" match "$root/configs/agents/uct-25.json" "$root/configs/agents/uct-50.json" \
    seesaw size=2 --games 4 --out pairs --quiet >out
refused 'is a match in pairs of games: games=3 would divide one' "$FULCRUM" trim pairs games=3
expect 0 "$FULCRUM" trim pairs games=2
expect 0 "$FULCRUM" verify pairs --quiet

# A last file that is damaged stays; without one, the games before it remain.
rm -r cut && cp -r run cut
head -c 2000 run/shard-000001.h5 >cut/shard-000001.h5
refused 'cut/shard-000001.h5: is damaged' "$FULCRUM" trim cut games=15
[ -e cut/shard-000004.h5 ] && [ ! -e cut/games/15 ] || fail "files were removed"
rm cut/shard-000001.h5
trimmed 15 'cut: keeps the first 15 of 43 games' \
    '  removes 3 files from shard-000002.h5 on, with 23 games'
expect 0 "$FULCRUM" selfplay run.json --out cut --quiet
same_runs run cut

# While it is played nothing is removed; then the journals of unfinished files go, too, and what a
# killed process has left.
"$FULCRUM" selfplay run.json search.simulations=3000 --out played --quiet --threads 1 --task 1/2 \
    2>/dev/null &
process=$!
for ((i = 0; i < 300; i++)); do
    [ -z "$(find played -path '*/journal/*' -size +0 2>/dev/null)" ] || break
    sleep 0.1
done
refused 'played: is being played on ' "$FULCRUM" trim played games=5
kill -KILL $process
wait $process 2>/dev/null
[ -n "$(find played -path '*/journal/*')" ] || fail "no journal: $(find played)"
[ ! -e played/shard-000001.h5 ] || fail "the machine is too fast for this test"
mv played cut-again
expect 0 "$FULCRUM" trim cut-again games=5
grep -q '^  removes the journals of 1 unfinished file$' out || fail "$(cat out)"
[ -z "$(find cut-again -path '*/journal/*')" ] || fail "left: $(find cut-again)"
expect 0 "$FULCRUM" selfplay run.json search.simulations=3000 games=5 --out cut-again --quiet
expect 0 "$FULCRUM" verify cut-again --quiet

passed

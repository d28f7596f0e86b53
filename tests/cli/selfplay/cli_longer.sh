#!/usr/bin/env bash
# Extending runs: whatever numbers of games were requested, one after the other, concurrently, or
# with interruptions, the data are those of an uninterrupted run.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
trap - EXIT # as in cli_interrupted.sh: after a failure the folder stays
RANDOM=20261122
effort=${FULCRUM_TEST_EFFORT:-100}

simulations=300
[ "$effort" -ge 100 ] || simulations=60
cat >run.json <<JSON
{"game": "seesaw", "variant": {"size": 3}, "games": 43, "shard_games": 10, "seed": 3,
 "search": {"simulations": $simulations}}
JSON
play() {
    expect 0 "$FULCRUM" selfplay run.json "$@"
}
says() {
    local word
    for word in "$@"; do
        grep -qF -- "$word" out || fail "no '$word' in: $(cat out err)"
        checks=$((checks + 1))
    done
}
play --out whole --quiet --threads 1

# More games: the run is extended; the games of a short last file are copied into a longer one.
play --out run games=22
says '3 files written, 0 already there'
cp -r run short
expect 0 "$FULCRUM" merge run -o merged.h5 --quiet
play --out run --threads 2
says '3 files written, 2 already there' '2 games were in files that are longer now'
same_runs whole run
expect 0 "$FULCRUM" verify run --all
says '43 games searched again' 'run: intact and complete'
expect 0 "$FULCRUM" status run --long
says '43 of 43 games done' 'Complete                 yes'
expect 0 "$FULCRUM" merge run -o run.h5
says '43 games'
expect 0 "$FULCRUM" verify run.h5 --all
expect 0 "$FULCRUM" export run -o run-export.h5
[ -z "$(find run -name '*.tmp' -o -path '*/journal/*')" ] || fail "left behind: $(find run)"

# As many games or fewer: nothing is played, and the existing games are reported.
play --out run
says 'run: all 5 files of these games are there already'
play --out run games=12
says 'run: 43 games are there; 12 were asked for'
play --out run games=40
says 'run: 43 games are there; 40 were asked for'
says '; to shorten the run: fulcrum trim run games=40'

# Trimmed as that says: the files of a run of so many games, whatever had been played.
refused 'is not games=N' "$FULCRUM" trim run games=0
refused 'is not games=N' "$FULCRUM" trim run 22
refused 'no run given' "$FULCRUM" trim
refused 'is not a run' "$FULCRUM" trim . games=22
expect 0 "$FULCRUM" trim run games=43
says 'run: has 43 games; nothing is removed'
play --out trimmed22 games=22 --quiet
play --out trimmed20 games=20 --quiet
play --out trimmed7 games=7 --quiet
for games in 22 20 7; do
    cp -r run cut && cp -r run before
    expect 0 "$FULCRUM" trim cut games=$games --dry-run
    says "cut: keeps the first $games of 43 games" 'removes'
    mv out plan
    diff -r cut before || fail "--dry-run changes the run"
    expect 0 "$FULCRUM" trim cut games=$games
    cmp out plan || fail "--dry-run says something else: $(cat plan out)"
    for shard in trimmed$games/shard-*.h5; do
        cmp "$shard" "cut/${shard#*/}" || fail "not the file of a run of $games games"
    done
    same_runs trimmed$games cut
    expect 0 "$FULCRUM" verify cut --all --quiet
    expect 0 "$FULCRUM" status cut --long
    play --out cut --quiet # and extended again
    same_runs whole cut
    rm -r cut before
done
# Killed at each of its calls of the system that change something, and repeated.
for ((stop = 1; ; stop++)); do
    cp -r run cut
    status=0
    strace -o calls -e inject=unlink,rename,rmdir,mkdir,fsync,link,renameat2:signal=KILL:when=$stop \
        "$FULCRUM" trim cut games=22 >out 2>err || status=$?
    grep -q +++ calls 2>/dev/null || {
        echo "skipped: trim killed at each call (strace does not work here)"
        rm -r cut
        break
    }
    expect 0 "$FULCRUM" info cut
    "$FULCRUM" verify cut --quiet >out || grep -q 'intact, but incomplete' out || fail "$(cat out)"
    expect 0 "$FULCRUM" trim cut games=22
    same_runs trimmed22 cut
    [ "$(ls cut/games | sort -n | tail -n 1)" = 22 ] || fail "$(ls cut/games)"
    rm -r cut
    [ $status -ne 0 ] || break
done
echo "trim was killed at $((stop - 1)) calls"
checks=$((checks + 1))

# Some of 100 games were played, and 30 are to be all.
play --out shorter games=100 --games 0:40 --quiet
play --out shorter games=30
says 'fulcrum trim shorter games=30'
expect 0 "$FULCRUM" trim shorter games=30
play --out shorter games=30
says 'shorter: all 3 files of these games are there already'
expect 0 "$FULCRUM" status shorter --long
expect 0 "$FULCRUM" verify shorter
expect 0 "$FULCRUM" selfplay run/config.json --out run # which asks for no number
says 'run: all 5 files of these games are there already'
same_runs whole run
expect 0 "$FULCRUM" verify run

# A different configuration is still rejected.
refused '"seed" is 3 there and 4 here' "$FULCRUM" selfplay run.json seed=4 games=60 --out run
refused '"shard_games" is 10 there and 5 here' \
    "$FULCRUM" selfplay run.json shard_games=5 --out run
[ ! -e run/games/60 ] || fail "a rejected call extended the run"

# An incomplete run: what exists, what is missing, and the command that completes it.
mkdir -p short/games
: >short/games/1043
expect 0 "$FULCRUM" info short
says 'Games                    22' 'of                       1043'
expect 0 "$FULCRUM" info short run
[ "$(grep -c ' 1043 ' out)" -eq 1 ] || fail "$(cat out)"
expect 0 "$FULCRUM" info short --json
says '"games":22,"games_wanted":1043'
rm short/games/1043
: >short/games/43
expect 1 "$FULCRUM" status short --long
says 'short: 22 of 43 games done (51.2 %), 0 in progress, 21 missing' 'Complete files           2'
expect 1 "$FULCRUM" verify short --all
says '22 of 43 games are there; missing: 22:43' 'intact, but incomplete' \
    'selfplay short'
refused "22 of the run's 43 games are there" "$FULCRUM" merge short -o no.h5
expect 0 "$FULCRUM" merge short -o short.h5 --partial
says '22 games'
play --out short games=12
says 'short: 22 of 43 games are there; 12 were asked for; to play the rest: fulcrum selfplay short'
printf x | dd of=short/shard-000002.h5 bs=1 seek=3000 conv=notrunc status=none
cp short/shard-000002.h5 damaged.h5
refused 'shard-000002.h5: is damaged' "$FULCRUM" selfplay run.json --out short
cmp short/shard-000002.h5 damaged.h5 || fail "a damaged file was replaced"
expect 1 "$FULCRUM" verify short --repair --quiet
expect 0 "$FULCRUM" selfplay short --quiet
same_runs whole short
expect 0 "$FULCRUM" verify short --all
expect 0 "$FULCRUM" selfplay short --out likewise --quiet # a folder has its number of games, too
same_runs whole likewise
play --out empty games=10 --games 0:10 --quiet
rm empty/shard-000000.h5
refused 'empty: 0 of 10 games are finished;' "$FULCRUM" info empty

# Within one file, a few games at a time; by parts and tasks.
play --out steps games=21 --quiet
for games in 22 24 23 29 30 31; do
    play --out steps games=$games --quiet
    expect 0 "$FULCRUM" verify steps --quiet
done
play --out steps games=40 --games 30:40 --quiet
for task in 1/2 0/2; do
    play --out steps --task $task --quiet
done
same_runs whole steps

# Interrupted anywhere and resumed with another number of games: the same data in the end.
cut=0
interruptions=$((60 * effort / 100 + 12))
play --out cut games=7 --quiet
for ((i = 0; i < interruptions; i++)); do
    signal=KILL
    [ $((i % 3)) -ne 0 ] || signal=TERM
    interrupt $signal "$FULCRUM" selfplay run.json --out cut --quiet \
        games=$((1 + RANDOM % 43)) --threads $((1 + i % 3)) --task $((i % 2))/2
    for shard in cut/shard-*.h5; do
        [ "$shard" -ot checked ] || expect 0 "$FULCRUM" info "$shard"
    done
    touch checked
done
play --out cut --quiet
same_runs whole cut
expect 0 "$FULCRUM" verify cut
[ -z "$(find cut -name '*.tmp' -o -path '*/journal/*')" ] || fail "left behind: $(find cut)"
[ $cut -gt 0 ] || fail "no call was interrupted"

# Processes that request different numbers of games at once do no harm.
for ((i = 0; i < 4; i++)); do
    pids=()
    for games in 3 22 43 25 12; do
        "$FULCRUM" selfplay run.json games=$games --out both --quiet --threads 1 2>"err-$games" &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid" || fail "$(cat err-*)"
    done
    same_runs whole both
    expect 0 "$FULCRUM" verify both
    [ -z "$(find both -name '*.tmp' -o -path '*/journal/*')" ] || fail "left behind: $(find both)"
    rm -r both
done

# Matches and ratings: the result is that of the requested games.
echo '{"search": {"simulations": 10}}' >ten.json
echo '{"search": {"simulations": 20}}' >twenty.json
match() {
    expect 0 "$FULCRUM" match ten.json twenty.json seesaw size=2 --json --quiet "$@"
    sed 's/"folder".*//' out
}
short=$(match --games 30 --out a)
long=$(match --games 70 --out b)
equal "$(match --games 70 --out a)" "$long" "a match that has become longer"
equal "$(match --games 30 --out a)" "$short" "fewer games than are there"
same_runs a b
expect 0 "$FULCRUM" match ten.json twenty.json seesaw size=2 --games 30 --out a
grep -q 'fulcrum match: a: 70 games are there; 30 were asked for' err || fail "$(cat err)"
rate() {
    expect 0 "$FULCRUM" rate --csv --quiet seesaw size=2 ten.json twenty.json "$@"
    cat out
}
long=$(rate --pairs 35 --out rated-b)
rate --pairs 15 --out rated-a >/dev/null
equal "$(rate --pairs 35 --out rated-a)" "$long" "ratings of longer matches"

# A shorter file that cannot be read after it was replaced gets its name again. (The layer does
# not work with sanitizers.)
if [ -n "${LAYERS:-}" ]; then
    play --out back games=3 --quiet
    refused ".tmp: cannot be opened: Input/output error" \
        env READ_CALL=open FAULT_FOLDER="$PWD/back/shard-000000.h5." \
        LD_PRELOAD="$LAYERS/read_layer.so" "$FULCRUM" selfplay "$PWD/run.json" games=6 --quiet \
        --out "$PWD/back"
    equal "$(find back -name 'shard*.h5*')" back/shard-000000.h5 "files of the run"
    expect 0 "$FULCRUM" info back/shard-000000.h5
    says 'Games                    3'
    play --out back games=6 --quiet
    expect 0 "$FULCRUM" verify back
fi

passed
rm -rf "$TEMPORARY"

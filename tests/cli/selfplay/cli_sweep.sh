#!/usr/bin/env bash
# Sweeps: several values of keys, or named configurations, as one folder of runs. Killed, resumed,
# shared by tasks and extended, every run is byte for byte that of its configuration alone.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
RANDOM=20261126
effort=${FULCRUM_TEST_EFFORT:-100}
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 25, "shard_games": 5, "seed": 3,
 "search": {"simulations": 60}}
JSON
cat >named.json <<'JSON'
{"game": "seesaw", "games": 10, "shard_games": 5, "search": {"simulations": 20},
 "configurations": {"weak": {"search": {"simulations": 5}, "variant": {"size": 2}},
                    "pie": {"games": 15, "variant": {"size": 2, "swap": true}}}}
JSON
sweep=(selfplay run.json search.simulations=30,60 variant.size=2,3)
says() {
    local word
    for word in "$@"; do
        grep -qF -- "$word" out err || fail "no '$word' in: $(cat out err)"
        checks=$((checks + 1))
    done
}
# alone NAME KEY=VALUE...: the run of a sweep, played by itself.
alone() {
    expect 0 "$FULCRUM" selfplay run.json "${@:2}" --out "alone/$1" --quiet
}
# same_sweep SWEEP: each run equals the one played alone, and nothing is left behind.
same_sweep() {
    local run
    for run in alone/*; do
        same_runs "$run" "$1/${run#*/}"
        cmp "$run/config.json" "$1/${run#*/}/config.json" || fail "$run: another configuration"
    done
    [ -z "$(find "$1" -name '*.tmp' -o -path '*/journal/*')" ] || fail "left: $(find "$1")"
}
for size in 2 3; do
    for simulations in 30 60; do
        alone simulations=${simulations}_size=$size search.simulations=$simulations variant.size=$size
    done
done

# Played at once; what it holds; a second call has nothing to do.
expect 0 "$FULCRUM" "${sweep[@]}" --out sweep
says 'sweep: 4 runs of 100 games in all are complete; 100 games were played here'
same_sweep sweep
equal "$(tr -d '\t\n' <sweep/sweep.json | cut -c 1-113)" \
    '{"keys":["search.simulations", "variant.size"],"runs":{"simulations=30_size=2":{"search.simulations":30,"variant.' \
    sweep.json
cp sweep/sweep.json before
expect 0 "$FULCRUM" "${sweep[@]}" --out sweep
says '; 0 games were played here'
cmp sweep/sweep.json before || fail "sweep.json has changed"

# Killed and stopped anywhere, by one process and by two tasks.
cut=0
for ((i = 0; i < 2 + 38 * effort / 100; i++)); do
    signal=KILL
    [ $((i % 3)) -ne 0 ] || signal=TERM
    interrupt $signal "$FULCRUM" "${sweep[@]}" --out cut --quiet --threads $((1 + i % 2)) \
        --task $((i % 2))/2
    [ ! -e cut/sweep.json ] || "$FULCRUM" status cut >/dev/null || [ $? -eq 1 ] ||
        fail "no status after a kill"
done
[ $cut -gt 0 ] || fail "no call was interrupted"
"$FULCRUM" "${sweep[@]}" --out cut --task 1/2 --quiet &
expect 0 "$FULCRUM" "${sweep[@]}" --out cut --task 0/2 --quiet
wait $! || fail "a task failed"
same_sweep cut
expect 0 "$FULCRUM" status cut

# A task alone helps until everything is complete; time limits stop it with status 3.
expect 0 "$FULCRUM" "${sweep[@]}" --out helped --task 2/3 --quiet
same_sweep helped
expect 3 "$FULCRUM" "${sweep[@]}" games=100000 --out long --time-limit 4s --quiet
says 'everything played is kept in long, and the same command resumes the sweep'
expect 1 "$FULCRUM" status long
says 'of 400000 games done' 'simulations=60_size=3 '

# Extended: more games, a new value; a value that is no longer named is kept.
expect 0 "$FULCRUM" selfplay run.json search.simulations=60,90 variant.size=3 games=28 --out sweep
says 'sweep: 1 new run: simulations=90_size=3' \
    'sweep: 3 runs kept that this command does not name: simulations=30_size=2, simulations=30' \
    'sweep: 2 runs of 56 games in all are complete; 31 games were played here'
alone simulations=60_size=3 games=28
alone simulations=90_size=3 games=28 search.simulations=90
same_sweep sweep

# What commands on runs say of it.
expect 0 "$FULCRUM" status sweep --csv
equal "$(cut -d, -f 1-6 out | sed -n '1p;5,6p' | paste -sd ' ')" \
    "run,search.simulations,variant.size,games,games_wanted,state \"simulations=60_size=3\",60,3,28,28,\"complete\" \"simulations=90_size=3\",90,3,28,28,\"complete\"" \
    'status --csv'
expect 0 "$FULCRUM" status sweep --watch
says 'sweep: 131 of 131 games done (100.0 %)'
refused 'sweep: --task and --calls are for one run' "$FULCRUM" status sweep --calls
expect 0 "$FULCRUM" info sweep --csv
equal "$(cut -d, -f 1-3 out | sed -n '1p;6p' | paste -sd ' ')" \
    'search.simulations,variant.size,path 90,3,"sweep/simulations=90_size=3"' 'info --csv'
expect 0 "$FULCRUM" verify sweep --all
says 'sweep: 5 of 5 runs are intact and complete'
expect 0 "$FULCRUM" verify sweep --resume mark --json
equal "$(grep -c '"kind":"verdict".*"complete":true' out) $(ls mark.* | wc -l)" '5 5' 'verify --json'
expect 0 "$FULCRUM" merge sweep --out merged --quiet
for run in alone/*; do
    expect 0 "$FULCRUM" merge "$run" --out one.h5 --force --quiet
    cmp one.h5 "merged/${run#*/}.h5" || fail "$run: merged otherwise"
done
cp merged/simulations=30_size=2.h5 kept.h5
cp one.h5 merged/simulations=30_size=2.h5 # of another run
refused 'simulations=30_size=2.h5' "$FULCRUM" merge sweep --out merged
expect 0 "$FULCRUM" merge sweep --out merged --force
equal "$(grep -c 'has all games of its run already' out)" 4 'complete files'
cmp kept.h5 merged/simulations=30_size=2.h5 || fail "not merged again"
refused 'is of seesaw size=3' "$FULCRUM" export sweep --out training.h5
expect 0 "$FULCRUM" selfplay run.json seed=4,5 games=10 --out seeds --quiet
expect 0 "$FULCRUM" export seeds --out training.h5 --json
says '"runs":2,"games_read":20'
refused 'a sweep of runs, in folders' "$FULCRUM" show sweep
refused 'a sweep of runs, in folders' "$FULCRUM" selfplay sweep

expect 0 "$FULCRUM" estimate "${sweep[@]:1}" --time-limit 30s --json
says '"games":100,"files":20,' '{"run":"simulations=30_size=2","search.simulations":30,'

# Damage and gaps in a run are the sweep's.
rm sweep/simulations=90_size=3/shard-000001.h5
expect 1 "$FULCRUM" status sweep
says 'sweep: 126 of 131 games done'
refused '23 of the run' "$FULCRUM" merge sweep --out again
printf x | dd of=sweep/simulations=30_size=2/shard-000000.h5 bs=1 seek=3000 conv=notrunc status=none
expect 1 "$FULCRUM" verify sweep --repair --quiet
says 'sweep: 3 of 5 runs are intact and complete'
rm -r sweep/simulations=60_size=2 # as if killed before it was made
expect 1 "$FULCRUM" status sweep
says 'simulations=60_size=2      0  28  waiting'
expect 1 "$FULCRUM" verify sweep --quiet
says 'sweep: 3 of 5 runs are intact and complete'
grep -q 'simulations=60_size=2: is not there yet' err || fail "$(cat err)"
expect 0 "$FULCRUM" merge sweep --out some --partial
says 'some/simulations=60_size=2.h5: is not made: its run has no games yet'
[ "$(ls some | wc -l)" -eq 4 ] || fail "$(ls some)"
mv seeds/seed=4 away && expect 0 "$FULCRUM" export seeds --out less.h5 --json && mv away seeds/seed=4
says '"games_read":10,"games_wanted":20'
mkdir sweep/simulations=60_size=2
cp sweep/simulations=60_size=3/config.json sweep/simulations=60_size=2/
sed -i 's/"size": 3/"size": 2/' sweep/simulations=60_size=2/config.json
expect 1 "$FULCRUM" verify sweep --quiet
says 'sweep: 3 of 5 runs are intact and complete, 1 without games so far'
[ "$(wc -l <out)" -le 3 ] || fail "a line for each run: $(cat out)"
rm -r sweep/simulations=60_size=2
expect 0 "$FULCRUM" "${sweep[@]}" --out sweep --quiet
expect 0 "$FULCRUM" selfplay run.json search.simulations=90 variant.size=3 --out sweep --quiet
expect 0 "$FULCRUM" verify sweep
rm -rf sweep/*/damaged
same_sweep sweep

# Two commands add runs at once: one is about to write the list when the other one writes its own.
cat >slow.c <<'C'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int fsync(int file) {
    char link[64], path[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (readlink(link, path, sizeof path - 1) > 0 && strstr(path, "/sweep.json."))
        for (fclose(fopen("begun", "w")); access("go", F_OK) != 0;)
            usleep(1000);
    return 0;
}
C
if ${CC:-cc} -shared -fPIC -o slow.so slow.c 2>/dev/null &&
    LD_PRELOAD=$PWD/slow.so "$FULCRUM" --version >/dev/null 2>&1; then
    small=(selfplay run.json games=1 search.simulations=4 --out both --quiet)
    expect 0 "$FULCRUM" "${small[@]}" seed=5,6
    LD_PRELOAD=$PWD/slow.so "$FULCRUM" "${small[@]}" seed=7,8 &
    until [ -e begun ]; do sleep 0.01; done
    expect 0 "$FULCRUM" "${small[@]}" seed=9,10
    touch go && wait $! || fail "the slow command failed"
    equal "$(grep -o 'seed=[0-9]*' both/sweep.json | sort -V | paste -sd ' ')" \
        'seed=5 seed=6 seed=7 seed=8 seed=9 seed=10' 'runs of two commands'
    rm begun go
    equal "$(find both -name '*.tmp')" '' 'files left'
else
    echo "skipped: two commands at once (a sanitizer does not let itself be preloaded)"
fi

# Named configurations, with a list besides; a text with commas is one value.
expect 0 "$FULCRUM" selfplay named.json search.simulations=5,10 --out named
says 'named: 4 runs of 50 games in all are complete'
equal "$(cd named && ls -d */ | tr -d '/\n')" \
    pie_simulations=10pie_simulations=5weak_simulations=10weak_simulations=5 'named runs'
expect 0 "$FULCRUM" status named --csv
equal "$(sed -n 4p out | cut -d, -f 1-5)" '"pie_simulations=5","pie",5,15,15' 'a row'
expect 0 "$FULCRUM" selfplay run.json 'opening.turns=[0, 2]' --out turns --quiet
equal "$(cd turns && ls)" "$(printf '%s\n' sweep.json turns=0 turns=2)" 'a list in brackets'
refused 'a1,b1' "$FULCRUM" selfplay run.json opening.actions=a1,b1 --out text
refused 'line 1: "a1" is not' "$FULCRUM" selfplay run.json 'opening.actions=["a1","b1"]' --out text

# Wrong calls: one message, nothing is made or changed.
find . -type f ! -name out ! -name err ! -name files | sort | xargs -d '\n' cksum >files
values=(search.simulations=30,60)
refused 'did you mean "search.simulations"' "$FULCRUM" selfplay run.json search.simulation=3,6 --out no
refused 'the value 30 is given twice' "$FULCRUM" selfplay run.json search.simulations=30,30 --out no
refused 'would be the same run' "$FULCRUM" selfplay run.json search.simulations=30,30.0 --out no
refused 'give values separated' "$FULCRUM" selfplay run.json search.simulations=30, --out no
refused '"games" takes one value' "$FULCRUM" selfplay run.json games=10,20 --out no
refused 'more than 1000 runs' "$FULCRUM" selfplay run.json "seed=$(seq -s , 1001)" --out no
refused 'alone/simulations=30_size=2: is a run' "$FULCRUM" selfplay run.json "${values[@]}" \
    --out alone/simulations=30_size=2
refused 'alone: is a folder of runs' "$FULCRUM" selfplay run.json "${values[@]}" --out alone
refused 'sweep: is a sweep over search.simulations, variant.size: give values of each' \
    "$FULCRUM" selfplay run.json "${values[@]}" --out sweep
refused 'sweep: is a sweep over' "$FULCRUM" selfplay run.json --out sweep
refused 'named: is a sweep over configuration, search.simulations' \
    "$FULCRUM" selfplay run.json "${values[@]}" --out named
refused '"seed" is 3 there and 4 here' "$FULCRUM" "${sweep[@]}" seed=4 --out sweep
refused '--games is for one run' "$FULCRUM" "${sweep[@]}" --games 0:5 --out sweep
refused 'allowed: I/N with' "$FULCRUM" "${sweep[@]}" --task 3/2 --out no
sed -i 's/"pie"/"..\/pie"/' named.json
refused '"configurations.../pie": must be an object, and its name' \
    "$FULCRUM" selfplay named.json --out no
find . -type f ! -name out ! -name err ! -name files ! -name named.json | sort |
    xargs -d '\n' cksum | diff - <(grep -v named.json files) || fail "a wrong call changed files"
refused '"threads" takes one value' "$FULCRUM" "${sweep[@]}" threads=1,2 --out no
# Names of runs are those of folders below, keys are texts, and runs are objects.
for text in '{}' '{"keys": ["a\u001b"], "runs": {"b": {}}}' '{"keys": ["a"], "runs": {"../b": {}}}' \
    '{"keys": [], "runs": {"b": {}}}' '{"keys": [7], "runs": {"b": {}}}' '{"keys": ["a"]}' \
    '{"keys": ["a"], "runs": ["b"]}' '{"keys": ["a"], "runs": {"b": 7}}' \
    '{"keys": ["a"], "runs": {".b": {}}}' '{"keys": ["a"], "runs": {"-b": {}}}' \
    '{"keys": ["a"], "runs": {"": {}}}' '{"keys": ["a"], "runs": {"b c": {}}}' \
    "{\"keys\": [\"a\"], \"runs\": {\"$(printf %0999d 0)\": {}}}"; do
    mkdir -p odd && echo "$text" >odd/sweep.json
    refused 'odd/sweep.json: is not a file of fulcrum selfplay' "$FULCRUM" status odd
done
# Values that are yes or no, in a table of their own kind.
expect 0 "$FULCRUM" selfplay run.json variant.swap=false,true variant.size=2 games=5 \
    search.simulations=4 --out swaps --quiet
equal "$(cd swaps && echo *)" "swap=false swap=true sweep.json" "runs of a sweep of yes and no"
expect 0 "$FULCRUM" status swaps --json
python3 - <<'PYTHON' || fail "$(cat out)"
import json
rows = json.load(open("out"))["runs"]
assert [row["variant.swap"] for row in rows] == [False, True], rows
PYTHON
[ ! -e no ] && [ ! -e text ] || fail "a wrong call made a folder"
passed

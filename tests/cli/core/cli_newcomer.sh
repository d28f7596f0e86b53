#!/usr/bin/env bash
# Beginners' mistakes: the message for a nearly correct command suggests the right one, and what is
# not known yet is neither announced nor shown.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
shown() { # WORDS: in the output of the last call
    grep -qF -- "$1" "$TEMPORARY/out" || fail "no '$1' in: $(cat "$TEMPORARY/out")"
    checks=$((checks + 1))
}
not_shown() {
    grep -q -- "$1" "$TEMPORARY/out" && fail "'$1' in: $(cat "$TEMPORARY/out")"
    checks=$((checks + 1))
}
one_message() { # PREFIX: exactly one line of standard error begins with it
    equal "$(grep -c "^$1: " "$TEMPORARY/err")" 1 "messages of $1: in $(cat "$TEMPORARY/err")"
}
echo '{"game": "seesaw", "games": 6, "shard_games": 2, "variant": {"size": 2},
       "search": {"simulations": 5}}' >small.json

# Every message begins with the command, wherever the error was found.
expect 2 "$FULCRUM" pertf
one_message fulcrum
expect 2 "$FULCRUM" perft seesaw --depht 3
one_message 'fulcrum perft'
expect 2 "$FULCRUM" perft seesaw
one_message 'fulcrum perft'
expect 2 "$FULCRUM" perft sesaw --depth 1
one_message 'fulcrum perft'
expect 2 "$FULCRUM" selfplay nothing.json
one_message 'fulcrum selfplay'
expect 2 bash -c '"$0" games >/dev/full' "$FULCRUM"
one_message 'fulcrum games'

# Singular and plural.
expect 0 "$FULCRUM" selfplay small.json games=1 --out one --threads 1
shown '1 file written, 0 already there'
shown ' thread.'
expect 0 "$FULCRUM" selfplay small.json games=1 --out one
shown 'the 1 file of these games is there already'
expect 0 "$FULCRUM" info one
shown 'Files                    1'
expect 0 "$FULCRUM" verify one --quiet
shown '1 file, 1 game, '
expect 0 "$FULCRUM" merge one -o one.h5
shown 'one.h5: 1 game, '
expect 0 "$FULCRUM" selfplay small.json --out run --threads 1
shown '3 files written, 0 already there'

# A game of a run is found in whichever file has it.
for game in 0 3 5; do
    expect 0 "$FULCRUM" show run --game $game
    shown "game $game of seesaw size=2"
done
expect 0 "$FULCRUM" show run
shown 'game 0 of seesaw'
rm run/shard-000000.h5
expect 0 "$FULCRUM" show run
shown 'game 2 of seesaw'
refused 'run: holds the games 2:6, not 1' "$FULCRUM" show run --game 1
refused 'run: holds the games 2:6, not 6' "$FULCRUM" show run --game 6
mkdir empty && refused 'is not a run' "$FULCRUM" show empty --game 0
cp run/config.json empty/ && refused 'holds no games yet' "$FULCRUM" show empty --game 0

# A game stands for its configuration, and its rules need no "variant.".
expect 0 "$FULCRUM" selfplay seesaw size=3 games=2 search.simulations=2 --quiet
echo '{"game": "seesaw", "variant": {"size": 3}}' >seesaw.json
expect 0 "$FULCRUM" selfplay seesaw.json games=2 search.simulations=2 --out seesaw-run --quiet
cmp runs/seesaw/config.json seesaw-run/config.json || fail "the configuration of a game"
echo '{"games": 2}' >any.json
for words in 'seesaw size=2,3' 'seesaw variant.size=3,2' 'any.json game=seesaw size=2,3'; do # one sweep
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" selfplay $words games=2 search.simulations=2 --out sweep --quiet
done
grep -q '"keys":.*\["variant.size"\]' sweep/sweep.json || fail "$(cat sweep/sweep.json)"
refused '"variant.size" is given twice' "$FULCRUM" selfplay seesaw size=2 variant.size=3
refused '"variant.size" is given twice' "$FULCRUM" selfplay seesaw variant.size=3 size=2
refused 'unknown key "siez"; did you mean "size"' "$FULCRUM" selfplay seesaw siez=3
refused 'unknown key "stuck"' "$FULCRUM" selfplay cascade size=3 stuck=loss
refused 'unknown game "sesaw"; did you mean "seesaw"' "$FULCRUM" estimate sesaw
refused 'configs/studies/' "$FULCRUM" study
refused 'did you mean' "$FULCRUM" study cascade siez=4
refused 'configs/agents/' "$FULCRUM" match seesaw one.json two.json
mkdir elsewhere && (cd elsewhere && : >seesaw && mkdir cascade &&
    refused 'not valid JSON' "$FULCRUM" selfplay seesaw
    expect 0 "$FULCRUM" selfplay cascade games=2 search.simulations=2 --quiet
    [ -e runs/cascade/config.json ]) || fail "a folder that has the name of a game"

# A command without --out does not turn the folder of the quick start's two runs into a run.
for size in 4 5; do
    expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=$size games=2 \
        shard_games=2 search.simulations=2 --out runs/quickstart/size-$size --quiet
done
find runs | sort >before
refused 'runs/quickstart: is a folder of runs' \
    "$FULCRUM" selfplay "$root/configs/quickstart.json" games=2
grep -q -- 'in --out runs/quickstart/NAME' err || fail "$(cat err)"
refused 'is a folder of runs' "$FULCRUM" match "$root/configs/agents/uct-25.json" \
    "$root/configs/agents/uct-50.json" seesaw --out runs/quickstart
find runs | sort | cmp - before || fail "something was written beside the runs"
mkdir notes && echo "a line" >notes/log.txt
expect 0 "$FULCRUM" selfplay small.json --out notes --quiet # other files do not matter

# A misspelt key, in every object of every file.
nearly() { # WRONG RIGHT FILE-TEXT COMMAND...
    local wrong=$1 right=$2
    printf '%s' "$3" >wrong.json
    shift 3
    refused "unknown key \"$wrong\"; did you mean \"$right\"?" "$FULCRUM" "$@"
}
nearly variants variant '{"game": "seesaw", "variants": {"size": 3}}' selfplay wrong.json
nearly gmae game '{"gmae": "seesaw"}' selfplay wrong.json
nearly variant.swpa variant.swap '{"game": "seesaw", "variant": {"swpa": true}}' \
    selfplay wrong.json
nearly serach search '{"game": "seesaw", "serach": {"simulations": 5}}' selfplay wrong.json
nearly resignation.valeu resignation.value \
    '{"game": "seesaw", "resignation": {"valeu": 0.1}}' selfplay wrong.json
nearly agent agents '{"game": "seesaw", "agent": [{}, {}]}' selfplay wrong.json
nearly variants variant '{"game": "seesaw"}' selfplay wrong.json variants.size=3
nearly weight noise.weight '{"game": "seesaw", "weight": 0.1}' selfplay wrong.json
cp "$root/configs/agents/uct-25.json" agent.json
nearly serach search '{"serach": {"simulations": 5}}' match wrong.json agent.json seesaw
nearly nmae name '{"nmae": "x"}' match wrong.json agent.json seesaw
nearly temperature.strat temperature.start '{"temperature": {"strat": 0}}' \
    match wrong.json agent.json seesaw
study='"game": "seesaw", "games": {"first": 2, "most": 4, "shard": 2}'
nearly variant variants "{$study, \"variant\": [{}], \"strengths\": [{}]}" study wrong.json
nearly strenghts strengths "{$study, \"variants\": [{}], \"strenghts\": [{}]}" study wrong.json
nearly gmae game '{"gmae": "seesaw"}' study wrong.json
nearly games.frist games.first '{"game": "seesaw", "games": {"frist": 2}}' study wrong.json
nearly variants variant "{$study, \"variants\": [{\"variants\": {}}], \"strengths\": [{}]}" \
    study wrong.json
nearly simulation simulations \
    "{$study, \"variants\": [{}], \"strengths\": [{\"simulation\": 5}]}" study wrong.json
nearly serach search \
    "{$study, \"variants\": [{}], \"strengths\": [{\"agent\": {\"serach\": {}}}]}" study wrong.json
nearly swpa swap '{}' perft seesaw swpa=true --depth 1

# The progress of a sequential test counts to the expected number of games, not to the maximum.
expect 3 "$FULCRUM" match "$root/configs/agents/uct-400.json" \
    "$root/configs/agents/uct-200.json" seesaw size=6 --sprt 0:50 --time-limit 2s --threads 1 \
    --out long
grep -Eq '^[0-9]+ of about [0-9]{2,3} games, ' err || fail "$(cat err)"
grep -q '100000' err && fail "the maximum number of games is announced: $(cat err)"

# Without games there are no figures.
printf '{"name": "slow", "search": {"simulations": 5000000}}' >slow.json
expect 3 "$FULCRUM" match slow.json agent.json seesaw --out slow --time-limit 1s --quiet
shown "A's score                no games yet"
not_shown '100.00\]'
expect 0 "$FULCRUM" rate slow
shown 'no games yet'
not_shown ' [-+]0 '
expect 0 "$FULCRUM" rate slow --csv
shown '"slow",,,,,0,,,'
echo "{$study, \"variants\": [{\"variant\": {\"size\": 4}}, {\"variant\": {\"size\": 5}}],
       \"strengths\": [{\"simulations\": 2}, {\"simulations\": 5000000}]}" >study.json
expect 3 "$FULCRUM" study study.json --out study --time-limit 2s --threads 1
not_shown '100.0, +100.0\]'
not_shown '0.0, 100.0\]'
expect 0 "$FULCRUM" study study --look --long
equal "$(grep -c ' 0  no games yet ' out)" 2 "empty cells"
expect 0 "$FULCRUM" study study --look --csv
equal "$(grep -c ',"5000000",.*,0,2,,,,,,,,0,0,0,0,0,,' out)" 2 "empty cells of the CSV"
expect 0 "$FULCRUM" report study --csv=tables
equal "$(grep -c '"5000000",.*,0,2,,,,,,,,0' tables/cells.csv)" 2 "empty cells of the tables"
grep -q '"5000000",true,,,,,,,,,$' tables/differences.csv || fail "$(cat tables/differences.csv)"
expect 0 "$FULCRUM" report study
[ "$(grep -o 'no games yet' study/report.html | wc -l)" -ge 3 ] || fail "empty cells on the page"
passed

#!/usr/bin/env bash
# Commands that only read, judge or print start no program that the files name: every one of them
# over runs, a study, a claim and a saved game whose agents name a program that leaves a mark when
# it is started, and again where that program is missing.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3 uct=$root/configs/agents/uct-25.json
$python -c 'import numpy, h5py' 2>/dev/null || skip "there is no h5py"
cat >outside <<END
#!/bin/sh
echo started >>"$TEMPORARY/mark"
exec $python -IS "$root/tests/tools/faulty_engine.py" none
END
chmod +x outside

# What somebody else may have made: self-play with an evaluator, a match with a player, a study
# with both and its claim, rated matches, a saved game. Making them starts the program.
evaluator='"search": {"simulations": 8, "selection": "puct", "evaluator": "process"},
    "evaluator": {"command": ["./outside"]}'
player='"engine": {"command": ["./outside"]}'
echo "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, \"games\": 4, $evaluator}" >config.json
echo "{\"name\": \"it\", $player}" >it.json
cat >study.json <<END
{"game": "seesaw", "variants": [{"variant": {"size": 2}}], "games": {"first": 4, "shard": 4,
 "most": 4}, "seats": 4, "skill": 4, "strengths": [
 {"name": "evaluates", "simulations": 8, "agent": {$evaluator}}, {"simulations": 8},
 {"name": "plays", "simulations": 8, "agent": {$player}}]}
END
sed -i 's/"simulations": 8, "selection"/"selection"/' study.json
started() { # WHAT COMMAND...
    expect 0 "${@:2}"
    [ -s mark ] || fail "$1: the program was not started: the test would find nothing"
    rm mark
}
started selfplay "$FULCRUM" selfplay config.json --out run --quiet
started match "$FULCRUM" match it.json "$uct" seesaw size=2 --games 4 --out duel --quiet
started rate "$FULCRUM" rate --out ladder seesaw size=2 it.json "$uct" --pairs 2 --quiet
started study "$FULCRUM" study study.json --out study --quiet
expect 0 "$FULCRUM" play seesaw size=2 --player1 search --player2 search \
    search.simulations=1 --save saved.json
$python - <<END
import json
saved = json.load(open("saved.json"))
saved["players"][0] |= {$evaluator}
json.dump(saved, open("saved.json", "w"))
END

# The calls: a name of the command, and the rest. Every command of the program is here or in
# `others`: those that play or search with what their caller names, or read nothing of this kind.
others=" games moves perft planes features new conformance analyze evaluate bench engine selfplay
 keys estimate slurm train learn match complexity solve accuracy page help version completion "
calls() {
    cat <<'END'
verify run
verify run/shard-000000.h5
verify run --json
verify duel --all
verify merged.h5
trim run games=4
status run
status duel --json
info run duel
show run --boards
show duel/shard-000000.h5 --json
show saved.json --boards
merge run -o merged-again.h5
export run -o export.h5
reanalyze run UCT -o again.h5
metrics run
metrics duel --json
puzzles run duel
rate ladder
study study.json --out study --look
study study.json --out study --look --json
report study
report study --csv
report study --play
claim study --out bundle-again
claim check bundle
play --load saved.json --player1 search search.simulations=1
END
}
expect 0 "$FULCRUM" merge run -o merged.h5
expect 0 "$FULCRUM" claim study --out bundle
"$FULCRUM" help >list
sed -n 's/^  \([a-z][a-z-]*\)  *[a-z].*/\1/p' list | while read -r command; do
    calls | grep -q "^$command " || [[ " ${others//$'\n'/ } " == *" $command "* ]] ||
        fail "which kind of command is $command?"
done || exit 1
read_all() { # WHERE
    local line words status
    while read -r line; do
        read -ra words <<<"${line//UCT/$uct}"
        rm -rf export.h5 again.h5 merged-again.h5 bundle-again export
        "$FULCRUM" "${words[@]}" >out 2>err </dev/null
        status=$?
        # Status 1: none was found. 3: what a program played is not checked.
        [[ "$status $line" =~ ^(0|1 puzzles|3 claim check) ]] ||
            grep -q 'built without the engine of play pages' err ||
            fail "$1: $line: $(cat out err)"
        [ ! -e mark ] || fail "$line starts the program that the files name"
        checks=$((checks + 1))
    done < <(calls)
}
read_all "with the program"
library=$(dirname "$FULCRUM")/libfulcrum.so
if [ -f "$library" ] && ! sanitized; then
    cat >read.py <<'END'
import fulcrum
for path in ("run", "duel", "merged.h5"):
    with fulcrum.Run(path) as run:
        assert len(run["games/winner"]) == 4 and run.game and run.state(3)
        assert sum(1 for part in run.parts())
    assert len(fulcrum.Run(path).examples().columns)
END
    expect 0 env FULCRUM_LIBRARY="$library" PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1 \
        $python read.py
    [ ! -e mark ] || fail "the library starts the program that the files name"
fi

# What was not checked is said, with the option that names the program; asking for it without the
# option is refused, and so is a name that is not the games'.
expect 0 "$FULCRUM" verify run
note="note: run: searches are not repeated: that takes an outside program, which is started only"
grep -qF "$note if you name it: --program ./outside" out || fail "no notice: $(cat out)"
grep -q ' 0 games searched again' out || fail "what was searched again? $(cat out)"
expect 0 "$FULCRUM" verify duel
grep -q 'note: duel: searches are not repeated: an outside program plays' out || fail "$(cat out)"
refused 'searches are not repeated: that takes' "$FULCRUM" verify run --all
refused 'no agent of run is "./outsider"' "$FULCRUM" verify run --program ./outsider
refused '--player1' "$FULCRUM" play --load saved.json
cp -r run cut
truncate -s -100 cut/shard-000000.h5
refused 'games cannot be played again: that takes' "$FULCRUM" verify cut --repair
[ ! -e cut/damaged ] || fail "a shard was moved although it cannot be played again"
[ ! -e mark ] || fail "verify starts the program that the files name"
started "verify --program" "$FULCRUM" verify run --all --program ./outside
grep -q ' 4 games searched again' out || fail "nothing was searched again: $(cat out)"
rm -f mark
expect 1 "$FULCRUM" verify cut --repair --program ./outside
[ -e mark ] || fail "the games were not played again"
expect 0 "$FULCRUM" verify cut --all --program ./outside
rm -f mark

mv outside gone
read_all "without the program"
refused 'cannot run ./outside: No such file' "$FULCRUM" verify run --all --program ./outside
passed

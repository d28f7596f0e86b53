#!/usr/bin/env bash
# Invalid commands: exit status 2, one helpful message, no partial results.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

echo '{"game": "seesaw", "games": 2, "search": {"simulations": 10}}' >good.json

# Commands and options.
refused 'did you mean "perft"' "$FULCRUM" pertf
expect 2 "$FULCRUM"
refused 'did you mean --position' "$FULCRUM" moves seesaw --postion 'S d4=S2/-'
refused 'the options are --stdin' "$FULCRUM" moves seesaw --xyzzyx
refused 'have no dashes' "$FULCRUM" moves seesaw --size=5
refused 'unknown option --simulations; use search.simulations=N' \
    "$FULCRUM" analyze seesaw --simulations=9
refused 'unknown option --pairs; use --games=N: two are a pair' "$FULCRUM" match a b seesaw \
    --pairs 9
refused '"search.simulations" is 1e400; allowed: whole number' \
    "$FULCRUM" analyze seesaw search.simulations=1e400
refused 'unknown game "sitau"; did you mean "situ"?' "$FULCRUM" study sitau order=2
refused 'unknown game "Situ"; did you mean "situ"?' "$FULCRUM" study Situ --find fairest
refused 'gone.h5: there is no such file; relative paths start at the current folder' \
    "$FULCRUM" analyze seesaw search.evaluator=network search.selection=puct \
    network.weights=gone.h5
refused 'unexpected argument "situ"' "$FULCRUM" games seesaw situ

# An empty path means something else to the system: the root folder, a socket without a file.
refused '--socket is ""; allowed: the path of a file' "$FULCRUM" engine --socket ''
refused '--out is ""; allowed: the path of a folder' "$FULCRUM" selfplay good.json --out=
refused 'FOLDER is a path, not ""' "$FULCRUM" report ''
refused '--csv is ""; allowed: a folder' "$FULCRUM" report . --csv=

for work in '' playouts simulations= playouts=-1 simulations=1000001 games=5; do
    expect 2 "$FULCRUM" bench "--count=$work" seesaw
    grep -q 'playouts=N or simulations=N' err || fail "--count=$work: $(cat err)"
done

# Games, keys and positions.
refused 'did you mean "seesaw"' "$FULCRUM" perft seasaw --depth 1
refused 'the first token is the mover' "$FULCRUM" moves seesaw --position 'X d1=S1/S'
refused 'column 3' "$FULCRUM" moves seesaw --position 'S d8=S1/S'
printf 'S d1=S1/S d7=N1/N\nS d1\n' | "$FULCRUM" moves seesaw --stdin >out 2>err
[ $? -eq 2 ] || fail "--stdin with an invalid line did not exit with 2"
grep -q 'line 2' err || fail "no line number: $(cat err)"
[ "$(wc -l <out)" -eq 7 ] || fail "the block before the invalid line is missing"

# Configurations.
config() {
    printf '%s' "$1" >bad.json
}
config '{"game": "seesaw", "gmaes": 5}'
refused 'did you mean "games"' "$FULCRUM" selfplay bad.json --out run
refused '"search.threads" must be 1' "$FULCRUM" selfplay good.json search.threads=2 \
    --out run
config '{"game": "seesaw", "search": {"time_ms": 100}}'
refused '"search.time_ms" must be 0 in self-play' "$FULCRUM" selfplay bad.json --out run
refused 'command line: "search.time_ms"' "$FULCRUM" selfplay good.json search.time_ms=5 \
    --out run
refused 'cannot be opened' "$FULCRUM" selfplay missing.json --out run
refused 'command line' "$FULCRUM" selfplay good.json serach.simulations=5 --out run
refused 'no part of the run' "$FULCRUM" selfplay good.json --games 0:9 --out run2
refused 'multiples of' "$FULCRUM" selfplay good.json games=20 shard_games=10 --games 5:10 \
    --out run3
refused 'FIRST:END' "$FULCRUM" selfplay good.json --games 5 --out run4
[ -z "$(ls -d run* 2>/dev/null)" ] || fail "a rejected configuration created a folder"

# Folders and files.
touch file
refused 'file' "$FULCRUM" selfplay good.json --out file
refused 'file' "$FULCRUM" selfplay good.json --out file/below
refused 'cannot be created' "$FULCRUM" selfplay good.json --out /proc/nowhere
refused 'not a file of recorded games' "$FULCRUM" info good.json
refused 'No such file' "$FULCRUM" info missing.h5
refused 'holds no files' "$FULCRUM" info .
/usr/bin/python3 -c 'import h5py; h5py.File("other.h5", "w")["x"] = 1' || fail "no h5py"
refused 'an HDF5 file, but not one of recorded games' "$FULCRUM" info other.h5
expect 0 "$FULCRUM" selfplay good.json --out run --quiet
refused 'another configuration' "$FULCRUM" selfplay good.json seed=2 --out run
grep -q '"seed" is 1 there and 2 here' "$TEMPORARY/err" || fail "does not say what differs"
refused 'no part of the run' "$FULCRUM" selfplay good.json games=20 --games 0:30 --out run
equal "$(ls run/games)" 2 "the run's length after a rejected call"
refused 'holds games 0 to 1, not 7' "$FULCRUM" show run/shard-000000.h5 --game 7
head -c 3000 run/shard-000000.h5 >cut.h5
refused 'cut.h5' "$FULCRUM" info cut.h5
expect 2 bash -c '"$0" games >/dev/full' "$FULCRUM"
expect 2 bash -c '"$0" status run >/dev/full' "$FULCRUM"
expect 2 bash -c '"$0" verify run --quiet >/dev/full' "$FULCRUM"
refused 'No such file' "$FULCRUM" info run missing.h5
long=$(printf 'y%.0s' {1..4200})
refused 'the path is too long' "$FULCRUM" show "$long"
refused 'the path is too long' "$FULCRUM" status "$long"
refused 'the path is too long' "$FULCRUM" selfplay good.json --out "$long"
refused 'the path is too long' "$FULCRUM" match "$root"/configs/agents/uct-100.json \
    "$root"/configs/agents/uct-200.json seesaw --out "$long"
refused 'too long' "$FULCRUM" export run -o "$long"
refused 'too long' "$FULCRUM" merge run -o "$long"

# Matches as configurations: two agents, each an object, in pairs of games.
match() {
    printf '{"game": "seesaw", "variant": {"size": 2}, %s}' "$1" >agents.json
}
match '"agents": 5'
refused '"agents" must be a list of 2 objects' "$FULCRUM" selfplay agents.json --out no
match '"agents": [{}, {}, {}]'
refused '"agents" must be a list of 2 objects' "$FULCRUM" selfplay agents.json --out no
match '"agents": [{}, 7]'
refused 'agents[1]: must be an object' "$FULCRUM" selfplay agents.json --out no
match '"agents": [{}, {"search": {"time_ms": 5}}]'
refused '"search.time_ms" must be 0' "$FULCRUM" selfplay agents.json --out no
match '"games": 10, "shard_games": 5, "agents": [{}, {"search": {"simulations": 5}}]'
refused 'must be even in a match' "$FULCRUM" selfplay agents.json --out no
refused '"search.threads" must be 1' "$FULCRUM" selfplay good.json search.threads=2 --out no
refused 'are for searches, not for an "engine"' "$FULCRUM" selfplay good.json \
    engine.command=none playout_cap.simulations=3 --out no
refused 'are for searches, not for an "engine"' "$FULCRUM" selfplay good.json \
    engine.command=none resignation.value=0.1 --out no
[ ! -e no ] || fail "a rejected configuration created a folder"
passed

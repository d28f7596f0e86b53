#!/usr/bin/env bash
# Paths near the longest that the system knows: a command writes below them, or says that a path is
# too long; it never uses another name, and what it has left there is resumed under a shorter one.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
export OMP_NUM_THREADS=1
step=1
[ "${FULCRUM_TEST_EFFORT:-100}" -ge 100 ] || step=4
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 2}, "games": 5, "shard_games": 2, "seed": 3,
 "search": {"simulations": 4}}
JSON
cat >study.json <<'JSON'
{"title": "t", "game": "seesaw", "variants": [{"name": "a", "variant": {"size": 2}}],
 "strengths": [{"simulations": 4}], "games": {"first": 4, "most": 4, "shard": 2}}
JSON
echo '{"name": "a4", "search": {"simulations": 4}}' >a.json
echo '{"name": "a6", "search": {"simulations": 6}}' >b.json
expect 0 "$FULCRUM" selfplay run.json --out run --quiet
expect 0 "$FULCRUM" export run -o train.h5 --features --policy padded --validation 0 --quiet
expect 0 "$FULCRUM" study study.json --out study --quiet
learning="games.positions=100 games.least=4 games.most=4 games.first_simulations=2
 games.simulations=2 games.least_simulations=2 train.units=64 train.batch=16 train.passes=0.01
 train.first_passes=0.01 gate.games=4 gate.simulations=2 ladder.games=2"

# spelled NAME BYTES: another spelling of that name, of so many bytes or one less.
spelled() {
    local dots
    printf -v dots '%*s' $((($2 - ${#1}) / 2)) ''
    printf '%s%s' "${dots// /./}" "$1"
}
# Messages with such names shortened.
said() {
    sed 's#\(\./\)\{3,\}#...#g' err | head -c 400
}
# tried NAME MADE COMMAND...: NAME in the command is spelled ever shorter, until three calls in a row
# have done all; MADE is what the command makes, and must then be as with its short name.
tried() {
    local name=$1 made=$2 bytes status done=0 refusals=0
    local longest=${longest:-4096}
    shift 2
    for ((bytes = longest; done < 3; bytes -= step)); do
        [ $bytes -gt $((longest - 600)) ] || fail "$*: refused at $bytes bytes: $(said)"
        status=0
        "$FULCRUM" "${@//@/$(spelled "$name" $bytes)}" >out 2>err </dev/null || status=$?
        if [ $status -eq 2 ]; then
            grep -q 'too long' err || fail "$*: $(said)"
            refusals=$((refusals + 1)) done=0
            continue
        fi
        [ $status -eq 0 ] || fail "$*: status $status: $(said)"
        done=$((done + 1))
        [ $done -eq 3 ] || rm -rf "${made:?}"
    done
    [ $refusals -gt 0 ] || fail "$*: a path of $longest bytes was not refused"
    mv "$made" long
    expect 0 "$FULCRUM" "${@//@/$name}"
    diff -rq --exclude=calls "long${part:+/$part}" "$made${part:+/$part}" || fail "$*: other files"
    rm -rf "$made" long
    [ -z "$(find . -name '*.tmp' -o -name '*.part')" ] || fail "$*: left: $(find . -name '*.tmp')"
    checks=$((checks + 1))
}
tried made made selfplay run.json --out @ --quiet
tried made made selfplay run.json search.simulations=2,4 --out @ --quiet
tried made.h5 made.h5 merge run -o @ --quiet
tried made.h5 made.h5 export run -o @ --planes --validation 0 --quiet
tried made made export run --parts 2 -o @ --validation 0 --quiet
tried made.h5 made.h5 reanalyze run a.json -o @ --validation 0 --quiet
tried made made train train.h5 --units 64 --batch 16 --steps 2 --passes 0.01 --out @ --quiet
tried made made match a.json b.json seesaw size=2 --games 4 --out @ --quiet
tried made made rate seesaw size=2 a.json b.json --pairs 2 --out @ --quiet
tried made made study study.json --out @ --quiet
tried made made claim study -o @ --quiet
tried made made report study --csv=@
tried made.html made.html report study -o @
# Agents name their weights, in at most 511 bytes.
# shellcheck disable=SC2086
longest=560 part=weights tried made made learn seesaw size=2 --generations 2 $learning --out @ --quiet
# A run under a long name is read as under its short one, or not at all.
# read_as COMMAND...
read_as() {
    local bytes long status done=0 refusals=0
    expect 0 "$FULCRUM" "${@//@/run}"
    mv out short
    for ((bytes = 4096; done < 3; bytes -= step)); do
        [ $bytes -gt 3500 ] || fail "$*: refused at $bytes bytes: $(said)"
        long=$(spelled run $bytes)
        status=0
        "$FULCRUM" "${@//@/$long}" >out 2>err </dev/null || status=$?
        if [ $status -eq 0 ]; then
            done=$((done + 1))
            sed "s#\(\./\)*run#run#g" out | cmp - short || fail "$*: another output"
        else
            equal $status 2 "the status of $*: $(said)"
            grep -q 'too long' err || fail "$*: $(said)"
            refusals=$((refusals + 1)) done=0
        fi
    done
    [ $refusals -gt 0 ] || fail "$*: a path of 4,096 bytes was not refused"
    checks=$((checks + 1))
}
read_as info @ --json
read_as metrics @ --json
read_as show @ --game 1

passed

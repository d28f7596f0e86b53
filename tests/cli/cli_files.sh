#!/usr/bin/env bash
# Files and processes: two that settle one folder, outputs that have the names of inputs,
# folders that go away, inputs that are no files, descriptors that are closed.
. "$(dirname "$0")/cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1

cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 2}, "games": 4, "shard_games": 2, "seed": 7,
 "search": {"simulations": 5}}
JSON
cat >study.json <<'JSON'
{"title": "t", "game": "seesaw", "variants": [{"name": "a", "variant": {"size": 2}}],
 "strengths": [{"simulations": 4}], "games": {"first": 4, "most": 4, "shard": 2}}
JSON
echo '{"name": "a", "search": {"simulations": 4}}' >a.json
echo '{"name": "b", "search": {"simulations": 6}}' >b.json
expect 0 "$FULCRUM" selfplay run.json --out run --quiet
expect 0 "$FULCRUM" study study.json --out study --quiet

# --- Two configurations at once on one folder: one is first, the other says so ---------
both=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    "$FULCRUM" selfplay run.json seed=1 --out two-$i --quiet >/dev/null 2>one </dev/null &
    first=$!
    "$FULCRUM" selfplay run.json seed=2 --out two-$i --quiet >/dev/null 2>two </dev/null &
    second=$!
    a=0 b=0
    wait $first || a=$?
    wait $second || b=$?
    [ "$a" -ne 0 ] || [ "$b" -ne 0 ] || both=$((both + 1))
    case "$a$b" in
    02) grep -q 'holds a run of another configuration' two || fail "$(cat two)" ;;
    20) grep -q 'holds a run of another configuration' one || fail "$(cat one)" ;;
    00) ;;
    *) fail "status $a and $b: $(cat one two)" ;;
    esac
    checks=$((checks + 1))
done
equal "$both" 0 "times that two configurations were both played in one folder"

# A folder of several configurations, as an older version could make it.
mkdir mixed
expect 0 "$FULCRUM" selfplay run.json seed=8 --out other --quiet
cp run/config.json run/shard-000000.h5 mixed
cp other/shard-000001.h5 mixed
refused 'of two configurations: "seed"' "$FULCRUM" export mixed -o mixed.h5
[ ! -e mixed.h5 ] || fail "training data was made of two runs"
expect 0 "$FULCRUM" export mixed -o mixed.h5 --mixed
expect 0 "$FULCRUM" export run other -o named.h5 # each is named

# --- Outputs with the names of inputs, or of anything else -----------------------------
echo notes >notes
mkfifo pipe
same() { # same FILE COMMAND...: the command is refused, and the file as it was
    local file=$1
    shift
    cp "$file" before
    refused "$file: is" "$@"
    cmp -s "$file" before || fail "$file was replaced by: $*"
}
cell=$(find study -name 'shard-000000.h5' | head -1)
same study/study.json "$FULCRUM" report study -o study/study.json
same "$cell" "$FULCRUM" report study -o "$cell"
same notes "$FULCRUM" report study -o notes
same run/shard-000000.h5 "$FULCRUM" export run -o run/shard-000000.h5 --force
same other/shard-000000.h5 "$FULCRUM" export run -o other/shard-000000.h5 --force
same run.json "$FULCRUM" export run -o run.json --force
same run/config.json "$FULCRUM" merge run -o run/config.json --force
same run/shard-000000.h5 "$FULCRUM" merge run -o run/shard-000000.h5 --force
same named.h5 "$FULCRUM" merge run -o named.h5 --force
cp study.json study/mine.json
mkdir own && cp study.json own
same own/study.json "$FULCRUM" study own/study.json --out own --quiet
for made in "report study -o pipe" "export run --force -o pipe" "merge run --force -o pipe"; do
    # shellcheck disable=SC2086 # words
    refused 'pipe: is there already and is no file' "$FULCRUM" $made
done
[ -p pipe ] || fail "a pipe was replaced"
mkdir tables && echo 'not,one' >tables/cells.csv
same tables/cells.csv "$FULCRUM" report study --csv=tables
# What it wrote itself it writes again.
for i in 1 2; do
    expect 0 "$FULCRUM" report study -o page.html
    expect 0 "$FULCRUM" report study --csv=csv
    expect 0 "$FULCRUM" merge run -o all.h5 --force --quiet
    expect 0 "$FULCRUM" export run -o train.h5 --force
done

# --- What killed calls left beside an output is taken away -----------------------------
sleep 0.01 &
gone=$!
wait $gone
left="all.h5.$(hostname)-$gone-01234567.tmp"
touch "$left"
expect 0 "$FULCRUM" merge run -o all.h5 --force --quiet
[ ! -e "$left" ] || fail "$left was left"
passed

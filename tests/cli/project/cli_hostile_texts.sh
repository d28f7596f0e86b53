#!/usr/bin/env bash
# Names, titles and notes from files are data: none is executed by a shell, gnuplot or a terminal,
# and invalid names are rejected before anything is played.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

cat >study.json <<'JSON'
{"title": "two", "game": "seesaw", "seed": 1, "agent": {"temperature": {"start": 0}},
 "games": {"first": 4, "most": 4, "shard": 4},
 "variants": [{"name": "two", "variant": {"size": 2}}, {"name": "three", "variant": {"size": 3}}],
 "strengths": [{"name": "weak", "simulations": 2}]}
JSON
# Each place of a name, with each kind of invalid name.
/usr/bin/python3 - <<'PYTHON' || fail "the studies were not written"
import json
study = json.load(open("study.json"))
hostile = ["x'\nsystem(\"touch executed\")\n'y", "a\u001b[2Jb", "a\u009b31mb", "a\u2028b",
           "a\u007f", "a\rb", "a\u202eb"]
number = 0
for text in hostile:
    for place in "title", "variant", "strength", "agent":
        made = json.loads(json.dumps(study))
        if place == "title":
            made["title"] = text
        elif place == "variant":
            made["variants"][0]["name"] = text
        elif place == "strength":
            made["strengths"][0]["name"] = text
        else:
            made["agent"]["name"] = text
        number += 1
        json.dump(made, open(f"hostile-{number}.json", "w"))
raw = open("study.json", "rb").read()
open("hostile-29.json", "wb").write(raw.replace(b'"two"', b'"t\xffo"'))
open("hostile-30.json", "wb").write(raw.replace(b'"seesaw"', b'"see\\u0000saw"'))
for i, text in enumerate(hostile):
    json.dump({"name": text}, open(f"agent-{i}.json", "w"))
keys = ",".join(f'"k{i}": 0' for i in range(40000))
open("many-keys.json", "w").write('{"game": "seesaw", ' + keys + "}")
open("twice.json", "w").write('{"game": "seesaw", ' + keys + ', "k7": 1}')
PYTHON
expect 0 "$FULCRUM" study study.json --out right --quiet
for ((i = 1; i <= 30; i++)); do
    expect 2 "$FULCRUM" study hostile-$i.json --out out-$i --quiet
    grep -aqE 'without control characters|not valid UTF-8|u0000' "$TEMPORARY/err" ||
        fail "hostile-$i.json: $(cat -v "$TEMPORARY/err")"
    [ ! -e out-$i ] || fail "hostile-$i.json created a folder"
    grep -aqP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$TEMPORARY/err" && fail "hostile-$i: raw"
    equal "$(wc -l <"$TEMPORARY/err")" 1 "lines of the message of hostile-$i.json"
done
for ((i = 0; i < 7; i++)); do
    refused 'without control characters' "$FULCRUM" match agent-$i.json \
        "$root/configs/agents/uct-25.json" seesaw size=2 --games 2 --out match-$i
done
refused 'contains \u0000' "$FULCRUM" study hostile-30.json --out out
# An agent is named after its file even if that is no valid name.
cp "$root/configs/agents/uct-25.json" "$(printf 'a\033[2J\nb.json')"
expect 0 "$FULCRUM" match "$(printf 'a\033[2J\nb.json')" "$root/configs/agents/uct-50.json" \
    seesaw size=2 --games 4 --out named --quiet
grep -aqP '\x1b' "$TEMPORARY/out" "$TEMPORARY/err" && fail "a raw escape from a file's name"

# Thousands of keys are read quickly, and a duplicate one is found.
expect 2 timeout 2 "$FULCRUM" selfplay many-keys.json --out out
refused 'the key "k7" is given twice' timeout 2 "$FULCRUM" selfplay twice.json --out out

# Texts that others wrote into a run are shown without terminal escapes.
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=2 games=2 \
    search.simulations=5 --out run --quiet
/usr/bin/python3 - <<'PYTHON' || fail "the texts were not written"
import glob, json, zlib, h5py
for path in glob.glob("run/calls/*.json"):
    call = json.load(open(path))
    call.update(host="h\u001b[2J\u001b]0;x\u0007", why="w\u001b[31m\u009b1m", state="failed",
                job="j\u001b[1m", task="t\u001b[1m")
    json.dump(call, open(path, "w"))
with h5py.File("run/shard-000000.h5", "r+") as file:
    for name in "program", "compiler", "instructions":
        del file.attrs[name]
        file.attrs[name] = "p\x1b[2J\x1b]0;x\x07"
with open("run/shard-000000.h5", "r+b") as file:
    rest = file.read()[512:]
    file.seek(0)
    file.write((f"fulcrum games, sealed: {512 + len(rest)} bytes, crc32 "
                f"{zlib.crc32(rest):08x}\n").encode().ljust(512, b"\0"))
PYTHON
for command in "status run" "info run" "info run --json" "show run --game 0" "verify run" \
    "merge run -o merged.h5" "export run -o train.h5"; do
    # shellcheck disable=SC2086
    "$FULCRUM" $command >out 2>err
    grep -aqP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' out err && fail "raw: $(cat -v out err)"
    checks=$((checks + 1))
done
expect 0 "$FULCRUM" info run
grep -q 'p?\[2J' out || fail "the text is not shown: $(cat out)"

passed

#!/usr/bin/env bash
# moves and perft agree with each other, and keep to the forms that programs rely on.
. "$(dirname "$0")/cli_common.sh"
cd "$TEMPORARY" || exit 1

for game in seesaw 'seesaw size=5' 'seesaw size=3 swap=true' 'situ order=2' seega cascade; do
    for turns in '' --turns; do
        # shellcheck disable=SC2086
        expect 0 "$FULCRUM" moves $game $turns
        cp out first
        # shellcheck disable=SC2086
        expect 0 "$FULCRUM" perft $game $turns --depth 2
        read -r depth count <out
        [ "$depth $count" = "1 $(wc -l <first)" ] || fail "$game $turns: depth 1"
        cut -f2 first | "$FULCRUM" moves $game $turns --stdin >blocks || fail "--stdin"
        [ "$(grep -c '^$' blocks)" -eq "$(wc -l <first)" ] || fail "$game: blocks"
        sum=$(grep -c . blocks)
        # The pie rule depends on the turn counter, which these texts leave out.
        [ "$game" = 'seesaw size=3 swap=true' ] ||
            [ "2 $sum" = "$(tail -1 out)" ] || fail "$game $turns: $sum, $(tail -1 out)"
        checks=$((checks + 2))
    done
done

expect 0 "$FULCRUM" moves seesaw
[ "$(head -1 out)" = "$(printf '@c1\tN c1=S1/S d1=S1/S d7=N1/N')" ] || fail "$(head -1 out)"
expect 0 "$FULCRUM" moves seesaw --position 'S d1=S1/S d7=N1/N t4'
[ "$(head -1 out)" = "$(printf '@c1\tN c1=S1/S d1=S1/S d7=N1/N t5')" ] || fail "$(head -1 out)"
expect 0 "$FULCRUM" moves seesaw --turns --position 'S c3=N1/- d3=S3/- d5=N1/- g1=N1/-'
grep -q "^d3xc3xd5	N " out || fail "turns are joined: $(cat out)"
expect 0 "$FULCRUM" moves seesaw --position 'S d4=S2/-'
[ ! -s out ] || fail "a finished game has no actions"
# JSON says what the lines say, and more.
"$FULCRUM" moves seesaw >lines
"$FULCRUM" moves seesaw --json >moves.json
"$FULCRUM" moves seesaw --turns --json >turns.json
printf 'S d4=S2/-\nS d1=S1/S d7=N1/N t4\n' | "$FULCRUM" moves seesaw --stdin --json >two.json ||
    fail "--stdin --json"
"$FULCRUM" perft seesaw --depth 3 --json >perft.json
"$FULCRUM" perft seesaw --depth 3 >perft
"$FULCRUM" games --json >games.json
"$FULCRUM" games seega --json >seega.json
"$FULCRUM" keys --json >keys.json
python3 - <<'PYTHON' || fail "JSON"
import json
lines = [line.rstrip("\n").split("\t") for line in open("lines")]
moves = json.load(open("moves.json"))
assert moves["game"] == "seesaw" and moves["variant"].startswith("size=4 ")
assert [[row["text"], row["position"]] for row in moves["actions"]] == lines
assert all(isinstance(row["action"], int) for row in moves["actions"])
assert len(json.load(open("turns.json"))["turns"]) == len(lines)
two = [json.loads(line) for line in open("two.json")]
assert [len(one["actions"]) for one in two] == [0, 6]
assert two[1]["position"] == "S d1=S1/S d7=N1/N t4"
perft = json.load(open("perft.json"))
assert perft["unit"] == "actions"
assert [f'{row["depth"]} {row["count"]}' for row in perft["counts"]] == open("perft").read().split("\n")[:-1]
games = [json.loads(line) for line in open("games.json")]
assert [game["game"] for game in games][:4] == ["seesaw", "situ", "seega", "cascade"]
assert [key["key"] for key in games[3]["keys"]] == ["size", "direction", "swap"]
assert games[3]["keys"][1]["choices"] == ["down", "both"]
assert games[0]["variants"][0]["cells"] == 37 and len(games[1]["variants"]) == 4
assert json.load(open("seega.json")) == games[2]
keys = {key["key"]: key for key in json.load(open("keys.json"))["keys"]}
assert keys["search.selection"]["choices"][0] == "uct" and keys["games"]["default"] == 100
PYTHON
checks=$((checks + 1))
passed

#!/usr/bin/env bash
# moves and perft agree with each other; their output formats are stable.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

for game in seesaw 'seesaw size=5' 'seesaw size=3 swap=true' 'seesaw first_turn=glide' \
    'seesaw max_turns=1' 'situ order=2' seega cascade; do
    for turns in '' --turns; do
        # shellcheck disable=SC2086
        expect 0 "$FULCRUM" moves $game $turns
        cp out first
        # shellcheck disable=SC2086
        expect 0 "$FULCRUM" perft $game $turns --depth 2
        read -r depth count <out
        [ "$depth $count" = "1 $(wc -l <first)" ] || fail "$game $turns: perft at depth 1"
        cut -f2 first | "$FULCRUM" moves $game $turns --stdin >blocks || fail "--stdin failed"
        [ "$(grep -c '^$' blocks)" -eq "$(wc -l <first)" ] || fail "$game: number of blocks"
        sum=$(grep -c . blocks)
        [ "2 $sum" = "$(tail -1 out)" ] || fail "$game $turns: $sum moves, perft $(tail -1 out)"
        # shellcheck disable=SC2086
        expect 0 "$FULCRUM" perft $game $turns --depth 2 --divide
        diff <(cut -f1 first) <(sed '$d' out | cut -f1) || fail "$game $turns: perft --divide"
        [ "$(tail -1 out)" = "2 $sum" ] && [ "$(awk -F '\t' '{n += $2} END {print n}' out)" = "$sum" ] ||
            fail "$game $turns: the parts do not add up to $sum: $(cat out)"
        checks=$((checks + 2))
    done
done

expect 0 "$FULCRUM" moves seesaw
[ "$(head -1 out)" = "$(printf '@c1\tN c1=S1/S d1=S1/S d7=N1/N t1')" ] || fail "$(head -1 out)"
expect 0 "$FULCRUM" moves seesaw --position 'S d1=S1/S d7=N1/N t4'
[ "$(head -1 out)" = "$(printf '@c1\tN c1=S1/S d1=S1/S d7=N1/N t5')" ] || fail "$(head -1 out)"
expect 0 "$FULCRUM" moves seesaw --turns --position 'S c3=N1/- d3=S3/- d5=N1/- g1=N1/-'
grep -q "^d3xc3xd5	N " out || fail "the actions of a turn are not joined: $(cat out)"
expect 0 "$FULCRUM" moves seesaw --position 'S d4=S2/-'
[ ! -s out ] || fail "actions in a finished game"
grep -q 'the game is over: South (player 1) has won$' err || fail "$(cat err)"

# Playing on from the printed positions keeps the rules: the pie rule is offered, first_turn binds
# South's first turn alone, and the cut-off occurs.
expect 0 "$FULCRUM" moves seesaw swap=true --position 'S d1=S1/S d7=N1/N t0'
expect 0 "$FULCRUM" moves seesaw swap=true --position "$(head -1 out | cut -f2)"
grep -q '^swap	' out || fail "no swap: $(cat out)"
expect 0 "$FULCRUM" moves seesaw first_turn=deploy
grep -q -- - out && fail "a glide in the first turn: $(cat out)"
expect 0 "$FULCRUM" moves seesaw first_turn=deploy --position "$(head -1 out | cut -f2)"
grep -q '^d7-' out || fail "North must deploy, too: $(cat out)"
expect 0 "$FULCRUM" moves seesaw first_turn=deploy --position "$(head -1 out | cut -f2)"
grep -q -- '^c1-' out || fail "South must deploy in its second turn, too: $(cat out)"
position='S d1=S1/S d7=N1/N'
for turn in 1 2 3; do
    expect 0 "$FULCRUM" moves seesaw max_turns=3 --position "$position"
    position=$(head -1 out | cut -f2)
done
[ "$(head -1 out | cut -f3)" = 'drawn: cut off' ] || fail "not cut off in turn $turn: $(cat out)"
expect 0 "$FULCRUM" moves seesaw max_turns=3 --position "$position"
[ ! -s out ] && grep -q 'the game is over: drawn: cut off' err || fail "$(cat out err)"
expect 0 "$FULCRUM" play seesaw max_turns=3 --position "$position"
grep -q 'The game is over. Drawn: cut off' out || fail "$(cat out)"

# A position with too many turns to list: some are listed, and the exit status says so.
huge='S a1=N1/- a2=N1/- a3=N1/- b1=N1/- b2=N1/- b3=N1/- b4=N1/- c1=N1/- c2=N1/- c3=N1/- c4=N1/- c5=N1/- d2=N1/- d4=S40/- d5=N1/- d6=N1/- e2=N1/- e3=N1/- e4=N1/- f2=N1/-'
expect 1 timeout 20 "$FULCRUM" moves seesaw --turns --position "$huge"
grep -q 'more turns from this position than are listed' err || fail "$(cat err)"
expect 1 timeout 20 "$FULCRUM" moves seesaw --turns --json --position "$huge"
grep -q '"complete":false' out || fail "the JSON calls the list complete"
# JSON has the data of the plain output, and more.
"$FULCRUM" moves seesaw >lines
"$FULCRUM" moves seesaw --json >moves.json
"$FULCRUM" moves seesaw --turns --json >turns.json
printf 'S d4=S2/-\nS d1=S1/S d7=N1/N t4\n' | "$FULCRUM" moves seesaw --stdin --json >two.json ||
    fail "--stdin --json failed"
"$FULCRUM" perft seesaw --depth 3 --json >perft.json
"$FULCRUM" perft seesaw --depth 3 >perft
"$FULCRUM" perft seesaw --depth 3 --divide --json >divided.json
"$FULCRUM" games --json >games.json
"$FULCRUM" games seega --json >seega.json
"$FULCRUM" keys --json >keys.json
python3 - <<'PYTHON' || fail "the JSON is wrong"
import json
lines = [line.rstrip("\n").split("\t") for line in open("lines")]
moves = json.load(open("moves.json"))
assert moves["game"] == "seesaw" and moves["variant"].startswith("size=4 ")
assert [[row["action"], row["position"]] for row in moves["actions"]] == lines
assert all(isinstance(row["number"], int) for row in moves["actions"])
turns = json.load(open("turns.json"))["turns"]
assert len(turns) == len(lines) and "action" not in turns[0] and turns[0]["text"]
two = [json.loads(line) for line in open("two.json")]
assert [len(one["actions"]) for one in two] == [0, 6]
assert two[1]["position"] == "S d1=S1/S d7=N1/N t4"
assert [one["over"] for one in two] == [True, False] and all(one["complete"] for one in two)
assert two[0]["winner"] == 1 and two[0]["reason"] == "win"
assert not moves["actions"][0]["over"]
divided = json.load(open("divided.json"))
assert [row["action"] for row in divided["divide"]] == [line[0] for line in lines]
assert divided["counts"] == [{"depth": 3, "count": sum(row["count"] for row in divided["divide"])}]
perft = json.load(open("perft.json"))
assert perft["counts"][-1] == divided["counts"][0]
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

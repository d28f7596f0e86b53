#!/usr/bin/env bash
# planes: its text and its JSON say the same, and what the board shows, from both sides; positions
# that are over or are none are refused.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

# By hand: a white stone on a1, seen by black.
expect 0 "$FULCRUM" planes cascade size=2 swap=true --position "2 a1=w"
cat >expected <<'TEXT'
cascade size=2 direction=down swap=true: 7 planes of 2 x 2, version 1
cell heads: 0 own colour, 1 enemy's colour, 2 red
pair heads: none
whole heads: 0 swap
 0 board, times 1
      1 1
      1 1
 1 stone of own colour, times 1: 0 everywhere
 2 stone of the enemy's colour, times 1
      . .
      1 .
 3 red stone, times 1: 0 everywhere
 4 direction=both, times 1: 0 everywhere
 5 pie rule, times 1: 1 everywhere
 6 may swap, times 1: 1 everywhere
TEXT
diff expected out || fail "another text"

# Text and JSON of positions along a game, each by its own side.
cat >same.py <<'PYTHON'
import json, os, re, subprocess, sys
def run(*words):
    return subprocess.run([os.environ["FULCRUM"], *words], capture_output=True, check=True,
                          text=True).stdout
game = sys.argv[1:]
position, sides, plies = None, set(), 0
while plies < 12:
    at = [] if position is None else ["--position", position]
    told = json.loads(run("planes", *game, *at, "--json"))
    text = run("planes", *game, *at).splitlines()
    width, height = told["width"], told["height"]
    assert text[0].endswith(f"{len(told['planes'])} planes of {height} x {width}, version "
                            f"{told['version']}"), text[0]
    for heads, line in zip(("cell_heads", "pair_heads", "whole_heads"), text[1:4]):
        shown = 0 if line.endswith(": none") else len(re.findall(r"\b\d+ [a-z]", line))
        assert shown == told[heads], line
    line, mask = 4, told["planes"][0]
    for number, plane in enumerate(told["planes"]):
        start = f"{number:2} {told['meanings'][number]}, times {told['scales'][number]:g}"
        assert text[line].startswith(start), (text[line], start)
        same = re.search(r": (\d+) everywhere$", text[line])
        line += 1
        if same:
            shown = {int(same[1])}
            assert {value for value, here in zip(plane, mask) if here} == shown, text[line - 1]
            continue
        rows = [[text[line + height - 1 - row][5 + 2 * column:][:2].strip()
                 for column in range(width)] for row in range(height)]
        line += height
        for place, value in enumerate(plane):
            word = rows[place // width][place % width]
            here = "" if not mask[place] else str(value) if value else "."
            assert word == here, (number, place, word, value)
    assert line == len(text)
    sides.add(told["side"])
    moves = json.loads(run("moves", *game, *at, "--json"))
    assert [row[0] for row in told["legal"]] == [move["number"] for move in moves["actions"]]
    assert all(row[2] < told[("cell_heads", "pair_heads", "whole_heads")[row[1]]]
               for row in told["legal"])
    following = moves["actions"][plies * 7 % len(moves["actions"])]
    if following["over"]:
        break
    position, plies = following["position"], plies + 1
assert sides == {0, 1}, sides
print(plies)
PYTHON
for game in "cascade size=3" "cascade size=3 swap=true" "seesaw size=2" "situ order=3" "seega size=5"; do
    # shellcheck disable=SC2086
    FULCRUM=$FULCRUM expect 0 python3 same.py $game
    [ "$(cat out)" -ge 4 ] || fail "only $(cat out) plies of $game"
done

refused 'over' "$FULCRUM" planes cascade size=2 --position "2 a1=w a2=w b1=w b2=w"
refused 'a9' "$FULCRUM" planes cascade size=2 --position "2 a9=w"
refused 'no game given' "$FULCRUM" planes

passed

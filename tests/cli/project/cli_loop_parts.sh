#!/usr/bin/env bash
# Optional parts of a training loop's plan: searches that grow over the generations, games that
# begin at recorded positions, games played during training, ratings while it runs. With a
# substitute for the learner, as in cli_loop.sh.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
stand_in_learner
cat >plan.json <<'JSON'
{
 "game": "seesaw",
 "variants": [{"variant": {"size": 2}}],
 "generations": 3,
 "first": {"games": 6, "shard_games": 5, "search": {"simulations": 5}},
 "next": {"games": 6, "shard_games": 5, "search": {"simulations": 5}},
 "train": {"steps": 5, "network": "integer"},
 "agent": {"simulations": 5},
 "opponents": [{"name": "uct-2", "search": {"simulations": 2}, "temperature": {"start": 0}}],
 "gate": {"rule": "off"},
 "ratings": {"error": 500, "pairs": 4, "opening": 1}
}
JSON
loop() {
    $python "$root/experiments/learner/loop.py" "$1" --out "$2" --threads "${threads:-2}" \
        --fulcrum "$FULCRUM" --learner "$learner" "${@:3}"
}
# plan NAME [KEY VALUE]...: the plan with other parts, as JSON.
plan() {
    $python - "$@" <<'PYTHON'
import json, sys
said = json.load(open("plan.json"))
for key, value in zip(sys.argv[2::2], sys.argv[3::2]):
    said[key] = json.loads(value)
json.dump(said, open(sys.argv[1], "w"), indent=1)
PYTHON
}

# --- Searches that grow -----------------------------------------------------------------
$python - "$root/experiments/learner" "$FULCRUM" <<'PYTHON' || fail "searches that grow"
import argparse, json, sys
sys.path.insert(0, sys.argv[1])
from judge import judge
from plan import DataError, Plan, check
said = json.load(open("plan.json"))
grow = {"generations": 3, "search.simulations": [4, 16], "games": [12, 3], "noise.weight": [0.5, 0.125]}
def plan(progress):
    check({**said, "progress": progress})
    return Plan({**said, "progress": progress})
def seen(plan, generation, champion=0):
    games = plan.games(generation, 0, champion)
    return games["search"]["simulations"], games["games"], games.get("noise", {}).get("weight")
assert [seen(plan(grow), i) for i in range(1, 5)] == \
    [(4, 12, 0.5), (8, 6, 0.25), (16, 3, 0.125), (16, 3, 0.125)]
assert seen(plan(grow), 1, None) == (5, 6, None) and said["next"]["search"]["simulations"] == 5
assert plan(grow).reanalyst(2, 1)["search"]["simulations"] == 8
def wrong(progress, message):
    try:
        judge(argparse.Namespace(plan="plan.json", fulcrum=sys.argv[2], learner=""),
              plan(progress))
    except DataError as error:
        assert message in str(error) and "\n" not in str(error), f"not {message}: {error}"
        return
    raise AssertionError(f"nothing was said: {message}")
wrong({"generations": 3}, "must have generations")
wrong({"games": [1, 2]}, "must have generations")
wrong({"generations": 1, "games": [1, 2]}, "must have generations")
wrong({"generations": 3, "search": [1, 2]}, "games or PART.KEY")
wrong({"generations": 3, "games": [1, 2.5]}, "an integer")
wrong({"generations": 3, "noise.weight": [0, 5]}, "above 0")
wrong({"generations": 3, "noise.weight": [float("nan"), 5]}, "above 0")
wrong({"generations": 3, "noise.weight": [5]}, "[FIRST, LAST]")
wrong({"generations": 3, "noise.weight": "5"}, "must be a list")
wrong({"generations": 3, "search.simulations": [0.5, 5]}, "search.simulations")  # by fulcrum
wrong({"generations": 3, "search.simulatons": [4, 5]}, "simulatons")
PYTHON

# --- Games that begin at recorded positions ---------------------------------------------
plan starts.json starts '{"choice": "regret", "share": 0.5, "positions": 3}' generations 2 \
    first '{"games": 10, "shard_games": 5, "search": {"simulations": 20}}' \
    variants '[{"variant": {"size": 3}}]' train '{"steps": 5}'
expect 0 loop starts.json starts --no-ratings
equal "$(paste -sd, starts/learner/threads)" 2,2 "threads of the learner"
$python - "$root/experiments/learner" "$FULCRUM" <<'PYTHON' || fail "starting positions"
import functools, json, subprocess, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import starts
from plan import DataError, check
@functools.lru_cache(None)
def fulcrum(*words, output):
    return subprocess.run([sys.argv[2], *map(str, words)], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
def game(run, number):
    return json.loads(fulcrum("show", run, "--game", number, "--json", output=True))
def played(said):
    return [position["action"] for position in said["positions"]]

# Half of the games begin at recorded positions, reached by the actions of the recorded games.
said = json.load(open("starts/games/001-0.json"))["opening"]["actions"].split(";")
assert said[0::2] == ["start"] * 3 and len(set(said[1::2])) == 3, said
old = [game("starts/games/000-0", i) for i in range(10)]
for number in range(6):
    new, line = game("starts/games/001-0", number), said[number % 6].split()
    count = 0 if line == ["start"] else len(line)
    assert played(new)[:count] == line[:count]
    assert [p["visits"] > 0 for p in new["positions"]] == \
        [False] * count + [True] * (new["actions"] - count)
    assert count == 0 or any(played(o)[:count] == line for o in old)

# The positions and their weights, computed again from the output of `show`.
assert np.allclose(starts.regrets(np.array([1, 0.5, 0]), np.array([0, 1, 0])),
                   [(1 + 0.25 + 0) / 3, 0.125, 0])
rows = np.concatenate([starts.candidates(f"starts/games/000-0/shard-00000{i}.h5", True)
                       for i in range(2)], axis=1).T.tolist()
expected = []
for o in old:
    searches = [(p["value"] - (0.5 if not o["winner"] else o["winner"] == p["player"])) ** 2
                for p in o["positions"]]
    first = sum(len(p["positions"]) for p in old[5 * (o["id"] // 5):o["id"]])
    expected += [[first + ply, ply, round(2 ** 20 * sum(searches[ply:]) / len(searches[ply:]))]
                 for ply, p in enumerate(o["positions"]) if ply and not p["proof"]]
assert len(rows) == len(expected) > 20
for row, wanted in zip(rows, expected):
    assert row[:2] == wanted[:2] and abs(row[2] - wanted[2]) < 2, (row, wanted)
assert {row[2] for row in starts.candidates(
    "starts/games/000-0/shard-000000.h5", False).T.tolist()} == {2 ** 20}
for share, count in ((0.25, 3), (1, 3)):
    text = starts.lines(fulcrum, ["starts/games/000-0"],
                        {"choice": "branch", "share": share, "positions": count}, 400, 1)
    assert [line == "start" for line in text.split(";")] == \
        [(i + 1) % round(1 / share) != 0 for i in range(round(count / share))], text
assert len(starts.lines(fulcrum, ["starts/games/000-0"], {"choice": "branch"}, 8, 1)
           .split(";")) == 8
assert starts.lines(fulcrum, [], {"choice": "branch"}, 400, 1) is None
# Each line begins one game; the positions and the length of the text limit their number.
text = starts.lines(fulcrum, ["starts/games/000-0"], {"choice": "branch"}, 420, 1)
said = text.split(";")
assert said[0::2] == ["start"] * 210 and len(set(said[1::2])) == 210, len(said)
starts.MOST_BYTES = len(text)
assert starts.lines(fulcrum, ["starts/games/000-0"], {"choice": "branch"}, 420, 1) == \
    ";".join(said[:-2])
starts.MOST_BYTES = 3
assert starts.lines(fulcrum, ["starts/games/000-0"], {"choice": "branch"}, 420, 1) is None
starts.MOST_BYTES = 1 << 20

# In proportion to the weights: 1 to 3, to within five standard errors.
starts.candidates = lambda path, by_regret: np.array([[1, 2, 3], [1, 2, 3], [10, 0, 30]])
first = [starts.drawn(fulcrum, ["starts/games/000-0"], True, 1, seed)[0] for seed in range(200)]
assert set(first) == {" ".join(played(old[i])[:ply]) for i in (0, 5) for ply in (1, 3)}
assert abs(sum(" " in line for line in first) - 150) < 31

plan = json.load(open("plan.json"))
def wrong(said, message, **more):
    try:
        check({**plan, **more, "starts": said})
    except DataError as error:
        assert message in str(error), f"not {message}: {error}"
        return
    raise AssertionError(f"nothing was said: {message}")
wrong({}, "starts.choice: must be")
wrong({"choice": "best"}, "starts.choice: must be")
wrong({"choice": "branch", "shares": 1}, "starts.shares: unknown key")
wrong({"choice": "branch", "share": 0}, "starts.share: must be above 0")
wrong({"choice": "branch", "positions": 0}, "starts.positions: must be")
wrong({"choice": "branch"}, "next.opening.actions: is set by the loop",
      next={**plan["next"], "opening": {"actions": "@b1"}})
PYTHON

# --- Games while a network is trained; ratings while it runs --------------------------------
# The learner of the second generation waits for the games of the third, which the network of the
# first plays. The learner of the third fails at first; by then two networks are rated.
cat >waits.sh <<SH
#!/bin/sh
case "\$*" in *"--steps 10"*)
    for i in \$(seq 600); do [ -e games/002-0/shard-000000.h5 ] && break; sleep 0.05; done
    [ -e games/002-0/shard-000000.h5 ] || exit 2 ;;
*"--steps 15"*) exit 2 ;;
esac
exec $python "$learner" "\$@"
SH
chmod +x waits.sh
plan overlap.json overlap true starts '{"choice": "branch", "positions": 2}' \
    ratings '{"error": 500, "pairs": 4, "opening": 1, "promoted": 4}' opponents \
    '[{"name": "uct-2", "search": {"simulations": 2}}, {"name": "uct-3", "search": {"simulations": 3}}]'
expect 2 loop overlap.json overlapped --learner waits.sh
equal "$(grep -c 'size 2,[01],generation-00[01],' overlapped/curve.csv)" 2 "networks rated early"
equal "$(wc -l <overlapped/curve.csv)" 5 "agents rated early"
grep -q '</html>' overlapped/report.html || fail "no page"
folder=$(echo overlapped/ratings/0-*)
equal "$(ls "$folder" | wc -l)" 4 "pairings"
sum() { (cd "$folder" && find . -name 'shard-*' | LC_ALL=C sort | xargs sha256sum); }
sum >before
expect 0 loop overlap.json overlapped
equal "$(grep -c ': ratings$' overlapped/log.txt)" 3 "networks, each rated once"
sum | grep -F -c -f before >kept
equal "$(cat kept)" "$(wc -l <before)" "games that are kept"
equal "$(grep -c generation-00 overlapped/curve.csv)" 3 "agents"
equal "$(paste -sd, overlapped/learner/threads)" 1,1,1 "threads of the learner beside games"
for number in 1 2; do
    grep -q "weights-00000005.h5" "overlapped/games/00$number-0.json" ||
        fail "another network plays generation $number: $(cat "overlapped/games/00$number-0.json")"
done
[ "$(readlink overlapped/best.h5)" = learner/weights-00000015.h5 ] || fail "best is not newest"
# Killed during games and training, and completed with one thread: the same games.
cut=0
export LEARNER_SECONDS=0.3
for signal in KILL TERM; do
    $python "$root/experiments/learner/loop.py" overlap.json --out broken --threads 2 \
        --fulcrum "$FULCRUM" --learner "$learner" --no-ratings \
        >/dev/null 2>"err-$signal" &
    pid=$! status=0
    until grep -q 'into games/002-0' "err-$signal" 2>/dev/null || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
    sleep "0.0$((RANDOM % 9 + 1))"
    kill -s $signal $pid 2>/dev/null && cut=$((cut + 1))
    wait $pid 2>/dev/null || status=$?
    case $status in
    0 | 3 | 137) ;;
    *) fail "status $status: $(cat "err-$signal")" ;;
    esac
done
unset LEARNER_SECONDS
[ $cut -ge 1 ] || fail "no loop was killed"
threads=1 expect 0 loop overlap.json broken --no-ratings
for number in 0 1 2; do
    same_runs "overlapped/games/00$number-0" "broken/games/00$number-0"
    cmp "overlapped/games/00$number-0.json" "broken/games/00$number-0.json" ||
        fail "generation $number has another configuration"
done
[ -z "$(find broken -name '*.unfinished')" ] || fail "$(find broken -name '*.unfinished')"
plan wrong.json overlap 1
expect 2 loop wrong.json refused
equal "$(cat err)" "loop.py: $PWD/wrong.json: overlap: must be true or false" "message"
# A program that runs beside a step is not part of the step's costs. It can be ended even if SIGINT
# is ignored, as in scripts that another one starts in the background.
(trap '' INT && exec $python - "$root/experiments/learner") <<'PYTHON' || fail "costs: $(cat costs.csv)"
import sys, time
sys.path.insert(0, sys.argv[1])
from costs import Costs
from programs import Programs
programs, costs, began = Programs(), Costs("."), time.monotonic()
busy = programs.start(["sh", "-c", "while :; do :; done"])
with costs.of(1, "train"):
    programs.run("sleep", "0.2")
programs.run("true")
with costs.of(2, "games", began):
    programs.end(busy)
assert programs.children == []
rows = {line.split(",")[1]: line.split(",") for line in open("costs.csv")}
assert "train" not in rows or float(rows["train"][2]) < 0.05
assert float(rows["games"][2]) > 0.01 and float(rows["games"][3]) >= 0.2
PYTHON
# A row that a kill cut off is ignored and removed; other invalid rows are rejected.
$python - "$root/experiments/learner" <<'PYTHON' || fail "costs that were cut off, or shared games"
import os, sys
sys.path.insert(0, sys.argv[1])
import costs
from data import DataError
from publish import append
def after(kept):
    with open("costs.csv", "w") as file:
        file.write(kept)
    found = costs.minutes(".", 9)
    append("costs.csv", "0,gate,60.00,9.00\n", header=costs.HEADER + "\n")
    return found, costs.minutes(".", 9)
assert after(costs.HEADER + "\n0,games,60.00,1.00\n0,train,12") == (1, 2)
assert after(costs.HEADER + "\n0,games,60.00,1.00\n") == (1, 2)
assert after(costs.HEADER[:14]) == (None, 1) and after("") == (None, 1)
for row in "0,train,120,gate,60.00,9.00", "0,train,12", "0,trian,12.00,1.00", "", "x":
    try:
        after(f"{costs.HEADER}\n{row}\n")
    except DataError as error:
        assert "costs.csv: line 2 is not a row of generation,step" in str(error), error
    else:
        raise AssertionError(row)

# Games that loops share are copied from a loop that has their costs, and cost the same however
# often they are copied. A loop without costs of the export is not copied from.
import shutil
from loops import share
from plan import Plan, export_file, run_file
plan = Plan.read("plan.json")
def loop(name, rows):
    for path in run_file(0, 0) + "/shard", export_file(0, 0):
        os.makedirs(os.path.dirname(os.path.join(name, path)), exist_ok=True)
        open(os.path.join(name, path), "w").close()
    if rows is not None:
        with open(name + "/costs.csv", "w") as file:
            file.write(costs.text(rows))
loop("played", [(0, "games", 30, 1), (0, "games", 60, 1), (0, "export", 6, 1), (1, "games", 9, 1)])
loop("bare", None)
loop("early", [])
share("./nothing", plan, [("bare", plan), ("early", plan)])
assert not os.path.exists("nothing")
for source, copy in ("played", "first"), ("first", "second"), ("second", "third"):
    share("./" + copy, plan, [("bare", plan), ("early", plan), (source, plan)])
    assert costs.minutes(copy, 0) == 1.5 and os.path.exists(copy + "/games/000-0/shard"), copy
    loop(copy, costs.read(copy) + [(0, "games", 1, 1), (0, "export", 6, 1)])
PYTHON

passed

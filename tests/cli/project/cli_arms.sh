#!/usr/bin/env bash
# experiments/learner/arms.py: arms of experiments/learning-choices for two generations of tiny
# games, with a substitute for the learner (all arms in the long form of the tests); invalid
# files; intervals with known truth.
. "$(dirname "$0")/../cli_common.sh"
stand_in_learner
arms() {
    $python "$root/experiments/learner/arms.py" "$@" --threads 2 --jobs 2 --fulcrum "$FULCRUM" \
        --learner "$learner"
}

# The shipped arms, smaller.
[ "${FULCRUM_TEST_EFFORT:-100}" -ge 100 ] && some="" || some="plain gate-off playout-caps gumbel together"
$python - "$some" "$root/experiments/learning-choices/seesaw-4.json" \
    "$root/experiments/learning-choices/together.json" \
    "$root/experiments/integer-learning/seesaw-4.json" <<'PYTHON' || fail "writing the arms failed"
import json, sys
some = sys.argv[1].split()
said, together, plan = (json.load(open(path)) for path in sys.argv[2:])
assert together["ladder"] == said["ladder"], "rows of one are --known to the other"
said["arms"].update(together["arms"])
said["arms"] = {name: said["arms"][name] for name in some or said["arms"]}
plan.update(variants=[{"variant": {"size": 2}}], generations=2)
for name in "first", "next":
    plan[name].update(games=10, shard_games=10)
    plan[name]["search"]["simulations"] = 10
plan["train"]["steps"], plan["agent"]["simulations"] = 5, 10
plan["gate"]["games"] = 10
plan["opponents"][0]["search"]["simulations"] = 2
for change in said["arms"].values():
    change.get("next+", {}).pop("games", 0)
    change.get("next+", {}).get("playout_cap", {}).update(simulations=5)
    change.get("gate", {}).pop("games", 0) and change["gate"].update(games=10)
    search = change.get("next+", {}).get("search", {})
    search and search.update(simulations=10)
    change.get("progress", {}).pop("games", 0) and change["progress"].update(
        generations=2, **{"search.simulations": [5, 10]})
    "steps" in change.get("train+", {}) and change["train+"].update(steps=10)
ladder = [dict(said["ladder"][i], search={"simulations": n}) for i, n in ((0, 2), (1, 30))]
said.update(plan=plan, change={}, seeds=[1], ladder=ladder, pairs=5, opening=1,
            rated=[1], reach="uct-1600")
json.dump(said, open("arms.json", "w"), indent=1)
del said["arms"]["plain"]
said["arms"] = {"plain": {}, "gate-off": said["arms"]["gate-off"]}
said["seeds"] = [1, 2]
json.dump(said, open("two.json", "w"), indent=1)
PYTHON
expect 0 arms arms.json --out all
number=$($python -c 'import json; print(len(json.load(open("arms.json"))["arms"]))')
equal "$(grep -c '^| [a-z-]* | 1 | \|nothing was promoted' all/arms.md)" "$number" "arms"
equal "$(head -n 1 all/arms.csv)" "arm,seed,generation,cpu_minutes,agent,elo,low,high" "columns"
grep -q '^gate-off,1,1,[0-9.]*,gate-off-1-001,' all/arms.csv || fail "$(cat all/arms.csv)"
for step in games train; do
    grep -q "^1,$step,[0-9.]*,[0-9.]*$" all/plain-1/costs.csv || fail "$(cat all/plain-1/costs.csv)"
done

# Games that arms share are played once and cost the same in each; the gumbel arm differs only from
# the second generation on. Two loops start at once, so that the first two play these games.
equal "$(grep -L "file of these games is there" all/*-1.txt | wc -l)" 2 "loops that played generation 0"
equal "$(grep -l '^0,copied,' all/*-1/costs.csv | wc -l)" $((number - 2)) "loops that pay for copies"
for arm in gate-off gumbel; do
    cmp all/plain-1/games/000-0/shard-000000.h5 "all/$arm-1/games/000-0/shard-000000.h5" ||
        fail "$arm has other games"
    [ "$(grep -c ,games, "all/$arm-1/costs.csv")" -ge 2 ] || fail "$(cat "all/$arm-1/costs.csv")"
done

# The plans for new loops are the arm.
$python - "$root/experiments" <<'PYTHON' || fail "plans that are not the arm together"
import json, sys
root = sys.argv[1]
sys.path.insert(0, root + "/learner")
import arms
for board, file in (("seesaw-4", "together"), ("seesaw-5", "seesaw-5"), ("cascade-8", "cascade-8")):
    of_arm = arms.Arms(f"{root}/learning-choices/{file}.json").plans["together", 1].said
    plan = json.load(open(f"{root}/integer-learning/{board}-together.json"))
    for said in of_arm, plan:
        del said["generations"], said["gate"]
    assert of_arm == plan, board
PYTHON

# Known loops are not trained again, and their ratings are on the same scale.
$python -c 'import json; said = json.load(open("arms.json")); off = said["arms"]["gate-off"]
said["arms"], said["seeds"] = {"off": off, "off-too": off}, [1, 2]
json.dump(said, open("off.json", "w"))'
expect 0 arms off.json --out off
equal "$(sed -n 's/: loop . of 4$//p' err | paste -sd';')" \
    "off, seed 1;off, seed 2;off-too, seed 1;off-too, seed 2" "order of loops"
equal "$(grep -l '^0,copied,' off/*/costs.csv | paste -sd' ')" \
    "off/off-too-1/costs.csv off/off-too-2/costs.csv" "loops that pay for copies"
cp off/arms.csv known.csv
expect 0 arms off.json --out again --known known.csv
cmp known.csv again/arms.csv || fail "the rows of known loops changed"
$python - "$root/experiments/learner" <<'PYTHON' || fail "wrong text of a whole number"
import sys
sys.path.insert(0, sys.argv[1])
from loops import figures
assert [*map(str, figures({"elo": 141, "low": None, "high": 0}).values())] == ["141.0", "", "0.0"]
PYTHON
cmp again/arms.md off/arms.md || fail "the table of known loops changed"
[ -z "$(ls -d again/off* 2>/dev/null)" ] || fail "known loops were trained again: $(ls again)"
grep -v ^off-too known.csv >but-one.csv
expect 0 arms off.json --out again --known but-one.csv
equal "$(cut -d, -f 1-3,5 again/arms.csv)" "$(cut -d, -f 1-3,5 known.csv)" "rows"
[ ! -d again/off-1 ] && [ -d again/off-too-1 ] || fail "$(ls again)"
sed 's/^arm/leg/' known.csv >wrong.csv
expect 2 arms off.json --out wrong --known wrong.csv
equal "$(cat err)" "arms.py: wrong.csv: its columns are not arm,seed,generation,cpu_minutes,agent,elo,low,high" \
    "message"
sed 's/^off,1/off,x/' known.csv >wrong.csv
expect 2 arms off.json --out wrong --known wrong.csv
grep -q '^arms.py: wrong.csv: ' err || fail "$(cat err)"
$python -c 'import json; said = json.load(open("off.json"))
for agent in said["ladder"]: del agent["elo"]
json.dump(said, open("no-elo.json", "w"))'
expect 2 arms no-elo.json --out wrong --known known.csv
grep -q '^arms.py: no-elo.json: ladder: each agent needs its elo for --known' err || fail "$(cat err)"
[ ! -e wrong ] || fail "a rejected call created a folder"
expect 0 arms no-elo.json --out off # rated together; the first agent has 0
equal "$(cut -d, -f 1-5 off/arms.csv)" "$(cut -d, -f 1-5 known.csv)" "columns"
cmp -s known.csv off/arms.csv && fail "the ratings are the same with another zero"

# Another seed: existing results stay; then only the table is written again.
expect 0 arms two.json --out all
grep -q '^| gate-off | 2 | ' all/arms.md || fail "$(cat all/arms.md)"
cp all/arms.md before
expect 0 arms two.json --out all
cmp before all/arms.md || fail "the table changed"
grep -q "loop" err && fail "a loop was started again: $(cat err)"

# An arm that cannot be carried out is found before any loop begins.
$python -c 'import json; said = json.load(open("two.json")); said["arms"]["gate-off"]["next+"] = {
    "noise": {"wight": 1}}; json.dump(said, open("late.json", "w"))'
expect 2 arms late.json --out late
grep -q 'gate-off-1.json: .*noise.wight' err || fail "$(cat err)"
[ -z "$(ls late/*/games late/*/learner 2>/dev/null | grep -v ':$')" ] || fail "$(ls late/*/games)"

echo '{"plan": "nowhere.json"}' >wrong.json
expect 2 arms wrong.json --out wrong
equal "$(cat err)" "arms.py: wrong.json: seeds is missing" "message"
[ ! -e wrong ] || fail "a rejected call created a folder"
$python - "$root/experiments/learner" <<'PYTHON' || fail "errors of invalid files"
import json, sys
sys.path.insert(0, sys.argv[1])
from arms import Arms, DataError
def wrong(change, message):
    with open("two.json") as file:
        said = json.load(file)
    change(said)
    with open("wrong.json", "w") as file:
        json.dump(said, file)
    try:
        Arms("wrong.json")
    except DataError as error:
        assert message in str(error) and "\n" not in str(error), f"not {message}: {error}"
        return
    raise AssertionError(f"nothing was said where it is: {message}")
wrong(lambda said: said.pop("ladder"), "wrong.json: ladder is missing")
wrong(lambda said: said.update(more=1), "more: unknown key")
wrong(lambda said: said["arms"].update({"../x": {}}), "arms: must be")
wrong(lambda said: said.update(arms={}), "arms: must be")
wrong(lambda said: said["arms"].update(plain={"gate+": 1}), "plain: gate+: must be an object")
wrong(lambda said: said["arms"].update(plain={"gaet": 1}), "gaet: unknown key")
wrong(lambda said: said.update(change=[1]), "wrong.json: change: must be an object, not [1]")
wrong(lambda said: said.update(seeds=[True]), "seeds: must be integers")
wrong(lambda said: said.update(seeds=[]), "seeds: must be integers")
wrong(lambda said: said.update(pairs=0), "pairs: must be integers")
wrong(lambda said: said.update(opening=-1), "opening: must be")
wrong(lambda said: said.update(opening="1"), "opening: must be")
wrong(lambda said: said.update(reach="uct-1"), "reach: must be the name")
wrong(lambda said: said.update(rated=[2]), "rated: must be generations up to 1")
wrong(lambda said: said.update(rated=["1"]), "rated: must be generations, from 0 on")
wrong(lambda said: said.update(ladder=[]), "ladder: at least one is needed")
wrong(lambda said: said["ladder"][0].pop("elo"), "ladder: either all agents have an elo")
wrong(lambda said: said["ladder"][1].update(elo=True), "ladder: either all agents have an elo")
wrong(lambda said: said["plan"].update(game=1), "game: must be a string")
wrong(lambda said: said.update(plan="nowhere.json"), "nowhere.json: cannot be read")
wrong(lambda said: said["arms"].update(plain={"variants": [{"variant": {"size": 3}}]}),
      "one and the same variant")
PYTHON

# Coverage of the intervals over three seeds, and of Welch's interval for a difference.
$python - "$root/experiments/learner" <<'PYTHON' || fail "coverage of the intervals"
import random, re, statistics, sys
sys.path.insert(0, sys.argv[1])
from arms_report import difference, interval, pooled_difference, spread
random.seed(1)
held = [0, 0]
def holds(text, truth):
    low, high = map(int, re.search(r"\[(.*), (.*)\]", text).groups())
    return low - 0.5 <= truth <= high + 0.5
for _ in range(2000):
    a = [random.gauss(1000, 500) for _ in range(3)]
    b = [random.gauss(0, 1500) for _ in range(3)]
    held[0] += holds(interval(statistics.mean(a), *spread(a)), 1000)
    held[1] += holds(difference(a, b), 1000)
print(held)
assert 1880 <= held[0] <= 1920 and 1890 <= held[1] <= 1990

# Pooled over arms of equal variance: 95 % each, and * in at most 5 % of the families.
held, stars = 0, 0
for _ in range(1000):
    arms = [[random.gauss(100, 30) for _ in range(3)] for _ in range(8)]
    said = [pooled_difference(arm, arms[0], arms) for arm in arms[1:]]
    held += sum(holds(text.rstrip(" *"), 0) for text in said)
    stars += any(text.endswith("*") for text in said)
print(held, stars)
assert 0.935 <= held / 7000 <= 0.965 and stars <= 65
assert pooled_difference([200, 210, 190], [0, 10, -10], [[1, 2], [200, 210, 190]]).endswith(" *")
PYTHON
passed

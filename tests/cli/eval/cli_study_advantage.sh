#!/usr/bin/env bash
# What moving first is worth in doublings of search: runs of an agent, or of each network, against
# itself at 4:1 to 1:4 simulations; the figures as fitted in Python; the same games in one call or in
# several; errors.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
tool=$(dirname "$FULCRUM")/tests/network_tool
[ -x "$tool" ] || skip "no tests/network_tool beside $FULCRUM"
cd "$TEMPORARY" || exit 1
for number in 1 2; do
    "$tool" integer $number 64 net-$number.safetensors cascade size=4 || fail "no network written"
done
# study GAMES [KEYS]: of an agent without networks, and of two networks.
study() {
    cat <<JSON
{"title": "t", "game": "cascade", "variants": [{"name": "a", "variant": {"size": 4}}],
 "strengths": [{"name": "w", "simulations": 16, "advantage": $1}],
 "games": {"first": 12, "most": 12, "shard": 6}${2-}}
JSON
}
networks=', "agent": {"search": {"evaluator": "integer", "selection": "puct"},
 "network": {"weights": ["net-1.safetensors", "net-2.safetensors"]}}'
shards() {
    (cd "$1" && find . -name 'shard-*.h5' -exec sha256sum {} + | sort -k2)
}
study 60 >plain.json
study 60 "$networks" >nets.json
study 20 "$networks" >fewer.json
expect 0 "$FULCRUM" study plain.json --out plain --quiet
expect 0 "$FULCRUM" study nets.json --out nets --quiet --threads 1
equal "$(cd plain/a/w/advantage && echo *)" "1-1x 1-2x 1-4x" "runs of an agent"
equal "$(cd nets/a/w/advantage && echo *)" "1-1x 1-2x 1-4x 2-1x 2-2x 2-4x" "runs of two networks"
expect 0 "$FULCRUM" study fewer.json --out again --quiet --threads 2
"$FULCRUM" study again --look --json | grep -o '"network":"1","games":[0-9]*' >games
equal "$(cat games)" '"network":"1","games":108' "games in whole files: 24 and twice 42"
expect 0 "$FULCRUM" study nets.json --out again --quiet --threads 2
cmp <(shards nets) <(shards again) || fail "two calls play other games than one"

# Figures, from the points of each ratio.
"$FULCRUM" study nets --look --json >nets-found.json
"$FULCRUM" study plain --look --json >plain-found.json
cat >fit.py <<'PYTHON'
import json, math

def fit(ratios):
    """Maximum likelihood of log odds a + b * doublings, by Newton's method; half a point more
    for each side of a ratio."""
    a = b = 0.0
    for _ in range(100):
        g = [0.0, 0.0]
        h = [0.0, 0.0, 0.0]
        for ratio in ratios:
            x, n, points = ratio["doublings"], ratio["games"] + 1, ratio["points"] + 0.5
            p = 1 / (1 + math.exp(-a - b * x))
            g[0] += points - n * p
            g[1] += x * (points - n * p)
            for k in range(3):
                h[k] += n * p * (1 - p) * x ** k
        det = h[0] * h[2] - h[1] ** 2
        a += (h[2] * g[0] - h[1] * g[1]) / det
        b += (h[0] * g[1] - h[1] * g[0]) / det
    return a, b

total, first, second = json.load(open("nets-found.json"))["advantages"]
assert (total["network"], first["network"], second["network"]) == ("all", "1", "2")
assert total["games"] == first["games"] + second["games"] == 600
seen = 0
for row in first, second:
    assert [r["doublings"] for r in row["ratios"]] == [-2, -1, 0, 1, 2], row
    assert [r["games"] for r in row["ratios"]] == [60] * 5, row
    a, b = fit(row["ratios"])
    assert abs(row["slope"] - b) < 1e-6, (row["slope"], b)
    if row["advantage"]:
        assert abs(row["advantage"]["value"] - a / b) < 1e-6, (row["advantage"], a / b)
        assert row["advantage"]["low"] < a / b < row["advantage"]["high"]
        seen += 1
values = [row["advantage"]["value"] for row in (first, second) if row["advantage"]]
assert (total["advantage"] is not None) == (len(values) == 2)
row, = json.load(open("plain-found.json"))["advantages"]
assert row["games"] == 300 and row["network"] == "all", row
# UCT at twice the simulations is stronger: the interval is bounded.
assert row["advantage"]["low"] < row["advantage"]["value"] < row["advantage"]["high"], row
print(seen)
PYTHON
expect 0 python3 fit.py
[ "$(cat out)" -ge 1 ] || fail "no network has an advantage to compare"
expect 0 "$FULCRUM" report nets --csv
equal "$(cut -d, -f1-4 nets/csv/advantages.csv | tail -n +2 | tr -d '"' | paste -sd' ')" \
    "a,w,all,600 a,w,1,300 a,w,2,300" "the table"
expect 0 "$FULCRUM" study plain --look --long
grep -q 'What moving first is worth' out || fail "$(cat out)"
# The headline has it after the balance; alone where no other games are played.
worth='Moving first is worth, in doublings of search: -?[0-9.]+ \[-?[0-9.]+, -?[0-9.]+\]\.'
expect 0 "$FULCRUM" study plain.json games.most=0 --out alone --quiet
for folder in plain alone; do
    "$FULCRUM" study $folder --look >out
    sed -n 2,4p out | paste -sd' ' >answer
    grep -qE "$worth" answer || fail "$folder: $(cat out)"
done
grep -qE "^$worth" answer || fail "$(cat out)"

# The page draws it, each network as a dot; first where no other games are played.
for number in 1 2; do
    for size in 4 5; do
        "$tool" integer $number 64 net-$size-$number.safetensors cascade size=$size
    done
done
study 150 "${networks//net-/net-{size\}-}" |
    sed 's/"variants": \[/&{"name": "b", "variant": {"size": 5}}, /; s/"simulations": 16/"simulations": 32/' >two.json
expect 0 "$FULCRUM" study two.json games.most=0 --out two --quiet
cat >compare.py <<'PYTHON'
import json
import math

found = json.load(open("two-found.json"))
of = {name: [row["advantage"]["value"] for row in found["advantages"]
             if row["variant"] == name and row["network"] != "all"] for name in "ab"}
row, = found["advantages_compared"]
assert (row["a"], row["b"], row["strength"]) == ("b", "a", "w"), row
d = [b - a for a, b in zip(of["a"], of["b"])]
mean = sum(d) / 2
half = 12.7062 * abs(d[0] - mean)  # Student's for two, sqrt(2) |d - mean| / sqrt(2)
assert abs(row["difference"]["value"] - mean) < 1e-6, (row, of)
assert abs(row["difference"]["high"] - mean - half) < 1e-3 * half, (row, half)
PYTHON
"$FULCRUM" study two --look --json >two-found.json
expect 0 python3 compare.py
"$FULCRUM" study two --look | sed -n 2,5p | paste -sd' ' >answer
grep -qE "\]; (b is the fairer|a is the fairer|which is the fairer is open)\." answer || fail "$(cat answer)"
for folder in nets two; do
    expect 0 "$FULCRUM" report $folder
    grep -q '<h3>What moving first is worth</h3>' $folder/report.html || fail "$folder: no plot"
done
equal "$(grep -o 'class="dot"' nets/report.html | wc -l)" \
    "$(grep -c '^"\?a"\?,"\?w"\?,"\?[12]"\?,300,"\?-\?[0-9]' nets/csv/advantages.csv)" "dots"
sed -n '1,/<\/header>/p' two/report.html >head
grep -q '>Moving first is worth, in doublings of search' head || fail "the page does not begin with it"
expect 0 "$FULCRUM" report two --svg two.svg
for chart in head two.svg; do
    equal "$(grep -c '<circle.* r="3"' $chart) $(grep -c '<circle.* r="6"' $chart)" "4 2" "dots and means of $chart"
done
! grep -qE "o games yet|at equal budgets" two/report.html || fail "it asks for games that the study does not play"

# It takes budgets of simulations that can be doubled twice.
study 60 | sed 's/"simulations": 16/"simulations": 33000000/' >large.json
refused 'a budget of simulations that can be made four times as large' \
    "$FULCRUM" study large.json --out no
[ ! -e no ] || fail "a refused call made a folder"

passed

#!/usr/bin/env bash
# Which exploration constant plays best on each board? Each candidate plays against 0.45, the
# default of games that do not set their own, at equal simulations. Appends one row per match
# to results.csv; matches already there are not replayed, and a stopped match is resumed.
#     experiments/exploration/tune.sh [FULCRUM]      about an hour on four cores
set -euo pipefail
fulcrum=$(realpath -m "${1:-$(dirname "$0")/../../build/fulcrum}")
[ -x "$fulcrum" ] || {
    echo "tune.sh: no program at $fulcrum: build it, or run tune.sh FULCRUM" >&2
    exit 2
}
cd "$(dirname "$0")"
games=${GAMES:-1000}
results=results.csv
mkdir -p runs
[ -e $results ] ||
    echo "board,simulations,constant,against,pairs,score,low,high,cut_off" >$results

# agent CONSTANT SIMULATIONS: prints the file of the agent.
agent() {
    local file=runs/c$1-$2.json
    printf '{"search": {"simulations": %s, "uct_exploration": %s}, "temperature": {"start": 0}}\n' \
        "$2" "$1" >"$file"
    echo "$file"
}

while read -r simulations board; do
    for constant in 0.15 0.2 0.3 0.6; do
        grep -q "^$board,$simulations,$constant," $results && continue
        # shellcheck disable=SC2086
        "$fulcrum" match "$(agent $constant "$simulations")" "$(agent 0.45 "$simulations")" \
            $board --games "$games" --quiet --json \
            --out "runs/$(tr ' =' '__' <<<"$board")-$simulations-$constant" |
            python3 -c '
import json, sys
match = json.load(sys.stdin)
score = match["score"]
print(",".join(map(str, sys.argv[1:])), match["pairs"],
      *("%.4f" % score[key] for key in ("value", "low", "high")), match["cut_off"], sep=",")
' "$board" "$simulations" "$constant" 0.45 | tee -a $results
    done
done <<'BOARDS'
400 seesaw size=4
400 cascade
400 situ
400 seega
400 seesaw size=5
400 situ grid=square
400 situ grid=diagonal
1600 seesaw size=4
1600 cascade
1600 situ
1600 seega
BOARDS

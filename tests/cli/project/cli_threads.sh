#!/usr/bin/env bash
# Commands that play and read games on several threads, for a build with the thread sanitizer,
# which ends a program with a status of its own where it has seen a data race.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
export OMP_NUM_THREADS=4

cat >run.json <<'JSON'
{"game": "cascade", "variant": {"size": 4}, "games": 40, "shard_games": 8, "seed": 3,
 "search": {"simulations": 30}}
JSON
expect 0 "$FULCRUM" selfplay run.json --threads 4 --out run --quiet
expect 0 "$FULCRUM" selfplay run.json --threads 1 --out alone --quiet
same_runs run alone
expect 0 "$FULCRUM" verify run --all --quiet
expect 0 "$FULCRUM" merge run -o run.h5 --threads 4 --quiet
expect 0 "$FULCRUM" export run -o train.h5
expect 0 "$FULCRUM" info run

for simulations in 20 40 60; do
    printf '{"name": "s%d", "search": {"simulations": %d}}\n' $simulations $simulations \
        >s$simulations.json
done
expect 0 "$FULCRUM" match s20.json s60.json cascade size=4 --games 24 --threads 4 --out match
expect 0 "$FULCRUM" rate --out rate cascade size=4 s20.json s40.json s60.json --pairs 4 \
    --threads 4

# An evaluator for each thread of a tree, and priors with the nodes that they make.
tool=$(dirname "$FULCRUM")/tests/network_tool
if [ -x "$tool" ]; then
    expect 0 "$tool" integer 1 64 weights.h5 cascade size=4
    expect 0 "$FULCRUM" analyze cascade size=4 search.evaluator=integer \
        network.weights=weights.h5 search.selection=puct search.fpu=reduction \
        search.simulations=3000 search.threads=4
fi

cat >study.json <<'JSON'
{"game": "cascade", "variants": [{"variant": {"size": 3}}, {"variant": {"size": 4}}],
 "strengths": [{"simulations": 10}, {"simulations": 20}],
 "games": {"first": 16, "most": 32, "shard": 8}, "precision": 0.2}
JSON
expect 0 "$FULCRUM" study study.json --out study --threads 4 --quiet

passed

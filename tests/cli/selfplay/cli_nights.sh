#!/usr/bin/env bash
# A sample of the simulated runs on a cluster (nights), and of the planted faults that they must
# find; tests/nights/README.md has the commands for all. In each case the simulated batch script
# acts as the one that the program writes does in bash.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
nights=$(dirname "$FULCRUM")/tests/nights
[ -x "$nights" ] || fail "$nights is missing"
effort=${FULCRUM_TEST_EFFORT:-100}
"$nights" --first "$((RANDOM * 1000))" --nights $((5 + 3 * effort)) || fail "a night failed"
plants=(no-file-sync no-folder-sync in-place partial-is-whole merges-early)
[ "$effort" -lt 20 ] || plants+=(settles-late)
[ "$effort" -lt 100 ] || plants=(all)
for plant in "${plants[@]}"; do
    "$nights" --plant "$plant" --nights 3000 || fail "no night finds the fault $plant"
    checks=$((checks + 1))
done

echo '{"game": "seesaw", "variant": {"size": 2}, "games": 4, "shard_games": 2}' >run.json
expect 0 "$FULCRUM" slurm run.json --out run --tasks 2 --time 1h
mkdir bin
cat >bin/program <<'SH'
#!/bin/bash
[ "$1" != status ] || { echo "$KEPT_NOW"; exit 1; }
[ "$ASKED" = 0 ] || { trap '' USR1; kill -TERM $PPID; sleep 0.05; }
[ "$STATUS" -lt 128 ] || kill -s $((STATUS - 128)) $$
exit "$STATUS"
SH
printf '#!/bin/sh\necho "$STATE"\n' >bin/squeue
printf '#!/bin/sh\n: >again\n' >bin/scontrol
chmod +x bin/*
sed "s,^program=.*,program=$PWD/bin/program," run/slurm/job.sh >job.sh
"$nights" --script 0 >cases
export STATUS ASKED STATE KEPT_NOW
while read -r STATUS ASKED STATE kept expected again; do
    kept=${kept%,}
    KEPT_NOW=${kept##*,}
    tr , '\n' <<<"${kept%"$KEPT_NOW"}" | grep . >run/slurm/logs/5.kept
    rm -f again
    status=0
    SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=0 PATH=$PWD/bin:$PATH bash job.sh >said 2>&1 || status=$?
    equal "$status $([ -e again ] && echo 1 || echo 0)" "$expected $again" \
        "status $STATUS, asked $ASKED, $STATE, kept $kept: $(cat said)"
done <cases
[ "$checks" -gt 30 ] || fail "only $checks checks"
passed

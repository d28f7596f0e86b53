#!/usr/bin/env bash
# A sample of simulated runs and learning on a cluster (nights), and of planted faults that they must
# find; tests/nights/README.md has the commands for all. In each case the simulated batch script
# acts as the one that the program writes does in bash.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
nights=$(dirname "$FULCRUM")/tests/nights
[ -x "$nights" ] || fail "$nights is missing"
effort=${FULCRUM_TEST_EFFORT:-100}
"$nights" --first "$((RANDOM * 1000))" --nights $((5 + 3 * effort)) || fail "a night failed"
plants=(no-file-sync no-folder-sync in-place partial-is-whole merges-early
    trains-early weights-in-place counts-early other-result)
[ "$effort" -lt 20 ] || plants+=(settles-late)
[ "$effort" -lt 100 ] || plants=(all)
for plant in "${plants[@]}"; do
    "$nights" --plant "$plant" --first 3001 --nights 3000 || fail "no night finds the fault $plant"
    checks=$((checks + 1))
done

# Many tasks beside a slow server of metadata: every file is that of one machine, and a start does
# not look at the files of all other tasks.
expect 0 "$nights" --cluster 40 --games 800 --shard 10
grep -q '^0 files wrong' out || fail "$(cat out)"
awk '$1 == "look" && $2 == "run/shard-#.h5" {found = 1; if ($5 > 2) exit 1} END {exit !found}' out ||
    fail "calls of a file: $(cat out)"

expect 0 "$FULCRUM" slurm --no-try --tasks 2 --time 1h -- selfplay run.json --out run
mkdir bin
cat >bin/program <<'SH'
#!/bin/bash
[ "$ASKED" = 0 ] || { trap '' USR1; kill -TERM $PPID; sleep 0.05; }
[ "$STATUS" -lt 128 ] || kill -s $((STATUS - 128)) $$
exit "$STATUS"
SH
printf '#!/bin/sh\necho "$STATE"\n' >bin/squeue
printf '#!/bin/sh\n: >again\n' >bin/scontrol
printf '#!/bin/sh\necho "$KEPT"\n' >bin/find
chmod +x bin/*
sed "s,^command=.*,command=($PWD/bin/program)," run.slurm/job.sh >job.sh
"$nights" --script 0 >cases
export STATUS ASKED STATE KEPT
while read -r STATUS ASKED STATE kept expected again; do
    IFS=, read -r -a kept <<<"$kept"
    KEPT=${kept[-1]}
    unset 'kept[-1]'
    for line in "${kept[@]}"; do
        printf '%s\n' "$line" "$line" "$line" | cksum
    done >run.slurm/logs/5_0.kept
    rm -f again
    status=0
    SLURM_ARRAY_JOB_ID=5 SLURM_ARRAY_TASK_ID=0 PATH=$PWD/bin:$PATH bash job.sh >said 2>&1 ||
        status=$?
    equal "$status $([ -e again ] && echo 1 || echo 0)" "$expected $again" \
        "status $STATUS, asked $ASKED, $STATE, kept $KEPT: $(cat said)"
done <cases
[ "$checks" -gt 30 ] || fail "only $checks checks"
passed

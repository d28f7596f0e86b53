#!/usr/bin/env bash
# Scripts of experiments: those of shell without the program say what they need; the shipped claims
# hold, and tables that pages show are computed from them; statistics find known truths.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
experiments=$root/experiments
needs() { # COMMAND...: one line, exit status 2, no files
    expect 2 env FULCRUM=/nowhere/fulcrum "$@"
    equal "$(wc -l <err)" 1 "lines of $1: $(cat err)"
    grep -q "/nowhere/fulcrum" err || fail "$(cat err)"
    [ -z "$(ls -A | grep -v '^out$\|^err$')" ] || fail "a rejected call created files: $(ls)"
}
needs "$experiments/exploration/tune.sh" /nowhere/fulcrum
needs "$experiments/scale/scale.sh" /nowhere/fulcrum
needs "$experiments/scale/operations.sh" /nowhere/fulcrum
needs "$experiments/solved/solve.sh"
needs "$experiments/perfect-play/measure.sh" measured
needs "$experiments/fairest-rules/map.sh"
needs "$experiments/classics/study.sh" /nowhere/fulcrum

# The shipped claims hold, and one game of each is played again, except, without --long, of the one
# that takes half a minute. Maps that pages name are computed from the games of their claims.
claims=0
for claim in "$experiments"/*/claims/*; do
    share=0.001% replayed='1 of [0-9,]* replayed, .*: all the same' status=0
    if [ "${FULCRUM_TEST_EFFORT:-100}" -lt 100 ] && [[ $claim == */longest ]]; then
        share=0 replayed='0 of [0-9,]* replayed, .*: none requested' status=3
    elif [[ $claim == */advantage ]]; then # its networks are kept apart
        replayed='0 of 0 replayed, .*: none can be' status=3
    fi
    expect $status "$FULCRUM" claim check "$claim" --share $share --seed 1 --threads 1 \
        --page claim.html --csv claim.csv
    tr -s ' \n' ' ' <out | grep -q "Games $replayed" || fail "$claim: $(cat out)"
    grep -q '^<p class="note">Made by `fulcrum claim check`' claim.html || fail "$claim: its page"
    map=$experiments/fairest-rules/$(basename "$claim").csv
    [[ $claim != */fairest-rules/* ]] || cmp -s claim.csv "$map" || fail "the map differs from that of $claim"
    claims=$((claims + 1))
done
[ $claims -ge 7 ] || fail "only $claims claims"
expect 0 /usr/bin/python3 "$experiments/fairest-rules/exact.py" --program "$FULCRUM"
grep '^|' out >table
equal "$(grep -cxFf table "$experiments/fairest-rules/README.md")" 8 "rows of exact values"
expect 0 /usr/bin/python3 -S "$experiments/fairest-rules/rules.py" "$experiments/fairest-rules/seega.csv"
grep -q '| 5 | blocked=loss | 71.3 \[68.9, 73.7\]' out || fail "$(cat out)"

# Side 4 against side 5: the page shows the answer of the table, whose intervals hold on synthetic
# truths: of the plan's 24, by 20 repetitions each.
advantage=(/usr/bin/python3 "$experiments/seesaw-4-vs-5/advantage.py")
expect 0 "${advantage[@]}" "$experiments/seesaw-4-vs-5/csv/advantages.csv"
equal "$(grep -cxFf out "$experiments/seesaw-4-vs-5/README.md")" 5 "lines of its answer"
expect 0 "${advantage[@]}" "$experiments/seesaw-4-vs-5/csv/side-6.csv"
grep -qF "On side 6 A is $(sed -n 's/^side 6: A = //p' out) (" "$experiments/seesaw-4-vs-5/README.md" ||
    fail "side 6: $(cat out)"
sides() { sed -n 's/^side [45]: A = //p' out | paste -sd@ | sed "s/@/$1/; s/-/−/g"; }
expect 0 "${advantage[@]}" "$experiments/seesaw-4-vs-5/csv/even.csv"
grep -qF "A is $(sides ' on side 4 and ') on side 5 (" "$experiments/seesaw-4-vs-5/README.md" || fail "even: $(cat out)"
equal "$(grep -v '"all"' "$experiments/seesaw-4-vs-5/csv/even-turns.csv" | awk -F, 'NR > 1 {
    off = ($5 - 0.5) ^ 2; if (!($1 in least) || off < least[$1]) { least[$1] = off; turn[$1] = $3 " " $4 " " $5 } }
    END { print turn["\"side 4\""], turn["\"side 5\""] }')" '"@c1" 128 0.46875 "e1-d1" 128 0.46875' "the even turns"
grep -E '^variant|^[^,]*,[^,]*,"(9|1[0-6])"' "$experiments/seesaw-4-vs-5/csv/advantages.csv" >usual.csv
expect 0 "${advantage[@]}" usual.csv
grep -qF "$(sides ' and ') to them" "$experiments/seesaw-4-vs-5/README.md" || fail "usual: $(cat out)"
expect 0 "${advantage[@]}" --calibrate 20
equal "$(wc -l <out) $(cut -d, -f1-5 out | cmp - <(cut -d, -f1-5 "$experiments/seesaw-4-vs-5/csv/calibration.csv"))" \
    "46 " "truths"
awk -F, 'NR > 1 && NR <= 25 { held += $6 / 24 }
         END { print "held in " held " %"; exit held < 92 || held > 98 }' out || fail "the intervals"

/usr/bin/python3 -c 'import numpy' 2>no || {
    passed
    exit
}

expect 0 /usr/bin/python3 "$experiments/calibration/over_networks.py" --repetitions 100
awk 'NR > 1 && $7 < 0.88 { print "held " $7; wrong = 1 } END { exit wrong }' out || fail "$(cat out)"

# Several studies together; two with one seed are refused.
pooled=(/usr/bin/python3 "$experiments/seesaw-4-vs-5/pooled.py")
bundles=$experiments/seesaw-4-vs-5/claims
expect 0 "${pooled[@]}" "$bundles/"{study,long,longest}
cmp -s out "$experiments/seesaw-4-vs-5/csv/pooled.csv" || fail "another pooled.csv: $(cat out)"
expect 2 "${pooled[@]}" "$bundles/"{long,long}
grep -q "has the seed of" err || fail "$(cat err)"
passed

#!/usr/bin/env bash
# Files and processes: two configurations in one folder, outputs named like inputs, folders that
# are removed, inputs that are not files, closed descriptors, limits.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1

cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 2}, "games": 4, "shard_games": 2, "seed": 7,
 "search": {"simulations": 5}}
JSON
cat >study.json <<'JSON'
{"title": "t", "game": "seesaw", "variants": [{"name": "a", "variant": {"size": 2}}],
 "strengths": [{"simulations": 4}], "games": {"first": 4, "most": 4, "shard": 2}}
JSON
echo '{"name": "a", "search": {"simulations": 4}}' >a.json
echo '{"name": "b", "search": {"simulations": 6}}' >b.json
expect 0 "$FULCRUM" selfplay run.json --out run --quiet
expect 0 "$FULCRUM" study study.json --out study --quiet

# --- Two configurations at once in one folder: one is accepted, the other is rejected ---
both=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    "$FULCRUM" selfplay run.json seed=1 --out two-$i --quiet >/dev/null 2>one </dev/null &
    first=$!
    "$FULCRUM" selfplay run.json seed=2 --out two-$i --quiet >/dev/null 2>two </dev/null &
    second=$!
    a=0 b=0
    wait $first || a=$?
    wait $second || b=$?
    [ "$a" -ne 0 ] || [ "$b" -ne 0 ] || both=$((both + 1))
    case "$a$b" in
    02) grep -q 'holds a run of another configuration' two || fail "$(cat two)" ;;
    20) grep -q 'holds a run of another configuration' one || fail "$(cat one)" ;;
    00) ;;
    *) fail "status $a and $b: $(cat one two)" ;;
    esac
    checks=$((checks + 1))
done
equal "$both" 0 "times that two configurations were both played in one folder"

# A folder with the files of several configurations.
mkdir mixed
expect 0 "$FULCRUM" selfplay run.json seed=8 --out other --quiet
cp run/config.json run/shard-000000.h5 mixed
cp other/shard-000001.h5 mixed
refused 'have different configurations: "seed"' "$FULCRUM" export mixed -o mixed.h5
[ ! -e mixed.h5 ] || fail "training data of two runs were written"
expect 0 "$FULCRUM" export mixed -o mixed.h5 --mixed
expect 0 "$FULCRUM" export run other -o named.h5 # both runs are named

# --- Outputs with the names of inputs, or of other existing files ----------------------
echo notes >notes
mkfifo pipe
same() { # same FILE COMMAND...: the command is rejected, and the file unchanged
    local file=$1
    shift
    cp "$file" before
    refused "$file: " "$@"
    grep -qF -e "$file: is " -e "$file: already exists " "$TEMPORARY/err" ||
        fail "$file: $(cat "$TEMPORARY/err")"
    cmp -s "$file" before || fail "$file was replaced by: $*"
}
cell=$(find study -name 'shard-000000.h5' | head -1)
same study/study.json "$FULCRUM" report study -o study/study.json
same "$cell" "$FULCRUM" report study -o "$cell"
same notes "$FULCRUM" report study -o notes
same run/shard-000000.h5 "$FULCRUM" export run -o run/shard-000000.h5 --force
same other/shard-000000.h5 "$FULCRUM" export run -o other/shard-000000.h5 --force
same run.json "$FULCRUM" export run -o run.json --force
same run/config.json "$FULCRUM" merge run -o run/config.json --force
same run/shard-000000.h5 "$FULCRUM" merge run -o run/shard-000000.h5 --force
same named.h5 "$FULCRUM" merge run -o named.h5 --force
cp study.json study/mine.json
mkdir own && cp study.json own
same own/study.json "$FULCRUM" study own/study.json --out own --quiet
for made in "report study -o pipe" "export run --force -o pipe" "merge run --force -o pipe"; do
    # shellcheck disable=SC2086 # words
    refused 'pipe: already exists and is not a regular file' "$FULCRUM" $made
done
[ -p pipe ] || fail "a pipe was replaced"
mkdir tables && echo 'not,one' >tables/cells.csv
same tables/cells.csv "$FULCRUM" report study --csv=tables
# Files that the program wrote itself are overwritten.
for i in 1 2; do
    expect 0 "$FULCRUM" report study -o page.html
    expect 0 "$FULCRUM" report study --csv=csv
    expect 0 "$FULCRUM" merge run -o all.h5 --force --quiet
    expect 0 "$FULCRUM" export run -o train.h5 --force
done

# --- A folder that is removed while its run is played ------------------------------------
cat >long.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 100000, "shard_games": 2,
 "search": {"simulations": 100}}
JSON
# gone COMMAND...: runs it while a run plays in the folder `gone`; the run must fail with an error.
gone() {
    local status=0
    "$FULCRUM" selfplay long.json --out gone --threads 2 --quiet 2>err </dev/null &
    local pid=$!
    while [ ! -e gone/shard-000001.h5 ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done
    "$@"
    wait $pid || status=$?
    equal "$status" 2 "status after: $*"
    grep -q 'fulcrum selfplay: gone' err || fail "$(cat err)"
    checks=$((checks + 1))
}
gone mv gone moved
[ ! -e gone ] || fail "the folder was created again: $(find gone)"
gone rm -f gone/config.json
rm -rf gone
another() { mv gone older && mkdir gone && cp other/config.json gone; }
gone another
equal "$(find gone -name '*.h5' | wc -l)" 0 "games in a folder of another run"

# --- A run of very many games begins at once, and stops at its time limit ---------------
for shard_games in 1 16; do
    expect 3 "$FULCRUM" selfplay run.json games=1000000000 shard_games=$shard_games \
        --out huge-$shard_games --quiet --threads 1 --time-limit 1s
    for command in status verify; do
        expect 1 timeout 10 "$FULCRUM" $command huge-$shard_games
    done
    expect 0 "$FULCRUM" selfplay run.json games=1000000000 shard_games=$shard_games \
        --out huge-$shard_games --quiet --games 999999984:1000000000
done

# --- Closed descriptors 0 to 2 ------------------------------------------------------------
expect 0 "$FULCRUM" selfplay run.json --out whole --quiet
for closed in '<&-' '>&-' '2>&-' '<&- 2>&-' '<&- >&- 2>&-'; do
    status=0
    rm -rf closed all-closed.h5
    eval "\"\$FULCRUM\" selfplay run.json --out closed --threads 1 >out 2>err $closed" || status=$?
    case $closed$status in
    *'>&- 2>&-2' | '>&-2' | *0) ;; # its output could not be printed
    *) fail "status $status with $closed" ;;
    esac
    same_runs whole closed
    eval "\"\$FULCRUM\" merge closed -o all-closed.h5 >out 2>err $closed" || true
    expect 0 "$FULCRUM" verify all-closed.h5
done

# --- Inputs that are not files ------------------------------------------------------------
for input in pipe /dev/zero /dev/null; do
    for command in "selfplay $input" "study $input" "info $input" "merge $input -o x.h5" \
        "export $input -o x.h5" "metrics $input" "match a.json $input seesaw" \
        "play --load $input"; do
        # shellcheck disable=SC2086 # words
        expect 2 timeout 20 "$FULCRUM" $command
        grep -qE 'is a (pipe|device)' err || fail "$command: $(cat err)"
    done
done
expect 0 "$FULCRUM" selfplay <(sleep 1 && cat run.json) --out piped --quiet
same_runs whole piped

# --- Limits of the system ---------------------------------------------------------------
(ulimit -f 4 && "$FULCRUM" selfplay run.json --out limited --quiet 2>err) && fail "no size limit"
grep -q 'File too large' err || fail "no message that a file is too large: $(cat err)"
if mkdir small && mount -t tmpfs -o size=4m tmpfs small 2>/dev/null; then
    trap 'umount small 2>/dev/null; rm -rf "$TEMPORARY"' EXIT
    cp -r run study small && mount -o remount,ro small
    for command in "merge small/run -o small/all.h5" \
        "export small/run -o small/t.h5" "report small/study" "report small/study --csv"; do
        # shellcheck disable=SC2086 # words
        refused 'Read-only file system' "$FULCRUM" $command
    done
    mount -o remount,rw small
    # A disk that is full at any point: no signal, no incomplete file.
    for kib in 0 4 8 12 16 20 24 32 40; do
        mount -o remount,size=4m small && rm -f small/*.h5 small/ballast
        for command in "merge small/run -o small/all.h5 --quiet" \
            "export small/run -o small/t.h5" "report small/study"; do
            rm -f small/*.h5 small/study/report.html
            used=$(df -k --output=used small | tail -1)
            mount -o remount,size=$((used + kib))k small
            status=0
            # shellcheck disable=SC2086 # words
            "$FULCRUM" $command >/dev/null 2>err </dev/null || status=$?
            [ $status -eq 0 ] || [ $status -eq 2 ] || fail "$kib KiB: $status: $command"
            if [ $status -eq 0 ]; then
                [ ! -e small/all.h5 ] || expect 0 "$FULCRUM" verify small/all.h5
            else
                grep -q 'the disk is full' err || fail "$kib KiB: $command: $(cat err)"
                [ -z "$(find small -name '*.tmp' -o -name all.h5 -o -name t.h5)" ] ||
                    fail "$kib KiB: $command left $(ls small)"
            fi
            checks=$((checks + 1))
            mount -o remount,size=4m small
        done
    done
    umount small
else
    echo "skipped: full and read-only disks (mounting a small one needs root)"
fi

# --- Files that killed commands left beside an output are removed ------------------------
sleep 0.01 &
process=$!
wait $process
left="all.h5.$(hostname)-$process-01234567.tmp"
touch "$left"
expect 0 "$FULCRUM" merge run -o all.h5 --force --quiet
[ ! -e "$left" ] || fail "$left was not removed"
passed

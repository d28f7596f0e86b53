# cli_common.sh - sourced by the scripts in the folders beside it: $FULCRUM is the program,
# $TEMPORARY an empty folder that is removed at the end. Checks are counted; the first that
# fails ends the test.
set -u
: "${FULCRUM:?the program to test}"
TEMPORARY=$(mktemp -d)
trap 'rm -rf "$TEMPORARY"' EXIT
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
checks=0

# The system's Python, which starts at once, where PATH has a slow shim of another. A function: in
# the background, $! is a shell, not Python.
python3() { /usr/bin/python3 "$@"; }

# has_modules NAME...: whether it has these modules; PyTorch takes a second to load.
has_modules() {
    python3 -c 'import sys; from importlib.util import find_spec
sys.exit(not all(map(find_spec, sys.argv[1:])))' "$@"
}

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# expect STATUS COMMAND...: the exit status; output and messages go to $TEMPORARY/out, err.
expect() {
    local status=$1 got=0
    shift
    "$@" >"$TEMPORARY/out" 2>"$TEMPORARY/err" </dev/null || got=$?
    [ "$got" -eq "$status" ] ||
        fail "exit $got instead of $status: $*; $(head -c 600 "$TEMPORARY/err")"
    checks=$((checks + 1))
}

# refused WORD COMMAND...: exit 2 and one message, which contains WORD.
refused() {
    local word=$1
    shift
    expect 2 "$@"
    grep -qF -- "$word" "$TEMPORARY/err" ||
        fail "the message does not say '$word': $(cat "$TEMPORARY/err"); from: $*"
    [ "$(grep -c '^fulcrum' "$TEMPORARY/err")" -eq 1 ] ||
        fail "not exactly one message: $(cat "$TEMPORARY/err"); from: $*"
}

# equal GOT EXPECTED WHAT
equal() {
    [ "$1" = "$2" ] || fail "$3: $1 instead of $2"
    checks=$((checks + 1))
}

# hidden COMMAND...: runs it with empty folders mounted over the source tree and the build, if this
# user may do that: an installation needs neither.
hidden() {
    if unshare --mount true 2>/dev/null; then
        ROOT=$root BUILD=$(dirname "$FULCRUM") unshare --mount sh -c \
            'mount -t tmpfs none "$BUILD" && mount -t tmpfs none "$ROOT" && exec "$@"' sh "$@"
    else
        "$@"
    fi
}

# interrupt SIGNAL COMMAND...: starts it and signals it within a tenth of a second; `cut`
# counts the commands that the signal ended.
interrupt() {
    local signal=$1 status=0 pid
    shift
    "$@" >/dev/null 2>err </dev/null &
    pid=$!
    sleep "0.0$((RANDOM % 9 + 1))"
    kill -s "$signal" $pid 2>/dev/null
    wait $pid 2>/dev/null || status=$?
    case $status in
    0) ;;
    3 | 137 | 143) cut=$((cut + 1)) ;;
    *) fail "status $status after $signal: $(cat err)" ;;
    esac
}

# killed CHECK COMMAND...: runs the command to its end, then again and again, killed after a tenth,
# two tenths and so on of that time, less if it is over sooner; at least three kills must hit. CHECK, called after each,
# removes what the command made.
killed() {
    local check=$1 began took tenth at pid hit=0 status
    shift
    began=$(date +%s%N)
    "$@" >/dev/null 2>"$TEMPORARY/err" </dev/null || fail "$* failed: $(cat "$TEMPORARY/err")"
    took=$(($(date +%s%N) - began))
    "$check"
    for tenth in 1 2 3 4 5 6 7 8 9; do
        status=0
        "$@" >/dev/null 2>&1 </dev/null &
        pid=$!
        at=$((took * tenth / 10))
        sleep "$((at / 1000000000)).$(printf %09d $((at % 1000000000)))"
        kill -KILL $pid 2>/dev/null
        wait $pid 2>/dev/null || status=$?
        if [ $status -eq 137 ]; then hit=$((hit + 1)); else took=$at; fi
        "$check"
    done
    echo "$hit of 9 kills hit in $((took / 1000000)) ms"
    [ $hit -ge 3 ] || fail "only $hit of 9 kills hit: $*"
}

# same_runs A B: the same files with equal data.
same_runs() {
    diff <(cd "$1" && ls shard-*.h5) <(cd "$2" && ls shard-*.h5) >&2 ||
        fail "$1 and $2 have different files"
    local shard
    for shard in "$1"/shard-*.h5; do
        cmp -s "$shard" "$2/$(basename "$shard")" ||
            h5diff "$shard" "$2/$(basename "$shard")" >&2 || fail "$shard differs in $2"
        checks=$((checks + 1))
    done
}

# stopped SIGNAL STATUS PROGRAM...: signals it half a second after it has installed a handler; it
# must exit with this status. Output and messages go to $TEMPORARY/out, err.
stopped() {
    local signal=$1 status=$2 got=0 pid
    shift 2
    env --default-signal "$@" >"$TEMPORARY/out" 2>"$TEMPORARY/err" </dev/null &
    pid=$!
    until [ /proc/$pid/exe -ef "$1" ] && catches $pid "$(kill -l "$signal")"; do
        kill -0 $pid 2>/dev/null ||
            fail "it ended before the signal: $*; $(head -c 600 "$TEMPORARY/err")"
        sleep 0.02
    done
    sleep 0.5
    kill -s "$signal" $pid
    wait $pid || got=$?
    equal $got "$status" "status after SIG$signal of $*"
}

# catches PID NUMBER: whether the process has a handler for the signal.
catches() {
    local caught
    caught=$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status" 2>/dev/null)
    [ $((0x${caught:-0} >> ($2 - 1) & 1)) -eq 1 ]
}

# threads_at_exit: switches the leak sanitizer off, because that of clang 14 sometimes crashes at
# the end of a program with threads. Other tests look for leaks.
threads_at_exit() {
    export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
}

passed() {
    echo "$checks checks passed"
}

# sanitized: whether the program has been built with sanitizers.
sanitized() {
    grep -q '^FULCRUM_SANITIZE:STRING=.' "$(dirname "$FULCRUM")/CMakeCache.txt" 2>/dev/null
}

# Ends a test that cannot run here.
skip() {
    echo "skipped: $1"
    exit 77
}

# need_build FILE...: sets `build`, the folder of the program's build, from which it can be
# installed; the test is skipped if it has not been built there, or lacks a FILE.
need_build() {
    local file
    command -v cmake >/dev/null || skip "there is no cmake"
    build=$(dirname "$FULCRUM")
    [ -f "$build/cmake_install.cmake" ] || skip "$FULCRUM does not stand in its build"
    for file; do
        [ -f "$build/$file" ] || skip "the libraries are not built"
    done
}

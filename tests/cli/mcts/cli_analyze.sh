#!/usr/bin/env bash
# analyze: its report, its JSON, how searches end, and the live screen on a pseudo-terminal.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

# The report: a puzzle with its answer, without escape sequences.
expect 0 "$FULCRUM" analyze seesaw size=4 --position 'S d3=S1/S d4=N1/N' --multipv 2
grep -q 'South (player 1) to move' out || fail "$(cat out)"
grep -q '^value  *proven win' out || fail "$(cat out)"
grep -q '^line  *d3xd4$' out || fail "$(cat out)"
grep -q '^ *1  d3xd4 .* proven win' out || fail "$(cat out)"
grep -q ': proven$' out || fail "$(cat out)"
grep -q "$(printf '\033')" out && fail "escape sequences in a file"
[ ! -s err ] || fail "messages: $(cat err)"

# JSON: one consistent object; the same in a second run, except for measured times.
for game in 'seesaw size=4' 'situ order=2' 'seega opening=fixed' 'cascade size=4'; do
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" analyze $game --json --multipv 3 search.simulations=500
    cp out first.json
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" analyze $game --json --multipv 3 search.simulations=500
    [ "$(wc -l <out)" -eq 1 ] || fail "the JSON is not on one line"
    python3 - first.json out <<'PYTHON' || fail "$game: $(cat out)"
import json, sys
first, again = (json.load(open(name)) for name in sys.argv[1:])
for found in first, again:
    assert found["simulations_per_s"] > 0 and found["seconds"] > 0
    del found["seconds"], found["simulations_per_s"]
assert first == again
assert isinstance(first["variant"], str) and first["player"] == 1
assert first["visits"] == 500 or first["end"] == "proven"
actions = first["actions"]
assert len(actions) == min(3, first["legal"])
visits = [action["visits"] for action in actions]
assert visits == sorted(visits, reverse=True) or first["end"] == "proven"
assert first["line"] == actions[0]["line"]
for found in actions + [first]:
    assert 0 <= found["value"] <= 1 + 1e-6
    assert found["line"]
for action in actions:
    assert action["line"][0] == action["action"]
    assert isinstance(action["number"], int)
    assert abs(action["share"] - action["visits"] / first["visits"]) < 1e-5
assert first["memory_bytes"] <= first["memory_cap_bytes"]
PYTHON
    checks=$((checks + 1))
done

# A line can be played: each of its actions is legal in its position.
expect 0 "$FULCRUM" analyze seesaw size=4 --json search.simulations=5000
line=$(python3 -c 'import json; print(*json.load(open("out"))["line"])')
position='S d1=S1/S d7=N1/N'
for action in $line; do
    expect 0 "$FULCRUM" moves seesaw size=4 --position "$position"
    position=$(awk -F '\t' -v action="$action" '$1 == action {print $2}' out)
    [ -n "$position" ] || fail "$action of '$line' is not legal"
done

# How a search ends.
ends() {
    local end=$1
    shift
    expect 0 "$FULCRUM" analyze seesaw size=4 --json "$@"
    grep -q "\"end\":\"$end\"" out || fail "$*: the search did not end by $end: $(cat out)"
}
ends simulations search.simulations=100
ends nodes search.max_nodes=50
ends time search.time_ms=50
ends settled search.simulations=20000 search.stop_when_settled=true
for signal in INT TERM; do
    stopped $signal 0 "$FULCRUM" analyze seesaw search.time_ms=0
    grep -q ': stopped$' out || fail "SIG$signal: $(cat out)"
done

# On a terminal: the alternate screen is redrawn; a key ends the search, the report stays, and the
# terminal's mode is restored.
live_on_a_terminal() {
    python3 - "$FULCRUM" <<'PYTHON'
import os, pty, select, sys, termios, time
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    time.sleep(0.3)  # until the parent has read the terminal's mode
    os.execv(sys.argv[1], ["fulcrum", "analyze", "seesaw", "size=4", "search.time_ms=0"])
before = termios.tcgetattr(terminal)
seen, pressed, end = b"", False, time.monotonic() + 60
while time.monotonic() < end and b": stopped" not in seen:
    if select.select([terminal], [], [], 0.1)[0]:
        seen += os.read(terminal, 65536)
    if not pressed and seen.count(b"any key ends it") >= 3:
        pressed = os.write(terminal, b"x") == 1
after = termios.tcgetattr(terminal)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert pressed and seen.startswith(b"\033[?1049h"), seen[:80]
live, report = seen.split(b"\033[?1049l")
assert b"@d2" in live and b": stopped" in report and b"\033[H" not in report
assert after == before
PYTHON
}
if python3 -c 'import os; os.openpty()' 2>/dev/null; then
    live_on_a_terminal || fail "analyze on a terminal"
    checks=$((checks + 1))
else
    echo "skipped: a terminal (this machine has no pseudo-terminals, /dev/pts)"
fi

# The maximum number of simulations, for a search without another limit.
expect 0 "$FULCRUM" analyze --help
tr -s ' \n' '  ' <out | grep -q 'the maximum number of simulations, 67,083,263\.' ||
    fail "$(cat out)"
refused 'is at most 67083263 with many threads' "$FULCRUM" analyze seesaw search.threads=2 \
    search.simulations=67083264

# Usage errors.
refused 'no game given' "$FULCRUM" analyze
refused 'did you mean "size"' "$FULCRUM" analyze seesaw sise=4
refused 'did you mean "search.time_ms"' "$FULCRUM" analyze seesaw search.time=4
refused '"search.simulations" is 0' "$FULCRUM" analyze seesaw search.simulations=0
refused '"noise.weight" changes priors' "$FULCRUM" analyze seesaw noise.weight=0.5
refused 'column 3' "$FULCRUM" analyze seesaw --position 'S d8=S1/S'
refused '(player 1) has won' "$FULCRUM" analyze seesaw --position 'S d4=S2/-'
for number in 0 -1 x 4097 1.5; do
    expect 2 "$FULCRUM" analyze seesaw "--multipv=$number"
    grep -q 'whole number from 1 to 4096' err || fail "--multipv=$number: $(cat err)"
done
expect 2 bash -c '"$0" analyze seesaw search.simulations=9 >/dev/full' "$FULCRUM"
# Search keys that exclude each other.
refused '"search.amaf_reference" is for "search.selection": "uct"' "$FULCRUM" analyze seesaw \
    search.amaf_reference=50 search.selection=puct
refused '"search.fpu" must be "first"' "$FULCRUM" analyze seesaw \
    search.amaf_reference=50 search.fpu=value
refused '"search.amaf_reference" must be 0' "$FULCRUM" analyze seesaw \
    search.amaf_reference=50 search.root=gumbel
refused 'needs one thread per tree' "$FULCRUM" analyze seesaw search.amaf_reference=50 \
    search.threads=2
refused 'plans visits one by one' "$FULCRUM" analyze seesaw search.root=gumbel search.threads=2 \
    search.simulations=9
for words in '' search.max_nodes=9 'search.simulations=9 search.time_ms=5'; do
    # shellcheck disable=SC2086
    refused 'set their number with "search.simulations"' "$FULCRUM" analyze seesaw search.root=gumbel $words
done
expect 0 "$FULCRUM" analyze seesaw search.root=gumbel search.simulations=9
refused 'with many threads' "$FULCRUM" analyze seesaw search.threads=2 search.simulations=67108863
passed

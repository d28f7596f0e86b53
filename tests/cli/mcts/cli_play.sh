#!/usr/bin/env bash
# play: sessions of a human player from a pipe and on a pseudo-terminal, agents against agents,
# saved games, usage errors.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

# session STATUS 'LINE|LINE|...' ARGUMENT...: output goes to out and err.
session() {
    local status=$1 lines=$2 got=0
    shift 2
    printf '%s' "$lines" | tr '|' '\n' >lines
    [ -z "$lines" ] || echo >>lines
    "$FULCRUM" play "$@" <lines >out 2>err || got=$?
    [ "$got" -eq "$status" ] || fail "exit $got: play $* with $lines: $(cat err)"
    checks=$((checks + 1))
}
says() {
    grep -qF -- "$1" out || fail "no '$1' in: $(tail -40 out)"
    checks=$((checks + 1))
}
# The positions that the session printed, one per line.
positions() {
    grep -A1 -- '> position$' out | grep -v -e '> position$' -e '^--$'
}

# Every game: players, aim, each command, and a command to continue from the position.
fast=search.simulations=60
for game in 'seesaw size=4' 'situ order=2' 'seega' 'cascade size=4' 'seesaw size=3 swap=true'; do
    # shellcheck disable=SC2086
    session 0 'position|1|1|undo|undo|position|redo|redo|redo|undo|undo|position|hint|moves|help|turns|board|analyze' \
        $game $fast
    says '(player 1): human'
    says '(player 2): search, 60 simulations an action'
    says 'Aim: '
    says 'hint: '
    says 'there is nothing to redo'
    says 'no actions played yet'
    says 'simulations done'
    says "To continue from here: fulcrum play ${game%% *} "
    grep -q "$(printf '\033')" out && fail "escape sequences in a file"
    [ "$(positions | wc -l)" -eq 3 ] || fail "not three positions: $(cat out)"
    [ "$(positions | sort -u | wc -l)" -eq 1 ] || fail "undo or redo: $(positions)"
    # Always choosing the first action ends in a result; so does resigning.
    yes 1 | head -600 >many
    # shellcheck disable=SC2086
    "$FULCRUM" play $game $fast <many >out 2>err || fail "playing to the end: $(cat err)"
    says 'The game is over. '
    says 'the game is over: undo, save FILE or quit'
    # shellcheck disable=SC2086
    session 0 'resign|no|resign|position|resign|y|hint|undo|quit|1' $game $fast
    says 'Resign? Type yes or y to resign'
    says 'The game continues.'
    says 'has resigned'
    says 'has won: '
    says 'the game is over: undo'
    [ "$(positions | wc -l)" -eq 1 ] || fail "undo after resign: $(cat out)"
done

# Each command that help lists exists, and is accepted in place of an action.
session 0 help seesaw $fast
commands=$(sed -n '/^  help  /,/^  quit  /s/^  \([a-z]*\) .*/\1/p' out)
[ "$(echo "$commands" | wc -l)" -ge 13 ] || fail "help lists too few commands: $(cat out)"
for command in $commands; do
    session 0 "$command x y" seesaw $fast
    grep -q -e 'takes no argument ("x y")' -e "$PWD" -e 'x y' out || fail "$command: $(cat out)"
    session 0 "${command}q" seesaw $fast
    says "did you mean $command?"
done

# Invalid lines change nothing, and the message says what would be valid.
puzzle='S d3=S3/S d4=N1/N e4=N1/N g1=N1/N'
session 0 '@@|99|d3xd9|d3xd4xa1|d3xd4xe4xe5||  |xyzzy|save|save /nowhere/x.json|position' \
    seesaw --position "$puzzle" --player2 human
says 'numbers from 1 to 3'
says 'did you mean d3xd4?'
says 'd3xd4 is, but not followed by "xa1"'
says '"xyzzy" is not an action of Seesaw. Legal: d3xd4 d3xe4 d3xg1 (or help)'
says 'usage: save FILE'
says '/nowhere/x.json: cannot be created'
[ "$(positions)" = "$puzzle" ] || fail "$(positions)"

# A turn of several actions, typed at once; undone action by action.
session 0 'D3xD4xE4|position|undo|position|undo|position|redo|d4xe4|turns|redo' seesaw \
    --position "$puzzle" --player2 human
says 'd3xd4xe4'
says 'there is nothing to redo'
[ "$(positions | sed -n 2p | grep -c '>d4:')" -eq 1 ] || fail "undo leaves the chain: $(positions)"
[ "$(positions | sed -n 3p)" = "$(positions | sed -n 3p | sed 's/>.*//')" ] || fail "$(positions)"

# Against an agent, undo goes back to the human player's action, also if they are player 2.
session 0 'position|1|undo|position|undo' seesaw $fast --player1 search --player2 human
says 'you have no action to undo'
[ "$(positions | sort -u | wc -l)" -eq 1 ] || fail "$(positions)"

# Saved and loaded: the same position, players and seed.
session 0 '1|1|1|save mid.json|position' seesaw size=3 $fast --seed 77
positions >mid
session 0 'position' --load mid.json
diff <(positions) mid || fail "another position after --load"
says 'search, 60 simulations an action'
python3 - <<'PYTHON' || fail "wrong contents of mid.json"
import json
game = json.load(open("mid.json"))
assert game["game"] == "seesaw" and game["variant"]["size"] == 3 and game["seed"] == 77
assert len(game["played"]) >= 6 and game["players"][0] == "human"
assert game["players"][1]["search"]["simulations"] == 60
assert game["position"] in open("mid").read() and "to move" in game["result"]
PYTHON

# `show` prints a saved game, too, but not as JSON, which the file is already, nor by number.
expect 0 "$FULCRUM" show mid.json --boards
grep -q '^player 1: human$' out && grep -q '^--- turn 1, action 1: ' out || fail "$(head -5 out)"
refused 'is a saved game, number 0, not 3' "$FULCRUM" show mid.json --game 3
refused 'which is JSON itself' "$FULCRUM" show mid.json --json

# Existing files are not overwritten, except for the game's own file.
session 0 '1|save mid.json|save new.json|1|save new.json' seesaw size=3 $fast
says 'mid.json: already exists; choose another name'
[ "$(grep -c '^saved in new.json' out)" -eq 2 ] || fail "$(cat out)"
refused 'already exists' "$FULCRUM" play seesaw --save mid.json
session 0 '1' --load mid.json --save mid.json
session 0 'undo|position' --load mid.json
diff <(positions) mid || fail "the game was not saved in its own file"

# --save writes after each action, so that the file is complete even if the program is killed.
mkfifo pipe
"$FULCRUM" play seesaw size=3 $fast --save kept.json <pipe >out 2>err &
child=$!
exec 3>pipe
echo 1 >&3
for _ in $(seq 100); do
    [ -s kept.json ] && grep -q '"played":.*", "' kept.json && break
    sleep 0.1
done
kill -KILL $child
exec 3>&-
wait $child 2>/dev/null
session 0 'turns' --load kept.json
grep -q '^   1\. [^ ]* *[^ ]' out || fail "the saved game lacks actions: $(cat out)"

# Two agents: the same game with the same seed, a different one with another; a line for each
# action, the board and the result.
agents=("$root/configs/agents/varied-400.json" "$root/configs/agents/uct-100.json")
watch() {
    expect 0 "$FULCRUM" play "$@" --player1 "${agents[0]}" --player2 "${agents[1]}"
    sed -i 's/ [0-9.]* s$//' out
}
for game in 'seesaw size=3' 'situ order=2' 'seega no_capture_limit=20' 'cascade size=4'; do
    # shellcheck disable=SC2086
    rm -f one.json
    # shellcheck disable=SC2086
    watch $game --save one.json
    cp out first
    # shellcheck disable=SC2086
    watch $game
    cmp -s first out || fail "$game: two games with one seed differ"
    # shellcheck disable=SC2086
    watch $game --seed 2
    cmp -s first out && fail "$game: the seed changes nothing"
    tail -1 first | grep -q 'The game is over. ' || fail "$(tail -1 first)"
    python3 - <<'PYTHON' || fail "$game: $(cat first)"
import json, re
lines = [line for line in open("first") if re.match(r" *\d+\. ", line)]
game = json.load(open("one.json"))
assert [line.split()[4] for line in lines] == game["played"]
assert [player["name"] for player in game["players"]] == ["varied-400", "uct-100"]
assert game["result"] in open("first").read()
PYTHON
done
expect 0 "$FULCRUM" play seesaw size=2 --player1 search.simulations=5 \
    --player2 'search.simulations=7 search.uct_exploration=1'
says 'search, 5 simulations an action'
says 'search, 7 simulations an action'

# Usage errors.
refused 'no game given' "$FULCRUM" play
refused 'did you mean "size"' "$FULCRUM" play seesaw sise=4
refused 'did you mean "search.time_ms"' "$FULCRUM" play seesaw search.time=4
refused 'no player "nobody"' "$FULCRUM" play seesaw --player1 nobody
refused 'is an agent, with a "name"' "$FULCRUM" selfplay "$root/configs/agents/uct-25.json" --out none
refused 'is a configuration of games' "$FULCRUM" play seesaw --player2 "$root/configs/seega.json"
refused 'column 3' "$FULCRUM" play seesaw --position 'S d8=S1/S'
refused 'cannot be opened' "$FULCRUM" play --load nothing.json
refused 'must be a list of texts' "$FULCRUM" play --load <(echo '{"game": "seesaw", "rules_version": 1, "played": 1}')
refused 'cannot be created' "$FULCRUM" play seesaw size=2 --player1 search.simulations=5 \
    --player2 search.simulations=5 --save /nowhere/x.json
for wrong in --seed=-1 --seed=x --delay=-1 --delay=x --delay=; do
    expect 2 "$FULCRUM" play seesaw "$wrong"
done
expect 2 "$FULCRUM" play seesaw size=3 --load mid.json
expect 2 bash -c '"$0" play seesaw size=2 >/dev/full' "$FULCRUM"

# On a terminal: completion and history, Ctrl-C during a search and at the prompt, the game saved
# in a file; two agents.
on_a_terminal() {
    python3 - "$FULCRUM" "$1" <<'PYTHON'
import glob, json, os, pty, select, sys, time
program, edited = sys.argv[1], sys.argv[2] == "edited"

def session(steps, *words):
    """Waits for each text in turn and types its keys; returns the whole output."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.execv(program, ["fulcrum", "play", *words])
    seen, at, end = b"", 0, time.monotonic() + 60
    def more():
        nonlocal seen
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                read = os.read(terminal, 65536)
            except OSError:
                return False
            seen += read
            return bool(read)
        return time.monotonic() < end
    for text, keys in steps:
        while text not in seen[at:]:
            assert more(), (text, seen[at:][-600:])
        at = seen.index(text, at) + len(text)
        time.sleep(0.05)
        os.write(terminal, keys)
    while more():
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, seen[-600:]
    return seen

prompt = b"South (player 1)> "
if edited:
    seen = session([(prompt, b"@e\t\n"), (b"North (player 2) plays ", b""),
                    (prompt, b"und\t\n"), (prompt, b"@\t"), (b"@c1  @d2  @e1", b"\x15"),
                    (prompt, b"\x1b[A\x1b[A\n"), (b"North (player 2) plays ", b""),
                    (prompt, b"turns\n"), (b"1. @e1", b""), (prompt, b"\x04")],
                   "seesaw", "search.simulations=50")
seen = session([(prompt, b"@e1\n"), (b"is thinking", b"\x03"), (prompt, b"hint\n"),
                (b"is thinking", b"\x03"), (b"hint: ", b""), (prompt, b"\x03")],
               "seesaw", "search.time_ms=50000")
path = seen.split(b"fulcrum play --load ")[1].split()[0].decode()
assert len(json.load(open(path))["played"]) == 2
assert b"\033[1;33mS1" in seen  # in colours
seen = session([(prompt, b"quit\n")], "seesaw")
assert b"saved" not in seen.split(prompt)[1]  # nothing was played
before = set(glob.glob("*"))
seen = session([(b"   3. ", b"\x03")], "seesaw", "--delay", "0.1",
               "--player1", "search", "--player2", "search", "search.time_ms=100")
assert seen.count(b"South to move") + seen.count(b"North to move") >= 3  # boards
assert b"   2. North" in seen and b"Stopped." in seen and b"--position '" in seen
assert set(glob.glob("*")) == before
PYTHON
}
edited=plain
grep -q libedit "$(dirname "$FULCRUM")/CMakeCache.txt" 2>/dev/null &&
    grep -q '^EDIT_FOUND:INTERNAL=1' "$(dirname "$FULCRUM")/CMakeCache.txt" && edited=edited
if python3 -c 'import os; os.openpty()' 2>/dev/null; then
    on_a_terminal $edited || fail "play on a terminal"
    checks=$((checks + 1))
else
    echo "skipped: a terminal (this machine has no pseudo-terminals, /dev/pts)"
fi
passed

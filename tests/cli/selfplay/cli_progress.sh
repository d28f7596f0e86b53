#!/usr/bin/env bash
# On a terminal: a progress bar that redraws itself and leaves a complete line, at any width;
# colours; screens as high as the terminal; none of these on a dumb terminal.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
python3 -c "import os; os.openpty()" 2>/dev/null ||
    skip "this machine has no pseudo-terminals, /dev/pts"
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 2}, "games": 6, "shard_games": 2, "seed": 7,
 "search": {"simulations": 20}}
JSON
cat >terminal.py <<'PYTHON'
import fcntl, os, pty, re, signal, struct, sys, termios

signal.alarm(100) # if the expected text never appears

def run(words, rows=24, columns=80, kind="xterm", until=None):
    """What a terminal of that size shows, and the exit status. until: a pattern, after which the
    program is interrupted."""
    ready, go = os.pipe()
    child, terminal = pty.fork()
    if child == 0:
        os.close(go)
        os.read(ready, 1) # until the terminal has its size
        signal.signal(signal.SIGINT, signal.SIG_DFL) # ignored in commands started with &
        os.environ["TERM"] = kind
        os.environ.pop("NO_COLOR", None)
        os.execv(os.environ["FULCRUM"], ["fulcrum"] + words.split())
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.close(ready)
    os.close(go)
    seen = b""
    while True:
        try:
            some = os.read(terminal, 65536)
        except OSError:
            some = b""
        if not some:
            break
        seen += some
        if until and re.search(until, seen.decode(errors="replace")):
            os.kill(child, signal.SIGINT)
            until = None
    assert until is None, seen
    return seen.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

text, status = run("selfplay run.json --out run --threads 1")
assert status == 0 and "\r\033[K[" + "#" * 22 in text, text
assert re.search(r"6/6 games, .* took 0:0\d\r\n", text), text
text, status = run("selfplay run.json --out narrow --threads 1", columns=20)
bars = [line for line in text.split("\r\n") if line.startswith("\r\033[K")]
assert status == 0 and bars and all("[" not in line.replace("\033[K", "") for line in bars), text
assert all(len(part) <= 19 for line in bars for part in line.split("\r\033[K")), text
text, status = run("merge run -o all.h5 --threads 1")
assert status == 0 and "6/6 games" in text, text
text, status = run("verify run --threads 1")
assert status == 0 and "6/6 games" in text and "intact and complete" in text, text
for kind, coloured in ("xterm", True), ("dumb", False):
    text, status = run("show run --boards", kind=kind)
    assert status == 0 and ("\033[1;3" in text) == coloured, text[:500]
text, status = run("status run --watch", rows=3)
live, last = text.split("\033[?1049l")
assert status == 0 and live.count("\r\n") == 2 and last.count("\r\n") > 3, text
text, status = run("status run --watch", kind="dumb")
assert status == 0 and "\033" not in text and text.count("run: 6 of 6") == 2, text
text, status = run("solve cascade size=7 --memory 16 --time-limit 1s")
assert status == 1 and re.search(r"\r\033\[K[0-9.]+M positions, ", text), text
assert text.split("M positions, ")[-1].split("\r\033[K")[-1].startswith("game "), text
# Interrupted work: its progress is shown and erased, and the results so far are printed.
text, status = run("complexity seega --positions 100000000", until=r"\r\033\[K\w+: [0-9]+")
assert status == 3 and "\r\033[K  Game  " in text, text
assert "stopped by SIGINT; figures not reached" in text, text
text, status = run("puzzles moves --last 40 --nodes 100000000 --memory 64",
                   until=r"\r\033\[K1 games, [0-9]+ positions, 0 puzzles")
assert status == 3 and "; 1 not proven; stopped by SIGINT\r\n" in text, text
PYTHON
echo '{"game": "seega", "games": 1, "seed": 7, "search": {"simulations": 5}}' >moves.json
expect 0 "$FULCRUM" selfplay moves.json --out moves --quiet
expect 0 env FULCRUM="$FULCRUM" python3 terminal.py
passed

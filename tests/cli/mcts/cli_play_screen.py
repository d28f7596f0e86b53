"""Of cli_play_screen.sh: what is on the screen at each prompt. cli_play_screen.py FULCRUM"""
import os
import re
import subprocess
import sys

from screen import Session

FULCRUM = sys.argv[1]
SEARCH = "search.simulations=4"
PROMPT = r"[A-Z][a-z]+ \(player 1\)>"
BOARDS = ("seesaw size=4", "seesaw size=5", "seesaw size=6", "situ", "situ order=7",
          "situ grid=square order=7", "seega", "seega size=9", "cascade size=8",
          "cascade size=11", "cascade size=8 swap=true")
AIMS = {"seesaw": "leave the opponent without a stack",
        "situ": "be the last to complete a turn",
        "seega": "leave the opponent with too few pieces",
        "cascade": "more stones of your own colour"}
count = 0


def frames(board, keys):
    """What play prints to a pipe after each line: the picture's lines, and the last turns."""
    shown = subprocess.run([FULCRUM, "play", *board.split(), SEARCH], check=True, text=True,
                           input="".join(key + "\n" for key in keys), capture_output=True)
    assert "\033" not in shown.stdout
    found = re.findall(r"\nAim: .*\n((?:(?!Aim:).*\n)+?)(Turn \d+\. .*)\n", shown.stdout)
    assert len(found) == len(keys) + 1, shown.stdout
    return [(picture.splitlines(), last) for picture, last in found]


def check(screen, picture, last, board):
    """The screen shows the whole picture, in order, with the prompt below."""
    global count
    text = screen.text()
    at = 0
    for line in picture:
        while at < len(text) and not text[at].startswith(line.rstrip()):
            at += 1
        assert at < len(text), (board, line, text)
        at += 1
    words = " ".join(text)
    for word in ["Aim:"] + AIMS[board.split()[0]].split() + last.split():
        assert word in words, (board, word, text)
    assert re.fullmatch(PROMPT, text[screen.row]) and screen.row >= at, (board, text)
    assert not any(text[screen.row + 1:]), (board, text)
    count += 1


def play(board, rows, columns, keys, environment=None):
    words = [FULCRUM, "play", *board.split(), SEARCH]
    with Session(rows, columns, words, environment) as session:
        session.wait(PROMPT)
        for i, (picture, last) in enumerate(frames(board, keys)):
            check(session.screen, picture, last, board)
            if i < len(keys):
                session.type(keys[i] + "\n")
                session.wait(PROMPT)
        # After output that scrolls the board away, the aim and the last turns are still shown.
        session.type("rules 3\n")
        session.wait(PROMPT)
        words = " ".join(session.screen.text())
        assert "Aim:" in words and last.split()[-1] in words, session.screen.text()
        session.type("\x04")


for board in BOARDS:
    for columns in (80, 60):
        play(board, 24, columns, ["1", "1"])
# Typing the start of an action marks its targets; terminals without colours or cursor movement.
play("seesaw size=4", 24, 80, ["@c1", "c"])
play("cascade size=4", 24, 60, ["w:a1", "d2"], {"NO_COLOR": "1"})
play("cascade size=4", 24, 60, ["w:a1", "r:"], {"TERM": "dumb"})
picture, _ = frames("seesaw size=4", ["@c1", "d"])[-1]
assert any("[S1s]" not in line and "d2" in line for line in picture), picture
assert not any("[S1s]" in line for line in picture), picture
# Stones, targets, what was placed and what fell can be told apart without colours.
picture, _ = frames("cascade size=3", ["w:b2"])[-1]
assert any("W" in line for line in picture), picture
assert sum(len(re.findall(r"\b[abc][123]\b", line)) for line in picture) == 7, picture
print(count, "screens")

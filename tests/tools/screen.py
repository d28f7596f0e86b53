"""screen.py - runs a program on a terminal of a given size and reads its screen.
Use: with Session(24, 60, [program, "play", "seesaw"]) as session:
         session.wait("> "); session.type("hint\n"); session.wait("> ")
         for line in session.screen.text(): ...
Understands what line editors and fulcrum write: carriage returns, cursor movement, erasing
to the end of a line. Errors: an assertion when an expected text does not appear.
"""
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time

CONTROL = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")
WAIT = 30


class Screen:
    def __init__(self, rows, columns):
        self.columns = columns
        self.lines = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.ended = 0  # lines
        self.unread = ""

    def text(self):
        return ["".join(line).rstrip() for line in self.lines]

    def down(self):
        self.ended += 1
        if self.row + 1 < len(self.lines):
            self.row += 1
        else:
            self.lines.append([" "] * self.columns)
            self.lines.pop(0)

    def put(self, char):
        if char == "\r":
            self.column = 0
        elif char == "\n":
            self.down()
        elif char == "\b":
            self.column = max(0, self.column - 1)
        elif char >= " ":
            if self.column == self.columns:
                self.column = 0
                self.down()
            self.lines[self.row][self.column] = char
            self.column += 1

    def control(self, number, letter):
        count = int(number) if number.isdigit() else 1
        if letter == "K":
            for column in range(self.column, self.columns):
                self.lines[self.row][column] = " "
        elif letter == "C":
            self.column = min(self.columns - 1, self.column + count)
        elif letter == "D":
            self.column = max(0, self.column - count)
        elif letter == "A":
            self.row = max(0, self.row - count)

    def feed(self, text):
        text = self.unread + text
        at = 0
        while at < len(text):
            found = CONTROL.match(text, at)
            if found:
                self.control(*found.groups())
                at = found.end()
            elif text[at] == "\x1b" and len(text) - at < 12:
                break  # the sequence is incomplete
            else:
                self.put(text[at])
                at += 1
        self.unread = text[at:]


class Session:
    def __init__(self, rows, columns, words, environment=None):
        self.screen = Screen(rows, columns)
        self.before = 0  # lines that had ended when something was typed
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            time.sleep(0.02)  # until the size is set
            os.environ.update({"TERM": "xterm"}, **(environment or {}))
            os.execv(words[0], words)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ,
                    struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.terminal)
        os.waitpid(self.child, 0)

    def type(self, text):
        self.before = self.screen.ended
        os.write(self.terminal, text.encode())

    def wait(self, pattern):
        """Waits until, after the line that was typed, the cursor's line matches a pattern."""
        end = time.monotonic() + WAIT
        while (self.screen.ended == self.before or
               not re.fullmatch(pattern, self.screen.text()[self.screen.row])):
            assert time.monotonic() < end, (pattern, self.screen.text())
            if select.select([self.terminal], [], [], 0.1)[0]:
                self.screen.feed(os.read(self.terminal, 65536).decode())

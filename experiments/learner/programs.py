"""Other programs that a script runs, being stopped, and how a script ends.

    programs = Programs()
    programs.listen()                                      # to signals, from now on
    said = programs.run("fulcrum", "--version", output=True)
    beside = programs.start(["fulcrum", "selfplay", "run.json"])   # while others run
    programs.end(beside)                                   # as far as it has come
    programs.run_all([("a.log", ["fulcrum", ...]), ("b.log", [...])], jobs=2)
    programs.run(*script("curve.py"), ".")                 # by the Python that runs this

    if __name__ == "__main__":
        finish(main)

A signal is handed on as SIGINT to what is running, which keeps what it has done and ends with
status 3; run() and run_all() raise Stopped then. So they do when a program was stopped by
itself.
"""

import contextlib
import ctypes
import itertools
import os
import shlex
import signal
import subprocess
import sys
import time

import needs
from data import DataError

PR_SET_PDEATHSIG = 1  # of prctl: a signal when the parent has died


class Stopped(Exception):
    """A signal came, and what was running has ended with all that it did kept."""


def end_with_parent(parent):
    """In the child, before it becomes the program. Who was begun in the background by a script
    ignores SIGINT, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() != parent:  # it has died already
        os._exit(3)


def script(path):
    """Words that call a Python script by the same Python as this one, which has the packages
    that both need."""
    return sys.executable, path


def last_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return ([line.strip() for line in file if line.strip()] or [""])[-1]


def interrupt(child):
    if child.returncode is None:  # not waited for, so the number is still its own
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGINT)


class Programs:
    def __init__(self):
        self.children, self.stopped = [], False

    def listen(self):
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self.stop)

    def stop(self, *_):
        """Of a signal: what runs keeps what it has done and ends."""
        self.stopped = True
        for child in self.children:
            interrupt(child)

    def check(self):
        if self.stopped:
            raise Stopped()

    def start(self, words, **options):
        """A program in a session of its own, with options of subprocess.Popen; it ends when
        this process is killed."""
        self.check()
        words, parent = [str(word) for word in words], os.getpid()
        try:
            child = subprocess.Popen(words, text=True, start_new_session=True,
                                     preexec_fn=lambda: end_with_parent(parent), **options)
        except OSError as error:
            raise DataError(f"{words[0]}: {error.strerror}") from error
        self.children.append(child)
        if self.stopped:  # a signal came while it was being started
            interrupt(child)
        return child

    def end(self, child):
        """Stops what was started, and waits for it: its CPU time counts from here on."""
        interrupt(child)
        child.wait()
        self.children.remove(child)

    def ended(self, child, allowed=(0,), log=None):
        """Judges how a program ended; log: the file of what it said."""
        self.children.remove(child)
        if self.stopped or child.returncode == 3:
            raise Stopped()
        if child.returncode not in allowed:
            said = f"{last_line(log)} ({log}); " if log else ""
            raise DataError(f"{said}ended with status {child.returncode}: "
                            f"{shlex.join(child.args)}")

    def run(self, *words, allowed=(0,), output=False, **options):
        """A program. Its status, one of those allowed, and what it prints goes to standard
        error; or, for `output`, what it prints."""
        child = self.start(words, stdout=subprocess.PIPE if output else sys.stderr, **options)
        said = child.communicate()[0]
        self.ended(child, allowed)
        return said if output else child.returncode

    def run_all(self, calls, jobs):
        """Many programs, so many at once: each call is a file, at whose end stands what the
        program says, and its words; it is asked for when the program begins. When one fails,
        the others are stopped."""
        calls, files = iter(calls), {}
        try:
            while True:
                for name, words in itertools.islice(calls, jobs - len(files)):
                    with open(name, "a", encoding="utf-8") as file:
                        files[self.start(words, stdout=file, stderr=file)] = name
                if not files:
                    return
                for child in [child for child in files if child.poll() is not None]:
                    self.ended(child, log=files.pop(child))
                self.check()
                time.sleep(0.05)
        finally:
            for child in self.children:
                if not self.stopped:
                    interrupt(child)
                child.wait()
            self.children = []


def finish(main, stopped="stopped; the same command goes on from there"):
    """Calls main(); one line and exit status 2 for an error, and 3 when it was stopped."""
    try:
        main()
    except (DataError, OSError, subprocess.CalledProcessError) as error:
        needs.stop(error)
    except (Stopped, KeyboardInterrupt):
        needs.stop(stopped, status=3)

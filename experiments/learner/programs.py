"""Subprocesses of a script, signals, and exit statuses.

    programs = Programs()
    programs.listen()                                      # handle signals from now on
    said = programs.run("fulcrum", "--version", output=True)
    beside = programs.start(["fulcrum", "selfplay", "run.json"])   # in the background
    programs.end(beside)                                   # stop it
    programs.run_all([("a.log", ["fulcrum", ...]), ("b.log", [...])], jobs=2)
    programs.run(*script("curve.py"), ".")                 # by the current Python

    if __name__ == "__main__":
        finish(main)

A signal is forwarded as SIGINT to running programs, which save their work and exit with status
3; run() and run_all() then raise Stopped. They also do so if a program was stopped directly.
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

PR_SET_PDEATHSIG = 1  # of prctl: signal on the parent's death


class Stopped(Exception):
    """After a signal: running programs have saved their work and ended."""


def end_with_parent(parent):
    """Runs in the child before exec. It has a process group of its own, so that Ctrl-C does not
    reach it, but no session of its own: where Linux schedules by session (autogroup), `nice` has
    no effect between sessions. A process started in the background by a shell script ignores
    SIGINT, and its children would inherit that."""
    os.setpgrp()
    for number in signal.SIGTTIN, signal.SIGTTOU:  # would stop it, on a terminal
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() != parent:  # it is dead already
        os._exit(3)


def script(path):
    """The command of a Python script with the current Python, which has the packages needed."""
    return sys.executable, path


def last_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return ([line.strip() for line in file if line.strip()] or [""])[-1]


def interrupt(child):
    if child.returncode is None:  # not waited for, so its pid is still valid
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
        """Signal handler: running programs save their work and end."""
        self.stopped = True
        for child in self.children:
            interrupt(child)

    def check(self):
        if self.stopped:
            raise Stopped()

    def start(self, words, **options):
        """Starts a program in a separate process group, with options of subprocess.Popen; it ends if
        this process is killed."""
        self.check()
        words, parent = [str(word) for word in words], os.getpid()
        try:
            child = subprocess.Popen(words, text=True,
                                     preexec_fn=lambda: end_with_parent(parent), **options)
        except OSError as error:
            raise DataError(f"{words[0]}: {error.strerror}") from error
        self.children.append(child)
        if self.stopped:  # a signal arrived during the start
            interrupt(child)
        return child

    def end(self, child):
        """Stops a program and waits for it: its CPU time is counted from here on."""
        interrupt(child)
        child.wait()
        self.children.remove(child)

    def ended(self, child, allowed=(0,), log=None):
        """Checks how a program ended; log: the file of its output."""
        self.children.remove(child)
        if self.stopped or child.returncode == 3:
            raise Stopped()
        if child.returncode not in allowed:
            said = f"{last_line(log)} ({log}); " if log else ""
            raise DataError(f"{said}ended with status {child.returncode}: "
                            f"{shlex.join(child.args)}")

    def run(self, *words, allowed=(0,), output=False, **options):
        """Runs a program. Returns its status, one of those allowed, and sends its output to
        standard error; or, with `output`, returns its output."""
        child = self.start(words, stdout=subprocess.PIPE if output else sys.stderr, **options)
        said = child.communicate()[0]
        self.ended(child, allowed)
        return said if output else child.returncode

    def run_all(self, calls, jobs):
        """Runs many programs, `jobs` at once: each call is a file, to which the program's output is
        appended, and its arguments; calls are taken from the iterator as programs start. If
        one fails, the others are stopped."""
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


def finish(main, stopped="stopped; the same command resumes"):
    """Calls main(); one line and exit status 2 for an error, 3 if stopped."""
    try:
        main()
    except (DataError, OSError, subprocess.CalledProcessError) as error:
        needs.stop(error)
    except (Stopped, KeyboardInterrupt):
        needs.stop(stopped, status=3)

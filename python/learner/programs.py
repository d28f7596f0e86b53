"""Programs that a script runs, signals, one-line errors and exit statuses.

    packages("torch", "h5py")                   # before importing them
    programs = Programs()                       # handles signals from now on
    said = programs.run("fulcrum", "--version", output=True)
    if __name__ == "__main__":
        finish(main)

A signal is passed on as SIGINT to the running program, which saves its work and exits with status
3; run() then raises Stopped.
"""

import argparse
import contextlib
import ctypes
import importlib.util
import os
import shlex
import signal
import subprocess
import sys

PR_SET_PDEATHSIG = 1  # of prctl: signal on the parent's death


class DataError(Exception):
    """An error message for the user."""


class Stopped(Exception):
    """After a signal: the running program has saved its work and ended."""


def stop(message, status=2):
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(status)


def packages(*names):
    """Ends the script if Python packages are missing, whose Debian packages are python3-NAME."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        stop(f"{sys.executable} does not have {' and '.join(missing)}; on Debian: apt-get install "
             f"{' '.join('python3-' + name for name in missing)}, for /usr/bin/python3")


class Parser(argparse.ArgumentParser):
    def error(self, message):
        stop(f"{message}; see: {self.prog} --help")


def end_with_parent(parent):
    """Runs in the child before exec: a process group of its own, so that Ctrl-C does not reach it
    twice; SIGINT works even if a background script ignores it."""
    os.setpgrp()
    for number in signal.SIGTTIN, signal.SIGTTOU:  # would stop it, on a terminal
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() != parent:  # it is dead already
        os._exit(3)


class Programs:
    """Runs one program at a time."""

    def __init__(self):
        self.child, self.stopped = None, False
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self.stop)

    def stop(self, *_):
        self.stopped = True
        if self.child is not None and self.child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.child.pid, signal.SIGINT)

    def check(self):
        if self.stopped:
            raise Stopped()

    def run(self, *words, allowed=(0,), output=False, **options):
        """Returns the status, one of those allowed, and sends the output to standard error; or,
        with `output`, returns the output. The program ends if this process is killed."""
        self.check()
        words, parent = [str(word) for word in words], os.getpid()
        try:
            self.child = subprocess.Popen(
                words, stdout=subprocess.PIPE if output else sys.stderr, text=True,
                preexec_fn=lambda: end_with_parent(parent), **options)
        except OSError as error:
            raise DataError(f"{words[0]}: {error.strerror}") from error
        if self.stopped:  # a signal arrived during the start
            self.stop()
        said, status = self.child.communicate()[0], self.child.returncode
        if self.stopped or status == 3:
            raise Stopped()
        if status not in allowed:
            raise DataError(f"ended with status {status}: {shlex.join(words)}")
        return said if output else status


def finish(main, stopped="stopped; the same command resumes"):
    """Calls main(); one line and exit status 2 for an error, 3 if stopped."""
    try:
        main()
    except (DataError, OSError) as error:
        stop(error)
    except (Stopped, KeyboardInterrupt):
        stop(stopped, status=3)

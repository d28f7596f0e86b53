"""Other programs that a script runs, one at a time, being stopped, and how a script ends.

    programs = Programs()
    programs.listen()                                      # to signals, from now on
    said = programs.run("fulcrum", "--version", output=True)

    if __name__ == "__main__":
        finish(main)

A signal is handed on as SIGINT to what is running, which keeps what it has done and ends with
status 3; run() raises Stopped then. So it does when the program was stopped by itself.
"""

import ctypes
import os
import shlex
import signal
import subprocess
import sys

import needs
from data import DataError

PR_SET_PDEATHSIG = 1  # of prctl: a signal when the parent has died


class Stopped(Exception):
    """A signal came, and what was running has ended with all that it did kept."""


def end_with_parent(parent):
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() != parent:  # it has died already
        os._exit(3)


class Programs:
    def __init__(self):
        self.child, self.stopped = None, False

    def listen(self):
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self.stop)

    def stop(self, *_):
        """Of a signal: what runs keeps what it has done and ends."""
        self.stopped = True
        if self.child:
            self.child.send_signal(signal.SIGINT)

    def check(self):
        if self.stopped:
            raise Stopped()

    def run(self, *words, allowed=(0,), output=False, **options):
        """A program in a session of its own, with options of subprocess.Popen; it ends when
        this process is killed. Its status, one of those allowed, and what it prints goes to
        standard error; or, for `output`, what it prints."""
        self.check()
        words, parent = [str(word) for word in words], os.getpid()
        try:
            self.child = subprocess.Popen(
                words, text=True, start_new_session=True,
                preexec_fn=lambda: end_with_parent(parent),
                stdout=subprocess.PIPE if output else sys.stderr, **options)
            if self.stopped:  # a signal came while it was being started
                self.child.send_signal(signal.SIGINT)
            said, status = self.child.communicate()[0], self.child.returncode
        except OSError as error:
            raise DataError(f"{words[0]}: {error.strerror}") from error
        self.child = None
        if self.stopped or status == 3:
            raise Stopped()
        if status not in allowed:
            raise DataError(f"ended with status {status}: {shlex.join(words)}")
        return said if output else status


def finish(main, stopped="stopped; the same command goes on from there"):
    """Calls main(); one line and exit status 2 for an error, and 3 when it was stopped."""
    try:
        main()
    except (DataError, OSError, subprocess.CalledProcessError) as error:
        needs.stop(error)
    except (Stopped, KeyboardInterrupt):
        needs.stop(stopped, status=3)

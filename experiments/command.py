"""Calls of programs by the scripts of experiments."""
import os
import subprocess
import sys


def run(*words, allowed=(0,), given=None):
    """Runs a command, given a text to read, and returns its output; says so and exits with 2 at
    another status."""
    words = [str(word) for word in words]
    try:
        done = subprocess.run(words, input=given, stdout=subprocess.PIPE, text=True, check=False)
        wrong = f"status {done.returncode} of" if done.returncode not in allowed else None
    except OSError as error:
        wrong = error.strerror
    if wrong:
        print(f"{os.path.basename(sys.argv[0])}: {wrong}: {' '.join(words)}", file=sys.stderr)
        sys.exit(2)
    return done.stdout

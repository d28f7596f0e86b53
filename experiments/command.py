"""Calls of programs by the scripts of experiments."""
import os
import subprocess
import sys


def run(*words, allowed=(0,)):
    """Runs a command and returns its output; says so and exits with 2 at another status."""
    words = [str(word) for word in words]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in allowed:
        print(f"{os.path.basename(sys.argv[0])}: status {done.returncode} of: {' '.join(words)}",
              file=sys.stderr)
        sys.exit(2)
    return done.stdout

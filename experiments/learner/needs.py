"""What a script needs, said in one line where it is missing; exit status 2.

    needs.packages("torch", "h5py")            # before they are imported
    parser = needs.Parser(description="...")   # argparse, whose errors are one line, too
"""

import argparse
import importlib.util
import os
import sys


def packages(*names):
    """Python packages, called as Debian's packages are behind python3-."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        debian = " ".join("python3-" + name for name in missing)
        stop(f"needs {' and '.join(missing)}, and {sys.executable} does not have "
             f"{'it' if len(missing) == 1 else 'them'}; on Debian: apt-get install {debian}, "
             "for /usr/bin/python3")


def stop(message, status=2):
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(status)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        stop(f"{message}; see: {self.prog} --help")

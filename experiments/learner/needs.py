"""Checks what a script needs; if it is missing, prints one line and exits with status 2.

    needs.packages("torch", "h5py")            # before importing them
    parser = needs.Parser(description="...")   # argparse with one-line errors
    call = parser.parse_loops()                # with the options of scripts that run loops
"""

import argparse
import importlib.util
import os
import sys


def packages(*names):
    """Python packages, whose Debian packages have the same names after python3-."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        debian = " ".join("python3-" + name for name in missing)
        stop(f"needs {' and '.join(missing)}, and {sys.executable} does not have "
             f"{'it' if len(missing) == 1 else 'them'}; on Debian: apt-get install {debian}, "
             "for /usr/bin/python3")


def stop(message, status=2):
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(status)


ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Parser(argparse.ArgumentParser):
    def error(self, message):
        stop(f"{message}; see: {self.prog} --help")

    def parse_loops(self):
        """With --out, --threads, --jobs, --device, --fulcrum and --learner; absolute paths."""
        add = self.add_argument
        add("--out", required=True, help="output folder")
        add("--threads", type=int, default=len(os.sched_getaffinity(0)),
            help="default: all cores available to this process")
        add("--jobs", type=int, default=1,
            help="concurrent loops, which share the threads (default: 1)")
        add("--device", default="cpu", help="device that train.py trains on: cpu, cuda")
        add("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"), help="the program")
        add("--learner", help="training program to use instead of train.py")
        call = self.parse_args()
        for name in "fulcrum", "out", "learner":
            path = getattr(call, name)
            setattr(call, name, path and os.path.abspath(path))
        if not os.path.exists(call.fulcrum):
            self.error(f"{call.fulcrum}: no such file; build it, or use --fulcrum")
        if call.threads < 1 or not 1 <= call.jobs <= call.threads:
            self.error("--threads must be 1 or more, --jobs from 1 to the number of threads")
        return call

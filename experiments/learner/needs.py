"""What a script needs, said in one line where it is missing; exit status 2.

    needs.packages("torch", "h5py")            # before they are imported
    parser = needs.Parser(description="...")   # argparse, whose errors are one line, too
    call = parser.parse_loops()                # with the options of who runs many loops
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


ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Parser(argparse.ArgumentParser):
    def error(self, message):
        stop(f"{message}; see: {self.prog} --help")

    def parse_loops(self):
        """With --out, --threads, --jobs, --device, --fulcrum and --learner; the paths are whole."""
        add = self.add_argument
        add("--out", required=True, help="folder of everything that is made")
        add("--threads", type=int, default=len(os.sched_getaffinity(0)),
            help="default: as many as this process may use")
        add("--jobs", type=int, default=1,
            help="loops at once, which share the threads (default: 1)")
        add("--device", default="cpu", help="that train.py trains on: cpu, cuda")
        add("--fulcrum", default=os.path.join(ROOT, "build", "fulcrum"), help="the program")
        add("--learner", help="program that trains, in the place of train.py")
        call = self.parse_args()
        for name in "fulcrum", "out", "learner":
            path = getattr(call, name)
            setattr(call, name, path and os.path.abspath(path))
        if not os.path.exists(call.fulcrum):
            self.error(f"{call.fulcrum}: there is no such file; build it, or say --fulcrum")
        if call.threads < 1 or not 1 <= call.jobs <= call.threads:
            self.error("--threads takes 1 or more, --jobs 1 to as many as there are threads")
        return call

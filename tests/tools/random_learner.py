#!/usr/bin/python3
"""Replaces train.py in tests of the training loop without PyTorch: with the same arguments, it
publishes random weights, seeded by the number of steps, and appends its number of threads to
the file `threads` beside them.

Environment: NETWORK_TOOL, the program that makes the weights; LEARNER_SECONDS, how long to
sleep first.
"""
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "python", "learner"))
from publish import make_folder, publish  # noqa: E402


def main():
    options = dict(zip(sys.argv[2::2], sys.argv[3::2]))
    steps = int(options["--steps"])
    time.sleep(float(os.environ.get("LEARNER_SECONDS", 0)))
    with tempfile.TemporaryDirectory() as folder:
        weights = os.path.join(folder, "weights.safetensors")
        words = ["integer", steps, 64, weights, "seesaw", "size=2"] \
            if options.get("--network") == "integer" else ["seesaw", steps, 16, 2, weights]
        subprocess.run([os.environ["NETWORK_TOOL"], *map(str, words)], check=True)
        with open(weights, "rb") as file:
            made = file.read()
    make_folder(options["--out"])
    with open(os.path.join(options["--out"], "threads"), "a", encoding="utf-8") as file:
        file.write(options["--threads"] + "\n")
    path = os.path.join(options["--out"], f"weights-{steps:08d}.safetensors")
    publish(path, lambda file: file.write(made))


if __name__ == "__main__":
    try:
        main()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"random_learner.py: {error}", file=sys.stderr)
        sys.exit(2)

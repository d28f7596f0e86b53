#!/usr/bin/env python3
"""An outside evaluator that rates all positions even, to measure the speed of the interface.

    fulcrum analyze seesaw search.evaluator=process search.selection=puct \
        evaluator.command="python3 configs/engines/constant_evaluator.py"

Needs NumPy. --look: read all planes, as a network would; --count: print the number of
positions and batches at the end.
"""

import argparse
import sys

from evaluator import serve


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--look", action="store_true", help="read the planes")
    parser.add_argument("--count", action="store_true", help="count positions and batches")
    call, counts = parser.parse_args(), [0, 0]

    def evaluate(arrays, buffer, count):
        if call.look:
            arrays.planes[buffer, :count].sum()
        arrays.value[buffer, :count] = 0.5
        arrays.policy[buffer, :count] = 0
        counts[0] += count
        counts[1] += 1

    serve("constant", "1", evaluate)
    if call.count:
        print(f"{counts[0]} positions in {counts[1]} batches", file=sys.stderr)


if __name__ == "__main__":
    main()

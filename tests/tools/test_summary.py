#!/usr/bin/env python3
"""Summarizes the results that ctest wrote with --output-junit: counts, the slowest tests, and
each skipped test with its reason.

Usage: test_summary.py RESULTS.xml...
Exit status: 0 all tests passed or were skipped, 1 one failed.
"""

import os
import sys
import xml.etree.ElementTree as ElementTree

SLOWEST = 20


def read(path):
    """Yields (build, name, seconds, status, output) of every test in a file."""
    build = os.path.basename(os.path.dirname(path))
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        yield build, case.get("name"), float(case.get("time")), case.get("status"), output


def reason(output):
    """The reason that a skipped test printed."""
    for line in output.splitlines():
        if line.startswith("skipped:"):
            return line[len("skipped:"):].strip()
    return "no reason given"


def main(paths):
    tests = [test for path in paths for test in read(path)]
    if not tests:
        print("No test matched.")
        return 1
    print(f"\nThe slowest tests, in seconds:")
    for build, name, seconds, _, _ in sorted(tests, key=lambda test: -test[2])[:SLOWEST]:
        print(f"  {seconds:6.1f}  {build:10} {name}")
    skipped = [test for test in tests if test[3] in ("notrun", "disabled")]
    if skipped:
        print("\nSkipped:")
        for build, name, _, _, output in skipped:
            print(f"  {build:10} {name}: {reason(output)}")
    bad = [test for test in tests if test[3] == "fail"]
    if bad:
        print("\nFailed:")
        for build, name, _, _, _ in bad:
            print(f"  {build:10} {name}")
    passed = len(tests) - len(bad) - len(skipped)
    print(f"\n{passed} passed, {len(bad)} failed, {len(skipped)} skipped")
    return 1 if bad else 0


sys.exit(main(sys.argv[1:]))

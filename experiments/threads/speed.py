#!/usr/bin/env python3
"""Measures the speed-up of several threads in one tree.

    experiments/threads/speed.py FULCRUM MILLISECONDS ROUNDS [THREADS ...]     (2 and 4)

runs `fulcrum analyze` from the start position of each board with all numbers of threads in turn,
and prints their ratios to a run with one thread just before: in wall-clock time, and in CPU
time, which excludes time without a core. If other programs left fewer cores than threads, the
pair of runs is discarded and counted.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time

BOARDS = ["seesaw size=4", "seesaw size=5", "cascade", "seega", "situ"]


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def busy_seconds():
    """CPU seconds of all cores since boot."""
    with open("/proc/stat") as stat:
        user, nice, system, _, _, *others = map(int, stat.readline().split()[1:])
    return (user + nice + system + sum(others[:3])) / os.sysconf("SC_CLK_TCK")


def measure(program, board, threads, milliseconds):
    """Simulations per second of wall-clock time, and per second of CPU time times threads;
    whether there was a core for each thread."""
    cpu, busy, start = cpu_seconds(), busy_seconds(), time.monotonic()
    # Waiting threads sleep, so that CPU time only counts work.
    found = json.loads(subprocess.check_output(
        [program, "analyze", *board.split(), f"search.threads={threads}",
         f"search.time_ms={milliseconds}", "search.memory_mb=2000", "--json"],
        env={**os.environ, "OMP_WAIT_POLICY": "passive"}))
    cpu, wall = cpu_seconds() - cpu, time.monotonic() - start
    others = (busy_seconds() - busy - cpu) / wall
    return (found["simulations_per_s"], threads * found["simulations"] / cpu,
            others + threads < os.cpu_count() + 0.1)


def show(ratios):
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def main():
    if len(sys.argv) < 4:
        print("speed.py: needs FULCRUM MILLISECONDS ROUNDS [THREADS ...], as in "
              "experiments/threads/speed.py build/fulcrum 1000 5", file=sys.stderr)
        sys.exit(2)
    program, milliseconds, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    teams = [int(word) for word in sys.argv[4:]] or [2, 4]
    loads, left_out, kept = [], 0, {}
    for _ in range(rounds):
        for board in BOARDS:
            for team in teams:
                loads.append(os.getloadavg()[0])
                one, many = (measure(program, board, threads, milliseconds)
                             for threads in (1, team))
                if one[2] and many[2]:
                    kept.setdefault((board, team), []).append((one, many))
                else:
                    left_out += 1
    print(f"{milliseconds} ms a run, load {min(loads):.1f} to {max(loads):.1f}, "
          f"{left_out} pairs of runs discarded\n")
    print("| board | one thread | threads | wall-clock time | CPU time | pairs |")
    print("| --- | --- | --- | --- | --- | --- |")
    for (board, team), pairs in kept.items():
        alone = statistics.median(one[0] for one, _ in pairs) / 1000
        wall, cpu = (show([many[i] / one[i] for one, many in pairs]) for i in (0, 1))
        print(f"| {board} | {alone:.0f}k | {team} | {wall} | {cpu} | {len(pairs)} |")


if __name__ == "__main__":
    main()

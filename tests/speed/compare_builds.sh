#!/usr/bin/env bash
# Compares the speed of two builds, as ratios B/A: above 1, B is faster.
#   tests/speed/compare_builds.sh [--pairs N] BUILD_A BUILD_B [GAME [key=value ...]] [--seconds S]
# A build is its folder or the program in it; both need `bench --json`. Further arguments are
# passed to `fulcrum bench`. The builds run alternately, in pairs, and every second pair begins
# with B, so that temporary slowdowns of the machine affect both; each ratio is of one pair.
set -euo pipefail

usage() {
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

pairs=5
if [ "${1-}" = --pairs ]; then
    pairs=${2-}
    shift $(($# < 2 ? $# : 2))
fi
case $pairs in
'' | 0* | *[!0-9]*)
    echo "compare_builds: --pairs is a whole number from 1" >&2
    exit 2
    ;;
esac
[ $# -ge 2 ] || usage
program_of() {
    local program=$1
    [ ! -d "$1" ] || program=$1/fulcrum
    if ! [ -x "$program" ]; then
        echo "compare_builds: $1: no build of fulcrum" >&2
        exit 2
    fi
    echo "$program"
}
declare -A programs
programs[a]=$(program_of "$1")
programs[b]=$(program_of "$2")
shift 2
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
for ((pair = 1; pair <= pairs; pair++)); do
    order=(a b)
    [ $((pair % 2)) -eq 1 ] || order=(b a)
    for which in "${order[@]}"; do
        "${programs[$which]}" bench --json "$@" >>"$temporary/$which" || exit 2
    done
    [ ! -t 2 ] || printf '\r%d of %d pairs' "$pair" "$pairs" >&2
done
[ ! -t 2 ] || printf '\r\033[K' >&2

python3 - "$temporary/a" "$temporary/b" "$pairs" <<'PYTHON'
import json
import statistics
import sys

runs = [[json.loads(line) for line in open(name)] for name in sys.argv[1:3]]
pairs = int(sys.argv[3])
for name, run in zip("AB", runs):
    print(name + ":", ", ".join(run[0][key] for key in (
        "program", "compiler", "instructions", "build_type")))
print(f"{pairs} pairs; ratio B/A, above 1: B is faster")
if [(run["game"], run["variant"]) for run in runs[0]] != \
        [(run["game"], run["variant"]) for run in runs[1]]:
    sys.exit("compare_builds: the two builds measured different games or variants")
variants = {}
for a, b in zip(*runs):
    figures = variants.setdefault(a["game"] + " " + a["variant"], {})
    for figure in a:
        if figure.endswith("_per_s") and a[figure] and b.get(figure):
            speeds = [run[figure]["value"] for run in (a, b)]
            figures.setdefault(figure, []).append(speeds)
for variant, figures in variants.items():
    print(variant)
    for figure, speeds in figures.items():
        ratios = [b / a for a, b in speeds]
        a, b = (statistics.median(column) for column in zip(*speeds))
        print(f"  {figure:<32} {statistics.median(ratios):7.3f}  "
              f"[{min(ratios):.3f}, {max(ratios):.3f}]   A {a:.0f}, B {b:.0f}")
PYTHON

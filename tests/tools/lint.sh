#!/usr/bin/env bash
# Runs clang-format over all tracked sources, and clang-tidy over those that it has not yet
# found clean. Changes files only with --fix.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() {
    cat <<'END'
Usage: tests/tools/lint.sh [--format-only | --fix] [FILE.c ...]
Checks the format of all tracked .c and .h files (clang-format; no line over 90 characters)
and runs clang-tidy.

  --format-only   skip clang-tidy
  --fix           format the sources; skip clang-tidy
  FILE.c ...      run clang-tidy on these only

clang-tidy takes two CPU-minutes for all sources. It checks a source again only when the
source, a header that it includes, or .clang-tidy has changed (cache: build/lint/clean).
Exit status: 0 no findings, 1 findings, 2 usage error or missing tool.
END
}

tidy=1 fix=0 files=()
while [ $# -gt 0 ]; do
    case $1 in
    --format-only) tidy=0 ;;
    --fix) tidy=0 fix=1 ;;
    -h | --help) usage && exit 0 ;;
    -*) usage >&2 && exit 2 ;;
    *) files+=("$1") ;;
    esac
    shift
done
for tool in clang-format clang-tidy; do
    command -v $tool >/dev/null || { echo "lint.sh: $tool is missing" >&2; exit 2; }
done
jobs=$(nproc) status=0

# each COMMAND...: runs it with all tracked sources as its last arguments.
each() {
    git ls-files -z '*.c' '*.h' | xargs -0 -n 40 -P "$jobs" "$@"
}

# Extends banners, /* --- Text ---- */, to the line's width; clang-format needs two passes.
fix_format() {
    local banner='^(/\* --- [^\n]*?) ?-*\n? \*/$'
    each perl -CSD -0777 -i -pe "s{$banner}"'{
        my ($text) = $1 =~ /^(.*?)[ -]*$/; my $room = 86 - length $text;
        "$text " . "-" x ($room < 3 ? 3 : $room) . " */"}mge'
    each clang-format -i
    each clang-format -i
}

[ $fix -eq 0 ] || fix_format
echo "== clang-format"
each clang-format --dry-run -Werror || status=1
long=$(LC_ALL=C.UTF-8 each grep -nHP '^.{91}' || true)
[ -z "$long" ] || { printf 'over 90 characters:\n%s\n' "$long" >&2; status=1; }
[ $tidy -eq 1 ] || exit $status

# Configured but not built, with asserts: they tell clang-tidy what cannot happen.
echo "== clang-tidy"
CC=clang CXX=clang++ cmake -S . -B build/lint -DCMAKE_BUILD_TYPE=Debug -DFULCRUM_TESTS=ON >/dev/null
python3 tests/tools/tidy.py build/lint "$jobs" "${files[@]}" || status=1
exit $status

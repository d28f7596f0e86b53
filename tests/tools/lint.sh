#!/usr/bin/env bash
# clang-format over all tracked sources, and clang-tidy over those that differ from a
# commit, or over all. Changes nothing but for --fix.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() {
    cat <<'END'
Usage: tests/tools/lint.sh [--all | --since COMMIT] [--format-only | --fix] [FILE.c ...]
Are the sources formatted (clang-format, all tracked .c and .h; no line over 90 characters),
and what does clang-tidy find in those that have changed?

  --all           clang-tidy over every source
  --since COMMIT  over what differs from this commit (default: where this branch left
                  main, or the commit before where it is main)
  --format-only   no clang-tidy
  --fix           no clang-tidy; format the sources
  FILE.c ...      clang-tidy over these alone

Changed headers stand for the sources that include them. All takes about two CPU-minutes.
Exit status: 0 nothing found, 1 something found, 2 the call was wrong or a tool is missing.
END
}

all=0 tidy=1 fix=0 since='' files=()
while [ $# -gt 0 ]; do
    case $1 in
    --all) all=1 ;;
    --since) since=${2:?--since COMMIT} && shift ;;
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

# each COMMAND...: with all tracked sources as its last words.
each() {
    git ls-files -z '*.c' '*.h' | xargs -0 -n 40 -P "$jobs" "$@"
}

# Banners, /* --- Text ---- */, fill their line; clang-format settles the second time.
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

# Sources that a change touches: themselves, or what includes a header.
touched() {
    local file
    git diff --name-only --diff-filter=d "$1" -- '*.c' '*.h' | while IFS= read -r file; do
        case $file in
        *.c) echo "$file" ;;
        *.h) git grep -lF "#include \"$file\"" -- '*.c' || true ;;
        esac
    done | sort -u
}
if [ $all -eq 1 ]; then
    mapfile -t files < <(git ls-files '*.c')
elif [ ${#files[@]} -eq 0 ]; then
    [ -n "$since" ] || since=$(git merge-base HEAD main 2>/dev/null || true)
    if [ -z "$since" ] || [ "$since" = "$(git rev-parse HEAD)" ]; then
        since=$(git rev-parse --verify -q HEAD~1 || git rev-parse HEAD)
    fi
    mapfile -t files < <(touched "$since")
fi
[ ${#files[@]} -gt 0 ] || { echo "== clang-tidy: no source has changed"; exit $status; }

# A build that is only configured, with asserts: they tell clang-tidy what cannot be.
echo "== clang-tidy: ${#files[@]} sources"
CC=clang CXX=clang++ cmake -S . -B build/lint -DCMAKE_BUILD_TYPE=Debug -DFULCRUM_TESTS=ON >/dev/null
# A process a file: clang-tidy 14 mixes up va_lists of several files. What it counts goes to
# standard error and is left out.
printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$jobs" clang-tidy -quiet -p build/lint 2>build/lint/messages || status=1
grep -A2 'error:' build/lint/messages >&2 && status=1
exit $status

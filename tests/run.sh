#!/usr/bin/env bash
# All tests, from scratch: installs missing packages, builds with gcc and with clang and its
# sanitizers, with warnings as errors, and runs the tests of each build.
set -euo pipefail
cd "$(dirname "$0")/.."
. .ci/packages.sh

usage() {
    cat <<'TEXT'
Usage: tests/run.sh [--quick | --long] [--no-install] [NAME]

Builds fulcrum three times under build/ and runs every test:
  gcc        the optimised release build
  sanitized  clang's address and undefined-behaviour sanitizers
  threads    clang's thread sanitizer: search, self-play, files, match and study on several
             threads
Without a NAME it also runs tests/tools/lint.sh (clang-format, clang-tidy).

  NAME          only tests whose name matches this regular expression
  --quick       gcc only, fewer playouts, without the longest tests (ctest's label
                `long`); some 3 minutes on two cores
  --long        more playouts, more interruptions, longer statistics; about an hour
  --no-install  do not install packages; list the missing ones
  -h, --help    print this help

Exit status: 0 all passed, 1 a test failed, 2 usage error, or something is missing.
TEXT
}

mode=usual install=yes name=
for word in "$@"; do
    case $word in
    -h | --help) usage && exit 0 ;;
    --quick | --long) mode=${word#--} ;;
    --no-install) install=no ;;
    -*) echo "tests/run.sh: unknown option $word; see: tests/run.sh --help" >&2 && exit 2 ;;
    *) [ -z "$name" ] || { echo "tests/run.sh: one NAME only" >&2 && exit 2; }
       name=$word ;;
    esac
done
# FULCRUM_TEST_EFFORT, in percent of --long.
case $mode in
quick) gcc_effort=5 sanitized_effort= ;;
usual) gcc_effort=12 sanitized_effort=4 ;;
long) gcc_effort=100 sanitized_effort=25 ;;
esac

needed=("${build_packages[@]}" g++ libcmocka-dev libpcg-cpp-dev hdf5-tools python3
    python3-h5py python3-numpy)
[ $mode = quick ] || needed+=(clang clang-format clang-tidy llvm libclang-rt-14-dev libomp-dev
    valgrind)
wanted=("${plot_packages[@]}" librsvg2-bin clang lld wasi-libc libclang-rt-14-dev-wasm32 chromium
    chromium-driver python3-torch python3-venv python3-setuptools python3-wheel)
[ "$(id -u)" -ne 0 ] || wanted+=(munge slurm-wlm) # a test starts its own Slurm, as root
if [ $install = yes ]; then
    need_packages "${needed[@]}"
    [ $mode = quick ] || want_packages "${wanted[@]}"
else
    missing_packages "${needed[@]}"
    [ ${#missing[@]} -eq 0 ] || { echo "These packages are missing: ${missing[*]}" >&2; exit 2; }
fi
left_out=()
[ $mode != quick ] || [ -n "$name" ] || left_out=(-LE long)
jobs=$(($(nproc) + 1)) # tests also wait: for Slurm, for processes they stop, for the disk
threaded=(test_parallel test_run_several test_search_batch test_chunk_reader
    cli_threads) # for the thread sanitizer
started=$SECONDS

say() {
    printf '\n== %s (%d min %02d s)\n' "$1" $(((SECONDS - started) / 60)) $(((SECONDS - started) % 60))
}

# build FOLDER CC CXX TARGETS ARGUMENT...: configures and builds; TARGETS: "" is all.
build() {
    local folder=$1 cc=$2 cxx=$3 targets=$4
    shift 4
    CC=$cc CXX=$cxx cmake -S . -B "$folder" -G Ninja -DFULCRUM_WERROR=ON -DFULCRUM_TESTS=ON \
        "$@" >/dev/null
    # shellcheck disable=SC2086 # several words
    cmake --build "$folder" --target ${targets:-all} -- --quiet
}

# check FOLDER EFFORT PATTERN: runs the tests of a build; records a failure in `failed`.
failed=0
results=()
check() {
    local folder=$1 effort=$2 pattern=$3
    FULCRUM_TEST_EFFORT=$effort ctest --test-dir "$folder" --output-on-failure --progress \
        -j "$jobs" --output-junit results.xml --no-tests=ignore \
        ${pattern:+-R "$pattern"} "${left_out[@]}" || failed=1
    [ -e "$folder/results.xml" ] && results+=("$folder/results.xml")
}

say "gcc: building, about 100 CPU-seconds"
build build/gcc gcc g++ "" -DCMAKE_BUILD_TYPE=Release
# At low priority, beside the tests.
lint=
if [ $mode != quick ] && [ -z "$name" ]; then
    mkdir -p build && nice -n 19 tests/tools/lint.sh >build/lint.log 2>&1 &
    lint=$!
fi
say "gcc: testing"
check build/gcc "$gcc_effort" "$name"

if [ $mode != quick ]; then
    say "sanitized: building, about 170 CPU-seconds"
    build build/sanitized clang clang++ "" -DCMAKE_BUILD_TYPE=Debug \
        -DFULCRUM_SANITIZE=address,undefined
    say "sanitized: testing"
    UBSAN_OPTIONS=print_stacktrace=1 check build/sanitized "$sanitized_effort" "$name"

    # Through Archer, the OpenMP runtime reports thread synchronization to the sanitizer.
    say "threads: building, about 65 CPU-seconds"
    archer=$(clang -print-resource-dir)/../../libarcher.so
    [ -e "$archer" ] || { echo "the Archer tool of libomp is missing: $archer" >&2; exit 2; }
    # For this processor only: rules are compiled once, not once per instruction set.
    build build/threads clang clang++ "fulcrum network_tool ${threaded[*]/#cli_*/}" \
        -DCMAKE_BUILD_TYPE=Debug -DFULCRUM_SANITIZE=thread -DFULCRUM_NATIVE=ON
    say "threads: testing"
    matching=()
    for test in "${threaded[@]}"; do
        [[ ! $test =~ $name ]] || matching+=("$test")
    done
    OMP_TOOL_LIBRARIES=$archer TSAN_OPTIONS=ignore_noninstrumented_modules=1 \
        check build/threads "$sanitized_effort" "^($(IFS='|' && echo "${matching[*]-none}"))\$"
fi

if [ -n "$lint" ]; then
    say "lint: clang-format and clang-tidy"
    wait "$lint" || failed=1
    cat build/lint.log
fi

say "done"
python3 tests/tools/test_summary.py "${results[@]}" || failed=1
exit $failed

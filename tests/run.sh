#!/usr/bin/env bash
# All tests, from nothing: installs what is missing, builds with gcc and with clang and its
# sanitizers, warnings being errors, and runs every test on both builds. A third build
# looks for data races where threads share memory.
set -euo pipefail
cd "$(dirname "$0")/.."
. .ci/packages.sh
need_packages "${build_packages[@]}" g++ clang libclang-rt-14-dev libomp-dev libcmocka-dev \
    libpcg-cpp-dev hdf5-tools valgrind python3 python3-h5py python3-numpy
[ "$(id -u)" -ne 0 ] || want_packages munge slurm-wlm # cli_slurm.sh starts its own, as root
jobs=$(nproc)

# configure FOLDER CC CXX ARGUMENT...; build, too.
configure() {
    local folder=$1 cc=$2 cxx=$3
    shift 3
    CC=$cc CXX=$cxx cmake -S . -B "$folder" -G Ninja -DFULCRUM_WERROR=ON "$@" >/dev/null
}
build() {
    configure "$@"
    cmake --build "$1"
}

echo "== gcc, release"
build build/gcc gcc g++
ctest --test-dir build/gcc --output-on-failure -j "$jobs"

echo "== clang, address and undefined-behaviour sanitizers"
build build/clang-sanitized clang clang++ -DCMAKE_BUILD_TYPE=Debug \
    -DFULCRUM_SANITIZE=address,undefined
FULCRUM_TEST_EFFORT=4 UBSAN_OPTIONS=print_stacktrace=1 \
    ctest --test-dir build/clang-sanitized --output-on-failure -j "$jobs"

# The OpenMP runtime tells the sanitizer, through Archer, where threads wait for each other.
echo "== clang, thread sanitizer"
configure build/clang-threads clang clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DFULCRUM_SANITIZE=thread
cmake --build build/clang-threads --target test_parallel
archer=$(clang -print-resource-dir)/../../libarcher.so
[ -e "$archer" ] || { echo "the Archer tool of libomp is missing: $archer" >&2; exit 2; }
FULCRUM_TEST_EFFORT=4 OMP_TOOL_LIBRARIES=$archer \
    TSAN_OPTIONS=ignore_noninstrumented_modules=1 build/clang-threads/tests/test_parallel

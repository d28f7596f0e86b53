#!/usr/bin/env bash
# All tests, from nothing: installs what is missing, builds with gcc and with clang and its
# sanitizers, warnings being errors, and runs every test on both builds.
set -euo pipefail
cd "$(dirname "$0")/.."
. .ci/packages.sh
need_packages "${build_packages[@]}" g++ clang libclang-rt-14-dev libomp-dev libcmocka-dev \
    libpcg-cpp-dev hdf5-tools valgrind python3 python3-h5py python3-numpy
jobs=$(nproc)

# build FOLDER CC CXX ARGUMENT...: configures and builds.
build() {
    local folder=$1 cc=$2 cxx=$3
    shift 3
    CC=$cc CXX=$cxx cmake -S . -B "$folder" -G Ninja -DFULCRUM_WERROR=ON "$@" >/dev/null
    cmake --build "$folder"
}

echo "== gcc, release"
build build/gcc gcc g++
ctest --test-dir build/gcc --output-on-failure -j "$jobs"

echo "== clang, address and undefined-behaviour sanitizers"
build build/clang-sanitized clang clang++ -DCMAKE_BUILD_TYPE=Debug \
    -DFULCRUM_SANITIZE=address,undefined
FULCRUM_TEST_EFFORT=4 UBSAN_OPTIONS=print_stacktrace=1 \
    ctest --test-dir build/clang-sanitized --output-on-failure -j "$jobs"

#!/usr/bin/env bash
# release.sh - packs the program with its dependencies, for machines without its libraries.
# Use: configs/install/release.sh OUT.tar.gz [BUILD_FOLDER [CMAKE_ARGUMENT ...]]
# The build folder (default: a temporary one) is kept if given. oneDNN, which is large, is
# not contained: the program uses the machine's, if it was there when building and is here.
# In the archive: fulcrum-VERSION/bin/fulcrum, lib/ with libfulcrum, and lib/private/ with
# every shared library except the C library's, which must be the machine's own. The
# program and its libraries find them by relative paths.
# Needs: the requirements of a build, and ldd.
# Errors: those of cmake; a library that ldd does not find.
set -euo pipefail
if [ $# -lt 1 ]; then
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(realpath "$1")
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
build=${2:-$temporary/build}
shift $(($# < 2 ? $# : 2))

# An old-style rpath, which also applies to the libraries' own dependencies.
cmake -S "$root" -B "$build" -DFULCRUM_TESTS=OFF \
    "-DCMAKE_INSTALL_RPATH=\$ORIGIN/../lib/private;\$ORIGIN/private" \
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags \
    -DCMAKE_SHARED_LINKER_FLAGS=-Wl,--disable-new-dtags "$@"
cmake --build "$build"
version=$("$build/fulcrum" version | awk '{print $2}')
name=fulcrum-$version
prefix=$temporary/$name
cmake --install "$build" --prefix "$prefix" >/dev/null
mkdir -p "$prefix/lib/private"

ldd "$build/fulcrum" "$build/libfulcrum.so" >"$temporary/needed"
if grep 'not found' "$temporary/needed" >&2; then
    exit 1
fi
# The C library and its loader are the machine's own.
awk '$2 == "=>" {print $3}' "$temporary/needed" | sort -u |
    grep -vE '/(libc|libm|libdl|libpthread|librt|libresolv)\.so[.0-9]*$' |
    while read -r library; do
        cp -L "$library" "$prefix/lib/private/"
    done
tar -C "$temporary" -czf "$out" "$name"
ls -l "$out" >&2

#!/usr/bin/env bash
# The archive for machines without root: built with an HDF5 in its own prefix, shared and static, it
# runs in a root with only the C library and /proc. In `tests/run.sh --long` only: a complete build.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
need_build
[ "${FULCRUM_TEST_EFFORT:-100}" -ge 100 ] || skip "a build of minutes, for --long"
unshare --mount true 2>/dev/null || skip "only root may change the root"
headers=$(pkg-config --cflags-only-I hdf5-serial 2>/dev/null | sed 's/^-I//; s/ *$//')
libraries=$(pkg-config --libs-only-L hdf5-serial 2>/dev/null | sed 's/^-L//; s/ *$//')
[ -f "$headers/hdf5.h" ] || skip "there is no HDF5 of Debian's to copy"

mkdir -p hdf5/include hdf5/lib
cp "$headers"/*.h hdf5/include
cp -L "$libraries"/libhdf5.{so,a} hdf5/lib
name=$(objdump -p hdf5/lib/libhdf5.so | sed -n 's/^ *SONAME *//p')
ln -s libhdf5.so "hdf5/lib/$name"

expect 0 env LD_LIBRARY_PATH="$PWD/hdf5/lib" "$root/configs/install/release.sh" fulcrum.tar.gz \
    "$PWD/build" "-DHDF5_ROOT=$PWD/hdf5" -DFULCRUM_PAGES=OFF
ldd build/fulcrum | grep -q libhdf5 && fail "the program does not contain HDF5"
grep -q "$PWD/hdf5/lib" build/CMakeCache.txt || fail "another HDF5: $(grep -i hdf5 build/CMakeCache.txt)"

mkdir bare bare/proc
tar -C bare -xzf fulcrum.tar.gz --strip-components 1
for library in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2 \
    ld-linux-x86-64.so.2; do # all belong to the C library
    found=$(ldconfig -p | awk -v name=$library '$1 == name {print $NF; exit}')
    mkdir -p "bare/$(dirname "$found")"
    cp -L "$found" "bare/$found"
done
[ -e bare/lib64 ] || { mkdir bare/lib64 && cp -L /lib64/ld-linux-x86-64.so.2 bare/lib64; }
bare() { unshare --mount sh -c 'mount -t proc none bare/proc && exec chroot bare "$@"' sh "$@"; }
expect 0 bare /bin/fulcrum selfplay /share/fulcrum/configs/quickstart.json games=2 \
    search.simulations=10 --out /run
expect 0 bare /bin/fulcrum verify /run --all
expect 0 bare /bin/fulcrum match /share/fulcrum/configs/agents/uct-100.json \
    /share/fulcrum/configs/agents/uct-100.json seesaw size=2 --games 2 --out /match
passed

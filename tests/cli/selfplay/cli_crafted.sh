#!/usr/bin/env bash
# Complete files with a valid envelope whose contents no game could have produced: each is
# rejected with one message before its contents are used.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=2 games=2 \
    search.simulations=5 --out run
cp run/shard-000000.h5 games.h5
mkfifo pipe
# A filter of the library's kind, which reading a file must not load.
mkdir plugins
echo '__attribute__((constructor)) static void loaded(void) { __builtin_trap(); }
void *H5PLget_plugin_info(void); void *H5PLget_plugin_info(void) { return 0; }' |
    cc -shared -fPIC -x c -o plugins/libfilter.so - || fail "no plugin could be built"

# Writes crafted-NUMBER.h5 and, for each, a line "NUMBER WORD": the message must contain WORD;
# without a WORD the file is valid.
/usr/bin/python3 - >cases <<'PYTHON' || fail "crafting the files failed"
import os
import shutil
import zlib
import h5py
import numpy

def craft(word, change, original="games.h5"):
    craft.number += 1
    name = f"crafted-{craft.number}.h5"
    shutil.copy(original, name)
    with h5py.File(name, "r+") as file:
        change(file)
    with open(name, "r+b") as file:
        rest = file.read()[512:]
        line = f"fulcrum games, sealed: {512 + len(rest)} bytes, crc32 %08x\n"
        file.seek(0)
        file.write((line % zlib.crc32(rest)).encode().ljust(512, b"\0"))
    print(craft.number, word)

craft.number = 0

def column(name, *first):
    """The first values of a column, with its checksum."""
    def change(file):
        values = file[name][...]
        values[:len(first)] = numpy.array(first, dtype=values.dtype)
        file[name][...] = values
        file[name].attrs["crc32"] = numpy.uint64(zlib.crc32(values.tobytes()))
    return change

def attribute(name, count, node="/"):
    """The attribute's value, COUNT times; empty for 0."""
    def change(file):
        attributes = file[node].attrs
        value = attributes[name]
        value = numpy.array([value.encode() if isinstance(value, str) else value])
        del attributes[name]
        attributes[name] = value.repeat(count) if count else h5py.Empty(value.dtype)
    return change

def idle(file):
    """The first game has no actions, the second has those of both."""
    column("games/decisions", 0, file["games/decisions"][...].sum())(file)
    column("games/first_position", 0, 0)(file)

craft("", lambda file: None)
craft("", attribute("program", 50)) # readers ignore it
for count in 0, 2, 50: # exactly one value is valid
    craft("not one of recorded games", attribute("format", count))
    craft("not one of recorded games", attribute("schema_version", count))
    for name in "game", "config", "config_hash", "rules_version":
        craft("which game", attribute(name, count))
    craft("games/id", attribute("crc32", count, "games/id"))
craft("are impossible", column("games/winner", 3))
craft("are impossible", column("games/winner_side", 3))
craft("are impossible", column("games/reason", 7))
craft("are impossible", column("positions/chosen", 65535))
craft("are impossible", column("legal/action", 60000))
craft("are impossible", column("positions/full", 2))
craft("are impossible", column("legal/pruned", 2**32 - 1))
for value in "nan", "inf", "-inf", 1e30, -1e30, 1.01, -0.01:
    craft("are impossible", column("positions/root_value", numpy.float32(value)))
for value in "nan", "inf", "-inf", 1e30, -1e-3, 1e4:
    craft("are impossible", column("positions/surprise", numpy.float32(value)))
craft("are impossible", column("positions/side", 2))
craft("are impossible", column("positions/player", 2))
craft("are impossible", column("positions/root_proof", 4))
craft("are impossible", lambda file: column("games/agent", [7, 0])(file))
craft("are impossible", idle)
craft("do not fit", column("games/decisions", 0))
craft("do not fit", column("games/first_position", 1))
craft("do not fit", column("positions/first_legal", 2**63 - 1))
craft("do not fit", column("positions/legal", 2**32 - 1))

def longer(name, rows, chunk=8192):
    """A dataset that claims ROWS rows, of which few are stored."""
    def change(file):
        old = file[name]
        values, attributes = old[...], dict(old.attrs)
        del file[name]
        new = file.create_dataset(name, (rows,) + values.shape[1:], values.dtype,
                                  chunks=(chunk,) + values.shape[1:], shuffle=True,
                                  compression="gzip", compression_opts=1, fletcher32=True)
        for key, value in attributes.items():
            new.attrs[key] = value
        new[:len(values)] = values
    return change

def all_longer(table, rows, chunk=8192):
    def change(file):
        for name in list(file[table]):
            longer(f"{table}/{name}", rows, chunk)(file)
    return change

def linked(name, *where):
    """A link to where a pipe would be opened, to a like dataset, or to itself."""
    def change(file):
        del file[name]
        file[name] = h5py.ExternalLink(*where) if where else h5py.SoftLink("/" + name)
    return change

def outside(kind):
    """A column whose values are in another file."""
    def change(file):
        old = file["games/id"]
        values, sum_ = old[...], old.attrs["crc32"]
        del file["games/id"]
        if kind == "external":
            with open("values", "wb") as raw:
                raw.write(values.tobytes())
            new = file.create_dataset("games/id", values.shape, values.dtype,
                                      external=[("values", 0, h5py.h5f.UNLIMITED)])
        else:
            layout = h5py.VirtualLayout(values.shape, values.dtype)
            layout[:] = h5py.VirtualSource("games.h5", "games/id", values.shape)
            new = file.create_virtual_dataset("games/id", layout)
        new.attrs["crc32"] = sum_
    return change

def filtered(file):
    """A column with a filter of a plugin."""
    old = file["games/id"]
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_chunk(old.shape)
    creation.set_filter(32001, h5py.h5z.FLAG_OPTIONAL, ())
    values, sum_ = old[...], old.attrs["crc32"]
    del file["games/id"]
    new = h5py.h5d.create(file.id, b"games/id", h5py.h5t.STD_I64LE,
                          h5py.h5s.create_simple(values.shape), creation)
    new.write_direct_chunk((0,), values.tobytes())
    h5py.Dataset(new).attrs["crc32"] = sum_

craft("missing or damaged", linked("games/id"))
for where in ("pipe", "/id"), ("games.h5", "/games/id"):
    craft("missing or damaged", linked("games/id", *where))
craft("missing or damaged", linked("games", "pipe", "/games"))
craft("missing or damaged", linked("games", "games.h5", "/games"))
craft("missing or damaged", filtered)
for kind in "external", "virtual":
    craft("missing or damaged", outside(kind))
for table in "games", "positions", "legal":
    craft("missing or damaged", all_longer(table, 2**33))
    craft("missing or damaged", all_longer(table, 2**24, 2**24))
PYTHON

# With the memory of a small machine (without a limit for a sanitizer, which reserves more).
limited() {
    (${LAYERS:+ulimit -v 4000000}; "$@")
}

export HDF5_PLUGIN_PATH=$PWD/plugins
while read -r number word; do
    if [ "$word" = "are impossible" ]; then
        refused "$word" "$FULCRUM" export "crafted-$number.h5" -o out.h5
        refused "$word" "$FULCRUM" metrics "crafted-$number.h5"
        expect 1 "$FULCRUM" verify "crafted-$number.h5" --quiet
    fi
    for command in show info; do
        if [ -n "$word" ]; then
            refused "$word" limited "$FULCRUM" $command "crafted-$number.h5"
        else
            expect 0 "$FULCRUM" $command "crafted-$number.h5"
        fi
    done
done <cases
[ "$checks" -eq 208 ] || fail "$checks checks instead of 213"

# verify names the attribute of FORMAT.md that is missing or wrong, and rejects a file without
# games.
/usr/bin/python3 - >cases <<'PYTHON' || fail "crafting the files failed"
import shutil
import zlib
import h5py
import numpy

def write_envelope(name):
    with open(name, "r+b") as file:
        rest = file.read()[512:]
        line = f"fulcrum games, sealed: {512 + len(rest)} bytes, crc32 {zlib.crc32(rest):08x}\n"
        file.seek(0)
        file.write(line.encode().ljust(512, b"\0"))

names = ("variant", "num_actions", "cells", "sides", "reasons", "agents", "program",
         "compiler", "instructions")
for name in names:
    for changed in (0, 1)[:2 if names.index(name) < 6 else 1]:
        path = f"attribute-{name}-{changed}.h5"
        shutil.copy("games.h5", path)
        with h5py.File(path, "r+") as file:
            value = file.attrs[name]
            del file.attrs[name]
            if changed:
                file.attrs[name] = value + 1 if isinstance(value, numpy.integer) else "x"
        write_envelope(path)
        print(path, f'the attribute "{name}"')
shutil.copy("games.h5", "empty.h5")
with h5py.File("empty.h5", "r+") as file:
    for group in "games", "positions", "legal":
        for name in list(file[group]):
            old = file[group][name]
            new = numpy.zeros((0, *old.shape[1:]), old.dtype)
            del file[group][name]
            file[group].create_dataset(name, data=new)
            file[group][name].attrs["crc32"] = numpy.uint64(0)
write_envelope("empty.h5")
print("empty.h5 holds no games")
PYTHON
while read -r path words; do
    expect 1 "$FULCRUM" verify "$path" --quiet
    grep -qF "$words" "$TEMPORARY/out" || fail "$path: $(cat "$TEMPORARY/out" "$TEMPORARY/err")"
done <cases

passed

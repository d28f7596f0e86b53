#!/usr/bin/env bash
# Files of every version that the program has written are read, or converted by fulcrum convert.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
old=$root/tests/old_files
threads_at_exit

# unpack NAME FILE
unpack() {
    gzip -dc "$old/$1.h5.gz" >"$2" || fail "$old/$1.h5.gz cannot be read"
}

# run NAME: makes a run of a file of games, in the folder NAME.
run() {
    mkdir "$1" && gzip -dc "$old/$1.json.gz" >"$1/config.json"
    unpack "$1" "$1/shard-000000.h5"
}

# same_column OLD NEW COLUMN: by h5diff's text, as its status calls extensible datasets different.
same_column() {
    h5diff -v "$1" "$2" "$3" "$3" >diff.txt
    grep -q '^0 differences found' diff.txt && ! grep -q '^Not comparable' diff.txt ||
        fail "$3 differs in $1 and $2: $(cat diff.txt)"
    checks=$((checks + 1))
}

# Recorded games of versions that are not read any more: every command names the one that converts
# them; converted games are read, keep to the rules, and have the same positions and visits.
for name in games-1-first games-1-checksums games-1-signed games-1-envelope games-2-first; do
    run $name
    command="fulcrum convert $name --out NEW"
    refused "$command" "$FULCRUM" info $name
    expect 1 "$FULCRUM" verify $name --repair
    grep -qF "$command" "$TEMPORARY/out" || fail "verify: $(cat "$TEMPORARY/out")"
    [ -f $name/shard-000000.h5 ] || fail "verify --repair moved an old file away"
    sum=$(cksum <$name/shard-000000.h5)
    expect 0 "$FULCRUM" convert $name --out new-$name
    equal "$(cksum <$name/shard-000000.h5)" "$sum" "the old file has changed"
    expect 0 "$FULCRUM" verify new-$name --sample 0
    for column in positions/state legal/visits; do
        same_column $name/shard-000000.h5 new-$name/shard-000000.h5 /$column
    done
done
for call in "merge games-1-first -o merged.h5" "export games-1-first -o data.h5" \
    "show games-1-first --game 0" "metrics games-1-first"; do
    refused 'fulcrum convert games-1-first --out NEW' "$FULCRUM" $call
done
expect 0 "$FULCRUM" info new-games-1-first
expect 0 "$FULCRUM" export new-games-1-first -o data.h5
expect 0 "$FULCRUM" merge new-games-1-first -o merged.h5
refused 'is of another configuration' "$FULCRUM" merge new-games-1-first/shard-000000.h5 \
    new-games-2-first/shard-000000.h5 -o two.h5

# A merged file. Searches are repeated for a version since which they have not changed.
unpack merged-1 merged-1.h5
refused 'fulcrum convert merged-1.h5 --out NEW' "$FULCRUM" verify merged-1.h5
expect 0 "$FULCRUM" convert merged-1.h5 --out merged-2.h5
expect 0 "$FULCRUM" verify merged-2.h5 --sample 0
expect 0 "$FULCRUM" verify new-games-2-first --all

# Versions that are still read.
for name in games-2-fixed-texts games-2-games-in-config; do
    run $name
    expect 0 "$FULCRUM" verify $name --all
    expect 0 "$FULCRUM" merge $name -o $name.h5
    refused 'nothing to convert' "$FULCRUM" convert $name --out nothing
done

# Training data.
for name in export-1-first export-1-agent; do
    unpack $name $name.h5
    expect 0 "$FULCRUM" convert $name.h5 --out new-$name.h5
    for column in state visits; do
        same_column $name.h5 new-$name.h5 /train/$column
    done
    h5dump -d /train/full new-$name.h5 | grep -q '(0): 1, 1, 1' || fail "$name: wrong column full"
    h5dump -d /train/agent new-$name.h5 | grep -q '(0): 0, 0, 0' || fail "$name: wrong column agent"
    h5dump -a reasons new-$name.h5 | grep -q 'cut off|resignation' || fail "$name: wrong reasons"
    refused 'nothing to convert' "$FULCRUM" convert new-$name.h5 --out nothing
done
unpack export-2-fixed-texts data-2.h5
refused 'nothing to convert' "$FULCRUM" convert data-2.h5 --out nothing

# Weights.
for name in network-1-first network-1-seen integer-1-first; do
    unpack $name $name.h5
    expect 0 "$FULCRUM" evaluate $name.h5 cascade size=4
    refused 'nothing to convert' "$FULCRUM" convert $name.h5 --out nothing
done

# Errors: a later version, another kind of file, an existing output, damage.
if /usr/bin/python3 -c 'import h5py' 2>/dev/null; then
    cp games-1-first/shard-000000.h5 later-games.h5
    cp network-1-first.h5 later-network.h5
    cp export-1-first.h5 later-data.h5
    cp export-1-first.h5 linked-data.h5
    /usr/bin/python3 - <<'PY' || fail "h5py cannot change the files"
import h5py, numpy
for kind in "games", "network", "data":
    with h5py.File(f"later-{kind}.h5", "r+") as file:
        file.attrs.modify("schema_version", numpy.uint64(9))
with h5py.File("linked-data.h5", "r+") as file:
    file["train/more"] = h5py.ExternalLink("later-data.h5", "/train/state")
PY
    refused 'cannot be copied' "$FULCRUM" convert linked-data.h5 --out new-linked.h5
    for kind in games network data; do
        refused 'version 9' "$FULCRUM" convert later-$kind.h5 --out nothing
    done
fi
refused 'already exists' "$FULCRUM" convert games-1-first --out new-games-1-first
refused 'already exists' "$FULCRUM" convert merged-1.h5 --out merged-2.h5
echo text >text.h5
refused 'not an HDF5 file' "$FULCRUM" convert text.h5 --out nothing
cp -r games-1-first cut
truncate -s 30000 cut/shard-000000.h5
expect 2 "$FULCRUM" convert cut --out nothing
cp -r games-1-envelope cut-2
printf 'x' | dd of=cut-2/shard-000000.h5 bs=1 seek=20000 conv=notrunc 2>/dev/null
refused 'damaged' "$FULCRUM" convert cut-2 --out nothing
for left in nothing*; do
    [ ! -e "$left" ] || fail "$left was left behind"
done
passed

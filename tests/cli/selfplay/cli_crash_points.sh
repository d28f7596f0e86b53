#!/usr/bin/env bash
# A sample of the campaigns of tests/tools/README.md: every crash point of the commands that
# publish, what a power loss may leave of them, every allocation of all commands, every place
# that calls the HDF5 library or reads, flipped bits of files.
. "$(dirname "$0")/../cli_common.sh"
[ -n "${LAYERS:-}" ] || { echo "skipped: a sanitizer does not let itself be preloaded" && exit 77; }
/usr/bin/python3 -c '' 2>/dev/null || { echo "skipped: python3 is missing" && exit 77; }
effort=${FULCRUM_TEST_EFFORT:-100}
campaign() { # NAME WORDS...
    TMPDIR=$TEMPORARY /usr/bin/python3 "$root/tests/tools/$1_campaign.py" \
        --layers "$LAYERS" "${@:2}" || fail "$1_campaign.py: see above"
    checks=$((checks + 1))
}
campaign fault --every $((1 + 2000 / effort))
campaign fault --memory --every $((1 + 100000 / effort))
campaign fault --hdf5 --every $((1 + 600 / effort)) selfplay merge export network
campaign fault --read --every $((1 + 200 / effort)) merge verify
campaign reorder --every $((1 + 6000 / effort)) selfplay export verify study learn
campaign flip --flips $((1 + effort / 30))
passed

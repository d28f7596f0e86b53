#!/usr/bin/env bash
# Every crash point of the commands that publish, every allocation of all commands, every place
# that calls the HDF5 library or reads: some of them here; all of them by the command that
# tests/tools/README.md names.
. "$(dirname "$0")/../cli_common.sh"
[ -n "${LAYERS:-}" ] || { echo "skipped: a sanitizer does not let itself be preloaded" && exit 77; }
/usr/bin/python3 -c '' 2>/dev/null || { echo "skipped: python3 is missing" && exit 77; }
effort=${FULCRUM_TEST_EFFORT:-100}
campaign() {
    TMPDIR=$TEMPORARY /usr/bin/python3 "$root/tests/tools/fault_campaign.py" \
        --fulcrum "$FULCRUM" --layers "$LAYERS" "$@" || fail "see above"
    checks=$((checks + 1))
}
campaign --every $((1 + 2000 / effort))
campaign --memory --every $((1 + 100000 / effort))
campaign --hdf5 --every $((1 + 600 / effort)) selfplay merge-virtual export network
campaign --read --every $((1 + 200 / effort)) merge verify
passed

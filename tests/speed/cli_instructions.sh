#!/usr/bin/env bash
# Instructions per action of playouts, and per simulation of searches, exceed those of
# instructions.csv by at most 5 %. They are counted by valgrind, which a busy machine does not
# disturb, minus those of a run without work. The table is for the compiler and instruction
# set in its first line; the test is skipped for others.
#   FULCRUM=build/gcc/fulcrum tests/speed/cli_instructions.sh --update     updates the table
. "$(dirname "$0")/../cli/cli_common.sh"
table=$root/tests/speed/instructions.csv
tolerance=5 # percent

skip() {
    echo "skipped: $*"
    exit 77
}

build=$("$FULCRUM" --version | sed 's/^[^,]*, //')
[ "${1-}" = --update ] || [ "$#" -eq 0 ] || fail "the only option is --update"
command -v valgrind >/dev/null || skip "valgrind is not installed"
grep -qw bmi2 /proc/cpuinfo || skip "the table is of rules compiled for BMI2"
case $build in
gcc*Release) ;;
*) skip "the table is for gcc's release build, not for $build" ;;
esac
[ "${1-}" = --update ] || [ "$(head -1 "$table")" = "# $build" ] ||
    skip "the table is for $(head -1 "$table"), not for $build"

# count WORK GAME VARIANT: instructions of the whole program; its output in $TEMPORARY/out.
count() {
    # shellcheck disable=SC2086 # a variant is several words
    expect 0 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$FULCRUM" bench --count "$1" "$2" $3
    instructions=$(sed -n 's/^==[0-9]*== Collected : \([0-9]*\)$/\1/p' "$TEMPORARY/err")
    [ -n "$instructions" ] || fail "valgrind counted nothing: $(cat "$TEMPORARY/err")"
}

# per_unit WORK GAME VARIANT: instructions per action (of playouts) or per simulation.
per_unit() {
    local none="$2 $3" units
    if [ "$none" != "${counted_none-}" ]; then
        count playouts=0 "$2" "$3"
        base=$instructions counted_none=$none
    fi
    count "$@"
    units=$(sed 's/ [a-z]*$//; s/.* //' "$TEMPORARY/out")
    per_unit=$(awk -v all="$instructions" -v base="$base" -v units="$units" \
        'BEGIN {printf "%.1f", (all - base) / units}')
}

{
    echo "# $build"
    sed -n 2p "$table"
} >"$TEMPORARY/table"
worse=0
while IFS=, read -r game variant work allowed; do
    per_unit "$work" "$game" "$variant"
    echo "$game,$variant,$work,$per_unit" >>"$TEMPORARY/table"
    change=$(awk -v now="$per_unit" -v then="$allowed" \
        'BEGIN {printf "%+.1f", (then ? 100 * (now / then - 1) : 0)}')
    echo "$game $variant $work: $per_unit instructions, $allowed in the table, $change %"
    awk -v change="$change" -v most=$tolerance 'BEGIN {exit !(change > most)}' && worse=1
done < <(sed 1,2d "$table")
if [ "${1-}" = --update ]; then
    cp "$TEMPORARY/table" "$table"
    exit 0
fi
[ $worse -eq 0 ] || fail "over $tolerance % more instructions than in instructions.csv; if \
intended: tests/speed/cli_instructions.sh --update"
passed

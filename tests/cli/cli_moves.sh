#!/usr/bin/env bash
# moves and perft agree with each other, and keep to the forms that programs rely on.
. "$(dirname "$0")/cli_common.sh"
cd "$TEMPORARY" || exit 1

for game in seesaw 'seesaw size=5' 'seesaw size=3 swap=true' 'situ order=2' seega cascade; do
    for turns in '' --turns; do
        # shellcheck disable=SC2086
        expect 0 "$FULCRUM" moves $game $turns
        cp out first
        # shellcheck disable=SC2086
        expect 0 "$FULCRUM" perft $game $turns --depth 2
        read -r depth count <out
        [ "$depth $count" = "1 $(wc -l <first)" ] || fail "$game $turns: depth 1"
        cut -f2 first | "$FULCRUM" moves $game $turns --stdin >blocks || fail "--stdin"
        [ "$(grep -c '^$' blocks)" -eq "$(wc -l <first)" ] || fail "$game: blocks"
        sum=$(grep -c . blocks)
        # The pie rule hangs on the turn counter, which these texts leave out.
        [ "$game" = 'seesaw size=3 swap=true' ] ||
            [ "2 $sum" = "$(tail -1 out)" ] || fail "$game $turns: $sum, $(tail -1 out)"
        checks=$((checks + 2))
    done
done

expect 0 "$FULCRUM" moves seesaw
[ "$(head -1 out)" = "$(printf '@c1\tN c1=S1/S d1=S1/S d7=N1/N')" ] || fail "$(head -1 out)"
expect 0 "$FULCRUM" moves seesaw --position 'S d1=S1/S d7=N1/N t4'
[ "$(head -1 out)" = "$(printf '@c1\tN c1=S1/S d1=S1/S d7=N1/N t5')" ] || fail "$(head -1 out)"
expect 0 "$FULCRUM" moves seesaw --turns --position 'S c3=N1/- d3=S3/- d5=N1/- g1=N1/-'
grep -q "^d3xc3xd5	N " out || fail "turns are joined: $(cat out)"
expect 0 "$FULCRUM" moves seesaw --position 'S d4=S2/-'
[ ! -s out ] || fail "a finished game has no decisions"
passed

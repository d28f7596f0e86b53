#!/usr/bin/env bash
# Rules pages: the program plays their examples, their tables of variants name the game's keys,
# and every section that code cites exists.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
games=$root/core/games

# play_example GAME POSITION TURN AFTER
play_example() {
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" moves $1 --turns --position "$2"
    # The pages omit the counter of turns; the result of the game follows.
    sed -E 's/^([^	]*	[^	]*)	.*/\1/; s/ t[0-9]+$//' out >shown
    grep -qxF "$3	$4" shown || fail "$1, $2: $3 does not lead to $4: $(cat out)"
}

has_section() { # PAGE NUMBER: a heading "## 3." or "### 3.2", or a paragraph "3.2 ..."
    grep -qE "^(#+ )?${2//./\\.}\\.? " "$1"
}

for game in $("$FULCRUM" games | sed -n 's/^\([a-z]*\): .*/\1/p'); do
    page=$games/$game/RULES.md
    [ -s "$page" ] || fail "$page is missing"
    awk '/^```example$/ {inside = 1; next} /^```$/ {inside = 0} inside' "$page" >examples
    [ -s examples ] || fail "$page has no example"
    [ $(($(wc -l <examples) % 4)) -eq 0 ] || fail "$page: an example does not have four lines"
    while read -r variant && read -r position && read -r turn && read -r after; do
        play_example "$variant" "$position" "$turn" "$after"
    done <examples
    "$FULCRUM" games "$game" | sed -n '/ cells, /d; s/^  \([a-z_][a-z_]*\)  .*/\1/p' | sort >keys
    awk '/^## .*variants$/ {inside = 1} /^## / && !/variants$/ {inside = 0} inside' "$page" |
        sed -n 's/^| `\([a-z_]*\)` .*/\1/p' | sort >told
    [ -s told ] || fail "$page has no table of rule variants"
    diff keys told >&2 || fail "$page: the variants differ from the program's keys"
    checks=$((checks + 1))
done

# "RULES.md §3.2" in a game's folder, or in its naive implementation, cites that game's page;
# elsewhere the citation has the path of the page.
while IFS=: read -r file number line; do
    cited=$(grep -oE '[a-z/]*RULES\.md' <<<"$line" | head -1)
    name=$(sed -nE 's#^core/games/([a-z]+)/.*#\1#p; s#.*/naive_([a-z]+)\.c$#\1#p' <<<"$file")
    case $cited in
    core/*) page=$root/$cited ;;
    *) page=$games/$name/RULES.md ;;
    esac
    [ -f "$page" ] || fail "$file:$number: cites $cited, but there is no $page"
    for section in $(grep -oE '§[0-9.]*[0-9]' <<<"$line"); do
        has_section "$page" "${section#§}" || fail "$file:$number: $page has no $section"
        checks=$((checks + 1))
    done
done < <(cd "$root" && grep -rn '§' core tests/naive --include='*.[ch]')
passed

#!/usr/bin/env bash
# Tracked text follows the project's terminology (tests/tools/glossary.py), and each word to avoid
# would be found.
. "$(dirname "$0")/../cli_common.sh"
glossary() { python3 "$root/tests/tools/glossary.py" "$@"; }
glossary || fail "tracked text has words to avoid"
glossary --self-test || fail "a planted word is not found"
checks=$((checks + 2))

cd "$TEMPORARY" || exit 1
mkdir -p tree/mcts
printf '/* walk.h - one way down,\n * from random\n * games. */\n' >tree/mcts/walk.h
printf 'A game hangs on the player and his urge.\n' >tree/page.md
expect 1 glossary --root tree
for found in 'mcts/walk.h: its name has "walk"' 'mcts/walk.h:2: "random games"' \
    'page.md:1: "hangs on"' 'page.md:1: "his"' 'page.md:1: "urge"' '^6 words left'; do
    grep -q -- "$found" out err || fail "not found: $found; $(cat out err)"
    checks=$((checks + 1))
done
passed

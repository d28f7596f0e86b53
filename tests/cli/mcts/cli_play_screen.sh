#!/usr/bin/env bash
# play on terminals of 24 lines and 80 or 60 columns: the aim, the complete board, the last action
# and the prompt are on the screen together, for all games and the largest boards; nothing is
# missing without colour.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
python3 -c 'import os; os.openpty()' 2>/dev/null ||
    skip "this machine has no pseudo-terminals (/dev/pts)"
expect 0 env PYTHONPATH="$root/tests/tools" PYTHONDONTWRITEBYTECODE=1 python3 \
    "$root/tests/cli/mcts/cli_play_screen.py" "$FULCRUM"
checks=$((checks + $(sed -n 's/^\([0-9]*\) screens$/\1/p' out)))
passed

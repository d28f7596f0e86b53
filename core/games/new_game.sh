#!/usr/bin/env bash
# Write the skeleton of a game: a small playable game, to be turned into another.
#   core/games/new_game.sh NAME        NAME: lower-case letters
# Writes core/games/NAME/NAME.c and RULES.md beside it, and adds GAME(NAME) to games.def,
# which registers it. The next build finds the file. What to do next: core/game/README.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    echo "new_game: $*" >&2
    exit 2
}

case ${1-} in
-h | --help)
    sed -n '2,5s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
[ $# -eq 1 ] || fail "expected one argument, the game's name: new_game.sh hex"
name=$1
[[ $name =~ ^[a-z]{2,24}$ ]] || fail "\"$name\": a name is 2 to 24 lower-case letters"
[ ! -e "$here/$name" ] || fail "$here/$name already exists"
! grep -qx "GAME($name)" "$here/games.def" || fail "games.def already lists $name"

mkdir "$here/$name"
fill() { # TEMPLATE FILE
    sed -e "s/@name@/$name/g" -e "s/@title@/${name^}/g" "$here/$1" >"$here/$name/$2"
}
fill skeleton.c.in "$name.c"
fill skeleton.md.in RULES.md
echo "GAME($name)" >>"$here/games.def"
cat <<DONE
core/games/$name/$name.c     a playable game: edit it, starting with its first comment
core/games/$name/RULES.md    its rules, with examples that a test plays
core/games/games.def     now lists it
Next: cmake --build BUILD && BUILD/fulcrum conformance $name && BUILD/fulcrum play $name
DONE

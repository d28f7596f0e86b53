#!/usr/bin/env bash
# Help, manual pages and completion scripts, which are generated from the tables of commands;
# each short option has one meaning.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

expect 0 "$FULCRUM" help
cp out list
mapfile -t commands < <(sed -n 's/^  \([a-z][a-z-]*\)  *[a-z].*/\1/p' list)
[ "${#commands[@]}" -ge 26 ] || fail "only ${#commands[@]} commands: $(cat list)"

# Every spelling of help and version.
for call in --help -h; do
    expect 0 "$FULCRUM" "$call"
    cmp -s out list || fail "$call and help print different texts"
done
expect 0 "$FULCRUM" version
cp out version
for call in --version -V 'moves -V' 'moves --version'; do
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" $call
    cmp -s out version || fail "$call and version print different texts"
done
refused 'did you mean "moves"' "$FULCRUM" help mvoes
refused 'SHELL is "fish"; allowed: bash or zsh' "$FULCRUM" completion fish

# characters FILE: the width of its widest line.
characters() {
    LC_ALL=C.UTF-8 awk '{ if (length($0) > most) most = length($0) } END { print most + 0 }' "$1"
}

# Help: the same text by every spelling, 80 columns, one meaning per letter.
: >letters
for command in "${commands[@]}"; do
    expect 0 "$FULCRUM" "$command" --help
    cp out long
    expect 0 "$FULCRUM" "$command" -h
    cmp -s out long || fail "$command -h differs from --help"
    expect 0 "$FULCRUM" help "$command"
    cmp -s out long || fail "help $command differs from --help"
    expect 0 "$FULCRUM" --help "$command"
    cmp -s out long || fail "--help $command differs from $command --help"
    [ "$(characters long)" -le 80 ] || fail "$command --help is $(characters long) wide"
    ! grep -q ' $' long || fail "$command --help: blanks at the end of a line"
    sed -n 's/^  -\(.\), --\([a-z0-9-]*\).*/\1 \2/p' long >>letters
    expect 2 "$FULCRUM" "$command" --no-such-option
    grep -q "^See: fulcrum $command --help$" err || fail "$(cat err)"
done
[ "$(characters list)" -le 80 ] || fail "help is $(characters list) wide"
sort -u letters | cut -d' ' -f1 | uniq -d >twice
[ ! -s twice ] || fail "letters with two meanings: $(sort -u letters | grep -Ff twice)"
for documented in games keys; do
    expect 0 "$FULCRUM" $documented
    [ "$(characters out)" -le 80 ] || fail "$documented is $(characters out) wide"
done

# Manual pages: one for the program and each command, without a warning.
for command in '' "${commands[@]}"; do
    page="fulcrum-$command.1"
    expect 0 "$FULCRUM" help --man $command
    cp out "$page"
    if command -v groff >/dev/null; then
        groff -ww -man -Tutf8 "$page" >formatted 2>err || fail "$page: $(cat err)"
        [ ! -s err ] || fail "$page: $(cat err)"
        [ -s formatted ] || fail "$page is empty"
    fi
    if command -v mandoc >/dev/null; then
        mandoc -Tlint -Wwarning "$page" >err 2>&1
        grep -v 'missing date' err && fail "$page: $(cat err)"
    fi
    checks=$((checks + 1))
done

# Completion by bash: valid syntax, correct completions.
expect 0 "$FULCRUM" completion bash
cp out completion.bash
bash -n completion.bash || fail "the completion for bash has a syntax error"
cat >complete.sh <<'EOS'
# complete.sh WORD...: the completions of the last word; = separates words, as in a shell.
source ./completion.bash
COMP_WORDS=(fulcrum)
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
for word in "$@"; do
    while [[ $word == *=* ]]; do
        [[ -z ${word%%=*} ]] || COMP_WORDS+=("${word%%=*}")
        COMP_WORDS+=(=)
        word=${word#*=}
        [[ -n $word ]] || continue 2
    done
    COMP_WORDS+=("$word")
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_fulcrum "$PROGRAM"
echo "${COMPREPLY[*]}"
EOS
completes() {
    local expected=$1 got
    shift
    got=$(PROGRAM=$FULCRUM bash complete.sh "$@" 2>&1)
    [ "$got" = "$expected" ] || fail "$*: '$got' instead of '$expected'"
    checks=$((checks + 1))
}
mkdir -p folder/below
touch folder/run.json
completes 'moves' mov
completes "${commands[*]} --game --help --version" ''
completes '--game' --ga
completes 'folder/below folder/run.json' --game folder/
completes 'folder/below folder/run.json' --game=folder/
completes 'moves' --game my.so mov
completes 'moves' --game=my.so --game other.so mov
completes 'size= stuck= swap=' --game my.so moves seesaw s
mapfile -t games < <("$FULCRUM" games | sed -n 's/^\([a-z]*\): .*/\1/p')
[[ "${games[*]} " == 'seesaw situ seega cascade '* ]] || fail "games: ${games[*]}"
completes "${games[*]}" moves ''
completes 'cascade' moves cas
completes 'size= stuck= swap=' moves seesaw s
completes 'pass loss' moves seesaw stuck=
completes 'pass' moves seesaw stuck=p
completes '--position=' moves --pos
completes '--stdin' moves --std
completes 'proof' solve --method p
completes 'proof' solve --method=p
completes 'auto proof retrograde' solve seesaw -M ''
completes '' perft --depth ''
touch folder/mine.c
completes 'folder/below folder/mine.c' moves folder/
completes 'folder/mine.c' study folder/mi
completes 'folder/mine.c' new folder/mi
completes '' moves folder/mine.c se
completes 'breakthrough' new ./mine.c --like=br
rm folder/mine.c
completes 'folder/below folder/run.json' info folder/
touch cave.json
completes 'cascade cave.json' selfplay ca
completes 'size= stuck= swap=' selfplay seesaw s
completes 'folder/below' status folder/
completes 'folder/below' selfplay --out folder/
completes 'bash zsh' completion ''
completes 'moves' help mo
if command -v zsh >/dev/null; then
    expect 0 "$FULCRUM" completion zsh
    cp out _fulcrum
    zsh -n _fulcrum || fail "the completion for zsh has a syntax error"
    # shellcheck disable=SC2016
    expect 0 zsh -fc 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D
                      [[ $_comps[fulcrum] == _fulcrum ]]'
    # shellcheck disable=SC2016
    expect 0 zsh -fc 'autoload -Uz compinit; compinit -u -D; source ./_fulcrum
                      [[ $_comps[fulcrum] == _fulcrum ]]'
fi
passed

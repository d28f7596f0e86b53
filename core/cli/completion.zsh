# The part of zsh's completion that is no table; `fulcrum completion zsh` prints the tables
# before it: _fulcrum_commands, _fulcrum_games, _fulcrum_keys GAME and _fulcrum_command
# COMMAND, which sets specs (of _arguments) and kinds.

# Games until one is named, its keys from then on.
_fulcrum_words() {
    local kind word game
    local -a games
    games=(${(f)"$(_fulcrum_games)"})
    for word in ${words[2,CURRENT-1]}; do
        [[ -z ${(M)games:#$word} ]] || game=$word
    done
    for kind in ${=kinds}; do
        case $kind in
        game) [[ -n $game ]] || compadd -a games ;;
        key) [[ -z $game ]] || _fulcrum_pair $game ;;
        command) _fulcrum_commands ;;
        files) _files ;;
        folders) _files -/ ;;
        *) compadd -- ${(s:,:)kind} ;;
        esac
    done
}

# key= first, then the values of a key that are words.
_fulcrum_pair() {
    local -a pairs
    pairs=(${(f)"$(_fulcrum_keys $1)"})
    if compset -P '*='; then
        local key=$IPREFIX
        compadd -- ${${(M)pairs:#$key?*}#$key}
    else
        compadd -S '' -- ${(M)pairs:#*=}
    fi
}

_fulcrum() {
    local kinds curcontext=$curcontext
    local -a specs
    # Games of shared objects come before the command: --game FILE, as often as you like.
    while ((CURRENT > 2)) && [[ $words[2] == --game || $words[2] == --game=* ]]; do
        if [[ $words[2] == --game=* ]]; then
            words[2]=()
            ((CURRENT--))
        elif ((CURRENT == 3)); then
            _files
            return
        else
            words[2,3]=()
            ((CURRENT -= 2))
        fi
    done
    if ((CURRENT == 2)) && [[ $words[2] == --game=* ]]; then
        compset -P '*='
        _files
        return
    elif ((CURRENT == 2)) && [[ $words[2] == -* ]]; then
        compadd -- --game --help --version
        return
    elif ((CURRENT == 2)); then
        _fulcrum_commands
        return
    fi
    shift words
    ((CURRENT--))
    _fulcrum_command $words[1]
    _arguments -s -S : $specs '*:word:_fulcrum_words'
}

if [[ $funcstack[1] == _fulcrum ]]; then
    _fulcrum "$@"
else
    compdef _fulcrum fulcrum
fi

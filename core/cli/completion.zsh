# The fixed part of the zsh completion; `fulcrum completion zsh` prints the tables before it:
# _fulcrum_commands, _fulcrum_games, _fulcrum_keys GAME and _fulcrum_command COMMAND, which
# sets specs (of _arguments) and kinds.

# Games until there is one, then its keys.
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

# First key=, then the choices of a key.
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
    # Any number of --game FILE may come before the command.
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

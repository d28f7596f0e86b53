# The fixed part of the bash completion; `fulcrum completion bash` prints the tables before it:
# _fulcrum_commands, _fulcrum_games, _fulcrum_keys GAME, _fulcrum_command COMMAND, which sets
# options and kinds, and _fulcrum_value COMMAND OPTION.
# shellcheck disable=SC2154,SC2207,SC2034

# _fulcrum_offer VALUE WORD: offers files, folders, nothing (any), or a list of words.
_fulcrum_offer() {
    local IFS=$'\n'
    case $1 in
    any | '') ;;
    files)
        COMPREPLY=($(compgen -f -- "$2"))
        compopt -o filenames 2>/dev/null
        ;;
    folders)
        COMPREPLY=($(compgen -d -- "$2"))
        compopt -o filenames 2>/dev/null
        ;;
    *) COMPREPLY=($(IFS=' ' && compgen -W "$1" -- "$2")) ;;
    esac
}

# _fulcrum_pair GAME WORD: first key=, then the choices of a key.
_fulcrum_pair() {
    local IFS=$' \t\n' pair pairs=''
    for pair in $(_fulcrum_keys "$1"); do
        if [[ $2 == *=* && $pair == "${2%%=*}="?* ]]; then
            pairs+=" ${pair#*=}"
        elif [[ $2 != *=* && $pair == *= ]]; then
            pairs+=" $pair"
        fi
    done
    if [[ $2 == *=* ]]; then
        COMPREPLY+=($(compgen -W "$pairs" -- "${2#*=}"))
    else
        COMPREPLY+=($(compgen -W "$pairs" -- "$2"))
        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
    fi
}

# _fulcrum_words KINDS GAME WORD: games until there is one, then its keys.
_fulcrum_words() {
    local kind IFS=$' \t\n'
    for kind in $1; do
        case $kind in
        game) [[ -n $2 ]] || COMPREPLY+=($(compgen -W "$(_fulcrum_games)" -- "$3")) ;;
        key) [[ -z $2 ]] || _fulcrum_pair "$2" "$3" ;;
        command) COMPREPLY+=($(compgen -W "$(_fulcrum_commands)" -- "$3")) ;;
        files | folders) [[ ${#COMPREPLY[@]} -gt 0 ]] || _fulcrum_offer "$kind" "$3" ;;
        *) COMPREPLY+=($(compgen -W "${kind//,/ }" -- "$3")) ;;
        esac
    done
}

_fulcrum() {
    local line=() cur previous value='' options='' kinds='' game='' i n=0
    # Words up to the cursor; words that the shell has split at a = are joined again.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        if ((n > 0)) && [[ ${COMP_WORDS[i]} == = || ${COMP_WORDS[i - 1]} == = ]]; then
            line[n - 1]+=${COMP_WORDS[i]}
        else
            line[n++]=${COMP_WORDS[i]}
        fi
    done
    COMPREPLY=()
    # Any number of --game FILE may come before the command.
    while ((n > 1)) && [[ ${line[0]} == --game || ${line[0]} == --game=* ]]; do
        i=1
        [[ ${line[0]} == --game=* ]] || i=2
        if ((n == 2 && i == 2)); then
            _fulcrum_offer files "${line[1]}"
            return 0
        fi
        line=("${line[@]:i}")
        n=$((n - i))
    done
    ((n > 0)) || return 0
    cur=${line[n - 1]}
    if ((n == 1)) && [[ $cur == --game=* ]]; then
        _fulcrum_offer files "${cur#*=}"
        return 0
    elif ((n == 1)); then
        COMPREPLY=($(compgen -W "$(_fulcrum_commands) --game --help --version" -- "$cur"))
        return 0
    fi
    _fulcrum_command "${line[0]}"
    previous=${line[n - 2]}
    ((n == 2)) || value=$(_fulcrum_value "${line[0]}" "$previous")
    if [[ -n $value ]]; then
        _fulcrum_offer "$value" "$cur"
    elif [[ $cur == --*=* ]]; then
        _fulcrum_offer "$(_fulcrum_value "${line[0]}" "${cur%%=*}")" "${cur#*=}"
    elif [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
    else
        for ((i = 1; i < n - 1; i++)); do
            [[ " $(_fulcrum_games) " != *" ${line[i]} "* ]] || game=${line[i]}
        done
        _fulcrum_words "$kinds" "$game" "$cur"
    fi
    # A shell that does not split words at a = replaces the whole word.
    if [[ $cur == *=* && $COMP_WORDBREAKS != *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]/#/${cur%%=*}=}")
    fi
    return 0
}

complete -F _fulcrum fulcrum

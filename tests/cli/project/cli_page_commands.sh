#!/usr/bin/env bash
# Commands that pages show run, with reduced sizes, or are listed with a reason; everything that
# they name exists; they print what is shown. Wrong ones are found.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
tool=$root/tests/tools/page_commands.py
[ -x "$(dirname "$FULCRUM")/tests/network_tool" ] || {
    echo "skipped: no tests/network_tool beside $FULCRUM"
    exit 77
}
[ -e "$root/.git" ] && command -v git >/dev/null || {
    echo "skipped: git does not say which pages are tracked"
    exit 77
}
cd "$TEMPORARY" || exit 1
/usr/bin/python3 "$tool" "$FULCRUM" || fail "a page has a wrong command"
checks=$((checks + 1))

# A page whose outputs are right: complete, with lines left out, with an action that is typed.
perft='$ build/fulcrum perft seesaw size=2 --depth 2'
play='$ fulcrum play seesaw size=3 --player2 human'
"$FULCRUM" perft seesaw size=2 --depth 2 >printed
mapfile -t printed <printed
{
    printf '%s\n' '```console' "$perft" "${printed[@]}" "$perft" ... "${printed[-1]}" '```'
    printf '%s\n' '```console' "$play" ... 'South (player 1)> @b1' ... 'Turn 2. Last: South @b1' \
        ... '```'
} >right.md
expect 0 /usr/bin/python3 "$tool" "$FULCRUM" right.md

/usr/bin/python3 - "$root/tests/tools" <<'PYTHON' || fail "lines that may differ"
import sys
sys.path.insert(0, sys.argv[1])
from page_commands import VOLATILE, same_line

def same(shown, printed):
    rows = (f"runs/quickstart/size-4    300  {row}" for row in (shown, printed))
    return same_line(*rows, VOLATILE["./quickstart.sh"])
printed = "53.7 [47.8,  59.4]    0 79/94/107      8.13  52.0"
assert same("53.7 [47.8,  59.4]    0 79/94/107    330.69  51.9", printed)
assert not same("53.7 [48.0,  59.3]    0 79/94/107      8.13  52.0", printed)
assert not same("53.7 [47.8,  59.4]    0 79/94/107      8.13  51.2", printed)
PYTHON
checks=$((checks + 1))

# wrong MESSAGE LINE...: a page of a block of these lines, whose one error has this MESSAGE.
pages=0
wrong() {
    printf '%s\n' "$1" >"message$pages"
    { echo "\`\`\`${language-sh}" && printf '%s\n' "${@:2}" && echo '```'; } >"page$pages.md"
    pages=$((pages + 1))
}
wrong 'there is no subcommand pertf' 'build/fulcrum pertf seesaw --depth 3'
wrong 'perft has no option --dept' 'build/fulcrum perft seesaw --dept 3'
wrong 'there is no key search.simulation' \
    'fulcrum selfplay configs/quickstart.json \' '    search.simulation=5 --out runs/mine'
wrong 'there is no key game.first' 'fulcrum study configs/studies/seesaw-small.json game.first=2'
wrong 'page4.md:3: build/fulcrum info runs/yours: exit 2' \
    'build/fulcrum selfplay configs/quickstart.json --out runs/mine' \
    'build/fulcrum info runs/yours'
wrong 'page5.md:2: build/fulcrum selfplay configs/quick.json' \
    'build/fulcrum selfplay configs/quick.json'
wrong 'neither run nor in NOT_RUN: python3 -V' 'python3 -V'
wrong 'there is no experiments/choices.json' \
    'experiments/compare.py experiments/choices.json --out runs/choices # hours'
wrong 'no test or tool is build/tests/threads_tools' 'build/tests/threads_tools seesaw'
wrong 'CMakeLists.txt has no FULCRUM_ERROR' 'cmake -B build -DFULCRUM_ERROR=ON'
wrong 'compare.py has no option --outs' \
    'experiments/compare.py experiments/learning-choices/seesaw-4.json --outs runs/choices'
wrong 'page11.md:4: `fulcrum games --boards`: games has no option --boards' \
    'mkdir x' '```' 'Lists games: `fulcrum games --boards`.' '```sh'
language=console
wrong 'page12.md:2: build/fulcrum perft' "$perft" "${printed[@]/%/0}"
wrong 'page13.md:2: build/fulcrum perft' "$perft" "${printed[0]}"
wrong 'page14.md:2: build/fulcrum perft' "$perft" ... "${printed[@]}"
wrong 'page15.md:2: fulcrum play' "$play" ... 'South (player 1)> @b1' ... 'Turn 2.' ...
wrong 'page16.md:2: not run, so not compared' '$ ctest --test-dir build' '100% tests passed'
wrong 'page17.md:2: which command prints this?' "${printed[@]}"
language='' wrong 'page18.md:2: which command prints this?' "$perft" "${printed[@]}"
expect 1 /usr/bin/python3 "$tool" "$FULCRUM" page*.md
for ((page = 0; page < pages; page++)); do
    equal "$(grep -c "page$page.md:" err)" 1 "errors of page $page: $(cat err)"
    grep "page$page.md:" err | grep -qF -- "$(cat "message$page")" ||
        fail "no '$(cat "message$page")' in: $(cat err)"
done
passed

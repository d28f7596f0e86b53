#!/usr/bin/env bash
# Commands that pages show run, with reduced sizes, or are listed with a reason; everything that
# they name exists. Wrong ones are found.
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

# wrong MESSAGE LINE...: a page of these lines, whose one error has this MESSAGE.
pages=0
wrong() {
    printf '%s\n' "$1" >"message$pages"
    { echo '```sh' && printf '%s\n' "${@:2}" && echo '```'; } >"page$pages.md"
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
wrong 'there is no experiments/learner/loop.json' \
    'experiments/learner/loop.py experiments/learner/loop.json --out runs/loop # hours'
wrong 'no test or tool is build/tests/threads_tools' 'build/tests/threads_tools seesaw'
wrong 'CMakeLists.txt has no FULCRUM_ERROR' 'cmake -B build -DFULCRUM_ERROR=ON'
wrong 'loop.py has no option --outs' \
    'experiments/learner/loop.py experiments/seesaw-learning/plan.json --outs runs/loop'
wrong 'page11.md:4: `fulcrum games --boards`: games has no option --boards' \
    'mkdir x' '```' 'Lists games: `fulcrum games --boards`.' '```sh'
expect 1 /usr/bin/python3 "$tool" "$FULCRUM" page*.md
for ((page = 0; page < pages; page++)); do
    equal "$(grep -c "page$page.md:" err)" 1 "errors of page $page: $(cat err)"
    grep "page$page.md:" err | grep -qF -- "$(cat "message$page")" ||
        fail "no '$(cat "message$page")' in: $(cat err)"
done
passed

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

# found MESSAGE LINE...: one wrong command is found in a page with these lines, with MESSAGE.
found() {
    local message=$1
    shift
    { echo '```sh' && printf '%s\n' "$@" && echo '```'; } >page.md
    expect 1 /usr/bin/python3 "$tool" "$FULCRUM" page.md
    grep -qF -- "$message" err || fail "no '$message' in: $(cat err)"
    equal "$(grep -c 'page.md:' err)" 1 "wrong commands in: $(cat err)"
}
found 'there is no subcommand pertf' 'build/fulcrum pertf seesaw --depth 3'
found 'perft has no option --dept' 'build/fulcrum perft seesaw --dept 3'
found 'there is no key search.simulation' \
    'fulcrum selfplay configs/quickstart.json \' '    search.simulation=5 --out runs/mine'
found 'there is no key game.first' 'fulcrum study configs/studies/seesaw-small.json game.first=2'
found 'page.md:3: build/fulcrum info runs/yours: exit 2' \
    'build/fulcrum selfplay configs/quickstart.json --out runs/mine' \
    'build/fulcrum info runs/yours'
found 'page.md:2: build/fulcrum selfplay configs/quick.json' \
    'build/fulcrum selfplay configs/quick.json'
found 'neither run nor in NOT_RUN: python3 -V' 'python3 -V'
found 'there is no experiments/learner/loop.json' \
    'experiments/learner/loop.py experiments/learner/loop.json --out runs/loop # hours'
found 'no test or tool is build/tests/threads_tools' 'build/tests/threads_tools seesaw'
found 'CMakeLists.txt has no FULCRUM_ERROR' 'cmake -B build -DFULCRUM_ERROR=ON'
found 'loop.py has no option --outs' \
    'experiments/learner/loop.py experiments/seesaw-learning/plan.json --outs runs/loop'
echo 'Lists games: `fulcrum games --boards`.' >page.md
expect 1 /usr/bin/python3 "$tool" "$FULCRUM" page.md
grep -q 'page.md:1: .*games has no option --boards' err || fail "$(cat err)"
passed

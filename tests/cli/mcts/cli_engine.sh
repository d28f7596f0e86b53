#!/usr/bin/env bash
# Outside players and evaluators: the protocol's page, `fulcrum engine` as a player and as an
# evaluator compared with the search itself, and every fault of an outside program.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
faulty=$root/tests/tools/faulty_engine.py engines=$root/configs/engines
uct=$root/configs/agents/uct-25.json
python=/usr/bin/python3
small=(seesaw size=3 --quiet)

# The protocol's page: its requests get the answers that it shows, its program plays, and the
# request that it shows is sent.
page=$root/mcts/engine/PROTOCOL.md
volatile='s/"version":"[^"]*"/"version":"?"/; s/"seconds":[^,}]*/"seconds":0/'
grep '^> {' "$page" | cut -c3- >asked
grep '^< {' "$page" | cut -c3- | sed "$volatile" >answers
"$FULCRUM" engine <asked | sed "$volatile" | diff answers - >&2 || fail "the page has other answers"
checks=$((checks + 1))
sed -n '/^```python$/,/^```$/p' "$page" | sed '/^```/d' >mine.py
sed -n '/^```json$/,/^```$/p' "$page" | sed '/^```/d' >mine.json
expect 0 "$FULCRUM" match mine.json "$uct" "${small[@]}" --games 2 --out mine
grep -q '"name":.*"mine"' mine/config.json && grep -q '"version":.*"1"' mine/config.json ||
    fail "the engine's name is not recorded"
echo "tee asked | $python $engines/constant_evaluator.py" >ask.sh
expect 0 "$FULCRUM" analyze seesaw size=4 search.evaluator=process search.selection=puct \
    evaluator.command="bash ask.sh" evaluator.batch=256 search.simulations=3
shown=$(sed -n 's/, …}.*//; s/^{"request":"memory"/&/p' "$page")
[ -n "$shown" ] || fail "the page shows no request for memory"
sed 's#/proc/[0-9]*/fd/[0-9]*#/proc/4711/fd/3#' asked | grep -qF "$shown" ||
    fail "not sent: $shown; $(cat asked)"

refused "is itself an outside program" "$FULCRUM" engine mine.json

# A client may send many requests before it reads any answer, over pipes and over a socket; a
# "stop" is heard at once however many other requests are before it.
cat >ahead.py <<'PYTHON'
import json, os, signal, socket, subprocess, time
signal.alarm(60)
ours, theirs = socket.socketpair()
for stdin, stdout in ((subprocess.PIPE, subprocess.PIPE), (theirs, theirs)):
    engine = subprocess.Popen([os.environ["FULCRUM"], "engine"], stdin=stdin, stdout=stdout)
    write = engine.stdin or ours.makefile("wb")
    read = engine.stdout or ours.makefile("rb")
    requests = [{"request": "game", "game": "seesaw"}, {"request": "position"}]
    requests += [{"request": "actions"}] * 9000
    requests += [{"request": "go", "time_ms": 40000}, {"request": "actions"},
                 {"request": "go", "time_ms": 40000}, {"request": "stop"},
                 {"request": "go", "simulations": 300}, {"request": "quit"}]
    for number, request in enumerate(requests):
        write.write(json.dumps({"id": number} | request).encode() + b"\n")
    write.flush()
    began = time.monotonic()
    answers = [json.loads(read.readline()) for _ in requests]
    assert [answer["id"] for answer in answers] == list(range(len(requests)))
    assert all("error" not in answer for answer in answers) and engine.wait() == 0
    assert time.monotonic() - began < 30, "stop was not heard at once"
    assert answers[-6]["action"] and answers[-4]["action"] and answers[-2]["action"]
PYTHON
expect 0 $python ahead.py
# The end of a search that no "stop" follows is its own; "quit" ends only the one before it.
printf '%s\n' '{"id":1,"request":"game","game":"seesaw"}' '{"id":2,"request":"stop"}' \
    '{"id":3,"request":"go","simulations":3000}' '{"id":4,"request":"actions"}' \
    '{"id":5,"request":"quit"}' | "$FULCRUM" engine >out || fail "fulcrum engine: $?"
grep -q '^{"id":3,.*"simulations":3000,' out || fail "a search was ended by a request after it"

# An engine plays the same games as the search, also at a socket.
same_games() { # FOLDER FOLDER
    h5diff "$1/shard-000000.h5" "$2/shard-000000.h5" /positions/chosen >&2 ||
        fail "$1 and $2 have different games"
    checks=$((checks + 1))
}
echo "{\"engine\": {\"command\": [\"$FULCRUM\", \"engine\", \"$uct\"]}}" >itself.json
echo "{\"engine\": {\"socket\": \"socket\"}}" >joined.json
match=(match --games 6)
expect 0 "$FULCRUM" "${match[@]}" "$uct" "$root/configs/agents/uct-50.json" "${small[@]}" --out a
expect 0 "$FULCRUM" "${match[@]}" itself.json "$root/configs/agents/uct-50.json" "${small[@]}" \
    --threads 2 --out b
same_games a b
"$FULCRUM" engine --socket socket "$uct" & server=$!
for _ in $(seq 100); do [ -S socket ] && break; sleep 0.05; done
expect 0 "$FULCRUM" "${match[@]}" joined.json "$root/configs/agents/uct-50.json" "${small[@]}" \
    --threads 1 --out c
kill $server
wait $server 2>/dev/null
same_games a c
expect 0 "$FULCRUM" verify b --all
refused "--socket: socket: Address already in use" "$FULCRUM" engine --socket socket
refused "has more than 107 bytes" "$FULCRUM" engine --socket "$(printf 'x%.0s' {1..200})"
refused "nowhere.json" "$FULCRUM" engine nowhere.json
refused "no engine at this socket" "$FULCRUM" "${match[@]}" joined.json "$uct" "${small[@]}" --out d

# rate and study, with the random player.
cp "$engines/random_engine.py" .
echo "{\"name\": \"random\", \"engine\": {\"command\": \"$python random_engine.py\"}}" >random.json
expect 0 "$FULCRUM" rate --out ladder "${small[@]}" random.json "$uct" mine.json --pairs 2
cat >study.json <<'JSON'
{"game": "seesaw", "variants": [{"variant": {"size": 3}}], "games": {"first": 4, "shard": 4,
 "most": 4}, "seats": 4, "skill": 4, "strengths": [{"name": "outside", "simulations": 10,
 "agent": {"engine": {"command": ["PYTHON", "random_engine.py"]}}}, {"simulations": 10}]}
JSON
sed -i "s,PYTHON,$python," study.json
expect 0 "$FULCRUM" study study.json --out study --quiet

# Faults of an engine: each is reported, no game counts, no process is left.
play_faulty() { # FAULT [OPTION...], for the engine; $limits has more keys
    echo "{\"engine\": {\"command\": [\"$python\", \"-IS\", \"$faulty\", $(printf '"%s", ' "$@" |
        sed 's/, $//')]$limits}}" >faulty.json
    rm -rf faulty
    "$FULCRUM" match faulty.json "$uct" "${small[@]}" --games 2 --threads 1 --out faulty \
        >out 2>err </dev/null
}
limits=', "repeats": 0'
while read -r fault words; do
    play_faulty "$fault" && fail "$fault: the match did not fail"
    equal $? 2 "status after $fault" # that of play_faulty
    grep -qF -- "$words" err || fail "$fault: no '$words' in: $(cat err)"
    [ -z "$(ls faulty 2>/dev/null | grep shard)" ] || fail "$fault: a game was recorded"
    checks=$((checks + 1))
done <<'FAULTS'
exit ended with status 7; last request: go
orphan ended with status 7; last request: go
kill was killed by signal 9
half in the middle of a line; last request: go
eof ended with status 0; last request: go
zero with a byte 0 in it
long with a line of more than 16777216 bytes
text must hold one JSON object
illegal chose "x", which is not legal in S
refuse refuses go: no ?[31mtime
version speaks version 2 of the protocol
FAULTS
limits=', "repeats": 0, "timeout_ms": 100'
play_faulty hang && fail "hang: the match did not fail"
grep -q "has not answered go within 0.1 s" err || fail "hang: $(cat err)"
limits=', "start_ms": 200'
play_faulty silent && fail "silent: the match did not fail"
grep -q "has not answered hello within 0.2 s" err || fail "silent: $(cat err)"
echo '{"engine": {"command": ["./no-such-program"]}}' >none.json
refused "cannot run ./no-such-program: No such file" "$FULCRUM" match none.json "$uct" "${small[@]}"
echo '{"engine": {"time_ms": 5}}' >none.json
refused "must name a program" "$FULCRUM" match none.json "$uct" "${small[@]}"
echo '{"engine": {"command": "x"}, "search": {"simulations": 5}}' >none.json
refused "is for agents that search" "$FULCRUM" match none.json "$uct" "${small[@]}"
refused "not at the terminal" "$FULCRUM" play seesaw --player1 random.json --player2 search

# A game with one fault is played again, with the same result; complete games before a failure
# are kept.
limits=
play_faulty exit --after 3 --once once || fail "the match failed after one fault: $(cat err)"
grep -q "is played again, from its start (1 of 2 times)" err || fail "no notice: $(cat err)"
mv faulty once-more
play_faulty none || fail "$(cat err)"
same_games once-more faulty
echo "{\"engine\": {\"command\": [\"$python\", \"-IS\", \"$faulty\", \"exit\", \"--after\", \"30\",
    \"--once\", \"twice\"], \"repeats\": 0}}" >faulty.json
expect 2 "$FULCRUM" match faulty.json "$uct" "${small[@]}" --games 8 --threads 1 --out kept
[ -n "$(find kept/journal -type f -size +0c)" ] || fail "the games before the failure were lost"
expect 0 "$FULCRUM" match faulty.json "$uct" "${small[@]}" --games 8 --threads 1 --out kept
grep -q '"games":[[:space:]]*8' kept/calls/*.json && fail "all games were played again"

# A signal to stop takes effect while an engine hangs.
stopped_hanging() { # COMMAND...
    "$FULCRUM" "$@" >/dev/null 2>err </dev/null & local pid=$! status=0 start=$SECONDS
    for _ in $(seq 100); do [ -e hanging ] && break; sleep 0.05; done
    sleep 0.1
    kill $pid
    wait $pid || status=$?
    equal $status 3 "status after SIGTERM: $(cat err)"
    [ $((SECONDS - start)) -lt 10 ] || fail "stopping took $((SECONDS - start)) s"
    rm -f hanging
}
echo "{\"engine\": {\"command\": [\"$python\", \"-IS\", \"$faulty\", \"hang\", \"--once\", \"hanging\"]}}" \
    >hangs.json
stopped_hanging match hangs.json "$uct" "${small[@]}" --threads 2 --out stopped
cat >outside.json <<JSON
{"game": "seesaw", "variant": {"size": 3}, "games": 6, "search": {"simulations": 20,
 "selection": "puct", "evaluator": "process"},
 "evaluator": {"command": ["$python", "-IS", "$faulty", "none"]}}
JSON
stopped_hanging selfplay outside.json \
    evaluator.command="$python -IS $faulty hang --once hanging" --threads 2 --out stopped-run

# A hanging engine ends when fulcrum is killed by SIGKILL.
"$FULCRUM" match hangs.json "$uct" "${small[@]}" --threads 1 --out killed >/dev/null 2>&1 &
pid=$!
for _ in $(seq 100); do [ -e hanging ] && break; sleep 0.05; done
pgrep -f "hang --once hanging" >/dev/null || fail "the hanging engine is not running"
kill -9 $pid
wait $pid 2>/dev/null
for _ in $(seq 40); do
    pgrep -f "hang --once hanging" >/dev/null || break
    sleep 0.05
done
! pgrep -f "hang --once hanging" >/dev/null || fail "the engine outlives fulcrum"
rm -f hanging
checks=$((checks + 1))

# Evaluators: the same games for any batch size and number of threads; faults end the command.
expect 0 "$FULCRUM" selfplay outside.json --threads 2 --out one
expect 0 "$FULCRUM" selfplay outside.json --threads 1 evaluator.batch=3 --out two
same_games one two
expect 0 "$FULCRUM" verify one --all --program "$python -IS $faulty none"
# One that answers more than a socket holds before it reads the next batch.
echo '{"game": "cascade", "games": 520, "search": {"simulations": 2, "selection": "puct",
    "evaluator": "process"}}' >wordy.json
expect 0 timeout 60 "$FULCRUM" selfplay wordy.json --threads 1 --out wordy \
    evaluator.command="$python -IS $faulty none --pad 1000000"
while read -r fault words; do
    rm -rf wrong
    expect 2 "$FULCRUM" selfplay outside.json --threads 2 --out wrong evaluator.timeout_ms=1000 \
        evaluator.command="$python -IS $faulty $fault --after 3"
    grep -qF -- "$words" err || fail "$fault: no '$words' in: $(cat err)"
    [ -z "$(ls wrong | grep shard)" ] || fail "$fault: a game was recorded"
done <<'FAULTS'
kill was killed by signal 9
hang has not answered evaluate within 1 s
garbage answered evaluate with "this is no JSON"
number with the value 2 for position
policy without a number for each legal action
FAULTS
process=(search.evaluator=process search.selection=puct search.simulations=50)
expect 2 "$FULCRUM" analyze seesaw "${process[@]}" --json \
    evaluator.command="$python -IS $faulty kill --after 5"
[ ! -s out ] || fail "an analysis was printed although the evaluator failed"
refused "does not evaluate" "$FULCRUM" analyze seesaw "${process[@]}" \
    evaluator.command="$python random_engine.py"
refused "use \"puct\"" "$FULCRUM" analyze seesaw search.evaluator=process evaluator.command=x
refused "is not \"process\"" "$FULCRUM" analyze seesaw evaluator.command=x

# An agent that plans its visits accepts no time limit.
echo '{"search": {"root": "gumbel", "simulations": 4}}' >gumbel.json
printf '%s\n' '{"id": 0, "request": "game", "game": "seesaw", "variant": {"size": 2}}' \
    '{"id": 1, "request": "go", "time_ms": 5}' '{"id": 2, "request": "go"}' >requests
"$FULCRUM" engine gumbel.json <requests >answers || fail "fulcrum engine gumbel.json: $?"
[ "$(grep -c 'go: .*set their number with' answers)/$(grep -c '"action"' answers)" = 1/1 ] ||
    fail "wrong answers of gumbel.json: $(cat answers)"
ended() { # STATUS WORDS BYTES: how a session with these bytes (in printf's %b) ends
    printf '%b' "$3" >requests
    expect "$1" bash -c '"$0" engine <requests' "$FULCRUM"
    grep -qF -- "$2" err || fail "no '$2' in: $(cat err)"
}
ended 2 'the requests end in the middle of a line' '{"request": "hello"'
ended 2 'a byte 0 in it' '{"request": \0000"hello"}\n'
refused 'has more than 107 bytes' "$FULCRUM" engine --socket "$(printf 's%.0s' {1..200})"
refused 'Address already in use' "$FULCRUM" engine --socket socket
refused 'No such file' "$FULCRUM" engine --socket nowhere/socket

# The same games through shared memory, and by one network inside and outside the program.
if $python -c 'import numpy' 2>/dev/null; then
    expect 0 "$FULCRUM" selfplay outside.json --threads 2 --out memory \
        evaluator.command="$python $engines/constant_evaluator.py --look"
    same_games one memory
else
    echo "not tested: evaluators in NumPy, which is not installed"
fi
tool=$(dirname "$FULCRUM")/tests/network_tool
if [ -x "$tool" ]; then
    "$tool" integer 1 64 weights.safetensors seesaw size=3 || fail "no network was written"
    echo '{"search": {"selection": "puct", "evaluator": "integer"},
           "network": {"weights": "weights.safetensors"}}' >integer.json
    expect 0 "$FULCRUM" selfplay outside.json --out network search.evaluator=integer \
        evaluator.command= network.weights=weights.safetensors
    expect 0 "$FULCRUM" selfplay outside.json --out outside --threads 2 \
        evaluator.command="$FULCRUM engine integer.json"
    h5diff network/shard-000000.h5 outside/shard-000000.h5 /positions >&2 ||
        fail "the same network gives other games as an outside evaluator"
fi

# No engine is left. All were started in this folder.
left() {
    local folder
    for folder in /proc/[0-9]*/cwd; do
        [ ! "$folder" -ef "$TEMPORARY" ] || tr '\0\n' '  ' <"${folder%cwd}cmdline" && echo
    done 2>/dev/null | grep -E '[f]aulty_engine|[f]ulcrum engine'
}
/usr/bin/python3 -c 'import time; time.sleep(60)  # faulty_engine' &
for _ in $(seq 100); do left >processes && break; sleep 0.05; done
[ -s processes ] || fail "a process in this folder is not found"
kill $!
wait $! 2>/dev/null
sleep 0.1
left >processes && fail "processes are left: $(cat processes)"
passed

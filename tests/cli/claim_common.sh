# claim_common.sh - sourced by tests of claims after cli_common.sh: falsifies the bundle `good` in
# the current folder.

remake() { # FOLDER: recomputes the checksums of a falsified bundle
    (cd "$1" && sha256sum $(cut -c67- SHA256SUMS) >sums && mv sums SHA256SUMS)
}

# packed FILE ARGUMENTS...: edits a gzipped text with sed; false if that changes nothing.
packed() {
    zcat "$1" | sed "${@:2}" >new && ! cmp -s new <(zcat "$1") && gzip -n <new >"$1" && rm new
}

# bad COMMAND...: makes a copy of the bundle, `bad`, and runs the command in it.
bad() {
    rm -rf bad && cp -r good bad && (cd bad && "$@") || fail "falsifying the bundle failed: $*"
}

# lie WORD COMMAND...: falsifies a copy with the command and recomputes its checksums; the check
# must find the difference and print WORD.
lie() {
    local word=$1
    shift
    bad "$@"
    cmp -s <(cd good && cat $(cut -c67- SHA256SUMS)) \
        <(cd bad && cat $(cut -c67- SHA256SUMS)) && fail "nothing was changed: $*"
    remake bad
    expect 1 "$FULCRUM" claim check bad --share 100% --threads 1 --quiet --page bad.html
    [ ! -e bad.html ] || fail "a page of a false claim: $*"
    grep -qF -- "$word" out || fail "no '$word' in: $(cat out)"
}

# malformed WORD COMMAND...: such a copy must be rejected as malformed, with WORD.
malformed() {
    local word=$1
    shift
    bad "$@"
    remake bad
    refused "$word" "$FULCRUM" claim check bad
}

# unlisted NAME, listed NAME: a copy with one more file, which SHA256SUMS does not name, or does; the
# check must not pass it over.
unlisted() {
    bad cp claim.json "$1"
    expect 1 "$FULCRUM" claim check bad
    grep -qF "$1 is not part of the claim" out || fail "$1: $(cat out)"
}
listed() {
    bad cp claim.json "$1"
    echo "$(head -c 64 good/SHA256SUMS)  $1" >>bad/SHA256SUMS
    remake bad
    expect 1 "$FULCRUM" claim check bad
    grep -qF "$1: a claim has no such file" out || fail "$1: $(cat out)"
}

# every_byte_counts: changes one byte of each file of the bundle in turn; the check must find it.
every_byte_counts() {
    local file byte
    for file in $(cut -c67- good/SHA256SUMS); do
        byte=$(($(stat -c %s good/"$file") / 2))
        bad dd of="$file" bs=1 seek=$byte conv=notrunc status=none < <(printf '\377')
        expect 1 "$FULCRUM" claim check bad
        grep -q "$file does not match SHA256SUMS" out || fail "$file: $(cat out)"
    done
}

# write_engine: writes an outside program in Python that creates the file `started` when it runs.
write_engine() {
    cat >engine.py <<'END'
import json, random, sys
open("started", "w").close()
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    if request["request"] == "hello":
        answer |= {"protocol": 1, "name": "mine", "version": "1", "can": ["go"]}
    elif request["request"] == "position":
        legal = request["legal"]
    elif request["request"] == "go":
        answer["action"] = random.Random(request["seed"]).choice(legal)
    print(json.dumps(answer), flush=True)
END
}

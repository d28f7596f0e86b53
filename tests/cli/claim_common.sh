# claim_common.sh - sourced by tests of claims after cli_common.sh: falsifies the bundle `good` in
# the current folder.

remake() { # FOLDER: recomputes the checksums of a falsified bundle
    (cd "$1" && sha256sum $(cut -c67- SHA256SUMS) >sums && mv sums SHA256SUMS)
}

# bad COMMAND...: makes a copy of the bundle, `bad`, and runs the command in it.
bad() {
    rm -rf bad && cp -r good bad && (cd bad && "$@") || fail "falsifying the bundle failed: $*"
}

# edit FILES EDIT: sed -E in files, packed ones too; false if that changes nothing.
edit() {
    local file
    for file in $1; do
        zcat -f "$file" >old && sed -E "$2" old >new && ! cmp -s old new || return 1
        if [[ $file == *.gz ]]; then gzip -n <new >"$file"; else cp new "$file"; fi
        rm old new
    done
}

# falsify: reads a table, STATUS | WORDS | FILES | EDIT. Each line is a copy in which sed -E edits the
# files, or, with FILES -, a command does something; with new checksums. The check of all games must
# exit with STATUS and print WORDS; no page is written.
falsify() {
    local status words files edit
    while IFS='|' read -r status words files edit; do
        read -r status <<<"$status" && read -r words <<<"$words"
        read -r files <<<"$files" && read -r edit <<<"$edit"
        if [ "$files" = - ]; then bad eval "$edit"; else bad edit "$files" "$edit"; fi
        remake bad
        expect "$status" "$FULCRUM" claim check bad --share 100% --threads 1 --quiet --page bad.html
        [ ! -e bad.html ] || fail "a page of a false claim: $edit"
        cat out err | tr -s ' \n' ' ' | grep -qF -- "$words" || fail "$edit: no '$words' in: $(cat out err)"
    done
}

# says WORDS: the output has them, wherever its lines end.
says() {
    tr -s ' \n' ' ' <"${OUTPUT:-out}" | grep -qF -- "$1" || fail "no '$1' in: $(cat "${OUTPUT:-out}")"
}

# unlisted NAME, listed NAME: a copy with one more file, which SHA256SUMS does not name, or does; the
# check must not pass it over.
unlisted() {
    bad cp claim.json "$1"
    expect 1 "$FULCRUM" claim check bad
    says "$1 is not part of the claim"
}
listed() {
    bad cp claim.json "$1"
    echo "$(head -c 64 good/SHA256SUMS)  $1" >>bad/SHA256SUMS
    remake bad
    expect 1 "$FULCRUM" claim check bad
    says "$1: a claim has no such file"
}

# every_byte_counts: changes one byte of each file of the bundle in turn; the check must find it.
every_byte_counts() {
    local file byte
    for file in $(cut -c67- good/SHA256SUMS); do
        byte=$(($(stat -c %s good/"$file") / 2))
        bad dd of="$file" bs=1 seek=$byte conv=notrunc status=none < <(printf '\377')
        expect 1 "$FULCRUM" claim check bad
        says "$file does not match SHA256SUMS"
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

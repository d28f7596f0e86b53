#!/usr/bin/env bash
# Claims of studies: a bundle matches its study and is complete or absent; a check finds every
# kind of falsification, even with recomputed checksums; nothing outside the bundle is touched.
. "$(dirname "$0")/../cli_common.sh"
. "$root/tests/cli/claim_common.sh"
threads_at_exit
tool=$(dirname "$FULCRUM")/tests/network_tool
[ -x "$tool" ] || skip "no tests/network_tool beside $FULCRUM"
cd "$TEMPORARY" || exit 1
trap - EXIT # a child that is killed at once must not run the trap; removed below

"$tool" integer 1 64 net-2.safetensors seesaw size=2 swap=true && "$tool" integer 2 64 other.safetensors seesaw size=2 swap=true ||
    fail "no networks were written"
cat >study.json <<'END'
{"title": "Tiny", "game": "seesaw",
 "variants": [{"name": "Side 2", "variant": {"size": 2, "swap": true}}],
 "strengths": [{"simulations": 4, "first_turns": 10, "skill": 10},
               {"name": "net", "agent": {"search": {"simulations": 4, "evaluator": "integer",
                 "selection": "puct", "fpu": "reduction"}, "network": {"weights": "net-{size}.safetensors"}}}],
 "games": {"first": 20, "most": 20, "shard": 10}, "precision": 0.1}
END
expect 0 "$FULCRUM" study study.json --out study --quiet
expect 0 "$FULCRUM" claim study -o good --quiet
(cd good && sha256sum --quiet -c SHA256SUMS) || fail "sha256sum rejects the bundle"
equal "$(cd good && ls -d -- * */* | tr '\n' ' ')" \
    "SHA256SUMS claim.json games.csv.gz results.json study.json weights weights/1.safetensors " "files"
cmp -s good/results.json <("$FULCRUM" study study --look --json) || fail "results.json differs"
"$FULCRUM" study study --look --csv >figures.csv
cmp -s good/weights/1.safetensors net-2.safetensors || fail "weights/1.safetensors differs"

# Checked elsewhere, with neither the study nor its weights.
mkdir elsewhere && mv study net-2.safetensors elsewhere/
expect 0 "$FULCRUM" claim check good --share 100% --threads 2
equal "$(ls good | wc -l)" 6 "entries of the bundle after a check"
for word in 'all as claimed' '60 of 60 replayed' 'all the same' '100.0 %; it finds one'; do
    says "$word"
done
expect 0 "$FULCRUM" claim check good --seed 7 --json
grep -q '"seed":7,"games":60,"replayed":1,' out || fail "not exactly one game: $(cat out)"
# That the system cannot read weights or a folder is no difference. (Not with sanitizers.)
[ -z "${LAYERS:-}" ] || refused 'good/weights: cannot be read: Input/output error' \
    env READ_CALL=readdir FAULT_FOLDER="$PWD/good/weights" LD_PRELOAD="$LAYERS/read_layer.so" \
    "$FULCRUM" claim check good --share 100% --quiet
[ -z "${LAYERS:-}" ] || refused 'good/weights/1.safetensors: cannot be read: Too many open files' \
    env READ_CALL=pread READ_ERRNO=24 FAULT_FOLDER="$PWD/good/weights" \
    LD_PRELOAD="$LAYERS/read_layer.so" "$FULCRUM" claim check good --share 100% --quiet

# Another network, with its hash throughout the bundle; a second gzip member, shown by zcat, of a
# length with which the first one was read; bytes behind the games.
hash=$("$FULCRUM" evaluate other.safetensors seesaw size=2 swap=true --json | grep -o '"hash":"0x[0-9a-f]*"')
[ -n "$hash" ] || fail "no hash of a network"
other_network() {
    cp ../other.safetensors weights/1.safetensors
    sed -i -E "s/0x[0-9a-f]{16}/$(grep -o '0x[0-9a-f]*' <<<"$hash")/" claim.json
}
second_member() {
    zcat games.csv.gz | tr 0-9 1-9a | gzip -n >>games.csv.gz
}
other_winner='2s/^(0,0,[^,]*,[^,]*),0/\1,1/;2t;2s/^(0,0,[^,]*,[^,]*),1/\1,0/'
falsify <<END
1 | cells[0].score.value                  | games.csv.gz | $other_winner
1 | game 1 of side-2/4/first-turns, replayed, has a different checksum | games.csv.gz | /^1,1,/s/,[0-9a-f]{16}/,0123456789abcdef/
1 | of side-2/net/self-play, replayed, has a different length          | games.csv.gz | /^3,3,/s/^(([^,]*,){7})[0-9]+/\199/
1 | results.json: cells[0].score.value is 0.12 | results.json | s/"score":\{"value":[0-9.e+-]*/"score":{"value":0.12/
1 | results.json: study              | study.json   | s/"seed":\t1/"seed":\t2/
1 | that of bad/weights/1.safetensors is      | -            | cp ../other.safetensors weights/1.safetensors
1 | of side-2/net/self-play, replayed | -           | other_network
1 | claim.json: everything is        | claim.json   | s/"games":\t60/"games":\t60, "verified":\ttrue/
1 | claim.json: games is 61          | claim.json   | s/"games":\t60/"games":\t61/
1 | claim.json: runs[0].games is 19  | claim.json   | 0,/"games":\t20/s//"games":\t19/
1 | claim.json: is not formatted     | claim.json   | s/"games":\t60/"games": 60/
1 | claim.json: weights[0].file is "../net-2.safetensors" | claim.json | s,weights/1.safetensors,../net-2.safetensors,
2 | "program"                        | claim.json   | s/"program":\t"[^"]*"/"program":\t"s\\\\u001b[2J"/
2 | games.csv.gz: is not one text compressed by gzip | - | second_member
2 | games.csv.gz: is not one text compressed by gzip | - | echo '<script>' >>games.csv.gz
2 | compressed by gzip               | -            | truncate -s 1000 games.csv.gz
2 | games.csv.gz: is too large       | -            | truncate -s 1M games.csv.gz
2 | results.json: is too large       | -            | truncate -s 5M results.json
2 | bad: has no games                | games.csv.gz | 2,\$d
2 | of another version of \`fulcrum claim\` | claim.json | s/"version":\t3/"version":\t2/
2 | of another version of \`fulcrum claim\` | claim.json | s/"version":\t3/"version":\t4/
END

# Changed bytes, also in SHA256SUMS itself; a missing file.
every_byte_counts
bad sed -i '1s/^./g/' SHA256SUMS
refused "line 1" "$FULCRUM" claim check bad
bad rm results.json
expect 1 "$FULCRUM" claim check bad
says 'results.json is missing'

# Files that a claim does not have: a page, which might say anything, and others.
for name in report.html weights/2.safetensors .hidden; do
    unlisted $name
done
for name in report.html.gz sample.jsonl.gz metrics.csv.gz notes.txt weights/2.safetensors; do
    listed $name
done

# The size of what is unpacked or read follows from what the bundle says, not from its files.
bomb() {
    sed -i '0,/"games":\t60/s//"games":\t3000000/' claim.json
    (head -n 1 <(zcat games.csv.gz) && head -c 300M /dev/zero) | gzip -n >new && mv new games.csv.gz
}
small() { # in little memory, except with sanitizers
    (${LAYERS:+ulimit -v 250000}; "$@")
}
bad bomb
remake bad
refused 'games.csv.gz: line 2 is not' small "$FULCRUM" claim check bad --threads 1
bad truncate -s 300M weights/1.safetensors
expect 1 small "$FULCRUM" claim check bad --threads 1
says 'weights/1.safetensors does not match'

# The page is made from what was checked, and says so. Texts of the bundle are escaped.
title='<script src=https://example.org/x.js></script>'
bad sed -i "s|\"title\":\t\"Tiny\"|\"title\":\t\"$title\"|" study.json
sed -i "s|\"title\":\"Tiny\"|\"title\":\"$title\"|g" bad/results.json
remake bad
expect 0 "$FULCRUM" claim check bad --share 100% --page page.html --csv checked.csv --quiet
grep -q "^<title>&lt;script src=https://example.org/x.js&gt;" page.html || fail "$(head -n 9 page.html)"
! grep -q '<script src' page.html || fail "a script from elsewhere"
grep -q 'Made by `fulcrum claim check` .* the results of 60 games. 60 of these' page.html ||
    fail "no word on the check: $(grep -o '<p class="note">.*' page.html)"
cmp checked.csv figures.csv || fail "other figures as CSV"
grep -q 'id="table-metrics"' page.html || fail "no table of metrics"
for part in games next plot-leads; do
    ! grep -q "id=\"$part\"" page.html || fail "the page has $part, which a claim has not"
done
expect 3 "$FULCRUM" claim check good --share 0 --page page.html
grep -q 'Not checked: all games: none was replayed' page.html || fail "$(head -n 30 page.html)"
refused 'exists' "$FULCRUM" claim check good --page study.json
refused 'exists' "$FULCRUM" claim check good --csv study.json

# Nothing outside the bundle is read: paths that leave it and links are rejected, and weights have
# to be in it. Texts have one line.
for name in ../study.json /etc/passwd weights/../study.json .hidden a/b/c 'a b'; do
    rm -rf bad && cp -r good bad && sed -i "1s|  .*|  $name|" bad/SHA256SUMS
    refused "line 1" "$FULCRUM" claim check bad
done
rm -rf bad && cp -r good bad && mv bad/study.json away.json && ln -s ../away.json bad/study.json
refused "is a link" "$FULCRUM" claim check bad
rm -rf bad && cp -r good bad && mv bad/weights away && ln -s ../away bad/weights
refused "is a link" "$FULCRUM" claim check bad
refused "no SHA256SUMS" "$FULCRUM" claim check elsewhere
refused "cannot be opened" "$FULCRUM" claim check nowhere

# A bundle of another version of the program is checked like any other, with a message; one of
# another form is refused.
old() {
    sed -i 's/"program":\t"fulcrum [^"]*"/"program":\t"fulcrum 0.0.1"/' claim.json
}
bad old
remake bad
expect 0 "$FULCRUM" claim check bad --share 100%
grep -q 'a different version' err || fail "no message on the version: $(cat err)"
mv good kept
cp -r bad good
falsify <<<"1 | cells[0].score.value | games.csv.gz | $other_winner"
listed report.html.gz
rm -r good && mv kept good

# Exit status 0 only where all was checked.
expect 3 "$FULCRUM" claim check good --share 0
says 'Not checked: all games: none was replayed'

# An exact value that nothing else contradicts, in claim.json and the figures.
cat >solved.json <<'END'
{"game": "seesaw", "variants": [{"name": "Tiny", "variant": {"size": 2}}],
 "strengths": [{"simulations": 2}], "games": {"first": 4, "most": 4, "shard": 4}}
END
mv good kept
expect 0 "$FULCRUM" study solved.json --out solved --solve-budget 10s --quiet
expect 0 "$FULCRUM" claim solved -o good --quiet
expect 0 "$FULCRUM" claim check good --quiet
says 'Exact values 1 of 1 solved again: all as claimed'
bound=$(sed -n 's/^.*"bound":\t\([0-9]*\).*/\1/p' good/claim.json)
[ "$bound" -gt 1 ] || fail "no bound: $(cat good/claim.json)"
shorter() {
    sed -i "s/\"bound\":\t$bound/\"bound\":\t$((bound - 1))/" claim.json
    sed -i "s/at most $bound /at most $((bound - 1)) /g" results.json
    sed -i "s/\"exact_bound\":$bound/\"exact_bound\":$((bound - 1))/" results.json
}
bad shorter
remake bad
expect 3 "$FULCRUM" claim check bad --share 100% --solve-budget 0 --quiet --page page.html
says 'Not checked: 1 exact value, which the time'
grep -q 'Not checked: 1 exact value' page.html || fail "a page that does not say what is not checked"
expect 1 "$FULCRUM" claim check bad --quiet
says "in at most $((bound - 1)) turns\", solved \""
rm -rf good && mv kept good

# Outside programs are never started, and their games are counted as not checkable.
write_engine
cat >engine.json <<'END'
{"game": "seesaw", "variants": [{"variant": {"size": 2}}],
 "strengths": [{"simulations": 2},
               {"name": "mine", "agent": {"engine": {"command": ["python3", "engine.py"]}}}],
 "games": {"first": 4, "most": 4, "shard": 4}}
END
expect 0 "$FULCRUM" study engine.json --out engine --quiet --threads 1
expect 0 "$FULCRUM" claim engine --quiet
grep -q 'cannot be replayed' err || fail "no message on the engine: $(cat err)"
rm -f started
expect 3 "$FULCRUM" claim check engine/claim --share 100%
[ ! -e started ] || fail "the outside program was started"
says 'Not checked: 4 games of outside programs'
says '4 of 4 replayed'
# Nothing but such games: nothing to check.
sed '/"simulations": 2/d; s/^ *{"name"/ "strengths": [{"name"/' engine.json >only.json
expect 0 "$FULCRUM" study only.json --out only --quiet --threads 1
expect 0 "$FULCRUM" claim only --quiet
expect 3 "$FULCRUM" claim check only/claim --share 100% --json
grep -q '"not_checked":"all games: none was replayed; 4 games of outside programs"' out || fail "$(cat out)"

# Complete or absent, whenever it is killed; leftovers are removed.
cd elsewhere || exit 1
whole() {
    [ ! -e cut ] || (cd cut && sha256sum --quiet -c SHA256SUMS) || fail "an incomplete bundle"
    rm -rf cut
}
killed whole "$FULCRUM" claim study -o cut --quiet
mkdir -p "cut.$(uname -n)-999999999-00000000.tmp/weights"
touch "cut.$(uname -n)-999999999-00000000.tmp/weights/1.safetensors"
expect 0 "$FULCRUM" claim study -o cut --quiet
[ -z "$(ls -d cut.*tmp 2>/dev/null)" ] || fail "left behind: $(ls -d cut.*)"
refused "already exists" "$FULCRUM" claim study -o cut
mkdir empty && echo '{"game": "seesaw", "variants": [{}], "strengths": [{}]}' >empty/study.json
refused "no games yet" "$FULCRUM" claim empty
refused 'is not a study but a run; see fulcrum info' "$FULCRUM" claim study/side-2/4/self-play
refused 'is not a study but a bundle' "$FULCRUM" claim cut
refused "makes no bundle" "$FULCRUM" claim check cut -o x
refused "are for check" "$FULCRUM" claim study --share 1%
for words in "--seed 1" "--threads 2" "--solve-budget 1m" "--page p.html" "--csv f.csv"; do
    refused "are for check" "$FULCRUM" claim study $words
done
for share in 101% -1% x %  "1 %x" ""; do
    refused "a share such as" "$FULCRUM" claim check cut --share="$share"
done
refused "no bundle given" "$FULCRUM" claim check
refused "give one study's folder" "$FULCRUM" claim study cut
rm -rf cut && expect 0 "$FULCRUM" claim study -o cut --quiet
expect 0 "$FULCRUM" claim check cut --share "50 %" --seed 1 --quiet --json
grep -q '"games":60,"replayed":30,' ../out || fail "not half of the games: $(cat ../out)"
expect 0 "$FULCRUM" claim study -o told --quiet --json
equal "$(cat ../out)" "{\"claim\":\"$(sha256sum <told/SHA256SUMS | cut -c-64)\",\"games\":60,\"bytes\":$(
    cat $(cut -c67- told/SHA256SUMS | sed 's,^,told/,') | wc -c)}" "what claim --json says"
cd / && rm -rf "$TEMPORARY"
passed

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

"$tool" integer 1 64 net-2.h5 seesaw size=2 swap=true && "$tool" integer 2 64 other.h5 seesaw size=2 swap=true ||
    fail "no networks were written"
cat >study.json <<'END'
{"title": "Tiny", "game": "seesaw",
 "variants": [{"name": "Side 2", "variant": {"size": 2, "swap": true}}],
 "strengths": [{"simulations": 4, "first_turns": 10, "skill": 10},
               {"name": "net", "agent": {"search": {"simulations": 4, "evaluator": "integer",
                 "selection": "puct", "fpu": "reduction"}, "network": {"weights": "net-{size}.h5"}}}],
 "games": {"first": 20, "most": 20, "shard": 10}, "precision": 0.1}
END
expect 0 "$FULCRUM" study study.json --out s --quiet
expect 0 "$FULCRUM" claim s -o good --quiet
(cd good && sha256sum --quiet -c SHA256SUMS) || fail "sha256sum rejects the bundle"
cmp -s good/results.json <("$FULCRUM" study s --look --json) || fail "results.json differs"
cmp -s good/results.csv <("$FULCRUM" study s --look --csv) || fail "results.csv differs"
cmp -s good/weights/1.h5 net-2.h5 || fail "weights/1.h5 differs"

# Without the metrics of games, those of the page are not compared, and the check says so.
expect 0 "$FULCRUM" claim s -o lean --no-metrics --quiet
[ ! -e lean/metrics.csv.gz ] || fail "$(ls lean)"
expect 0 "$FULCRUM" claim check lean
grep -q '^not recomputed: metrics, ' out || fail "$(cat out)"
expect 2 "$FULCRUM" claim check lean --no-metrics

# Checked elsewhere, with neither the study nor its weights.
mkdir elsewhere && mv s net-2.h5 elsewhere/
expect 0 "$FULCRUM" claim check good --share 100% --threads 2
for word in 'all as claimed' '60 of 60 games' 'all the same' '100.0 %; it finds one'; do
    grep -qF "$word" out || fail "no '$word' in: $(cat out)"
done
expect 0 "$FULCRUM" claim check good --seed 7 --json
grep -q '"seed":7,"games":60,"replayed":1,' out || fail "not exactly one game: $(cat out)"

lie 'cells[0].counts' packed games.csv.gz -E '2s/^(0,0,[^,]*,[^,]*),0/\1,1/;2t;2s/^(0,0,[^,]*,[^,]*),1/\1,0/'
lie 'game 1 of side-2/4/first-turns, replayed, has a different checksum' \
    packed games.csv.gz -E '/^1,1,/s/,[0-9a-f]{16}/,0123456789abcdef/'
lie 'of side-2/net/self-play, replayed, has a different length' \
    packed games.csv.gz -E '/^3,3,/s/^(([^,]*,){7})[0-9]+/\199/'
lie 'results.json: cells[0].score.value is 0.12' \
    sed -i 's/"score":{"value":[0-9.e+-]*/"score":{"value":0.12/' results.json
lie 'results.csv: line 2, value 4 is 21, but the games give 20' sed -i '2s/,20,/,21,/' results.csv
lie 'report.html.gz: its tables' packed report.html.gz 's/<td>Side 2/<td>Side 3/;s/>Side 2</>Side 3</'
lie 'report.html.gz: its tables' packed report.html.gz -E \
    '/id="table-lengths"/,/<\/table>/s/>[0-9]+<\/td><\/tr>/>99<\/td><\/tr>/'
lie 'report.html.gz: its tables' packed report.html.gz -E \
    '/id="table-metrics"/,/<\/table>/{/>coverage</s/(<td class="number">)[0-9.]+ /\10.123 /}'
lie 'of side-2/net/self-play, replayed, has a different line of metrics.csv.gz' \
    packed metrics.csv.gz -E '/^3,3,/s/[0-9.]+$/0.123/'
lie 'report.html.gz: its tables' packed metrics.csv.gz -E '/^3,3,/s/[0-9.]+$/0.123/'
lie 'results.json: study' sed -i 's/"seed":\t1/"seed":\t2/' study.json claim.json
lie 'that of bad/weights/1.h5 is' cp ../other.h5 weights/1.h5
lie 'different line of sample.jsonl.gz' packed sample.jsonl.gz -E '1s/"visits":[0-9]+/"visits":77/'
lie 'sample.jsonl.gz: holds 19 games instead of 20' packed sample.jsonl.gz 1d
# Another network, with its hash throughout the bundle.
hash=$("$FULCRUM" evaluate other.h5 seesaw size=2 swap=true --json | grep -o '"hash":"0x[0-9a-f]*"')
other_network() {
    cp ../other.h5 weights/1.h5
    sed -i -E "s/0x[0-9a-f]{16}/$(grep -o '0x[0-9a-f]*' <<<"$hash")/" claim.json
}
[ -n "$hash" ] || fail "no hash of a network"
lie 'of side-2/net/self-play, replayed' other_network

# Changed bytes, also in SHA256SUMS itself; a missing file.
every_byte_counts
rm -rf bad && cp -r good bad && sed -i '1s/^./g/' bad/SHA256SUMS
refused "line 1" "$FULCRUM" claim check bad
rm -rf bad && cp -r good bad && rm bad/report.html.gz
expect 1 "$FULCRUM" claim check bad
grep -q 'report.html.gz is missing' out || fail "$(cat out)"

rm -rf bad && cp -r good bad && echo more >bad/notes.txt
expect 0 "$FULCRUM" claim check bad
grep -q '1 beside them is not part of the claim' out || fail "$(cat out)"

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
malformed "not in the bundle" sed -i 's|"file":\t"weights/1.h5"|"file":\t"../net-2.h5"|' claim.json
malformed '"folder"' sed -i 's|"folder":\t"s"|"folder":\t"s\\u001b[2J"|' claim.json
malformed gzip truncate -s 3000 games.csv.gz
malformed 'metrics.csv.gz: line 3' packed metrics.csv.gz 3d
refused "no SHA256SUMS" "$FULCRUM" claim check elsewhere
refused "cannot be opened" "$FULCRUM" claim check nowhere

# Games of another version are replayed, with a message.
rm -rf bad && cp -r good bad && sed -i 's/"program":\t"fulcrum [^"]*"/"program":\t"fulcrum 0.0.1"/' bad/claim.json
remake bad
expect 0 "$FULCRUM" claim check bad --share 100%
grep -q 'a different version' err || fail "no message on the version: $(cat err)"
parts=$(sed -n 's/^page *\([0-9]*\) of \1 tables.*/\1/p' out)
[ -n "$parts" ] || fail "not all of the page: $(cat out)"
# Its page may be worded differently, and the check says what it still confirms.
(cd bad && packed report.html.gz 's/<dd>Turns of the longest game/<dd>The most turns/') || fail "no longest game"
remake bad
expect 0 "$FULCRUM" claim check bad
grep -q "^page *$parts of $parts tables" out || fail "rows of the same figures: $(cat out)"
(cd bad && packed report.html.gz -E \
    '/id="table-lengths"/,/<\/table>/s/>[0-9]+<\/td><\/tr>/>99<\/td><\/tr>/') || fail "no lengths"
remake bad
expect 0 "$FULCRUM" claim check bad
grep -q "^page *$((parts - 1)) of $parts tables" out || fail "a false length: $(cat out)"
grep -q "may look different in the bundle's version" out || fail "$(cat out)"

# An exact value that nothing else contradicts: in claim.json, the figures and on the page.
cat >solved.json <<'END'
{"game": "seesaw", "variants": [{"name": "Tiny", "variant": {"size": 2}}],
 "strengths": [{"simulations": 2}], "games": {"first": 4, "most": 4, "shard": 4}}
END
mv good kept
expect 0 "$FULCRUM" study solved.json --out solved --solve-budget 10s --quiet
expect 0 "$FULCRUM" claim solved -o good --quiet
expect 0 "$FULCRUM" claim check good --solve-budget 10s --quiet
grep -q '^exact *1 of 1 exact value solved again: all as claimed' out || fail "$(cat out)"
bound=$(sed -n 's/^.*"bound":\t\([0-9]*\).*/\1/p' good/claim.json)
[ "$bound" -gt 1 ] || fail "no bound: $(cat good/claim.json)"
shorter() {
    sed -i "s/\"bound\":\t$bound/\"bound\":\t$((bound - 1))/" claim.json
    sed -i "s/at most $bound /at most $((bound - 1)) /g" results.json results.csv
    sed -i "s/\"bound\":$bound/\"bound\":$((bound - 1))/" results.json
    packed report.html.gz "s/at most $bound /at most $((bound - 1)) /g"
}
bad shorter
remake bad
expect 0 "$FULCRUM" claim check bad --share 100% --quiet
grep -q '^exact *not checked: 1 exact value (--solve-budget TIME)' out || fail "$(cat out)"
expect 1 "$FULCRUM" claim check bad --solve-budget 10s --quiet
grep -qF "in at most $((bound - 1)) turns\", solved \"" out || fail "$(cat out)"
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
expect 0 "$FULCRUM" claim check engine/claim --share 100%
[ ! -e started ] || fail "the outside program was started"
grep -q 'not checkable: 4 games of outside programs' out || fail "$(cat out)"
grep -q '4 of 4 games' out || fail "$(cat out)"

# Complete or absent, whenever it is killed; leftovers are removed.
cd elsewhere || exit 1
whole() {
    [ ! -e cut ] || (cd cut && sha256sum --quiet -c SHA256SUMS) || fail "an incomplete bundle"
    rm -rf cut
}
killed whole "$FULCRUM" claim s -o cut --quiet
mkdir -p "cut.$(uname -n)-999999999-00000000.tmp/weights"
touch "cut.$(uname -n)-999999999-00000000.tmp/weights/1.h5"
expect 0 "$FULCRUM" claim s -o cut --quiet
[ -z "$(ls -d cut.*tmp 2>/dev/null)" ] || fail "left behind: $(ls -d cut.*)"
refused "already exists" "$FULCRUM" claim s -o cut
mkdir empty && echo '{"game": "seesaw", "variants": [{}], "strengths": [{}]}' >empty/study.json
refused "no games yet" "$FULCRUM" claim empty
refused "check writes nothing" "$FULCRUM" claim check cut -o x
refused "are for check" "$FULCRUM" claim s --share 1%
for words in "--seed 1" "--threads 2" "--solve-budget 1m"; do
    refused "are for check" "$FULCRUM" claim s $words
done
for share in 101% -1% x %  "1 %x" ""; do
    refused "a share such as" "$FULCRUM" claim check cut --share="$share"
done
refused "no bundle given" "$FULCRUM" claim check
refused "give one study's folder" "$FULCRUM" claim s cut
rm -rf cut && expect 0 "$FULCRUM" claim s -o cut --quiet
expect 0 "$FULCRUM" claim check cut --share "50 %" --seed 1 --quiet --json
grep -q '"games":60,"replayed":30,' ../out || fail "not half of the games: $(cat ../out)"
expect 0 "$FULCRUM" claim s -o told --quiet --json
equal "$(cat ../out)" "{\"claim\":\"$(sha256sum <told/SHA256SUMS | cut -c-64)\",\"games\":60,\"bytes\":$(
    cat $(cut -c67- told/SHA256SUMS | sed 's,^,told/,') | wc -c)}" "what claim --json says"
cd / && rm -rf "$TEMPORARY"
passed

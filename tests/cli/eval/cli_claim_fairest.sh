#!/usr/bin/env bash
# Claims of `study fairest`: a bundle matches its question, wherever it is made; a check finds
# every kind of falsification; other folders are rejected; a stopped map gives a bundle, too.
. "$(dirname "$0")/../cli_common.sh"
. "$root/tests/cli/claim_common.sh"
threads_at_exit
tool=$(dirname "$FULCRUM")/tests/network_tool
[ -x "$tool" ] || skip "no tests/network_tool beside $FULCRUM"
cd "$TEMPORARY" || exit 1

for size in 2 3; do
    for capture in forced optional; do
        "$tool" integer $size 64 net-$size-$capture.safetensors seesaw size=$size capture=$capture ||
            fail "no network was written"
    done
done
"$tool" integer 9 64 other.safetensors seesaw size=2 || fail "no network was written"
cat >map.json <<'END'
{"title": "A tiny map", "game": "seesaw", "finalists": 256, "shard": 4, "games": 16,
 "grid": {"size": [2, 3], "capture": ["forced", "optional"]},
 "agent": {"search": {"simulations": 4, "evaluator": "integer", "selection": "puct",
                      "fpu": "reduction"}, "network": {"weights": "net-{size}-{capture}.safetensors"}}}
END
expect 0 "$FULCRUM" study map.json --find fairest --out runs/m --quiet
expect 0 "$FULCRUM" claim runs/m -o good --quiet
"$FULCRUM" study runs/m --look --csv >figures.csv
(cd good && sha256sum --quiet -c SHA256SUMS) || fail "sha256sum rejects the bundle"
equal "$(cd good && ls -d -- * */* | tr '\n' ' ')" "SHA256SUMS claim.json fairest.json games.csv.gz \
results.json weights weights/1.safetensors weights/2.safetensors weights/3.safetensors weights/4.safetensors " "files"
cmp -s good/fairest.json runs/m/fairest.json || fail "fairest.json differs"
cmp -s good/results.json <("$FULCRUM" study runs/m --look --json | sed 's,"runs/m","study",') ||
    fail "results.json differs"
expect 0 "$FULCRUM" report runs/m
mv runs/m/report.html report.html
# The same bundle, made in other current folders, which have copies of the networks.
for place in runs runs/m; do
    cp net-*.safetensors $place
    (cd $place && "$FULCRUM" claim "$TEMPORARY/runs/../runs/m/" -o "$TEMPORARY/there" --quiet) >made ||
        fail "no bundle was made in $place"
    diff -r good there || fail "the bundle made in $place differs"
    rm -r there
done
refused "already exists" "$FULCRUM" claim runs/m -o good

# Checked elsewhere.
mkdir elsewhere && mv runs net-*.safetensors elsewhere/
expect 0 "$FULCRUM" claim check good --share 100% --threads 2 --page page.html --csv checked.csv
for word in 'Says it is by' 'all as claimed' '16 of 16 replayed' 'all the same' \
    '100.0 %; it finds one'; do
    says "$word"
done
# The page is that of the folder, and says what was checked.
minute='s/made on [0-9-]* [0-9:]* UTC//'
cmp <(grep -v 'Made by `fulcrum claim check`.*: its figures are .* of 16 games. 16 of these' page.html | sed "$minute") \
    <(sed "$minute" report.html) || fail "another page"
! cmp -s page.html report.html || fail "the page does not say what was checked"
cmp checked.csv figures.csv || fail "other figures as CSV"
expect 0 "$FULCRUM" claim check good --seed 7 --json
grep -q '"holds":true,"not_checked":"",.*"seed":7,"games":16,"replayed":1,' out || fail "$(cat out)"

# Falsified bundles; all_lost: a ranking that fits its figures, of games that were not played.
drop() { # FILE
    grep -v "  $1\$" SHA256SUMS >new
    mv new SHA256SUMS && rm "$1"
}
two_questions() {
    cp fairest.json study.json && echo "$(head -c 64 SHA256SUMS)  study.json" >>SHA256SUMS
}
falsify <<'END'
1 | results.json:            | games.csv.gz | 2s/^(0,0,[^,]*,[^,]*),0/\1,1/;2t;2s/^(0,0,[^,]*,[^,]*),1/\1,0/
1 | game 1 of size-2-capture-optional/4/self-play, replayed, has a different checksum | games.csv.gz | /^1,1,/s/,[0-9a-f]{16}/,0123456789abcdef/
1 | of size-3-capture-optional/4/self-play, replayed, has a different length  | games.csv.gz | /^3,3,/s/^(([^,]*,){7})[0-9]+/\199/
1 | of size-3-capture-optional/4/self-play, replayed, has a different outcome | games.csv.gz | /^3,/s/^(3,[^,]*,[^,]*,[^,]*),[0-9]/\1,1/
1 | results.json: variants[0].score.value is 0.12 | results.json | s/"score":\{"value":[0-9.e+-]*/"score":{"value":0.12/
1 | results.json: question.seed is 1, but the games give 2 | fairest.json | s/"seed":\t1/"seed":\t2/
1 | that of bad/weights/1.safetensors is | -         | cp ../other.safetensors weights/1.safetensors
1 | claim.json: weights[1].file is | claim.json | s,"weights/2.safetensors","../net-2-optional.safetensors",
2 | which game? Set          | fairest.json | s/"game":/"gaem":/
2 | bad/fairest.json: "grid.siez" | fairest.json | s/"size":/"siez":/
2 | "weights" is missing     | fairest.json | s/"capture":\t\["forced", "optional"\]/"capture":\t["forced"]/
1 | results.json:            | fairest.json | 0,/"simulations":\t4/s//"simulations":\t5/
2 | "exact" is missing       | claim.json   | s/"exact":\t\[\]/"exact":\t[{}]/
2 | the weights weights/2.safetensors are not in the bundle | - | drop weights/2.safetensors
2 | which is not a whole number of files | games.csv.gz | $d
2 | a first turn that does not exist | games.csv.gz | $s/[^,]*$/999/
2 | compressed by gzip       | -            | truncate -s 500 games.csv.gz
2 | has study.json and fairest.json; a bundle is of one question | - | two_questions
2 | study.json: is missing   | -            | drop fairest.json
END
listed report.html.gz
listed study.csv
unlisted page.html
every_byte_counts
bad rm fairest.json
expect 1 "$FULCRUM" claim check bad
says 'fairest.json is missing'
bad mv fairest.json ../away.json
ln -s ../away.json bad/fairest.json
refused 'is a link' "$FULCRUM" claim check bad

# Networks kept apart from the bundle.
cd elsewhere || exit 1
expect 0 "$FULCRUM" claim runs/m -o ../apart --weights-apart --quiet
cd ..
expect 3 "$FULCRUM" claim check apart
says '16 games of networks kept apart from the bundle (--weights FOLDER)'
expect 0 "$FULCRUM" claim check apart --weights elsewhere --share 100% --quiet
says '16 of 16 replayed'

# Outside programs are never started.
write_engine
cat >engine.json <<'END'
{"game": "seesaw", "finalists": 2, "shard": 2, "games": 4, "grid": {"size": [2, 3]},
 "agent": {"engine": {"command": ["python3", "engine.py"]}}}
END
expect 0 "$FULCRUM" study engine.json --find fairest --out engine --quiet --threads 1
expect 0 "$FULCRUM" claim engine --quiet
grep -qF '(4 of 4) cannot be replayed' err || fail "no message on the engine: $(cat err)"
rm -f started
expect 3 "$FULCRUM" claim check engine/claim --share 100%
[ ! -e started ] || fail "the outside program was started"
says 'Not checked: all games: none was replayed; 4 games of outside programs'

# A map that was stopped in some pass, and one that lacks games for an answer.
expect 3 "$FULCRUM" study cascade size=2,3 --find fairest simulations=3 finalists=2 --out stopped \
    --time-limit 1s --threads 1 --quiet --solve-budget 0
expect 0 "$FULCRUM" claim stopped --quiet
expect 0 "$FULCRUM" claim check stopped/claim --share 1% --quiet
says 'all the same'
grep -q '"complete":false,"answered":true' stopped/claim/results.json || fail "the map was not stopped"
cd elsewhere || exit 1
rm runs/m/size-3-capture-optional/4/self-play/shard-000000.h5
expect 0 "$FULCRUM" study runs/m --look --json
grep -q '"answered":false' ../out || fail "an answer without all games: $(cat ../out)"
expect 0 "$FULCRUM" claim runs/m -o begun --quiet
expect 0 "$FULCRUM" claim check begun --share 100% --quiet
OUTPUT=../out says '12 of 12 replayed'
mkdir none && cp runs/m/fairest.json none/
refused 'no games yet' "$FULCRUM" claim none
cd .. || exit 1

# Exact values, which must fit the figures and are solved again on request.
expect 0 "$FULCRUM" study cascade size=2,3 direction=both --find fairest simulations=3 games=200 shard=10 \
    --out solved --quiet
rm -r good
expect 0 "$FULCRUM" claim solved -o good --quiet
equal "$(grep -c '"value":' good/claim.json)" 2 "exact values in claim.json"
cmp -s <(sed -E 's/"solved"/"study"/;s/,"seconds":[0-9.e-]+//g' good/results.json) \
    <("$FULCRUM" study solved --look --json | sed -E 's/"solved"/"study"/;s/,"seconds":[0-9.e-]+//g') ||
    fail "results.json differs"
expect 3 "$FULCRUM" claim check good --share 100% --quiet --solve-budget 0
says 'Not checked: 2 exact values'
expect 0 "$FULCRUM" claim check good --solve-budget 20s --quiet
says 'Exact values 2 of 2 solved again: all as claimed'
falsify <<'END'
1 | results.json:      | claim.json | s/"value":\t"won"/"value":\t"drawn"/
2 | "exact" is missing | claim.json | 0,/"value":\t"drawn"/s//"value":\t"mine"/
END
passed

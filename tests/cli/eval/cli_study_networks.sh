#!/usr/bin/env bash
# Studies with several networks per variant: all pairs play equally often after each opening, and
# the same games in one call or in several; intervals as computed in Python;
# the page; a claim; errors.
. "$(dirname "$0")/../cli_common.sh"
tool=$(dirname "$FULCRUM")/tests/network_tool
[ -x "$tool" ] || skip "no tests/network_tool beside $FULCRUM"
cd "$TEMPORARY" || exit 1

for net in 2-1 2-2 2-3 2-4 3-1 3-2 3-3; do
    "$tool" integer "${net#*-}" 64 net-$net.safetensors seesaw size=${net%-*} || fail "no network written"
done
study() { # NETWORKS KEYS: a study of so many networks
    local list='"net-{size}-1.safetensors", "net-{size}-2.safetensors"' number
    for ((number = 3; number <= $1; number++)); do
        list+=", \"net-{size}-$number.safetensors\""
    done
    cat <<END
{"title": "Tiny", "game": "seesaw",
 "variants": [{"name": "Side 2", "variant": {"size": 2}, "openings": "@a1; b1-b2"},
              {"name": "Side 3", "variant": {"size": 3}, "openings": "@b1; @c2;  c1-c2"}],
 "agent": {"search": {"evaluator": "integer", "selection": "puct", "fpu": "reduction",
                      "symmetry": "random"},
           "network": {"weights": [$list]}, "noise": {"weight": 0.25},
           "temperature": {"start": 0}},
 "strengths": [{"simulations": 2, "games": 36}], "games": {"shard": 4}${2-}}
END
}
shards() { # FOLDER: checksums of all its games
    (cd "$1" && find . -name 'shard-*.h5' -exec sha256sum {} + | sort -k2)
}

# A run for each pair, each opening and seat equally often; the same with two threads, in halves.
study 3 >study.json
expect 0 "$FULCRUM" study study.json --out s
equal "$(cd s/side-2/2/networks && echo *)" "1-1 1-2 1-3 2-2 2-3 3-3" "pairs"
expect 0 "$FULCRUM" report s --csv
equal "$(cut -d, -f4 s/csv/networks.csv | paste -sd,)" "games,36,18,18,54,18,18,18" "games"
for line in "etween 3 networks, at 2 simulations per action" "complete yes"; do
    "$FULCRUM" study s --look --long | tr -s ' \n' ' ' | grep -qF "$line" || fail "no '$line' in: $(cat out)"
done
study 3 | sed 's/"games": 36/"games": 18/' >half.json
expect 0 "$FULCRUM" study half.json --out t --quiet --threads 2
expect 0 "$FULCRUM" study study.json --out t --quiet --threads 2
cmp <(shards s) <(shards t) || fail "two calls play other games than one"

# The program's intervals and those of a second computation.
"$FULCRUM" study s --look --json >s.json
if /usr/bin/python3 -c '' 2>no; then
    over=$root/experiments/calibration/over_networks.py
    expect 0 /usr/bin/python3 "$over" s.json
    grep -qx '7 intervals, 0 of them differ' out || fail "$(cat out)"
    sed 's/\("opening":"all","games":54,"score":{"value":0\.\)/\11/' s.json >lie.json
    expect 1 /usr/bin/python3 "$over" lie.json
fi

# A claim, checked without the original networks; one with a wrong network.
expect 0 "$FULCRUM" claim s -o good --quiet
equal "$(cd good/weights && echo *)" "$(echo {1..6}.safetensors)" "weights"
mkdir away && mv net-* s away/
expect 0 "$FULCRUM" claim check good --share 100% --threads 2 --page claim.html
grep -q 'id="table-networks"' claim.html || fail "no table of networks on the page"
grep -q 'Games  *90 of 90 replayed' out || fail "$(cat out)"
cp -r good bad && cp good/weights/2.safetensors bad/weights/3.safetensors
# shellcheck disable=SC2046 # names without blanks
(cd bad && sha256sum $(cut -c67- SHA256SUMS) >sums && mv sums SHA256SUMS)
expect 1 "$FULCRUM" claim check bad --share 100% --quiet
mv away/* .

# The same with the networks kept apart: found by name, identified by hash.
expect 0 "$FULCRUM" claim s -o apart --weights-apart --quiet
[ ! -e apart/weights ] || fail "$(ls apart/weights)"
expect 3 "$FULCRUM" claim check apart
tr -s ' \n' ' ' <out |
    grep -q '0 of 0 replayed, .*: none can be .*; 90 games of networks kept apart' || fail "$(cat out)"
expect 0 "$FULCRUM" claim check apart --weights . --share 100% --threads 2
grep -q 'Games  *90 of 90 replayed' out || fail "$(cat out)"
mkdir some && cp net-2-* some/
expect 3 "$FULCRUM" claim check apart --weights some --share 100% --threads 2
grep -q 'Games  *36 of 36 replayed' out || fail "$(cat out)"
tr -s ' \n' ' ' <out | grep -q 'Not checked: 54 games of networks kept apart' || fail "$(cat out)"
mkdir others && cp net-* others/
for name in others/*; do cp good/weights/6.safetensors "$name"; done
expect 1 "$FULCRUM" claim check apart --weights others --quiet
expect 2 "$FULCRUM" claim check apart --weights nowhere --quiet

# Networks of one name: found below the folder that holds all of them, and never above it.
for net in 2-1 2-2 3-1 3-2; do
    mkdir -p many/seed-${net#*-}/size-${net%-*}
    cp net-$net.safetensors many/seed-${net#*-}/size-${net%-*}/best.safetensors
done
study 2 | sed 's|net-{size}-\([12]\).safetensors|many/seed-\1/size-{size}/best.safetensors|g' >many.json
expect 0 "$FULCRUM" study many.json --out m --quiet
expect 0 "$FULCRUM" claim m -o many-claim --weights-apart --quiet
mv many moved
expect 0 "$FULCRUM" claim check many-claim --weights moved --share 100%
grep -q 'Games  *76 of 76 replayed' out || fail "$(cat out)"
cp -r many-claim up
sed -i 's|many/seed-1|many/../../seed-1|g' up/study.json up/claim.json
# shellcheck disable=SC2046 # names without blanks
(cd up && sha256sum $(cut -c67- SHA256SUMS) >sums && mv sums SHA256SUMS)
refused 'is not below one folder with the other networks' "$FULCRUM" claim check up --weights moved
expect 2 "$FULCRUM" claim check apart --weights-apart
expect 2 "$FULCRUM" claim s -o again --weights .

# With one more network the same runs continue; two are enough.
small() { # NETWORKS: such a study of one board
    study "$1" | sed '/Side 3/d; s/b2"},$/b2"}],/'
}
small 4 >four.json
mkdir four && cp -r s/side-2 four/
expect 0 "$FULCRUM" study four.json --out four --quiet
equal "$(cd four/side-2/2/networks && echo *)" "1-1 1-2 1-3 1-4 2-2 2-3 2-4 3-3 3-4 4-4" "pairs"
cmp <(shards s/side-2) <(shards four/side-2 | grep -v -e '-4/') || fail "the earlier games differ"
small 2 >two.json
expect 0 "$FULCRUM" study two.json --out two
tr -s ' \n' ' ' <out | grep -qF '] between 2 networks' || fail "$(cat out)"
tr -s ' \n' ' ' <out | grep -qF 'networks between' && fail "said twice: $(cat out)"

# Settings that exclude each other.
refuse() { # WORD: rejects the study on standard input, with this word
    cat >wrong.json
    expect 2 "$FULCRUM" study wrong.json --out wrong --quiet
    grep -qF -- "$1" err || fail "no '$1' in: $(cat err)"
}
refuse 'has a list of networks, so "seats"' < <(study 3 ', "skill": 10')
refuse '"openings" of variant "Side 2"' < <(study 3 | sed 's/@a1; b1-b2/@a1; b1-b9/')
refuse 'need strengths whose "network.weights" is a list' \
    < <(study 3 | sed 's/\["net[^]]*\]/"net-{size}-1.safetensors"/')
refuse 'a list of 1 to 24 different files' < <(study 3 | sed 's/net-{size}-2/net-{size}-1/')
echo '{"game": "seesaw", "grid": {"size": [2, 3]}, "agent": {"search": {"evaluator": "integer",
    "selection": "puct"}, "network": {"weights": ["net-{size}-1.safetensors", "net-{size}-2.safetensors"]}}}' >find.json
expect 2 "$FULCRUM" study find.json --find fairest --out wrong --quiet
grep -q '"network.weights" is a list' err || fail "$(cat err)"
[ ! -e wrong ] || fail "a rejected study created a folder"

passed

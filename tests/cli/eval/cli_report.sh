#!/usr/bin/env bash
# Report pages of studies: complete, well-formed and self-contained, with the study's figures;
# the same figures as CSV.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3

# Names that a page has to escape.
cat >study.json <<'JSON'
{"title": "Which <b>board</b> is \"fair\" & why?", "game": "seesaw",
 "variants": [{"name": "side 2 </script><i>", "variant": {"size": 2}},
              {"name": "side 3, \"swap\" & 'more'", "variant": {"size": 3, "swap": true}}],
 "games": {"first": 40, "most": 40, "shard": 20}, "precision": 0.1,
 "strengths": [{"simulations": 4, "seats": 20, "first_turns": 40, "skill": 20},
               {"simulations": 8, "skill": 20}, {"simulations": 16}, {"simulations": 32}]}
JSON
expect 0 "$FULCRUM" study study.json --out grid --quiet --solve-budget 1s
expect 0 "$FULCRUM" study grid --look --json
cp out result.json
expect 0 "$FULCRUM" metrics grid/side-2-script-i/32/self-play --json
cp out metrics.json
expect 0 "$FULCRUM" report grid
[ "$(cat out)" = grid/report.html ] || fail "wrong path of the page: $(cat out)"
expect 0 "$FULCRUM" report grid --csv
expect 0 "$FULCRUM" report grid --csv=tables
diff -r grid/csv tables >&2 || fail "--csv and --csv=FOLDER differ"

# The same page for the same time of creation.
export SOURCE_DATE_EPOCH=1700000000
expect 0 "$FULCRUM" report grid --out one.html
expect 0 "$FULCRUM" report grid --out two.html
cmp one.html two.html || fail "two pages of one study differ"
grep -q '2023-11-14 22:13 UTC' one.html || fail "the page has no time of creation"

# Elements are nested correctly; ids are unique and those that are referenced exist; nothing is
# loaded; names are text and never markup.
cat >page.py <<'PYTHON'
import json, re, sys
from html.parser import HTMLParser

VOID = {"meta", "br", "input", "link", "img"}

class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.refs, self.text, self.data = [], [], [], [], {}
        self.headings, self.captions, self.tags = [], [], []
    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("href", "xlink:href", "src"):
                assert value.startswith("#"), f"{tag} loads {value}"
                self.refs.append(value[1:])
            if name in ("aria-labelledby", "for"):
                self.refs.append(value)
            assert not name.startswith("on"), f"{tag} has {name}"
        if tag == "svg":
            names = dict(attributes)
            assert "aria-label" in names or "aria-labelledby" in names or \
                names.get("aria-hidden") == "true", "a picture without words"
        if tag not in VOID:
            self.open.append((tag, dict(attributes).get("id")))
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()
    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, f"</{tag}> in {self.open[-3:]}"
        self.open.pop()
    def handle_data(self, data):
        tag, name = self.open[-1] if self.open else ("", None)
        if tag == "script":
            self.data[name] = self.data.get(name, "") + data
        elif tag != "style":
            self.text.append(data)
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(data)
        if tag == "caption":
            self.captions.append(data)

source = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(source)
page.close()
assert not page.open, page.open
assert len(page.ids) == len(set(page.ids)), "two elements of one name"
missing = set(page.refs) - set(page.ids)
assert not missing, f"not there: {missing}"
for url in re.findall(r"[a-z]+://[^\s\"'<>)]*", source):
    assert url.startswith("http://www.w3.org/"), f"another place: {url}"
assert "@import" not in source and not re.search(r"url\((?!#)", source)
text = "".join(page.text)
assert 'Which <b>board</b> is "fair" & why?' in page.headings
assert "side 2 </script><i>" in text and "i" not in page.tags[:20]
for tag in ("header", "main", "h1"):
    assert page.tags.count(tag) == 1, tag
for part in ("verdict", "next", "plots", "openings", "metrics", "games", "tables",
             "repeat"):
    assert part in page.ids, part
for caption in ("Score of the first player, variant by strength",
                "Differences between variants",
                "What the first turn is worth", "The gain from thinking twice as long",
                "Controls: is it the game, or the search?"):
    assert caption in page.captions, caption
assert "of a won game is played before the winner is clear" in text
cards = page.headings.count("Fair?")
assert cards == 2 and page.headings.count("Rewards skill?") == 2, cards
assert re.search(r'class="headline">[^<]{40,}', source), "no headline"
assert "Next step" in page.headings and "fulcrum study grid" in text
assert text.count("first player scores") > 2 and "gnuplot" not in source
assert "player 1 wins, in at most 3 turns" in text
assert "Caveats" in page.headings
games = json.loads(page.data["replay-data"])["games"]
assert len(games) >= 8 and all(game["steps"] for game in games)
assert page.tags.count("figure") > len(games)
result = json.load(open("result.json"))
for cell in result["cells"]:
    score = cell["score"]
    words = "%.1f [%.1f, %.1f]" % tuple(100 * score[k] for k in ("value", "low", "high"))
    flat = text.replace("\u00a0", " ").replace(" %", "")
    assert words in flat, f"the page does not say {words}"
study = json.loads(re.search(r"setting</summary>\s*<pre tabindex=\"0\">(.*?)</pre>", source, re.S).group(1)
                   .replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")
                   .replace("&#39;", "'").replace("&amp;", "&"))
assert study == result["study"], "the effective study is another"
print(len(source), page.tags.count("svg"))
PYTHON
expect 0 $python page.py one.html
read -r bytes _ <out
[ "$bytes" -lt 2000000 ] || fail "the page has $bytes bytes"

# Replays have the actions and visits that `show` prints for the games.
cat >games.py <<'PYTHON'
import json, re, subprocess, sys
source = open("one.html", encoding="utf-8").read()
data = json.loads(re.search(r'id="replay-data">(.*?)</script>', source, re.S).group(1))
looked = 0
for game in data["games"]:
    name, strength, number = re.match(r"(.*), strength level (\S+): .*\(game (\d+)\)",
                                      game["title"]).groups()
    folder = re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-")
    shard = "grid/%s/%s/self-play/shard-%06d.h5" % (folder, strength, int(number) // 20)
    shown = subprocess.run([sys.argv[1], "show", shard, "--game", number, "--boards"],
                           capture_output=True, text=True, check=True).stdout
    actions = shown.split("--- turn")[1:]
    assert len(actions) == len(game["steps"]), (len(actions), game["title"])
    for text, step in zip(actions, game["steps"]):
        played = re.search(r"^  (\S+) +(\d+)  played$", text, re.M)
        if played: # among the five that show prints
            assert played.group(1) == step["t"], (played.group(1), step["t"])
            assert [step["t"], int(played.group(2))] in [m[:2] for m in step["m"]], (step, text)
            looked += 1
    assert all(step["n"] == 0 or sum(m[1] for m in step["m"]) <= step["n"]
               for step in game["steps"])
    assert all(step["d"] or not step["c"] for step in game["steps"]), "a move unseen"
    assert all(step["v"] is None or 0 <= step["v"] <= 1 for step in game["steps"])
assert looked >= 50, looked
PYTHON
expect 0 $python games.py "$FULCRUM"

# CSV has the figures of the study's JSON and of `fulcrum metrics`.
cat >tables.py <<'PYTHON'
import csv, json, os
result = json.load(open("result.json"))
def table(name):
    with open(f"tables/{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
def near(a, b):
    assert abs(float(a) - b) <= 1e-9 * max(1, abs(b)), (a, b)
cells = table("cells")
assert len(cells) == len(result["cells"]) == 8
for row, cell in zip(cells, result["cells"]):
    assert (row["variant"], row["strength"]) == (cell["variant"], cell["strength"])
    assert int(row["games"]) == cell["games"] and row["balanced"] == cell["balanced"]
    near(row["score"], cell["score"]["value"])
    near(row["score_low"], cell["score"]["low"])
    near(row["score_high"], cell["score"]["high"])
    near(row["effective"], cell["effective"])
differences = table("differences")
assert len(differences) == len(result["differences"]) == 4
for row, found in zip(differences, result["differences"]):
    near(row["difference"], found["difference"]["value"])
    near(row["p_adjusted"], found["p_adjusted"])
for row, found in zip(table("variants"), result["trends"], strict=True):
    near(row["trend_step_low"], found["step"]["low"])
    assert row["trend_state"] == found["state"]
variants = table("variants")
assert [(row["variant"], row["size"], row["swap"]) for row in variants] == \
    [("side 2 </script><i>", "2", "false"), ("side 3, \"swap\" & 'more'", "3", "true")]
for row in variants:
    assert float(row["size_positions"]) <= float(row["size_boards"]) + 2
    assert float(row["size_games_low"]) <= float(row["size_games"])
    assert not row["size_games_high"] or float(row["size_games"]) <= float(row["size_games_high"])
for row in table("opening_book"):
    assert int(row["games"]) >= 10 and int(row["searched"]) <= int(row["games"])
turns = {(r["variant"], r["strength"], r["turn"]): r for r in table("turns")}
for how in ("chosen", "drawn"):
    for t in result["turns_" + how]:
        row = turns[t["variant"], t["strength"], t["turn"]]
        key = {"chosen": "chosen", "drawn": "random"}[how]
        assert int(row[key + "_games"]) == t["games"]
        near(row[key + "_score"], t["score"]["value"])
    played = sum(bool(row[key + "_games"]) for row in turns.values())
    assert played == len(result["turns_" + how]) > 0, how
skilled = [row for row in cells if row["skill_games"]]
assert len(skilled) == len(result["skill"]) == 4
for row, found in zip(skilled, result["skill"]):
    near(row["skill_score"], found["score"]["value"])
assert all(row["skill_trace"] for row in variants)
assert cells[0]["seats_even"] in ("true", "false") and cells[0]["size"] == "2"
near(cells[0]["seats_score"], result["controls"][0]["seats_score"]["value"])
# Every column of every file is in the guide, and nothing else.
guide = table("columns")
for name in {row["file"] for row in guide}:
    listed = [column + end for row in guide if row["file"] == name and row["meaning"]
              for column in [row["column"]]
              for end in (("", "_low", "_high") if "_low" in row["kind"] else ("",))]
    assert listed == list(table(name)[0]), name
assert {row["file"] + ".csv" for row in guide} | {"columns.csv"} == set(os.listdir("tables"))
metrics = {m["metric"]: m for m in table("metrics")
           if m["run"] == "side 2 </script><i>, 32"}
theirs = json.load(open("metrics.json"))
found = 0
for metric in theirs["metrics"]:
    row = metrics[metric["metric"]]
    if metric["value"] is not None and row["value"]:
        near(row["value"], metric["value"]["value"])
        found += 1
assert found > 20, found
PYTHON
expect 0 $python tables.py

# A study that has only begun, and one without a game.
mkdir begun && cp grid/study.json begun/
expect 0 "$FULCRUM" report begun
grep -q 'No games yet' begun/report.html || fail "the page does not say that there are no games"
mkdir -p begun/side-2-script-i/4
cp -r grid/side-2-script-i/4/self-play begun/side-2-script-i/4/
expect 0 "$FULCRUM" report begun
grep -q 'not complete' begun/report.html || fail "the page does not say that it is incomplete"

# The chart alone: well-formed, with every variant, also of a study without a game.
for study in grid begun; do
    expect 0 "$FULCRUM" report $study --svg $study.svg
    expect 0 python3 - $study <<'PYTHON'
import json, sys, xml.etree.ElementTree as tree
svg = tree.parse(sys.argv[1] + ".svg").getroot()
texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
ground = next(svg.iter("{http://www.w3.org/2000/svg}rect"))
assert (ground.get("width"), ground.get("fill")) == ("100%", "white"), ground.attrib
names = [v["name"] for v in json.load(open(sys.argv[1] + "/study.json"))["variants"]]
assert all(name in texts for name in names), (names, texts)
PYTHON
done
# Followed: written again when there are games, and no longer reloading once it is complete or the
# command is stopped.
expect 0 "$FULCRUM" report grid --follow --out followed.html
! grep -q 'http-equiv="refresh"' followed.html || fail "the page of a complete study reloads itself"
mkdir growing && cp begun/study.json growing/
"$FULCRUM" report growing --follow >followed 2>&1 &
follower=$!
for ((i = 0; i < 100; i++)); do
    [ -e growing/report.html ] && break
    sleep 0.1
done
grep -q 'http-equiv="refresh"' growing/report.html || fail "the followed page does not reload itself"
cp -r grid/side-2-script-i growing/
for ((i = 0; i < 300; i++)); do
    [ "$(wc -l <followed)" -ge 2 ] && break
    sleep 0.1
done
kill -TERM $follower && wait $follower || fail "the follower: $(cat followed)"
equal "$(wc -l <followed)" 3 "pages written: $(cat followed)"
! grep -q 'http-equiv="refresh"' growing/report.html || fail "the last page reloads itself"
refused '--follow writes a page' "$FULCRUM" report grid --follow --csv

refused '--svg and --png write a chart alone' "$FULCRUM" report grid --svg x.svg --csv

# As PNG by rsvg-convert, or else by a program in its place, that copies its input; without it the
# message names the package.
command -v rsvg-convert >/dev/null || {
    mkdir bin
    printf '#!/bin/sh\nprintf "\\211PNG" >"$4"\ncat "$5" >>"$4"\n' >bin/rsvg-convert
    chmod +x bin/rsvg-convert
}
expect 0 env PATH="$PWD/bin:$PATH" "$FULCRUM" report grid --png chart.png
equal "$(head -c 4 chart.png | od -An -c | tr -d ' ')" '211PNG' "the beginning of a PNG"
refused 'apt-get install librsvg2-bin' env PATH=/nowhere "$FULCRUM" report grid --png none.png
refused 'is not a PNG picture' "$FULCRUM" report grid --png grid.svg
mkdir broken
printf '#!/bin/sh\necho it is broken\nexit 1\n' >broken/rsvg-convert
chmod +x broken/rsvg-convert
refused 'rsvg-convert: it is broken' env PATH="$PWD/broken:$PATH" "$FULCRUM" report grid --png none.png
[ -z "$(ls | grep 'tmp$\|none')" ] || fail "files of a failed picture: $(ls)"

refused 'there is no such folder' "$FULCRUM" report nowhere
refused 'cannot' "$FULCRUM" report grid --out nowhere/page.html
expect 2 "$FULCRUM" report
refused '--csv writes no page' "$FULCRUM" report grid --csv --out x.html
printf 'no games' >"grid/side-2-script-i/4/self-play/shard-000000.h5"
refused 'shard-000000.h5' "$FULCRUM" report grid --out damaged.html
[ ! -e damaged.html ] || fail "a page of damaged files was written"
passed

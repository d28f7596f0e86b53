"""Of cli_page.sh: the pages of all games in one browser. cli_page.py FULCRUM"""
import base64
import gzip
import json
import os
import re
import subprocess
import sys

from browser import DOWN, ENTER, ESCAPE, Browser

FULCRUM = sys.argv[1]
ASK = """var done = arguments[arguments.length - 1];
(async function (requests) {
  for (var request of requests) await fulcrum.game.ask(request);
  await fulcrum.game.restart(requests.start || "");
  return fulcrum.game.search(1, function () {});
})(Object.assign(arguments[0], {start: arguments[1]})).then(done,
  function (error) { done({error: String(error)}); });"""
TAKE = """var done = arguments[arguments.length - 1];
(async function (actions) {
  await fulcrum.game.restart("");
  for (var action of actions) await fulcrum.game.take(action);
  return fulcrum.game.standing.position;
})(arguments[0]).then(done, function (error) { done({error: String(error)}); });"""
READY = "return document.getElementById('table').getAttribute('aria-busy') === 'false'"
OVER = "return fulcrum.table.standing && fulcrum.table.standing.over"
CELL = "#board-place g[data-cell='%d']"


def program(*words):
    return subprocess.run([FULCRUM, *words], check=True, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL).stdout


def address(page, **asked):
    return "file://" + os.path.abspath(page) + "#" + "&".join(
        f"{key}={value}" for key, value in asked.items())


def levels(page):
    return page.run("return JSON.parse(document.getElementById('page-data').textContent).levels")


def same_search(page, level, position, game, words):
    """A search of a position, in the page and by the program."""
    found = page.later(ASK, [{"request": "agent", "agent": level["player"]}], position)
    assert "error" not in found, found
    here = {row[0]: (row[1], round(row[2], 4)) for row in found["searched"]}
    analysis = json.loads(program("analyze", *game, "--position", position, "--json",
                                  "--multipv", "4096", *words,
                                  f"search.simulations={level['simulations']}"))
    there = {row["action"]:
             (row["visits"], round(row["value"], 4)) for row in analysis["actions"]}
    assert here == there, (game, position, here, there)
    assert found["visits"] == analysis["visits"] and sum(v for v, _ in here.values()) > 0


def same_game(page, game, level, seed=7):
    """A game of two searches with temperature 0, as `fulcrum play` plays it."""
    page.wait(OVER)
    saved = json.loads(page.run("return fulcrum.savedGame()"))
    words = f"search.simulations={level['simulations']} search.memory_mb=64"
    program("play", *game, "--player1", words, "--player2", words, "--seed", str(seed),
            "--delay", "0", "--save", game[0] + "-played.json")
    with open(game[0] + "-played.json", encoding="utf-8") as file:
        native = json.load(file)
    for key in ("game", "variant", "rules_version", "seed", "played", "position", "result"):
        assert saved[key] == native[key], (key, saved[key], native[key])
    assert len(saved["played"]) > 3
    for player in range(2):
        ours, theirs = saved["players"][player], native["players"][player]
        assert ours["search"] == theirs["search"], (ours, theirs)
    return saved


def all_games(page):
    for name, variant, game in (("seesaw", 1, ["seesaw", "size=3"]),
                                ("situ", 0, ["situ", "order=2", "surplus=1"]),
                                ("seega", 0, ["seega", "size=5"]),
                                ("hex", 0, ["./hex.c", "size=5"]),
                                ("several", 3, ["cascade", "size=4", "swap=true"])):
        page.open(address(name + ".html", variant=variant, seed=7, delay=0,
                          player1="25 simulations", player2="25 simulations"))
        page.wait(READY)
        offered = levels(page)
        saved = same_game(page, game, offered[0])
        half = saved["played"][:len(saved["played"]) // 2]
        start, middle = page.later(TAKE, []), page.later(TAKE, half)
        for position in (start, middle):
            same_search(page, offered[1], position, game, [])
        wrong = page.later(TAKE, ["nonsense"])
        assert "nonsense" in wrong["error"], wrong
        assert not page.complaints()


def same_network_search(page, path):
    page.open(address(path))
    page.wait(READY)
    offered = [level for level in levels(page) if level.get("variant") == 0]
    start = page.later(TAKE, [])
    same_search(page, offered[1], start, ["seesaw", "size=2"], [
        "search.evaluator=integer", "search.selection=puct", "search.fpu=reduction",
        "network.weights=weights.safetensors"])
    assert not page.complaints()
    return offered


def without_relaxed(path, out):
    """A page whose engine has an instruction that no browser knows in place of those of relaxed
    SIMD."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, packed, after = re.split(r'(?<=id="engine">)([^<]+)', text)
    engine = gzip.decompress(base64.b64decode(packed))
    relaxed, unknown = b"\x1a\xfd\x93\x02", b"\x1a\xfd\xfe\x03"
    assert engine.count(relaxed) > 2
    packed = base64.b64encode(gzip.compress(engine.replace(relaxed, unknown))).decode()
    with open(out, "w", encoding="utf-8") as file:
        file.write(before + packed + after)


def network(page):
    without_relaxed("seesaw.html", "older.html")
    same_network_search(page, "older.html")
    offered = same_network_search(page, "seesaw.html")
    shown = page.run("return document.getElementById('player2').options.length")
    page.run("""var s = document.getElementById('variant');
                s.value = 1; s.dispatchEvent(new Event('change'))""")
    page.wait("return document.getElementById('player2').options.length === arguments[0]",
              shown - len(offered))


def by_hand(page):
    """A human player against the search on Seesaw 3: pointer, hint, undo, keys, text, files."""
    page.open(address("seesaw.html", variant=1, delay=0, player2="25 simulations", seed=1),
              1112, 834)
    page.wait(READY)
    played = "return fulcrum.table.standing.played.length"
    free = ("var t = fulcrum.table; return !t.thinking && (t.standing.over || "
            "t.standing.player === 0) && t.standing.played.length >= arguments[0]")
    legal = page.run("return fulcrum.table.standing.legal")
    place = next(action for action in legal if len(action) == 2)
    page.click(CELL % place[1])
    page.wait(free, 2)
    first = page.run(played)
    assert page.run("return document.querySelectorAll('.marks .last').length") > 0
    assert page.run("return document.querySelectorAll('g.open').length") > 0
    status = page.text("#status")
    assert "North played" in status and "South (player 1) to move" in status, status
    page.click("#hint-button")
    page.wait("return document.querySelectorAll('#hint-rows tr').length > 1")
    assert "visits" in page.text("#status")
    page.click("#undo")
    page.wait("return fulcrum.table.standing.played.length === 0")
    page.click("#redo")
    page.wait(free, first)
    assert page.run(played) == first
    # By keys alone: from the first cell to another one; a piece that can glide is selected.
    legal = page.run("return fulcrum.table.standing.legal")
    glide = next(action for action in legal if len(action) == 3)
    page.run("document.querySelector(arguments[0]).focus()", "#board-place g[tabindex='0']")
    at = "return document.activeElement.getAttribute('aria-label')"
    before = page.run(at)
    page.press("\ue013" if "d1" in before else DOWN)
    assert page.run(at) != before
    page.run("document.querySelector(arguments[0]).focus()", CELL % glide[1])
    page.run("document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click',"
             "{bubbles: true}))", CELL % glide[1])
    page.wait("return fulcrum.table.selected === arguments[0]", glide[1])
    page.press(ESCAPE)
    page.wait("return fulcrum.table.selected < 0")
    page.run("document.getElementById('typed').focus()")
    page.press(*legal[0][0], ENTER)
    page.wait(free, first + 1)
    with open("saved.json", "w", encoding="utf-8") as file:
        file.write(page.run("return fulcrum.savedGame()"))
    actions = page.run("return fulcrum.table.standing.played")
    page.click("#new")
    page.wait("return fulcrum.table.standing.played.length === 0")
    with open("saved.json", encoding="utf-8") as file:
        page.run("fulcrum.openGame(arguments[0])", file.read())
    page.wait(free, len(actions))
    assert page.run("return fulcrum.table.standing.played") == actions
    assert page.run("return document.getElementById('variant').value") == "1"


def from_replay(page):
    """From the page of a study to a position of one of its games on the play page beside it."""
    page.open("file://" + os.path.abspath("grid/report.html"))
    link = page.run("return document.querySelector('header a.play').href")
    assert link == "file://" + os.path.abspath("grid/play.html"), link
    page.run("document.querySelector('#games').open = true")
    page.click(".viewer button[data-step=next]")
    here, position = page.run("""var v = document.querySelectorAll('.viewer')[1];
        v.querySelector('button[data-step=next]').click();
        return [v.querySelector('a.here').href, v.querySelector('.position').value]""")
    page.open(here)
    page.wait(READY)
    assert page.run("return document.getElementById('variant').value") == "1"
    assert page.run("return fulcrum.table.start") == position
    standing = page.run("return fulcrum.table.standing")
    assert standing["position"] == position, (standing["position"], position)
    assert page.run("return fulcrum.table.seats")[standing["player"]] == -1
    # Another address on the same page is another game.
    page.run("location.hash = 'variant=0'")
    page.wait("return document.getElementById('variant').value === '0' && "
              "fulcrum.table.start === ''")
    # A variant by its label, a level by its number; what is unknown is said.
    page.open(address("several.html", variant="size=4, swap=true", player1="strong",
                      player2="25", position="nowhere"))
    page.wait(READY)
    assert page.run("return document.getElementById('variant').value") == "3"
    assert page.run("return fulcrum.table.seats") == [-1, 0]
    status = page.run("return document.getElementById('status').textContent")
    for said in ("no valid player1: \u201cstrong\u201d", "no valid position: \u201cnowhere\u201d"):
        assert said in status, status
    assert "failed" not in status and "start" not in status, status


def changes(page):
    """Captured pieces and fallen stones are marked and described."""
    marks = "return document.querySelectorAll('.marks .%s').length"
    label = "return document.querySelector(arguments[0]).getAttribute('aria-label')"
    page.open(address("seega.html", position="R move q0 a1=R b1=B c2=R e5=B d5=B",
                      player2="human"))
    page.wait(READY)
    page.run("document.getElementById('typed').focus()")
    page.press(*"c2-c1", ENTER)
    page.wait("return fulcrum.table.standing.played.length === 1")
    page.wait(marks % "lost" + " === 1")
    assert page.run(marks % "fell") == 0
    assert "emptied by the last move" in page.run(label, CELL % 5)
    page.open(address("several.html", position="2 a2=w", player2="human", player1="human"))
    page.wait(READY)
    page.run("document.getElementById('typed').focus()")
    page.press(*"b:b1", ENTER)
    page.wait(marks % "fell" + " === 1")
    assert "changed by the last move" in page.run(label, CELL % 4)


def narrow(page):
    page.open(address("seesaw.html"), 360, 780)
    page.wait(READY)
    page.run("document.querySelectorAll('details').forEach(function (d) { d.open = true; })")
    wide = page.run("""return Array.from(document.querySelectorAll('main *, header *, .rules *'))
        .filter(function (e) { return !e.closest('.scroll, pre, svg') &&
          e.getBoundingClientRect().right > 361; })
        .map(function (e) { return e.tagName + '.' + e.className; }).slice(0, 5)""")
    assert not wide, f"wider than a phone: {wide}"
    small = page.run("""return Array.from(document.querySelectorAll('.buttons button, select'))
        .filter(function (e) { return e.offsetParent && e.getBoundingClientRect().height < 44; })
        .length""")
    assert small == 0, f"{small} buttons too small for fingers"


def saves(page):
    """A file that is no saved game changes nothing; one that cannot be replayed neither."""
    page.open(address("seesaw.html", player2="human"))
    page.wait(READY)
    page.run("document.getElementById('typed').focus()")
    page.press(*"@b2", ENTER)
    page.wait("return fulcrum.table.standing.played.length === 1")
    good = json.loads(page.run("return fulcrum.savedGame()"))
    before = page.run("return [fulcrum.table.standing, fulcrum.table.seats]")
    named = {"name": "400 simulations"}
    for wrong in ({"players": []}, {"players": ["human"]}, {"players": None},
                  {"players": ["human"] * 3}, {"players": ["human", {}]},
                  {"players": ["human", 7]}, {"players": [None, "human"]}, {"start": 7},
                  {"played": [1]}, {"played": ["nowhere"]}, {"start": "nowhere"},
                  {"variant": None}, {"variant": {"size": 9}}, {"game": "hex"},
                  {"rules_version": 0, "players": ["human", named]}):
        said = page.later("""var done = arguments[arguments.length - 1];
            fulcrum.openGame(arguments[0]).then(function () { done(""); },
              function (error) { done(error.message); })""", json.dumps({**good, **wrong}))
        now = page.run("return [fulcrum.table.standing, fulcrum.table.seats]")
        assert said and now == before, (wrong, said, now, before)
    page.run("return fulcrum.openGame(arguments[0])", json.dumps(good))
    assert page.run("return fulcrum.table.standing.played") == good["played"]
    bytes_of = page.later("""var done = arguments[arguments.length - 1];
        BoardSvg.picture(document.getElementById('board-place')).then(
          function (blob) { done(blob.size); }, function (error) { done(String(error)); })""")
    assert isinstance(bytes_of, int) and bytes_of > 5000, bytes_of
    assert not page.complaints()


# Elements wider than the window, texts outside their chart, tables and literal Markdown.
UNFIT = """var width = document.documentElement.clientWidth;
document.querySelectorAll('details').forEach(function (d) { d.open = true; });
function right(e) { return e.getBoundingClientRect().right; }
function words(e) { return e.tagName + ' ' + Math.round(right(e)) + ' ' + e.textContent.slice(0, 40); }
return Array.from(document.querySelectorAll('body *')).filter(function (e) {
  return !e.closest('.scroll, pre, .skip') && e.id !== 'tip' && right(e) > width + 1;
}).concat(Array.from(document.querySelectorAll('.chart text')).filter(function (e) {
  var text = e.getBoundingClientRect(), chart = e.closest('svg').getBoundingClientRect();
  return text.left < chart.left - 1 || text.right > chart.right + 1 ||
    text.bottom > chart.bottom + 1;
}), width < 1000 ? [] : Array.from(document.querySelectorAll('.scroll')).filter(function (e) {
  return e.scrollWidth > e.clientWidth;
}), Array.from(document.querySelectorAll('p, li, dd, td, th, h1, h2, h3')).filter(function (e) {
  return /`|[*][*]|\\]\\(/.test(e.textContent);
})).map(words).slice(0, 5).concat(document.documentElement.scrollWidth > width ? ['page'] : [])"""


def fit(page):
    """Every page in a phone's window and a large one, light and dark."""
    for name in ("seesaw.html", "several.html", "wide.html", "grid/report.html",
                 "fair/report.html"):
        for width in (390, 1280):
            for scheme in ("light", "dark"):
                page.post("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
                    "features": [{"name": "prefers-color-scheme", "value": scheme}]}})
                page.open(address(name), width, 900)
                if "report" not in name:
                    page.wait(READY)
                unfit = page.run(UNFIT)
                assert not unfit, (name, width, scheme, unfit)
                assert not page.complaints()


def policy(page):
    """The pages run no script but their own, and reach no network."""
    for name in ("seesaw.html", "grid/report.html", "fair/report.html"):
        page.open(address(name))
        if name == "seesaw.html":
            page.wait(READY)
        page.run("""document.addEventListener('securitypolicyviolation', function (event) {
          window.refused = (window.refused || []).concat(event.effectiveDirective); });
          document.body.insertAdjacentHTML('beforeend',
            '<img src="http://127.0.0.1:9/x.png" onerror="window.ran = 1">');
          var script = document.createElement('script');
          script.textContent = 'window.ran = 1';
          document.body.appendChild(script);""")
        page.wait("return window.refused && window.refused.length >= 3")
        refused = page.run("return window.refused")
        assert set(refused) >= {"img-src", "script-src-elem", "script-src-attr"}, refused
        assert not page.run("return window.ran"), "a foreign script ran"
        page.complaints()


with Browser() as browser:
    all_games(browser)
    network(browser)
    by_hand(browser)
    from_replay(browser)
    changes(browser)
    narrow(browser)
    saves(browser)
    fit(browser)
    policy(browser)
print("the same in the browser")

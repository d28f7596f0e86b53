#!/usr/bin/env bash
# Report pages in a headless browser: no errors; games are stepped through by buttons, keys, the
# slider and automatically; tooltips show values; links lead to a position; nothing is wider than
# the window; printouts have few pages; without scripts the last positions are shown.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
for tool in chromium chromedriver; do
    command -v $tool >/dev/null || {
        echo "$tool is not installed: not tested in a browser"
        exit 77
    }
done
cd "$TEMPORARY" || exit 1
cat >study.json <<'JSON'
{"title": "Steps", "game": "seesaw",
 "variants": [{"name": "side 2", "variant": {"size": 2}},
              {"name": "side 3", "variant": {"size": 3}}],
 "games": {"first": 20, "most": 20, "shard": 20},
 "strengths": [{"simulations": 8, "first_turns": 20}, {"simulations": 16}]}
JSON
expect 0 "$FULCRUM" study study.json --out grid --quiet --solve-budget 1s
expect 0 "$FULCRUM" report grid

cat >browser.py <<'PYTHON'
"""Speaks the WebDriver protocol with chromedriver, which starts the browser."""
import base64, json, os, re, subprocess, sys, time, urllib.error, urllib.request

driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
for line in driver.stdout:
    found = re.search(r"started successfully on port (\d+)", line)
    if found:
        break
base = f"http://127.0.0.1:{found.group(1)}/session"

def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, {"Content-Type": "application/json"},
                                     method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {error.read().decode()[:500]}")

def start(width, height, scripts):
    arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 f"--window-size={width},{height}", "--user-data-dir=" + os.path.abspath(
                     f"profile-{width}-{scripts}")]
    options = {"args": arguments}
    if not scripts:
        options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
    answer = call("POST", "", {"capabilities": {"alwaysMatch": {
        "browserName": "chrome", "goog:chromeOptions": options,
        "goog:loggingPrefs": {"browser": "ALL"}}}})
    return "/" + answer["sessionId"]

def run(session, script, *arguments):
    return call("POST", session + "/execute/sync", {"script": script, "args": arguments})

def find(session, css):
    return [list(item.values())[0] for item in call(
        "POST", session + "/elements", {"using": "css selector", "value": css})]

def text(session, css):
    return run(session, "return document.querySelector(arguments[0]).textContent", css)

def press(session, key):
    call("POST", session + "/actions", {"actions": [{"type": "key", "id": "k", "actions": [
        {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]})

def cdp(session, command, parameters):
    return call("POST", session + "/goog/cdp/execute",
                {"cmd": command, "params": parameters})

# Width, height and number of colours of the picture that is saved.
PICTURE = """var done = arguments[0];
BoardSvg.picture(document.querySelector('.bars')).then(createImageBitmap).then(function (image) {
  var canvas = document.createElement('canvas'), pen = canvas.getContext('2d'), seen = {};
  canvas.width = image.width; canvas.height = image.height;
  pen.drawImage(image, 0, 0);
  new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer).forEach(
    function (colour) { seen[colour] = true; });
  done([image.width, image.height, Object.keys(seen).length]);
}, function (error) { done(String(error)); });"""
UNFOLD = "document.querySelectorAll('details.part').forEach(function (d) { d.open = true; })"
page = "file://" + os.path.abspath("grid/report.html")
RIGHT, LEFT, HOME, END = "\ue014", "\ue012", "\ue011", "\ue010"
try:
    session = start(1200, 900, True)
    call("POST", session + "/url", {"url": page})
    viewers = find(session, ".viewer")
    assert len(viewers) == 2, len(viewers)
    # The first screen: the headline and all cards; the rest is collapsed.
    low = run(session, """return Array.from(document.querySelectorAll('.headline, .card')).map(
        function (e) { return e.getBoundingClientRect().bottom; })""")
    assert len(low) == 11 and max(low) <= 900, low
    assert not run(session, "return document.querySelector('#plots').open")
    run(session, UNFOLD)
    # Every mark in a chart shows its values in a tooltip at the pointer.
    tips = run(session, """return Array.from(document.querySelectorAll('.chart .tip')).map(
        function (e) { return e.getAttribute('aria-label'); })""")
    assert len(tips) > 50 and all(re.search(r"\d", tip) for tip in tips), tips[:5]
    assert run(session, """var place = document.querySelector('.chart .tip');
        place.dispatchEvent(new Event('pointerover', {bubbles: true}));
        var tip = document.getElementById('tip');
        return !tip.hidden && tip.textContent === place.getAttribute('aria-label')""")
    assert run(session, "return getComputedStyle(document.querySelector("
                        "'.replays .boards')).display") == "none"
    # The chart as a picture, which is not empty.
    picture = call("POST", session + "/execute/async", {"args": [], "script": PICTURE})
    assert picture[0] == 1200 and picture[1] > 100 and picture[2] > 10, picture
    assert text(session, ".picture") == "Save picture"
    buttons = find(session, ".viewer button")
    pieces = "return document.querySelectorAll('.viewer svg.board g')[0].innerHTML"
    now = lambda: text(session, ".viewer .now")
    count = int(re.search(r"of (\d+)", now()).group(1))
    boards = [run(session, pieces)]
    for step in range(1, count + 1):
        call("POST", f"{session}/element/{buttons[2]}/click", {})
        assert (f"action {step + 1} of {count}" in now()) == (step < count), now()
        boards.append(run(session, pieces))
    assert "The end" in now(), now()
    assert len(set(boards)) > count // 2, "boards that do not change"
    assert run(session, "return arguments[0].disabled",
               {"element-6066-11e4-a52e-4f735466cecf": buttons[2]})
    # Back by keys: the same boards.
    run(session, "document.querySelector('.viewer').focus()")
    for step in range(count - 1, -1, -1):
        press(session, LEFT)
        assert run(session, pieces) == boards[step], f"another board at {step}"
    press(session, END)
    assert run(session, pieces) == boards[count]
    press(session, HOME)
    press(session, RIGHT)
    assert run(session, pieces) == boards[1]
    run(session, "var s = document.querySelector('.viewer input[type=range]');"
                 "s.value = arguments[0]; s.dispatchEvent(new Event('input'))", count)
    assert run(session, pieces) == boards[count], "the slider"
    # Automatic play from the start to a pause; the link and the position there.
    press(session, HOME)
    click = lambda which: run(session, "document.querySelector('.viewer [" + which +
                              "]').click()")
    where = lambda: run(
        session, "return Number(document.querySelector('.viewer input[type=range]').value)")
    click("data-step=play")
    end = time.monotonic() + 60
    while where() < 1 and time.monotonic() < end:
        time.sleep(0.1)
    click("data-step=play")
    at = where()
    assert 1 <= at <= count, at
    assert run(session, pieces) == boards[at], "played by itself"
    position = run(session, "return document.querySelector('.viewer .position').value")
    click("data-copy=link")
    link = run(session, "return location.href")
    assert link.endswith(f"#game-0-{at}"), link
    call("POST", session + "/url", {"url": "about:blank"})
    call("POST", session + "/url", {"url": link})
    assert run(session, "return document.querySelector('#games').open")
    assert run(session, pieces) == boards[at], "the link's position"
    assert run(session, "return document.querySelector('.viewer .position').value") == position
    shown = subprocess.run([sys.argv[1], "moves", "seesaw", "size=2", "--position", position],
                           capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    run(session, "document.querySelector('.viewer').focus()")
    # What the search considered; every game of the list.
    press(session, HOME)
    assert find(session, ".viewer tbody tr"), "no visits"
    run(session, "document.querySelector('.viewer input[type=checkbox]').click()")
    assert find(session, ".viewer .wish"), "nothing that the search considered"
    games = run(session, """var s = document.querySelector('.viewer select'), n = 0;
        for (var i = 0; i < s.options.length; i++) {
          s.selectedIndex = i; s.dispatchEvent(new Event('change'));
          document.querySelector('.viewer button[data-step=last]').click();
          if (document.querySelector('.viewer .now').textContent.indexOf('The end') >= 0) n++;
        }
        return [n, s.options.length]""")
    assert games[0] == games[1] >= 4, games
    errors = [entry for entry in call("POST", session + "/se/log", {"type": "browser"})
              if entry["level"] in ("SEVERE", "WARNING")]
    assert not errors, errors
    call("DELETE", session)

    session = start(500, 900, True)
    for width in (390, 1112, 1280):
        cdp(session, "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})
        call("POST", session + "/url", {"url": page})
        run(session, UNFOLD)
        wide = run(session, """var width = arguments[0];
            return Array.from(document.querySelectorAll('body *')).filter(function (e) {
                return !e.closest('.scroll, pre, svg, .skip, .verdict > h2') &&
                       e.id !== 'tip' && e.getBoundingClientRect().right > width + 1;
            }).map(function (e) { return e.tagName + '.' + e.className; }).slice(0, 5)""",
                   width)
        assert not wide, f"wider than {width}: {wide}"
        assert run(session, "return document.documentElement.scrollWidth") <= width, width
    pdf = base64.b64decode(cdp(session, "Page.printToPDF", {"printBackground": True})["data"])
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert 1 <= pages <= 6, f"{pages} pages in print"
    call("DELETE", session)

    session = start(1200, 901, False)
    call("POST", session + "/url", {"url": page})
    assert not find(session, ".viewer"), "scripts are on"
    boards = find(session, ".replays svg.board")
    assert len(boards) >= 6, len(boards)
    call("POST", f"{session}/element/{find(session, '#games > summary')[0]}/click", {})
    shown = call("GET", f"{session}/element/{boards[1]}/displayed")
    assert shown, "the last position is not shown"
    call("DELETE", session)
    print(count, "steps")
finally:
    driver.terminate()
    driver.wait()
PYTHON
expect 0 /usr/bin/python3 browser.py "$FULCRUM"
checks=$((checks + 30))
passed

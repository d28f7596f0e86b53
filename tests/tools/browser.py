"""browser.py - drives headless Chromium by the WebDriver protocol.
Use: with Browser() as browser:
         page = browser.open("file:///page.html", 1280, 900)
         page.run("return document.title"); page.wait("return window.ready")
         page.later("f(arguments[0], arguments[1])", x)     the last argument is the callback
         page.click("#undo"); page.press("\ue015"); page.complaints()
Needs: chromium, chromedriver.   Errors: an exception with the browser's message.
"""
import base64
import json
import re
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ENTER, ESCAPE, TAB = "\ue007", "\ue00c", "\ue004"
LEFT, UP, RIGHT, DOWN = "\ue012", "\ue013", "\ue014", "\ue015"


class Browser:
    def __enter__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       text=True)
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                break
        self.base = f"http://127.0.0.1:{found.group(1)}/session"
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", "--user-data-dir=" + self.profile.name]
        answer = self.call("POST", "", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = "/" + answer["sessionId"]
        self.call("POST", self.session + "/timeouts", {"script": 120000})
        return self

    def __exit__(self, *_):
        self.call("DELETE", self.session)
        self.driver.terminate()
        self.driver.wait()
        self.profile.cleanup()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=150) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()[:800]}") from error

    def post(self, path, body):
        return self.call("POST", self.session + path, body)

    def open(self, address, width=1280, height=900):
        """Opens a page in a viewport of this size in pixels, however small."""
        self.post("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})
        self.post("/url", {"url": "about:blank"})
        self.post("/url", {"url": address})
        return self

    def run(self, script, *arguments):
        return self.post("/execute/sync", {"script": script, "args": arguments})

    def later(self, script, *arguments):
        return self.post("/execute/async", {"script": script, "args": arguments})

    def wait(self, script, *arguments, seconds=60):
        end = time.monotonic() + seconds
        while not (value := self.run(script, *arguments)):
            if time.monotonic() > end:
                raise RuntimeError("timed out waiting for: " + script)
            time.sleep(0.02)
        return value

    def text(self, css):
        return self.run("return document.querySelector(arguments[0]).textContent", css)

    def click(self, css):
        found = self.post("/element", {"using": "css selector", "value": css})
        self.post(f"/element/{list(found.values())[0]}/click", {})

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.post("/actions", {"actions": [{"type": "key", "id": "k", "actions": actions}]})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", self.session + "/screenshot")))

    def complaints(self):
        return [entry for entry in self.post("/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]

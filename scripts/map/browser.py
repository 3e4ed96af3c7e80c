"""Tries the live map in a browser; called by scripts/try-map."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

from editing import EDIT_TOKEN, edits

AGENT = os.environ["AGENT"]
PICTURES = pathlib.Path(sys.argv[1])
EVIL = "<img src=x onerror=alert(1)>"
TOKEN = "0123456789abcdef0123456789abcdef"
BASE = [52.5, 13.4]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """A broker and an agent in a folder of their own."""

    def __init__(self, http):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.mqtt, self.http = free_port(), free_port()
        for name, token in (("token", TOKEN), ("edit-token", EDIT_TOKEN)):
            (self.path / name).write_text(token)
            (self.path / name).chmod(0o600)
        (self.path / "mosquitto.conf").write_text(
            f"listener {self.mqtt} 127.0.0.1\nallow_anonymous true\n" + ("user root\n" if os.geteuid() == 0 else ""))
        config = {
            "mqtt": {"host": "127.0.0.1", "port": self.mqtt},
            "sources": [{"topic": "fleet/{device}/location"}],
            "fences": [
                {"id": "depot", "name": EVIL, "latitude": BASE[0], "longitude": BASE[1], "radius": 150},
                {"id": "date-line", "name": "Date line", "bbox": [179.9, -17, -179.9, -16.8]},
                {"id": "guest", "wifi": ["Guest"]},
            ],
            "status": {"deviceEvery": 0},
            "store": {"path": "agent.sqlite"},
            "http": {"port": self.http, **http},
        }
        (self.path / "agent.json").write_text(json.dumps(config))
        self.broker = subprocess.Popen(["mosquitto", "-c", self.path / "mosquitto.conf"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.start()

    def start(self):
        self.agent = subprocess.Popen([AGENT, "run", "--config", self.path / "agent.json"], stderr=subprocess.DEVNULL)
        self.wait_until_ready()

    def wait_until_ready(self):
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.url}readyz").read()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the agent is not ready")

    @property
    def url(self):
        return f"http://127.0.0.1:{self.http}/"

    def kill(self):
        self.agent.send_signal(signal.SIGKILL)
        self.agent.wait()

    def move(self, device, north=0.0, east=0.0, accuracy=20):
        payload = {"latitude": BASE[0] + north, "longitude": BASE[1] + east, "accuracy": accuracy}
        subprocess.run(["mosquitto_pub", "-p", str(self.mqtt), "-q", "1", "-t", f"fleet/{device}/location",
                        "-m", json.dumps(payload)], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.agent, self.broker):
            process.terminate()
            process.wait()
        self.folder.cleanup()


class Try:
    """One page after the other; what a page complains of fails the run."""

    def __init__(self, browser):
        self.browser = browser
        self.complaints = []
        self.answering = set()

    def page(self, url, width=1280, height=800, **more):
        page = self.browser.new_page(viewport={"width": width, "height": height}, **more)
        page.on("console", lambda message: self.complain(message.text))
        page.on("pageerror", lambda error: self.complain(str(error)))
        page.on("dialog", lambda dialog: self.dialog(page, dialog))
        page.goto(url)
        return page

    def answers_dialogs(self, page):
        self.answering.add(page)

    def dialog(self, page, dialog):
        if page in self.answering:
            return dialog.accept()
        self.complain(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def complain(self, text):
        # A stream that is cut, and a question that is refused, are in the plan.
        if "ERR_" not in text and "401" not in text and "400" not in text:
            self.complaints.append(text)


def shows_devices(trial, site, stage, name, **more):
    site.move("van1")
    site.move("van2", 0.01)
    page = trial.page(site.url, **more)
    page.wait_for_selector("body[data-state=live]")
    page.wait_for_selector(f"body[data-stage={stage}]")
    page.click('.row[data-id="van1"]')
    page.wait_for_selector(".band.inside")
    assert page.text_content(".band") == f"INSIDE {EVIL}", page.text_content(".band")
    for step in range(1, 7):
        site.move("van1", 0.0005 * step, 0.0003 * step)
    page.wait_for_selector(".band:not(.inside)")
    page.wait_for_selector("body[data-events]")
    page.click('[data-key="why"]')
    page.wait_for_selector("#why li")
    assert "edge" in page.text_content("#why")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    time.sleep(0.5)
    page.screenshot(path=PICTURES / f"{name}.png")
    page.close()


def works_by_keyboard(trial, site):
    page = trial.page(site.url)
    page.wait_for_selector('.row[data-id="van2"]')
    page.keyboard.press("/")
    page.keyboard.type("van2")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel:not([hidden])")
    assert page.text_content("#panel h2") == "van2"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="hidden")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.close()


def comes_back(trial, site):
    page = trial.page(site.url)
    page.wait_for_selector("body[data-state=live]")
    site.kill()
    page.wait_for_selector("body[data-state=waiting]")
    site.start()
    site.move("late")
    page.wait_for_selector("body[data-state=live]", timeout=45_000)
    page.wait_for_selector('.row[data-id="late"]')
    page.close()


def asks_for_the_token(trial, site):
    site.move("van1")
    page = trial.page(site.url)
    page.wait_for_selector("dialog[open] input")
    page.fill("dialog input", "guess")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog .problem:not(:empty)")
    page.fill("dialog input", TOKEN)
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-state=live]")
    page.wait_for_selector('.row[data-id="van1"]')
    page.reload()
    page.wait_for_selector("body[data-state=live]")
    page.click("#sign")
    page.wait_for_selector("dialog[open] input")
    page.close()


def is_deaf_to_other_names(trial, site):
    page = trial.browser.new_page()
    answer = page.goto(f"http://evil.test:{site.http}/")
    assert answer.status == 421, answer.status
    page.close()


def main():
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell",
            args=["--no-sandbox", "--host-resolver-rules=MAP evil.test 127.0.0.1"])
        trial = Try(browser)
        for leaflet, stage in (({}, "leaflet"), ({"leaflet": "/nonexistent"}, "plain")):
            with Site({"map": leaflet}) as site:
                shows_devices(trial, site, stage, f"{stage}-day")
                shows_devices(trial, site, stage, f"{stage}-night-phone", width=390, height=844, color_scheme="dark")
                works_by_keyboard(trial, site)
                is_deaf_to_other_names(trial, site)
                comes_back(trial, site)
        with Site({"map": True, "viewTokenFile": "token"}) as site:
            asks_for_the_token(trial, site)
        for leaflet in ({}, {"leaflet": "/nonexistent"}):
            with Site({"map": {"edit": True, "maxRadius": 3000, **leaflet}, "editTokenFile": "edit-token"}) as site:
                edits(trial, site, PICTURES)
        browser.close()
    if trial.complaints:
        raise SystemExit("The pages complain:\n" + "\n".join(trial.complaints))
    print(f"The map works; its pictures are in {PICTURES}")


main()

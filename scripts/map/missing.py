"""Events that a page misses, and fetches; part of scripts/try-map."""

import json
import re
import subprocess

from joining import Listener, live
from site_under_trial import BASE, Site

# Together more than the agent keeps for pages, and each time fewer: who reads at once gets all of them.
MANY, TIMES = 800, 5
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOW = """() => { delete document.hidden; document.dispatchEvent(new Event("visibilitychange")); }"""


def crowded():
    limits = {name: 2 * TIMES * MANY for name in ("devices", "devicesPerSource", "newDevicesPerMinute")}
    return Site({"map": True}, sources=[{"topic": "fleet/all", "device": "$.id"}], limits=limits, history={})


def enters(site, name, count):
    """So many devices come to the depot from outside: an event each."""
    lines = [json.dumps({"id": f"{name}{number}", "latitude": BASE[0] + north, "longitude": BASE[1], "accuracy": 10})
             for north in (0.01, 0) for number in range(count)]
    subprocess.run(["mosquitto_pub", "-p", str(site.mqtt), "-q", "1", "-t", "fleet/all", "-l"], input="\n".join(lines) + "\n", text=True, check=True)


def misses(trial):
    """Whoever comes back too late is told that events are missing; a page fetches them from the history."""
    with crowded() as site:
        witness = Listener(site)
        enters(site, "first", 1)
        assert witness.has("event: event")
        page = trial.browser.new_context().new_page()
        page.clock.install()
        page.goto(site.url)
        live(page)
        page.wait_for_selector("body[data-events='1']")
        page.evaluate(HIDE)
        page.clock.fast_forward(31_000)
        last = re.findall(r"id: (\w+-\d+)\nevent: event", witness.text)[-1]
        for letter in "abcdefgh"[:TIMES]:
            enters(site, letter, MANY)
            newest = f'"device":"{letter}{MANY - 1}","fence":"depot"'
            assert witness.has(newest, 60)
        assert "event: gap" not in witness.text, "who reads at once is told of a gap"
        late = Listener(site, last)
        assert late.has("event: gap") and late.has(newest)
        assert late.text.count("event: event") <= 2000, "more are kept than may be"
        page.evaluate(SHOW)
        page.wait_for_selector("#note:has-text('come from the history')", timeout=20_000)
        page.wait_for_selector("body[data-events='200']")
        page.close()
        for listener in (witness, late):
            listener.close()

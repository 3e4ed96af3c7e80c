"""What a page shows that was there before it, and what changes while it looks on; part of scripts/try-map."""

import socket
import threading
import time

from site_under_trial import Site

# Of the chosen device's trail: how many places, and how many times.
TRAIL = "() => Number(document.body.dataset.trail || 0)"


class Listener(threading.Thread):
    """Reads the stream as a program does."""

    def __init__(self, site, after=None):
        super().__init__(daemon=True)
        self.text = ""
        self.connection = socket.create_connection(("127.0.0.1", site.http))
        query = f"?after={after}" if after else ""
        self.connection.sendall(f"GET /api/stream{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.start()

    def run(self):
        while part := self.connection.recv(65_536):
            self.text += part.decode(errors="replace")

    def has(self, text, seconds=10):
        for _ in range(20 * seconds):
            if text in self.text:
                return True
            time.sleep(0.05)
        return False

    def close(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.join()


def live(page):
    page.wait_for_selector("body[data-state=live]")


def has_new_zones(trial):
    """A zone that is found while a page looks on is on its map, where zones are shown."""
    for is_shown in (True, False):
        with Site({"map": {"zones": is_shown}}, history={}, zones={}) as site:
            begin = time.time() - 5 * 3600
            site.play("van1", [(begin, 0.01, 0.01)])
            page, listener = trial.page(site.url), Listener(site)
            live(page)
            page.click('.row[data-id="van1"]')
            page.keyboard.press("l")
            if is_shown:
                page.check("[name=layer-zones]")
                page.wait_for_selector('body[data-layers="0,0,0"]')
            assert listener.has("event: link")
            site.play("van1", [(begin + 600 + 60 * step, 0.00002 * (step % 3), 0.0) for step in range(120)])
            site.play("van1", [(begin + 8400 + 60 * step, 0.02 + 0.002 * step, 0.0) for step in range(30)])
            if is_shown:
                page.wait_for_selector('body[data-layers="0,1,0"]')
            site.move("other")
            assert listener.has('"other"')
            assert listener.has('event: zones\ndata: {"devices":["van1"]}', 5 if is_shown else 1) == is_shown
            listener.close()
            page.close()


def trail_of(page):
    return page.evaluate(TRAIL)


def zigzag(site, device, count, begin, first=0):
    """A position a second, each off the way between its neighbours."""
    site.play(device, [(begin + step, 0.01 + 0.0001 * step, 0.0005 * (step % 2)) for step in range(first, first + count)])


def brings_trails(trial):
    """The trail of a device has what was before the page, what comes live, and what came while it was cut off: each place once."""
    with Site({"map": True}, history={}) as site:
        begin = int(time.time()) - 1200
        site.play("van1", [(begin - 7200 + step, 0.5, 0.0005 * step) for step in range(50)])
        zigzag(site, "van1", 300, begin)
        time.sleep(6)
        # Not in the history yet when the page asks.
        zigzag(site, "van1", 5, begin, 300)
        page = trial.page(site.url)
        live(page)
        page.click('.row[data-id="van1"]')
        page.wait_for_selector("body[data-trail]")
        assert 301 <= trail_of(page) <= 305, trail_of(page)
        zigzag(site, "van1", 20, begin, 305)
        page.wait_for_selector('body[data-trail="325"]', timeout=15_000)
        # All that the history had has come by now: what is live is added to it.
        page.wait_for_timeout(6500)
        zigzag(site, "van1", 1, begin, 325)
        page.wait_for_selector('body[data-trail="326"]')
        site.kill()
        page.wait_for_selector("body[data-state=waiting]")
        page.route("**/api/*", lambda route: route.abort())
        site.start()
        zigzag(site, "van1", 40, begin, 326)
        time.sleep(6)
        page.unroute_all()
        page.wait_for_selector('body[data-trail="366"]', timeout=45_000)
        page.close()
    with Site({"map": True}) as site:
        site.move("van1")
        page = trial.page(site.url)
        live(page)
        page.click('.row[data-id="van1"]')
        page.wait_for_selector("[data-key=follow]")
        page.wait_for_timeout(500)
        assert page.get_attribute("body", "data-trail") is None
        page.close()


def joins(trial):
    has_new_zones(trial)
    brings_trails(trial)

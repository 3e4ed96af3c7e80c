"""What pages of others try with somebody's browser that is signed in; part of scripts/try-map.

Each way is tried with a fence that would be set: the broker's side says whether it was. The page's own
requests, which must succeed, show that the tries are good ones.
"""

import http.server
import threading

from editing import Wire
from site_under_trial import EDIT_TOKEN, TOKEN, free_port

# Sends a request for a fence, with cookies as far as the browser lets.
POST = """async ([url, id, mode, type]) => {
  try {
    const body = JSON.stringify({ id, latitude: 52.5, longitude: 13.4, radius: 99 });
    const answer = await fetch(url + "api/request/fence/set", { method: "POST", mode, credentials: "include", headers: { "Content-Type": type }, body });
    return `${answer.type} ${answer.status}`;
  } catch { return "failed"; }
}"""
READ = """async (url) => {
  try { return await (await fetch(url + "api/map", { credentials: "include" })).text(); } catch { return "failed"; }
}"""
STREAM = """(url) => new Promise((resolve) => {
  const source = new EventSource(url + "api/stream", { withCredentials: true });
  source.onerror = () => { source.close(); resolve("failed"); };
  for (const name of ["open", "snapshot", "link"]) source.addEventListener(name, () => { source.close(); resolve("open"); });
})"""
SOCKET = """(url) => new Promise((resolve) => {
  const socket = new WebSocket(url.replace("http", "ws") + "api/stream");
  socket.onopen = () => { socket.close(); resolve("open"); };
  socket.onerror = () => resolve("failed");
})"""


class OtherProgram:
    """Another web server on this machine."""

    def __init__(self):
        class Page(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>other</title>")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", free_port()), Page)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_address[1]


def shows_the_token(page, token):
    page.fill("dialog input", token)
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-state=live]")


def posts(page, url, wire, name, mode, kind):
    """What a page gets for the try, and whether the fence is there then."""
    answer = page.evaluate(POST, [url, name, mode, kind])
    return answer, wire.fence(name) is not None


def the_own_page_may(page, site, wire):
    assert posts(page, "", wire, "own", "same-origin", "application/json") == ("basic 200", True)
    assert page.evaluate(STREAM, "") == "open"
    assert '"role":"edit"' in page.evaluate(READ, "")


def a_name_that_is_listed_may(context, site, wire):
    page = context.new_page()
    page.goto(f"http://box.lan:{site.http}/")
    page.wait_for_selector("dialog[open] input")
    assert page.evaluate(POST, ["", "unsigned", "same-origin", "application/json"]) == "basic 401"
    shows_the_token(page, TOKEN)
    assert page.evaluate(POST, ["", "viewer", "same-origin", "application/json"]) == "basic 403"
    assert wire.fence("unsigned") is None and wire.fence("viewer") is None
    page.close()


def other_pages_may_not(page, site, wire, name):
    for mode, kind in (("no-cors", "text/plain"), ("cors", "text/plain"), ("cors", "application/json")):
        answer, is_set = posts(page, site.url, wire, f"{name}-{mode}-{kind[:4]}", mode, kind)
        assert not is_set and answer in ("opaque 0", "failed"), (name, mode, kind, answer)
    assert page.evaluate(READ, site.url) == "failed", name
    assert page.evaluate(STREAM, site.url) == "failed", name
    assert page.evaluate(SOCKET, site.url) == "failed", name


def a_name_that_was_rebound_may_not(context, site, wire):
    page = context.new_page()
    origin = f"http://evil.test:{site.http}/"
    # What refuses is a page of this origin, too: a script of theirs would have no more rights.
    page.goto(origin)
    answer = posts(page, origin, wire, "rebound", "same-origin", "application/json")
    assert answer == ("basic 421", False), answer
    assert "role" not in page.evaluate(READ, origin)
    assert page.evaluate(STREAM, origin) == "failed"
    page.close()


def nobody_frames_it(page, site):
    page.set_content(f'<iframe src="{site.url}"></iframe>')
    page.wait_for_timeout(300)
    assert page.frames[-1].query_selector("#map") is None, "the map stands in another's frame"


def withstands_others(trial, site):
    wire, other = Wire(site), OtherProgram()
    page = trial.page(site.url)
    shows_the_token(page, EDIT_TOKEN)
    context = page.context
    the_own_page_may(page, site, wire)
    a_name_that_is_listed_may(context, site, wire)
    for name, host in (("cross-site", "evil.test"), ("other-port", "127.0.0.1")):
        theirs = context.new_page()
        theirs.goto(f"http://{host}:{other.port}/")
        other_pages_may_not(theirs, site, wire, name)
        nobody_frames_it(theirs, site)
        theirs.close()
    a_name_that_was_rebound_may_not(context, site, wire)
    page.close()
    other.server.shutdown()

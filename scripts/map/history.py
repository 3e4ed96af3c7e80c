"""The past in a browser; part of scripts/try-map."""

import base64
import datetime
import json
import pathlib
import re
import sqlite3
import tempfile
import time
import urllib.error
import urllib.request

from editing import begin, sign_in
from everybody import has_no_findings
from site_under_trial import EVIL, TOKEN, Site

# A device that is called so tries what a fence of that name tries, too.
STRANGER = "<img src=x onerror=alert(2)>"
# A picture of one point.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
# One of a page that is somebody else's.
THEIRS = """async (url) => {
  try { return await (await fetch(url, { credentials: "include" })).text(); } catch { return "failed"; }
}"""
PICTURE = """(url) => new Promise((resolve) => {
  const picture = new Image();
  picture.onload = () => resolve("shown");
  picture.onerror = () => resolve("failed");
  picture.src = url;
})"""


def yesterday(hour):
    day = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)
    return day.replace(hour=hour, minute=0, second=0, microsecond=0).timestamp()


def track():
    """From the west to the depot in an hour, an hour there, and away to the north in half an hour."""
    begin = yesterday(8)
    way = [(begin + 60 * step, 0.0, -0.06 + 0.001 * step) for step in range(60)]
    stay = [(begin + 3600 + 60 * step, 0.00002 * (step % 3), 0.0) for step in range(60)]
    return way + stay + [(begin + 7200 + 60 * step, 0.002 * step, 0.0001 * (step % 5)) for step in range(1, 30)]


def opened(page, device):
    page.wait_for_selector("body[data-state=live]")
    page.click(f'.row[data-id="{device}"]')
    page.click('[data-key="history"]')
    page.wait_for_selector("body[data-past]")
    page.click("[name=earlier]")
    page.wait_for_selector('body[data-past]:not([data-past="0"])')


def said(page):
    return page.text_content("#strip .said")


def now(page, name="moment"):
    return int(page.get_attribute(f'.slider[data-name="{name}"]', "aria-valuenow"))


def plays(page):
    assert page.evaluate("document.activeElement.name") == "earlier"
    page.focus("[name=play]")
    assert now(page) == yesterday(8), now(page)
    page.select_option("[name=pace]", "600")
    page.focus("[name=play]")
    page.keyboard.press("Space")
    for _ in range(100):
        if now(page) > yesterday(8) + 300:
            break
        time.sleep(0.05)
    page.keyboard.press("Space")
    stopped = now(page)
    assert stopped > yesterday(8) + 300, stopped
    page.wait_for_timeout(200)
    assert now(page) == stopped, "it plays on"


def steps_by_keyboard(page):
    page.keyboard.press("Shift+ArrowRight")
    assert f"INSIDE {EVIL}" in said(page), said(page)
    spoken = page.get_attribute('.slider[data-name="moment"]', "aria-valuetext")
    assert f"van1 enters {EVIL}" in spoken and f"INSIDE {EVIL}" in spoken, spoken
    entered = now(page)
    page.keyboard.press("ArrowRight")
    assert now(page) > entered
    page.keyboard.press("Shift+ArrowRight")
    assert "OUTSIDE" in said(page) and now(page) > yesterday(10) - 60, said(page)
    page.keyboard.press("Shift+ArrowLeft")
    assert now(page) == entered
    page.focus('.slider[data-name="from"]')
    before = now(page, "from")
    page.keyboard.press("PageUp")
    assert now(page, "from") == before + 600
    page.keyboard.press("Home")
    assert now(page, "from") == before


def drags_a_window(page):
    box = page.locator("#strip canvas").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 6 / 24, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 10 / 24, middle)
    page.mouse.move(box["x"] + box["width"] * 11 / 24, middle)
    page.mouse.up()
    assert abs(now(page, "from") - yesterday(6)) < 300 and abs(now(page, "to") - yesterday(11)) < 300
    page.wait_for_timeout(400)
    window = re.search(r"/van1/(\d+)-(\d+)$", page.url)
    assert window and int(window[1]) == now(page, "from"), page.url


def is_found_again(page):
    window = [now(page, "from"), now(page, "to")]
    page.reload()
    page.wait_for_selector('body[data-past]:not([data-past="0"])')
    for _ in range(40):
        if [now(page, "from"), now(page, "to")] == window:
            break
        time.sleep(0.05)
    assert [now(page, "from"), now(page, "to")] == window
    page.click("[name=whole]")
    assert now(page, "to") - now(page, "from") == 86_400


def goes_and_comes_by_key(page):
    page.focus("[name=play]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#strip", state="hidden")
    page.keyboard.press("h")
    page.wait_for_selector("#strip:not([hidden])")
    page.keyboard.press("h")
    page.wait_for_selector("#strip", state="hidden")


def shows_the_past(trial, site, pictures):
    page = trial.page(site.url, timezone_id="UTC", locale="en-GB")
    opened(page, "van1")
    assert int(page.get_attribute("body", "data-past")) < len(track()), "the way is not thinned"
    plays(page)
    steps_by_keyboard(page)
    drags_a_window(page)
    page.screenshot(path=pictures / "history.png")
    is_found_again(page)
    page.select_option("[name=colouring]", "inside")
    page.screenshot(path=pictures / "history-inside.png")
    goes_and_comes_by_key(page)
    page.close()
    strange = trial.page(site.url, timezone_id="UTC")
    opened(strange, STRANGER.replace('"', '\\"'))
    assert STRANGER in strange.text_content("#strip h2")
    strange.close()


def is_for_everybody(trial, site, pictures):
    for name, more in (("day", {}), ("night", {"color_scheme": "dark"}), ("phone", {"width": 390, "height": 844}),
                       ("calm", {"reduced_motion": "reduce"})):
        page = trial.page(site.url, timezone_id="UTC", **more)
        opened(page, "van1")
        has_no_findings(page, f"history {name}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
        page.screenshot(path=pictures / f"history-{name}.png")
        page.focus("[name=play]")
        page.keyboard.press("Space")
        page.wait_for_timeout(1300)
        assert now(page) > yesterday(8), f"{name}: it does not play"
        page.close()


def marks_what_might_have_been(trial, pictures):
    with Site({"map": {"edit": True}, "editTokenFile": "edit-token"}, history={}) as site:
        site.play("van1", track())
        time.sleep(6)
        page = sign_in(trial, site, timezone_id="UTC")
        opened(page, "van1")
        assert page.get_attribute("#strip canvas", "data-what-if") is None
        begin(page, "circle")
        page.fill("[name=latitude]", "52.5")
        page.fill("[name=longitude]", "13.38")
        page.fill("[name=name]", "On the way")
        page.wait_for_selector('#strip canvas[data-what-if="2"]', state="attached")
        page.screenshot(path=pictures / "history-what-if.png")
        page.keyboard.press("Escape")
        page.wait_for_selector("#strip canvas:not([data-what-if])", state="attached")
        page.close()


def says_what_turns_it_on(trial):
    with Site({"map": True}) as site:
        site.move("van1")
        page = trial.page(site.url)
        page.wait_for_selector("body[data-state=live]")
        page.click('.row[data-id="van1"]')
        page.keyboard.press("h")
        page.wait_for_selector("#strip .nothing:not([hidden])")
        assert json.loads(page.text_content("#strip pre")) == {"history": {"days": 30}}
        has_no_findings(page, "no history")
        page.close()


def asked(url, **headers):
    """What a program gets: status and bytes."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def withstands_others(trial, file, paths):
    """Each path is answered to whoever shows the token, and to nobody else."""
    with Site({"map": {"tiles": {"file": file}}, "viewTokenFile": "token"}, history={}) as site:
        site.play("van1", track())
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        for path in paths:
            url = site.url + path
            assert asked(url)[0] == 401, path
            assert asked(url, Cookie=f"geofence-session-{site.http}=9999999999.view.0")[0] == 401, path
            assert asked(url, Host="evil.test", **bearer)[0] == 421, path
            assert asked(url, Origin="http://evil.test", **bearer)[0] != 401, path
            page = trial.browser.new_context().new_page()
            page.goto(site.url)
            page.fill("dialog input", TOKEN)
            page.keyboard.press("Enter")
            page.wait_for_selector("body[data-state=live]")
            assert page.evaluate(THEIRS, url) != "failed", path
            theirs = page.context.new_page()
            theirs.goto(f"http://evil.test:{site.http}/")
            assert theirs.evaluate(THEIRS, url) == "failed", path
            assert theirs.evaluate(PICTURE, url) == "failed", path
            assert "http.hosts" in theirs.evaluate(THEIRS, f"http://evil.test:{site.http}/{path}"), path
            page.close()
            theirs.close()


def tiles(path, attribution="<b>us</b>"):
    """A small file of tiles: all of zoom 0 to 3, and one of zoom 12 at the depot."""
    picture = base64.b64decode(PIXEL)
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        file.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        file.executemany("INSERT INTO metadata VALUES (?, ?)", [
            ("format", "png"), ("minzoom", "0"), ("maxzoom", "3"), ("attribution", attribution)])
        for zoom in range(4):
            file.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", [
                (zoom, column, row, picture) for column in range(1 << zoom) for row in range(1 << zoom)])


def draws_tiles_of_a_file(trial, pictures):
    with tempfile.TemporaryDirectory() as folder:
        tiles(f"{folder}/region.mbtiles")
        with Site({"map": {"tiles": {"file": f"{folder}/region.mbtiles"}}}) as site:
            site.move("van1")
            page = trial.page(site.url)
            page.wait_for_selector("body[data-state=live]")
            page.wait_for_selector(".leaflet-tile-loaded", state="attached")
            assert page.text_content(".leaflet-control-attribution") == "us"
            page.screenshot(path=pictures / "tiles.png")
            page.close()
        pathlib.Path(f"{folder}/vector.mbtiles").write_bytes(b"no tiles at all")
        with Site({"map": {"tiles": {"file": f"{folder}/vector.mbtiles"}}}) as site:
            page = trial.page(site.url)
            page.wait_for_selector("body[data-state=live]")
            assert asked(f"{site.url}tiles/0/0/0")[0] == 404
            page.close()


def lays_over(trial):
    """Points for everybody; zones and visits where they are shown."""
    with Site({"map": {"zones": True}}, history={}, zones={}) as site:
        site.play("van1", track())
        time.sleep(6)
        page = trial.page(site.url)
        page.wait_for_selector("body[data-state=live]")
        page.click('.row[data-id="van1"]')
        page.keyboard.press("l")
        page.wait_for_selector("dialog[open] [name=layer-visits]")
        has_no_findings(page, "layers")
        for name in ("points", "zones", "visits"):
            page.check(f"[name=layer-{name}]")
        page.wait_for_selector('body[data-layers$=",1"]')
        page.reload()
        page.wait_for_selector('body[data-layers$=",1"]')
        page.close()
    with Site({"map": True}, history={}) as site:
        page = trial.page(site.url)
        page.wait_for_selector("body[data-state=live]")
        page.click("#layers")
        page.wait_for_selector("dialog[open] [name=layer-points]")
        assert page.query_selector("[name=layer-zones]") is None
        page.close()


def looks_back(trial, pictures):
    with Site({"map": True}, history={}) as site:
        site.play("van1", track())
        site.play(STRANGER, track()[:5])
        time.sleep(6)
        shows_the_past(trial, site, pictures)
        is_for_everybody(trial, site, pictures)
    marks_what_might_have_been(trial, pictures)
    says_what_turns_it_on(trial)
    draws_tiles_of_a_file(trial, pictures)
    lays_over(trial)
    with tempfile.TemporaryDirectory() as folder:
        tiles(f"{folder}/region.mbtiles")
        withstands_others(trial, f"{folder}/region.mbtiles", ["api/history?device=van1&kind=events", "tiles/1/0/0"])

"""What the page says of devices, fences and events, and where; part of scripts/try-map."""

import json
import re
import subprocess
import time

from editing import Wire, sign_in
from everybody import has_no_findings
from history import track
from services import Service
from site_under_trial import BASE, EVIL, Site

# The colour of a place of the picture.
PIXEL = """([x, y]) => {
  const canvas = document.querySelector("canvas.draw");
  return [...canvas.getContext("2d").getImageData(x, y, 1, 1).data].slice(0, 3);
}"""
# Whether two colours are near each other.
ALARM = [180, 35, 24]


def live(page):
    page.wait_for_selector("body[data-state=live]")


def until(page, wanted, seconds=10):
    """Waits for what a function finds."""
    for _ in range(seconds * 20):
        if wanted():
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"in vain: {wanted.__doc__ or wanted}")


def draws_decisions(trial, site):
    """A decision that has the focus draws its position, and the line to the edge."""
    for step in range(4):
        site.move("why1", 0.0006 * step)
    page = trial.page(f"{site.url}#16/{BASE[0]}/{BASE[1]}")
    live(page)
    page.click('.row[data-id="why1"]')
    page.wait_for_selector('[data-key="why"]')
    page.keyboard.press("w")
    page.wait_for_selector('#why [data-key="decision-0"]')
    page.focus('#why [data-key="decision-0"]')
    page.wait_for_selector("canvas.draw[data-why]", state="attached")
    x, y, edge_x, edge_y = map(int, page.get_attribute("canvas.draw", "data-why").split(","))
    # 200 m north of the middle, and so 50 m of the edge, which lies southward.
    metre = 256 * 2 ** 16 / 40075016.7 / 0.6088
    assert abs(x - edge_x) <= 2 and abs(edge_y - y - 50 * metre) < 6, (x, y, edge_x, edge_y)
    assert page.evaluate(PIXEL, [x, y]) == ALARM, page.evaluate(PIXEL, [x, y])
    page.hover('#why [data-key="decision-1"]')
    until(page, lambda: page.get_attribute("canvas.draw", "data-why").split(",")[1] != str(y))
    has_no_findings(page, "why")
    page.close()


def is_refused_and_comes_back(trial, site):
    """A refusal says why, and is no end."""
    page = trial.page(site.url)
    live(page)
    page.route(re.compile("/api/(map|stream)"), lambda route: route.fulfill(status=421, content_type="application/json", body='{"error":"name it in http.hosts"}'))
    page.evaluate("document.body.dataset.marked = 'yes'")
    site.kill()
    page.wait_for_selector("body[data-state=refused]", timeout=30_000)
    assert "http.hosts" in page.text_content("#note"), page.text_content("#note")
    site.start()
    page.unroute_all()
    page.wait_for_selector("body[data-state=live][data-marked=yes]", timeout=45_000)
    until(page, lambda: page.is_hidden("#note"))
    page.close()


def finds_everywhere(trial, site):
    """The search finds devices and fences whatever list is open; filters and orders."""
    page = trial.page(site.url)
    live(page)
    page.click("#tab-events")
    page.fill("#search", "van1")
    page.wait_for_selector('.row[data-kind="devices"][data-id="van1"]')
    page.fill("#search", "date line")
    page.wait_for_selector('.row[data-kind="fences"][data-id="date-line"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel h2:has-text('Date line')")
    page.fill("#search", "no such thing")
    page.keyboard.press("Enter")
    page.wait_for_selector("#note:has-text('geocoding')")
    page.fill("#search", "")
    page.click("#tab-devices")
    page.select_option('[name="filter-show"]', "inside")
    page.wait_for_selector('.row[data-id="inside1"]')
    assert page.query_selector('.row[data-id="van2"]') is None, "a filter shows what is outside"
    page.select_option('[name="filter-show"]', "all")
    page.select_option('[name="filter-sort"]', "newest")
    site.move("van2", 0.012)
    until(page, lambda: page.get_attribute(".row", "data-id") == "van2")
    has_no_findings(page, "filters")
    page.close()


def says_who_is_inside(trial, site):
    page = trial.page(site.url)
    live(page)
    page.click("#tab-fences")
    page.click('.row[data-id="depot"]')
    page.wait_for_selector("#inside li:has-text('inside1') time")
    page.close()


def goes_back(trial, site):
    """What is chosen is in the address, and Back undoes it."""
    page = trial.page(site.url)
    live(page)
    page.click('.row[data-id="van2"]')
    page.wait_for_url(re.compile("/van2"))
    page.click("#tab-fences")
    page.wait_for_url(re.compile("tab=fences"))
    page.click('.row[data-id="depot"]')
    page.wait_for_url(re.compile("fence=depot"))
    page.go_back()
    page.wait_for_selector("#panel h2:has-text('van2')")
    assert page.get_attribute("#tab-fences", "aria-selected") == "true"
    page.go_back()
    page.wait_for_selector("#tab-devices[aria-selected=true]")
    page.go_forward()
    page.go_forward()
    page.wait_for_selector(f"#panel h2:has-text('{EVIL}')")
    page.reload()
    page.wait_for_selector(f"#panel h2:has-text('{EVIL}')")
    page.close()


def colours_the_ground(trial, site):
    page = trial.page(site.url)
    live(page)
    ground = "getComputedStyle(document.querySelector('#map')).backgroundColor"
    before = page.evaluate(ground)
    page.click('.row[data-id="inside1"]')
    page.wait_for_selector("body[data-band=inside]")
    inside = page.evaluate(ground)
    page.click('.row[data-id="van2"]')
    page.wait_for_selector("body[data-band=outside]")
    assert len({before, inside, page.evaluate(ground)}) == 3, "one ground for all"
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-band])")
    page.close()


def says_which_key(trial, site):
    page = trial.page(site.url)
    live(page)
    page.keyboard.press("l")
    page.wait_for_selector("dialog[open] .paste")
    assert "tiles" in json.loads(page.text_content("dialog .paste"))["http"]["map"]
    page.close()


def fills_gaps(trial):
    """What happened while the agent was restarted, and the page knew of nothing, comes from the history."""
    with Site({"map": True}, history={}) as site:
        site.move("van1", 0.01)
        page = trial.page(site.url)
        live(page)
        page.click("#tab-events")
        site.kill()
        page.wait_for_selector("body[data-state=waiting]")
        page.route(re.compile("/api/(map|stream)"), lambda route: route.abort())
        site.start()
        site.move("van1", 0.0)
        site.move("van1", 0.0001)
        page.wait_for_timeout(1000)
        page.unroute_all()
        page.wait_for_selector("body[data-state=live]", timeout=45_000)
        page.wait_for_selector(".row[data-kind=events]:has-text('van1 enters')", timeout=20_000)
        page.close()


def opens_the_past(trial):
    """A click on an event goes there, and opens the strip at its time."""
    with Site({"map": True}, history={}) as site:
        page = trial.page(site.url, timezone_id="UTC")
        live(page)
        site.move("van1", 0.01)
        site.move("van1")
        page.wait_for_selector("#ticker .event.enter")
        page.click("#ticker .all")
        page.wait_for_selector("#tab-events[aria-selected=true]")
        page.select_option('[name="filter-show"]', "exit")
        page.wait_for_selector("#list .empty")
        page.select_option('[name="filter-show"]', "enter")
        page.wait_for_timeout(5500)
        page.click(".row[data-kind=events]:has-text('van1 enters')")
        page.wait_for_selector("#strip:not([hidden])")
        page.wait_for_selector("body[data-past]:not([data-past='0'])")
        until(page, lambda: abs(int(page.get_attribute('.slider[data-name="moment"]', "aria-valuenow")) - time.time()) < 60)
        page.close()


def noon():
    """A zone where it is about noon, so that what was hours ago was today."""
    hours = 12 - time.gmtime().tm_hour
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"


def stay():
    """Two hours at the depot, until an hour ago, and away to the north."""
    begin = time.time() - 3 * 3600
    return [(begin + 60 * step, 0.00002 * (step % 3), 0.0) for step in range(120)] + [(begin + 7200 + 60 * step, 0.002 * step, 0.0) for step in range(1, 30)]


def shows_details(trial, pictures):
    """Next stop, points with ways, visits; what may be done asks once more."""
    service = Service()
    more = {"routing": {"kind": "osrm", "url": service.url}, "history": {}, "zones": {}, "pois": {"files": ["stores.csv"], "searchRadius": 5000}}
    stops = [{"name": "Depot", "latitude": BASE[0] + 0.05, "longitude": BASE[1]}, {"name": "Customer", "latitude": BASE[0] + 0.1, "longitude": BASE[1]}]
    more["itineraries"] = [{"id": "tuesday", "name": "Tuesday", "device": "van1", "stops": stops}]
    files = {"stores.csv": f"id,name,latitude,longitude\ns1,Anton,{BASE[0] + 0.005},{BASE[1]}\n"}
    with Site({"map": {"edit": True, "zones": True}, "editTokenFile": "edit-token"}, files=files, **more) as site:
        site.play("van1", track() + stay())
        time.sleep(1)
        site.move("van1")
        time.sleep(6)
        wire = Wire(site)
        page = sign_in(trial, site, timezone_id=noon())
        page.click('.row[data-id="van1"]')
        page.wait_for_selector("#visits li:has-text('2 h')")
        page.wait_for_selector("#near li:has-text('Anton')")
        page.wait_for_selector("#near li:has-text('by road')")
        page.wait_for_selector("[data-key=next-stop]:has-text('B Customer')")
        has_no_findings(page, "details")
        page.screenshot(path=pictures / "details.png")
        page.click("[data-key=override]")
        page.fill("[name=override-latitude]", "52.6")
        page.fill("[name=override-longitude]", "13.4")
        has_no_findings(page, "override")
        page.click("[name=override-set]")
        until(page, lambda: wire.request("device/status", {"device": "van1"})["data"].get("override") is True)
        page.wait_for_selector("#panel p.soft:has-text('by hand')")
        page.click("[data-key=override]")
        page.click("[name=override-clear]")
        page.wait_for_selector("#panel p.soft:has-text('by hand')", state="detached")
        page.click("#panel [data-key=monitoring]")
        page.wait_for_selector("#panel .band:has-text('not monitored')")
        assert wire.request("device/status", {"device": "van1"})["data"]["monitoring"] is False
        has_no_findings(page, "not monitored")
        page.click("#panel [data-key=monitoring]")
        page.wait_for_selector("#panel [data-key=monitoring][aria-pressed=true]")
        site.move("van1")
        page.wait_for_selector("#panel .band:has-text('not monitored')", state="detached")
        page.click("[data-key=forget]")
        page.keyboard.press("Escape")
        assert wire.request("device/list", {})["data"]["count"] == 1, "it is forgotten without a question"
        page.click("[data-key=forget]")
        page.click("[name=forget-now]")
        page.wait_for_selector('.row[data-id="van1"]', state="detached")
        assert wire.request("device/list", {})["data"]["count"] == 0
        page.click("#tab-fences")
        page.click('.row[data-kind="fences"]')
        page.click("#panel [data-key=monitoring][aria-pressed=true]")
        page.wait_for_selector("#panel p.soft:has-text('not monitored')")
        page.click("#panel [data-key=monitoring][aria-pressed=false]")
        page.wait_for_selector("#panel p.soft:has-text('not monitored')", state="detached")
        page.close()
        page = trial.page(site.url)
        site.move("van2")
        page.click('.row[data-id="van2"]')
        page.wait_for_selector("#near li")
        assert page.query_selector("[data-key=forget]") is None, "who may only look is offered to forget"
        page.close()
    service.stop()


def draws_kinds(trial, pictures):
    """A fence whose hours are over is hatched; a device that is known by WiFi alone is a ring in its fence."""
    fences = [
        {"id": "shut", "latitude": BASE[0], "longitude": BASE[1], "radius": 300, "schedule": [{"timezone": "UTC"}], "expires": "2020-01-01T00:00:00Z"},
        {"id": "lounge", "latitude": BASE[0] + 0.01, "longitude": BASE[1], "radius": 100, "wifi": ["Guest"]},
    ]
    sources = [{"topic": "fleet/{device}/location"}, {"topic": "net/{device}", "format": "wifi"}]
    with Site({"map": {"leaflet": "/nonexistent"}}, fences=fences, sources=sources) as site:
        site.publish("net/phone", "Guest")
        page = trial.page(f"{site.url}#15/{BASE[0]}/{BASE[1]}")
        live(page)
        page.wait_for_selector('.row[data-id="phone"]')
        page.click("#tab-fences")
        page.wait_for_selector('.row[data-id="shut"] .mark.shut')
        page.wait_for_timeout(300)
        page.screenshot(path=pictures / "kinds.png")
        # Slanting lines differ along a row; what is filled with one colour does not.
        row = page.evaluate("""([x, y]) => [...document.querySelector("canvas.draw").getContext("2d").getImageData(x, y, 24, 1).data].join().match(/(\\d+,){3}\\d+/g)""", [650, 430])
        assert len(set(row)) > 2, row
        middle = 400 - 0.01 * 256 * 2 ** 15 / 360 / 0.6088
        ring, hole = (page.evaluate(PIXEL, [640 + x, round(middle)]) for x in (5, 0))
        assert ring == [29, 95, 168] and hole == [255, 255, 255], (ring, hole)
        page.click('.row[data-id="lounge"]')
        page.wait_for_selector("#inside li:has-text('wifi')")
        page.close()


def looks(trial):
    with Site({"map": True}) as site:
        site.move("van1", 0.02)
        site.move("van2", 0.01)
        site.move("inside1")
        draws_decisions(trial, site)
        finds_everywhere(trial, site)
        says_who_is_inside(trial, site)
        goes_back(trial, site)
        colours_the_ground(trial, site)
        says_which_key(trial, site)
        is_refused_and_comes_back(trial, site)


def tells(trial, pictures):
    looks(trial)
    draws_kinds(trial, pictures)
    opens_the_past(trial)
    fills_gaps(trial)
    shows_details(trial, pictures)

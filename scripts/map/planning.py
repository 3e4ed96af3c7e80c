"""Itineraries while they are planned: ways, order, stops by fence, conflicts and reset; part of scripts/try-map."""

import time

from conflicts import ALARM, painted, rows
from editing import Wire, begin, drag, sign_in
from everybody import has_no_findings

QUIET = [91, 107, 120]


class Asked:
    """What a page asks the agent for ways, and the agent its router."""

    def __init__(self, page, service):
        self.page, self.service = page, service
        self.pages = 0
        page.on("request", self.note)
        self.begin()

    def note(self, request):
        self.pages += request.url.endswith("api/request/route")

    def begin(self):
        self.of_page, self.of_router = self.pages, len(self.service.routes)

    def since(self):
        result = (self.pages - self.of_page, len(self.service.routes) - self.of_router)
        self.begin()
        return result


def total(page, text):
    page.wait_for_selector(f"#panel form .total:has-text('{text}')")


def names(page):
    return [page.input_value(f'[name="stop-{index}"]') for index in range(page.locator(".stops > li").count())]


def asks_for_what_is_new(page, service):
    """One way for a pin that is added at the end, two for one that is moved between others."""
    asked = Asked(page, service)
    begin(page, "itinerary")
    page.fill("[name=name]", "Planned")
    for x, y in ((500, 300), (600, 500)):
        page.mouse.click(x, y)
    total(page, "0d 1h 30m")
    page.wait_for_selector(".leg:has-text('A to B, 0d 1h 30m')")
    assert asked.since() == (1, 1)
    page.mouse.click(720, 350)
    total(page, "0d 3h 0m")
    assert asked.since() == (1, 1), "a pin that is added costs one request"
    drag(page, "stop-2", 30, 10)
    page.wait_for_selector(".leg:has-text('looking')")
    total(page, "0d 3h 0m")
    assert asked.since() == (1, 1)
    drag(page, "stop-1", 10, 10)
    page.wait_for_selector(".leg:has-text('looking')")
    total(page, "0d 3h 0m")
    assert asked.since() == (1, 2)
    assert painted(page, QUIET) > 1000, "no circles of 1,000 m"
    page.uncheck("[name=geofencing]")
    page.wait_for_timeout(300)
    assert painted(page, QUIET) < 1000, "circles of nothing"
    page.check("[name=geofencing]")
    assert asked.since() == (0, 0), "nothing is new"


def is_put_in_order(page, pictures):
    for index, name in enumerate("ABC"):
        page.fill(f'[name="stop-{index}"]', f"was {name}")
    page.fill("[name=fence-stop]", "depot")
    page.click("[name=add-fence]")
    assert page.input_value("[name=latitude-3]") == "52.5" and page.input_value("[name=longitude-3]") == "13.4"
    page.fill('[name="stop-3"]', "Depot")
    page.fill("[name=fence-stop]", "no such")
    page.click("[name=add-fence]")
    assert names(page) == ["was A", "was B", "was C", "Depot"], names(page)
    pin, first = (page.locator(".stops .pin").nth(index) for index in (3, 0))
    pin.scroll_into_view_if_needed()
    pin.hover()
    page.mouse.down()
    first.hover()
    assert page.locator(".stops .over").count() == 1
    page.mouse.up()
    assert names(page) == ["Depot", "was A", "was B", "was C"], names(page)
    total(page, "0d 4h 30m")
    page.screenshot(path=pictures / "edit-ways.png")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")


def asks_nothing_of_what_is_known(page, service):
    page.reload()
    page.wait_for_selector("#add:not([hidden])")
    asked = Asked(page, service)
    page.click("#tab-itineraries")
    page.click('.row[data-id="planned"]')
    page.click('[data-key="edit"]')
    total(page, "0d 4h 30m")
    page.wait_for_timeout(600)
    assert asked.since() == (0, 0), "the legs were there with the itinerary"


def shows_a_conflict(page, wire, pictures):
    data = wire.request("itinerary/get", {"id": "planned"})["data"]
    ours = {key: data[key] for key in ("id", "name", "stops")}
    theirs = {**ours, "name": "Theirs", "stops": [{**ours["stops"][0], "latitude": 52.49}, *ours["stops"][1:]]}
    wire.request("itinerary/set", theirs)
    page.fill('[name="stop-3"]', "mine")
    for _ in range(2):
        page.click("[name=save]")
        page.wait_for_selector(".conflict")
        assert set(rows(page)) == {"name", "Stop A", "Stop D"}, rows(page)
        assert rows(page)["name"] == ["Theirs", "Planned"], rows(page)
        now = wire.request("itinerary/get", {"id": "planned"})["data"]
        assert now["name"] == "Theirs", "somebody else's change is lost"
    page.wait_for_timeout(300)
    assert painted(page, ALARM) > 200, "theirs is not on the map"
    has_no_findings(page, "conflict of itineraries")
    page.screenshot(path=pictures / "itinerary-conflict.png")
    page.click("[name=ours]")
    page.wait_for_selector("body:not([data-editing])")
    now = wire.request("itinerary/get", {"id": "planned"})["data"]
    assert (now["name"], now["stops"][3]["name"]) == ("Planned", "mine"), now


def shows_turns_by_keyboard(page):
    page.wait_for_selector("#panel li:has-text('mine')")
    page.click('[data-key="directions"]')
    page.wait_for_selector("#directions .step")
    page.locator("#directions .step").nth(1).focus()
    page.wait_for_timeout(300)
    assert painted(page, ALARM) > 30, "the turn is not on the map"
    page.locator('[data-key="directions"]').focus()
    page.wait_for_timeout(300)
    assert painted(page, ALARM) < 30, "the turn stays on the map"


def kept(wire):
    """What the agent has of the itinerary, but for its version and what follows from it; None where it is gone."""
    data = wire.request("itinerary/get", {"id": "planned"}).get("data")
    return data and {key: value for key, value in data.items() if key not in ("type", "revision", "progress", "legs")}


def undo(page):
    page.click("#note button:has-text('Undo')")
    page.wait_for_selector("#note:has-text('as it was')")


def edit(page):
    page.click("#tab-itineraries")
    page.click('.row[data-id="planned"]')
    page.click('[data-key="edit"]')
    page.wait_for_selector("[name=save]")


def undoes(page, site, wire, trial):
    """What was saved or deleted comes back, and one that is new goes; where one stop is all that changed the device's progress stays."""
    wire.request("itinerary/set", {**kept(wire), "device": "van1"})
    before = kept(wire)
    first = before["stops"][0]
    site.place("van1", first["latitude"], first["longitude"])
    page.wait_for_selector('.row[data-id="planned"]')
    wait_until(lambda: state(wire)[0] == "inside")
    site.place("van1", first["latitude"] + 0.1, first["longitude"])
    wait_until(lambda: state(wire)[0] == "done")
    edit(page)
    page.fill('[name="stop-3"]', "another")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    assert kept(wire)["stops"][3]["name"] == "another"
    undo(page)
    assert kept(wire) == before, kept(wire)
    assert state(wire)[0] == "done", state(wire)
    edit(page)
    for name, text in (("name", "Anew"), ("stop-1", "also"), ("stop-2", "both")):
        page.fill(f"[name={name}]", text)
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    assert kept(wire)["name"] == "Anew"
    undo(page)
    assert kept(wire) == before, kept(wire)
    edit(page)
    trial.answers_dialogs(page)
    page.click("[name=delete]")
    page.wait_for_selector('.row[data-id="planned"]', state="detached")
    assert kept(wire) is None
    undo(page)
    assert kept(wire) == before, kept(wire)
    begin(page, "itinerary")
    page.fill("[name=name]", "Brand new")
    page.mouse.click(500, 300)
    page.click("[name=save]")
    page.wait_for_selector('.row[data-id="brand-new"]')
    undo(page)
    page.wait_for_selector('.row[data-id="brand-new"]', state="detached")
    page.click('.row[data-id="planned"]')


def state(wire):
    return [stop["status"] for stop in wire.request("itinerary/get", {"id": "planned"})["data"]["progress"]["stops"]]


def wait_until(wanted):
    for _ in range(100):
        if wanted():
            return
        time.sleep(0.05)
    raise AssertionError("in vain")


def resets(page, wire, trial):
    wire.request("itinerary/set", {"id": "another", "stops": [{"latitude": 52.5, "longitude": 13.4}]})
    page.click('[data-key="edit"]')
    page.wait_for_selector("[name=reset]")
    trial.answers_dialogs(page)
    with page.expect_event("dialog") as asked:
        page.click("[name=reset]")
    assert "All itineraries" in asked.value.message
    page.wait_for_selector("body:not([data-editing])")
    assert wire.request("itinerary/list", {})["data"]["count"] == 0


def plans_with_ways(trial, site, service, pictures):
    wire = Wire(site)
    page = sign_in(trial, site)
    asks_for_what_is_new(page, service)
    is_put_in_order(page, pictures)
    asks_nothing_of_what_is_known(page, service)
    shows_a_conflict(page, wire, pictures)
    shows_turns_by_keyboard(page)
    undoes(page, site, wire, trial)
    resets(page, wire, trial)
    page.close()

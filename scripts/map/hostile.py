"""Names from strangers, wherever the page shows them: they stay text; part of scripts/try-map."""

from conflicts import clashes, opens
from editing import Wire, begin, sign_in
from services import Service
from site_under_trial import EVIL, Site


def is_text(page, selector):
    page.wait_for_selector(f"{selector}:has-text('{EVIL}')")
    assert page.locator("img[src=x]").count() == 0, f"{selector}: a name became a picture"


def of_networks(page, site):
    site.report("phone", {"ssid": EVIL, "bssid": "00:11:22:33:44:55"})
    page.click('.row[data-id="phone"]')
    is_text(page, "#panel dd")
    begin(page, "wifi")
    is_text(page, ".chips button")
    page.click(f".chips button:has-text('{EVIL}')")
    page.fill("[name=name]", EVIL)
    page.fill("[name=id]", "evil")
    page.click(".points summary")
    is_text(page, ".points li")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    is_text(page, "#note")
    is_text(page, "#panel h2")


def of_conflicts(page, wire):
    opens(page, "evil")
    wire.request("fence/set", {"id": "evil", "name": f"{EVIL} theirs", "wifi": [EVIL, f"{EVIL} 2"]})
    page.fill("[name=name]", "mine")
    clashes(page)
    is_text(page, ".conflict td")
    page.keyboard.press("Escape")


def of_addresses(page):
    page.fill("#search", "Depot street")
    page.keyboard.press("Enter")
    is_text(page, ".place")
    page.click(".place")
    is_text(page, "#found")
    page.click("[name=fence-here]")
    is_text(page, ".address")
    page.keyboard.press("Escape")
    begin(page, "itinerary")
    page.fill("#search", "Depot street 7")
    page.keyboard.press("Enter")
    page.click(".place")
    page.click("[name=add-stop]")
    assert page.input_value('[name="stop-0"]') == EVIL
    page.fill("#search", "")


def of_ways(page):
    """Stops, the itinerary, and the streets that a router names."""
    page.fill("[name=name]", EVIL)
    # Not the fence's id: its row is there until the page has what it needs for itineraries.
    page.fill("[name=id]", "evil-tour")
    page.fill("[name=fence-stop]", "depot")
    page.click("[name=add-fence]")
    is_text(page, ".leg")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    page.click("#tab-itineraries")
    is_text(page, ".row")
    page.click('.row[data-id="evil-tour"]')
    is_text(page, "#panel li")
    page.click('[data-key="directions"]')
    is_text(page, "#directions .step")
    is_text(page, "#directions h3")


def shows_names_as_text(trial):
    service = Service(EVIL)
    more = {"routing": {"kind": "osrm", "url": service.url}, "geocoding": {"kind": "nominatim", "url": service.url, "perSecond": 10}}
    for leaflet in ({}, {"leaflet": "/nonexistent"}):
        with Site({"map": {"edit": True, **leaflet}, "editTokenFile": "edit-token"}, **more) as site:
            page = sign_in(trial, site)
            of_networks(page, site)
            of_conflicts(page, Wire(site))
            of_addresses(page)
            of_ways(page)
            page.close()
    service.stop()

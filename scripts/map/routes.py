"""Itineraries, addresses and what-if in a browser; part of scripts/try-map."""

from editing import Wire, begin, drag, sign_in
from everybody import has_no_findings
from services import ADDRESS


def stops(page):
    return page.locator(".stops > li").count()


def plans(page, wire, pictures):
    begin(page, "itinerary")
    page.fill("[name=name]", "Tuesday")
    page.fill("[name=device]", "van1")
    for number, (x, y) in enumerate(((500, 300), (600, 500), (720, 350), (800, 560)), 1):
        page.mouse.click(x, y)
        page.wait_for_selector(f'[name="stop-{number - 1}"]')
    page.fill('[name="stop-0"]', "Depot")
    searches(page)
    assert stops(page) == 5
    page.locator('[name="stop-4"]').focus()
    page.keyboard.press("Alt+ArrowUp")
    assert page.input_value('[name="stop-3"]') == ADDRESS["label"]
    drag(page, "stop-1", 30, 0)
    has_no_findings(page, "form of an itinerary")
    page.screenshot(path=pictures / "edit-itinerary.png")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    data = wire.request("itinerary/get", {"id": "tuesday"})["data"]
    assert [stop.get("name") for stop in data["stops"]] == ["Depot", None, None, ADDRESS["label"], None], data
    assert data["device"] == "van1", data


def searches(page):
    page.fill("#search", "Depot street")
    page.keyboard.press("Enter")
    page.wait_for_selector(".place")
    assert ADDRESS["label"] in page.text_content(".place")
    page.click(".place")
    page.click("[name=add-stop]")
    page.fill("#search", "")


def directs(page, wire, pictures):
    page.click("#tab-itineraries")
    page.click('.row[data-id="tuesday"]')
    page.wait_for_selector(".total:has-text('0d 6h 0m')")
    page.click('[data-key="directions"]')
    page.wait_for_selector("#directions li")
    theirs = wire.request("itinerary/directions", {"id": "tuesday"})["data"]
    shown = page.locator("#directions h3").all_text_contents()
    assert [text.split(",")[0] for text in shown] == [leg["heading"] for leg in theirs["legs"]], shown
    steps = page.locator("#directions li").all_text_contents()
    wanted = [step["text"] for leg in theirs["legs"] for step in leg["steps"]]
    assert len(steps) == len(wanted), steps
    assert all(text.startswith(want) for text, want in zip(steps, wanted)), steps
    assert any("Second Street" in text for text in steps), steps
    has_no_findings(page, "itinerary")
    page.screenshot(path=pictures / "itinerary.png")


def follows(page, wire, site):
    first = wire.request("itinerary/get", {"id": "tuesday"})["data"]["stops"][0]
    site.place("van1", first["latitude"], first["longitude"])
    page.wait_for_selector("#panel .band.inside:has-text('Depot')")


def goes_on_without_a_router(page, wire, service):
    service.stop()
    page.click('[data-key="edit"]')
    page.wait_for_selector("[name=latitude-1]", state="attached")
    drag(page, "stop-1", 60, 40)
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    page.wait_for_selector("#directions .soft, #panel .body > .soft")
    assert wire.request("itinerary/get", {"id": "tuesday"})["data"]["progress"]["via"] == "straight"


def resets(page, wire, trial):
    page.click('[data-key="edit"]')
    page.wait_for_selector("[name=delete]")
    trial.answers_dialogs(page)
    page.click("[name=delete]")
    page.wait_for_selector('.row[data-id="tuesday"]', state="detached")
    assert wire.request("itinerary/list", {})["data"]["count"] == 0


def asks_what_if(page, site):
    for north in (0.01, 0.0, 0.01, 0.0):
        site.place("van2", 52.5 + north, 13.4)
    page.wait_for_timeout(5500)
    begin(page, "circle")
    page.fill("[name=latitude]", "52.5")
    page.fill("[name=longitude]", "13.4")
    page.fill("[name=name]", "Could be")
    page.wait_for_selector(".what-if:has-text('0 enters → 2')")
    page.wait_for_selector(".what-if:has-text('van2')")
    page.keyboard.press("Escape")


def finds_places(page):
    page.fill("#search", "52.51, 13.42")
    page.click(".place")
    page.click("[name=fence-here]")
    page.wait_for_selector("body[data-editing=circle]")
    assert page.input_value("[name=latitude]") == "52.510000"
    page.wait_for_selector(f".address:has-text('{ADDRESS['label']}')")
    page.keyboard.press("Escape")
    page.fill("#search", "")


def leads(trial, site, service, pictures):
    wire = Wire(site)
    page = sign_in(trial, site)
    finds_places(page)
    asks_what_if(page, site)
    plans(page, wire, pictures)
    directs(page, wire, pictures)
    follows(page, wire, site)
    goes_on_without_a_router(page, wire, service)
    resets(page, wire, trial)
    page.close()

"""Fences and itineraries drawn without a mouse, and across the antimeridian; part of scripts/try-map."""

import json

from editing import begin, drag, saved, sign_in
from everybody import has_no_findings

AT = "document.activeElement"


def press(page, key, times=1):
    for _ in range(times):
        page.keyboard.press(key)


def tab_to(page, selector):
    """Goes on by Tab alone."""
    for _ in range(120):
        if page.evaluate(f"(selector) => {AT}.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def begin_by_keys(page, kind, name):
    page.locator("#map").focus()
    press(page, "n")
    tab_to(page, f'[data-kind="{kind}"]')
    press(page, "Enter")
    page.wait_for_selector(f'body[data-editing="{kind}"]')
    tab_to(page, "[name=name]")
    page.keyboard.type(name)
    tab_to(page, "[name=to-map]")
    press(page, "Enter")
    assert page.evaluate(f"{AT}.id") == "map"


def save_by_keys(page):
    tab_to(page, "[name=to-form]")
    press(page, "Enter")
    tab_to(page, "[name=save]")
    press(page, "Enter")
    page.wait_for_selector("body:not([data-editing])")


def adds_places(page, *ways):
    """Enter where the crosshair is, after each way of arrows by 100 px."""
    press(page, "Enter")
    for keys in ways:
        for key in keys:
            press(page, f"Shift+{key}")
        press(page, "Enter")


def draws_circle(page, wire):
    begin_by_keys(page, "circle", "Keys circle")
    press(page, "ArrowLeft", 3)
    press(page, "Enter")
    tab_to(page, '.handle[data-key="rim"]')
    press(page, "Shift+ArrowRight", 4)
    save_by_keys(page)
    assert wire.fence("keys-circle")["radius"] > 160, wire.fence("keys-circle")


def draws_polygon(page, wire):
    begin_by_keys(page, "polygon", "Keys area")
    adds_places(page, ["ArrowRight"], ["ArrowDown"], ["ArrowLeft"], ["ArrowDown", "ArrowLeft"])
    page.wait_for_selector('.handle[data-key="corner-4"]')
    tab_to(page, '.handle[data-key="edge-0"]')
    press(page, "ArrowUp", 12)
    page.wait_for_selector('.handle[data-key="corner-5"]')
    assert page.locator('.handle[data-key^="corner"]').count() == 6, "one corner for each key"
    assert page.evaluate(f"{AT}.dataset.key") == "corner-1"
    page.click("[name=drop]:has-text('Remove corner 2')")
    page.wait_for_selector('.handle[data-key="corner-5"]', state="detached")
    tab_to(page, '.handle[data-key="corner-4"]')
    press(page, "Delete")
    assert page.evaluate(f"{AT}.dataset.key") == "corner-3", "the focus is lost"
    tab_to(page, '.handle[data-key="edge-3"]')
    press(page, "Enter")
    page.wait_for_selector('.handle[data-key="corner-4"]')
    save_by_keys(page)
    assert len(wire.fence("keys-area")["geometry"]["coordinates"][0]) == 6, wire.fence("keys-area")


def draws_corridor(page, wire):
    begin_by_keys(page, "corridor", "Keys lane")
    adds_places(page, ["ArrowRight"], ["ArrowDown"])
    save_by_keys(page)
    corners = wire.fence("keys-lane")["geometry"]["coordinates"]
    assert len(corners) == 3 and corners[0][1] == corners[1][1] > corners[2][1], corners


def plans_an_itinerary(page, wire):
    begin_by_keys(page, "itinerary", "Keys way")
    adds_places(page, ["ArrowRight"], ["ArrowDown"])
    tab_to(page, "[name=add-here]")
    press(page, "Shift+ArrowDown")
    press(page, "Enter")
    assert page.locator(".stops > li").count() == 4
    save_by_keys(page)
    assert len(wire.request("itinerary/get", {"id": "keys-way"})["data"]["stops"]) == 4
    wire.request("itinerary/remove", {"id": "keys-way"})


def touches(trial, site, wire, pictures):
    """A finger on a phone: the map, the buttons over it, and nothing that is too small for it."""
    page = sign_in(trial, site, width=390, height=844, has_touch=True)
    page.tap("#add")
    page.tap('[data-kind="polygon"]')
    page.fill("[name=name]", "Finger")
    page.tap("[name=add-here]")
    for x, y in ((120, 140), (240, 150), (120, 300)):
        page.touchscreen.tap(x, y)
    page.wait_for_selector('.handle[data-key="corner-3"]')
    page.tap("[name=drop]")
    page.wait_for_selector('.handle[data-key="corner-3"]', state="detached")
    page.screenshot(path=pictures / "edit-phone.png")
    has_room_for_fingers(page)
    page.tap("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    assert len(wire.fence("finger")["geometry"]["coordinates"][0]) == 4, wire.fence("finger")
    page.tap("#add")
    page.tap('[data-kind="itinerary"]')
    page.wait_for_selector("body[data-editing=itinerary]")
    for x, y in ((100, 200), (240, 160)):
        page.touchscreen.tap(x, y)
    page.wait_for_selector(".leg:has-text('A to B, 0d')")
    assert "routing" in json.loads(page.text_content("#panel .paste")), "no key for a router"
    has_room_for_fingers(page)
    page.close()
    has_room_in_its_bar(trial, site)
    chooses_hours(trial, site, wire, pictures)


def has_room_for_fingers(page, which=".handle, .aim button, #bar button, #panel button, #panel input, #panel summary, .stops .pin"):
    """Whatever is to be hit is 44 px high and wide; a label makes the box in it larger."""
    small = page.evaluate("""(which) => [...document.querySelectorAll(which)]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.name || one.className || one.tagName, (one.type === "checkbox" ? one.closest("label") : one).getBoundingClientRect()])
      .filter(([, box]) => box.height < 44 || box.width < 44).map(([name, box]) => `${name} ${box.width} ${box.height}`)""", which)
    assert not small, small


# What stands in the bar: its boxes, and what is wrong with them.
BAR = """() => {
  const boxes = [...document.querySelectorAll("#bar > *")].filter((one) => one.checkVisibility()).map((one) => [one.id, one.getBoundingClientRect()]);
  const wrong = boxes.filter(([id, box]) => box.left < 0 || box.right > innerWidth || box.height < (id === "link" ? 20 : 44) || box.width < (id === "link" ? 20 : 44));
  const over = boxes.filter(([, a], index) => boxes.some(([, b], other) => other > index && a.left < b.right - 0.5 && b.left < a.right - 0.5));
  return [...wrong, ...over].map(([id, box]) => `${id} ${box.left} ${box.right} ${box.height}`);
}"""


def has_room_in_its_bar(trial, site):
    """Whoever may look, and whoever may edit, reaches all of the bar on a narrow screen, by day and by night."""
    for scheme in ("light", "dark"):
        for width in (360, 390):
            page = trial.page(site.url, width=width, height=780, color_scheme=scheme)
            page.wait_for_selector("body[data-state=live]")
            assert not page.evaluate(BAR), page.evaluate(BAR)
            page.close()
            page = sign_in(trial, site, width=width, height=780, color_scheme=scheme)
            assert not page.evaluate(BAR), page.evaluate(BAR)
            has_room_for_fingers(page, "#side button, #side input")
            was = page.get_attribute("html", "data-theme")
            page.click("#more")
            has_no_findings(page, f"more {scheme} {width}")
            page.click('dialog [data-for="theme"]')
            assert page.get_attribute("html", "data-theme") != was, "it is neither night nor day"
            page.click("#more")
            page.click('dialog [data-for="sign"]')
            page.wait_for_selector("#add", state="hidden")
            page.close()


# Hours of the table of the week that are open.
OPEN = "() => [...document.querySelectorAll('.week [aria-checked=true]')].map((one) => Number(one.dataset.hour)).sort((a, b) => a - b)"


def swipes(page, *places):
    """A finger from one place to others."""
    session = page.context.new_cdp_session(page)
    for kind, (x, y) in zip(["touchStart"] + ["touchMove"] * len(places), places):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page, number):
    box = page.locator(f'[data-hour="{number}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def chooses_hours(trial, site, wire, pictures):
    """A finger opens hours by touching them, and by going across days; up and down it scrolls. Keys go the way they look."""
    for scheme, width in (("light", 390), ("dark", 390), ("light", 1024)):
        page = sign_in(trial, site, width=width, height=844, has_touch=True, color_scheme=scheme)
        page.tap("#add")
        page.tap('[data-kind="wifi"]')
        page.fill("[name=name]", f"Hours {scheme} {width}")
        page.fill("[name=wifi]", "Hours")
        page.tap("summary:has-text('Hours')")
        page.locator('[data-hour="8"]').scroll_into_view_if_needed()
        has_room_for_fingers(page, ".week button")
        page.tap('[data-hour="8"]')
        assert page.evaluate(OPEN) == [8], page.evaluate(OPEN)
        swipes(page, *(middle(page, 8 + 24 * day) for day in range(1, 5)))
        assert page.evaluate(OPEN) == [8 + 24 * day for day in range(5)], page.evaluate(OPEN)
        top = page.evaluate("document.querySelector('#panel .body').scrollTop")
        x, y = middle(page, 8)
        swipes(page, *((x, y - 20 * step) for step in range(8)))
        page.wait_for_timeout(200)
        assert page.evaluate("document.querySelector('#panel .body').scrollTop") > top, "it does not scroll"
        assert len(page.evaluate(OPEN)) == 5, page.evaluate(OPEN)
        page.screenshot(path=pictures / f"week-{scheme}-{width}.png")
        has_no_findings(page, f"week {scheme} {width}")
        page.focus('[data-hour="8"]')
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        assert {9, 33} <= set(page.evaluate(OPEN)), page.evaluate(OPEN)
        page.tap("[name=save]")
        page.wait_for_selector("body:not([data-editing])")
        schedule = wire.fence(f"hours-{scheme}-{width}")["schedule"]
        assert [entry["days"] for entry in schedule] == [["mon", "tue"], ["wed", "thu", "fri"]], schedule
        wire.request("fence/remove", {"id": f"hours-{scheme}-{width}"})
        page.close()


def draws_across_the_date_line(trial, site, wire, pictures):
    """From both sides, and after the map was dragged round the Earth."""
    page = sign_in(trial, site, at="13/-16.90000/179.99900")
    for kind, name, places in (("polygon", "East", ((560, 300), (760, 300), (760, 460))), ("corridor", "West", ((800, 520), (640, 560), (480, 520)))):
        begin(page, kind)
        page.fill("[name=name]", name)
        for x, y in places:
            page.mouse.click(x, y)
        page.wait_for_selector('.handle[data-key="corner-2"]')
        drag(page, "corner-0", 10, 10)
        drag(page, "edge-0", 0, 30)
        page.wait_for_selector('.handle[data-key="corner-3"]')
        page.screenshot(path=pictures / f"edit-{name.lower()}.png")
        saved(page, name.lower())
        corners = wire.fence(name.lower())["geometry"]["coordinates"]
        line = corners[0] if kind == "polygon" else corners
        easts = [corner[0] for corner in line]
        assert max(easts) - min(easts) < 0.1 and min(easts) < 180 < max(easts), easts
    plans_across(page, wire)
    changes_one_across(page, wire)
    page.close()


def plans_across(page, wire):
    begin(page, "itinerary")
    page.fill("[name=name]", "Across")
    for x, y in ((500, 300), (800, 340)):
        page.mouse.click(x, y)
    drag(page, "stop-1", -60, 0)
    page.wait_for_selector(".leg:has-text('A to B, 0d')")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    data = wire.request("itinerary/get", {"id": "across"})["data"]
    (west, east), [leg] = [stop["longitude"] for stop in data["stops"]], data["legs"]
    assert 179 < west <= 180 and -180 <= east < -179 and leg["distance"] < 10_000, data
    wire.request("itinerary/remove", {"id": "across"})
    page.click("#tab-fences")


def changes_one_across(page, wire):
    """A rectangle of the configuration that lies across, seen from the other side."""
    page.click('.row[data-id="date-line"]')
    page.click('[data-key="edit"]')
    page.wait_for_selector('.handle[data-key="corner-3"]')
    drag(page, "corner-0", -5, 5)
    saved(page, "date-line")
    easts = [corner[0] for corner in wire.fence("date-line")["geometry"]["coordinates"][0]]
    assert max(easts) - min(easts) < 0.3 and min(easts) < 180 < max(easts), easts
    page.goto(page.url.split("#")[0] + "#13/-16.90000/-179.99900")
    page.reload()
    page.wait_for_selector("#add:not([hidden])")
    begin(page, "circle")
    page.fill("[name=name]", "Far")
    page.mouse.click(500, 300)
    assert 179 < float(page.input_value("[name=longitude]")) <= 180, page.input_value("[name=longitude]")
    saved(page, "far")


def draws_without_a_mouse(trial, site, wire, pictures):
    for more in ({}, {"width": 390, "height": 844}):
        page = sign_in(trial, site, **more)
        draws_circle(page, wire)
        draws_polygon(page, wire)
        draws_corridor(page, wire)
        plans_an_itinerary(page, wire)
        for fence in ("keys-circle", "keys-area", "keys-lane"):
            wire.request("fence/remove", {"id": fence})
        page.close()

"""That anybody can use the page, and many pages at once; part of scripts/try-map."""

import importlib.util
import json
import pathlib

from conflicts import clashes, opens
from editing import Wire, begin, press_in_bar, sign_in


def rules():
    """The script of axe-core, which Playwright's companion carries."""
    spec = importlib.util.find_spec("axe_playwright_python")
    return (pathlib.Path(spec.origin).parent / "axe.min.js").read_text()


def has_no_findings(page, where):
    page.evaluate(rules())
    found = page.evaluate("axe.run()")["violations"]
    assert not found, where + ": " + json.dumps(
        [(one["id"], one["help"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found], indent=1)


def is_accessible(trial, site, kinds=("circle", "polygon", "corridor", "wifi")):
    site.move("van1")
    for more in ({}, {"color_scheme": "dark"}, {"width": 390, "height": 844}):
        page = sign_in(trial, site, **more)
        has_no_findings(page, f"list {more}")
        for tab in ("fences", "events", "devices"):
            page.click(f"#tab-{tab}")
        page.click('.row[data-id="van1"]')
        page.wait_for_selector("#panel .band")
        has_no_findings(page, f"device {more}")
        page.keyboard.press("Escape")
        for kind in kinds:
            begin(page, kind)
            for x, y in ((160, 160), (250, 170), (160, 300)) if kind != "wifi" else ():
                page.mouse.click(x if more.get("width") else x + 400, y)
            for summary in page.locator("#panel summary").all():
                summary.click()
            page.wait_for_selector(".week")
            has_no_findings(page, f"form of a {kind} {more}")
            page.keyboard.press("Escape")
        if kinds:
            is_accessible_in_a_conflict(page, Wire(site), more)
        press_in_bar(page, "help")
        page.wait_for_selector("dialog[open]:has-text('crosshair')")
        has_no_findings(page, f"help {more}")
        page.close()


def is_accessible_in_a_conflict(page, wire, more):
    wire.request("fence/set", {"id": "0-clash", "latitude": 52.5, "longitude": 13.4, "radius": 90})
    page.wait_for_selector("#tab-fences")
    page.click("#tab-fences")
    page.wait_for_selector('.row[data-id="0-clash"]')
    opens(page, "0-clash")
    wire.request("fence/set", {"id": "0-clash", "latitude": 52.5, "longitude": 13.4, "radius": 80})
    page.fill("[name=radius]", "70")
    clashes(page)
    has_no_findings(page, f"conflict {more}")
    page.keyboard.press("Escape")
    wire.request("fence/remove", {"id": "0-clash"})


# The boxes of the crosshair, of what stands beside it, and of the form.
BOXES = """() => [".aim .cross", ".aim .tools", "#panel"].map((one) => document.querySelector(one).getBoundingClientRect())
  .map(({ left, top, right, bottom }) => ({ left, top, right, bottom }))"""


def apart(a, b):
    return a["right"] <= b["left"] or b["right"] <= a["left"] or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]


def is_usable_at_twice_the_size(trial, site):
    """1280 by 800 at 200 %, as WCAG 1.4.4 has it: nothing is cut off, or covers what it is about."""
    page = sign_in(trial, site, width=640, height=400, device_scale_factor=2)
    row = page.locator(".row").first.bounding_box()
    shown = page.locator("#list").bounding_box()
    assert shown["height"] >= row["height"], f"the list shows no row: {shown}"
    page.click('.row[data-id="van1"]')
    page.wait_for_selector("#panel .band")
    has_no_findings(page, "device at 200 %")
    begin(page, "circle")
    cross, tools, form = page.evaluate(BOXES)
    assert apart(cross, tools) and apart(cross, form) and apart(tools, form), (cross, tools, form)
    page.click("[name=add-here]")
    page.wait_for_selector('.handle[data-key="rim"]')
    has_no_findings(page, "form at 200 %")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    page.close()


def signs_in_accessibly(trial, site):
    for more in ({}, {"color_scheme": "dark"}, {"width": 390, "height": 844}):
        page = trial.page(site.url, **more)
        page.wait_for_selector("#sign:not([hidden])", state="attached")
        press_in_bar(page, "sign")
        page.wait_for_selector("dialog[open] input")
        has_no_findings(page, f"sign in {more}")
        page.fill("dialog input", "guess")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog .problem:not(:empty)")
        has_no_findings(page, f"refused {more}")
        page.close()


def carries_many_viewers(trial, site):
    """As many at once as may be, each a browser of its own; one more is turned away until one goes."""
    site.move("van1")
    pages = [trial.page(site.url) for _ in range(16)]
    for page in pages:
        page.wait_for_selector("body[data-state=live]")
    late = trial.page(site.url)
    late.wait_for_selector("body[data-state=full]")
    assert "http.map.viewers" in late.text_content("#note")
    site.move("van16", 0.02)
    for page in pages:
        page.wait_for_selector('.row[data-id="van16"]')
    pages.pop().context.close()
    late.reload()
    late.wait_for_selector('body[data-state=live] .row[data-id="van16"]')
    for page in [*pages, late]:
        page.context.close()


def carries_many_tabs(trial, site):
    """A browser has six connections for all its pages: those that nobody sees give theirs back."""
    first = trial.page(site.url)
    pages = [first]
    for _ in range(5):
        page = first.context.new_page()
        page.clock.install()
        page.goto(site.url)
        pages.append(page)
    for page in pages:
        page.wait_for_selector("body[data-state=live]")
    for page in pages[1:]:
        page.evaluate("""() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""")
        page.clock.fast_forward(31_000)
    seventh = first.context.new_page()
    seventh.goto(site.url)
    seventh.wait_for_selector("body[data-state=live]")
    pages[1].evaluate("""() => { delete document.hidden; document.dispatchEvent(new Event("visibilitychange")); }""")
    site.move("van9", 0.02)
    for page in (first, seventh, pages[1]):
        page.wait_for_selector('.row[data-id="van9"]')
    for page in [*pages, seventh]:
        page.close()

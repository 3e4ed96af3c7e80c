"""That anybody can use the page, and many pages at once; part of scripts/try-map."""

import importlib.util
import json
import pathlib

from editing import begin, sign_in


def rules():
    """The script of axe-core, which Playwright's companion carries."""
    spec = importlib.util.find_spec("axe_playwright_python")
    return (pathlib.Path(spec.origin).parent / "axe.min.js").read_text()


def has_no_findings(page, where):
    page.evaluate(rules())
    found = page.evaluate("axe.run()")["violations"]
    assert not found, where + ": " + json.dumps(
        [(one["id"], one["help"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found], indent=1)


def is_accessible(trial, site):
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
        begin(page, "circle")
        has_no_findings(page, f"form {more}")
        page.keyboard.press("Escape")
        page.click("#help")
        has_no_findings(page, f"help {more}")
        page.close()


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

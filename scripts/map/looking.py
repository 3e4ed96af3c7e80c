"""What somebody sees who looks on; part of scripts/try-map."""

import time

from site_under_trial import EVIL, TOKEN


def shows_devices(trial, site, stage, picture, **more):
    site.move("van1")
    site.move("van2", 0.01)
    page = trial.page(site.url, **more)
    page.wait_for_selector("body[data-state=live]")
    page.wait_for_selector(f"body[data-stage={stage}]")
    page.click('.row[data-id="van1"]')
    page.wait_for_selector(".band.inside")
    assert page.text_content(".band") == f"INSIDE {EVIL}", page.text_content(".band")
    for step in range(1, 7):
        site.move("van1", 0.0005 * step, 0.0003 * step)
    page.wait_for_selector(".band:not(.inside)")
    page.wait_for_selector("body[data-events]")
    page.click('[data-key="why"]')
    page.wait_for_selector("#why li")
    assert "edge" in page.text_content("#why")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    time.sleep(0.5)
    page.screenshot(path=picture)
    page.close()


def keeps_what_is_pressed(trial, site):
    """A press takes a tenth of a second or longer, in which much is shown anew: the click counts all the same."""
    page = trial.page(site.url)
    page.click('.row[data-id="van1"]')
    page.hover('[data-key="why"]')
    page.mouse.down()
    moves_and_is_heard_of(page, site, 0.01)
    page.mouse.up()
    page.wait_for_selector("#why li")
    page.wait_for_selector("#panel dd:has-text('52.51000')")
    page.focus('[data-key="follow"]')
    page.keyboard.down("Shift")
    page.keyboard.down(" ")
    page.keyboard.up("Shift")
    moves_and_is_heard_of(page, site, 0.02)
    page.keyboard.up(" ")
    page.wait_for_selector('[data-key="follow"][aria-pressed=true]')
    page.hover('.row[data-id="van2"]')
    page.mouse.down()
    moves_and_is_heard_of(page, site, 0.03, "van2")
    page.mouse.up()
    page.wait_for_selector("#panel h2:has-text('van2')")
    page.hover("#ticker button >> nth=1")
    page.mouse.down()
    moves_and_is_heard_of(page, site, 0, "van2", "data-events")
    page.mouse.up()
    page.wait_for_selector("#panel h2:has-text('van1')")
    page.close()


def keeps_what_is_touched(trial, site):
    """The click of a finger comes after it has gone. What is pressed goes with what it belongs to."""
    page = trial.page(site.url, has_touch=True)
    page.tap('.row[data-id="van1"]')
    page.wait_for_selector('[data-key="why"]')
    # Within the page: the panel may be shown anew between two questions, and what was found is gone then.
    place = page.evaluate("""() => {
      const box = document.querySelector('[data-key="why"]').getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }""")
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    moves_and_is_heard_of(page, site, 0.04)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector("#why li")
    page.wait_for_selector("#panel dd:has-text('52.54000')")
    page.hover('[data-key="follow"]')
    page.mouse.down()
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="hidden")
    page.mouse.up()
    page.close()


def moves_and_is_heard_of(page, site, north, device="van1", attribute="data-devices"):
    page.evaluate("""(attribute) => {
      delete document.body.dataset.heard;
      new MutationObserver((_, one) => { document.body.dataset.heard = "yes"; one.disconnect(); })
        .observe(document.body, { attributeFilter: [attribute] });
    }""", attribute)
    site.move(device, north)
    page.wait_for_selector("body[data-heard]")
    # What is heard is shown in the next frame.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def works_by_keyboard(trial, site):
    page = trial.page(site.url)
    page.wait_for_selector('.row[data-id="van2"]')
    page.keyboard.press("/")
    page.keyboard.type("van2")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel:not([hidden])")
    assert page.text_content("#panel h2") == "van2"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="hidden")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.close()


def comes_back(trial, site):
    page = trial.page(site.url)
    page.wait_for_selector("body[data-state=live]")
    site.kill()
    page.wait_for_selector("body[data-state=waiting]")
    site.start()
    site.move("late")
    page.wait_for_selector("body[data-state=live]", timeout=45_000)
    page.wait_for_selector('.row[data-id="late"]')
    page.close()


def asks_for_the_token(trial, site):
    site.move("van1")
    page = trial.page(site.url)
    page.wait_for_selector("dialog[open] input")
    page.fill("dialog input", "guess")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog .problem:not(:empty)")
    page.fill("dialog input", TOKEN)
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-state=live]")
    page.wait_for_selector('.row[data-id="van1"]')
    page.reload()
    page.wait_for_selector("body[data-state=live]")
    page.click("#sign")
    page.wait_for_selector("dialog[open] input")
    page.close()


def is_deaf_to_other_names(trial, site):
    page = trial.browser.new_page()
    answer = page.goto(f"http://evil.test:{site.http}/")
    assert answer.status == 421, answer.status
    page.close()

"""What a browser does to fences; part of scripts/try-map."""

import json
import subprocess

from site_under_trial import EDIT_TOKEN


class Wire:
    """What the broker keeps of fences."""

    def __init__(self, site):
        self.site = site

    def request(self, command, payload):
        answer = subprocess.run(
            ["mosquitto_rr", "-V", "5", "-p", str(self.site.mqtt), "-t", f"geofence/request/{command}",
             "-e", "answers/try", "-m", json.dumps(payload), "-W", "10"], capture_output=True, text=True, check=True)
        return json.loads(answer.stdout)

    def fence(self, fence):
        return self.request("fence/get", {"id": fence}).get("data")


def press_in_bar(page, name):
    """A button of the bar; where the screen is narrow it stands under More."""
    if page.is_visible("#more"):
        page.click("#more")
        page.click(f'dialog [data-for="{name}"]')
    else:
        page.click(f"#{name}")


def sign_in(trial, site, at="14/52.50000/13.40000", **more):
    page = trial.page(f"{site.url}#{at}", **more)
    page.wait_for_selector("body[data-state=live]")
    assert page.is_hidden("#add"), "who may only look is offered to edit"
    press_in_bar(page, "sign")
    page.fill("dialog input", EDIT_TOKEN)
    page.keyboard.press("Enter")
    page.wait_for_selector("#add:not([hidden])")
    return page


def begin(page, kind):
    page.click("#add")
    page.click(f'[data-kind="{kind}"]')
    page.wait_for_selector(f'body[data-editing="{kind}"]')


def saved(page, fence):
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    page.wait_for_selector("#note button")
    page.click("#tab-fences")
    page.wait_for_selector(f'.row[data-id="{fence}"]')


def drag(page, key, dx, dy):
    box = page.locator(f'.handle[data-key="{key}"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def draws_a_circle(page, wire, second, pictures):
    begin(page, "circle")
    page.fill("[name=name]", "My Yard")
    page.mouse.click(640, 400)
    page.wait_for_selector('.handle[data-key="rim"]')
    before = float(page.input_value("[name=radius]"))
    drag(page, "rim", 60, 0)
    after = float(page.input_value("[name=radius]"))
    assert after > before + 100, (before, after)
    drag(page, "rim", 5000, 0)
    assert float(page.input_value("[name=radius]")) <= 3000, "beyond http.map.maxRadius"
    page.fill("[name=radius]", "400")
    page.fill("[name=wifi]", "Yard, Guest")
    page.screenshot(path=pictures / "edit-circle.png")
    saved(page, "my-yard")
    fence = wire.fence("my-yard")
    assert (fence["radius"], fence["wifi"], fence["name"]) == (400, ["Yard", "Guest"], "My Yard"), fence
    second.click("#tab-fences")
    second.wait_for_selector('.row[data-id="my-yard"]')


def undoes(page, wire):
    page.click('.row[data-id="my-yard"]')
    page.click('[data-key="edit"]')
    page.wait_for_selector("[name=radius]")
    page.fill("[name=radius]", "500")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    assert wire.fence("my-yard")["radius"] == 500
    page.click("#note button")
    page.wait_for_selector("#note:has-text('as it was')")
    assert wire.fence("my-yard")["radius"] == 400


def keeps_what_it_does_not_show(page, wire):
    wire.request("fence/set", {"id": "rich", "latitude": 52.501, "longitude": 13.401, "radius": 90, "groups": ["sites"],
                               "rules": {"exitAfter": 33}, "schedule": [{"days": ["mon-fri"], "from": "08:00", "to": "18:00", "timezone": "Europe/Berlin"}]})
    page.wait_for_selector('.row[data-id="rich"]')
    page.click('.row[data-id="rich"]')
    page.click('[data-key="edit"]')
    page.wait_for_selector("[name=radius]")
    assert page.locator('.week [aria-checked="true"]').count() == 50
    page.click('.week [data-hour="120"]')
    page.fill("[name=name]", "Rich")
    saved(page, "rich")
    fence = wire.fence("rich")
    assert (fence["groups"], fence["rules"]["exitAfter"]) == (["sites"], 33), fence
    assert {"days": ["sat"], "from": "00:00", "to": "01:00", "timezone": "Europe/Berlin"} in fence["schedule"], fence


def draws_an_area_by_keyboard_too(page, wire, pictures):
    begin(page, "polygon")
    page.fill("[name=name]", "Field")
    for x, y in ((560, 300), (720, 300), (720, 460)):
        page.mouse.click(x, y)
    page.wait_for_selector('.handle[data-key="corner-2"]')
    drag(page, "edge-2", -40, 40)
    page.wait_for_selector('.handle[data-key="corner-3"]')
    corner = page.locator('.handle[data-key="corner-0"]')
    corner.focus()
    left = corner.bounding_box()["x"]
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    assert abs(left - 30 - corner.bounding_box()["x"]) < 2
    page.screenshot(path=pictures / "edit-area.png")
    saved(page, "field")
    assert len(wire.fence("field")["geometry"]["coordinates"][0]) == 5, wire.fence("field")
    page.click('.row[data-id="field"]')
    page.click('[data-key="edit"]')
    page.locator('.handle[data-key="corner-3"]').focus()
    page.keyboard.press("Delete")
    saved(page, "field")
    assert len(wire.fence("field")["geometry"]["coordinates"][0]) == 4


def draws_a_corridor_and_one_by_wifi(page, wire):
    begin(page, "corridor")
    page.fill("[name=name]", "Lane")
    for x, y in ((500, 520), (640, 560), (800, 520)):
        page.mouse.click(x, y)
    page.fill("[name=width]", "25")
    saved(page, "lane")
    fence = wire.fence("lane")
    assert (len(fence["geometry"]["coordinates"]), fence["width"]) == (3, 25), fence
    begin(page, "wifi")
    page.fill("[name=name]", "Café Größe")
    page.fill("[name=wifi]", "CafeNet")
    saved(page, "cafe-gro-e")
    assert wire.fence("cafe-gro-e")["wifi"] == ["CafeNet"]


def says_what_the_agent_refuses(page, wire):
    begin(page, "circle")
    page.mouse.click(640, 400)
    page.fill("[name=id]", "a/b")
    page.click("[name=save]")
    page.wait_for_selector(".problem:not(:empty)")
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-editing])")
    assert wire.fence("a/b") is None


def shows_a_conflict(page, wire):
    page.click('.row[data-id="my-yard"]')
    page.click('[data-key="edit"]')
    page.wait_for_selector("[name=radius]")
    wire.request("fence/set", {"id": "my-yard", "latitude": 52.5, "longitude": 13.4, "radius": 77})
    page.fill("[name=radius]", "600")
    page.click("[name=save]")
    page.wait_for_selector(".conflict")
    assert wire.fence("my-yard")["radius"] == 77, "somebody else's change is lost"
    page.click("[name=ours]")
    page.wait_for_selector("body:not([data-editing])")
    assert wire.fence("my-yard")["radius"] == 600


def removes(page, wire, trial):
    page.click('.row[data-id="my-yard"]')
    page.click('[data-key="edit"]')
    page.wait_for_selector("[name=delete]")
    trial.answers_dialogs(page)
    page.click("[name=delete]")
    page.wait_for_selector('.row[data-id="my-yard"]', state="detached")
    assert wire.fence("my-yard") is None
    page.click("#note button")
    page.wait_for_selector('.row[data-id="my-yard"]')
    assert wire.fence("my-yard")["radius"] == 600


def signs_in_by_address(trial, site):
    page = trial.page(f"{site.url}#edit={EDIT_TOKEN}")
    page.wait_for_selector("#add:not([hidden])")
    assert EDIT_TOKEN not in page.url, page.url
    page.close()


def edits(trial, site, pictures):
    signs_in_by_address(trial, site)
    wire = Wire(site)
    page, second = sign_in(trial, site), trial.page(site.url)
    draws_a_circle(page, wire, second, pictures)
    undoes(page, wire)
    keeps_what_it_does_not_show(page, wire)
    draws_an_area_by_keyboard_too(page, wire, pictures)
    draws_a_corridor_and_one_by_wifi(page, wire)
    says_what_the_agent_refuses(page, wire)
    shows_a_conflict(page, wire)
    removes(page, wire, trial)
    page.close()
    second.close()

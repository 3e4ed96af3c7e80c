"""Fences that somebody else changes, those of the configuration, and networks heard; part of scripts/try-map."""

from editing import begin, sign_in

# The colour that theirs is drawn in, and what is pointed at.
ALARM = [180, 35, 24]
PAINTED = """([red, green, blue]) => {
  const picture = document.querySelector("canvas.draw");
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] > 200) count += 1;
  return count;
}"""
FORM = "body[data-editing] [name=save]"


def painted(page, colour):
    """Pixels of the picture in a colour."""
    return page.evaluate(PAINTED, colour)


def opens(page, fence):
    page.click("#tab-fences")
    page.click(f'.row[data-id="{fence}"]')
    page.click('[data-key="edit"]')
    page.wait_for_selector(FORM)


def clashes(page):
    page.click("[name=save]")
    page.wait_for_selector(".conflict")


def rows(page):
    return {row.get_attribute("data-key"): row.locator("td").all_text_contents() for row in page.locator(".conflict tr[data-key]").all()}


def shows_both(page, wire, pictures):
    wire.request("fence/set", {"id": "shared", "latitude": 52.5, "longitude": 13.4, "radius": 90, "wifi": ["Old"]})
    opens(page, "shared")
    assert not page.is_visible(".origin")
    page.fill("[name=radius]", "300")
    page.locator("[name=radius]").blur()
    before = painted(page, ALARM)
    wire.request("fence/set", {"id": "shared", "name": "Ours", "latitude": 52.5, "longitude": 13.405, "radius": 200, "wifi": ["Old"]})
    clashes(page)
    assert rows(page) == {"name": ["Ours", "–"], "longitude": ["13.405", "13.4"], "radius": ["200", "300"]}, rows(page)
    page.wait_for_timeout(300)
    assert painted(page, ALARM) > before + 200, "theirs is not on the map"
    page.screenshot(path=pictures / "edit-conflict.png")
    page.click("[name=theirs]")
    page.wait_for_selector(".conflict", state="detached")
    assert page.input_value("[name=radius]") == "200"
    page.wait_for_timeout(300)
    assert painted(page, ALARM) <= before, "theirs stays on the map"


def keeps_what_others_deleted(page, wire):
    wire.request("fence/remove", {"id": "shared"})
    page.fill("[name=radius]", "250")
    clashes(page)
    assert "deleted" in page.text_content(".conflict")
    page.click("[name=ours]")
    page.wait_for_selector("body:not([data-editing])")
    assert wire.fence("shared")["radius"] == 250


def says_what_stands_in_the_configuration(page, wire, fence):
    opens(page, fence)
    assert "configuration" in page.text_content(".origin")
    assert not page.is_visible("[name=delete]")
    page.fill("[name=name]", "In its place")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    assert wire.fence(fence)["type"] == "custom"
    opens(page, fence)
    assert not page.is_visible(".origin")
    page.keyboard.press("Escape")


def offers_networks(page, site, wire):
    """Those that devices are on, and have been on while the page is open."""
    for ssid, bssid in (("Yard, North", "00:11:22:33:44:55"), ("CafeNet", "00:11:22:33:44:66")):
        site.report("phone", {"ssid": ssid, "bssid": bssid})
        page.click("#tab-devices")
        page.click('.row[data-id="phone"]')
        page.wait_for_selector(f'#panel:has-text("{ssid}")')
    begin(page, "wifi")
    page.fill("[name=name]", "Heard")
    page.fill("[name=wifi]", "Typed")
    page.click('.chips button:has-text("CafeNet")')
    page.click('.chips button:has-text("Yard, North")')
    page.wait_for_selector('.chips button:has-text("Yard, North ✕")')
    page.click(".points summary")
    page.click('.chips button:has-text("bssid:00:11:22:33:44:66")')
    page.fill("[name=wifi]", page.input_value("[name=wifi]") + ", More")
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    wanted = ["Yard, North", "Typed", "CafeNet", "bssid:001122334466", "More"]
    assert sorted(wire.fence("heard")["wifi"]) == sorted(wanted), wire.fence("heard")
    opens(page, "heard")
    page.click(".points summary")
    offered = page.locator(".points button").all_text_contents()
    assert offered == ["bssid:00:11:22:33:44:55"], offered
    page.keyboard.press("Escape")


def keeps_apart_what_is_saved_late(page, wire):
    """Somebody who goes on to another fence before the agent has answered stays at that."""
    begin(page, "wifi")
    page.fill("[name=name]", "First")
    page.fill("[name=wifi]", "First")
    held = []
    page.route("**/api/request/fence/set", lambda route: held.append(route))
    with page.expect_request("**/api/request/fence/set"):
        page.click("[name=save]")
    page.keyboard.press("Escape")
    begin(page, "wifi")
    page.fill("[name=name]", "Second")
    page.fill("[name=wifi]", "Second")
    held[0].continue_()
    page.unroute("**/api/request/fence/set")
    page.wait_for_selector("#note:has-text('First is saved')")
    assert page.input_value("[name=name]") == "Second"
    page.click("[name=save]")
    page.wait_for_selector("body:not([data-editing])")
    assert wire.fence("first")["wifi"] == ["First"] and wire.fence("second")["wifi"] == ["Second"]


def settles_conflicts(trial, site, wire, pictures):
    page = sign_in(trial, site)
    shows_both(page, wire, pictures)
    keeps_what_others_deleted(page, wire)
    says_what_stands_in_the_configuration(page, wire, "guest")
    offers_networks(page, site, wire)
    keeps_apart_what_is_saved_late(page, wire)
    page.close()

"""The client in JavaScript of docs/app.md, in a page of the agent's own origin; part of scripts/try-map."""

import pathlib
import re

from site_under_trial import BASE, Site

PAGE = pathlib.Path(__file__).parent.parent.parent / "docs" / "app.md"


def waits(page, found, what):
    for _ in range(200):
        if found():
            return
        page.wait_for_timeout(50)
    raise AssertionError(what)


def is_copied(trial):
    """It asks, and is told of events, on the address of this agent."""
    script = re.search(r"^```js\n(.*?)^```", PAGE.read_text(), re.S | re.M)[1]
    with Site({"map": True}) as site:
        for old, new in (("http://127.0.0.1:9464", site.url.rstrip("/")),
                         ("latitude: 52.52, longitude: 13.405", f"latitude: {BASE[0]}, longitude: {BASE[1]}")):
            assert old in script, f"the page's client has no {old}"
            script = script.replace(old, new)
        page = trial.browser.new_context().new_page()
        page.on("pageerror", lambda error: trial.complain(str(error)))
        said = []
        page.on("console", lambda message: said.append([value.json_value() for value in message.args]))
        page.goto(site.url)
        page.evaluate(f"() => {{ (async () => {{ {script} }})(); }}")
        waits(page, lambda: said, "the question has no answer")
        assert [(fence["id"], fence["distance"]) for fence in said[0][0]["fences"]] == [("depot", -150)], said
        site.move("van", 0.01)
        waits(page, lambda: said_of(site, page), "nothing is known of the van")
        site.move("van")
        waits(page, lambda: len(said) > 1, "no event")
        assert said[1] == ["enter", "van", "depot"], said
        page.close()


def said_of(site, page):
    """Whether the agent knows the van, whose first position is no event."""
    ask = """async (url) => (await (await fetch(url + "api/request/device/list", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })).json()).data.count"""
    return page.evaluate(ask, site.url) == 1

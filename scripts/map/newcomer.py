"""A newcomer's first minutes: from scripts/demo to a fence of one's own, seen over MQTT; part of scripts/try-map."""

import json
import pathlib
import re
import subprocess
import time

# Seconds from the command to the fence on the broker, of a program that is built.
MOST = 120
# New, New circle, a place, Save.
CLICKS = 4


def begins():
    """The demonstration, what it prints up to the address of its map, and that address."""
    script = pathlib.Path(__file__).parent.parent / "demo"
    demo = subprocess.Popen([script, "--duration", str(MOST)], stdout=subprocess.PIPE, text=True)
    said = ""
    for line in demo.stdout:
        said += line
        if found := re.search(r"^map +(http://\S+#edit=\w+)", line):
            return demo, said, found[1]
    raise AssertionError(f"no map: {said}")


def listens(said):
    """Subscribes to the topics of fences, on the port that the demonstration prints."""
    port = re.search(r"mosquitto_sub -p (\d+) ", said)[1]
    return subprocess.Popen(["mosquitto_sub", "-p", port, "-t", "geofence/fence/+", "-F", "%t %p", "-W", str(MOST)], stdout=subprocess.PIPE, text=True)


def draws_a_first_fence(trial, pictures):
    begun = time.monotonic()
    demo, said, address = begins()
    listener = listens(said)
    try:
        page = trial.page(address)
        clicks = []

        def click(selector):
            clicks.append(selector)
            page.click(selector)

        click("#add")
        click("[data-kind=circle]")
        page.wait_for_selector("body[data-editing=circle]")
        clicks.append("the map")
        page.mouse.click(640, 360)
        page.wait_for_selector(".handle[data-key=rim]")
        page.screenshot(path=pictures / "newcomer.png")
        click("[name=save]")
        page.wait_for_selector("#note:has-text('is saved')")
        for line in listener.stdout:
            topic, text = line.split(" ", 1)
            if topic == "geofence/fence/fence":
                break
        else:
            raise AssertionError("the fence is not on the broker")
        seconds = time.monotonic() - begun
        assert "count" in json.loads(text), text
        print(f"a fence of one's own after {seconds:.0f} s and {len(clicks)} clicks")
        assert len(clicks) == CLICKS and seconds < MOST, (clicks, seconds)
        page.close()
    finally:
        for process in (demo, listener):
            process.terminate()
            process.wait()

"""Takes pictures of the demonstration's map; called by scripts/screenshots."""

import os
import pathlib
import re
import subprocess
import sys

from playwright.sync_api import sync_playwright

FOLDER = pathlib.Path(sys.argv[1])


def address(demo):
    """Where the demonstration says that its map is."""
    for line in demo.stdout:
        found = re.search(r"^map\s+(http://\S+)", line)
        if found:
            return found[1]
    raise SystemExit("the demonstration has no map")


def take(browser, url, scheme, path):
    page = browser.new_context(viewport={"width": 1120, "height": 640}, color_scheme=scheme, locale="en-GB").new_page()
    page.goto(url)
    page.wait_for_selector("body[data-state=live]")
    page.click('.row[data-id="van-1"]')
    page.wait_for_selector("#panel .band.inside", timeout=60_000)
    page.click('[data-key="follow"]')
    page.wait_for_timeout(4000)
    page.screenshot(path=path)
    page.close()


def main():
    demo = subprocess.Popen([os.environ["AGENT"], "demo", "--duration", "150"], stdout=subprocess.PIPE, text=True)
    try:
        url = address(demo)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
            take(browser, url, "light", FOLDER / "map-day.png")
            take(browser, url, "dark", FOLDER / "map-night.png")
            browser.close()
    finally:
        demo.terminate()
        demo.wait()


main()

"""Tries the live map in a browser, the chapters that are named or all; called by scripts/try-map."""

import concurrent.futures
import pathlib
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

from attacks import withstands_others
from by_keyboard import draws_across_the_date_line, draws_without_a_mouse, touches
from conflicts import settles_conflicts
from copied import is_copied
from editing import Wire, edits
from everybody import carries_many_tabs, carries_many_viewers, is_accessible, is_usable_at_twice_the_size, signs_in_accessibly
from history import looks_back
from hostile import shows_names_as_text
from joining import joins
from looking import (asks_for_the_token, comes_back, is_deaf_to_other_names, keeps_what_is_pressed, keeps_what_is_touched,
                     shows_devices, works_by_keyboard)
from missing import misses
from newcomer import draws_a_first_fence
from paint import paints_soon
from panels import tells
from planning import plans_with_ways
from routes import leads
from services import Service
from site_under_trial import Site
from tiles import goes_on_without_tiles
from trial import Try

PICTURES = pathlib.Path(sys.argv[1])
NAMES = "MAP evil.test 127.0.0.1, MAP box.lan 127.0.0.1"


def is_looked_at(trial, leaflet, stage):
    with Site({"map": leaflet}) as site:
        shows_devices(trial, site, stage, PICTURES / f"{stage}-day.png")
        night = {"width": 390, "height": 844, "color_scheme": "dark"}
        shows_devices(trial, site, stage, PICTURES / f"{stage}-night-phone.png", **night)
        keeps_what_is_pressed(trial, site)
        keeps_what_is_touched(trial, site)
        works_by_keyboard(trial, site)
        is_deaf_to_other_names(trial, site)
        comes_back(trial, site)


def is_shared(trial):
    with Site({"map": True}) as site:
        carries_many_tabs(trial, site)
        carries_many_viewers(trial, site)
    with Site({"map": True, "viewTokenFile": "token"}) as site:
        asks_for_the_token(trial, site)


def is_edited(trial, leaflet):
    with Site({"map": {"edit": True, "maxRadius": 3000, **leaflet}, "editTokenFile": "edit-token"}) as site:
        edits(trial, site, PICTURES)
        for act in (draws_without_a_mouse, touches, draws_across_the_date_line):
            act(trial, site, Wire(site), PICTURES)
        if leaflet is not PLAIN:
            settles_conflicts(trial, site, Wire(site), PICTURES)


def is_for_everybody(trial, leaflet):
    with Site({"map": {"edit": True, "maxRadius": 3000, **leaflet}, "editTokenFile": "edit-token"}) as site:
        # The forms are the same ones without Leaflet.
        if leaflet is PLAIN:
            return is_accessible(trial, site, kinds=())
        is_accessible(trial, site)
        is_usable_at_twice_the_size(trial, site)
        signs_in_accessibly(trial, site)


def is_attacked(trial):
    tokens = {"viewTokenFile": "token", "editTokenFile": "edit-token"}
    with Site({"map": {"edit": True}, **tokens, "hosts": ["box.lan"]}) as site:
        withstands_others(trial, site)
    shows_names_as_text(trial)
    goes_on_without_tiles(trial)


def is_planned(trial):
    service = Service()
    more = {"routing": {"kind": "osrm", "url": service.url}, "history": {},
            "geocoding": {"kind": "nominatim", "url": service.url, "perSecond": 10}}
    with Site({"map": {"edit": True}, "editTokenFile": "edit-token"}, **more) as site:
        plans_with_ways(trial, site, service, PICTURES)
        leads(trial, site, service, PICTURES)


# Chapters that run at the same time.
AT_ONCE = 6
PLAIN = {"leaflet": "/nonexistent"}
# Each with a browser of its own, the long ones first.
CHAPTERS = {
    "panels": lambda trial: tells(trial, PICTURES),
    "past": lambda trial: looks_back(trial, PICTURES),
    "everybody": lambda trial: is_for_everybody(trial, {}),
    "everybody-plain": lambda trial: is_for_everybody(trial, PLAIN),
    "edited": lambda trial: is_edited(trial, {}),
    "joined": joins,
    "missed": misses,
    "newcomer": lambda trial: draws_a_first_fence(trial, PICTURES),
    "edited-plain": lambda trial: is_edited(trial, PLAIN),
    "planned": is_planned,
    "attacked": is_attacked,
    "copied": is_copied,
    "shared": is_shared,
    "looked-at": lambda trial: is_looked_at(trial, {}, "leaflet"),
    "looked-at-plain": lambda trial: is_looked_at(trial, PLAIN, "plain"),
    "painted": paints_soon,
}
# It measures: when the others have ended.
LAST = "painted"


def runs(chapter):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell",
            args=["--no-sandbox", f"--host-resolver-rules={NAMES}"])
        trial = Try(browser)
        CHAPTERS[chapter](trial)
        browser.close()
    if trial.complaints:
        raise SystemExit("The pages complain:\n" + "\n".join(trial.complaints))


def begins(chapter):
    start = time.monotonic()
    done = subprocess.run([sys.executable, __file__, str(PICTURES), chapter], capture_output=True, text=True)
    return chapter, done, time.monotonic() - start


def ends(pool, chapter, done, seconds):
    if done.returncode:
        pool.shutdown(wait=False, cancel_futures=True)
        raise SystemExit(f"{chapter} fails:\n{done.stdout}{done.stderr}")
    print(f"ok       {chapter}, {seconds:.0f} s", flush=True)


def main():
    PICTURES.mkdir(parents=True, exist_ok=True)
    chapters = sys.argv[2:] or list(CHAPTERS)
    if len(chapters) == 1:
        return runs(chapters[0])
    # A browser waits most of the time.
    with concurrent.futures.ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
        for result in pool.map(begins, [chapter for chapter in chapters if chapter != LAST]):
            ends(pool, *result)
        if LAST in chapters:
            ends(pool, *begins(LAST))
    print(f"The map works; its pictures are in {PICTURES}")


main()

"""The load of a trial, and what `geofence-agent replay` makes of it."""
import json
import random
import subprocess

DEVICES, SPREAD = 60, 30


def fences(holds):
    circles = [{"id": f"f{i}", "latitude": 52.5 + 0.01 * (i // 5), "longitude": 13.4 + 0.015 * (i % 5), "radius": 300} for i in range(SPREAD)]
    if holds:
        for circle in circles[::2]:
            circle["rules"] = {"enterAfter": 2, "exitAfter": 3, "dwell": [4, 9]}
    return circles


def positions(count, rate, base, seed, still=2):
    """(seconds from the start, device, latitude, longitude, stamp), in the order in which they are to be sent; nobody moves in the last seconds."""
    chance, places = random.Random(seed), {}
    for i in range(count):
        device, seconds = f"van{i % DEVICES}", i / rate
        is_still = device in places and seconds > count / rate - still
        if not is_still and (device not in places or chance.random() < 0.25):
            fence = chance.randrange(SPREAD)
            places[device] = (
                round(52.5 + 0.01 * (fence // 5) + chance.uniform(-0.004, 0.004), 6),
                round(13.4 + 0.015 * (fence % 5) + chance.uniform(-0.006, 0.006), 6),
            )
        yield seconds, device, *places[device], round(base + seconds, 3)


def message(position):
    _, device, latitude, longitude, stamp = position
    return f"fleet/{device}/location", json.dumps({"lat": latitude, "lon": longitude, "acc": 8, "tst": stamp}).encode()


class Truth:
    """What replay gives: events by their ids, the last statuses, who is inside each fence."""

    def __init__(self, agent, configuration, track, fleet):
        with open(track, "w") as file:
            for _, device, latitude, longitude, stamp in sorted(fleet, key=lambda one: one[4]):
                file.write(json.dumps({"device": device, "latitude": latitude, "longitude": longitude, "accuracy": 8, "tst": stamp}) + "\n")
        lines = subprocess.run([agent, "replay", "--status", "--config", configuration, track], capture_output=True, text=True, check=True).stdout
        self.events, self.statuses = {}, {}
        for line in map(json.loads, lines.splitlines()):
            if "id" in line:
                self.events[line["id"]] = line
            elif "status" in line:
                self.statuses[line["device"], line["fence"]] = line["status"]
        self.inside = {}
        for (device, fence), status in self.statuses.items():
            if status == "inside":
                self.inside.setdefault(fence, set()).add(device)

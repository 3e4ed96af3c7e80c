"""A router and an address search for scripts/try-map, as OSRM and Nominatim answer."""

import http.server
import json
import re
import threading
import urllib.parse

from site_under_trial import free_port

ADDRESS = {"label": "Depot street 7, Town", "type": "house", "at": [13.41, 52.505]}


def route(places, streets):
    """Two steps of 600 m between two places, an hour and a half in all."""
    (west, south), (east, north) = places
    middle = [west, north]
    return {
        "code": "Ok",
        "waypoints": [{"location": place, "name": "", "distance": 1.0} for place in places],
        "routes": [{
            "distance": 1200.0, "duration": 5400.0, "geometry": polyline([places[0], middle, places[1]]),
            "legs": [{"summary": streets[0], "distance": 1200.0, "duration": 5400.0, "steps": [
                step(streets[0], places[0], "depart", 600.0),
                step(streets[1], middle, "turn", 600.0),
                step("", places[1], "arrive", 0.0),
            ]}],
        }],
    }


def table(places):
    """To each place 700 m and two minutes."""
    count = places.count(";")
    return {"code": "Ok", "distances": [[700.0] * count], "durations": [[120.0] * count],
            "sources": [{"location": [0, 0], "distance": 1.0}], "destinations": [{"location": [0, 0], "distance": 1.0}] * count}


def step(name, place, kind, distance):
    return {"name": name, "distance": distance, "duration": distance * 4.5, "geometry": polyline([place, place]),
            "maneuver": {"type": kind, "modifier": "left", "location": place, "bearing_after": 0}}


def polyline(places):
    """Google's encoded line, six digits behind the point, the latitude first."""
    text, last = "", [0, 0]
    for longitude, latitude in places:
        for index, degrees in enumerate((latitude, longitude)):
            number = round(degrees * 1e6)
            delta, last[index] = number - last[index], number
            value = ~(delta << 1) if delta < 0 else delta << 1
            while value >= 0x20:
                text += chr((0x20 | (value & 0x1F)) + 63)
                value >>= 5
            text += chr(value + 63)
    return text


def addresses(label):
    geocoding = {"label": label, "type": ADDRESS["type"], "name": "Depot"}
    feature = {"type": "Feature", "properties": {"geocoding": geocoding},
               "geometry": {"type": "Point", "coordinates": ADDRESS["at"]}}
    return {"type": "FeatureCollection", "features": [feature]}


class Service:
    """Answers both, with a name in the place of all its own, if wanted; `stop` ends it."""

    def __init__(self, name=None):
        streets = [name, name] if name else ["Main Street", "Second Street"]
        self.routes = routes = []

        class Answers(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                if path.startswith("/route/v1/"):
                    routes.append(path)
                    found = re.findall(r"(-?[0-9.]+),(-?[0-9.]+)", path.split("/")[-1])
                    body = route([[float(a), float(b)] for a, b in found], streets)
                elif path.startswith("/table/v1/"):
                    body = table(path.split("/")[-1])
                else:
                    body = addresses(name or ADDRESS["label"])
                data = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", free_port()), Answers)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

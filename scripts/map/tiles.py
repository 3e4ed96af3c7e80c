"""A server of tiles that can't be reached, and comes back; part of scripts/try-map."""

import base64
import http.server
import threading

from conflicts import painted
from history import PIXEL
from site_under_trial import Site, free_port

GRID = [207, 214, 209]


class Tiles:
    """Answers every tile with one point."""

    def __init__(self, port):
        class Answers(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.end_headers()
                self.wfile.write(base64.b64decode(PIXEL))

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Answers)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def goes_on_without_tiles(trial):
    port = free_port()
    with Site({"map": {"tiles": {"url": f"http://127.0.0.1:{port}/{{z}}/{{x}}/{{y}}.png", "attribution": "nobody"}}}) as site:
        site.move("van1")
        page = trial.page(f"{site.url}#14/52.50000/13.40000")
        page.wait_for_selector("#note:has-text('no map tiles')")
        assert painted(page, GRID) > 1000, "there is no grid"
        page.click('.row[data-id="van1"]')
        page.wait_for_selector("#panel .band.inside")
        tiles = Tiles(port)
        page.locator("#map").focus()
        page.keyboard.press("+")
        page.wait_for_selector("#note", state="hidden")
        page.wait_for_timeout(300)
        assert painted(page, GRID) == 0, "the grid lies over tiles"
        tiles.server.shutdown()
        page.close()

"""A broker and an agent for a browser to look at; part of scripts/try-map."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

AGENT = os.environ["AGENT"]
EDIT_TOKEN = "fedcba9876543210fedcba9876543210"
EVIL = "<img src=x onerror=alert(1)>"
TOKEN = "0123456789abcdef0123456789abcdef"
BASE = [52.5, 13.4]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """A broker and an agent in a folder of their own."""

    def __init__(self, http, files=None, **more):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.mqtt, self.http = free_port(), free_port()
        for name, token in (("token", TOKEN), ("edit-token", EDIT_TOKEN)):
            (self.path / name).write_text(token)
            (self.path / name).chmod(0o600)
        for name, text in (files or {}).items():
            (self.path / name).write_text(text)
        (self.path / "mosquitto.conf").write_text(
            f"listener {self.mqtt} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n" + ("user root\n" if os.geteuid() == 0 else ""))
        config = {
            "mqtt": {"host": "127.0.0.1", "port": self.mqtt},
            "sources": [{"topic": "fleet/{device}/location"}],
            "fences": [
                {"id": "depot", "name": EVIL, "latitude": BASE[0], "longitude": BASE[1], "radius": 150},
                {"id": "date-line", "name": "Date line", "bbox": [179.9, -17, -179.9, -16.8]},
                {"id": "guest", "wifi": ["Guest"]},
            ],
            "status": {"deviceEvery": 0},
            "store": {"path": "agent.sqlite"},
            "http": {"port": self.http, **http},
            **more,
        }
        (self.path / "agent.json").write_text(json.dumps(config))
        self.broker = subprocess.Popen(["mosquitto", "-c", self.path / "mosquitto.conf"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.start()

    def start(self):
        self.agent = subprocess.Popen([AGENT, "run", "--config", self.path / "agent.json"], stderr=subprocess.DEVNULL)
        self.wait_until_ready()

    def wait_until_ready(self):
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.url}readyz").read()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the agent is not ready")

    @property
    def url(self):
        return f"http://127.0.0.1:{self.http}/"

    def kill(self):
        self.agent.send_signal(signal.SIGKILL)
        self.agent.wait()

    def move(self, device, north=0.0, east=0.0, accuracy=20):
        self.place(device, BASE[0] + north, BASE[1] + east, accuracy)

    def place(self, device, latitude, longitude, accuracy=20):
        self.report(device, {"latitude": latitude, "longitude": longitude, "accuracy": accuracy})

    def report(self, device, payload):
        subprocess.run(["mosquitto_pub", "-p", str(self.mqtt), "-q", "1", "-t", f"fleet/{device}/location",
                        "-m", json.dumps(payload)], check=True)

    def publish(self, topic, payload):
        subprocess.run(["mosquitto_pub", "-p", str(self.mqtt), "-q", "1", "-t", topic, "-m", payload], check=True)

    def play(self, device, fixes):
        """Publishes positions of the past: times in s since 1970, degrees north and east of the depot."""
        lines = [json.dumps({"latitude": BASE[0] + north, "longitude": BASE[1] + east, "accuracy": 8, "tst": int(at)})
                 for at, north, east in fixes]
        subprocess.run(["mosquitto_pub", "-p", str(self.mqtt), "-q", "1", "-t", f"fleet/{device}/location", "-l"],
                       input="\n".join(lines) + "\n", text=True, check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.agent, self.broker):
            process.terminate()
            process.wait()
        self.folder.cleanup()

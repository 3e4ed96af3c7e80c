"""Tries the agent's discovery against a Home Assistant: trial.py HASS AGENT entity|device

Starts a private mosquitto, the agent and Home Assistant, moves a device about, and holds the entities against what they should be.
Exits 1 where something differs; the folder with the logs is left then.
"""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from assistant import Assistant

INSIDE, OUTSIDE = (52.5, 13.4), (52.6, 13.4)
VAN = {
    "device_tracker.van_1", "sensor.van_1_last_position", "sensor.van_1_place", "event.van_1_geofence",
    "binary_sensor.van_1_depot", "binary_sensor.van_1_office", "device_tracker.van_1_home",
}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def automations_of(page):
    """The automations that a page shows, as one file."""
    with open(page) as file:
        blocks = re.findall(r"^```yaml\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    return "".join(block for block in blocks if block.startswith("- id:"))


class Trial:
    def __init__(self, hass, agent, form):
        self.form, self.agent_program = form, agent
        self.folder = tempfile.mkdtemp(prefix="geofence-home-assistant-")
        self.port = free_port()
        self.failures = 0
        self.time = int(time.time()) - 3600
        with open(f"{self.folder}/mosquitto.conf", "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self.broker = subprocess.Popen(
            [shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c", f"{self.folder}/mosquitto.conf"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_broker()
        # Their words are those of 2024.10 and later.
        automations = automations_of("docs/home.md") if form == "device" else ""
        self.assistant = Assistant(hass, f"{self.folder}/hass", free_port(), self.port, automations)
        self.agent = None

    def wait_for_broker(self):
        for _ in range(100):
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.1)
        raise SystemExit("mosquitto did not start")

    def configure(self, form, discovery=True):
        fences = [
            {"id": "depot", "name": "Depot Nord", "latitude": 52.5, "longitude": 13.4, "radius": 150},
            {"id": "office", "name": "Office", "wifi": ["OfficeNet"]},
        ]
        configuration = {
            "mqtt": {"host": "127.0.0.1", "port": self.port}, "fences": fences,
            "sources": [{"topic": "fleet/{device}/location"}, {"topic": "fleet/{device}/wifi", "format": "wifi"}],
            "status": {"deviceEvery": 0}, "log": {"level": "debug"},
            "homeAssistant": {"discovery": discovery, "legacy": form == "entity", "home": "office"},
        }
        with open(f"{self.folder}/agent.json", "w") as file:
            json.dump(configuration, file)

    def start_agent(self):
        self.agent_log = open(f"{self.folder}/agent.log", "a")
        self.agent = subprocess.Popen(
            [self.agent_program, "run", "--config", f"{self.folder}/agent.json"], stderr=self.agent_log)
        command = ["mosquitto_sub", "-p", str(self.port), "-t", "geofence/agent/state", "-W", "30"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as states:
            online = any(line.strip() == "online" for line in states.stdout)
            states.terminate()
        if not online:
            raise SystemExit(f"the agent did not connect; see {self.folder}/agent.log")

    def publish(self, topic, payload):
        message = payload if isinstance(payload, str) else json.dumps(payload)
        subprocess.run(["mosquitto_pub", "-p", str(self.port), "-q", "1", "-t", topic, "-m", message], check=True)

    def move(self, place, **more):
        self.time += 60
        latitude, longitude = place
        self.publish("fleet/van-1/location", {"lat": latitude, "lon": longitude, "acc": 8, "tst": self.time, **more})

    def retained(self):
        """Topics of discovery that the broker keeps."""
        command = ["mosquitto_sub", "-p", str(self.port), "-t", "homeassistant/#", "-F", "%t", "--retained-only", "-W", "2"]
        return sorted(subprocess.run(command, capture_output=True, text=True).stdout.split())

    def expect(self, what, wanted, within=20):
        """Waits until entities have what is wanted: state, attributes, or None for an entity that is not there."""
        deadline = time.monotonic() + within
        while True:
            entities = self.assistant.entities()
            wrong = [line for name, value in wanted.items() for line in self.differences(entities, name, value)]
            if not wrong or time.monotonic() > deadline:
                break
            time.sleep(0.25)
        self.tell(what, wrong)

    @staticmethod
    def differences(entities, name, wanted):
        entity = entities.get(name)
        if wanted is None or entity is None:
            return [] if wanted is None and entity is None else [f"{name} is {'there' if entity else 'missing'}"]
        state, attributes = wanted if isinstance(wanted, tuple) else (wanted, {})
        wrong = [] if state is ... or entity["state"] == state else [f"{name} is {entity['state']}, not {state}"]
        for key, value in attributes.items():
            found = entity["attributes"].get(key)
            if found != value:
                wrong.append(f"{name}.{key} is {found}, not {value}")
        return wrong

    def tell(self, what, wrong):
        print(f"{'no ' if wrong else 'yes'}  {what}", flush=True)
        for line in wrong:
            print(f"       {line}")
        self.failures += bool(wrong)

    def run(self):
        self.configure(self.form)
        self.start_agent()
        self.move(OUTSIDE)
        print(f"Home Assistant {self.assistant.start()}", flush=True)
        self.first()
        self.movement()
        self.absence()
        self.fences()
        self.names()
        self.restart()
        if self.form == "device":
            self.migration()
        self.end()

    def first(self):
        self.expect("a device outside", {
            "device_tracker.van_1": ("not_home", {
                "latitude": 52.6, "longitude": 13.4, "gps_accuracy": 8, "source_type": "gps", "fences": [],
                "friendly_name": "van-1"}),
            "binary_sensor.van_1_depot": ("off", {"friendly_name": "van-1 Depot Nord", "status": "outside"}),
            "binary_sensor.van_1_office": "unknown", "device_tracker.van_1_home": "unknown", "person.anna": "not_home",
            "sensor.van_1_place": "outside", "event.van_1_geofence": "unknown",
            "sensor.van_1_last_position": time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(self.time)),
            "binary_sensor.depot_occupancy": "off", "sensor.depot_devices": "0",
            "binary_sensor.geofence_agent_connection": "on", "sensor.geofence_agent_received": ...,
        }, within=60)
        if self.form == "device":
            names = ("light_for_whoever_comes_home", "nobody_is_home", "anna_has_settled_in")
            self.expect("the automations of docs/home.md", {f"automation.{name}": "on" for name in names})
        deadline = time.monotonic() + 60
        while not (heard := "Home Assistant has started" in open(f"{self.folder}/agent.log").read()):
            if time.monotonic() > deadline:
                break
            time.sleep(0.5)
        self.tell("the agent has heard of Home Assistant's start", [] if heard else ["it has not"])

    def movement(self):
        self.move(INSIDE)
        self.publish("fleet/van-1/wifi", "OfficeNet")
        self.expect("the same inside, by place and network", {
            "device_tracker.van_1": ("Depot Nord", {"fences": ["depot", "office"]}),
            "binary_sensor.van_1_depot": ("on", {"via": ["region"]}), "binary_sensor.van_1_office": "on",
            "sensor.van_1_place": ("Office", {"fence": "office"}),
            "binary_sensor.depot_occupancy": ("on", {"devices": ["van-1"]}), "sensor.depot_devices": "1",
            "device_tracker.van_1_home": ("home", {"source_type": "router"}),
            # By the network, while the position is in another zone.
            "person.anna": ("home", {"source": "device_tracker.van_1_home"}),
        })
        self.move(INSIDE, speed=10)
        self.expect("how fast it is", {"sensor.van_1_speed": ("36", {"unit_of_measurement": "km/h"})})
        self.publish("fleet/van-1/wifi", "Not Connected")
        self.expect("off the network", {
            "binary_sensor.van_1_office": "off", "sensor.van_1_place": ("Depot Nord", {"fence": "depot"}),
            "device_tracker.van_1_home": "not_home", "person.anna": ("Depot Nord", {"source": "device_tracker.van_1"}),
            "event.van_1_geofence": (..., {"event_type": "exit", "fence": "office", "cause": "wifi", "latitude": None}),
        })

    def absence(self):
        before = self.assistant.entities()["event.van_1_geofence"]["state"]
        self.agent.send_signal(signal.SIGKILL)
        self.agent.wait()
        self.expect("unavailable while the agent is killed", {
            **{name: "unavailable" for name in VAN}, "sensor.depot_devices": "unavailable",
            "binary_sensor.geofence_agent_connection": "off"})
        self.start_agent()
        self.expect("back with it, and no event made up", {
            "device_tracker.van_1": "Depot Nord", "binary_sensor.van_1_depot": "on", "sensor.depot_devices": "1",
            "event.van_1_geofence": before, "binary_sensor.geofence_agent_connection": "on"})

    def fences(self):
        yard = {"id": "yard", "name": "Yard", "latitude": 52.5, "longitude": 13.4, "radius": 20}
        self.publish("geofence/request/fence/set", yard)
        self.expect("a fence that is added", {
            "binary_sensor.van_1_yard": ("on", {"friendly_name": "van-1 Yard"}), "sensor.yard_devices": "1",
            "sensor.van_1_place": "Yard"})
        self.publish("geofence/request/fence/remove", {"id": "yard"})
        self.expect("a fence that is removed", {
            "binary_sensor.van_1_yard": None, "sensor.yard_devices": None, "binary_sensor.yard_occupancy": None,
            "sensor.van_1_place": "Depot Nord", "binary_sensor.van_1_depot": "on"})

    def names(self):
        for device in ("zoë 2", "大阪"):
            for latitude, longitude in (OUTSIDE, INSIDE):
                self.time += 60
                position = {"lat": latitude, "lon": longitude, "tst": self.time}
                self.publish(f"fleet/{device}/location", position)
                time.sleep(2)
        self.expect("ids that are not plain", {
            "device_tracker.zo_2": ("Depot Nord", {"friendly_name": "zoë 2"}),
            "event.zo_2_geofence": (..., {"event_type": "enter", "device": "zoë 2"}),
            "device_tracker.da_ban": ("Depot Nord", {"friendly_name": "大阪"}),
            "event.da_ban_geofence": (..., {"event_type": "enter", "device": "大阪"}),
            "binary_sensor.da_ban_depot_nord": "on", "sensor.depot_devices": "3"})
        for device in ("zoë 2", "大阪"):
            self.publish("geofence/request/device/forget", {"device": device})
        self.expect("and gone", {"device_tracker.zo_2": None, "device_tracker.da_ban": None, "sensor.depot_devices": "1"})

    def restart(self):
        before = self.assistant.entities()["event.van_1_geofence"]["state"]
        self.assistant.stop()
        self.assistant.start()
        self.expect("the same after a restart of Home Assistant", {
            "device_tracker.van_1": "Depot Nord", "binary_sensor.van_1_depot": "on", "sensor.van_1_place": "Depot Nord",
            "event.van_1_geofence": before, "binary_sensor.van_1_yard": None}, within=60)

    def migration(self):
        for form, prefix in (("entity", None), ("device", "homeassistant/device/")):
            before = set(self.assistant.entities())
            self.configure(form)
            self.agent.send_signal(signal.SIGHUP)
            time.sleep(5)
            self.move(OUTSIDE)
            self.expect(f"a topic for each {form}, and the entities are the same", {
                "binary_sensor.van_1_depot": "off", "device_tracker.van_1": "not_home", "sensor.depot_devices": "0"})
            self.move(INSIDE)
            self.expect("and again", {"binary_sensor.van_1_depot": "on", "device_tracker.van_1": "Depot Nord"})
            after = set(self.assistant.entities())
            self.tell("none more and none less", sorted(before ^ after))
            wrong = [topic for topic in self.retained() if topic.startswith("homeassistant/device/") != (form == "device")]
            self.tell("nothing of the other form is left", wrong)

    def end(self):
        self.publish("geofence/request/device/forget", {"device": "van-1"})
        self.expect("a device that is forgotten", {name: None for name in VAN})
        self.configure(self.form, discovery=False)
        self.agent.send_signal(signal.SIGHUP)
        self.expect("discovery turned off", {
            "sensor.depot_devices": None, "binary_sensor.geofence_agent_connection": None})
        self.tell("no topic is left", self.retained())
        self.tell("Home Assistant complains of nothing", self.assistant.complaints())

    def close(self):
        for process in (self.agent, self.broker):
            if process is not None:
                process.terminate()
        self.assistant.stop()
        if self.failures:
            print(f"Logs: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    trial = Trial(sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3])
    try:
        trial.run()
    except BaseException:
        trial.failures += 1
        raise
    finally:
        trial.close()
    sys.exit(1 if trial.failures else 0)

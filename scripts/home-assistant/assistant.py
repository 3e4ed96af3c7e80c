"""A headless Home Assistant with the MQTT integration set up, and what it says of its entities."""
import json
import os
import subprocess
import time
import urllib.error
import urllib.request

import jwt  # comes with Home Assistant

SETTINGS = """
homeassistant: {{name: Trial, latitude: 10, longitude: 10, elevation: 0, unit_system: metric, time_zone: UTC, country: DE, currency: EUR}}
http: {{server_host: 127.0.0.1, server_port: {port}}}
api:
zone:
  - {{name: Depot Nord, latitude: 52.5, longitude: 13.4, radius: 150}}
person:
  - {{id: anna, name: Anna, device_trackers: [device_tracker.van_1, device_tracker.van_1_home]}}
logger: {{default: warning}}
"""
CREATED = "2024-03-01T00:00:00+00:00"
TOKEN, USER, ENTRY = "1" * 32, "2" * 32, "3" * 32
KEY = "trial" * 16


class Assistant:
    def __init__(self, program, folder, port, broker_port, automations=""):
        self.program, self.folder, self.port = program, folder, port
        os.makedirs(f"{folder}/.storage")
        with open(f"{folder}/configuration.yaml", "w") as file:
            file.write(SETTINGS.format(port=port))
            if automations:
                file.write("automation: !include automations.yaml\n")
        with open(f"{folder}/automations.yaml", "w") as file:
            file.write(automations)
        self._store("onboarding", {"done": ["user", "core_config", "analytics", "integration"]}, 4)
        self._store("auth", self._accounts())
        broker = {"broker": "127.0.0.1", "port": broker_port, "discovery": True, "discovery_prefix": "homeassistant"}
        entry = {
            "entry_id": ENTRY, "domain": "mqtt", "title": "broker", "data": broker, "options": {}, "version": 1,
            "minor_version": 1, "source": "user", "unique_id": None, "disabled_by": None, "created_at": CREATED,
            "modified_at": CREATED, "pref_disable_new_entities": False, "pref_disable_polling": False,
            "discovery_keys": {}, "subentries": [],
        }
        self._store("core.config_entries", {"entries": [entry]})
        now = int(time.time())
        claims = {"iss": TOKEN, "iat": now - 60, "exp": now + 86400}
        self.token = jwt.encode(claims, KEY, algorithm="HS256")
        self.process = None

    def _store(self, key, data, version=1):
        with open(f"{self.folder}/.storage/{key}", "w") as file:
            json.dump({"key": key, "version": version, "minor_version": 1, "data": data}, file)

    def _accounts(self):
        user = {
            "id": USER, "name": "trial", "is_owner": True, "is_active": True, "system_generated": False,
            "local_only": False, "group_ids": ["system-admin"],
        }
        token = {
            "id": TOKEN, "user_id": USER, "client_id": None, "client_name": "trial", "client_icon": None,
            "token_type": "long_lived_access_token", "created_at": CREATED, "access_token_expiration": 315360000.0,
            "token": "4" * 128, "jwt_key": KEY, "last_used_at": None, "last_used_ip": None, "credential_id": None,
            "expire_at": None, "version": None,
        }
        groups = [{"id": f"system-{kind}", "name": kind} for kind in ("admin", "users", "read-only")]
        return {"users": [user], "groups": groups, "credentials": [], "refresh_tokens": [token]}

    def start(self):
        self.log = open(f"{self.folder}/hass.out", "a")
        self.process = subprocess.Popen(
            [self.program, "--config", self.folder, "--skip-pip"], stdout=self.log, stderr=self.log)
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            config = self._ask("config") or {}
            if config.get("state") == "RUNNING" and "mqtt" in config.get("components", []):
                return config["version"]
            time.sleep(0.5)
        raise SystemExit(f"Home Assistant did not start; see {self.folder}/hass.out")

    def stop(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def _ask(self, path):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/{path}", headers={"Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return None

    def entities(self):
        """States and attributes by entity id."""
        return {entity["entity_id"]: entity for entity in self._ask("states") or []}

    def complaints(self):
        """What it has logged about MQTT, warnings and worse."""
        with open(f"{self.folder}/hass.out") as file:
            lines = [line.rstrip() for line in file]
        lines = [line for line in lines if ("WARNING" in line or "ERROR" in line) and "mqtt" in line.lower()]
        # What it always says where a device's topic is emptied after its entities have moved to topics of their own.
        return [line for line in lines if "No device components to cleanup" not in line]

"""The agents of a trial: shards, each of which is a pair."""
import json
import signal
import subprocess


class Agent:
    def __init__(self, program, folder, shard, id):
        self.program, self.folder, self.shard, self.id, self.process = program, folder, shard, id, None
        self.name = f"{shard}{id}"

    def start(self):
        with open(f"{self.folder}/{self.name}.log", "a") as log:
            self.process = subprocess.Popen([self.program, "run", "--config", f"{self.folder}/{self.name}.json"], stderr=log)

    def signal(self, number):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.signal(signal.SIGCONT)
        self.signal(signal.SIGTERM)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            return -9

    def log(self):
        with open(f"{self.folder}/{self.name}.log") as file:
            return file.read()


def configuration(kind, ports, shards, fences, standby, shard=None, id=None):
    """Of an agent; without a shard, of the whole fleet, as replay reads it."""
    maps = kind == "nats" and shard is not None
    whole = {
        "mqtt": {"hosts": [f"127.0.0.1:{port}" for port in ports], "protocol": "5" if kind == "mosquitto" else "3.1.1", "keepAlive": 10},
        "sources": [{"topic": (f"p/{shard}/" if maps else "") + "fleet/{device}/location"}],
        "fences": fences,
        "store": {"path": "whole.sqlite"},
    }
    if shard is None:
        return whole
    return whole | {
        "store": {"path": f"{shard}{id}.sqlite"},
        "mqtt": whole["mqtt"] | {"clientId": f"agent-{shard}"},
        "shard": {"partitions": shards, "from": shard, "to": shard},
        "standby": {"id": id} | standby,
    }


def pairs(program, folder, kind, ports, shards, fences, standby):
    """Each agent with its configuration written; those of a pair begin at different nodes."""
    with open(f"{folder}/whole.json", "w") as file:
        json.dump(configuration(kind, ports, shards, fences, standby), file)
    agents = []
    for shard in range(shards):
        for place, id in enumerate("ab"):
            turn = (shard + place) % len(ports)
            with open(f"{folder}/{shard}{id}.json", "w") as file:
                json.dump(configuration(kind, ports[turn:] + ports[:turn], shards, fences, standby, shard, id), file)
            agents.append(Agent(program, folder, shard, id))
    return agents

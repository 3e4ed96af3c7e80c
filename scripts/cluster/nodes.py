"""Brokers on loopback: three nodes of NATS or RabbitMQ in one cluster, or one mosquitto. What is killed keeps its disk."""
import os
import socket
import subprocess
import time

NATS = """server_name: n{n}
listen: "127.0.0.1:{first}"
jetstream {{ store_dir: "{folder}/store{n}", max_mem: 64M, max_file: 8G }}
mqtt {{ listen: "127.0.0.1:{port}", max_ack_pending: 1, ack_wait: "250ms", stream_replicas: 3 }}
cluster {{ name: geo, listen: "127.0.0.1:{second}", routes: [{routes}] }}
mappings = {{ "fleet.*.location": "p.{{{{partition({shards},1)}}}}.fleet.{{{{wildcard(1)}}}}.location" }}
"""
RABBITMQ = """mqtt.listeners.tcp.1 = 127.0.0.1:{port}
mqtt.allow_anonymous = true
mqtt.default_user = guest
mqtt.default_pass = guest
mqtt.prefetch = 100
mqtt.subscription_ttl = 86400000
mqtt.durable_queue_type = quorum
log.file.level = warning
cluster_formation.peer_discovery_backend = classic_config
"""
MOSQUITTO = """listener {port} 127.0.0.1
allow_anonymous true
persistence true
persistence_location {folder}/
max_queued_messages 0
max_inflight_messages 100
set_tcp_nodelay true
"""


def free_ports(count):
    held = [socket.socket() for _ in range(count)]
    for one in held:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


class Nodes:
    """Nodes by their numbers, from 0 on."""

    def __init__(self, kind, program, folder, shards):
        self.kind, self.program, self.folder = kind, program, folder
        self.count = 1 if kind == "mosquitto" else 3
        numbers = free_ports(3 * self.count + 1)
        self.ports, self.first, self.second = (numbers[i * self.count:(i + 1) * self.count] for i in range(3))
        self.names = numbers[-1]
        self.processes, self.helpers = {}, []
        for n in range(self.count):
            with open(f"{folder}/node{n}.conf", "w") as file:
                file.write(self.configuration(n, shards))
        if kind == "rabbitmq":
            with open(f"{folder}/plugins", "w") as file:
                file.write("[rabbitmq_mqtt].\n")

    def configuration(self, n, shards):
        values = {"n": n, "port": self.ports[n], "first": self.first[n], "second": self.second[n], "folder": self.folder, "shards": shards}
        if self.kind == "nats":
            return NATS.format(**values, routes=", ".join(f"nats://127.0.0.1:{port}" for port in self.second))
        if self.kind == "rabbitmq":
            peers = "".join(f"cluster_formation.classic_config.nodes.{m} = rabbit{m}@localhost\n" for m in range(self.count))
            return RABBITMQ.format(**values) + peers
        return MOSQUITTO.format(**values)

    def environment(self, n):
        if self.kind != "rabbitmq":
            return dict(os.environ)
        return os.environ | {
            "HOME": self.folder, "ERL_EPMD_ADDRESS": "127.0.0.1", "ERL_EPMD_PORT": str(self.names), "RABBITMQ_NODENAME": f"rabbit{n}@localhost",
            "RABBITMQ_CONFIG_FILE": f"{self.folder}/node{n}", "RABBITMQ_MNESIA_BASE": f"{self.folder}/db", "RABBITMQ_LOG_BASE": f"{self.folder}/log",
            "RABBITMQ_ENABLED_PLUGINS_FILE": f"{self.folder}/plugins", "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1", "RABBITMQ_NODE_PORT": str(self.first[n]),
            "RABBITMQ_DIST_PORT": str(self.second[n]), "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1} +S 2:2",
        }

    def start(self, n):
        if n in self.processes:
            return
        if self.kind == "rabbitmq" and not self.helpers:
            epmd = [os.path.join(os.path.dirname(self.program), "epmd"), "-port", str(self.names)]
            self.helpers.append(subprocess.Popen(epmd, env=self.environment(0), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            time.sleep(0.3)
        command = [self.program] if self.kind == "rabbitmq" else [self.program, "-c", f"{self.folder}/node{n}.conf"]
        with open(f"{self.folder}/node{n}.log", "a") as log:
            self.processes[n] = subprocess.Popen(command, env=self.environment(n), stdout=log, stderr=log, process_group=0)

    def listens(self, n):
        try:
            socket.create_connection(("127.0.0.1", self.ports[n]), 1).close()
            return True
        except OSError:
            return False

    def start_all(self, seconds=120):
        """RabbitMQ's first nodes start one after the other: the later ones join the first."""
        end = time.time() + seconds
        for n in range(self.count):
            self.start(n)
            while self.kind == "rabbitmq" and not self.listens(n) and time.time() < end:
                time.sleep(0.2)
        while not all(self.listens(n) for n in range(self.count)):
            if time.time() > end:
                raise SystemExit(f"the nodes don't start: {self.folder}")
            time.sleep(0.1)

    def kill(self, n):
        process = self.processes.pop(n, None)
        if process:
            os.killpg(process.pid, 9)
            process.wait()

    def stop(self):
        for n in range(self.count):
            self.kill(n)
        for helper in self.helpers:
            helper.kill()

"""What is lost in a trial, at moments by chance: nodes, agents that lead, agents that stand by; some are frozen, and some go on while the other leads."""
import asyncio
import signal
import time

KINDS = ["leader killed", "standby killed", "leader frozen", "both lead"]


class Losses:
    def __init__(self, chance, nodes, agents, watcher, lease):
        self.chance, self.nodes, self.agents, self.watcher, self.lease = chance, nodes, agents, watcher, lease
        self.done, self.spans, self.take_overs = [], [], []

    @property
    def has_nodes(self):
        return "node killed" in self.done

    def note(self, kind, begun):
        self.done.append(kind)
        self.spans.append((begun, time.time()))

    async def nodes_die(self, count):
        for _ in range(count):
            await asyncio.sleep(self.chance.uniform(3, 9))
            n, begun = self.chance.randrange(self.nodes.count), time.time()
            self.nodes.kill(n)
            await asyncio.sleep(self.chance.uniform(1, 6))
            self.nodes.start(n)
            while not self.nodes.listens(n):
                await asyncio.sleep(0.5)
            self.note("node killed", begun)

    async def agents_die(self, count):
        for _ in range(count):
            await asyncio.sleep(self.chance.uniform(0.5, 3))
            shard, kind, begun = self.chance.choice(sorted({one.shard for one in self.agents})), self.chance.choice(KINDS), time.time()
            leader = self.watcher.leaders.get(shard, "a")
            agent = next(one for one in self.agents if one.shard == shard and (one.id == leader) != (kind == "standby killed"))
            if kind.endswith("killed"):
                agent.kill()
                await asyncio.sleep(self.chance.uniform(0.1, 4))
                agent.start()
            else:
                agent.signal(signal.SIGSTOP)
                if kind == "both lead":
                    await self.taken_over(agent, begun)
                else:
                    await asyncio.sleep(self.chance.uniform(0.2, self.lease + 2))
                agent.signal(signal.SIGCONT)
            self.note(kind, begun)

    async def taken_over(self, agent, begun):
        other = f"{agent.shard}{'a' if agent.id == 'b' else 'b'}"
        while self.watcher.beats[other] < begun and time.time() - begun < 60:
            await asyncio.sleep(0.05)
        self.take_overs.append(time.time() - begun)

    async def run(self, count, nodes):
        nodes = min(count, nodes) if self.nodes.count > 1 else 0
        await asyncio.gather(self.nodes_die(nodes), self.agents_die(count - nodes))

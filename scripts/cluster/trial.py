"""trial.py AGENT BROKER PROGRAM FOLDER, and the options of scripts/try-cluster, which says what they mean."""
import argparse
import asyncio
import json
import random
import sys
import time

from agents import pairs
from fleet import Truth, fences, message, positions
from losses import Losses
from nodes import Nodes
from verdict import Verdict
from watcher import FILTERS, Watcher
from wire import Session

SHARDS = 2
ELECTION = 12  # seconds that a cluster may stand still which has lost a node


async def send(session, fleet, begun):
    done = []
    for position in fleet:
        await asyncio.sleep(max(0, begun + position[0] - time.time()))
        done.append(session.publish(*message(position)))
    return await asyncio.gather(*done)


async def ask(session, begun, seconds, asked):
    """A question to each shard now and then; notes when, and how often it had to be sent."""
    while time.time() < begun + seconds:
        for shard in range(SHARDS):
            number, moment = len(asked), time.time()
            asked[number] = (moment, 0)
            payload = json.dumps({"transaction": number, "partition": shard}).encode()
            times = await session.publish("geofence/request/fence/list", payload)
            asked[number] = (moment, times)
        await asyncio.sleep(1.5)


async def settle(watcher, wanted, quiet, seconds=240):
    """Until all that is wanted has come and nothing more does for some seconds, or nothing has come for long."""
    end = time.time() + seconds
    while time.time() < end:
        is_complete = len(watcher.events) >= len(wanted)
        if time.time() - watcher.last > (quiet if is_complete else 5 * ELECTION):
            return
        await asyncio.sleep(0.2)


async def read_retained(ports, wanted):
    """What a subscriber that has just come finds; a node of NATS may have none of it, and then another is asked."""
    for turn in range(3):
        fresh = Watcher()
        session = Session(ports, f"fresh-{turn}", FILTERS[1:3], fresh.heard, clean=True, turn=turn)
        task = asyncio.create_task(session.run())
        await session.ready()
        await asyncio.sleep(4)
        task.cancel()
        if len(fresh.statuses) >= wanted:
            break
    return fresh


def configured(options, nodes):
    echo = options.echo or ("sources" if options.broker == "nats" else "own")
    standby = {"lease": options.lease, "echo": echo, "grace": options.grace}
    return pairs(options.agent, options.folder, options.broker, nodes.ports, SHARDS, fences(options.holds), standby)


async def join(nodes, watcher):
    """Who publishes, and who asks, once both and the watcher are heard; with the tasks in which they run."""
    watching = Session(nodes.ports, "watcher", FILTERS, watcher.heard, probe="trial/watcher")
    publisher = Session(nodes.ports, "publisher", probe="trial/publisher", turn=1)
    asking = Session(nodes.ports, "asking", turn=2)
    sessions = (watching, publisher, asking)
    tasks = [asyncio.create_task(session.run()) for session in sessions]
    await asyncio.wait_for(asyncio.gather(*(session.ready() for session in sessions)), 90)
    return *sessions, tasks


async def stand_still(session, seconds, chance):
    """A publisher that now and then sends nothing for some seconds, as where its node died: its positions come late."""
    while True:
        await asyncio.sleep(chance.uniform(4, 8))
        session.stay_away(seconds)


async def besiege(options, nodes, agents):
    watcher, asked = Watcher(), {}
    watching, publisher, asking, tasks = await join(nodes, watcher)
    for one in agents:
        one.start()
    while len(watcher.leaders) < SHARDS or not all(" connected" in one.log() for one in agents):
        await asyncio.sleep(0.1)
    begun, seconds = time.time() + 1, options.positions / options.rate
    fleet = list(positions(options.positions, options.rate, begun, options.seed, still=14 if options.holds else 2))
    truth = Truth(options.agent, f"{options.folder}/whole.json", f"{options.folder}/track.jsonl", fleet)
    if options.stall:
        tasks.append(asyncio.create_task(stand_still(publisher, options.stall, random.Random(options.seed))))
    losses = Losses(random.Random(options.seed), nodes, agents, watcher, options.lease)
    sent, *_ = await asyncio.gather(send(publisher, fleet, begun), losses.run(options.losses, options.nodes), ask(asking, begun, seconds, asked))
    print(f"load      {options.positions} positions in {time.time() - begun:.0f} s, {sum(sent) - options.positions} sent again", flush=True)
    watcher.last = time.time()
    # Behind a lease, and an election, nobody leads beside another, and no request is near a loss.
    quiet = options.lease + (ELECTION if losses.has_nodes else 1)
    await settle(watcher, truth.events, quiet)
    for _ in range(3):
        await ask(asking, time.time(), 1, asked)
    await asyncio.sleep(3)
    fresh = watcher if options.broker == "rabbitmq" else await read_retained(nodes.ports, len(truth.statuses))
    for task in tasks:
        task.cancel()
    print(f"broker    sent {watching.repeats} messages to the watcher again")
    return Verdict(truth, watcher, fresh, asked, losses, quiet, [one.stop() for one in agents])


def main():
    parser = argparse.ArgumentParser(prog="scripts/try-cluster")
    for name in ("agent", "broker", "program", "folder"):
        parser.add_argument(name)
    for name, default in (("losses", 20), ("nodes", None), ("seed", 1), ("positions", 6000), ("rate", 100), ("lease", 3), ("holds", 0), ("grace", 1), ("stall", 0)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--echo", choices=("own", "sources"))
    options = parser.parse_args()
    options.nodes = options.losses // 3 if options.nodes is None else options.nodes
    nodes = Nodes(options.broker, options.program, options.folder, SHARDS)
    agents = configured(options, nodes)
    try:
        nodes.start_all()
        verdict = asyncio.run(besiege(options, nodes, agents))
        verdict.show()
        return 0 if verdict.is_good else 70
    finally:
        for one in agents:
            if one.process:
                one.kill()
        nodes.stop()


if __name__ == "__main__":
    sys.exit(main())

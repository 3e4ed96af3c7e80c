"""An MQTT 3.1.1 client that keeps its session, keeps order, and follows the nodes of a cluster. Python alone."""
import asyncio
import collections
import itertools
import struct
import time

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PINGREQ = 0x10, 0x20, 0x30, 0x40, 0x82, 0x90, 0xC0
WINDOW = 50  # messages on their way at once


def text(value):
    return struct.pack(">H", len(value.encode())) + value.encode()


def packet(kind, body=b""):
    length, out = len(body), bytearray([kind])
    while True:
        length, low = length >> 7, length & 127
        out.append(low | (128 if length else 0))
        if not length:
            return bytes(out) + body


async def read_packet(reader):
    kind, length, shift = (await reader.readexactly(1))[0], 0, 0
    while True:
        byte = (await reader.readexactly(1))[0]
        length, shift = length | (byte & 127) << shift, shift + 7
        if byte < 128:
            return kind, await reader.readexactly(length)


class Session:
    """One client id. `heard(topic, payload, retained)` is called for each message, which is acknowledged behind it.

    With `probe`, a topic that only this session has, it publishes to itself, and goes on to the next node where nothing comes back:
    a session of a cluster may stand still, though pings are answered.
    """

    def __init__(self, ports, client, filters=(), heard=None, clean=False, probe=None, turn=0):
        self.ports, self.client, self.heard, self.clean, self.probe = ports, client, heard, clean, probe
        self.filters = [*filters, *([probe] if probe else [])]
        self.granted, self.turn, self.reconnects = set(), turn, 0
        self.known, self.repeats = set(), 0  # what has come, and how often the broker has sent it again
        self.waiting = collections.deque()  # [topic, payload, done, times sent], in order; those in front are on their way
        self.on_their_way = {}
        self.numbers = itertools.cycle(range(1, 65536))
        self.writer, self.heard_probe = None, 0.0
        self.away_until = 0.0

    async def run(self):
        while True:
            try:
                await asyncio.wait_for(self.connect(), 15)
                tasks = [asyncio.create_task(task) for task in (self.read(), self.care())]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
            except (OSError, EOFError, asyncio.TimeoutError, asyncio.IncompleteReadError):
                pass
            finally:
                if self.writer:
                    self.writer.close()
                self.writer, self.on_their_way = None, {}
            self.turn, self.reconnects = self.turn + 1, self.reconnects + 1
            await asyncio.sleep(0.3)
            while time.time() < self.away_until:
                await asyncio.sleep(0.05)

    def stay_away(self, seconds):
        """Ends the connection, and makes no other for so long; what is published meanwhile waits."""
        self.away_until = time.time() + seconds
        if self.writer:
            self.writer.close()
            self.writer = None

    async def connect(self):
        self.reader, writer = await asyncio.open_connection("127.0.0.1", self.ports[self.turn % len(self.ports)])
        try:
            writer.write(packet(CONNECT, text("MQTT") + bytes([4, 2 if self.clean else 0, 0, 20]) + text(self.client)))
            kind, body = await read_packet(self.reader)
            if kind != CONNACK or body[1]:
                raise ConnectionError("refused")
        except BaseException:
            writer.close()
            raise
        self.writer, self.granted, self.heard_probe = writer, set(), time.time()
        self.subscribe()
        self.send()

    def subscribe(self):
        for index, name in enumerate(self.filters, 1):
            if name not in self.granted:
                self.writer.write(packet(SUBSCRIBE, struct.pack(">H", 60000 + index) + text(name) + b"\1"))

    async def read(self):
        while True:
            kind, body = await read_packet(self.reader)
            if kind & 0xF0 == PUBLISH:
                self.receive(kind, body)
            elif kind == PUBACK:
                self.acknowledged(struct.unpack(">H", body)[0])
            elif kind == SUBACK and body[2] < 128:
                self.granted.add(self.filters[struct.unpack(">H", body[:2])[0] - 60001])

    def receive(self, kind, body):
        end = 2 + struct.unpack(">H", body[:2])[0]
        topic = body[2:end].decode()
        number, start = (body[end:end + 2], end + 2) if kind & 6 else (b"", end)
        if topic == self.probe:
            self.heard_probe = time.time()
        elif self.heard:
            message = (topic, body[start:])
            if kind & 8 and message in self.known:
                self.repeats += 1
            else:
                self.heard(*message, bool(kind & 1))
            self.known.add(message)
        if number:
            self.writer.write(packet(PUBACK, number))

    async def care(self):
        for second in itertools.count(1):
            await asyncio.sleep(1)
            await self.writer.drain()
            if second % 3 == 0:
                self.subscribe()  # what was refused
            if second % 5 == 0:
                self.writer.write(packet(PINGREQ))
                if self.probe and self.probe in self.granted:
                    self.writer.write(packet(PUBLISH | 2, text(self.probe) + struct.pack(">H", 65535) + b"?"))
            sent = min((entry[4] for entry in self.on_their_way.values()), default=time.time())
            if time.time() - sent > 12 or self.probe and time.time() - self.heard_probe > 20:
                raise ConnectionError("stands still")

    def publish(self, topic, payload):
        """Gives a future with how often it was sent until the broker had it."""
        entry = [topic, payload, asyncio.get_running_loop().create_future(), 0, 0.0]
        self.waiting.append(entry)
        self.send()
        return entry[2]

    def send(self):
        if not self.writer:
            return
        for entry in itertools.islice(self.waiting, len(self.on_their_way), WINDOW):
            number = next(n for n in self.numbers if n < 60000)
            entry[3], entry[4] = entry[3] + 1, time.time()
            self.on_their_way[number] = entry
            self.writer.write(packet(PUBLISH | 2, text(entry[0]) + struct.pack(">H", number) + entry[1]))

    def acknowledged(self, number):
        entry = self.on_their_way.pop(number, None)
        if entry is None:
            return
        self.waiting.remove(entry)
        entry[2].set_result(entry[3])
        self.send()

    async def ready(self):
        while not self.writer or len(self.granted) < len(self.filters):
            await asyncio.sleep(0.1)

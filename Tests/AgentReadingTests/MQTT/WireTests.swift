import BenchmarkSupport
import CLibrary
import CWire
import Testing

@testable import MQTT

/// Messages that are read before the library sees them: only whole ones, and only where one begins.
@Suite final class WireTests {
    private let pair: SocketPair
    private let wire: Wire

    init() throws {
        pair = try SocketPair()
        guard let wire = Wire(pair.own) else { throw SocketPair.Failure() }
        self.wire = wire
        // The library has read the greeting.
        pair.send([0x20, 3, 0, 0, 0])
        #expect(library(reads: 5) == [0x20, 3, 0, 0, 0])
        #expect(library(reads: 1).isEmpty)
    }

    private var next: HeldMessage? { wire.nextMessage(.version5) }

    private func acknowledge(_ packet: UInt16) -> Bool { wire.acknowledge(packet) }

    /// What the library has written of some bytes.
    private func library(writes bytes: [UInt8]) -> Int {
        wire.within { write(pair.own, bytes, bytes.count) }
    }

    /// What the library gets that asks for so many bytes.
    private func library(reads count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = wire.within { read(pair.own, &bytes, count) }
        return Array(bytes.prefix(max(0, got)))
    }

    private static func publish(_ topic: String, qos: UInt8 = 0, packet: UInt16 = 0, _ payload: [UInt8])
        -> [UInt8]
    {
        let id = qos == 0 ? [] : [UInt8(packet >> 8), UInt8(packet & 255)]
        let body = [0, UInt8(topic.utf8.count)] + Array(topic.utf8) + id + [0] + payload
        precondition(body.count < 128)
        return [0x30 | qos << 1, UInt8(body.count)] + body
    }

    @Test func `a message that is all there can be dropped, and the library reads on behind it`() throws {
        let kept = Self.publish("kept", [1, 2, 3])
        pair.send(Self.publish("first", [9]) + Self.publish("in", qos: 1, packet: 0x1234, [7]) + kept)
        #expect(library(reads: 11).count == 11)
        let next = try #require(self.next)
        #expect(next.topic.elementsEqual("in".utf8))
        #expect(next.packet == 0x1234)
        wire.drop(next)
        #expect(self.next?.topic.elementsEqual("kept".utf8) == true)
        #expect(self.next?.packet == 0)
        #expect(library(reads: 100) == kept)
        #expect(self.next == nil)
    }

    /// Its payload looks like a message.
    @Test func `none begins in the middle of another`() {
        let inner = Self.publish("in", [7])
        let outer = Self.publish("out", inner)
        pair.send(outer + inner)
        for index in outer.indices {
            #expect(library(reads: 1) == [outer[index]])
            #expect((self.next == nil) == (index + 1 < outer.count), "\(index)")
        }
        #expect(library(reads: 100) == inner)
    }

    @Test func `one of which a part has yet to come is the library's`() {
        let bytes = Self.publish("in", [7, 8, 9])
        pair.send(Self.publish("first", []) + bytes.dropLast())
        #expect(library(reads: 10).count == 10)
        #expect(self.next == nil)
        pair.send([9])
        #expect(library(reads: 100) == bytes.dropLast())
        #expect(library(reads: 100).isEmpty)
        #expect(library(reads: 100) == [9])
    }

    @Test func `behind a length without an end nothing begins`() {
        pair.send([0x30, 255, 255, 255, 255, 255, 1] + Self.publish("in", [7]))
        #expect(library(reads: 7).count == 7)
        #expect(self.next == nil)
    }

    @Test func `an acknowledgement goes behind what the library has written, and leaves with it`() throws {
        #expect(library(writes: [1, 2, 3]) == 3)
        #expect(acknowledge(0x1234))
        #expect(pair.received() == [])
        try wire.flush()
        #expect(pair.received() == [1, 2, 3, 0x40, 2, 0x12, 0x34])
    }

    @Test func `where there is no room for an acknowledgement that is said`() throws {
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let taken = library(writes: bytes)
        #expect(taken > 0 && taken < bytes.count)
        #expect(!acknowledge(1))
        wire.passOutput()
        #expect(!acknowledge(1))
    }

    @Test func `the library can be given one packet alone`() {
        let (first, second) = (Self.publish("a", [1]), Self.publish("b", [2]))
        pair.send(first + second)
        var bytes = [UInt8](repeating: 0, count: 100)
        for packet in [first, second] {
            wire.fill()
            let got = wire.withinOne {
                // As it does: a head, what is behind it, and the next head.
                [2, packet.count - 2, 1].map { read(pair.own, &bytes, $0) }
            }
            #expect(got == [2, packet.count - 2, -1])
            #expect(bytes[0] == packet[2])
        }
        #expect(library(reads: 1).isEmpty)
    }

    @Test func `it reads answers together, and a message only as the first of a call`() {
        let (answer, message): ([UInt8], [UInt8]) = ([0x40, 2, 0, 1], Self.publish("a", [1]))
        pair.send(answer + answer + message + answer + message)
        var calls: [[Int]] = []
        var bytes = [UInt8](repeating: 0, count: 100)
        for _ in 0..<3 {
            wire.fill()
            calls.append(wire.within { packets(&bytes) })
        }
        #expect(calls == [[4, 4], [message.count, 4], [message.count]])
        #expect(library(reads: 1).isEmpty)
    }

    @Test func `with TLS the library reads on, whatever the bytes look like`() throws {
        let other = try SocketPair()
        guard let tls = Wire(other.own, isPlain: false) else { throw SocketPair.Failure() }
        var bytes = [UInt8](repeating: 0, count: 100)
        let message = Self.publish("a", [1])
        other.send(message + message)
        let got = tls.within { (0..<2).map { _ in read(other.own, &bytes, message.count) } }
        #expect(got == [message.count, message.count])
        let isAtPacket = tls.isAtPacket
        #expect(!isAtPacket)
    }

    /// Reads packets as the library does, a head and what is behind it; gives how long each is.
    private func packets(_ bytes: inout [UInt8]) -> [Int] {
        var sizes: [Int] = []
        while read(pair.own, &bytes, 2) == 2 {
            let rest = Int(bytes[1])
            #expect(read(pair.own, &bytes, rest) == rest)
            sizes.append(2 + rest)
        }
        return sizes
    }

    @Test func `more is read behind a part of a packet`() {
        let bytes = Self.publish("in", [7, 8, 9])
        pair.send(bytes + bytes.dropLast())
        #expect(wire.nextPacket() == nil)
        #expect(wire.fillMore() == WIRE_MORE)
        #expect(wire.nextPacket()?.elementsEqual(bytes) == true)
        wire.drop(bytes.count)
        #expect(wire.nextPacket() == nil)
        #expect(wire.fillMore() == WIRE_NOTHING)
        pair.send([9])
        #expect(wire.fillMore() == WIRE_MORE)
        #expect(wire.nextPacket()?.elementsEqual(bytes) == true)
        wire.drop(bytes.count)
        pair.end()
        #expect(wire.fillMore() == WIRE_END)
    }

    @Test func `a packet that is longer than there is room stays the library's`() {
        pair.send([0x30, 0xFF, 0xFF, 0x7F])
        for _ in 0..<20 { pair.send([UInt8](repeating: 7, count: 4000)) }
        #expect(wire.fillMore() == WIRE_MORE)
        while wire.fillMore() == WIRE_MORE {}
        #expect(wire.fillMore() == WIRE_NO_ROOM)
        #expect(wire.nextPacket() == nil)
        #expect(library(reads: 4) == [0x30, 0xFF, 0xFF, 0x7F])
    }

    @Test func `what has come is there before the library asks`() {
        let bytes = Self.publish("in", [7])
        pair.send(bytes)
        #expect(next == nil)
        wire.fill()
        #expect(next?.topic.elementsEqual("in".utf8) == true)
        pair.send([1, 2])
        wire.fill()
        #expect(library(reads: 100) == bytes)
        #expect(library(reads: 100).isEmpty, "there was no more when it was looked for")
        #expect(library(reads: 100) == [1, 2])
        wire.fill()
        #expect(library(reads: 100).isEmpty, "nothing")
        pair.end()
        wire.fill()
        var byte: UInt8 = 0
        let end = wire.within { read(pair.own, &byte, 1) }
        #expect(end == 0)
    }

    /// However the bytes come, and whatever is dropped: each packet is dropped as a whole, or the library's.
    @Test(arguments: 1...20) func `all that is not dropped comes as it was sent`(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let packets = (0..<200).map { number in
            let payload = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
            let (topic, qos) = (random.below(2) == 0 ? "in" : "out", UInt8(random.below(3)))
            return random.below(5) == 0
                ? [0x40, 2, 0, 1] : Self.publish(topic, qos: qos, packet: UInt16(number + 1), payload)
        }
        var starts: [Int: [UInt8]] = [:]
        var end = 0
        for packet in packets {
            starts[end] = packet
            end += packet.count
        }
        let sent = packets.flatMap { $0 }
        var (waiting, wanted, got): ([UInt8], [UInt8], [UInt8]) = (sent, [], [])
        var (at, droppedCount) = (0, 0)
        // As the library asks: for the first byte of a packet, its length, and then the rest.
        var (head, rest) = (0, 0)
        while at < sent.count {
            let count = min(waiting.count, random.below(300))
            pair.send(Array(waiting.prefix(count)))
            waiting.removeFirst(count)
            for _ in 0..<random.below(12) {
                if let next, next.topic.elementsEqual("in".utf8), random.below(4) > 0 {
                    #expect(starts[at]?.count == next.size)
                    wire.drop(next)
                    at += next.size
                    droppedCount += 1
                }
                let part = library(reads: head < 2 ? 1 : 1 + random.below(rest))
                wanted += sent[at..<at + part.count]
                got += part
                at += part.count
                if head == 1, let length = part.first { rest = Int(length) } else { rest -= part.count }
                if head < 2 { head += part.count }
                if head == 2, rest == 0 { head = 0 }
            }
        }
        #expect(got == wanted)
        #expect(droppedCount > 10)
    }
}

extension SeededGenerator {
    fileprivate mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// Two sockets, of which one is the library's.
private final class SocketPair {
    let own: Int32
    private let other: Int32

    struct Failure: Error {}

    init() throws {
        var pair: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw Failure() }
        (own, other) = (pair[0], pair[1])
    }

    deinit {
        close(own)
        close(other)
    }

    func send(_ bytes: [UInt8]) { _ = write(other, bytes, bytes.count) }

    func end() { shutdown(other, Int32(SHUT_RDWR)) }

    func received() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let got = read(other, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, got)))
    }
}

import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import GeofenceCore
@testable import geofence_agent

/// The connection of a page, over a channel that says when it can take more.
@Suite struct MapStreamTests {
    private static let now = Timestamp(milliseconds: 1_760_000_000_000)
    private let channel = EmbeddedChannel()
    private let stream: MapStream
    private var scene = MapScene(generation: "g")

    init() throws {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        stream = MapStream(channel, after: nil, 0)
        var update = MapUpdate(watch: 1)
        update.isWhole = true
        _ = scene.accept(update, at: Self.now)
    }

    /// Lets so many events happen.
    private mutating func happen(_ count: Int) throws {
        var update = MapUpdate(watch: 1)
        for number in 0..<count {
            update.add(
                Event(
                    kind: .enter,
                    device: try Identifier("van"),
                    fence: try Identifier("depot"),
                    time: Self.now,
                    via: .region,
                    cause: .position,
                    confidence: 1,
                    visit: Self.now,
                    sequence: UInt32(number)
                )
            )
        }
        stream.note(scene.accept(update, at: Self.now))
    }

    /// The names of what has been sent since the last time.
    private func sent() throws -> [String] {
        var names: [String] = []
        while case .body(.byteBuffer(let bytes))? = try channel.readOutbound(as: HTTPServerResponsePart.self)
        {
            let lines = String(buffer: bytes).split(separator: "\n")
            names += lines.filter { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) }
        }
        return names
    }

    @Test mutating func `who can take nothing is sent nothing, and then word of what is missing`() throws {
        stream.send(&scene, .open, 0)
        #expect(try sent() == ["snapshot", "link"])
        channel.isWritable = false
        for second in 1...3 {
            try happen(MapUpdate.mostEvents)
            stream.send(&scene, .open, Int64(second) * 1000)
        }
        #expect(try sent() == [])
        channel.isWritable = true
        stream.send(&scene, .open, 4000)
        let names = try sent()
        #expect(names.first == "gap")
        #expect(names.dropFirst().allSatisfy { $0 == "event" })
        #expect(names.count <= 2 * MapUpdate.mostEvents)
    }

    @Test mutating func `who is as fast as the events misses none`() throws {
        stream.send(&scene, .open, 0)
        for second in 1...3 {
            try happen(MapUpdate.mostEvents)
            stream.send(&scene, .open, Int64(second) * 1000)
        }
        let names = try sent()
        #expect(!names.contains("gap"))
        #expect(names.count { $0 == "event" } == 3 * MapUpdate.mostEvents)
    }

    @Test mutating func `who takes nothing for half a minute is given up, and who does in between is not`()
        throws
    {
        stream.send(&scene, .open, 0)
        channel.isWritable = false
        stream.send(&scene, .open, 1000)
        stream.send(&scene, .open, 30_900)
        #expect(channel.isActive)
        channel.isWritable = true
        stream.send(&scene, .open, 31_000)
        channel.isWritable = false
        stream.send(&scene, .open, 32_000)
        stream.send(&scene, .open, 61_900)
        #expect(channel.isActive)
        stream.send(&scene, .open, 62_000)
        #expect(!channel.isActive)
    }

    @Test mutating func `a sign of life comes after 15 s of silence`() throws {
        stream.send(&scene, .open, 0)
        _ = try sent()
        stream.send(&scene, .open, 14_900)
        #expect(try sent() == [])
        stream.send(&scene, .open, 15_000)
        #expect(try sent() == ["ping"])
    }
}

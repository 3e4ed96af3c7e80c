import Testing

@testable import GeofenceCore
@testable import geofence_agent

@Suite struct MapViewerTests {
    private static let now = Timestamp(milliseconds: 1_760_000_000_000)

    private static func device(_ id: String, inside: [String] = []) throws -> MapDevice {
        let report = DeviceReport(inside: try inside.map { try Identifier($0) }, fix: nil, fixTime: nil)
        return MapDevice(id: try Identifier(id), report: report)
    }

    private static func event(_ number: Int) throws -> Event {
        Event(
            kind: .enter,
            device: try Identifier("van"),
            fence: try Identifier("depot"),
            time: now,
            via: .region,
            cause: .position,
            confidence: 1,
            visit: now,
            sequence: UInt32(number)
        )
    }

    private static func scene(devices: Int, events: Int = 0) throws -> MapScene {
        var scene = MapScene(generation: "g")
        var update = MapUpdate(watch: 1)
        for number in 0..<devices { update.put(try device("v\(number)"), number) }
        for number in 0..<events { update.add(try event(number)) }
        update.isWhole = true
        _ = scene.accept(update, at: now)
        return scene
    }

    /// The names of all messages that are due, each with what follows `id:`.
    private static func names(_ viewer: inout MapViewer, _ scene: inout MapScene) -> [String] {
        var names: [String] = []
        while let message = viewer.next(&scene, link: .open, at: now) {
            let lines = String(decoding: message, as: UTF8.self).split(separator: "\n")
            let name = lines.first { $0.hasPrefix("event: ") }?.dropFirst(7) ?? ""
            let id = lines.first { $0.hasPrefix("id: ") }?.dropFirst(4) ?? ""
            names.append("\(name) \(id)")
        }
        return names
    }

    @Test func `begins with everything in parts`() throws {
        var scene = try Self.scene(devices: 1001, events: 2)
        var viewer = MapViewer(scene, after: nil)
        #expect(
            Self.names(&viewer, &scene) == [
                "snapshot ", "snapshot ", "snapshot g-0", "link ", "event g-1", "event g-2",
            ]
        )
        #expect(Self.names(&viewer, &scene) == [])
    }

    @Test func `begins with nothing as well`() throws {
        var scene = try Self.scene(devices: 0)
        var viewer = MapViewer(scene, after: nil)
        #expect(Self.names(&viewer, &scene) == ["snapshot g-0", "link "])
    }

    @Test(arguments: [
        ("g-1", ["event g-2", "event g-3"]), ("g-3", []), ("h-1", ["event g-1", "event g-2", "event g-3"]),
        ("g-x", ["event g-1", "event g-2", "event g-3"]), ("g-99", ["event g-1", "event g-2", "event g-3"]),
    ])
    func `goes on behind the last event of this generation`(_ last: String, _ expected: [String]) throws {
        var scene = try Self.scene(devices: 1, events: 3)
        var viewer = MapViewer(scene, after: last)
        #expect(Self.names(&viewer, &scene).dropFirst(2) == expected[...])
    }

    @Test func `says when events are missing`() throws {
        var scene = try Self.scene(devices: 1, events: 1)
        var viewer = MapViewer(scene, after: "g-1")
        _ = Self.names(&viewer, &scene)
        var update = MapUpdate(watch: 1)
        for number in 0..<(3 * MapUpdate.mostEvents) { update.add(try Self.event(number)) }
        let (kept, lost) = (update.events.count, update.lostEvents)
        #expect(lost > 0)
        viewer.note(scene.accept(update, at: Self.now))
        let names = Self.names(&viewer, &scene)
        #expect(names.first == "gap ")
        #expect(names.count <= 1 + kept)
        #expect(names.last == "event g-\(1 + lost + kept)")
    }

    @Test func `says so, too, where the last event that a page had is older than all that are kept`() throws {
        var scene = try Self.scene(devices: 1, events: 3 * MapUpdate.mostEvents)
        let first = scene.events.first
        #expect(first > 2)
        for (last, isMissing) in [(1, true), (first - 2, true), (first - 1, false), (first, false)] {
            var viewer = MapViewer(scene, after: "g-\(last)")
            let names = Self.names(&viewer, &scene).dropFirst(2)
            #expect(names.contains("gap ") == isMissing, "after \(last)")
            #expect(names.first == (isMissing ? "gap " : "event g-\(last + 1)"))
            #expect(names.count { $0.hasPrefix("event") } == scene.events.next - max(first, last + 1))
        }
    }

    @Test func `says whose zones are others, once for many changes, and nothing of who is gone`() throws {
        var scene = try Self.scene(devices: 2)
        var viewer = MapViewer(scene, after: nil)
        _ = Self.names(&viewer, &scene)
        for _ in 0..<3 {
            var update = MapUpdate(watch: 1)
            update.add(zones: [0, 1])
            viewer.note(scene.accept(update, at: Self.now))
        }
        var update = MapUpdate(watch: 1)
        update.put(nil, 0)
        viewer.note(scene.accept(update, at: Self.now))
        #expect(viewer.next(&scene, link: .open, at: Self.now) == MapMessage.gone(["v0"]))
        let message = try #require(viewer.next(&scene, link: .open, at: Self.now))
        #expect(
            String(decoding: message, as: UTF8.self) == "event: zones\ndata: {\"devices\":[\"v1\"]}\n\n"
        )
        #expect(Self.names(&viewer, &scene) == [])
    }

    @Test func `a slow page gets the newest of each device alone`() throws {
        var scene = try Self.scene(devices: 2)
        var viewer = MapViewer(scene, after: nil)
        _ = Self.names(&viewer, &scene)
        for fence in ["a", "b", "c"] {
            var update = MapUpdate(watch: 1)
            update.put(try Self.device("v1", inside: [fence]), 1)
            viewer.note(scene.accept(update, at: Self.now))
        }
        let message = try #require(viewer.next(&scene, link: .open, at: Self.now))
        #expect(
            String(decoding: message, as: UTF8.self)
                == "event: devices\ndata: {\"now\":\"2025-10-09T08:53:20.000Z\",\"devices\":[{\"device\":\"v1\",\"inside\":[\"c\"]}]}\n\n"
        )
        #expect(Self.names(&viewer, &scene) == [])
    }

    @Test func `a number that another device has got is both gone and new`() throws {
        var scene = try Self.scene(devices: 1)
        var viewer = MapViewer(scene, after: nil)
        _ = Self.names(&viewer, &scene)
        var update = MapUpdate(watch: 1)
        update.put(try Self.device("other"), 0)
        viewer.note(scene.accept(update, at: Self.now))
        #expect(Self.names(&viewer, &scene) == ["gone ", "devices "])
    }

    @Test func `names of strangers stay within their message`() throws {
        let text = String(decoding: MapText.device(try Self.device("a\"b<script>")), as: UTF8.self)
        #expect(text == #"{"device":"a\"b<script>","inside":[]}"#)
        #expect(!MapMessage.event(Array(text.utf8), id: "g-1").dropLast(2).suffix(20).contains(0x0A))
    }

    @Test func `edges that slant are followed, and shapes of many corners thinned`() throws {
        let corners = try [(0.0, 0.0), (10, 10), (10, 0)].map {
            try Position(longitude: $0.0, latitude: $0.1)
        }
        let line = MapOutline.followed(corners)
        #expect(line.count == 1 + 64 + 1)
        #expect(line.last.map { [$0.longitude, $0.latitude] } == [10, 0])
        let many = try (0...100_000).map {
            try Position(longitude: Double($0) / 1000, latitude: Double($0 % 2))
        }
        let thin = MapOutline.followed(many)
        #expect(thin.count <= 2 * MapOutline.mostCorners + 2)
        #expect(thin.last?.longitude == 100)
    }
}

import Testing

@testable import GeofenceCore
@testable import geofence_agent

/// What the live map of one agent takes of the devices of others.
@Suite struct FleetBookTests {
    /// It has the device `van3`, and not `van1`.
    private static let shard = Shard(partitions: 64, range: 0...20)
    private var book = FleetBook(shard, base: "geofence", showsZones: false)
    private var update = MapUpdate(watch: 1)

    private mutating func accept(_ topic: String, _ payload: String) {
        Array(topic.utf8).withUnsafeBytes { topic in
            Array(payload.utf8).withUnsafeBytes { book.accept(topic, $0, &update) }
        }
    }

    /// The devices that are shown, as a page is sent them.
    private var shown: [String] {
        update.devices.values.compactMap(\.self).map { String(decoding: MapText.device($0), as: UTF8.self) }
    }

    private static func event(_ fence: String = "depot", _ more: String = "") -> String {
        #"{"event":"enter","id":"e","device":"van1","fence":"\#(fence)","name":"n","time":"2025-10-09T08:53:20.000Z"\#(more)}"#
    }

    @Test func `the devices of this test are divided as it says`() throws {
        #expect(Self.shard.owns(try Identifier("van3")))
        #expect(!Self.shard.owns(try Identifier("van1")))
    }

    @Test mutating func `shows a device of another agent as that has published it`() throws {
        var report = DeviceReport(inside: [try Identifier("depot"), try Identifier("yard")])
        report.fix = Fix(
            coordinate: try Coordinate(latitude: 52.5, longitude: 13.4),
            accuracy: 12.5,
            speed: 30
        )
        report.fixTime = Timestamp(milliseconds: 1_760_000_000_123)
        report.isResting = true
        report.isMonitored = false
        report.wifi = .connected(ssid: "DepotNet", bssid: "aabbccddeeff")
        report.wifiTime = report.fixTime
        let published = String(decoding: Reports.device(report, battery: 80), as: UTF8.self)
        accept("geofence/device/van1", published)
        #expect(shown == [#"{"device":"van1","# + published.dropFirst()])
        #expect(update.devices.keys.allSatisfy { $0 < 0 })
    }

    @Test(arguments: [
        ("geofence/device/van3", #"{"inside":[]}"#), ("geofence/device/", #"{"inside":[]}"#),
        ("geofence/status/van1/depot", #"{"inside":[]}"#), ("geofence/device/van1", "no JSON"),
        ("geofence/device/van1", "[]"), ("geofence/device/van1", "{\"inside\":[]} {}"),
        ("geofence/device/van1", ""),
    ])
    mutating func `shows nothing of its own devices, of other topics, and of what no agent writes`(
        _ topic: String,
        _ payload: String
    ) {
        accept(topic, payload)
        #expect(update.isEmpty)
    }

    @Test mutating func `leaves out what is no place, no time, no fence, no network and no battery`() {
        accept(
            "geofence/device/van1",
            #"{"inside":[5,"depot","a/b"],"latitude":91,"longitude":13,"accuracy":"x","time":"now","battery":101,"wifi":{"bssid":"zz","time":3}}"#
        )
        accept("geofence/device/van2", #"{"inside":5,"latitude":52,"longitude":13,"accuracy":-1,"speed":-1}"#)
        #expect(
            shown.sorted() == [
                #"{"device":"van1","inside":["depot"]}"#,
                #"{"device":"van2","inside":[],"latitude":52,"longitude":13}"#,
            ]
        )
    }

    @Test mutating func `a device keeps its number, and one that is forgotten is gone`() {
        accept("geofence/device/van1", #"{"inside":[]}"#)
        accept("geofence/device/van1", #"{"inside":["depot"]}"#)
        #expect(shown == [#"{"device":"van1","inside":["depot"]}"#])
        accept("geofence/device/van1", "")
        #expect(update.devices.count == 1)
        #expect(shown == [])
        accept("geofence/device/van1", #"{"inside":[]}"#)
        #expect(update.devices.count == 2)
    }

    @Test mutating func `fences that zones have become are left out unless they are shown`() {
        let inside = #"{"inside":["depot","home-van1","home-van2","home2-van1","work4-van1","work5-van1"]}"#
        accept("geofence/device/van1", inside)
        #expect(shown == [#"{"device":"van1","inside":["depot","home-van2","work5-van1"]}"#])
        for (fence, count) in [("home-van1", 0), ("depot", 1)] {
            accept("geofence/event/van1/\(fence)", Self.event(fence))
            #expect(update.written.count == count)
        }
        book = FleetBook(Self.shard, base: "geofence", showsZones: true)
        accept("geofence/device/van1", inside)
        accept("geofence/event/van1/home-van1", Self.event("home-van1"))
        #expect(update.written.count == 2)
        #expect(shown.contains(#"{"device":"van1","# + inside.dropFirst()))
    }

    @Test(arguments: [
        ("van1/depot", event(), true), ("van3/depot", event(), false),
        ("van3/depot", event().replacing("van1", with: "van3"), false),
        ("van1/depot", event().replacing("van1", with: "van3"), false),
        ("van1/all", event().replacing("fence", with: "group"), false),
        ("van1/depot", event().replacing(",", with: ",\n"), false),
        ("van1/depot", event().replacing(",", with: ",\r"), false),
        ("van1", event(), false), ("van1/depot", "enter", false), ("van1/depot", "", false),
    ])
    mutating func `passes on events of others' devices alone, and none that would end its message`(
        _ levels: String,
        _ payload: String,
        _ isShown: Bool
    ) {
        accept("geofence/event/\(levels)", payload)
        #expect(update.written.map(\.text) == (isShown ? [Array(payload.utf8)] : []))
    }

    @Test mutating func `has room for so many devices and bytes, and says that there was more`() {
        let name = String(repeating: "f", count: 250)
        let long = #"{"inside":[\#((0..<240).map { "\"\(name)\($0)\"" }.joined(separator: ","))]}"#
        for number in 0..<(2 * FleetBook.mostBytes / long.utf8.count) {
            accept("geofence/device/van1-\(number)", long)
        }
        #expect(book.leftOut > 0)
        let bytes = update.devices.count * long.utf8.count
        #expect(bytes <= FleetBook.mostBytes && bytes > FleetBook.mostBytes / 2)
        book = FleetBook(Self.shard, base: "geofence", showsZones: false)
        update = MapUpdate(watch: 1)
        for number in 0..<(2 * FleetBook.mostDevices) { accept("geofence/device/v\(number)", "{}") }
        #expect(update.devices.count == FleetBook.mostDevices)
        #expect(book.leftOut > 0)
        let event =
            #"{"event":"enter","device":"van1","fence":"depot","name":"\#(String(repeating: "n", count: FleetBook.longestEvent))"}"#
        accept("geofence/event/van1/depot", event)
        #expect(update.written.isEmpty)
    }

    @Test mutating func `events wait in a number that is bounded, and those that are lost are counted`() {
        let count = 3 * MapUpdate.mostEvents
        for _ in 0..<count {
            accept("geofence/event/van1/depot", Self.event())
        }
        #expect(update.written.count < 2 * MapUpdate.mostEvents)
        #expect(update.written.count + update.lostEvents == count)
        var scene = MapScene(generation: "g")
        _ = scene.accept(update, at: Timestamp(milliseconds: 0))
        #expect(scene.events.next == count + 1)
    }

    @Test(
        arguments: [
            .enter, .exit(duration: 1500), .dwell(60_000), .speeding(speed: 61.25, limit: 50, episode: 1),
            .speedingEnd(duration: 1, speed: 2, limit: 3, episode: 4),
        ] as [Event.Kind]
    )
    mutating func `an event as an agent publishes it is passed on as it is`(_ kind: Event.Kind) throws {
        var event = Event(
            kind: kind,
            device: try Identifier("van1"),
            fence: try Identifier("depot"),
            time: Timestamp(milliseconds: 1_760_000_000_123),
            via: [.region, .wifi],
            cause: .position,
            confidence: 0.5,
            visit: Timestamp(milliseconds: 1_760_000_000_000),
            sequence: 7
        )
        let plain = Reports.event(event)
        accept("geofence/event/van1/depot", String(decoding: plain, as: UTF8.self))
        event.fix = Fix(coordinate: try Coordinate(latitude: 52.5, longitude: 13.4), accuracy: 12.5)
        (event.isLate, event.confirmed) = (true, event.time)
        let text = Reports.event(event, names: [event.device: "Van"])
        accept("geofence/event/van1/depot", String(decoding: text, as: UTF8.self))
        #expect(update.written.map(\.text) == [plain, text])
        #expect(book.leftOut == 0)
    }

    @Test(arguments: [
        (#""event":"enter""#, #""event":{}"#), (#""id":"e","#, ""), (#""id":"e""#, #""id":7"#),
        (#""name":"n""#, #""name":{"toString":1}"#), (#""name":"n""#, #""name":null"#),
        ("2025-10-09T", "2025-10-99T"), (#"Z"}"#, #"Z","latitude":"no","longitude":13}"#),
        (#"Z"}"#, #"Z","latitude":52}"#), (#"Z"}"#, #"Z","latitude":92,"longitude":13}"#),
        (#"Z"}"#, #"Z","via":["region",1]}"#), (#"Z"}"#, #"Z","late":"x"}"#),
        (#"Z"}"#, #"Z","properties":[1]}"#), (#"Z"}"#, #"Z","group":"all","late":7}"#),
    ])
    mutating func `what is no event is not shown`(_ part: String, _ other: String) {
        let text = Self.event().replacing(part, with: other)
        #expect(text != Self.event())
        accept("geofence/event/van1/depot", text)
        #expect(update.written.isEmpty)
    }

    @Test mutating func `events go with a device that is forgotten, and those behind it stay`() throws {
        accept("geofence/device/van1", #"{"inside":[]}"#)
        accept("geofence/event/van1/depot", Self.event())
        var whole = update
        update = MapUpdate(watch: 1)
        accept("geofence/event/van1/yard", Self.event("yard"))
        accept("geofence/device/van1", "")
        accept("geofence/event/van1/gate", Self.event("gate"))
        #expect(update.written.map(\.text) == [Array(Self.event("gate").utf8)])
        var scene = MapScene(generation: "g")
        _ = scene.accept(whole, at: Timestamp(milliseconds: 0))
        whole.merge(update)
        #expect(whole.written.map(\.text) == [Array(Self.event("gate").utf8)])
        #expect(scene.events.entry(from: 0) != nil)
        _ = scene.accept(update, at: Timestamp(milliseconds: 0))
        #expect(scene.events.entry(from: 0)?.text == Array(Self.event("gate").utf8))
    }
}

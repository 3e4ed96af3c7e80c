import GeofenceCore

/// Good bytes with one thing damaged, and values at the ends of their ranges. These may be refused, and must
/// be refused well.
extension StoredInput {
    static func edges() throws -> [StoredInput] { try fenceEdges() + observationEdges() + deviceEdges() }

    private static func fenceEdges() throws -> [StoredInput] {
        let rules = allRules(.strict)
        let place = try Shape.circle(circle(1.5, 2.5, 77.25))
        let good = try StoredInput(
            "edge-fence",
            fence: Fence(id: Identifier("gate"), name: "Gate", shape: place, rules: rules)
        )
        let latitude = bytes { $0.double(1.5) }
        let longitude = bytes { $0.double(2.5) }
        let radius = bytes { $0.double(77.25) }
        let margin = bytes { $0.double(rules.margin) }
        let dwell = bytes { $0.double(rules.dwell[1]) }
        let gate = bytes { $0.text("gate") }
        func replacing(_ part: [UInt8], _ name: String, _ value: (inout ByteWriter) -> Void) throws
            -> StoredInput
        {
            try good.replacing(part, by: bytes(value), name)
        }
        return try [
            replacing(gate, "id") { $0.text("a/b") },
            replacing(bytes { $0.text("Gate") }, "name-empty") { $0.text("") },
            replacing(latitude, "latitude") { $0.double(90.5) },
            replacing(longitude, "longitude-nan") { $0.double(.nan) },
            replacing(radius, "radius-0") { $0.double(0) },
            replacing(radius, "radius-least") { $0.double(.leastNonzeroMagnitude) },
            replacing(radius, "radius-beyond") { $0.double(Circle.maximumRadius.nextUp) },
            replacing(radius, "radius-nan") { $0.double(.nan) },
            replacing(bytes { $0.text("strict") }, "rule-unknown") { $0.text("loud") },
            replacing(margin, "rule-negative") { $0.double(-1) },
            replacing(margin, "rule-nan") { $0.double(.nan) },
            replacing(margin, "rule-infinite") { $0.double(.infinity) },
            replacing(dwell, "rule-0") { $0.double(0) },
            replacing(dwell, "dwell-longest") { $0.double(1e12) },
            replacing(dwell, "dwell-without-end") { $0.double(1e233) },
            StoredInput("edge-fence-more", bytes: good.bytes + [0]),
            StoredInput("edge-fence-half", bytes: Array(good.bytes.prefix(good.bytes.count / 2))),
        ] + placeEdges() + staleEdges()
    }

    /// Fences without a place, with odd networks and odd heights.
    private static func placeEdges() throws -> [StoredInput] {
        let stars = try ["bssid:*", "bssid:**a*", "bssid:aabbccddeeff"].map { try WiFiPattern($0) }
        let networks = try StoredInput(
            "edge-fence",
            fence: Fence(id: Identifier("net"), shape: nil, wifi: stars)
        )
        let above = try StoredInput(
            "edge-fence",
            fence: Fence(
                id: Identifier("up"),
                shape: .circle(circle(0, 0, 5)),
                altitude: AltitudeBand(minimum: 12.5, maximum: 60.5)
            )
        )
        let list = bytes { writer in writer.list(stars) { $0.text($1.description) } }
        return try [
            StoredInput("edge-fence-wifi-stars", bytes: networks.bytes),
            networks.replacing(bytes { $0.text("bssid:*") }, by: bytes { $0.text("") }, "wifi-empty"),
            networks.replacing(list, by: [0], "nothing"),
            above.replacing(bytes { $0.double(60.5) }, by: bytes { $0.double(.nan) }, "altitude-nan"),
            above.replacing(bytes { $0.double(60.5) }, by: bytes { $0.double(12) }, "altitude-none"),
            above.replacing(
                bytes { $0.double(60.5) },
                by: bytes { $0.double(.infinity) },
                "altitude-infinite"
            ),
        ]
    }

    /// A fence that holds everybody, and whose status is stale after no time at all.
    private static func staleEdges() throws -> [StoredInput] {
        let world = try StoredInput(
            "edge-fence",
            fence: Fence(
                id: Identifier("world"),
                shape: .circle(circle(0, 180, Circle.maximumRadius)),
                rules: allRules(.hysteresis)
            )
        )
        return try [
            world.replacing(bytes { $0.double(3600) }, by: bytes { $0.double(1e-9) }, "stale-at-once")
        ]
    }

    private static func observationEdges() throws -> [StoredInput] {
        let fix = try Fix(
            coordinate: Coordinate(latitude: 1, longitude: 2),
            accuracy: 77.25,
            altitude: 41.5,
            speed: 27.5
        )
        let good = StoredInput("edge-observation") { writer in
            Observation(time: .start, arrival: .start, fix: fix).write(to: &writer)
        }
        let accuracy = bytes { $0.double(77.25) }
        let time = bytes { $0.timestamp(.start) }
        func replacing(_ part: [UInt8], _ name: String, _ value: (inout ByteWriter) -> Void) throws
            -> StoredInput
        {
            try good.replacing(part, by: bytes(value), name)
        }
        return try [
            replacing(accuracy, "infinite") { $0.double(.infinity) },
            replacing(accuracy, "nan") { $0.double(.nan) },
            replacing(accuracy, "negative") { $0.double(-1) },
            replacing(bytes { $0.double(41.5) }, "altitude-nan") { $0.double(.nan) },
            replacing(bytes { $0.double(27.5) }, "speed-nan") { $0.double(.nan) },
            replacing(bytes { $0.double(27.5) }, "speed-negative") { $0.double(-1) },
            replacing(time, "first") { $0.timestamp(Timestamp(milliseconds: -1_000_000_000_000_000)) },
            replacing(time, "last") { $0.timestamp(Timestamp(milliseconds: 1_000_000_000_000_000)) },
            replacing(time, "beyond") { $0.timestamp(.distantFuture) },
            StoredInput("edge-observation-nothing") {
                Observation(time: .start, arrival: .start).write(to: &$0)
            },
        ]
    }

    private static func deviceEdges() throws -> [StoredInput] {
        var story = try StoredStory(fences: StoredProperties.known.filter { $0.id.description == "depot" })
        try inside(&story)
        let good = StoredInput("edge-device", bytes: story.bytes)
        let depot = bytes { $0.text("depot") }
        let entered = bytes { $0.timestamp(Timestamp.start.advanced(byMilliseconds: 60_000)) }
        let record = try good.part(from: depot, to: [0, 0])
        func changing(_ name: String, at offset: Int, by value: [UInt8]) throws -> StoredInput {
            var changed = record
            changed.replaceSubrange(depot.count + offset...depot.count + offset, with: value)
            return try good.replacing(record, by: changed, name)
        }
        return try [
            good.replacing(bytes { $0.text("van1") }, by: bytes { $0.text("") }, "id-empty"),
            StoredInput("edge-device-number-gap", bytes: [63] + good.bytes.dropFirst()),
            StoredInput("edge-device-number-beyond", bytes: [64] + good.bytes.dropFirst()),
            StoredInput("edge-device-number-great", bytes: bytes { $0.count(.max) } + good.bytes.dropFirst()),
            changing("unknown", at: 0, by: [0]),
            changing("status", at: 0, by: [3]),
            changing("via", at: 1, by: [4]),
            changing("sequence", at: 5, by: bytes { $0.count(UInt64(UInt32.max)) }),
            changing("sequence-beyond", at: 5, by: bytes { $0.count(UInt64(UInt32.max) + 1) }),
            good.replacing([1] + record, by: [2] + record + record, "twice"),
            good.replacing(record + [0], by: record + [1] + record, "retired-known"),
            good.replacing(
                entered + entered + entered,
                by: bytes {
                    for time in [.distantFuture, .distantPast, .distantFuture] as [Timestamp] {
                        $0.timestamp(time)
                    }
                },
                "times"
            ),
        ] + lagEdges()
    }

    private static func lagEdges() throws -> [StoredInput] {
        var story = try StoredStory()
        try story.fix(after: 0, 52.6, 13.4, delayed: 1234)
        let good = StoredInput("edge-device", bytes: story.bytes)
        let lag = bytes { $0.integer(1_234_000) }
        return try [
            good.replacing(lag, by: bytes { $0.integer(.min) }, "lag"),
            good.replacing(lag, by: bytes { $0.integer(.max) }, "lag-great"),
        ]
    }

    private init(_ name: String, fence: Fence) { self.init(name) { fence.write(to: &$0) } }

    private static func bytes(_ write: (inout ByteWriter) -> Void) -> [UInt8] { written(write) }
}

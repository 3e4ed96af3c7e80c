import GeofenceCore

/// Where the tracks of the tests lead: north and south along a meridian, through fences about one middle.
enum Yard {
    /// The middle of all circles.
    static func middle() throws -> Coordinate {
        try Coordinate(latitude: 0, longitude: 13)
    }

    /// The place so many metres beyond the edge of a circle of 100 m, to the north; a negative number is
    /// inside.
    static func place(beyond metres: Double) throws -> Coordinate {
        let distance = metres + 100
        var latitude = distance / 110_574
        let middle = try middle()
        for _ in 0..<4 where distance != 0 {
            let place = try Coordinate(latitude: latitude, longitude: middle.longitude)
            let reached = Geodesic.distance(middle, place)
            latitude *= distance.magnitude / reached
        }
        return try Coordinate(latitude: latitude, longitude: middle.longitude)
    }
}

extension Fence {
    /// A circle about the middle of the yard.
    static func circle(
        _ id: String = "depot",
        radius: Double = 100,
        wifi: [String] = [],
        name: String? = nil,
        altitude: ClosedRange<Double>? = nil,
        devices: [String] = [],
        groups: [String] = [],
        schedule: Schedule? = nil,
        _ rules: (inout Rules) -> Void = { _ in }
    ) throws -> Fence {
        var made = Rules()
        rules(&made)
        return try Fence(
            id: Identifier(id),
            name: name,
            shape: .circle(Circle(center: Yard.middle(), radius: radius)),
            wifi: wifi.map { try WiFiPattern($0) },
            altitude: altitude.map { try AltitudeBand(minimum: $0.lowerBound, maximum: $0.upperBound) },
            devices: devices.map { try DevicePattern($0) },
            groups: groups.map { try Identifier($0) },
            schedule: schedule,
            rules: made
        )
    }

    /// A circle of 100 m that goes with a device.
    static func following(
        _ leader: String,
        id: String = "convoy",
        _ rules: (inout Rules) -> Void = { _ in }
    ) throws -> Fence {
        var made = Rules()
        rules(&made)
        let follow = try Follow(device: Identifier(leader), radius: 100)
        return try Fence(id: Identifier(id), shape: nil, follows: follow, rules: made)
    }

    /// A fence of networks alone.
    static func network(
        _ id: String = "lounge",
        wifi: [String] = ["Lounge"],
        groups: [String] = [],
        _ rules: (inout Rules) -> Void = { _ in }
    ) throws -> Fence {
        var made = Rules()
        rules(&made)
        let patterns = try wifi.map { try WiFiPattern($0) }
        let names = try groups.map { try Identifier($0) }
        return try Fence(id: Identifier(id), shape: nil, wifi: patterns, groups: names, rules: made)
    }
}

extension Timestamp {
    /// So many seconds after the tests' beginning of time.
    static func second(_ second: Double) -> Timestamp {
        Timestamp(milliseconds: Seconds.milliseconds(second))
    }

    /// In seconds, without needless zeros.
    var inSeconds: String { Seconds.text(milliseconds: milliseconds) }
}

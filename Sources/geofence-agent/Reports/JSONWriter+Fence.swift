import GeofenceCore

extension JSONWriter {
    /// The members of a fence by the keys of the configuration; rules only where they differ from the general ones.
    mutating func members(of fence: Fence, beside general: Rules) {
        member("id", fence.id.description)
        if let name = fence.name { member("name", name) }
        if let shape = fence.shape { place(shape) }
        if let follows = fence.follows {
            member("follows", follows.device.description)
            member("radius", follows.radius)
        }
        if !fence.wifi.isEmpty { member("wifi", fence.wifi.map(\.description)) }
        if let lowest = fence.altitude?.minimum { member("minAltitude", lowest) }
        if let highest = fence.altitude?.maximum { member("maxAltitude", highest) }
        if !fence.devices.isEmpty { member("devices", fence.devices.map(\.description)) }
        if !fence.groups.isEmpty { member("groups", fence.groups.map(\.description)) }
    }

    private mutating func place(_ shape: Shape) {
        switch shape {
        case .circle(let circle):
            member("latitude", circle.center.latitude)
            member("longitude", circle.center.longitude)
            member("radius", circle.radius)
        case .rectangle(let box):
            let sides = [box.west, box.south, box.east, box.north]
            member("bbox", json: Self.array(sides.map(Self.bytes)))
        case .corridor(let corridor):
            geometry("LineString", Self.array(corridor.line.map(Self.bytes)))
            member("width", corridor.width)
        case .area(let area) where area.polygons.count == 1:
            geometry("Polygon", Self.polygon(area.polygons[0]))
        case .area(let area):
            geometry("MultiPolygon", Self.array(area.polygons.map(Self.polygon)))
        }
    }

    private mutating func geometry(_ type: String, _ coordinates: [UInt8]) {
        member("geometry") { json in
            json.member("type", type)
            json.member("coordinates", json: coordinates)
        }
    }

    private static func polygon(_ rings: [[Position]]) -> [UInt8] {
        array(rings.map { array($0.map(bytes)) })
    }

    private static func bytes(_ position: Position) -> [UInt8] {
        array([bytes(position.longitude), bytes(position.latitude)])
    }

    private static func bytes(_ number: Double) -> [UInt8] { Array(text(number).utf8) }
}

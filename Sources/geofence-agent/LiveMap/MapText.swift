import GeofenceCore

/// What the live map's stream says of devices and fences, as JSON.
enum MapText {
    /// By the names of the topic `geofence/device/{device}`.
    static func device(_ device: MapDevice, _ name: String? = nil) -> [UInt8] {
        JSONWriter.object { json in
            json.member("device", device.id.description)
            if let name { json.member("name", name) }
            Reports.members(device.report, battery: device.battery, &json)
        }
    }

    /// A fence with its outline.
    ///
    /// That follows the edges that count: those of a map in Mercator's projection
    /// are others. `open` is said of those alone that are closed by their schedule now.
    static func fence(_ fence: Fence, isClosed: Bool = false) -> [UInt8] {
        JSONWriter.object { json in
            json.member("id", fence.id.description)
            if let name = fence.name { json.member("name", String(name.prefix(256))) }
            if let shape = fence.shape { members(shape, &json) }
            if let follows = fence.follows {
                json.member("follows", follows.device.description)
                json.member("radius", follows.radius)
            }
            if !fence.wifi.isEmpty { json.member("wifi", fence.wifi.prefix(32).lazy.map(\.description)) }
            if !fence.devices.isEmpty {
                json.member("devices", fence.devices.prefix(100).lazy.map(\.description))
            }
            if fence.schedule != nil { json.member("schedule", true) }
            if isClosed { json.member("open", false) }
            if !fence.isMonitored { json.member("monitoring", false) }
            json.member("revision", fence.revision)
        }
    }

    private static func members(_ shape: Shape, _ json: inout JSONWriter) {
        switch shape {
        case .circle(let circle):
            json.member("latitude", circle.center.latitude)
            json.member("longitude", circle.center.longitude)
            json.member("radius", circle.radius)
            // The page draws circles on a sphere, which is good enough for small ones.
            if circle.radius > 2000 { outline([circle.outline], &json) }
        case .area(let area): outline(area.polygons.flatMap(\.self), &json)
        case .rectangle(let rectangle): outline([rectangle.outline], &json)
        case .corridor(let corridor):
            json.member("line", json: MapOutline.text(MapOutline.followed(corridor.line)))
            json.member("width", corridor.width)
        }
    }

    private static func outline(_ rings: [[Position]], _ json: inout JSONWriter) {
        let texts = rings.map { MapOutline.text(MapOutline.followed($0)) }
        json.member("outline", json: JSONWriter.array(texts))
    }

    /// A point of interest, as `geofence/nearby/{device}` has it, with its place.
    static func point(_ point: Int, _ table: PointTable) -> [UInt8] {
        let place = table.place(point)
        let rest = JSONWriter.object { json in
            json.member("at", json: MapOutline.text(longitude: place.longitude, latitude: place.latitude))
        }
        return table.text(point) + [UInt8(ascii: ",")] + rest.dropFirst()
    }
}

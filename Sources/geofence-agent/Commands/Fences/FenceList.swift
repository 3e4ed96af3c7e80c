import GeofenceCore

/// Fences for a person or a program: what each is, where, and where it comes from.
struct FenceList {
    private let fences: [(fence: Fence, origin: String)]
    /// What the origin is called in JSON.
    private let originKey: String

    /// Those of a configuration and of the files that it names.
    init(_ configuration: Configuration, file: String) {
        var files = Array(repeating: file, count: configuration.fences.count)
        for other in configuration.fenceFiles {
            for index in other.fences { files[index] = other.path }
        }
        fences = Array(zip(configuration.fences, files))
        originKey = "file"
    }

    /// Those of a running agent.
    init(_ live: LiveFences) {
        fences = live.entries.map { ($0.fence, $0.type) }
        originKey = "type"
    }

    /// A table with aligned columns under a head; `none` where there is no fence.
    var lines: [String] {
        guard !fences.isEmpty else { return ["none"] }
        return TextTable.lines(
            ["ID", "KIND", "PLACE", "NAME"],
            fences.map {
                [$0.fence.id.description, $0.fence.kind, $0.fence.whereabouts, $0.fence.name ?? ""]
            }
        )
    }

    /// A list of objects: `id`, `name`, `kind`, `scale` in metres where it has a place of its own, `wifi`,
    /// `groups`, and `file`, or `type` where the agent says that it is of its configuration (`file`), set by
    /// a request (`custom`), a device's home or work (`zone`), or a phone's waypoint or around a point of
    /// interest (`poi`).
    var json: JSONValue {
        .list(
            fences.map { fence, origin in
                .members([
                    ("id", .string(fence.id.description)), ("name", fence.name.map(JSONValue.string)),
                    ("kind", .string(fence.kind)), ("scale", (fence.shape?.scale).map(JSONValue.number)),
                    ("follows", (fence.follows?.device.description).map(JSONValue.string)),
                    ("wifi", .texts(fence.wifi.map(\.description))),
                    ("groups", .texts(fence.groups.map(\.description))), (originKey, .string(origin)),
                ])
            }
        )
    }
}

extension Fence {
    /// Where it is, in a few words; of a place the latitude comes first.
    fileprivate var whereabouts: String {
        switch shape {
        case .circle(let circle):
            let place = [circle.center.latitude, circle.center.longitude].map(NumberRange.text)
            return "\(place.joined(separator: ", ")), \(NumberRange.text(circle.radius)) m"
        case .area(let area):
            let corners = area.polygons.joined().reduce(0) { $0 + $1.count - 1 }
            return area.polygons.count == 1
                ? "\(corners) corners" : "\(corners) corners in \(area.polygons.count) polygons"
        case .corridor(let corridor):
            return "\(corridor.line.count) positions, \(NumberRange.text(corridor.width)) m wide"
        case .rectangle(let rectangle):
            let corners = [[rectangle.south, rectangle.west], [rectangle.north, rectangle.east]]
            return corners.map { $0.map(NumberRange.text).joined(separator: ", ") }.joined(separator: " to ")
        case nil:
            guard let follows else { return wifi.map(\.description).joined(separator: ", ") }
            return "\(NumberRange.text(follows.radius)) m around \(follows.device)"
        }
    }
}

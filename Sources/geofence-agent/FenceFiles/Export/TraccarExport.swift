import GeofenceCore

/// Writes fences as the list of geofences of Traccar's interface; what Traccar has not is left out.
///
/// The id stands in `attributes`, and of a corridor half its width as `polylineDistance`.
enum TraccarExport {
    static func write(_ fences: [Fence]) -> FenceExport {
        var export = FenceExport()
        var geofences: [String] = []
        for fence in fences {
            switch WKTExport.area(fence) {
            case .success(let area): geofences.append(geofence(fence, area).text)
            case .failure(let reason): export.leaveOut(fence, reason.text)
            }
        }
        export.add("[\n" + geofences.joined(separator: ",\n") + "\n]\n")
        return export
    }

    private static func geofence(_ fence: Fence, _ area: String) -> JSONValue {
        let width: Double? = if case .corridor(let corridor) = fence.shape { corridor.width } else { nil }
        return .members([
            ("name", .string(fence.name ?? fence.id.description)), ("area", .string(area)),
            (
                "attributes",
                .members([
                    ("id", .string(fence.id.description)),
                    ("polylineDistance", width.map { .number($0 / 2) }),
                ])
            ),
        ])
    }
}

import GeofenceCore

/// Writes fences as lines of Traccar's WKT, latitude first, each behind its id and its name with tabs
/// between; what Traccar has not is left out.
enum WKTExport {
    static func write(_ fences: [Fence]) -> FenceExport {
        var export = FenceExport()
        for fence in fences {
            switch area(fence) {
            case .success(let area):
                let name = (fence.name ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
                export.add("\(fence.id)\t\(name)\t\(area)\n")
            case .failure(let reason): export.leaveOut(fence, reason.text)
            }
        }
        return export
    }

    /// Why a fence is no area of Traccar's.
    struct Reason: Error { let text: String }

    /// The fence as Traccar writes areas.
    static func area(_ fence: Fence) -> Result<String, Reason> {
        switch fence.shape {
        case .circle(let circle):
            let place =
                "\(JSONWriter.text(circle.center.latitude)) \(JSONWriter.text(circle.center.longitude))"
            return .success("CIRCLE (\(place), \(JSONWriter.text(circle.radius)))")
        case .corridor(let corridor): return .success("LINESTRING (\(positions(corridor.line)))")
        case .rectangle(let rectangle): return .success("POLYGON ((\(positions(rectangle.outline))))")
        case .area(let area):
            guard area.polygons.count == 1, area.polygons[0].count == 1 else {
                return .failure(Reason(text: "Traccar's polygons are one ring, and this has holes or parts"))
            }
            return .success("POLYGON ((\(positions(area.polygons[0][0]))))")
        case nil: return .failure(Reason(text: "Traccar's fences have a place of their own"))
        }
    }

    private static func positions(_ line: [Position]) -> String {
        line.map { "\(JSONWriter.text($0.latitude)) \(JSONWriter.text($0.longitude))" }.joined(
            separator: ", "
        )
    }
}

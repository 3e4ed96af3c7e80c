import GeofenceCore

/// Fences as a document, and what the format has no room for.
struct FenceExport: Hashable, Sendable {
    /// The document, with a line feed at the end.
    var bytes: [UInt8] = []
    /// Fences that the format can't hold, each with the reason.
    var leftOut: [LeftOut] = []

    /// A fence that is not in the document.
    struct LeftOut: Hashable, Sendable, CustomStringConvertible {
        let id: Identifier
        let reason: String
        /// `depot: …`.
        var description: String { "\(id): \(reason)" }
    }

    /// Writes fences.
    ///
    /// Of GeoJSON `FenceDocument.read` makes the same fences, with the same general rules. KML keeps all but
    /// names that are the id; the others keep place, id and name.
    /// `rules` are the general ones that the document will be read with: what a fence has besides them is
    /// written.
    static func write(_ fences: [Fence], as format: ExportFormat, rules: Rules = Rules()) -> FenceExport {
        switch format {
        case .geojson: GeoJSONExport.write(fences, rules)
        case .kml: KMLExport.write(fences, rules)
        case .owntracks: OwnTracksExport.write(fences)
        case .csv: CSVExport.write(fences)
        case .wkt: WKTExport.write(fences)
        case .traccar: TraccarExport.write(fences)
        }
    }

    /// Nothing written yet.
    init() {}

    /// Adds text.
    mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Names a fence that has no place in the document.
    mutating func leaveOut(_ fence: Fence, _ reason: String) {
        leftOut.append(LeftOut(id: fence.id, reason: reason))
    }
}

/// What fences can be written as.
enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    case geojson, kml, owntracks, csv, wkt, traccar
}

extension Fence {
    /// The circle that it is; nil for all else.
    var circle: Circle? {
        if case .circle(let circle) = shape { circle } else { nil }
    }

    /// What it is, in a word.
    var kind: String { FenceKind(self).rawValue }
}

import GeofenceCore

extension Configuration {
    /// Reads `pois` and its files, and those that included files name; what is wrong with a point is a
    /// warning, and the point is left out.
    mutating func readPoints(_ key: ValueReader?, besides others: [ValueReader]) {
        guard let key else {
            others.forEach { $0.report("needs \"pois\" in the configuration itself, be it {}") }
            return
        }
        guard let object = key.object(PointSettings.Key.self) else { return }
        let settings = PointSettings(reading: object)
        let hint = "name at least one, such as [\"stores.geojson\"]"
        if object[.files] == nil, others.isEmpty { object.reportMissing(.files, hint) }
        let lists = ([object[.files]].compactMap(\.self) + others).compactMap { $0.list() }
        guard !lists.isEmpty else { return }
        let list = Array(lists.joined())
        if list.isEmpty { key.report("files must not be empty; \(hint)") }
        guard key.reading.files.contains(.points) else { return list.forEach { _ = $0.text() } }
        var intake = PointImporter(settings, key.reading)
        var fingerprint = ""
        var paths: Set<String> = []
        for element in list {
            for path in element.files() where paths.insert(path).inserted {
                readPoints(path, element, &intake, &fingerprint)
            }
        }
        hash = Fingerprint.fnv1a(Array(fingerprint.utf8), after: hash)
        let table = PointTable(intake.builder, fingerprint: fingerprint)
        pois = PointsOfInterest(settings: settings, table: table)
    }

    /// Most bytes of a file of points.

    private static let listHint =
        "is a list; put it under \"features\" of a FeatureCollection: {\"type\": \"FeatureCollection\", \"features\": […]}"

    private func readPoints(
        _ path: String,
        _ key: ValueReader,
        _ intake: inout PointImporter,
        _ fingerprint: inout String
    ) {
        let bytes: [UInt8]
        do {
            bytes = try FileContents(path: path, upTo: FileContents.longestDocument).bytes
        } catch {
            return key.report("\(error): \(path)")
        }
        fingerprint = Fingerprint.fnv1a(bytes, after: fingerprint)
        intake.begin(path)
        switch PointFileKind(bytes, path) {
        case .empty: intake.fail("is empty")
        case .list: intake.fail(Self.listHint)
        case .geoJSON: GeoJSONPoints.read(bytes, into: &intake)
        case .csv: CSVPoints.read(bytes, into: &intake)
        }
        key.reading.include([], intake.report)
    }
}

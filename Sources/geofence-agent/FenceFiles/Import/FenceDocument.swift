import GeofenceCore

/// Documents of fences, from bytes.
enum FenceDocument {
    /// Reads all fences of a document, or refuses it and says of each feature why.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - file: Its name, for reports, for the format, and for what features without a name are called.
    ///   - format: How it is written; nil: as its name, or else its contents, tell.
    ///   - rules: The rules that count where a feature has none of its own.
    ///   - options: What is taken where a feature does not say it.
    ///   - timeZones: The time zones of this machine, for schedules.
    ///   - reached: Called now and then with how many bytes are done.
    /// - Returns: The fences, or why there are none, and what became of each feature.
    /// - Complexity: one pass over the document, and what its shapes take to be checked.
    static func read(
        _ bytes: [UInt8],
        file: String,
        format: FenceFileFormat? = nil,
        rules: Rules = Rules(),
        options: FenceFileOptions = FenceFileOptions(),
        timeZones: TimeZoneCache = TimeZoneCache(files: TimeZoneFiles(environment: [:])),
        reached: ((Int) -> Void)? = nil
    ) -> FenceImport {
        let reading = ConfigurationReading(file: file, environment: [:])
        reading.timeZones = timeZones
        var result = FenceImport(file: file)
        var intake = FeatureImporter(reading: reading, rules: rules, options: options, stem: stem(file))
        intake.reached = reached
        result.format = read(bytes, format ?? FenceFileFormat(file: file), &intake)
        intake.checkLabels()
        intake.checkOrder(result.format)
        result.features = intake.reports
        result.problems = reading.problems
        result.notes = reading.warnings.map(\.message)
        result.read = intake.fences
        if result.problems.isEmpty { (result.fences, result.positions) = (intake.fences, intake.positions) }
        if result.problems.isEmpty, intake.reports.isEmpty { result.notes.append("holds no fence") }
        return result
    }

    private static func read(
        _ bytes: [UInt8],
        _ named: FenceFileFormat?,
        _ intake: inout FeatureImporter
    ) -> FenceFileFormat? {
        if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
            intake.reading.report("is a ZIP archive, such as KMZ; unpack it and take the .kml in it")
            return named
        }
        guard let format = named ?? FenceFileFormat(bytes: bytes) else {
            intake.reading.report(
                "is no GeoJSON, KML, GPX, OwnTracks, CSV or WKT that is known; name the format by \(intake.options.name("format"))"
            )
            return nil
        }
        switch format {
        case .geojson, .owntracks, .traccar: return readJSON(bytes, named, &intake) ?? format
        case .kml: KMLFences.read(bytes, into: &intake)
        case .gpx: GPXFences.read(bytes, into: &intake)
        case .csv: CSVFences.read(bytes, into: &intake)
        case .wkt: WKTFences.read(bytes, into: &intake)
        }
        return format
    }

    private static func readJSON(
        _ bytes: [UInt8],
        _ named: FenceFileFormat?,
        _ intake: inout FeatureImporter
    ) -> FenceFileFormat? {
        // Features come by the hundred thousand: each is read again when its turn comes, and none is kept.
        let key = GeoJSONFences.Key.features.rawValue
        guard let document = intake.reading.document(bytes, leavingOut: key) else { return nil }
        let root = ValueReader(node: document.root, path: "", reading: intake.reading)
        let format = named ?? FenceFileFormat(json: document.root)
        switch format {
        case .owntracks: OwnTracksFences.read(root, into: &intake)
        case .traccar: TraccarFences.read(root, into: &intake)
        default: GeoJSONFences.read(root, document.leftOut, of: bytes, into: &intake)
        }
        return format
    }

    /// The name without folders and extension; nil where it comes from nowhere, as with standard input.
    private static func stem(_ file: String) -> String? {
        let stem = TrackName(file).stem
        return stem.isEmpty || stem == "-" ? nil : stem
    }
}

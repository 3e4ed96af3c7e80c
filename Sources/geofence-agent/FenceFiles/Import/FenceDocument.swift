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
    ///   - readsPlainly: Whether circles of which there is nothing to say are read in one pass; it makes no
    ///     difference but in time.
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
        readsPlainly: Bool = true,
        reached: ((Int) -> Void)? = nil
    ) -> FenceImport {
        var intake = importer(file, rules, options, timeZones, reached)
        intake.readsPlainly = readsPlainly
        let format = read(bytes, format ?? FenceFileFormat(file: file), &intake)
        return finish(&intake, file, format)
    }

    /// The same of a table of circles, of which one row is in memory at a time.
    static func read(
        table: PieceSource,
        file: String,
        rules: Rules = Rules(),
        options: FenceFileOptions = FenceFileOptions(),
        timeZones: TimeZoneCache = TimeZoneCache(files: TimeZoneFiles(environment: [:])),
        reached: ((Int) -> Void)? = nil
    ) -> FenceImport {
        var intake = importer(file, rules, options, timeZones, reached)
        do throws(FileError) {
            var start: [UInt8] = []
            var isOpen = true
            while isOpen, start.count < archive.count { isOpen = try table.read(archive.count, &start) }
            if start.starts(with: archive) {
                intake.reading.report(isArchive)
            } else {
                try CSVFences.read(table.preceded(by: start, isOpen: isOpen), into: &intake)
            }
        } catch {
            intake.reading.report("\(error)")
        }
        return finish(&intake, file, .csv)
    }

    private static func importer(
        _ file: String,
        _ rules: Rules,
        _ options: FenceFileOptions,
        _ timeZones: TimeZoneCache,
        _ reached: ((Int) -> Void)?
    ) -> FeatureImporter {
        let reading = ConfigurationReading(file: file, environment: [:])
        reading.timeZones = timeZones
        var intake = FeatureImporter(reading: reading, rules: rules, options: options, stem: stem(file))
        intake.reached = reached
        return intake
    }

    private static func finish(
        _ intake: inout FeatureImporter,
        _ file: String,
        _ format: FenceFileFormat?
    ) -> FenceImport {
        intake.checkLabels()
        intake.checkOrder(format)
        var result = FenceImport(file: file)
        result.format = format
        result.features = intake.reports
        result.problems = intake.reading.problems
        result.notes = intake.reading.warnings.map(\.message)
        result.read = intake.fences
        if result.problems.isEmpty { (result.fences, result.positions) = (intake.fences, intake.positions) }
        if result.problems.isEmpty, intake.reports.count == 0 { result.notes.append("holds no fence") }
        return result
    }

    /// How an archive begins.
    private static let archive = Array("PK\u{3}\u{4}".utf8)
    private static let isArchive = "is a ZIP archive, such as KMZ; unpack it and take the .kml in it"

    private static func read(
        _ bytes: [UInt8],
        _ named: FenceFileFormat?,
        _ intake: inout FeatureImporter
    ) -> FenceFileFormat? {
        if bytes.starts(with: archive) {
            intake.reading.report(isArchive)
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
        case .csv:
            do throws(FileError) {
                try CSVFences.read(PieceSource(bytes), into: &intake)
            } catch {
                intake.reading.report("\(error)")
            }
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

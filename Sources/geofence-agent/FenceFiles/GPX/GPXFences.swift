import GeofenceCore

/// Reads corridors from the tracks and routes of a GPX file; waypoints are circles, where a radius is said
/// for all of them.
///
/// A track of several segments is as many corridors, since nothing is known of the way between them.
struct GPXFences {
    private var reader: XMLReader
    private let reading: ConfigurationReading
    private var path: [String] = []
    private var name = ""
    private var text: [UInt8] = []
    private var draft: ParsedFeature?
    private var line: [Position] = []
    private var segment = 0
    private var isRefused = false

    /// Reads a document.
    static func read(_ bytes: [UInt8], into intake: inout FeatureImporter) {
        var fences = GPXFences(reader: XMLReader(bytes), reading: intake.reading)
        do throws(XMLProblem) {
            while let event = try fences.reader.next() {
                guard fences.read(event, &intake) else { return }
                if case .end = event { intake.reached?(bytes.count - fences.reader.pending) }
            }
        } catch {
            intake.reading.report("\(error)", position: fences.reader.position())
        }
    }

    private init(reader: XMLReader, reading: ConfigurationReading) {
        (self.reader, self.reading) = (reader, reading)
    }

    private mutating func read(_ event: XMLReader.Event, _ intake: inout FeatureImporter) -> Bool {
        switch event {
        case .start(let bytes):
            let tag = String(decoding: bytes, as: UTF8.self)
            guard !path.isEmpty || tag == "gpx" else {
                reading.report("is no GPX: its outermost element is <\(tag)>", position: reader.position())
                return false
            }
            begin(tag)
            path.append(tag)
        case .text(let piece): if path.last == "name" { text += piece.plain }
        case .end: if let tag = path.popLast() { end(tag, &intake) }
        }
        return true
    }

    private mutating func begin(_ tag: String) {
        switch tag {
        case "trk", "rte", "wpt": (name, segment) = ("", 0)
        case "name": text.removeAll()
        default: break
        }
        if ["trkseg", "rte", "wpt"].contains(tag) {
            draft = ParsedFeature(at: reading.value(.null, at: reader.position(), path: .words(tag)))
            (line, isRefused) = ([], false)
        }
        if ["trkpt", "rtept", "wpt"].contains(tag), !isRefused { addPoint(tag) }
    }

    private mutating func addPoint(_ tag: String) {
        let longitude = reader.attribute("lon").flatMap { TextProperty.number($0.plain) }
        let latitude = reader.attribute("lat").flatMap { TextProperty.number($0.plain) }
        guard let longitude, let latitude else { return refuse(tag, "needs numbers in lat and lon") }
        do {
            line.append(try Position(longitude: longitude, latitude: latitude))
        } catch {
            refuse(tag, "\(error)")
        }
    }

    private mutating func refuse(_ tag: String, _ message: String) {
        reading.report(message, path: tag, position: reader.position())
        isRefused = true
    }

    private mutating func end(_ tag: String, _ intake: inout FeatureImporter) {
        switch (tag, path.last) {
        case ("name", "trk"), ("name", "rte"), ("name", "wpt"):
            name = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(
                separator: " "
            )
        case ("trkseg", _):
            segment += 1
            finish(&intake, called: segment == 1 || name.isEmpty ? name : "\(name) \(segment)")
        case ("rte", _): finish(&intake, called: name)
        case ("wpt", _): finish(&intake, called: name, isPoint: true, hasRadius: intake.options.radius != nil)
        default: break
        }
    }

    private mutating func finish(
        _ intake: inout FeatureImporter,
        called name: String,
        isPoint: Bool = false,
        hasRadius: Bool = false
    ) {
        guard var draft else { return }
        draft.name = reading.value(.string(name), at: draft.source.node.position, path: "name")
        draft.usualWidth = FenceFileOptions.usualWidth
        if isRefused {
            draft.place = .refused
        } else if isPoint, let point = line.first {
            draft.place = .point(longitude: point.longitude, latitude: point.latitude)
            if !hasRadius {
                draft.skipped =
                    "is a waypoint, a point without a radius; \(intake.options.name("radius")) makes circles of them"
            }
        } else {
            draft.place = .line(line)
            if line.count < 2 { draft.skipped = "has no two positions" }
        }
        intake.add(draft)
        self.draft = nil
    }
}

import GeofenceCore

/// A track in GPX 1.0 or 1.1: the track points (`trkpt`) of the file's device; waypoints and routes are
/// passed over.
///
/// Of a point count `lat`, `lon`, `time` and `ele`; `speed` in m/s, its own (GPX 1.0) or in its extensions
/// (Garmin, OsmAnd); `accuracy` in metres in its extensions. `hdop` is no accuracy in metres. A track's name
/// is a title, such as "Morning run", and names no device.
struct GPXTrack: TrackPieceReader {
    private let device: Identifier
    private var point: GPXPoint?
    private var hasPoint = false
    /// What the text belongs to, and the depth of its element.
    private var leaf: (part: GPXPoint.Part, depth: Int)?
    private var text: [UInt8] = []
    private var pointDepth = 0
    private var reader = XMLReader()
    /// Bytes of a tag or a text.
    private static let longestPart = 16 << 20

    /// Begins the track of a file; nil, and reported, where its name is none for a device.
    init?(_ intake: inout TrackImporter) {
        guard let device = intake.namedDevice() else { return nil }
        self.device = device
    }

    /// Reads a piece, and says how many bytes that is, all; nil where there is no use in going on.
    mutating func read(
        _ piece: UnsafeRawBufferPointer,
        isLast: Bool,
        into intake: inout TrackImporter
    ) -> Int? {
        reader.append(piece, isLast: isLast)
        do throws(XMLProblem) {
            while let event = try reader.next() {
                guard read(event, &intake) else { return nil }
            }
        } catch {
            intake.report("\(error)", line: reader.line())
            return nil
        }
        guard reader.pending <= Self.longestPart, text.count <= Self.longestPart else {
            intake.report("has a tag or a text of more than \(Self.longestPart) bytes", line: reader.line())
            return nil
        }
        if isLast, !hasPoint { intake.report("has no track point (trkpt)") }
        return piece.count
    }

    /// False where there is no use in going on.
    private mutating func read(
        _ event: XMLReader.Event,
        _ intake: inout TrackImporter
    ) -> Bool {
        switch event {
        case .start(let name):
            guard reader.depth > 1 || ("gpx" as StaticString).matches(name) else {
                let name = String(decoding: name, as: UTF8.self)
                intake.report("is no GPX: its outermost element is <\(name)>", line: reader.line())
                return false
            }
            begin(name)
        case .text(let text): if leaf != nil { self.text += text.plain }
        case .end: end(reader.depth + 1, &intake)
        }
        return true
    }

    private mutating func begin(_ name: ArraySlice<UInt8>) {
        if point != nil {
            let isChild = reader.depth == pointDepth + 1
            leaf = GPXPoint.Part(name, isChild: isChild).map { ($0, reader.depth) }
            text.removeAll(keepingCapacity: true)
        } else if ("trkpt" as StaticString).matches(name) {
            hasPoint = true
            pointDepth = reader.depth
            point = GPXPoint(
                line: reader.line(),
                latitude: reader.attribute("lat")?.plain,
                longitude: reader.attribute("lon")?.plain
            )
        }
    }

    private mutating func end(_ depth: Int, _ intake: inout TrackImporter) {
        if let leaf, leaf.depth == depth {
            point?.keep(text, as: leaf.part)
            self.leaf = nil
        }
        guard let point, depth == pointDepth else { return }
        self.point = nil
        do throws(GPXPoint.Problem) {
            try point.give(to: &intake, device)
        } catch {
            intake.report(error.reason, line: point.line)
        }
    }
}

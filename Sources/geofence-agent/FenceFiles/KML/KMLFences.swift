import GeofenceCore

/// Reads fences from the placemarks of a KML document, in whatever folders they lie.
///
/// Polygons with holes are areas, also several in a MultiGeometry; a LineString with `width` in its
/// ExtendedData is a corridor, a Point with `radius` a circle. ExtendedData may have all keys of a fence.
/// Heights and styles are passed over.
struct KMLFences {
    private var reader: XMLReader
    private let reading: ConfigurationReading
    /// The elements that are open, outermost first.
    private var path: [KMLTag] = []
    private var placemark: KMLPlacemark?
    /// The text of the innermost element, if it is one whose text is read.
    private var text: [UInt8] = []
    private var leaf = TextPosition()
    private var dataName = ""
    private var links = 0

    /// Reads a document.
    static func read(_ bytes: [UInt8], into intake: inout FeatureImporter) {
        var fences = KMLFences(reader: XMLReader(bytes), reading: intake.reading)
        do throws(XMLProblem) {
            while let event = try fences.reader.next() {
                guard fences.read(event, &intake) else { return }
                if case .end = event { intake.reached?(bytes.count - fences.reader.pending) }
            }
        } catch {
            return intake.reading.report("\(error)", position: fences.reader.position())
        }
        if fences.links > 0 {
            intake.reading.warn("its NetworkLinks are not followed", path: "", position: TextPosition())
        }
    }

    private init(reader: XMLReader, reading: ConfigurationReading) {
        (self.reader, self.reading) = (reader, reading)
    }

    /// False where there is no use in going on.
    private mutating func read(_ event: XMLReader.Event, _ intake: inout FeatureImporter) -> Bool {
        switch event {
        case .start(let name):
            let tag = KMLTag(name)
            guard !path.isEmpty || tag == .kml else {
                let name = String(decoding: name, as: UTF8.self)
                reading.report("is no KML: its outermost element is <\(name)>", position: reader.position())
                return false
            }
            path.append(tag)
            begin(tag, name)
        case .text(let piece): if let tag = path.last, tag.hasText { text += piece.plain }
        case .end:
            if let tag = path.popLast() { end(tag, &intake) }
        }
        return true
    }

    private mutating func begin(_ tag: KMLTag, _ name: ArraySlice<UInt8>) {
        switch tag {
        case .placemark:
            let source = reading.value(.null, at: reader.position(), path: "Placemark")
            placemark = KMLPlacemark(draft: ParsedFeature(at: source))
        case .networkLink: links += 1
        case .data, .simpleData:
            dataName = reader.attribute("name").map { String(decoding: $0.plain, as: UTF8.self) } ?? ""
        case .polygon: placemark?.polygons.append([])
        case .unsupported: placemark?.others.append(String(decoding: name, as: UTF8.self))
        default: break
        }
        if tag.hasText {
            text.removeAll(keepingCapacity: true)
            leaf = reader.position()
        }
    }

    private mutating func end(_ tag: KMLTag, _ intake: inout FeatureImporter) {
        switch tag {
        case .placemark:
            guard let placemark else { return }
            intake.add(placemark.finished(reading))
            self.placemark = nil
        case .name where path.last == .placemark:
            let name = reading.value(.string(trimmed), at: leaf, path: "Placemark.name")
            placemark?.draft.name = name
        case .value where path.last == .data: addData()
        case .simpleData: addData()
        case .coordinates: addCoordinates()
        default: break
        }
    }

    private var trimmed: String {
        let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
        let start = text.drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }

    private mutating func addData() {
        let name = FeatureKeys.respelt(dataName) ?? dataName
        let value = trimmed
        placemark?.add(name, TextProperty.member(name, value, at: leaf))
    }

    private mutating func addCoordinates() {
        guard placemark != nil, let around = path.last else { return }
        var positions: [Position] = []
        do throws(CoordinatesProblem) {
            positions = try KMLCoordinates.positions(text)
        } catch {
            reading.report(error.message, path: "Placemark.coordinates", position: leaf)
            placemark?.isRefused = true
        }
        switch around {
        case .linearRing where path.contains(.polygon):
            let isHole = path.contains(.inner)
            placemark?.add(ring: positions, isHole: isHole)
        case .lineString, .linearRing: placemark?.lines.append(positions)
        case .point: placemark?.points += positions.prefix(1)
        default: break
        }
    }
}

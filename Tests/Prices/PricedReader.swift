@testable import AgentTestSupport
import GeofenceCore
@testable import geofence_agent

/// Something that reads bytes from outside, whose price is looked for.
struct PricedReader: Sendable {
    /// What is read, and in which form: `fences kml`.
    var name: String
    /// What it belongs to, by which its price is stated.
    var kind: Price.Kind
    /// Bytes beyond which it refuses what it gets unread.
    var largest = 1 << 20
    /// Where the search begins.
    var seeds: [RepeatedInput]
    /// What it may insert.
    var words: [String]
    /// Gets ready; what comes of it reads.
    var prepare: @Sendable () -> ([UInt8]) -> Void
}

extension PricedReader {
    /// All that there are; `schema` is that of the configuration.
    static func all(schema: JSONValue) -> [PricedReader] {
        payloads + fences + tracks + requests + [configuration] + keys(schema)
    }

    private static let payloads = PayloadFormat.all.filter { $0.name != "statestream" }.map { name, format in
        PricedReader(
            name: "payload \(name)",
            kind: .payload,
            largest: PayloadDecoder.maximumSize,
            seeds: SeedShapes.json + SeedShapes.payloads,
            words: SeedWords.json + SeedWords.payloads
        ) {
            let map = FieldMap(
                latitude: JSONPointer(steps: ["lat"]),
                longitude: JSONPointer(steps: ["gps", "lon"]),
                time: JSONPointer(steps: ["a", "0"])
            )
            let decoder = PayloadDecoder(format: name == "json" ? .json(map) : format)
            return { bytes in bytes.withUnsafeBytes { _ = try? decoder.decode($0) } }
        }
    }

    private static let fences = FenceFileFormat.allCases.map { format in
        let ends: [FenceFileFormat: String] = [.owntracks: "otrw", .traccar: "json"]
        let file = "x.\(ends[format] ?? format.rawValue)"
        let known = WorstInput.fences.filter { $0.name.hasPrefix("\(file):") }.map(\.shape)
        let isJSON = [.geojson, .owntracks, .traccar].contains(format)
        return PricedReader(
            name: "fences \(format.rawValue)",
            kind: .fences,
            seeds: known
                + (isJSON
                    ? SeedShapes.json : [.kml, .gpx].contains(format) ? SeedShapes.xml : SeedShapes.text),
            words: SeedWords.json + SeedWords.fences
        ) {
            { bytes in _ = FenceDocument.read(bytes, file: file, format: format) }
        }
    }

    private static let tracks = ["jsonl", "gpx", "csv", "nmea"].map { kind in
        let known = WorstInput.tracks.filter { $0.name.hasPrefix("x.\(kind):") }.map(\.shape)
        let others = kind == "jsonl" ? SeedShapes.json : kind == "gpx" ? SeedShapes.xml : SeedShapes.text
        return PricedReader(
            name: "track \(kind)",
            kind: .track,
            seeds: known + others,
            words: SeedWords.json + SeedWords.payloads
        ) {
            { bytes in
                var reader = TrackReader()
                _ = reader.read(bytes, file: "van.\(kind)")
            }
        }
    }

    private static let requests = RequestKind.all.map { kind in
        let known = WorstInput.requests.filter { $0.name.hasPrefix("\(kind.name):") }.map(\.shape)
        return PricedReader(
            name: "request \(kind.name)",
            kind: .request,
            seeds: known + SeedShapes.json + SeedShapes.requests,
            words: SeedWords.json + SeedWords.fences + SeedWords.requests
        ) {
            let driver = try? AgentDriver()
            driver?.fix("van", inside: true, at: 0)
            return { bytes in
                bytes.withUnsafeBytes { bytes in
                    _ = driver?.agent.answer(request: kind.name, payload: bytes, at: AgentDriver.at(1000))
                }
            }
        }
    }

    private static let configuration = PricedReader(
        name: "configuration",
        kind: .configuration,
        seeds: WorstInput.configurations.map(\.shape) + SeedShapes.json,
        words: SeedWords.json + SeedWords.fences
    ) {
        readConfiguration
    }

    private static func keys(_ schema: JSONValue) -> [PricedReader] {
        SchemaKeys(schema).all.map { key in
            PricedReader(
                name: "key \(key.name)",
                kind: .key,
                seeds: SeedShapes.values.map { shape in
                    var shape = shape
                    shape.start = Array(key.before.utf8) + shape.start
                    shape.end += Array(key.behind.utf8)
                    return shape
                },
                words: SeedWords.json + SeedWords.fences
            ) {
                readConfiguration
            }
        }
    }

    private static func readConfiguration(_ bytes: [UInt8]) {
        let reading = ConfigurationReading(file: "x.json", environment: [:])
        guard let document = reading.document(bytes) else { return }
        let root = ValueReader(node: document.root, path: "", reading: reading)
        _ = Configuration(reading: root, hash: "", except: nil)
    }
}

import GeofenceCore

/// What one of two agents publishes to itself on topics of its sources.
///
/// A broker that hands each subscription out by itself, as NATS does, sends nothing that comes on another
/// topic behind the positions that wait. Each of two reads what the other publishes as well: so both have
/// their clock amid the same positions, and decide the same.
struct SourceEchoes {
    /// The level in the place of each that is variable.
    static let level = "geofence-echo"
    private static let start = Array(#"{"_type":"echo","#.utf8)

    /// A topic for each source.
    let topics: [String]
    private let bytes: [[UInt8]]

    init(_ sources: [AgentSettings.Source]) {
        topics = Self.topics(sources.map(\.template.filter))
        bytes = topics.map { Array($0.utf8) }
    }

    /// The topic for each filter of a source.
    static func topics(_ filters: [String]) -> [String] {
        filters.map { filter in
            TopicLevels.of(filter).map { $0 == "+" ? level : $0 }.joined(separator: "/")
        }
    }

    /// Whether a topic is the one in the place of a source.
    func isTopic(_ topic: UnsafeRawBufferPointer, at place: Int) -> Bool { topic.elementsEqual(bytes[place]) }

    /// What says a moment.
    static func payload(_ time: Timestamp) -> [UInt8] {
        JSONWriter.object { json in
            json.member("_type", "echo")
            json.member("time", time)
        }
    }

    /// The moment that a message says, and the place of its topic among these; nil where it is no echo.
    func read(_ topic: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer) -> (
        place: Int, time: Timestamp
    )? {
        guard payload.starts(with: Self.start),
            let place = bytes.firstIndex(where: { topic.elementsEqual($0) }),
            let text = String(validating: payload, as: UTF8.self),
            let time = (try? JSONDocument.parse(text).root)?.member("time")?.text.flatMap(
                Timestamp.init(iso8601:)
            )
        else { return nil }
        return (place, time)
    }
}

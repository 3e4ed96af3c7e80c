import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What one of two agents publishes to itself on topics of its sources.
@Suite struct SourceEchoesTests {
    private static let time = Timestamp(milliseconds: 1_760_000_000_123)

    private func echoes(_ topics: String...) throws -> SourceEchoes {
        let sources = topics.map { #"{"topic":"\#($0)","device":"van"}"# }.joined(separator: ",")
        let text = #"{"mqtt":{"host":"h"},"sources":[\#(sources)]}"#
        return SourceEchoes(AgentSettings(try ConfigurationFolder().load(text)).sources)
    }

    private func read(_ echoes: SourceEchoes, _ topic: String, _ payload: [UInt8]) -> String? {
        Array(topic.utf8).withUnsafeBytes { topic in
            payload.withUnsafeBytes { echoes.read(topic, $0) }.map { "\($0.place) \($0.time.iso8601)" }
        }
    }

    @Test func `has a topic for each filter, with a level that is no device`() throws {
        let topics = try echoes("p/0/fleet/{device}/location", "a/{x}/+", "gps").topics
        #expect(topics == ["p/0/fleet/geofence-echo/location", "a/geofence-echo/geofence-echo", "gps"])
    }

    @Test func `reads what it has written, on its own topics`() throws {
        let echoes = try echoes("fleet/{device}/location", "gps")
        let payload = SourceEchoes.payload(Self.time)
        #expect(payload == Array(#"{"_type":"echo","time":"2025-10-09T08:53:20.123Z"}"#.utf8))
        let time = "2025-10-09T08:53:20.123Z"
        #expect(read(echoes, "fleet/geofence-echo/location", payload) == "0 \(time)")
        #expect(read(echoes, "gps", payload) == "1 \(time)")
        #expect(read(echoes, "fleet/van/location", payload) == nil)
    }

    @Test(arguments: [
        "", "{}", #"{"_type":"echo""#, #"{"_type":"echo","time":5}"#, #"{"_type":"echo","time":"noon"}"#,
        #"{"lat":52.5,"lon":13.4}"#,
    ])
    func `takes nothing else for one`(_ payload: String) throws {
        let echoes = try echoes("gps")
        #expect(read(echoes, "gps", Array(payload.utf8)) == nil)
    }
}

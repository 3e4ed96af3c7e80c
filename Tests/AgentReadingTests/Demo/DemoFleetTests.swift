import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The fleet that is shown, through configuration, payload decoders and engine: all but the broker.
@Suite struct DemoFleetTests {
    @Test func `has a configuration without errors or warnings`() throws {
        let configuration = try Self.configuration()
        #expect(configuration.warnings == [])
        #expect(configuration.mqtt.port == 18830)
        #expect(
            configuration.fences.map(\.id.description) == ["depot", "customer-17", "old-town", "office"]
        )
        #expect(
            configuration.fences.map { $0.rules.dwell } == [[5], [3], [], [3]]
        )
    }

    @Test func `brings about events of every kind within 20 s, the first within 3`() throws {
        let events = try Self.events(seconds: 20)
        let first = try #require(events.first)
        #expect(first.time.millisecondsSince(Self.start) <= 3000)
        #expect((15...30).contains(events.count))
        let counts = Dictionary(grouping: events, by: \.name).mapValues(\.count)
        #expect(counts.count == 3 && counts.values.allSatisfy { $0 >= 4 }, "\(counts)")
        let byWiFi = events.filter { $0.via == [.wifi] }.map(\.name)
        #expect(Set(byWiFi) == ["enter", "exit", "dwell"])
    }

    @Test func `goes on with events in later rounds`() throws {
        let late = try Self.events(seconds: 600).filter { $0.time.millisecondsSince(Self.start) > 580_000 }
        #expect(late.count > 10)
    }

    @Test func `makes neither enter nor exit of the trailer's jitter`() throws {
        let events = try Self.events(seconds: 600).filter { $0.device == "trailer-9" }
        #expect(events.map(\.name) == ["dwell"])
    }

    @Test func `counts how often the trailer's fixes cross the edge`() {
        var tally = DemoTally()
        for number in 0..<80 { tally.count(DemoFleet.shown.report(number)) }
        #expect(tally.fixes == 80)
        #expect(tally.crossings > 5)
    }

    // MARK: The way of a message

    private static let start = Timestamp(milliseconds: 1_795_248_000_000)

    private struct Reported: Hashable {
        var name: String
        var device: String
        var time: Timestamp
        var via: Via
    }

    private static func configuration() throws -> Configuration {
        try ConfigurationFolder().load(DemoConfiguration(port: 18830, fences: DemoFence.all).text)
    }

    private static func events(seconds: Int) throws -> [Reported] {
        let configuration = try configuration()
        var engine = Engine(fences: configuration.fences)
        var effects = Effects()
        for number in 0..<(seconds * 4) {
            let time = start.advanced(byMilliseconds: Int64(number) * DemoFleet.shown.interval)
            _ = engine.advance(to: time, &effects)
            try feed(DemoFleet.shown.report(number), time, configuration, &engine, &effects)
        }
        return effects.events.map {
            Reported(
                name: $0.kind.name,
                device: $0.device.description,
                time: $0.time,
                via: $0.via
            )
        }
    }

    private static func feed(
        _ report: DemoReport,
        _ time: Timestamp,
        _ configuration: Configuration,
        _ engine: inout Engine,
        _ effects: inout Effects
    ) throws {
        for message in report.messages(at: time.milliseconds) {
            let source = configuration.sources[message.topic.hasSuffix("/wifi") ? 1 : 0]
            let reading = try Array(message.payload.utf8).withUnsafeBytes {
                try PayloadDecoder(source).decode($0)
            }
            let observation = Observation(
                time: reading.time ?? time,
                arrival: time,
                fix: reading.fix,
                wifi: reading.wifi
            )
            let device = engine.admit(try Identifier(report.device))
            #expect(engine.observe(observation, device: device, &effects).accepted)
        }
    }
}

import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct AnnouncementChangeTests {
    private typealias Form = DiscoveryConfig.Form
    private static let form = AnnouncementTests.form
    private static let legacy = AnnouncementTests.legacy

    /// A device with some fences.
    private static func device(_ fences: String...) throws -> DiscoveryConfig {
        try AnnouncementTests.device("v", hasFix: false, fences: fences.map { ($0, $0) }, groups: [])
    }

    /// A change, at an hour.
    private static func change(
        _ old: DiscoveryRecord?,
        _ new: DiscoveryConfig?,
        _ form: Form,
        hour: Int64 = 0
    ) -> DiscoveryChange {
        DiscoveryChange(from: old, to: new, form, at: Timestamp(milliseconds: hour * 3_600_000))
    }

    /// Topics, each with what is said: `set`, `clear` or `move`, and the parts that are to be removed.
    private func told(_ change: DiscoveryChange) -> [String] {
        change.messages.map { message in
            let payload = String(decoding: message.payload, as: UTF8.self)
            let gone = payload.matches(of: /"([a-z_]+)":\{"p":"[a-z_]+"\}/).map { " -\($0.output.1)" }
                .joined()
            let verb = payload.isEmpty ? "clear" : payload == #"{"migrate_discovery":true}"# ? "move" : "set"
            #expect(message.isRetained == (verb != "move"))
            return "\(verb)\(gone) \(message.topic)"
        }
    }

    private static let topic = "homeassistant/device/geofence__device__v/config"
    private static func single(_ key: String, _ kind: String = "binary_sensor") -> String {
        "homeassistant/\(kind)/geofence__device__v__\(key)/config"
    }

    @Test func `what is new is told, and what is told is not told again`() throws {
        let first = Self.change(nil, try Self.device("a"), Self.form)
        #expect(told(first) == ["set \(Self.topic)"])
        let again = Self.change(first.record, try Self.device("a"), Self.form, hour: 99)
        #expect(again == DiscoveryChange(messages: [], record: first.record))
    }

    @Test func `an entity that goes is taken back for a day, then dropped`() throws {
        let first = Self.change(nil, try Self.device("a", "b"), Self.form)
        let second = Self.change(first.record, try Self.device("b"), Self.form, hour: 1)
        #expect(told(second) == ["set -fence__a \(Self.topic)"])
        #expect(
            Self.change(second.record, try Self.device("b"), Self.form, hour: 20)
                == .init(messages: [], record: second.record)
        )
        let third = Self.change(second.record, try Self.device(), Self.form, hour: 24)
        #expect(told(third) == ["set -fence__a -fence__b \(Self.topic)"])
        let fourth = Self.change(third.record, try Self.device("c"), Self.form, hour: 25)
        #expect(told(fourth) == ["set -fence__b \(Self.topic)"])
        let back = Self.change(fourth.record, try Self.device("b", "c"), Self.form, hour: 26)
        #expect(told(back) == ["set \(Self.topic)"])
    }

    @Test func `a device that goes takes its topic with it`() throws {
        let first = Self.change(nil, try Self.device("a"), Self.form)
        let gone = Self.change(first.record, nil, Self.form)
        #expect(told(gone) == ["clear \(Self.topic)"])
        #expect(gone.record == nil)
    }

    @Test func `topics of single entities are emptied one by one`() throws {
        let first = Self.change(nil, try Self.device("a", "b"), Self.legacy)
        let rest = ["set \(Self.single("place", "sensor"))", "set \(Self.single("event", "event"))"]
        #expect(told(first) == rest + ["set \(Self.single("fence__a"))", "set \(Self.single("fence__b"))"])
        let second = Self.change(first.record, try Self.device("b"), Self.legacy)
        #expect(
            told(second) == ["clear \(Self.single("fence__a"))"] + rest + ["set \(Self.single("fence__b"))"]
        )
        let gone = Self.change(second.record, nil, Self.legacy)
        #expect(told(gone).count == 3 && told(gone).allSatisfy { $0.hasPrefix("clear ") })
    }

    @Test func `from single topics to a device's the entities stay, and the other way round`() throws {
        let device = try Self.device()
        let single = Self.change(nil, device, Self.legacy)
        let (place, event) = (Self.single("place", "sensor"), Self.single("event", "event"))
        let whole = Self.change(single.record, device, Self.form)
        #expect(
            told(whole) == [
                "move \(place)", "move \(event)", "set \(Self.topic)", "clear \(place)", "clear \(event)",
            ]
        )
        let back = Self.change(whole.record, device, Self.legacy)
        #expect(told(back) == ["move \(Self.topic)", "set \(place)", "set \(event)", "clear \(Self.topic)"])
    }

    @Test func `another prefix leaves nothing behind under the old one`() throws {
        let device = try Self.device()
        let first = Self.change(nil, device, Form(prefix: "old", isLegacy: false))
        let second = Self.change(first.record, device, Self.form)
        #expect(told(second) == ["clear old/device/geofence__device__v/config", "set \(Self.topic)"])
    }

    @Test func `a record is read as it was written`() throws {
        let first = Self.change(nil, try Self.device("a", "b"), Self.form)
        let record = try #require(Self.change(first.record, try Self.device("b"), Self.form, hour: 1).record)
        var writer = ByteWriter()
        record.write(to: &writer)
        var reader = ByteReader(writer.bytes)
        #expect(try DiscoveryRecord(from: &reader) == record)
        #expect(reader.isAtEnd)
    }
}

import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What is added through the same interfaces as ours works as ours does: an output, a format and a request.
@Suite struct ExtensionTests {
    private static let van = "geofence/visitors/van"

    private static func agent(_ store: MemoryStore? = nil) throws -> AgentDriver {
        let settings = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        let outputs = Outputs.list(nil) + [VisitorCount()]
        let driver = AgentDriver(settings)
        driver.agent =
            if let store {
                try Agent.recovered(settings, stored: store.state, outputs: outputs)
            } else {
                Agent(settings, engine: Engine(settings), outbox: Outbox(), outputs: outputs)
            }
        return driver
    }

    /// Enters the depot twice.
    private static func enterTwice(_ driver: AgentDriver) {
        for time in Int64(0)..<4 { driver.fix(inside: time % 2 == 1, at: 60_000 * time) }
    }

    @Test func `an output publishes with the rest of its input`() throws {
        let driver = try Self.agent()
        Self.enterTwice(driver)
        #expect(driver.told(on: Self.van) == ["2"])
    }

    @Test func `a refresh publishes its retained topics, as of now`() throws {
        let driver = try Self.agent()
        Self.enterTwice(driver)
        #expect(driver.agent.refreshed().map(\.topic).contains(Self.van))
    }

    @Test func `a device that is forgotten takes its topics along, and what the output remembers`() throws {
        let driver = try Self.agent()
        Self.enterTwice(driver)
        driver.didCommit()
        _ = driver.ask("device/forget", #"{"device":"van"}"#)
        #expect(driver.told(on: Self.van) == [""])
        #expect(!driver.agent.refreshed().map(\.topic).contains(Self.van))
    }

    @Test(arguments: [false, true])
    func `it goes on after a restart, from the journal or a checkpoint`(_ isCheckpoint: Bool) throws {
        let driver = try Self.agent()
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        Self.enterTwice(driver)
        store.commit(&driver.agent, checkpoint: isCheckpoint)
        let next = try Self.agent(store)
        next.didCommit()
        next.fix(inside: false, at: 300_000)
        next.fix(inside: true, at: 360_000)
        #expect(next.told(on: Self.van) == ["3"])
    }

    @Test func `a format needs its reader alone`() throws {
        let driver = try Self.agent()
        let format = PayloadFormat.named(NamedReader("semicolons", SemicolonReader()))
        let source = driver.agent.port.settings.sources[0]
        driver.agent.port.settings.sources[0] = source.with(PayloadDecoder(format: format))
        driver.take("fleet/van/location", "52.01;13", at: 0)
        driver.take("fleet/van/location", "52;13", at: 1000)
        #expect(driver.told(on: "geofence/event/van/depot").count == 1)
        driver.take("fleet/van/location", "52,13", at: 2000)
        #expect(driver.agent.intake.refusals.map(\.reason) == [.shape])
    }

    @Test func `a request needs its function alone`() throws {
        let driver = try Self.agent()
        Self.enterTwice(driver)
        driver.agent.requests.append(
            RequestKind("device/visitors") { agent, _, _ throws(RequestProblem) in
                JSONWriter.object { $0.member("devices", agent.tracker.engine.deviceCount) }
            }
        )
        #expect(driver.ask("device/visitors", "{}") == #"{"status":"ok","data":{"devices":1}}"#)
    }
}

/// Counts how often each device has come into a fence.
private struct VisitorCount: Output {
    let name = "visitors"
    let interest: Interest = .transitions
    private var counts: [Identifier: UInt64] = [:]

    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        for event in effects.events where event.kind == .enter {
            let count = (counts[event.device] ?? 0) + 1
            counts[event.device] = count
            var note = ByteWriter()
            note.text(event.device.description)
            note.count(count)
            port.note(note.bytes, of: self)
            port.publish(Self.topic(event.device, port.topics), Self.payload(count))
        }
    }

    private static func topic(_ device: Identifier, _ topics: Topics) -> String {
        "\(topics.base)/visitors/\(device)"
    }

    private static func payload(_ count: UInt64) -> [UInt8] { Array("\(count)".utf8) }

    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    {
        guard let device else { return [] }
        let id = tracker.engine.deviceID(device)
        return counts[id] == nil ? [] : [RetainedTopic(topic: Self.topic(id, settings.topics), id: id)]
    }

    func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? {
        topic.id.flatMap { counts[$0] }.map(Self.payload)
    }

    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        counts[id] = nil
        return []
    }

    var checkpoint: [UInt8]? {
        var writer = ByteWriter()
        writer.list(counts.sorted { $0.key < $1.key }) { writer, entry in
            writer.text(entry.key.description)
            writer.count(entry.value)
        }
        return writer.bytes
    }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let entries = try reader.list { reader throws(DamagedBytes) in
            (try reader.identifier(), try reader.count())
        }
        for (id, count) in entries { counts[id] = count }
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(note)
        counts[try reader.identifier()] = try reader.count()
    }
}

/// Reads `latitude;longitude`.
private struct SemicolonReader: PayloadReader {
    func reading(_ payload: UnsafeRawBufferPointer, device: PointerPlan?) throws(Rejection) -> Reading {
        let numbers = String(decoding: payload, as: UTF8.self).split(separator: ";").compactMap {
            Double($0)
        }
        guard numbers.count == 2 else { throw .shape }
        guard let place = try? Coordinate(latitude: numbers[0], longitude: numbers[1]) else { throw .range }
        return Reading(fix: Fix(coordinate: place))
    }
}

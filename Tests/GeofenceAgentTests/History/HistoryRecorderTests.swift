import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Positions wait until many can be written together, and are then written part by part.
@Suite struct HistoryRecorderTests {
    private let driver: AgentDriver
    private var recorder = HistoryRecorder(HistorySettings())

    /// Nine devices.
    init() throws {
        driver = try AgentDriver.withHistory()
        for device in 0..<9 { driver.fix("van\(device)", inside: false, at: 0) }
    }

    /// Positions of a device, a millisecond apart.
    private mutating func note(_ times: Range<Int64>, of device: Int) throws {
        let place = try Coordinate(latitude: 52, longitude: 13)
        for time in times {
            recorder.note(.init(device: device, time: AgentDriver.at(time), fix: Fix(coordinate: place)))
        }
    }

    /// What the next commit writes of each device; empty where none is due.
    private mutating func commit(at uptime: Int64, _ share: RowShare = .due) -> [String: [Int64]] {
        guard share == .all || recorder.isCommitDue(uptime) else { return [:] }
        var batch = Batch()
        recorder.addRows(to: &batch, share, driver.agent.tracker)
        recorder.didCommitRows(share)
        return Dictionary(
            batch.history.positions.map { ($0.device.description, $0.rows.map(\.time)) },
            uniquingKeysWith: +
        ).mapValues { $0.map { $0 - AgentDriver.beginning } }
    }

    @Test mutating func `few wait for five seconds`() throws {
        try note(0..<2, of: 1)
        let early = commit(at: 1000)
        #expect(early.isEmpty)
        let before = commit(at: 5999)
        #expect(before.isEmpty)
        let first = commit(at: 6000)
        #expect(first == ["van1": [0, 1]])
        #expect(recorder.count == 0)
        try note(2..<3, of: 1)
        let next = commit(at: 6001)
        #expect(next.isEmpty)
        let almost = commit(at: 11_000)
        #expect(almost.isEmpty)
        let second = commit(at: 11_001)
        #expect(second == ["van1": [2]])
    }

    @Test mutating func `many are written some devices at a time, each position once, in its order`() throws {
        let each = Int64(HistoryRecorder.enough / 8)
        for device in 0..<8 { try note(0..<each - 1, of: device) }
        let early = commit(at: 0)
        #expect(early.isEmpty)
        try note(each - 1..<each + 7, of: 0)
        var (written, commits): ([String: [Int64]], Int) = ([:], 0)
        while commits < 20, recorder.isCommitDue(1) {
            let part = commit(at: 1)
            #expect(part.values.reduce(0) { $0 + $1.count } <= HistoryRecorder.part)
            written.merge(part, uniquingKeysWith: +)
            commits += 1
        }
        #expect(commits == 9)
        let last = Array(0..<each - 1)
        var wanted = ["van0": Array(0..<each + 7)]
        for device in 1..<8 { wanted["van\(device)"] = last }
        #expect(written == wanted)
    }

    @Test func `a checkpoint of few devices comes before they are many`() {
        #expect(HistoryRecorder.enough > Agent.inputsPerCheckpoint.lowerBound)
    }

    @Test mutating func `what comes while they are written waits for its turn`() throws {
        for device in 0..<8 { try note(0..<Int64(HistoryRecorder.part), of: device) }
        let first = commit(at: 0)
        #expect(first.keys.sorted() == ["van0"])
        try note(0..<1, of: 8)
        try note(90_000..<90_001, of: 0)
        for name in (1..<8).map({ "van\($0)" }) {
            let part = commit(at: 0)
            #expect(part.keys.sorted() == [name])
        }
        let rest = commit(at: 0)
        #expect(rest == ["van8": [0]])
        let nothing = commit(at: 1)
        #expect(nothing.isEmpty)
        let later = commit(at: 5000)
        #expect(later == ["van0": [90_000]])
    }

    @Test mutating func `a checkpoint has all of them, which go ahead where they are many`() throws {
        try note(0..<Int64(HistoryRecorder.part), of: 1)
        var isMuch = recorder.writeAhead()
        #expect(!isMuch)
        let nothing = commit(at: 0)
        #expect(nothing.isEmpty)
        try note(0..<1, of: 2)
        isMuch = recorder.writeAhead()
        #expect(isMuch)
        let ahead = commit(at: 0)
        #expect(ahead.keys.sorted() == ["van1"])
        isMuch = recorder.writeAhead()
        #expect(!isMuch)
        let all = commit(at: 0, .all)
        #expect(all == ["van2": [0]])
        #expect(recorder.count == 0)
    }

    @Test mutating func `a commit that failed is written again, with what has come since`() throws {
        try note(0..<2, of: 1)
        var batch = Batch()
        _ = recorder.isCommitDue(0)
        _ = recorder.isCommitDue(5000)
        recorder.addRows(to: &batch, .due, driver.agent.tracker)
        #expect(batch.history.positions.count == 1)
        try note(2..<3, of: 0)
        let again = commit(at: 6000)
        #expect(again == ["van0": [2], "van1": [0, 1]])
    }

    @Test mutating func `the part grows where more comes than is written`() throws {
        try note(0..<Int64(2 * HistoryRecorder.enough), of: 1)
        let part = commit(at: 0)
        #expect(part["van1"]?.count == 2 * HistoryRecorder.part)
    }

    @Test mutating func `those of a device that is forgotten go`() throws {
        try note(0..<2, of: 1)
        try note(0..<3, of: 2)
        var port = driver.agent.port
        _ = recorder.drop(1, try Identifier("van1"), driver.agent.tracker, &port)
        #expect(recorder.count == 3)
        let all = commit(at: 0, .all)
        #expect(all == ["van2": [0, 1, 2]])
    }

    @Test func `events are kept as they were published, also several that one position brings about`() throws
    {
        let yard = try AgentDriver.depot("yard")
        var setup = try AgentDriver.setup(fences: [AgentDriver.depot(), yard])
        setup.history = HistorySettings()
        let driver = AgentDriver(setup)
        for step in 0..<6 {
            driver.fix("van", inside: step % 2 == 0, at: Int64(step) * 1000)
            #expect(driver.news.count { $0.contains("/event/") } == 2 * step)
        }
        let kept = driver.agent.history.rows(driver.agent.tracker).events
        #expect(kept.allSatisfy { $0.payload.contains(#","id":"\#($0.id)","#.utf8) })
        let published = driver.news.filter { $0.contains("/event/") }
        #expect(kept.map { String(decoding: $0.payload, as: UTF8.self) } == published.map(Self.payload))
    }

    private static func payload(_ message: String) -> String {
        String(message.drop { $0 != " " }.dropFirst())
    }
}

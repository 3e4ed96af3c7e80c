import Foundation
import GRDB
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What the history keeps of what fences were, and what is said by it of the past.
@Suite struct FenceVersionTests {
    private let folder: StoreFolder
    private let driver: AgentDriver
    private let store: Store

    /// A depot of the configuration, in a circle of 150 m.
    init() throws {
        folder = try StoreFolder()
        var settings = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        (settings.history, settings.historyPath) = (HistorySettings(), folder.path)
        driver = AgentDriver(settings)
        driver.agent.noteFirstFenceVersions(at: AgentDriver.at(0))
        store = try folder.openWithHistory()
        try driver.commit(to: store, history: true)
    }

    private static func depot(_ radius: Int) -> String {
        #"{"id":"depot","latitude":52,"longitude":13,"radius":\#(radius)}"#
    }

    private func set(_ radius: Int, at time: Int64) throws {
        #expect(driver.refusal("fence/set", Self.depot(radius), at: time) == nil)
        try driver.commit(to: store, history: true)
    }

    /// Time, cause and radius of what is kept.
    private func versions(_ fence: String = "depot") throws -> [String] {
        try store.transaction { db in
            try Row.fetchAll(
                db,
                sql: "SELECT time, cause, definition FROM fence_version WHERE fence = ? ORDER BY time",
                arguments: [Data(fence.utf8)]
            ).map { row in
                let text = (row[2] as Data?).map { String(decoding: $0, as: UTF8.self) }
                let radius = text?.split(separator: "\"radius\":").last?.prefix { $0.isNumber } ?? "gone"
                return "\((row[0] as Int64) - AgentDriver.beginning) \(row[1] as String) \(radius)"
            }
        }
    }

    private func explain(_ members: String) throws -> (data: JSONNode?, error: String?) {
        _ = driver.ask("explain", "{\"device\":\"van\",\"fence\":\"depot\",\(members)}", at: 50_000_000)
        for job in driver.agent.port.pastDesk.drain() {
            let reply = PastReply(ticket: job.ticket, result: job.question.answer())
            driver.agent.finish(reply, at: AgentDriver.at(50_000_000))
        }
        let answer = try JSONDocument.parse(driver.answers.last ?? "{}").root
        return (answer.member("data"), answer.member("error")?.text)
    }

    private static func at(_ time: Int64) -> String { "\"at\":\"\(AgentDriver.at(time).iso8601)\"" }

    @Test func `keeps what a fence was, and who made it so`() throws {
        try set(300, at: 1000)
        try set(40, at: 2000)
        _ = driver.ask("fence/remove", #"{"id":"depot"}"#, at: 3000)
        try driver.commit(to: store, history: true)
        let expected = ["0 file 150", "1000 fence/set 300", "2000 fence/set 40", "3000 fence/remove 150"]
        #expect(try versions() == expected)
        var settings = driver.agent.port.settings
        settings.fences = []
        driver.agent.use(settings)
        driver.agent.useConfiguredFences(at: AgentDriver.at(4000))
        try driver.commit(to: store, history: true)
        #expect(try versions() == expected + ["4000 file gone"])
    }

    @Test func `a configuration that is read again keeps no version of what is as it was`() throws {
        driver.agent.useConfiguredFences(at: AgentDriver.at(5000))
        #expect(driver.agent.port.fenceVersions == [])
    }

    @Test func `without a history nothing is noted`() throws {
        let driver = try AgentDriver()
        _ = driver.ask("fence/set", Self.depot(300))
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        #expect(driver.agent.port.fenceVersions == [])
    }

    @Test func `keeps the newest of a fence, and no more than may be`() throws {
        try store.transaction { db in
            try store.write(
                (1...FenceVersion.most + 5).map { number in
                    FenceVersion(fence: try Identifier("a"), time: Int64(number), cause: "x", definition: [])
                },
                db
            )
        }
        #expect(try versions("a").count == FenceVersion.most)
    }

    @Test func `erases what no event can have been judged by any more`() throws {
        try set(300, at: 1000)
        try set(40, at: 2000)
        try store.purgeFenceVersions(before: AgentDriver.beginning + 1500)
        #expect(try versions() == ["1000 fence/set 300", "2000 fence/set 40"])
        _ = driver.ask("fence/set", #"{"id":"yard","latitude":52,"longitude":13,"radius":9}"#, at: 3000)
        _ = driver.ask("fence/remove", #"{"id":"yard"}"#, at: 4000)
        try driver.commit(to: store, history: true)
        #expect(try versions("yard").count == 2)
        try store.purgeFenceVersions(before: AgentDriver.beginning + 9000)
        #expect(try versions("yard") == [])
        #expect(try versions() == ["2000 fence/set 40"])
    }

    /// A way to 100 m from the middle, and on to 20 m, an hour apart.
    private func drive() throws {
        for (hour, latitude) in [(1, 52.01), (2, 52.0009), (3, 52.00018)] as [(Int64, Double)] {
            let time = hour * 3_600_000
            let stamp = AgentDriver.at(time).milliseconds
            driver.take(
                "fleet/van/location",
                "{\"lat\":\(latitude),\"lon\":13,\"acc\":5,\"timestamp\":\(stamp)}",
                at: time
            )
            try driver.commit(to: store, history: true)
        }
    }

    @Test func `explains a moment of the past by the fence as it was`() throws {
        try drive()
        try set(40, at: 9_000_000)
        let before = try explain(Self.at(7_300_000))
        #expect(before.data?.member("status")?.text == "inside")
        #expect(before.data?.member("version")?.member("by")?.text == "file")
        #expect(before.data?.member("version")?.member("until")?.text == AgentDriver.at(9_000_000).iso8601)
        let first = before.data?.member("decisions")?.elements.first
        #expect(first?.member("after")?.text == "inside" && first?.member("verdict")?.text == "inside")
        #expect(first?.member("time")?.text == AgentDriver.at(7_200_000).iso8601)
        let after = try explain(Self.at(9_500_000))
        #expect(after.data?.member("status")?.text == "outside")
        #expect(after.data?.member("version")?.member("by")?.text == "fence/set")
        #expect(after.data?.member("version")?.member("fence")?.member("radius")?.value == .number(40))
        #expect(try explain(Self.at(11_000_000)).data?.member("status")?.text == "inside")
    }

    @Test func `says why nothing can be explained`() throws {
        try drive()
        #expect(
            try explain(Self.at(-5000)).error
                == "what \"depot\" was is known from \(AgentDriver.at(0).iso8601) on"
        )
        #expect(try explain(Self.at(60_000_000)).error == "\"at\" is in the future")
        #expect(try explain(Self.at(0) + ",\"skip\":2").error?.hasPrefix("\"skip\"") == true)
        var settings = driver.agent.port.settings
        settings.fences = []
        driver.agent.use(settings)
        driver.agent.useConfiguredFences(at: AgentDriver.at(20_000_000))
        try driver.commit(to: store, history: true)
        let gone =
            "there was no fence \"depot\" then; it went at \(AgentDriver.at(20_000_000).iso8601) (file)"
        #expect(try explain(Self.at(30_000_000)).error == gone)
    }

    @Test func `a store without the table knows no version`() throws {
        try store.transaction { db in try db.execute(sql: "DROP TABLE fence_version") }
        let reader = try HistoryReader(path: folder.path)
        #expect(try reader.fenceVersion(of: try Identifier("depot"), at: AgentDriver.at(0)) == nil)
        try store.purgeFenceVersions(before: 0)
    }
}

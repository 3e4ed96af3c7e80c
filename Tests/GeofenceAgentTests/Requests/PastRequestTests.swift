import GeofenceCore
import Synchronization
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What is asked of the history over MQTT.
@Suite struct PastRequestTests {
    private let folder: StoreFolder
    private let driver: AgentDriver

    /// Three devices go into the depot at hours 2 and 6 and out again at hours 4 and 8.
    init() throws {
        folder = try StoreFolder()
        var settings = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        (settings.history, settings.historyPath) = (HistorySettings(), folder.path)
        driver = AgentDriver(settings)
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        let store = try folder.openWithHistory()
        for device in ["bike", "truck", "van"] {
            for hour in 0..<10 as Range<Int64> {
                driver.fix(device, inside: hour % 4 > 1, at: hour * 3_600_000)
            }
        }
        try driver.commit(to: store, history: true)
        var batch = Batch()
        let place = Fix(coordinate: try Coordinate(latitude: 52, longitude: 13), accuracy: 12)
        batch.history.visits = try (0..<3).map { number in
            HistoryVisit(
                device: try Identifier("van"),
                arrival: AgentDriver.at(number * 3_600_000),
                departure: AgentDriver.at(number * 3_600_000 + 600_000),
                center: place,
                positions: 5
            )
        }
        try store.commit(batch, time: 2)
    }

    private static let range = #""from":"2025-10-09T00:00:00Z","to":"2025-10-10T00:00:00Z""#

    /// Asks, has the other thread's work done, and gives the answer.
    private func ask(_ command: String, _ members: String, to driver: AgentDriver? = nil) -> JSONNode? {
        let driver = driver ?? self.driver
        _ = driver.ask(command, "{\(members)}", at: 36_000_000)
        for job in driver.agent.port.pastDesk.drain() {
            driver.agent.finish(
                PastReply(ticket: job.ticket, result: job.question.answer()),
                at: AgentDriver.at(0)
            )
        }
        return (try? JSONDocument.parse(driver.answers.last ?? "").root)?.member("data")
    }

    private func texts(_ node: JSONNode?, _ list: String, _ key: String) -> [String] {
        node?.member(list)?.elements.compactMap { $0.member(key)?.text } ?? []
    }

    @Test func `what was read of a device that is forgotten meanwhile is not answered`() {
        let asked = [
            ("device/history", #""device":"van","#), ("device/history", #""device":"bike","#), ("report", ""),
        ]
        for (command, members) in asked { driver.ask(command, "{\(members)\(Self.range)}", at: 36_000_000) }
        let read = driver.agent.port.pastDesk.drain().map { job in
            PastReply(ticket: job.ticket, result: job.question.answer())
        }
        driver.ask("device/forget", #"{"device":"van"}"#)
        let before = driver.answers.count
        for reply in read { driver.agent.finish(reply, at: AgentDriver.at(0)) }
        let answers = driver.answers.dropFirst(before)
        let refused = #"{"status":"error","error":"a device was forgotten meanwhile; ask again"}"#
        #expect(answers.map { $0 == refused } == [true, false, true])
        #expect(!answers.contains { $0.contains("van") })
        // Who asks again gets what there is.
        #expect(ask("device/history", #""device":"bike","# + Self.range) != nil)
    }

    @Test func `a report has the days of each device, and of a fence`() {
        let answer = ask("report", Self.range)
        #expect(texts(answer, "rows", "device") == ["bike", "bike", "truck", "truck", "van", "van"])
        let row = answer?.member("rows")?.elements.last
        #expect(row?.member("fence")?.text == "depot" && row?.member("day")?.text == "2025-10-09")
        #expect(row?.number(of: "visits") == 2 && row?.number(of: "timeInside") == 14_400)
        #expect(answer?.member("next") == nil && answer?.member("truncated") == nil)
        let one = ask(
            "report",
            #""device":"van","fence":"depot","by":"week","timezone":"Asia/Tokyo","# + Self.range
        )
        #expect(texts(one, "rows", "week") == ["2025-10-06"])
        #expect(one?.member("timezone")?.text == "Asia/Tokyo")
        let trips = ask("report", #""device":"van","by":"trip","# + Self.range)
        #expect(texts(trips, "rows", "to") == ["depot"])
        #expect(trips?.member("rows")?.elements.first?.number(of: "duration") == 7200)
    }

    @Test func `who is inside counts up to now`() {
        let stretch = #""from":"2025-10-09T08:53:20Z","to":"2025-10-09T18:00:00Z""#
        let answer = ask("report", #""device":"van","fence":"depot","# + stretch)
        // From hour 2 to 4, and from 6 to 8; now is hour 10.
        #expect(answer?.member("rows")?.elements.first?.number(of: "timeInside") == 14_400)
        #expect(answer?.member("to")?.text == "2025-10-09T18:00:00.000Z")
        let future = ask("report", #""from":"2025-10-09T00:00:00Z","to":"2025-10-09T23:00:00Z""#)
        #expect(future?.member("to")?.text == "2025-10-09T18:53:20.000Z")
    }

    @Test func `a report comes in pages of whole devices`() {
        var (devices, after) = ([String](), "")
        for _ in 0..<3 {
            let answer = ask("report", "\"limit\":3,\(after)\(Self.range)")
            devices += texts(answer, "rows", "device")
            guard let next = answer?.member("next")?.text else { break }
            after = "\"after\":\"\(next)\","
        }
        #expect(devices == ["bike", "bike", "truck", "truck", "van", "van"])
        let cut = ask("report", "\"limit\":1,\(Self.range)")
        #expect(texts(cut, "rows", "device") == ["bike"])
        #expect(cut?.member("truncated")?.value == .bool(true) && cut?.member("next")?.text == "bike")
    }

    @Test func `the past of a device comes in pages`() {
        var (times, after) = ([String](), "")
        for _ in 0..<5 {
            let answer = ask("device/history", "\"device\":\"van\",\"limit\":4,\(after)\(Self.range)")
            times += texts(answer, "positions", "time")
            guard let next = answer?.member("next")?.text else { break }
            after = "\"after\":\"\(next)\","
        }
        #expect(times == (0..<10).map { AgentDriver.at($0 * 3_600_000).iso8601 })
        let events = ask("device/history", #""device":"van","kind":"events","# + Self.range)
        #expect(texts(events, "events", "event") == ["enter", "exit", "enter", "exit"])
        let visits = ask("device/visits", "\"device\":\"van\",\"limit\":2,\(Self.range)")
        #expect(texts(visits, "visits", "arrival") == [0, 3_600_000].map { AgentDriver.at($0).iso8601 })
        #expect(visits?.member("next") != nil)
    }

    @Test(arguments: [
        ("device/history", #"{}"#, "\"device\" is missing"),
        ("device/history", #"{"device":"van","kind":"visits"}"#, "kind: \"visits\" is unknown"),
        ("device/history", #"{"device":"van","after":"x"}"#, "\"after\" is what the answer before has"),
        ("device/history", #"{"device":"van","limit":1001}"#, "limit: must be"),
        ("device/visits", #"{"device":"van","kind":"visits"}"#, "kind: unknown key; known here"),
        (
            "device/visits", #"{"device":"van","from":"2025-10-09T00:00:00"}"#,
            "from: \"2025-10-09T00:00:00\" needs a zone"
        ),
        (
            "report", #"{"from":"2025-10-10T00:00:00Z","to":"2025-10-09T00:00:00Z"}"#,
            "\"from\" is not before \"to\""
        ),
        (
            "report", #"{"from":"2023-10-10T00:00:00Z","to":"2025-10-09T00:00:00Z"}"#,
            "that is more than 366 days"
        ),
        (
            "report", #"{"from":"2999-01-01T00:00:00Z","to":"2999-01-02T00:00:00Z"}"#,
            "\"from\" is not before now"
        ),
        ("report", #"{"timezone":"Nowhere"}"#, "timezone: \"Nowhere\" is no time zone"),
        ("report", #"{"by":"month"}"#, "by: \"month\" is unknown"),
    ])
    func `says what is wrong`(_ command: String, _ request: String, _ problem: String) {
        let refusal = driver.refusal(command, request, at: 36_000_000)
        #expect(refusal?.hasPrefix(problem) == true, "\(refusal ?? "taken")")
    }

    @Test func `says that nothing is kept, of a device or of all`() throws {
        _ = ask("device/history", "\"device\":\"bus\",\(Self.range)")
        #expect(driver.answers.last?.contains(#"nothing of a device \"bus\""#) == true)
        let other = try AgentDriver()
        for (command, more) in [("report", ""), ("device/history", "\"device\":\"van\"")] {
            #expect(other.refusal(command, "{\(more)}")?.hasPrefix("nothing is kept; put") == true)
        }
        var settings = try AgentDriver.setup(fences: [])
        var history = HistorySettings()
        history.positions = false
        (settings.history, settings.historyPath) = (history, folder.path)
        let without = AgentDriver(settings)
        let refusal = without.refusal("device/history", #"{"device":"van"}"#)
        #expect(refusal == "no positions are kept; history.positions is false")
    }

    /// Asks over HTTP, as somebody who may not see zones, and waits for no answer.
    private func question(
        _ command: String,
        _ members: String,
        _ reply: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) {
        let question = Question(command, Array("{\(members)}".utf8), hidesZones: true, reply)
        _ = question.payload.withUnsafeBytes { payload in
            driver.agent.answer(
                request: command,
                payload: payload,
                hidesZones: true,
                asker: .question(question),
                at: AgentDriver.at(36_000_000)
            )
        }
    }

    private func askHidden(_ command: String, _ members: String) -> String {
        let answer = Mutex("")
        question(command, members) { bytes in answer.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
        }
        for job in driver.agent.port.pastDesk.drain() {
            let reply = PastReply(ticket: job.ticket, result: job.question.answer())
            driver.agent.finish(reply, at: AgentDriver.at(0))
        }
        return answer.withLock { $0 }
    }

    @Test func `homes are left out for those who may not see them, also of the past`() throws {
        let van = try Identifier("van")
        let home = try #require(ZoneFence.id(.home, 1, of: van))
        let start = AgentDriver.at(0).iso8601
        var batch = Batch()
        batch.history.events = ["enter", "exit"].enumerated().map { hour, kind in
            let visit = "van/\(home)/\(start)"
            let json = #"{"event":"\#(kind)","fence":"\#(home)","visit":"\#(visit)"}"#
            let time = AgentDriver.at(Int64(hour) * 3_600_000).milliseconds
            return HistoryEvent(device: van, time: time, id: "\(visit)/\(kind)", payload: Array(json.utf8))
        }
        try folder.openWithHistory().commit(batch, time: 3)
        for (command, more) in [("report", ""), ("device/history", #""kind":"events","#)] {
            let members = "\"device\":\"van\",\(more)\(Self.range)"
            _ = ask(command, members)
            #expect(driver.answers.last?.contains("\(home)") == true)
            let hidden = askHidden(command, members)
            #expect(hidden.contains("depot") && !hidden.contains("\(home)"), "\(hidden)")
        }
    }

    @Test func `is refused while others wait`() {
        for _ in 0..<PastDesk.mostPending { _ = driver.ask("report", "{}") }
        #expect(driver.refusal("device/visits", #"{"device":"van"}"#)?.contains("for others") == true)
    }

    @Test func `is not refused where many look at a map`() {
        for _ in 0..<20 { question("report", "") }
        #expect(driver.agent.port.pastDesk.drain().count == PastDesk.mostOverHTTP)
        #expect(ask("report", Self.range) != nil)
    }
}

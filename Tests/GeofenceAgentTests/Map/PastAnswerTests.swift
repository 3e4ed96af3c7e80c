import Foundation
import GeofenceCore
import NIOHTTP1
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What `GET /api/history` answers.
@Suite struct PastAnswerTests {
    private let folder: StoreFolder
    private static let device = "van"

    init() throws { folder = try StoreFolder() }

    private func write(_ edit: (inout HistoryBatch) throws -> Void) throws {
        var batch = Batch()
        try edit(&batch.history)
        try folder.openWithHistory().commit(batch, time: 1)
    }

    private func writePositions(_ count: Int) throws {
        let device = try Identifier(Self.device)
        try write { $0.positions = [(device, (0..<count).map { .row(Int64($0) * 1000, accuracy: 850) })] }
    }

    private func event(_ number: Int, fence: String, isGroup: Bool = false) throws -> HistoryEvent {
        let payload = #"{"event":"enter","id":"e\#(number)","\#(isGroup ? "group" : "fence")":"\#(fence)"}"#
        return HistoryEvent(
            device: try Identifier(Self.device),
            time: AgentDriver.beginning + 1000,
            id: "e\(number)",
            payload: Array(payload.utf8)
        )
    }

    private func question(_ query: String) throws(PastQuestion.Problem) -> PastQuestion {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/api/history?\(query)")
        return try PastQuestion(MapRequest(head), at: AgentDriver.at(86_400_000))
    }

    private func ask(_ query: String, hidesZones: Bool = true) throws -> (status: Int, body: JSONNode) {
        let reply = PastAnswer.reply(
            try question("device=van&\(query)"),
            path: folder.path,
            hidesZones: hidesZones
        )
        let root = try JSONDocument.parse(String(decoding: reply.body, as: UTF8.self)).root
        return (reply.status, root)
    }

    @Test func `answers positions by the names of the live map`() throws {
        try writePositions(2)
        let answer = try ask("")
        #expect(answer.status == 200)
        #expect(answer.body.member("device")?.text == "van")
        let row = try #require(answer.body.member("positions")?.elements.last)
        #expect(row.member("time")?.text == "2025-10-09T08:53:21.000Z")
        #expect(row.number(of: "latitude") == 52 && row.number(of: "longitude") == 13)
        #expect(row.number(of: "accuracy") == 8.5)
        #expect(answer.body.member("next") == nil)
    }

    @Test(arguments: ["", "&tolerance=20"])
    func `page after page gives each row once`(_ more: String) throws {
        let device = try Identifier(Self.device)
        var chance = SystemRandomNumberGenerator()
        let rows = (0..<3000).map { step in
            HistoryPosition.row(
                Int64(step) * 1000,
                latitude: 520_000_000 + Int32.random(in: 0..<100_000, using: &chance)
            )
        }
        try write { $0.positions = [(device, rows)] }
        var (times, next, pages) = ([String](), String?.none, 0)
        repeat {
            let answer = try ask("limit=700\(more)" + (next.map { "&after=\($0)" } ?? "")).body
            let found = answer.member("positions")?.elements ?? []
            #expect(found.count <= 700)
            times += found.compactMap { $0.member("time")?.text }
            next = answer.member("next")?.text
            pages += 1
        } while next != nil && pages < 20
        #expect(times == times.sorted() && Set(times).count == times.count)
        #expect(times.first == AgentDriver.at(0).iso8601 && times.last == AgentDriver.at(2_999_000).iso8601)
        if more.isEmpty { #expect(times.count == 3000 && pages == 5) }
    }

    @Test func `leaves out what a tolerance makes needless`() throws {
        try writePositions(10_000)
        #expect(try ask("tolerance=5").body.member("positions")?.elements.count == 2)
        #expect(try ask("").body.member("positions")?.elements.count == 10_000)
    }

    @Test func `events of one moment come once each, whatever the page`() throws {
        let events = try (0..<25).map { try event($0, fence: "depot") }
        try write { $0.events = events }
        var (ids, next) = ([String](), String?.none)
        for _ in 0..<20 {
            let answer = try ask("kind=events&limit=4" + (next.map { "&after=\($0)" } ?? "")).body
            ids += (answer.member("events")?.elements ?? []).compactMap { $0.member("id")?.text }
            next = answer.member("next")?.text
            if next == nil { break }
        }
        #expect(ids.count == 25 && Set(ids) == Set(events.map(\.id)))
    }

    @Test func `says nothing of fences that zones are or were, unless zones are shown`() throws {
        let events = [
            try event(1, fence: "depot"), try event(2, fence: "home-van"), try event(3, fence: "work4-van"),
            try event(4, fence: "home", isGroup: true), try event(5, fence: "home"),
            try event(6, fence: "home-other"), try event(7, fence: "sites", isGroup: true),
        ]
        try write { $0.events = events }
        let ids = { (node: JSONNode) in
            (node.member("events")?.elements ?? []).compactMap { $0.member("id")?.text }
        }
        #expect(ids(try ask("kind=events").body) == ["e1", "e5", "e6", "e7"])
        #expect(ids(try ask("kind=events", hidesZones: false).body).count == 7)
    }

    @Test func `events of all devices come where none is named`() throws {
        let other = HistoryEvent(
            device: try Identifier("bus"),
            time: AgentDriver.beginning + 2000,
            id: "b1",
            payload: Array(#"{"event":"enter","id":"b1","fence":"home-bus"}"#.utf8)
        )
        try write { $0.events = [try event(1, fence: "depot"), try event(2, fence: "home-van"), other] }
        func ids(_ query: String, hidesZones: Bool) throws -> (ids: Set<String>, isCut: Bool) {
            let reply = PastAnswer.reply(try question(query), path: folder.path, hidesZones: hidesZones)
            let root = try JSONDocument.parse(String(decoding: reply.body, as: UTF8.self)).root
            let events = root.member("events")?.elements ?? []
            #expect(root.member("device") == nil && root.member("next") == nil)
            return (
                Set(events.compactMap { $0.member("id")?.text }),
                root.member("truncated")?.value == .bool(true)
            )
        }
        #expect(try ids("kind=events", hidesZones: false) == (["e1", "e2", "b1"], false))
        #expect(try ids("kind=events", hidesZones: true).ids == ["e1"])
        let cut = try ids("kind=events&limit=2", hidesZones: false)
        #expect(cut.ids.count == 2 && cut.isCut)
    }

    @Test(arguments: ["", "kind=positions", "kind=visits", "device=a/b&kind=events", "kind=events&after=1,a"])
    func `nothing but events is answered of all`(_ query: String) {
        #expect(throws: PastQuestion.Problem.self) { try question(query) }
    }

    @Test func `answers visits`() throws {
        let place = Fix(coordinate: try Coordinate(latitude: 52, longitude: 13), accuracy: 12)
        let device = try Identifier(Self.device)
        try write { batch in
            batch.visits = [
                HistoryVisit(
                    device: device,
                    arrival: AgentDriver.at(0),
                    departure: AgentDriver.at(60_000),
                    center: place,
                    positions: 7
                )
            ]
        }
        let visits = try ask("kind=visits").body.member("visits")?.elements
        #expect(visits?.map { $0.number(of: "duration") } == [60])
    }

    @Test func `says where there is nothing, and where the store can't be read`() throws {
        #expect(try ask("").status == 404)
        try writePositions(1)
        let question = try question("device=bike")
        let reply = PastAnswer.reply(question, path: folder.path, hidesZones: true)
        #expect(reply.status == 404)
        #expect(String(decoding: reply.body, as: UTF8.self).contains("nothing of a device \\\"bike\\\""))
        try folder.withFileLocked {
            let status = try ask("").status
            #expect(status == 503)
        }
        folder.bytes = Array("no store".utf8)
        #expect(try ask("").status == 500)
    }

    @Test(arguments: [
        ("", "say of which device: ?device=van1&from=2026-11-23T00:00:00Z"),
        ("device=a%2Fb", "say of which device: ?device=van1&from=2026-11-23T00:00:00Z"),
        ("device=a%FF", "say of which device: ?device=van1&from=2026-11-23T00:00:00Z"),
        ("device=a&from=yesterday", "\"from\" is no date and time such as 2026-11-23T08:00:00Z"),
        ("device=a&to=%", "\"to\" is no date and time such as 2026-11-23T08:00:00Z"),
        ("device=a&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "\"from\" is not before \"to\""),
        (
            "device=a&from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
            "that is more than 366 days; ask for fewer, one stretch after the other"
        ),
        ("device=a&kind=zones", "there is no kind \"zones\"; there are positions, events, visits"),
        ("device=a&limit=0", "\"limit\" is a number from 1 to 20000"),
        ("device=a&limit=20001", "\"limit\" is a number from 1 to 20000"),
        ("device=a&tolerance=nan", "\"tolerance\" is a number from 0 to 100000"),
        ("device=a&kind=events&tolerance=1", "\"tolerance\" is for positions"),
        ("device=a&after=x", "\"after\" is what the answer before has as \"next\""),
        ("device=a&after=9223372036854775807", "\"after\" is what the answer before has as \"next\""),
    ])
    func `says what is wrong with a question`(_ query: String, _ problem: String) {
        #expect(throws: PastQuestion.Problem(problem)) { try question(query) }
    }

    @Test func `reads the whole of a question`() throws {
        let found = try question(
            "device=van%201&from=2025-10-09T01:00:00%2B01:00&to=2025-10-09T10:00:00+02:00&kind=events&limit=7&after=5,a%2Cb"
        )
        var expected = PastQuestion(
            device: try Identifier("van 1"),
            range: HistoryRange(
                from: try #require(Timestamp(iso8601: "2025-10-09T00:00:00Z")),
                to: try #require(Timestamp(iso8601: "2025-10-09T08:00:00Z"))
            )
        )
        (expected.kind, expected.limit) = (.events, 7)
        expected.after = HistoryMark(time: 5, id: "a,b")
        #expect(found == expected)
    }
}

import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// All that is kept of one device, page by page.
@Suite struct ExportRequestTests {
    private let folder: StoreFolder
    private let driver: AgentDriver

    init() throws {
        folder = try StoreFolder()
        let fences = try ["depot", "shop"].map { try AgentDriver.depot($0) }
        var settings = try AgentDriver.setup(fences: fences)
        (settings.history, settings.historyPath) = (HistorySettings(), folder.path)
        driver = AgentDriver(settings)
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        let store = try folder.openWithHistory()
        for step in 0..<5 as Range<Int64> {
            driver.fix("van", inside: step % 2 == 1, at: step * 60_000)
            driver.fix("bike", inside: true, at: step * 60_000)
        }
        driver.take("home/van/wifi", "DepotNet", at: 300_000)
        driver.ask("device/override", #"{"device":"van","latitude":1,"longitude":2}"#, at: 310_000)
        driver.ask("monitoring/stop", #"{"device":"van","fence":"shop"}"#, at: 320_000)
        driver.ask("fence/set", #"{"id":"own","latitude":1,"longitude":2,"radius":9,"devices":["van"]}"#)
        driver.ask("fence/set", #"{"id":"other","latitude":1,"longitude":2,"radius":9,"devices":["v*"]}"#)
        driver.ask("itinerary/set", #"{"id":"tour","device":"van","stops":[{"latitude":1,"longitude":2}]}"#)
        try driver.commit(to: store, history: true)
    }

    private func answer(_ device: String, _ after: String?) throws -> JSONNode {
        let mark = after.map { ",\"after\":\"\($0)\"" } ?? ""
        _ = driver.ask("device/export", "{\"device\":\"\(device)\"\(mark)}", at: 400_000)
        for job in driver.agent.port.pastDesk.drain() {
            let reply = PastReply(ticket: job.ticket, result: job.question.answer())
            driver.agent.finish(reply, at: AgentDriver.at(400_000))
        }
        return try JSONDocument.parse(driver.answers.last ?? "{}").root
    }

    /// All parts, put together as the command does.
    private func archive(_ device: String) throws -> JSONNode {
        var archive = ExportArchive(device: device)
        var after: String?
        repeat {
            let data = try #require(try answer(device, after).member("data"))
            archive.add(data)
            after = data.member("next")?.text
        } while after != nil
        archive.end()
        return try JSONDocument.parse(String(decoding: archive.drain(), as: UTF8.self)).root
    }

    private func texts(_ archive: JSONNode, _ list: String, _ key: String) -> [String] {
        (archive.member(list)?.elements ?? []).compactMap { $0.member(key)?.text }
    }

    @Test func `has all that is kept of a device, and nothing of another`() throws {
        let archive = try archive("van")
        guard case .object(let members) = archive.value else { return #expect(Bool(false)) }
        #expect(members.map(\.key) == ["format", "form", "device"] + ExportPart.allCases.map(\.rawValue))
        let state = archive.member("state")
        #expect(state?.member("override")?.member("latitude")?.value == .number(1))
        #expect(state?.member("position")?.member("latitude")?.value == .number(1))
        #expect(texts(archive, "statuses", "fence").contains("depot"))
        #expect(
            texts(archive, "fences", "id").contains("own")
                && !texts(archive, "fences", "id").contains("other")
        )
        #expect(texts(archive, "unmonitored", "fence") == ["shop"])
        #expect(texts(archive, "itineraries", "id") == ["tour"])
        #expect(archive.member("positions")?.elements.count == 5)
        #expect(texts(archive, "networks", "ssid") == ["DepotNet"])
        #expect(texts(archive, "events", "event").prefix(3) == ["enter", "enter", "exit"])
        #expect(!String(decoding: archive.value.bytes, as: UTF8.self).contains("bike"))
    }

    @Test func `goes on behind what an answer has had`() throws {
        let all = try archive("van")
        let events = try #require(all.member("events")?.elements)
        let statuses = try #require(all.member("statuses")?.elements)
        #expect(
            try answer("van", "statuses,1").member("data")?.member("statuses")?.elements.count == statuses
                .count - 1
        )
        let first = try #require(events.first)
        let time = try #require(first.member("time")?.text.flatMap { Timestamp(iso8601: $0) })
        let mark = "events,\(time.milliseconds),\(first.member("id")?.text ?? "")"
        let rest = try answer("van", mark).member("data")?.member("events")?.elements
        #expect(rest?.count == events.count - 1)
    }

    @Test func `ends before the history where there is none`() throws {
        let driver = try AgentDriver()
        driver.fix("van", inside: true, at: 0)
        let last = driver.ask("device/export", #"{"device":"van","after":"itineraries"}"#)
        #expect(last == #"{"status":"ok","data":{"device":"van","itineraries":[]}}"#)
        let beyond = driver.refusal("device/export", #"{"device":"van","after":"positions"}"#)
        #expect(beyond == #"there is no history; the export has ended before "positions""#)
    }

    @Test(arguments: ["nothing", "statuses,x", "statuses,-1", "positions,x", ""])
    func `takes no mark but its own`(_ mark: String) throws {
        #expect(try answer("van", mark).member("error") != nil)
    }

    @Test func `says where nothing is known of a device`() throws {
        #expect(
            try answer("vna", nil).member("error")?.text?.hasPrefix(
                "nothing has been heard of a device \"vna\""
            ) == true
        )
    }

    @Test func `a schema names all parts`() throws {
        let path = DocumentPage.path("config/schema/export.json")
        let bytes = try FileContents(path: path).bytes
        let schema = try JSONDocument.parse(String(decoding: bytes, as: UTF8.self)).root
        guard case .object(let properties)? = schema.member("properties")?.value else {
            return #expect(Bool(false), "no properties")
        }
        #expect(properties.map(\.key) == ["format", "form", "device"] + ExportPart.allCases.map(\.rawValue))
        for property in properties { #expect(property.node.member("description")?.text?.isEmpty == false) }
    }
}

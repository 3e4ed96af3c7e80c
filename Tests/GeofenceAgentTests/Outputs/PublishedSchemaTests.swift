import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The schemas of what is published, held against what an agent publishes that makes every kind of it.
@Suite struct PublishedSchemaTests {
    /// Keys that this agent doesn't publish: monitoring is another's to try, a router answers elsewhere, and
    /// the broker's part of the agent has a test of its own.
    private static let untried: Set<String> = [
        "nearby.pois[].travel", "itinerary.problem", "eta.stale",
    ]

    private static let configuration = """
        {"mqtt":{"host":"h"},"sources":[{"topic":"fleet/{device}/location"},{"topic":"wifi/{device}","format":"wifi"}],
        "devices":[{"id":"van","name":"The van"}],"eventProperties":["customer","floor","open"],
        "rules":{"dwell":[60],"lateEvents":true},
        "fences":[
        {"id":"depot","name":"Depot","latitude":52,"longitude":13,"radius":150,"groups":["sites"],"speedLimit":30,"properties":{"customer":"ACME","floor":2,"open":true}},
        {"id":"yard","latitude":52,"longitude":13,"radius":200,"groups":["lots"],"rules":{"enterAfter":10,"exitAfter":10,"staleAfter":3600}},
        {"id":"net","wifi":["Net"]}],
        "visits":{"radius":120,"leaveAfter":120},"zones":{"fences":true,"timezone":"UTC","days":36500},
        "pois":{"files":["stores.csv"],"nearest":2,"timezone":"UTC"},"status":{"deviceEvery":0},
        "itineraries":[{"id":"tour","name":"Tour","device":"ida","stops":[{"name":"First","latitude":52,"longitude":13},{"name":"Second","latitude":52,"longitude":13.05,"by":"2025-10-09T08:53:21Z"}]}],
        "homeAssistant":{"discovery":true}}
        """

    private static func agent() throws -> AgentDriver {
        let folder = try ConfigurationFolder()
        folder.write(
            "stores.csv",
            "id,name,latitude,longitude,city,zip,tags,types,opening_hours\n1,One,52.001,13,Berlin,10115,pickup,cafe,24/7\n"
                .utf8
        )
        let driver = AgentDriver(AgentSettings(try folder.load(configuration)))
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        driver.agent.finishWork(at: AgentDriver.at(0))
        return driver
    }

    /// An agent with all that it has published: of a retained topic the outbox keeps the newest alone.
    private struct Recording {
        let driver: AgentDriver
        private(set) var rows: [OutboxRow] = []

        init(_ driver: AgentDriver) { self.driver = driver }

        mutating func keep() {
            rows += driver.agent.port.outbox.changes.outgoing
            driver.didCommit()
        }
    }

    /// A position, with what else is said.
    private static func go(
        _ recording: inout Recording,
        _ latitude: Double,
        _ longitude: Double = 13,
        at second: Int64,
        _ more: String = "",
        _ device: String = "van",
        arrival: Int64? = nil
    ) {
        let stamp = AgentDriver.beginning + second * 1000
        let text = #"{"lat":\#(latitude),"lon":\#(longitude),"acc":5,"timestamp":\#(stamp)\#(more)}"#
        let driver = recording.driver
        driver.take("fleet/\(device)/location", text, at: (arrival ?? second) * 1000)
        driver.agent.finishWork(at: AgentDriver.at((arrival ?? second) * 1000))
        recording.keep()
    }

    /// What an agent publishes in some days.
    private static func run() throws -> [OutboxRow] {
        let driver = try agent()
        var recording = Recording(driver)
        go(&recording, 52.01, at: 0)
        go(&recording, 52, at: 60, #","speed":14,"batt":80"#)
        go(&recording, 52.0001, at: 90, #","speed":5"#)
        driver.take("wifi/van", #"{"ssid":"Net","bssid":"aa:bb:cc:00:11:22"}"#, at: 95_000)
        for minute in 2..<20 as Range<Int64> { go(&recording, 52, at: minute * 60) }
        driver.agent.advance(to: AgentDriver.at(1_180_000))
        go(&recording, 52.02, at: 1200)
        go(&recording, 52.03, at: 1260)
        // A late visit between two positions that are known.
        go(&recording, 52, at: 1230, arrival: 1270)
        go(&recording, 52.03, at: 1290)
        // Nothing is heard of it any more, which ends what is known.
        go(&recording, 52, at: 2000, "", "bob")
        go(&recording, 52, at: 2060, "", "bob")
        driver.agent.advance(to: AgentDriver.at(10_000_000))
        driver.agent.finishWork(at: AgentDriver.at(10_000_000))
        go(&recording, 52, 12.99, at: 20_000, "", "ida")
        go(&recording, 52, 13, at: 20_060, "", "ida")
        go(&recording, 52, 13.03, at: 20_120, "", "ida")
        go(&recording, 52, 13.04, at: 20_180, "", "ida")
        driver.live("eva", days: 1..<6)
        driver.agent.finishWork(at: AgentDriver.at(7 * AgentDriver.day))
        driver.agent.port.settings.shard = Shard(partitions: 1, range: 0...0)
        for (command, payload) in [
            ("monitoring/stop", #"{"device":"bob"}"#), ("monitoring/stop", #"{"fence":"yard"}"#),
            ("device/list", #"{"transaction":7}"#), ("fence/get", #"{"id":"none"}"#), ("explain", "[]"),
        ] {
            ask(driver, command, payload)
        }
        recording.keep()
        return recording.rows
    }

    private static func ask(_ driver: AgentDriver, _ command: String, _ payload: String) {
        Array(payload.utf8).withUnsafeBytes { bytes in
            driver.agent.answer(
                request: command,
                payload: bytes,
                length: bytes.count,
                mark: Array("geofence/request/\(command)".utf8).withUnsafeBytes {
                    Redelivery.Mark(packet: 0, topic: $0, payload: bytes)
                },
                reply: ReplyAddress(topic: "geofence/response/\(command)"),
                at: AgentDriver.at(7 * AgentDriver.day)
            )
        }
    }

    @Test func `all that is published is described, and all that is described is published`() throws {
        let rows = try Self.run()
        var schemas: [String: PublishedSchema] = [:]
        for name in PublishedSchema.names.map(\.name) { schemas[name] = try PublishedSchema(name) }
        for row in rows where !row.payload.isEmpty {
            guard !row.topic.hasPrefix("homeassistant/") else { continue }
            let name = try #require(PublishedSchema.name(of: row.topic), "\(row.topic) has no schema")
            let problems = try schemas[name]?.problems(row.payload)
            #expect(problems == [], "\(row.topic) \(String(decoding: row.payload, as: UTF8.self))")
        }
        for (name, schema) in schemas where !["info", "stats"].contains(name) {
            #expect(schema.count > 0, "\(name) was never published")
            let unseen = schema.described.all.subtracting(schema.seen).map { "\(name).\($0)" }
            let unexpected = unseen.filter { key in !Self.untried.contains { key.hasPrefix($0) } }
            #expect(unexpected.sorted() == [], "described, and never published")
        }
    }

    @Test(arguments: PublishedSchema.names.map(\.name))
    func `describes every key, and allows no other`(_ name: String) throws {
        var schema = try PublishedSchema(name)
        #expect(schema.described.bare == [])
        #expect(try schema.problems(Array(#"{"surprise":1}"#.utf8)).contains("surprise is not described"))
        #expect(!(try schema.problems(Array("[]".utf8)).isEmpty))
    }

    @Test func `says what is wrong with a payload`() throws {
        var schema = try PublishedSchema("device")
        let payload = #"{"latitude":91,"time":"now","resting":false,"inside":[1],"wifi":{"ssid":2}}"#
        #expect(
            try schema.problems(Array(payload.utf8)) == [
                "latitude: 91.0 is above 90.0",
                "time: now isn't as ^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$",
                "resting: false is another value", "inside[]: is a number, not [\"string\"]",
                "wifi: time is missing", "wifi.ssid: is a number, not [\"string\"]",
            ]
        )
    }

    @Test func `docs/topics.md names each`() throws {
        let text = try DocumentPage("docs/topics.md").lines.joined(separator: "\n")
        for name in PublishedSchema.names.map(\.name) {
            #expect(text.contains("(../config/schema/\(name).json)"), "\(name)")
        }
    }
}

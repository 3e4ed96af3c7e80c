import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What becomes of messages: each is counted once, and a bad one changes nothing for those around it.
@Suite struct AgentIntakeTests {
    struct Bad: CustomTestStringConvertible, Sendable {
        let name: String
        let topic: [UInt8]
        let payload: [UInt8]
        let length: Int?
        let reason: Rejection

        init(_ reason: Rejection, _ name: String, _ topic: [UInt8], _ payload: [UInt8], length: Int? = nil) {
            (self.reason, self.name, self.topic, self.payload, self.length) = (
                reason, name, topic, payload, length
            )
        }

        init(_ reason: Rejection, _ topic: String, _ payload: String) {
            self.init(reason, "\(reason): \(topic) \(payload)", Array(topic.utf8), Array(payload.utf8))
        }

        var testDescription: String { name }
    }

    private static let good = #"{"lat":52,"lon":13}"#

    private static func topics() -> [Bad] {
        let long = Array("fleet/".utf8) + [UInt8](repeating: 0x61, count: 65_520) + Array("/location".utf8)
        return [
            Bad(.topic, "other/van/location", good), Bad(.topic, "fleet/van/location/x", good),
            Bad(.topic, "fleet/van", good), Bad(.topic, "", good), Bad(.topic, "/", good),
            Bad(.topic, "$SYS/broker/uptime", "5 s"), Bad(.topic, "fleet/a/b/location", good),
            Bad(.topic, "geofence/event/van/depot", good), Bad(.topic, "Fleet/van/location", good),
            Bad(.topic, "fleet/van/#", good), Bad(.id, "fleet/+/location", good),
            Bad(.id, "fleet/#/location", good),
            Bad(.id, "fleet//location", good), Bad(.id, "fleet/a\u{0}b/location", good),
            Bad(.id, "fleet/a\u{7F}/location", good), Bad(.id, "fleet/a\u{FFFF}/location", good),
            Bad(.id, "fleet/a\u{202E}b/location", good), Bad(.id, "fleet/a\u{200B}b/location", good),
            Bad(.id, "fleet/\(String(repeating: "a", count: 129))/location", good),
            Bad(.id, "fleet/\(String(repeating: "ü", count: 65))/location", good),
            Bad(.id, "id of 65,520 bytes", long, Array(good.utf8)),
            Bad(
                .id,
                "id that is no UTF-8",
                Array("fleet/a".utf8) + [0xFF] + Array("/location".utf8),
                Array(good.utf8)
            ),
            Bad(
                .id,
                "id with a surrogate",
                Array("fleet/".utf8) + [0xED, 0xA0, 0x80] + Array("/location".utf8),
                Array(good.utf8)
            ),
            Bad(.id, "owntracks/a/+", #"{"_type":"location","lat":52,"lon":13}"#),
            Bad(
                .id,
                "owntracks/\(String(repeating: "a", count: 64))/\(String(repeating: "b", count: 64))",
                #"{"_type":"location","lat":52,"lon":13}"#
            ),
            Bad(.id, "home//wifi", "DepotNet"),
        ]
    }

    private static func auto() -> [Bad] {
        let payloads: [(Rejection, String)] = [
            (.empty, ""), (.shape, "null"), (.shape, "[]"), (.shape, "5"), (.json, #"{"lat":1,"#),
            (.json, "{}x"),
            (.json, good + "\0"), (.json, good + good), (.json, "{\"lat\":52,\"lon\":13,\"a\":\"\n\"}"),
            (.json, #"{"lat":52,"lon":13,"a":"\ud800"}"#), (.json, #"{"lat":NaN,"lon":13}"#),
            (.json, #"{"lat":1e400,"lon":13}"#), (.range, #"{"lat":1e308,"lon":13}"#),
            (.range, #"{"lat":91,"lon":13}"#),
            (.range, #"{"lat":52,"lon":180.5}"#), (.range, #"{"lat":52,"lon":13,"acc":-1}"#),
            (.type, #"{"lat":true,"lon":13}"#),
            (.missing, #"{"lat":52}"#), (.unrelated, "{}"), (.time, #"{"lat":52,"lon":13,"tst":0}"#),
            (.time, #"{"lat":52,"lon":13,"tst":"today"}"#), (.range, #"{"lat":52,"lon":13,"tst":1e30}"#),
            (.time, #"{"lat":52,"lon":13,"tst":946684799}"#),
            (.unrelated, #"{"_type":"lwt","tst":1760000000}"#),
            (.json, String(repeating: "[", count: 60_000)), (.json, "\u{1F}\u{8B}\u{8}"),
        ]
        return payloads.map { Bad($0.0, "fleet/van/location", $0.1) }
    }

    private static func others() -> [Bad] {
        let large = [UInt8](repeating: 0x20, count: PayloadDecoder.maximumSize + 1)
        return [
            Bad(.size, "payload that was not kept", Array("fleet/van/location".utf8), [], length: 1_000_000),
            Bad(.size, "payload beyond the limit", Array("fleet/van/location".utf8), large),
            Bad(
                .size,
                "payload that was not kept, of a network",
                Array("home/van/wifi".utf8),
                [],
                length: 65_537
            ),
            Bad(.unrelated, "owntracks/a/b", #"{"_type":"transition","lat":52,"lon":13}"#),
            Bad(.json, "owntracks/a/b", "52,13"), Bad(.json, "home/van/wifi", #"{"ssid":"#),
            Bad(.missing, "home/van/wifi", #"{"rssi":-60}"#), Bad(.json, "data", "x"),
            Bad(.missing, "data", #"{"gps":{"lat":52,"lon":13}}"#),
            Bad(.missing, "data", #"{"id":"van","gps":{}}"#),
            Bad(.id, "data", #"{"id":"","gps":{"lat":52,"lon":13}}"#),
            Bad(.id, "data", #"{"id":"a/b","gps":{"lat":52,"lon":13}}"#),
            Bad(.id, "data", #"{"id":"a\u0000","gps":{"lat":52,"lon":13}}"#),
            Bad(
                .id,
                "data",
                "{\"id\":\"\(String(repeating: "a", count: 129))\",\"gps\":{\"lat\":52,\"lon\":13}}"
            ),
        ]
    }

    static func all() -> [Bad] { topics() + auto() + others() }

    @Test(arguments: all())
    func `counts a bad message once, under its reason, and goes on`(_ bad: Bad) throws {
        let (driver, undisturbed) = (try AgentDriver(), try AgentDriver())
        for (time, inside) in [(0, false), (1000, true), (2000, false)] as [(Int64, Bool)] {
            driver.fix(inside: inside, at: time)
            undisturbed.fix(inside: inside, at: time)
            if time == 1000 { driver.take(bad.topic, bad.payload, at: time, length: bad.length) }
        }
        var expected = Counters()
        (expected.received, expected.accepted) = (4, 3)
        expected.eventsByKind = [1, 1, 0, 0, 0]
        expected.reject(bad.reason)
        #expect(driver.agent.port.counters == expected)
        #expect(driver.agent.intake.refusals.map(\.reason) == [bad.reason])
        #expect(driver.agent.intake.refusals.map(\.topic) == [String(decoding: bad.topic, as: UTF8.self)])
        #expect(driver.news == undisturbed.news)
        #expect(driver.agent.port.journal.bytes == undisturbed.agent.port.journal.bytes)
        #expect(driver.agent.tracker.engine.deviceCount == 1)
    }

    @Test func `counts a fix that is too vague for a fence nearby, and changes no status for it`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: true, at: 0)
        let before = driver.news
        driver.take("fleet/van/location", #"{"lat":52.001,"lon":13,"acc":5000,"tst":1760000001}"#, at: 1000)
        var expected = Counters()
        (expected.received, expected.accepted) = (2, 1)
        expected.reject(.inaccurate)
        #expect(driver.agent.port.counters == expected)
        let statuses = driver.news.filter { !$0.hasPrefix("geofence/device/") }
        #expect(statuses == before.filter { !$0.hasPrefix("geofence/device/") })
        #expect(driver.news.last?.contains(#""accuracy":5000"#) == true)
    }

    /// Stamp of a second fix relative to its arrival, seconds; then the counters it adds to.
    @Test(arguments: [
        (0, "accepted"), (60, "accepted"), (61, "clamped"), (1_000_000_000, "clamped"), (-7, "accepted"),
        (-11, "late"),
        (-10, "duplicates"),
    ])
    func `takes a stamp, or its arrival where the stamp is too far ahead`(_ lead: Int64, _ counter: String)
        throws
    {
        let driver = try AgentDriver()
        driver.fix(inside: true, at: 0)
        driver.didCommit()
        driver.take("fleet/van/location", AgentDriver.fix(inside: true, at: 10_000 + lead * 1000), at: 10_000)
        var expected = Counters()
        (expected.received, expected.accepted) = (2, 2)
        switch counter {
        case "clamped": expected.clamped = 1
        case "late": (expected.late, expected.accepted) = (1, 1)
        case "duplicates": (expected.duplicates, expected.accepted) = (1, 1)
        default: break
        }
        #expect(driver.agent.port.counters == expected)
        let time = AgentDriver.at(counter == "clamped" ? 10_000 : 10_000 + lead * 1000).iso8601
        let device =
            #"geofence/device/van {"inside":["depot"],"latitude":52,"longitude":13,"time":"\#(time)"}"#
        #expect(driver.news.contains(device) == (expected.accepted == 2))
    }

    @Test(
        arguments: [
            ("fleet/van/location", #"{"lat":52,"lon":13}"#, Rejection.time),
            ("fleet/van/location", "52,13", .time),
            ("fleet/van/location", #"{"lat":52,"lon":13,"tst":1759990000}"#, nil),
            ("home/van/wifi", "DepotNet", nil),
            ("fleet/van/location", #"{"lat":52,"lon":13,"ssid":"DepotNet"}"#, .time),
        ] as [(String, String, Rejection?)]
    )
    func `takes a place that a broker has kept only with a time`(
        _ topic: String,
        _ payload: String,
        _ reason: Rejection?
    ) throws {
        for isRetained in [true, false] {
            let driver = try AgentDriver()
            driver.take(topic, payload, retained: isRetained)
            var expected = Counters()
            expected.received = 1
            if let reason, isRetained { expected.reject(reason) } else { expected.accepted = 1 }
            #expect(driver.agent.port.counters == expected, "retained: \(isRetained)")
        }
    }

    @Test func `counts what can't be read of several positions, and takes the others`() throws {
        let driver = try AgentDriver()
        driver.take(
            "fleet/van/location",
            #"[{"lat":91,"lon":13,"tst":1760000000},{"lat":52,"lon":13,"tst":1760000001}]"#
        )
        var expected = Counters()
        (expected.received, expected.accepted) = (1, 1)
        expected.reject(.range)
        #expect(driver.agent.port.counters == expected)
    }

    @Test func `a network that a broker has kept is no news of a device that was on it last`() throws {
        let driver = try AgentDriver(fences: [try AgentDriver.depot { $0.wifiExpiry = 200 }])
        driver.fix(inside: false, at: 0)
        driver.take("home/van/wifi", "DepotNet", at: 1000, retained: true)
        driver.agent.advance(to: AgentDriver.at(300_000))
        #expect(driver.events == ["van/depot enter 1", "van/depot exit 2"])
        driver.take("home/van/wifi", "DepotNet", at: 400_000, retained: true)
        #expect(driver.events.count == 2 && driver.agent.port.counters.duplicates == 1)
        driver.take("home/van/wifi", "Cafe", at: 500_000, retained: true)
        driver.take("home/van/wifi", "DepotNet", at: 600_000)
        #expect(driver.events.last == "van/depot enter 3")
    }

    @Test func `a network that was no news is none when it comes again after a kill`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: false, at: 0)
        driver.take("home/van/wifi", "DepotNet", at: 1000, packet: 1)
        var store = MemoryStore()
        store.commit(&driver.agent)
        driver.take("home/van/wifi", "DepotNet", at: 2000, packet: 2, retained: true)
        driver.take("home/van/wifi", "Cafe", at: 3000, packet: 3)
        store.commit(&driver.agent)
        let next = try driver.restarted(store)
        next.agent.tracker.connectionResumed()
        next.take("home/van/wifi", "DepotNet", at: 60_000, packet: 2, retained: true)
        next.take("home/van/wifi", "Cafe", at: 60_001, packet: 3)
        #expect(next.events == [] && next.agent.port.counters.duplicates == 2)
    }

    @Test func `a network that a broker has kept is news of a device where that is set by hand`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: false, at: 0)
        driver.ask("device/override", #"{"device":"van","ssid":"DepotNet"}"#, at: 1000)
        for time in [2000, 3000] as [Int64] {
            driver.take("home/van/wifi", "DepotNet", at: time, retained: true)
        }
        #expect(driver.agent.port.counters.overridden == 1 && driver.agent.port.counters.duplicates == 1)
        driver.ask("device/override", #"{"device":"van","clear":true}"#, at: 4000)
        #expect(driver.agent.tracker.engine.report(device: 0).inside.map(\.description) == ["depot"])
    }

    @Test func `what can't be read of several positions is counted once`() throws {
        let driver = try AgentDriver()
        let payload = #"[{"lat":91,"lon":13},{"lat":52,"lon":13}]"#
        driver.take("fleet/van/location", payload, at: 0, packet: 1)
        driver.agent.tracker.connectionResumed()
        driver.take("fleet/van/location", payload, at: 1000, packet: 1)
        var expected = Counters()
        (expected.received, expected.accepted, expected.duplicates) = (2, 1, 1)
        expected.reject(.range)
        #expect(driver.agent.port.counters == expected)
    }

    @Test func `takes messages of every format for the device they name`() throws {
        let driver = try AgentDriver()
        driver.take("fleet/van 1/location", "52,13")
        driver.take("owntracks/ann/phone", #"{"_type":"location","lat":52,"lon":13,"tst":1760000000}"#)
        driver.take("home/tablet/wifi", "DepotNet")
        driver.take("data", #"{"id":"van 2","gps":{"lat":52,"lon":13},"at":1760000000}"#)
        driver.take("fleet/../location", "52,13")
        driver.take("fleet/%00/location", "52,13")
        let fence = driver.news.last { $0.hasPrefix("geofence/fence/") }
        let devices = #"["%00","..","ann-phone","tablet","van 1","van 2"]"#
        #expect(fence == "geofence/fence/depot {\"count\":6,\"devices\":\(devices)}")
        #expect(driver.agent.port.counters.accepted == 6)
    }

    @Test func `takes a repeat without a time for one after a connection, and for news otherwise`() throws {
        let driver = try AgentDriver()
        driver.take("fleet/van/location", "52.01,13", at: 0, packet: 1)
        driver.take("fleet/van/location", "52,13", at: 1000, packet: 2)
        driver.take("fleet/van/location", "52.01,13", at: 2000, packet: 3)
        driver.agent.tracker.connectionResumed()
        driver.take("fleet/van/location", "52,13", at: 3000, packet: 2)
        driver.take("fleet/van/location", "52.01,13", at: 4000, packet: 3)
        #expect(driver.events == ["van/depot enter 1", "van/depot exit 2"])
        driver.take("fleet/van/location", "52,13", at: 5000, packet: 4)
        #expect(driver.events == ["van/depot enter 1", "van/depot exit 2", "van/depot enter 3"])
        var expected = Counters()
        (expected.received, expected.accepted, expected.duplicates) = (6, 4, 2)
        expected.eventsByKind = [2, 1, 0, 0, 0]
        #expect(driver.agent.port.counters == expected)
    }

    @Test func `keeps a few refusals for the log, however many come at once`() throws {
        let driver = try AgentDriver()
        for _ in 0..<100 { driver.take("fleet/van/location", "x") }
        #expect(driver.agent.intake.refusals.count == 8)
        #expect(driver.agent.port.counters.rejected.reduce(0, +) == 100)
    }
}

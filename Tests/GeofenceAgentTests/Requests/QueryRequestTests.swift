import Testing

@testable import GeofenceCore
@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct QueryRequestTests {
    private func driver() throws -> AgentDriver {
        try AgentDriver(fences: [
            try AgentDriver.depot("a"), try AgentDriver.depot("b", longitude: 13.001),
            try AgentDriver.depot("c", longitude: 14),
        ])
    }

    @Test(arguments: [
        (
            "query/contains", #"{"latitude":52,"longitude":13}"#,
            #"[{"id":"a","distance":-150},{"id":"b","distance":-81.3}]"#
        ),
        ("query/contains", #"{"latitude":10,"longitude":13}"#, "[]"),
        ("query/nearest", #"{"latitude":52,"longitude":13.5}"#, #"[{"id":"b","distance":34120.3}]"#),
        ("query/nearest", #"{"latitude":-52,"longitude":-167,"count":9}"#, nil),
        (
            "query/nearest", #"{"latitude":52,"longitude":13.5,"count":9,"within":34200}"#,
            #"[{"id":"b","distance":34120.3},{"id":"a","distance":34188.9},{"id":"c","distance":34188.9}]"#
        ),
        ("query/nearest", #"{"latitude":52,"longitude":13.5,"within":10}"#, "[]"),
    ])
    func `fences are found by a place`(_ command: String, _ payload: String, _ fences: String?) throws {
        let driver = try driver()
        let answer = driver.ask(command, payload)
        if let fences {
            #expect(answer == #"{"status":"ok","data":{"fences":\#(fences)}}"#)
        } else {
            #expect(answer.split(separator: #""id""#).count == 4)
        }
    }

    @Test(arguments: [
        (#"{"latitude":52}"#, "a place needs both \"latitude\" and \"longitude\""),
        (
            #"{"latitude":"52","longitude":13}"#,
            "latitude: must be a number without quotation marks, not a string"
        ),
        (#"{"latitude":52,"longitude":13,"count":0}"#, "count: must be"),
    ])
    func `a place that is none is refused`(_ payload: String, _ expected: String) throws {
        let driver = try driver()
        let refusal = driver.refusal("query/nearest", payload) ?? "taken"
        #expect(refusal.hasPrefix(expected), "\(refusal)")
    }

    @Test func `explain tells the last decisions, the newest first`() throws {
        let driver = try driver()
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        driver.fix(inside: true, at: 2000)
        let answer = driver.ask("explain", #"{"device":"van","fence":"a","count":2}"#)
        let words = answer.split(separator: #""explain":""#).dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(
            words == [
                "150 m inside the edge, accuracy unknown; hysteresis takes that for inside (up to 0 m); still inside",
                "150 m inside the edge, accuracy unknown; hysteresis takes that for inside (up to 0 m); from outside to inside",
            ]
        )
        #expect(answer.contains(#""now":{"status":"inside""#))
    }

    @Test func `explain says where the position was, and nothing where none was judged`() throws {
        let driver = try driver()
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 1000)
        let answer = driver.ask("explain", #"{"device":"van","fence":"a","count":1}"#)
        #expect(answer.contains(#""verdict":"inside","latitude":52,"longitude":13,"distance""#), "\(answer)")
    }

    @Test func `occupants are those inside, with since when and by what`() throws {
        let driver = try driver()
        driver.fix("car", inside: true, at: 0)
        driver.fix("van", inside: true, at: 1000)
        driver.fix("bus", inside: false, at: 2000)
        let since = AgentDriver.at(1000).iso8601
        let all = driver.ask("fence/occupants", #"{"fence":"a"}"#)
        #expect(all.contains(#""fence":"a","count":2,"devices":[{"device":"car","#), "\(all)")
        let rest = driver.ask("fence/occupants", #"{"fence":"a","after":"car"}"#)
        let van = #""devices":[{"device":"van","since":"\#(since)","via":["region"]}]"#
        #expect(rest.contains(van), "\(rest)")
        let one = driver.ask("fence/occupants", #"{"fence":"a","limit":1}"#)
        #expect(one.contains(#""count":2"#) && !one.contains("van"), "\(one)")
        #expect(driver.refusal("fence/occupants", "{}")?.contains("say which fence") == true)
        #expect(driver.refusal("fence/occupants", #"{"fence":"z"}"#)?.contains("\"z\"") == true)
    }

    @Test func `explain tells where a device rests`() throws {
        let driver = try driver()
        for minute in 0..<5 { driver.fix(inside: true, at: Int64(minute) * 60_000) }
        let answer = driver.ask("explain", #"{"device":"van","fence":"a","count":1}"#)
        let words = "at rest since 2025-10-09T08:53:20.000Z, anchor 52, 13 ± 15 m, 150 m inside the edge; "
        #expect(answer.contains(words), "\(answer)")
        #expect(answer.contains(#""rest":{"since":"2025-10-09T08:53:20.000Z","latitude":52,"#), "\(answer)")
        #expect(driver.news.last { $0.hasPrefix("geofence/device/") }?.contains(#""resting":true"#) == true)
    }

    @Test func `a fence in the place of one that went takes over none of its decisions`() throws {
        let driver = try driver()
        driver.fix(inside: true, at: 0)
        _ = driver.ask("fence/set", #"{"id":"d","latitude":52,"longitude":13,"radius":80}"#)
        driver.fix(inside: true, at: 1000)
        _ = driver.ask("fence/remove", #"{"id":"d"}"#)
        _ = driver.ask("fence/set", #"{"id":"e","latitude":52,"longitude":13,"radius":80}"#)
        let answer = driver.ask("explain", #"{"device":"van","fence":"e"}"#)
        #expect(answer.hasSuffix(#""decisions":[]}}"#), "\(answer)")
        #expect(driver.ask("explain", #"{"device":"van","fence":"a"}"#).contains(#""decisions":[{"#))
    }

    @Test func `decisions about others outlast a device that is forgotten`() throws {
        let driver = try driver()
        driver.fix("car", inside: true, at: 0)
        driver.fix("van", inside: true, at: 1000)
        let before = driver.ask("explain", #"{"device":"van","fence":"a"}"#)
        _ = driver.ask("device/forget", #"{"device":"car"}"#)
        #expect(before.contains(#""decisions":[{"#))
        #expect(driver.ask("explain", #"{"device":"van","fence":"a"}"#) == before)
    }

    @Test(arguments: [1, 7, 300, DecisionLog.capacity + 5])
    func `decisions are kept as far as there is room, the oldest go`(_ atOnce: Int) throws {
        var log = DecisionLog()
        func decision(_ time: Int) -> Decision {
            Decision(
                device: 1,
                fence: 2,
                time: Timestamp(milliseconds: Int64(time)),
                verdict: .inside,
                before: .outside,
                after: .inside
            )
        }
        let times = 0..<(DecisionLog.capacity + 5)
        for first in stride(from: 0, to: times.count, by: atOnce) {
            log.note(times[first...].prefix(atOnce).map(decision))
        }
        let engine = Engine(fences: [])
        let all = log.last(.max, device: 1, fence: 2, engine).map(\.time.milliseconds)
        #expect(all == (5..<Int64(times.count)).reversed())
        let newest = log.last(2, device: 1, fence: 2, engine).map(\.time.milliseconds)
        #expect(newest == [4, 3].map { Int64(DecisionLog.capacity + $0) })
    }

    @Test func `fixes far from every edge are explained as all others`() throws {
        let (deferring, atOnce) = (try driver(), try driver())
        atOnce.agent.effects.defersExplanations = false
        for driver in [deferring, atOnce] {
            for second in 0...60 {
                driver.fix("van", inside: second / 20 != 1, at: Int64(second) * 1000)
                driver.fix("car", inside: true, at: Int64(second) * 1000)
            }
        }
        for (device, fence) in [("van", "a"), ("van", "b"), ("van", "c"), ("car", "a")] {
            let question = #"{"device":"\#(device)","fence":"\#(fence)","count":1000}"#
            let answer = deferring.ask("explain", question)
            #expect(answer == atOnce.ask("explain", question), "\(device), \(fence)")
            #expect((answer.split(separator: #""explain":""#).count > 40) == (fence != "c"), "\(fence)")
        }
    }

    @Test(arguments: 1...20)
    func `what was decided about others outlasts a fence that changes`(_ count: Int) throws {
        let driver = try driver()
        for second in 0..<count { driver.fix("van", inside: true, at: Int64(second) * 1000) }
        _ = driver.ask("fence/set", #"{"id":"b","latitude":52,"longitude":13,"radius":200}"#)
        driver.fix("van", inside: true, at: Int64(count) * 1000)
        // The first one was measured; what could change nothing behind it went by the fence as it was.
        for (fence, expected) in [("a", count + 2), ("b", 3)] {
            let answer = driver.ask("explain", #"{"device":"van","fence":"\#(fence)","count":100}"#)
            let words = answer.split(separator: #""explain":""#)
            #expect(words.count == expected, "\(answer)")
        }
    }

    @Test(arguments: [
        ("answers/me", "answers/me"), ("", "geofence/response/explain"),
        ("geofence/status/van/depot", "geofence/response/explain"),
        ("geofence/response/mine", "geofence/response/mine"), ("$SYS/x", "geofence/response/explain"),
        ("a/+/b", "geofence/response/explain"), ("fleet/van/location", "geofence/response/explain"),
        ("fleet/van/other", "fleet/van/other"), ("elsewhere/1", "geofence/response/explain"),
        ("answersheet/1", "geofence/response/explain"),
        ("answers/" + String(repeating: "a", count: 1016), "answers/" + String(repeating: "a", count: 1016)),
        ("answers/" + String(repeating: "a", count: 1017), "geofence/response/explain"),
        ("owntracks/jo/phone/cmd", "geofence/response/explain"),
        ("owntracks/jo/phone/cmd/x", "owntracks/jo/phone/cmd/x"), ("home/van/wifi/x", "home/van/wifi/x"),
        ("homeassistant/sensor/x/config", "geofence/response/explain"),
        ("homeassistant/status", "geofence/response/explain"), ("homeassistants/x", "homeassistants/x"),
    ])
    func `an answer goes where it is asked for, but never in the place of a status, or where others talk`(
        _ asked: String,
        _ topic: String
    ) throws {
        var setup = try AgentDriver.setup(fences: [])
        setup.requests.replyPrefixes += [
            "fleet/", "owntracks/", "home/", "homeassistants/", "geofence/", "a/",
        ]
        setup.requests.replyPrefixes += ["homeassistant/"]
        let address = Array(asked.utf8).withUnsafeBytes { asked in
            ReplyAddress(
                asked: asked,
                correlation: asked,
                command: "explain",
                setup: setup
            )
        }
        #expect(address.topic == topic)
        #expect(address.correlation.isEmpty == (topic != asked))
    }

    @Test(arguments: [
        "12345678901234567890", "9007199254740993", "1.0", "1e2", "-0", #""\u00e9\/""#, "null",
        #"{ "a" : [1.50] }"#,
    ])
    func `a transaction comes back in the bytes that were sent`(_ transaction: String) throws {
        let driver = try AgentDriver()
        let answer = driver.ask(
            "fence/list",
            #" { "limit":1, "transaction" : \#(transaction) ,"type":"custom"} "#
        )
        #expect(answer.hasSuffix(#","transaction":\#(transaction)}"#), "\(answer)")
        let refusal = driver.ask("fence/list", #"{"transaction":\#(transaction),"limit":0}"#)
        #expect(refusal.hasSuffix(#","transaction":\#(transaction)}"#), "\(refusal)")
    }
}

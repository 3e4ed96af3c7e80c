import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What there is more to say of than an answer has room for.
@Suite struct LongAnswerTests {
    /// Bytes that `config/mosquitto.conf` lets through.
    private static let largestPacket = 262_144

    private static func feature(_ index: Int, _ properties: String) -> String {
        #"{"type":"Feature","id":"f\#(index)","properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[14,52]}}"#
    }

    private static func collection(_ features: [String]) -> String {
        #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    /// How many entries a list of the answer's data has, and what is said to be left out.
    private static func count(_ answer: String, _ list: String) throws -> (shown: Int, omitted: Int) {
        let data = try JSONDocument.parse(answer).root.member("data")
        return (data?.member(list)?.elements.count ?? 0, Int(data?.member("omitted")?.number ?? 0))
    }

    @Test(arguments: ["", #""radius":100"#])
    func `a report of very many features is as long as an answer may be, and says what it leaves out`(
        _ properties: String
    ) throws {
        let driver = try AgentDriver(fences: [])
        let features = (0..<6000).map { Self.feature($0, properties) }
        let answer = driver.ask("fence/import", Self.collection(features))
        #expect(answer.utf8.count < Self.largestPacket)
        let (shown, omitted) = try Self.count(answer, "features")
        #expect(shown > 500 && shown + omitted == 6000, "\(shown) \(omitted)")
    }

    @Test func `features that are refused come before others in a report that is too long`() throws {
        let driver = try AgentDriver(fences: [])
        let features = (0..<6000).map { Self.feature($0, $0 == 5999 ? "" : #""radius":100"#) }
        let answer = driver.ask("fence/import", Self.collection(features))
        #expect(answer.contains(#""index":6000,"#) && answer.contains(#""index":1,"#))
    }

    @Test func `documents with very many mistakes are refused with the first ones`() throws {
        let driver = try AgentDriver(fences: [])
        let numbers = Self.collection(Array(repeating: "1", count: 100_000))
        let import_ = driver.ask("fence/import", numbers)
        #expect(import_.hasPrefix(#"{"status":"error","#))
        #expect(import_.utf8.count < Self.largestPacket)
        let list = Array(repeating: "1", count: 100_000).joined(separator: ",")
        let set = driver.ask("fence/set", #"{"fences":[\#(list)]}"#)
        #expect(set.contains("; and 99900 more are wrong"))
        #expect(set.utf8.count < Self.largestPacket)
    }

    @Test func `a key of any length is named as far as there is room`() throws {
        let driver = try AgentDriver()
        let key = String(repeating: "k", count: 500_000)
        #expect(driver.ask("fence/get", #"{"\#(key)":1}"#).utf8.count < 20_000)
    }

    @Test func `very many fences that are set are named as far as there is room`() throws {
        let driver = try AgentDriver(fences: [])
        let name = String(repeating: "n", count: 120)
        let fences = (0..<3000).map { #"{"id":"\#(name)\#($0)","wifi":["x"]}"# }.joined(separator: ",")
        let answer = driver.ask("fence/set", #"{"fences":[\#(fences)]}"#)
        #expect(answer.utf8.count < Self.largestPacket)
        let (shown, omitted) = try Self.count(answer, "fences")
        #expect(shown + omitted == 3000 && omitted > 0, "\(shown) \(omitted)")
    }

    @Test func `explain goes on behind what it has told`() throws {
        let driver = try AgentDriver()
        for second in 0..<1000 { driver.fix(inside: true, at: Int64(second) * 1000) }
        func times(_ more: String) throws -> (times: [String], omitted: Int) {
            let answer = driver.ask("explain", #"{"device":"van","fence":"depot"\#(more)}"#)
            #expect(answer.utf8.count < Self.largestPacket)
            let data = try JSONDocument.parse(answer).root.member("data")
            let decisions = data?.member("decisions")?.elements ?? []
            return (
                decisions.compactMap { $0.member("time")?.text }, Int(data?.member("omitted")?.number ?? 0)
            )
        }
        let first = try times(#","count":1000"#)
        #expect(first.times.count + first.omitted == 1000 && first.omitted > 0)
        var told = first.times
        while told.count < 1000 {
            let more = try times(#","count":1000,"skip":\#(told.count)"#).times
            try #require(!more.isEmpty)
            told += more
        }
        let all = (0..<1000).reversed().map { AgentDriver.at($0 * 1000).iso8601 }
        #expect(told == all)
    }

    @Test func `a device that is known to very many fences has as many as fit`() throws {
        let fences = try (0..<2000).map { try AgentDriver.depot("depot-\($0)") }
        var setup = try AgentDriver.setup(fences: fences)
        setup.reportAllUpTo = 5000
        let driver = AgentDriver(setup)
        driver.fix(inside: true, at: 0)
        let answer = driver.ask("device/status", #"{"device":"van"}"#)
        #expect(answer.utf8.count < Self.largestPacket)
        let (shown, omitted) = try Self.count(answer, "fences")
        #expect(shown + omitted == 2000 && omitted > 0, "\(shown) \(omitted)")
        let place = driver.ask("query/contains", #"{"latitude":52,"longitude":13}"#)
        #expect(try Self.count(place, "fences") == (2000, 0))
    }

    @Test(arguments: [
        (
            #"{"status":"ok","data":[LONG],"transaction":12345678901234567890}"#,
            #"{"status":"error","error":"the request is fulfilled, but the answer has 20060 bytes, which the broker doesn't take; ask for less, or have it take larger packets","transaction":12345678901234567890}"#
        ),
        (
            #"{"status":"error","error":"no","data":[LONG]}"#,
            #"{"status":"error","error":"the request is refused, but the answer has 20041 bytes, which the broker doesn't take; ask for less, or have it take larger packets"}"#
        ),
        (
            #"{"status":"ok","data":1,"transaction":[LONG]}"#,
            #"{"status":"error","error":"the request is fulfilled, but the answer has 20041 bytes, which the broker doesn't take; ask for less, or have it take larger packets"}"#
        ),
        (#"{"status":"ok","data":1}"#, nil),
        (#"{"event":"enter","x":[LONG]}"#, nil),
    ])
    func `in the place of an answer that can't be sent comes a short one`(_ long: String, _ short: String?) {
        let payload = long.replacing("LONG", with: String(repeating: "1,", count: 9999) + "11")
        let answer = Answer.short(insteadOf: Array(payload.utf8))
        #expect(answer.map { String(decoding: $0, as: UTF8.self) } == short)
    }
}

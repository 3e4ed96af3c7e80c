import BenchmarkSupport
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Whatever a stranger sends, it is read or refused: nothing traps, and nothing impossible comes out.
@Suite struct PayloadFuzzTests {
    private static let seeds = [
        #"{"_type":"location","lat":52.5,"lon":13.4,"acc":8,"alt":30,"vel":50,"tst":1760000000,"SSID":"Net","BSSID":"aa:bb:cc:00:11:22","conn":"w"}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5,30]},"properties":{"accuracy":8,"time":"2025-10-09T08:53:20.000Z"}}"#,
        #"{"state":{"reported":{"ts":1760000000123,"latlng":"52.5,13.4"}},"valid":true}"#,
        #"{"from":1,"timestamp":1760000000,"payload":{"latitude_i":525000001,"longitude_i":-134000000}}"#,
        #"{"id":"van","gps":{"lat":"52.5","lon":13.4},"at":1e9,"acc":null,"n":[1,{"\u0061":"\ud83d\ude00"}]}"#,
        #"{"Time":"2025-10-09T10:53:20","Wifi":{"AP":1,"SSId":"Net","BSSId":"AA-BB-CC-00-11-22"}}"#,
        "52.5,13.4", "geo:52.5,-13.4,30;crs=wgs84;u=8", "DepotNet", "<unknown ssid>",
    ]
    .map { Array($0.utf8) }

    private static let tokens = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "-", "1e999", "1e-999", "9223372036854775808", "0.5",
        "null", "true",
        "NaN", "\\u0000", "\\ud800", "\u{FEFF}", "\"lat\":", "\"lon\":91", "\"tst\":-1", "\"ssid\":{}", "\0",
        "é",
    ]
    .map { Array($0.utf8) }

    private static func decoders() -> [PayloadDecoder] {
        let pointers = (JSONPointer(steps: ["gps", "lat"]), JSONPointer(steps: ["gps", "lon"]))
        let map = FieldMap(
            latitude: pointers.0,
            longitude: pointers.1,
            accuracy: JSONPointer(steps: ["acc"]),
            time: JSONPointer(steps: ["at"]),
            ssid: JSONPointer(steps: ["n", "1", "a"])
        )
        let device = JSONPointer(steps: ["id"])
        return [
            PayloadDecoder(format: .auto), PayloadDecoder(format: .owntracks), PayloadDecoder(format: .wifi),
            PayloadDecoder(format: .json(map)), PayloadDecoder(format: .auto, devicePointer: device),
            PayloadDecoder(format: .json(map), devicePointer: device),
        ]
    }

    private static func payload(_ random: inout SeededGenerator) -> [UInt8] {
        func number(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
        func noise(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 5) }
        }
        guard number(8) > 0 else { return noise(number(80)) }
        var bytes = seeds[number(seeds.count)]
        for _ in 0...number(3) {
            let (start, length) = (number(bytes.count + 1), number(6))
            let range = start..<min(start + length, bytes.count)
            switch number(5) {
            case 0: bytes.replaceSubrange(range, with: noise(range.count))
            case 1: bytes.removeSubrange(range)
            case 2: bytes.replaceSubrange(range, with: tokens[number(tokens.count)])
            case 3: bytes.insert(contentsOf: tokens[number(tokens.count)], at: start)
            default: bytes.removeLast(number(bytes.count / 2))
            }
        }
        return bytes
    }

    private static func isPossible(_ reading: Reading) -> Bool {
        let accuracy = reading.fix?.accuracy ?? 1
        let earliest = Timestamp(milliseconds: 946_684_800_000)
        let (altitude, speed) = (reading.fix?.altitude ?? 0, reading.fix?.speed ?? 0)
        return accuracy > 0 && accuracy.isFinite && abs(altitude) <= 100_000 && (0...10_000).contains(speed)
            && (reading.time ?? earliest) >= earliest
            && (reading.fix != nil || reading.wifi != nil)
    }

    @Test(arguments: 0..<4)
    func `reads or refuses what was changed at random`(_ seed: UInt64) {
        let decoders = Self.decoders()
        var random = SeededGenerator(seed: seed)
        var (read, refused) = (0, 0)
        for round in 0..<6000 {
            let payload = Self.payload(&random)
            switch decoders[round % decoders.count].outcome(payload) {
            case .rejected: refused += 1
            case .reading(let reading):
                read += 1
                if !Self.isPossible(reading) {
                    Issue.record(
                        "seed \(seed), round \(round): \(String(decoding: payload, as: UTF8.self)) as \(reading)"
                    )
                }
            }
        }
        #expect(read > 500)
        #expect(refused > 500)
    }

    @Test func `is counted once each by the agent, on topics changed at random too`() throws {
        let driver = try AgentDriver()
        var random = SeededGenerator(seed: 9)
        let topics = ["fleet/van/location", "owntracks/a/b", "home/van/wifi", "data"].map { Array($0.utf8) }
        for round in 0..<3000 {
            var topic = topics[round % topics.count]
            if random.next().isMultiple(of: 4) {
                topic[Int(random.next() % UInt64(topic.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            driver.take(topic, Self.payload(&random), at: Int64(round) * 10, packet: UInt16(round % 7))
            driver.agent.advance(to: AgentDriver.at(Int64(round) * 10))
        }
        let counters = driver.agent.port.counters
        #expect(counters.received == 3000)
        let told = counters.accepted + counters.rejected.reduce(0, +) + counters.late + counters.duplicates
        #expect((3000...3100).contains(told), "one with a place and a network may be late in both")
        _ = try Agent.recovered(
            driver.agent.port.settings,
            stored: StoredState(journals: [driver.agent.port.journal.bytes])
        )
    }
}

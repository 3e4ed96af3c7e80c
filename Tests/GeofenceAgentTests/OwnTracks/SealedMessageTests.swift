import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What is exchanged with a phone that encrypts; the boxes are from libsodium by way of another language.
@Suite struct SealedMessageTests {
    private static let key = Array("s3cret".utf8) + Array(repeating: 0, count: 26)
    private static let text = Array(#"{"_type":"transition"}"#.utf8)
    private static let box =
        "XkMXAjQRKxwqjvGaHfYxG/Sl6welQK0kToWhvdUrYD1jrvHV9uBh4h4j0PZj9c0I7kHwl/82rILxk+2UqmA="
    /// The waypoint "Home" with rid "a".
    private static let home =
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXK8s4uBDxCpAobsX9ex2iVNG9hfIud1XLuB5qd40+O4Ie7GtYWL10GTmo7730qcvX/z5D8Bx71kqRxLVlRk6fmrItAOB1amPuDc1iF6jACzknjKa7Cd4j40+IpplOM+p8"

    private func driver(key: String = "s3cret") throws -> AgentDriver {
        try AgentDriver.ownTracks(fences: [AgentDriver.circle("depot")]) { setup in
            let pattern = setup.sources[1].template.pattern
            guard let name = try? DeviceTemplate("{user}.key", variables: pattern.variables) else { return }
            let keys = OwnTracksKeys(
                name: TopicTemplate(pattern: pattern, device: name),
                files: [Array("jo.key".utf8): Secret(key.utf8)]
            )
            setup.sources[1] = setup.sources[1].with(PayloadDecoder(format: .owntracks, keys: keys))
        }
    }

    @Test func `a text is sealed as libsodium does it, and the same each time`() {
        #expect(SecretBox.seal(Self.text, key: Self.key) == Self.box)
        #expect(SecretBox.seal(Self.text, key: Self.key) == Self.box)
        let opened = Array(Self.box.utf8).withUnsafeBytes { SecretBox.open($0, key: Self.key) }
        #expect(opened == Self.text)
        #expect(SecretBox.seal(Self.text, key: []) == nil)
        #expect(SecretBox.hash(Array("jo-phone/rid a".utf8)) == "4e3d5da1f2185de6")
    }

    @Test func `another text, or another key, has another nonce`() {
        let other = [UInt8](repeating: 1, count: 32)
        let boxes = [
            SecretBox.seal(Self.text, key: Self.key), SecretBox.seal(Self.text + [0], key: Self.key),
            SecretBox.seal([], key: Self.key), SecretBox.seal(Self.text, key: other),
        ]
        #expect(Set(boxes.map { $0?.prefix(32) }).count == 4)
    }

    /// What an agent sends to the phone of jo: with a key for that of somebody, which it reports with, or
    /// without keys.
    private func sent(key: String?) throws -> [String] {
        let driver =
            try key.map { try self.driver(key: $0) }
            ?? AgentDriver.ownTracks(fences: [AgentDriver.circle("depot")])
        for (isInside, time) in [(false, 0), (true, 60_000)] as [(Bool, Int64)] {
            let plain = AgentDriver.location(inside: isInside, at: time)
            let box = SecretBox.seal(Array(plain.utf8), key: Self.key) ?? ""
            let sealed = "{\"_type\":\"encrypted\",\"data\":\"\(box)\"}"
            driver.take("owntracks/jo/phone", key == nil ? plain : sealed, at: time)
        }
        driver.agent.finishWork(at: AgentDriver.at(60_000))
        return driver.forPhones
    }

    @Test func `what is for a phone of a source with keys is sealed, what is for another is not`() throws {
        let (sealed, plain) = (try sent(key: "s3cret"), try sent(key: nil))
        #expect(sealed.count == 2 && plain.count == 2)
        let opened = sealed.compactMap { line -> String? in
            let box = line.split(separator: #""data":""#).last?.dropLast(2) ?? ""
            let text = Array(box.utf8).withUnsafeBytes { SecretBox.open($0, key: Self.key) }
            return text.map { "\(line.prefix { $0 != " " }) \(String(decoding: $0, as: UTF8.self))" }
        }
        #expect(opened == plain)
        #expect(sealed.allSatisfy { $0.contains(#" {"_type":"encrypted","data":""#) })
    }

    @Test func `a plain position of a phone whose key another lost moves nothing`() throws {
        let driver = try driver()
        driver.locate(inside: false, at: 0, on: "owntracks/jo/phone")
        driver.locate(inside: true, at: 60_000, on: "owntracks/al/phone")
        #expect(driver.news.isEmpty)
        #expect(driver.agent.intake.refusals.map(\.reason) == [.plain, .plain])
        #expect(driver.agent.port.counters.accepted == 0)
        let type = Rejection.allCases.firstIndex(of: .type)
        #expect(type.map { driver.agent.port.counters.rejected[$0] } == 2)
    }

    @Test func `a plain waypoint of a phone whose source has keys is no fence`() throws {
        let driver = try driver()
        driver.take(
            "owntracks/jo/phone/waypoint",
            #"{"_type":"waypoint","desc":"Home","lat":52,"lon":13,"rad":100,"rid":"a","tst":1}"#
        )
        #expect(driver.personal == [])
        #expect(driver.agent.intake.refusals.map(\.reason) == [.plain])
    }

    @Test(arguments: [("s3cret", ["Home 100.0 jo-phone"], []), ("other", [], [Rejection.forged])])
    func `a waypoint that is sealed is opened`(_ key: String, _ fences: [String], _ reasons: [Rejection])
        throws
    {
        let driver = try driver(key: key)
        driver.take("owntracks/jo/phone/waypoint", "{\"_type\":\"encrypted\",\"data\":\"\(Self.home)\"}")
        #expect(driver.personal == fences)
        #expect(driver.agent.intake.refusals.map(\.reason) == reasons)
    }
}

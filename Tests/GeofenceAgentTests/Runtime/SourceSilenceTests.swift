import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// The log says where the first minute brings nothing, what was refused, and to those who debug all the rest.
@Suite struct SourceSilenceTests {
    @Test func `says once for which sources nothing has come in the first minute`() {
        let recorder = LogRecorder()
        var watch = SourceSilence()
        func look(_ heard: [Bool], _ uptime: Int64) -> [String] {
            watch.look(heard, ["fleet/+/location", "home/+/wifi", "data"], recorder.logger, uptime)
            return recorder.take()
        }
        #expect(look([], 5000) == [])
        #expect(look([false, true], 64_999) == [])
        let said = look([false, true], 65_000)
        #expect(said.count == 2)
        #expect(said.first?.hasPrefix("notice nothing has come on a topic for 60 s") == true)
        #expect(said.first?.hasSuffix(#"topic="fleet/+/location""#) == true)
        #expect(said.last?.hasSuffix(#"topic="data""#) == true)
        #expect(look([], 900_000) == [])
        watch.restart()
        #expect(look([], 900_001) == [])
        #expect(look([true, true, true], 960_001) == [])
    }

    @Test func `notes for which sources messages have come, whatever is in them`() throws {
        let driver = try AgentDriver()
        driver.take("home/van/wifi", "", at: 0)
        driver.fix(inside: true, at: 0)
        driver.take("nobody/asks", "", at: 0)
        #expect(driver.agent.intake.heardSources == [true, false, true])
        driver.agent.intake.sourcesChanged()
        #expect(driver.agent.intake.heardSources == [])
    }

    @Test func `quotes what is refused for what is in it, cut`() throws {
        let driver = try AgentDriver()
        driver.take("fleet/van/location", #"{"foo":1}"#)
        driver.take(
            "fleet/van/location",
            #"{"lat":95,"lon":13,"note":"\#(String(repeating: "x", count: 200))"}"#
        )
        driver.take("fleet/van/location", "")
        let payloads = driver.agent.intake.refusals.map(\.payload)
        #expect(payloads[0] == #"{"foo":1}"#)
        #expect(payloads[1]?.hasPrefix(#"{"lat":95,"lon":13,"note":"xxx"#) == true)
        #expect(payloads[1]?.utf8.count == 123)
        #expect(payloads[2] == nil)
    }

    @Test func `a position at 0, 0 is not only counted`() throws {
        let driver = try AgentDriver()
        driver.take("fleet/van/location", #"{"lat":0,"lon":0}"#)
        #expect(driver.agent.intake.refusals.map(\.reason) == [.implausible])
        #expect(driver.agent.intake.refusals.first?.device?.description == "van")
    }

    @Test func `says each position and event to those who debug, and to nobody else`() throws {
        let driver = try AgentDriver()
        driver.fix(inside: false, at: 0)
        #expect(driver.agent.port.remarks == [])
        driver.agent.port.isVerbose = true
        driver.fix(inside: true, at: 1000)
        driver.fix(inside: true, at: 500)
        #expect(
            driver.agent.port.remarks.map { "\($0.of): \($0.text)" } == [
                "van: accepted: 52.0, 13.0 of \(AgentDriver.at(1000).iso8601)",
                "van: enter depot at \(AgentDriver.at(1000).iso8601)",
                "van: too late: 52.0, 13.0 of \(AgentDriver.at(500).iso8601)",
            ]
        )
        #expect(driver.agent.port.remarks.allSatisfy { !$0.isNotable })
    }
}

import Testing

@testable import geofence_agent
import MQTT

@Suite struct TroubleLogTests {
    @Test func `tells a failure once, another at once, and again after an hour`() {
        var log = ConnectionErrorThrottle()
        let told = [
            ("refused", 0), ("refused", 60_000), ("away", 61_000), ("refused", 62_000),
            ("refused", 3_661_999),
            ("refused", 3_662_000), ("refused", 3_662_001),
        ].map { log.shouldLog($0, Int64($1)) }
        #expect(told == [true, false, true, true, false, true, false])
        log.forget()
        let shouldLog = log.shouldLog("refused", 3_662_002)
        #expect(shouldLog)
    }

    @Test func `tells of each topic once, and of a thousand at most`() {
        var topics = LogOnce()
        let told = ["a", "a", "b"].map { topics.shouldLog($0) }
        #expect(told == [true, false, true])
        let count = (1...2000).filter { topics.shouldLog("\($0)") }.count
        #expect(count == 998)
        topics.forget()
        let shouldLog = topics.shouldLog("a")
        #expect(shouldLog)
    }

    @Test(arguments: [
        (AccessLine(.write, "geofence/status/van/depot", base: "geofence"), "topic write geofence/#"),
        (AccessLine(.write, "answers/x", base: "geofence"), "topic write answers/x"),
        (AccessLine(.read, "fleet/+/location", base: "geofence"), "topic read fleet/+/location"),
        (AccessLine(.read, "geofence/agent/state", base: "geofence"), "topic read geofence/agent/state"),
    ])
    func `names the line that an access list lacks`(_ line: AccessLine, _ text: String) {
        #expect("\(line)" == text)
    }
}

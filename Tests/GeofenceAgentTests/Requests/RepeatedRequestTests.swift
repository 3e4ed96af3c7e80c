import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Requests that the broker sends again, since their acknowledgements were lost.
@Suite struct RepeatedRequestTests {
    private let driver: AgentDriver

    init() throws { driver = try AgentDriver() }

    private typealias Message = (topic: String, payload: String)

    /// Sends messages, then all of them again on another connection, after a crash perhaps; gives the events.
    private func send(
        _ messages: [Message],
        crashing: Bool,
        then next: (AgentDriver) -> Void = { _ in }
    ) throws -> (once: [String], twice: [String]) {
        var store = MemoryStore()
        store.commit(&driver.agent)
        send(messages, driver, at: 20_000)
        let once = events(driver)
        let isDue = driver.agent.pending.isDue
        store.commit(&driver.agent, checkpoint: isDue)
        let other = crashing ? try driver.restarted(store) : driver
        other.agent.tracker.connectionResumed()
        send(messages, other, at: 30_000)
        next(other)
        return (once, events(other))
    }

    private func events(_ driver: AgentDriver) -> [String] {
        driver.news.filter { $0.hasPrefix("geofence/event/") }.map { line in
            String(line.dropFirst(15).prefix { $0 != "," })
        }
    }

    private func send(_ messages: [Message], _ driver: AgentDriver, at time: Int64) {
        for (index, message) in messages.enumerated() {
            let (time, packet) = (time + Int64(index), UInt16(index + 1))
            if message.topic.hasPrefix("fleet/") {
                driver.take(message.topic, message.payload, at: time, packet: packet)
            } else {
                driver.ask(message.topic, message.payload, at: time, packet: packet)
            }
        }
    }

    @Test(arguments: [false, true])
    func `what found nothing to change finds nothing when it comes again`(_ crashing: Bool) throws {
        let messages: [Message] = [
            ("fence/remove", #"{"id":"yard"}"#),
            ("fence/set", #"{"id":"yard","latitude":52.01,"longitude":13,"radius":100}"#),
        ]
        _ = try send(messages, crashing: crashing) { driver in
            #expect(driver.ask("fence/get", #"{"id":"yard"}"#).hasPrefix(#"{"status":"ok""#))
        }
    }

    @Test(arguments: [#"{"device":"van"}"#, #"{"device":"van","x":1}"#])
    func `a device that nobody was allowed to forget stays when that comes again`(_ payload: String) throws {
        if !payload.contains("x") {
            driver.agent.port.settings.requests.allow = ["query/*"]
        }
        driver.take("fleet/bus/location", "52,13", packet: 9)
        driver.ask("device/forget", payload, packet: 2)
        driver.agent.tracker.connectionResumed()
        driver.take("fleet/van/location", "52,13", packet: 1)
        driver.ask("device/forget", payload, packet: 2)
        #expect(driver.agent.tracker.engine.deviceCount == 2)
        #expect(driver.agent.port.counters.duplicates == 1)
    }

    @Test(arguments: [false, true])
    func `an override that has ended makes no event`(_ crashing: Bool) throws {
        driver.take("fleet/van/location", "52.01,13")
        let messages: [Message] = [
            ("device/override", #"{"device":"van","latitude":52,"longitude":13}"#),
            ("device/override", #"{"device":"van","clear":true}"#),
            ("fleet/van/location", "52.01,13"),
        ]
        let (once, twice) = try send(messages, crashing: crashing)
        #expect(once == [#"van/depot {"event":"enter""#, #"van/depot {"event":"exit""#])
        #expect(twice == [])
    }

    @Test(arguments: [false, true])
    func `what a device said while it was overridden does not count later`(_ crashing: Bool) throws {
        driver.take("fleet/van/location", "52.01,13")
        let messages: [Message] = [
            ("device/override", #"{"device":"van","latitude":52.02,"longitude":13}"#),
            ("fleet/van/location", "52,13"),
            ("device/override", #"{"device":"van","clear":true}"#),
        ]
        let (once, twice) = try send(messages, crashing: crashing)
        #expect(once == [])
        #expect(twice == [])
    }

    @Test(arguments: [false, true])
    func `what came with a stamp while it was overridden does not count later`(_ crashing: Bool) throws {
        driver.take("fleet/van/location", "52.01,13")
        let stamp = AgentDriver.at(20_001).milliseconds
        let messages: [Message] = [
            ("device/override", #"{"device":"van","latitude":52.02,"longitude":13}"#),
            ("fleet/van/location", #"{"lat":52,"lon":13,"tst":\#(stamp)}"#),
            ("device/override", #"{"device":"van","clear":true}"#),
        ]
        let (once, twice) = try send(messages, crashing: crashing)
        #expect(once == [])
        #expect(twice == [])
    }

    @Test(arguments: [false, true])
    func `a fence that was set and removed has one exit`(_ crashing: Bool) throws {
        let messages: [Message] = [
            ("fence/set", #"{"id":"yard","latitude":52,"longitude":13.1,"radius":200}"#),
            ("fleet/van/location", "52.01,13.1"), ("fleet/van/location", "52,13.1"),
            ("fence/remove", #"{"id":"yard"}"#),
        ]
        let (once, twice) = try send(messages, crashing: crashing)
        #expect(once.filter { $0.contains("exit") }.count == 1, "\(once)")
        #expect(twice == [])
    }

    @Test(arguments: [false, true])
    func `what came before a device was forgotten does not bring it back`(_ crashing: Bool) throws {
        let stamp = AgentDriver.at(20_000).milliseconds
        let messages: [Message] = [
            ("fleet/van/location", #"{"lat":52,"lon":13,"tst":\#(stamp)}"#),
            ("fleet/van/location", "52.01,13"),
            ("device/forget", #"{"device":"van"}"#),
        ]
        _ = try send(messages, crashing: crashing) { driver in
            #expect(driver.agent.tracker.engine.deviceCount == 0)
        }
    }

    /// Whether the second crash comes with a checkpoint.
    @Test(arguments: [false, true])
    func `nor does it where a second crash comes before the request is repeated`(_ isCheckpoint: Bool) throws
    {
        let stamp = AgentDriver.at(20_000).milliseconds
        let position: Message = ("fleet/van/location", #"{"lat":52,"lon":13,"tst":\#(stamp)}"#)
        let messages = [position, ("device/forget", #"{"device":"van"}"#)]
        var store = MemoryStore()
        send(messages, driver, at: 20_000)
        store.commit(&driver.agent, checkpoint: true)
        let second = try driver.restarted(store)
        second.agent.tracker.connectionResumed()
        send([position], second, at: 30_000)
        #expect(second.agent.tracker.engine.deviceCount == 1)
        store.commit(&second.agent, checkpoint: isCheckpoint)
        let third = try second.restarted(store)
        third.agent.tracker.connectionResumed()
        send(messages, third, at: 40_000)
        #expect(third.agent.tracker.engine.deviceCount == 0)
    }

    @Test(arguments: [false, true])
    func `a device that was forgotten once keeps what came after`(_ crashing: Bool) throws {
        driver.take("fleet/van/location", "52.01,13")
        let messages: [Message] = [
            ("device/forget", #"{"device":"van"}"#),
            ("fleet/van/location", "52.01,13"), ("fleet/van/location", "52,13"),
        ]
        let (once, twice) = try send(messages, crashing: crashing) { driver in
            driver.take("fleet/van/location", "52.01,13", at: 40_000)
        }
        #expect(once == [#"van/depot {"event":"enter""#])
        #expect(twice == [#"van/depot {"event":"exit""#])
    }

    @Test(arguments: [false, true])
    func `a device keeps what came after a request to forget it, which found none of it`(_ crashing: Bool)
        throws
    {
        // Of an earlier connection: repeats may come from the first message on.
        _ = driver.ask("fence/remove", #"{"id":"yard"}"#, packet: 99)
        driver.agent.tracker.connectionResumed()
        let messages: [Message] = [
            ("device/forget", #"{"device":"m1"}"#),
            ("device/override", #"{"device":"m1","latitude":52,"longitude":13}"#),
        ]
        _ = try send(messages, crashing: crashing) { driver in
            #expect(driver.agent.tracker.engine.deviceCount == 1)
            #expect(
                driver.ask("device/override", #"{"device":"m1","clear":true}"#).contains(#""cleared":"m1""#)
            )
        }
    }

    @Test
    func `of a request to forget what is not there something is remembered only where it may come again`()
        throws
    {
        _ = driver.ask("fence/remove", #"{"id":"yard"}"#, packet: 99)
        driver.agent.tracker.connectionResumed()
        let device = try Identifier("m1")
        _ = driver.ask("device/forget", #"{"device":"m1"}"#, packet: 0)
        #expect(driver.agent.tracker.redelivery.mayBeNewcomer(device))
        _ = driver.ask("device/forget", #"{"device":"m1"}"#, packet: 1)
        #expect(!driver.agent.tracker.redelivery.mayBeNewcomer(device))
    }

    @Test(arguments: [false, true])
    func `a device that was forgotten does not come back by what came before`(_ crashing: Bool) throws {
        driver.take("fleet/van/location", "52.01,13")
        let stamp = AgentDriver.at(20_000).milliseconds / 1000
        let messages: [Message] = [
            ("fleet/van/location", #"{"lat":52,"lon":13,"tst":\#(stamp)}"#),
            ("device/forget", #"{"device":"van"}"#),
        ]
        let (once, _) = try send(messages, crashing: crashing) { driver in
            #expect(driver.ask("device/list").contains(#""count":0"#))
        }
        #expect(once == [#"van/depot {"event":"enter""#])
    }

    @Test func `a question is answered again`() throws {
        driver.ask("device/list", packet: 1)
        driver.agent.tracker.connectionResumed()
        driver.didCommit()
        #expect(driver.ask("device/list", packet: 1).hasPrefix(#"{"status":"ok""#))
    }
}

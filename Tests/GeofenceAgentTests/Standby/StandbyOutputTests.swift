import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What an agent that stands by keeps in its outbox, and what it publishes when it takes over.
@Suite struct StandbyOutputTests {
    static func settings(_ id: String) throws -> AgentSettings {
        var settings = try AgentDriver.setup(fences: [AgentDriver.depot()])
        settings.standby = Standby(id: id)
        settings.topics.standby = id
        return settings
    }

    static func driver(_ id: String, leads: Bool = false) throws -> AgentDriver {
        let driver = AgentDriver(try settings(id))
        if leads { driver.agent.lead() } else { driver.agent.standBy() }
        return driver
    }

    /// Rows that wait, of all that are in the outbox.
    static func rows(_ driver: AgentDriver) -> [OutboxRow] {
        driver.agent.port.outbox.rows(behind: 0)
    }

    private static func events(_ driver: AgentDriver) -> [OutboxRow] {
        rows(driver).filter { !$0.isRetained }
    }

    /// Ends a turn as the loop does.
    static func commit(_ driver: AgentDriver, at time: Int64 = 0) {
        driver.agent.finishWork(at: AgentDriver.at(time))
        driver.didCommit()
    }

    /// Gives the broker all that may leave, under packets from 0 on.
    private static func send(_ driver: AgentDriver) -> [OutboxRow] {
        var sent: [OutboxRow] = []
        while let row = driver.agent.port.outbox.nextSendable() {
            driver.agent.port.outbox.didSend(row, packet: Int32(sent.count))
            sent.append(row)
        }
        return sent
    }

    static func enter(_ driver: AgentDriver, _ device: String = "van", at time: Int64 = 0) {
        driver.fix(device, inside: false, at: time)
        driver.fix(device, inside: true, at: time + 60_000)
        commit(driver)
    }

    @Test func `events wait, and what is retained is left out`() throws {
        let driver = try Self.driver("b")
        Self.enter(driver)
        #expect(Self.rows(driver).map(\.topic) == ["geofence/event/van/depot"])
        #expect(driver.agent.port.outbox.nextSendable() == nil)
        driver.agent.lead()
        #expect(driver.agent.port.outbox.nextSendable()?.topic == "geofence/event/van/depot")
        var refreshed: [String] = []
        while let message = driver.agent.nextRefreshed() { refreshed.append(message.topic) }
        #expect(refreshed.contains("geofence/status/van/depot"), "\(refreshed)")
        #expect(refreshed.contains("geofence/device/van"), "\(refreshed)")
    }

    @Test func `what the other publishes is taken back, whatever its bytes`() throws {
        let (leader, driver) = (try Self.driver("a", leads: true), try Self.driver("b"))
        for agent in [leader, driver] { Self.enter(agent) }
        let event = try #require(Self.events(leader).first)
        driver.take(
            "geofence/event/van/depot",
            #"{"event":"enter","id":"van/depot/another","seq":2,"device":"van"}"#
        )
        #expect(Self.events(driver).count == 1)
        driver.take(Array(event.topic.utf8), event.payload)
        #expect(Self.events(driver) == [])
        #expect(driver.agent.port.outbox.hasNews)
        Self.commit(driver)
        driver.agent.lead()
        #expect(driver.agent.port.outbox.nextSendable() == nil)
    }

    @Test(arguments: [false, true])
    func `what the broker was given leaves by its answer, however often it is seen`(_ standsBy: Bool) throws {
        let driver = try Self.driver("a", leads: true)
        Self.enter(driver)
        let event = try #require(Self.events(driver).first)
        #expect(Self.send(driver).contains(event))
        driver.agent.port.outbox.connectionLost()
        if standsBy { driver.agent.standBy() }
        driver.take(Array(event.topic.utf8), event.payload)
        #expect(Self.events(driver) == [event])
        let again = Self.send(driver)
        let index = try #require(again.firstIndex(of: event))
        #expect(driver.agent.port.outbox.acknowledge(packet: Int32(index), reason: 0) == nil)
        #expect(Self.events(driver) == [])
    }

    @Test func `who leads takes back what it has not sent, and sees published`() throws {
        let driver = try Self.driver("a", leads: true)
        Self.enter(driver)
        let event = try #require(Self.events(driver).first)
        driver.take(Array(event.topic.utf8), event.payload)
        #expect(Self.events(driver) == [])
    }

    @Test func `what is seen early is taken back once it is computed, over a restart too`() throws {
        for restarts in [false, true] {
            let leader = try Self.driver("a", leads: true)
            var driver = try Self.driver("b")
            Self.enter(leader)
            let event = try #require(Self.events(leader).first)
            var store = MemoryStore()
            store.commit(&driver.agent, checkpoint: true)
            driver.take(Array(event.topic.utf8), event.payload, packet: 3)
            store.commit(&driver.agent)
            if restarts {
                driver = AgentDriver(try Agent.recovered(try Self.settings("b"), stored: store.state))
                driver.agent.standBy()
            }
            Self.enter(driver)
            #expect(Self.events(driver) == [], "\(restarts)")
            // The next one is another.
            driver.fix("van", inside: false, at: 120_000)
            Self.commit(driver)
            #expect(Self.events(driver).count == 1)
        }
    }

    @Test func `what was seen early and computed is forgotten in a recovery`() throws {
        let leader = try Self.driver("a", leads: true)
        let driver = try Self.driver("b")
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        Self.enter(leader)
        let event = try #require(Self.events(leader).first)
        driver.take(Array(event.topic.utf8), event.payload, packet: 3)
        driver.fix("van", inside: false, at: 0)
        driver.fix("van", inside: true, at: 60_000)
        driver.agent.finishWork(at: AgentDriver.at(60_000))
        store.commit(&driver.agent)
        #expect(store.state.outbox.filter { !$0.isRetained } == [])
        let again = AgentDriver(try Agent.recovered(try Self.settings("b"), stored: store.state))
        let output = try #require(again.agent.outputs.of(StandbyOutput.self))
        #expect(output.earlyCount == 0)
    }

    @Test func `who stood by when it led keeps its events and drops what is retained`() throws {
        let driver = try Self.driver("a", leads: true)
        Self.enter(driver)
        #expect(Self.rows(driver).count > 2)
        driver.agent.standBy()
        #expect(Self.rows(driver).map(\.topic) == ["geofence/event/van/depot"])
        Self.commit(driver)
        let restored = Outbox(stored: Self.rows(driver))
        #expect(restored.count == 1)
    }

    @Test func `a topic that is taken back waits until the other must have sent it`() throws {
        let driver = try Self.driver("b")
        Self.enter(driver)
        _ = driver.ask("fence/remove", #"{"id":"depot"}"#, packet: 5)
        _ = driver.ask("device/forget", #"{"device":"van"}"#, packet: 6)
        Self.commit(driver)
        let cleared = Self.rows(driver).filter(\.isRetained)
        #expect(cleared.contains { $0.topic == "geofence/device/van" }, "\(cleared.map(\.topic))")
        func beat(_ time: Int64, waits: String) {
            let lease = #"{"leader":"a","term":1,"waits":\#(waits)}"#
            driver.take("geofence/agent/lease", lease, at: time)
        }
        // They are of 10 s.
        for (time, waits) in [(19_900, "0"), (20_500, "0.6"), (80_500, "60.6")] {
            beat(Int64(time), waits: waits)
            #expect(Self.rows(driver).filter(\.isRetained) == cleared, "\(time)")
        }
        beat(80_600, waits: "60.5")
        #expect(Self.rows(driver).filter(\.isRetained) == [])
    }

    @Test func `lease and states are handed to the loop`() throws {
        let driver = try Self.driver("b")
        driver.take("geofence/agent/lease", #"{"leader":"a","term":3,"waits":1.5}"#)
        driver.take("geofence/agent/lease", #"{"leader":"a","term":4}"#, retained: true)
        driver.take("geofence/agent/lease", #"{"leader":"a","term":5,"over":true}"#)
        driver.take("geofence/agent/a/state", "offline")
        driver.take("geofence/agent/a/state", "online", retained: true)
        driver.take("geofence/agent/state", "offline", retained: true)
        driver.take("geofence/agent/state", "online")
        driver.take("geofence/agent/state", "offline")
        driver.take("geofence/agent/b/echo", "1760000000000")
        #expect(
            driver.agent.drainSigns() == [
                .beat(PairLease(leader: "a", term: 3, waits: 1500)), .kept(PairLease(leader: "a", term: 4)),
                .yielded(PairLease(leader: "a", term: 5, isOver: true)),
                .state(id: "a", isOnline: false, isKept: false),
                .state(id: "a", isOnline: true, isKept: true),
                .pairIsGone, .echo(Timestamp(milliseconds: 1_760_000_000_000)),
            ]
        )
        #expect(driver.agent.drainSigns() == [])
        for payload in ["", "x", "{}", #"{"leader":"a/b","term":1}"#, #"{"leader":"a","term":-1}"#] {
            driver.take("geofence/agent/lease", payload)
        }
        #expect(driver.agent.drainSigns() == [])
        #expect(driver.agent.port.counters.rejected.reduce(0, +) == 5)
    }

    @Test func `what was seen of a device is forgotten with it`() throws {
        var marks = EarlyMarks()
        for topic in ["event/van/depot", "event/van2/depot", "visit/van"] {
            let payload = Array(#"{"event":"enter","seq":1}"#.utf8)
            marks.add(try #require(PublishedMark(topic: topic[...], payload: payload)), at: AgentDriver.at(0))
        }
        marks.drop(try Identifier("van"))
        #expect(marks.count == 1)
        #expect(!String(decoding: marks.bytes, as: UTF8.self).contains("van/"))
    }
}

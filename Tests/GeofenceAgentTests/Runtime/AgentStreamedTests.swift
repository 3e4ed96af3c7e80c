import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Values with a topic of their own, and payloads that say several things, in the agent.
@Suite struct AgentStreamedTests {
    private static func driver(_ topic: String, _ format: PayloadFormat) throws -> AgentDriver {
        let driver = try AgentDriver()
        let pattern = try TopicPattern(topic)
        let template = TopicTemplate(
            pattern: pattern,
            device: try DeviceTemplate(nil, variables: pattern.variables)
        )
        let source = Source(topic: template, format: format)
        driver.agent.port.settings.sources.append(
            AgentSettings.Source(template: template, decoder: PayloadDecoder(source))
        )
        return driver
    }

    private static func streamed() throws -> AgentDriver {
        try driver("ha/{device}/{attribute}", .statestream(level: 2))
    }

    private func publish(
        _ driver: AgentDriver,
        _ latitude: String,
        at time: Int64,
        retained: Bool = false
    ) {
        let values = [
            ("state", "not_home"), ("source_type", "\"gps\""), ("latitude", latitude), ("longitude", "13"),
            ("gps_accuracy", "8"), ("friendly_name", "\"Van\""),
        ]
        for (name, value) in values { driver.take("ha/van/\(name)", value, at: time, retained: retained) }
    }

    @Test func `moves a device by its attributes`() throws {
        let driver = try Self.streamed()
        publish(driver, "52.01", at: 0)
        publish(driver, "52", at: 1000)
        publish(driver, "52.01", at: 2000)
        #expect(driver.events == ["van/depot enter 1", "van/depot exit 2"])
        var expected = Counters()
        (expected.received, expected.accepted) = (18, 3)
        expected.eventsByKind = [1, 1, 0, 0, 0]
        expected.rejected[3] = 9
        #expect(driver.agent.port.counters == expected)
    }

    @Test func `never pairs a latitude with a longitude of another report`() throws {
        let driver = try Self.streamed()
        publish(driver, "52.01", at: 0)
        driver.take("ha/van/latitude", "52", at: 1000)
        driver.take("ha/van/state", "not_home", at: 2000)
        driver.take("ha/van/longitude", "13", at: 2000)
        driver.take("ha/van/gps_accuracy", "8", at: 2000)
        #expect(driver.events == [])
        #expect(driver.agent.port.counters.accepted == 1)
    }

    @Test func `refuses what the broker has kept, as of no known time`() throws {
        let driver = try Self.streamed()
        publish(driver, "52", at: 0, retained: true)
        #expect(driver.agent.tracker.engine.deviceCount == 0)
        #expect(driver.agent.port.counters.rejected[8] == 3)
    }

    @Test func `knows the network with an address that comes alone, after a restart too`() throws {
        let driver = try Self.streamed()
        driver.take("ha/van/ssid", "DepotNet", at: 0)
        let next = try AgentDriver()
        next.agent = try Agent.recovered(
            driver.agent.port.settings,
            stored: StoredState(journals: [driver.agent.port.journal.bytes])
        )
        next.take("ha/van/bssid", "aa:bb:cc:00:11:22", at: 1000)
        #expect(next.agent.port.counters.accepted == 1)
        #expect(next.agent.port.counters.events == 0)
        let wifi = next.agent.tracker.engine.report(device: 0).wifi
        #expect(wifi == .connected(ssid: "DepotNet", bssid: "aabbcc001122"))
    }

    @Test func `lets no position wait longer than a second for its accuracy`() throws {
        let driver = try Self.streamed()
        driver.take("ha/van/latitude", "52", at: 0)
        driver.take("ha/van/longitude", "13", at: 100)
        #expect(driver.agent.intake.streamed.nextTurn == AgentDriver.at(1101))
        driver.agent.ingestStreamed(at: AgentDriver.at(1100))
        #expect(driver.agent.port.counters.accepted == 0)
        driver.agent.ingestStreamed(at: AgentDriver.at(1101))
        #expect(driver.agent.port.counters.accepted == 1)
        #expect(driver.agent.tracker.engine.report(device: 0).fixTime == AgentDriver.at(100))
        #expect(driver.agent.intake.streamed.nextTurn == nil)
    }

    fileprivate typealias Value = (name: String, value: String, time: Int64)

    private static let trip: [Value] = [
        ("latitude", "52.01", 0), ("longitude", "13", 1), ("latitude", "52.02", 5000),
        ("longitude", "13", 5001), ("latitude", "52", 10_000), ("longitude", "13", 10_001),
        ("gps_accuracy", "9", 10_002), ("latitude", "52.01", 15_000), ("longitude", "13", 15_001),
        ("gps_accuracy", "9", 15_002),
    ]

    /// What a trip brings about where the agent is killed after so many messages, of which the broker repeats
    /// three.
    private func events(killedAfter cut: Int?, checkpoint: Bool) throws -> [String] {
        var (driver, store, events) = (try Self.streamed(), MemoryStore(), [String]())
        for (index, message) in Self.trip.enumerated() {
            driver.agent.ingestStreamed(at: AgentDriver.at(message.time))
            driver.take(message, packet: index + 1)
            events += driver.news.filter { $0.hasPrefix("geofence/event/") }
            store.commit(&driver.agent, checkpoint: checkpoint)
            guard index == cut else { continue }
            driver.agent = try Agent.recovered(driver.agent.port.settings, stored: store.state)
            driver.agent.tracker.connectionResumed()
            for index in max(0, index - 2)...index {
                driver.take(Self.trip[index], packet: index + 1, late: 3)
            }
            #expect(driver.agent.port.counters.duplicates == UInt64(min(index + 1, 3)))
        }
        return events
    }

    @Test(arguments: [false, true])
    func `loses nothing and invents nothing where it is killed between two values`(_ checkpoint: Bool) throws
    {
        let undisturbed = try events(killedAfter: nil, checkpoint: checkpoint)
        #expect(undisturbed.count == 2)
        for cut in Self.trip.indices {
            let events = try events(killedAfter: cut, checkpoint: checkpoint)
            #expect(events == undisturbed, "killed after \(cut)")
        }
    }

    @Test func `keeps what it has learnt of a device when the configuration is read again`() throws {
        let driver = try Self.streamed()
        for message in Self.trip.prefix(4) {
            driver.take(message, packet: 0)
        }
        #expect(driver.agent.port.counters.accepted == 2)
        driver.agent.port.settings = driver.agent.port.settings
        for message in Self.trip[4..<6] {
            driver.take(message, packet: 0)
        }
        #expect(driver.events == ["van/depot enter 1"])
    }

    @Test func `forgets what is under way with its device, and refuses names for none`() throws {
        let driver = try Self.streamed()
        driver.take("ha/van/latitude", "52", at: 0)
        driver.take("ha//latitude", "52", at: 0)
        #expect(driver.agent.port.counters.rejected[7] == 1)
        #expect(driver.agent.intake.streamed.all.count == 1)
        driver.agent.forgetPast(of: try Identifier("van"))
        #expect(driver.agent.intake.streamed.all.isEmpty)
    }

    @Test(arguments: [#"{"device":"van"}"#, "{}"], [false, true])
    func `of a stopped device no value is kept, nor any from before`(_ scope: String, _ isCheckpoint: Bool)
        throws
    {
        let driver = try Self.streamed()
        publish(driver, "52.01", at: 0)
        driver.take("ha/van/latitude", "52", at: 1000, packet: 1)
        driver.ask("monitoring/stop", scope, at: 1100)
        driver.take("ha/van/latitude", "52", at: 1200, packet: 2)
        #expect(driver.agent.intake.streamed.all.isEmpty)
        #expect(driver.agent.port.counters.unmonitored == 1)
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: isCheckpoint)
        let next = try driver.restarted(store)
        next.agent.tracker.connectionResumed()
        next.ask("monitoring/start", scope, at: 1300)
        next.take("ha/van/latitude", "52", at: 1400, packet: 2)
        next.take("ha/van/longitude", "13", at: 1500, packet: 3)
        next.agent.ingestStreamed(at: AgentDriver.at(5000))
        #expect(next.agent.port.counters.accepted == 0)
    }

    @Test func `a stopped device that sends values is not silent`() throws {
        let driver = try Self.streamed()
        driver.agent.port.settings.forgetAfter = 1
        publish(driver, "52.01", at: 0)
        driver.ask("monitoring/stop", "{}", at: 1000)
        driver.agent.intake.silences = Silences()
        driver.take("ha/van/latitude", "52", at: 2000)
        #expect(driver.agent.intake.silences.isNew)
    }

    @Test func `a value counts on where a device is stopped for one fence`() throws {
        let driver = try Self.streamed()
        publish(driver, "52.01", at: 0)
        driver.take("ha/van/latitude", "52", at: 1000)
        driver.ask("monitoring/stop", #"{"device":"van","fence":"depot"}"#, at: 1100)
        driver.take("ha/van/longitude", "13", at: 1200)
        driver.agent.ingestStreamed(at: AgentDriver.at(5000))
        #expect(driver.agent.port.counters.accepted == 2)
    }

    @Test func `takes every position of a payload`() throws {
        let driver = try Self.driver("gps/{device}", .shaped(.gpsd))
        func line(_ latitude: String, _ second: Int) -> String {
            "{\"class\":\"TPV\",\"mode\":3,\"lat\":\(latitude),\"lon\":13,\"time\":\(1_760_000_000 + second)}"
        }
        driver.take(
            "gps/van",
            [line("52.01", 0), line("52", 1), line("52.01", 2)].joined(separator: "\n"),
            at: 3000
        )
        #expect(driver.events == ["van/depot enter 1", "van/depot exit 2"])
        #expect(driver.agent.port.counters.received == 1)
        #expect(driver.agent.port.counters.accepted == 3)
    }

    @Test func `takes every position of a payload without a date`() throws {
        let driver = try Self.driver("gps/{device}", .nmea)
        let payload = """
            $GPGGA,085318.00,5200.60000,N,01300.00000,E,1,08,1.1,30.0,M,46.9,M,,*58
            $GPGGA,085319.00,5200.00000,N,01300.00000,E,1,08,1.1,30.0,M,46.9,M,,*5F
            $GPGGA,085320.00,5200.60000,N,01300.00000,E,1,08,1.1,30.0,M,46.9,M,,*53
            """
        driver.take("gps/van", payload)
        #expect(driver.events == ["van/depot enter 1", "van/depot exit 2"])
        #expect(driver.agent.port.counters.accepted == 3)
    }

    @Test func `dates a time of day by its arrival`() throws {
        let driver = try Self.driver("gps/{device}", .nmea)
        let gga = "$GPGGA,085320.00,5230.00000,N,01324.00000,E,1,08,1.1,30.0,M,46.9,M,,*50"
        driver.take("gps/van", gga, at: 5000)
        let time = driver.agent.tracker.engine.report(device: 0).fixTime
        #expect(time?.iso8601.hasSuffix("T08:53:20.000Z") == true)
        driver.take("gps/bus", gga, at: 5000, retained: true)
        #expect(driver.agent.port.counters.rejected[8] == 1)
    }
}

extension AgentDriver {
    /// Takes a value, some milliseconds after its time.
    fileprivate func take(_ value: AgentStreamedTests.Value, packet: Int, late: Int64 = 0) {
        take("ha/van/\(value.name)", value.value, at: value.time + late, packet: UInt16(packet))
    }
}

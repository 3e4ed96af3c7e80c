import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Enters and exits of phones, as the app would tell them.
@Suite struct TransitionTests {
    private static let stamp = 1_760_000_000

    private func driver(_ change: (inout AgentSettings) -> Void = { _ in }) throws -> AgentDriver {
        try AgentDriver.ownTracks(fences: [AgentDriver.circle("depot", name: "Depot Nord")]) {
            $0.owntracks.setWaypoints = false
            change(&$0)
        }
    }

    private static func transition(_ event: String, _ latitude: String, after seconds: Int) throws -> String {
        let stamp = OwnTracksExport.stamp(try Identifier("depot"))
        return
            #"owntracks/jo/phone/event {"_type":"transition","event":"\#(event)","desc":"Depot Nord","rid":"depot","wtst":\#(stamp),"#
            + #""tst":\#(Self.stamp + seconds),"lat":\#(latitude),"lon":13,"acc":9,"tid":"ne","t":"l"}"#
    }

    @Test func `an enter and an exit are told on the phone's topic, behind the events`() throws {
        let driver = try driver()
        driver.locate(inside: false, at: 0)
        #expect(driver.forPhones == [])
        driver.locate(inside: true, at: 60_000)
        driver.locate(inside: false, at: 120_000)
        #expect(
            driver.forPhones == [
                try Self.transition("enter", "52", after: 60),
                try Self.transition("leave", "52.01", after: 120),
            ]
        )
        let rows = driver.agent.port.outbox.changes.outgoing.filter { $0.topic.hasSuffix("/event") }
        #expect(rows.allSatisfy { !$0.isRetained })
    }

    @Test func `an accuracy that is unknown is 0, since the app's readers ask for one`() throws {
        let driver = try driver()
        for (latitude, second) in [("52.01", 0), ("52", 60)] {
            let payload = #"{"_type":"location","lat":\#(latitude),"lon":13,"tst":\#(Self.stamp + second)}"#
            driver.take("owntracks/jo/phone", payload, at: Int64(second) * 1000)
        }
        let transition = try #require(driver.forPhones.last)
        #expect(transition.contains(#""lat":52,"lon":13,"acc":0,"#), "\(transition)")
    }

    @Test func `nothing is told where nobody asked for it, or of other devices`() throws {
        let quiet = try driver { $0.owntracks = OwnTracksSettings() }
        quiet.locate(inside: false, at: 0)
        quiet.locate(inside: true, at: 60_000)
        #expect(quiet.forPhones == [])
        let driver = try driver()
        driver.fix(inside: false, at: 0)
        driver.fix(inside: true, at: 60_000)
        #expect(driver.forPhones == [])
        #expect(driver.events == ["van/depot enter 1"])
    }

    @Test func `a dwell, a group and what comes late have no transition`() throws {
        var rules = Rules()
        rules.dwell = [10]
        let center = try Coordinate(latitude: 52, longitude: 13)
        let fence = try Fence(
            id: try Identifier("depot"),
            shape: .circle(try Circle(center: center, radius: 150)),
            groups: [try Identifier("all")],
            rules: rules
        )
        let driver = try AgentDriver.ownTracks(fences: [fence]) { $0.stream.lateEvents = true }
        driver.locate(inside: false, at: 0)
        driver.locate(inside: true, at: 60_000)
        driver.locate(inside: true, at: 90_000)
        #expect(driver.forPhones.count == 1)
        driver.locate(inside: false, at: 30_000)
        driver.locate(inside: true, at: 20_000)
        #expect(driver.forPhones.count == 1)
    }

    @Test func `a transition that comes in is no position, and says nothing`() throws {
        let driver = try driver { setup in
            let pattern = try? TopicPattern("owntracks/{user}/{device}/{more}")
            guard let pattern,
                let device = try? DeviceTemplate("{user}-{device}", variables: pattern.variables)
            else { return }
            let template = TopicTemplate(pattern: pattern, device: device)
            for format in [PayloadFormat.owntracks, .auto] {
                let decoder = PayloadDecoder(Source(topic: template, format: format))
                setup.sources.append(AgentSettings.Source(template: template, decoder: decoder))
            }
        }
        driver.locate(inside: false, at: 0)
        driver.locate(inside: true, at: 60_000)
        let own = try #require(driver.forPhones.first?.split(separator: " ", maxSplits: 1))
        driver.didCommit()
        driver.take(String(own[0]), String(own[1]), at: 61_000)
        #expect(driver.news == [])
        #expect(driver.agent.intake.refusals.map(\.reason) == [.unrelated])
        driver.agent.port.settings.sources.remove(at: 4)
        driver.take(String(own[0]), String(own[1]), at: 62_000)
        #expect(driver.agent.intake.refusals.map(\.reason) == [.unrelated, .unrelated])
    }

    @Test func `the regions that the app thinks it is in count for nothing`() throws {
        let driver = try driver()
        let claims = #","inregions":["Depot Nord"],"inrids":["depot"]"#
        driver.locate(inside: false, at: 0, more: claims)
        driver.locate(inside: false, at: 60_000, more: claims)
        #expect(driver.events == [])
        driver.locate(inside: true, at: 120_000, more: #","inregions":[],"inrids":[]"#)
        #expect(driver.agent.port.outbox.changes.outgoing.filter { $0.topic.contains("/event") }.count == 2)
    }

    @Test func `on a network alone there is no position to tell`() throws {
        let fence = try Fence(id: try Identifier("lab"), shape: nil, wifi: [.ssid("Lab")])
        let driver = try AgentDriver.ownTracks(fences: [fence])
        let stamp = OwnTracksExport.stamp(fence.id)
        for (network, second) in [("Other", 0), ("Lab", 1)] {
            driver.take(
                "owntracks/jo/phone",
                #"{"_type":"location","SSID":"\#(network)","tst":\#(Self.stamp + second)}"#,
                at: Int64(second) * 1000
            )
        }
        #expect(
            driver.forPhones == [
                #"owntracks/jo/phone/event {"_type":"transition","event":"enter","desc":"lab","rid":"lab","wtst":\#(stamp),"tst":1760000001,"tid":"ne","t":"l"}"#
            ]
        )
    }

    @Test func `the topic is known after a restart, for what a timer brings about`() throws {
        let fence = try AgentDriver.depot { $0.exitAfter = 60 }
        let driver = try AgentDriver.ownTracks(fences: [fence]) { $0.owntracks.setWaypoints = false }
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        driver.locate(inside: true, at: 0)
        driver.locate(inside: false, at: 10_000)
        driver.locate(inside: false, at: 20_000, on: "owntracks/jo/phone")
        store.commit(&driver.agent)
        let fromJournal = try driver.restarted(store)
        store.commit(&driver.agent, checkpoint: true)
        let fromCheckpoint = try driver.restarted(store)
        driver.agent.advance(to: AgentDriver.at(90_000))
        for again in [fromJournal, fromCheckpoint] {
            #expect(again.forPhones == [])
            again.agent.advance(to: AgentDriver.at(90_000))
            #expect(again.forPhones.count == 1)
            #expect(again.forPhones == driver.forPhones)
        }
    }

    @Test func `what no source hears any more is told nothing`() throws {
        let driver = try driver()
        driver.locate(inside: false, at: 0)
        let before = driver.agent.port.settings.sources
        driver.agent.port.settings.sources.remove(at: 1)
        driver.agent.publish([1], for: try Identifier("jo-phone"))
        #expect(driver.forPhones == [])
        driver.agent.port.settings.sources = before
        driver.agent.publish([1], for: try Identifier("jo-phone"))
        #expect(driver.forPhones.count == 1)
    }

    @Test func `of several topics it is the last on which the phone was heard`() throws {
        let driver = try driver { setup in
            guard let pattern = try? TopicPattern("owntracks/{user}/{device}"),
                let device = try? DeviceTemplate("{user}", variables: pattern.variables)
            else { return }
            let template = TopicTemplate(pattern: pattern, device: device)
            let decoder = PayloadDecoder(Source(topic: template, format: .owntracks))
            setup.sources[1] = AgentSettings.Source(template: template, decoder: decoder)
        }
        driver.locate(inside: false, at: 0)
        driver.locate(inside: true, at: 60_000, on: "owntracks/jo/watch")
        driver.locate(inside: false, at: 120_000)
        #expect(
            driver.forPhones.map { $0.prefix { $0 != " " } } == [
                "owntracks/jo/watch/event", "owntracks/jo/phone/event",
            ]
        )
    }
}

import CLibrary
import Foundation
import Testing

@testable import geofence_agent

/// One soak: a broker, an agent behind a forwarder, a listener with a session of its own, and a publisher.
final class SoakRun {
    private let plan: SoakPlan
    private let fleet: SoakFleet
    private let expected: SoakExpectation
    private let site: Site
    private let broker: PrivateBroker
    private let forwarder: Forwarder
    private let tls: TLSSettings?
    private let listener: Client
    private let publisher: Client
    private var agent: AgentProcess
    /// The first line that the broker may not have.
    private var firstOpen = 0
    private var faultCount = 0

    init(_ plan: SoakPlan, _ fleet: SoakFleet) throws {
        self.plan = plan
        self.fleet = fleet
        site = try Site(settings: Site.lossless)
        let certificates = plan.isEncrypted ? try Certificates(in: site) : nil
        try certificates?.make("broker")
        broker = try certificates?.broker("broker", site, Site.lossless) ?? site.broker
        let tls = certificates.map { TLSSettings(caFile: $0.certificate("ca")) }
        forwarder = Forwarder(to: site.broker.port)
        try site.configure(
            port: forwarder.port,
            fences: SoakFleet.fences,
            more: #", \#(SoakFleet.places), "log": { "level": "warning" }"#,
            mqtt: ", \"readAhead\": \(plan.readsAhead)"
                + (tls.map { ", \"tls\": { \"caFile\": \"\($0.caFile ?? "")\" }" } ?? "")
        )
        try site.write(SoakFleet.stores, to: "stores.csv")
        let track = fleet.lines.map { $0.payload + "\n" }.joined()
        expected = try SoakExpectation(
            configuration: site.path("agent.json"),
            track: site.write(track, to: "track.jsonl")
        )
        #expect(expected.missing == [], "\(plan): the track shows too little")
        self.tls = tls
        let encrypt = { (settings: inout MQTTSettings) in settings.tls = tls }
        listener = try site.client("listener", cleanStart: false, encrypt)
        try listener.subscribe("geofence/event/#")
        try listener.subscribe("geofence/visit/#")
        publisher = try site.client("publisher", cleanStart: false, encrypt)
        try publisher.subscribe("geofence/agent/state")
        agent = try site.agent()
        try publisher.message("geofence/agent/state", containing: "online")
    }

    deinit {
        forwarder.close()
        broker.kill()
    }

    /// Publishes the fleet, with the faults of the plan; after each part a dashboard looks at the statuses.
    func publishAll() throws {
        var faults = plan.faults(fleet.lines.count)
        var next = 0
        for (part, mark) in fleet.marks.enumerated() {
            while next < mark.end {
                for fault in faults.removeValue(forKey: next) ?? [] { next = try bear(fault, next) }
                try publisher.send(fleet.lines[next].topic, fleet.lines[next].payload)
                next += 1
                if next % 50 == 0 || next == mark.end { try flush(next) }
            }
            try verifyStatuses(after: part)
        }
    }

    private func flush(_ next: Int) throws {
        try publisher.flush()
        firstOpen = next
        try listener.turn(0)
    }

    /// Does what is to go wrong; gives the line to go on with.
    private func bear(_ fault: SoakPlan.Fault, _ next: Int) throws -> Int {
        faultCount += 1
        switch fault {
        case .kill:
            try publisher.turn(1)
            agent.kill()
            agent = try site.agent()
        case .cut:
            try publisher.turn(1)
            forwarder.cut()
        case .restart:
            try listener.turn(0)
            broker.stop()
            try broker.start()
            try listener.reconnect()
            try publisher.reconnect()
            return firstOpen
        }
        return next
    }

    /// Waits until all lines of a part are through, then compares what a dashboard gets that subscribes now.
    private func verifyStatuses(after part: Int) throws {
        let (_, end) = fleet.marks[part]
        let answer = try #require(expected.mark(part, kind: end))
        try listener.wait(for: "event \(answer) of part \(part); the agent says:\n\(agent.text)", within: 60)
        {
            $0.messages.contains { $0.payload.contains(answer) }
        }
        let dashboard = try site.client("dashboard") { $0.tls = tls }
        try dashboard.subscribe("geofence/status/#")
        try dashboard.subscribe("geofence/group/#")
        var seen: [String: SoakStatus] = [:]
        for message in dashboard.messages { seen[message.topic] = try SoakStatus(message.payload) }
        let known = expected.statuses(upTo: answer)
        for (topic, status) in seen {
            #expect(known[topic] == status, "\(plan), part \(part), \(topic)")
        }
        // Statuses of fences that have gone with another point nearest are gone, too.
        let isOfRegion: (String) -> Bool = { $0.contains("/poi-") }
        #expect(Set(known.keys).filter { !isOfRegion($0) } == Set(seen.keys).filter { !isOfRegion($0) })
        #expect(
            Dictionary(grouping: seen.keys.filter(isOfRegion), by: { $0.split(separator: "/")[2] }).allSatisfy
            { $1.count <= 2 }
        )
    }

    /// Waits for the last event and a little for one too many, then compares all of them.
    func verifyEvents() throws {
        do {
            try listener.wait(for: "all \(expected.events.count) events", within: 60) {
                Set($0.messages.map(\.payload)).count >= expected.events.count
            }
        } catch {
            Issue.record("\(plan): \(difference(listener.messages.map(\.payload))); it says:\n\(agent.text)")
            throw error
        }
        #expect(agent.stop() == 0)
        try listener.turn(1000)
        let received = listener.messages.map(\.payload)
        let isSame = Set(received) == Set(expected.events)
        #expect(isSame, "\(plan): \(difference(received))")
        try verifyNumbers(received)
    }

    private func difference(_ received: [String]) -> String {
        let missing = Set(expected.events).subtracting(received).sorted()
        let extra = Set(received).subtracting(expected.events).sorted()
        return "missing \(missing.count): \(missing.prefix(5)); too many \(extra.count): \(extra.prefix(5))"
    }

    /// For each device and fence the numbers count up by one, apart from resends, and ids are resent with the
    /// same payload alone.
    private func verifyNumbers(_ received: [String]) throws {
        var numbers: [String: Int] = [:]
        var payloads: [String: String] = [:]
        for payload in received {
            let event = try SoakEvent(payload)
            if let before = payloads.updateValue(payload, forKey: event.key) {
                #expect(before == payload)
                continue
            }
            guard let number = event.seq else { continue }
            let last = numbers.updateValue(number, forKey: event.series) ?? 0
            #expect(number == last + 1, "\(plan): \(payload)")
        }
    }

    /// What was done.
    var summary: String {
        "\(fleet.lines.count) lines, \(faultCount) faults, \(expected.events.count) events, each once but for \(listener.messages.count - expected.events.count) resends"
    }
}

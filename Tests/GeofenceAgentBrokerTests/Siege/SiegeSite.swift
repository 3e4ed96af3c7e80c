import CLibrary
import Foundation

@testable import geofence_agent

/// A broker, an agent behind a forwarder, somebody who listens all the time, and somebody who publishes.
final class SiegeSite {
    /// What was expected of a round and didn't come.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let site: Site
    let forwarder: Forwarder
    let http: Int
    let listener: Client
    let publisher: Client
    var agent: AgentProcess
    var watch = SiegeWatch()
    private(set) var record = SiegeRecord()
    let shim: SiegeShim?
    let seed: UInt64
    let kind: SiegeKind
    private let configuration: SiegeConfiguration
    /// Whether the store was damaged.
    var isDamaged = false
    private var barriers = 0

    /// With a shim the agent runs with its clock and its disk.
    init(_ kind: SiegeKind, seed: UInt64, shim library: String? = nil) throws {
        (self.kind, self.seed) = (kind, seed)
        site = try Site(settings: Site.lossless)
        forwarder = Forwarder(to: site.broker.port)
        http = try PrivateBroker.freePort()
        try site.write(SoakFleet.stores, to: "stores.csv")
        let control = site.path("control")
        shim = try library.map { try SiegeShim(library: $0, control: control) }
        // To look at what is retained of a crowd takes its time, in which they send no sign of life.
        listener = try site.client("listener", cleanStart: false) { $0.keepAlive = 3600 }
        for filter in ["geofence/event/#", "geofence/visit/#", "answers/#", "owntracks/+/+/event"] {
            try listener.subscribe(filter)
        }
        publisher = try site.client("publisher", cleanStart: false) { $0.keepAlive = 3600 }
        try publisher.subscribe("geofence/agent/state")
        try publisher.subscribe("geofence/agent/info")
        try publisher.subscribe("answers/barrier")
        configuration = SiegeConfiguration(
            kind,
            seed: seed,
            port: forwarder.port,
            http: http,
            store: site.path("agent.sqlite")
        )
        try site.write(configuration.text(0), to: "agent.json")
        agent = try site.agent(environment: shim?.environment ?? [:])
        try publisher.message("geofence/agent/state", containing: "online")
    }

    deinit { forwarder.close() }

    /// Reads what has come.
    func listen() throws {
        try listener.turn(0)
        for message in listener.messages { record.add(message) }
        listener.forget()
    }

    /// Returns once the agent has handled all that was published before.
    func awaitAgent(within seconds: Int64 = 90) throws {
        try publisher.flush()
        let (first, deadline) = (barriers + 1, Clock.uptime + seconds * 1000)
        while Clock.uptime < deadline {
            barriers += 1
            let payload = #"{"id":"mark","transaction":\#(barriers)}"#
            try publisher.request("geofence/request/fence/get", payload, answer: "answers/barrier")
            let again = Clock.uptime + 5000
            while Clock.uptime < again {
                try publisher.turn()
                try listen()
                if isAnswered(from: first) { return publisher.forget() }
            }
            try verifyLife()
        }
        throw Failure(description: "the agent answers nothing; it says:\n\(agent.text.suffix(2000))")
    }

    private func isAnswered(from first: Int) -> Bool {
        publisher.messages.contains { message in
            guard message.topic == "answers/barrier",
                let number = message.payload.firstMatch(of: /"transaction":([0-9]+)/)
            else { return false }
            return Int(number.1).map { $0 >= first } ?? false
        }
    }

    /// The agent has not ended by itself; one whose store is damaged may, and is started again.
    func verifyLife() throws {
        guard !agent.isRunning else { return }
        let code = agent.end(within: 1) ?? 0
        guard isDamaged, code == 74 else {
            throw Failure(description: "the agent has ended with \(code):\n\(agent.text.suffix(3000))")
        }
        try startAgent()
    }

    /// Has the agent read another configuration.
    func reload(_ number: Int, fences: Int = 0, radius: Int = 90) throws {
        try awaitAgent()
        try configure(number, fences: fences, radius: radius)
        let hash = try Configuration.load(path: site.path("agent.json"), environment: [:]).hash
        let count = publisher.messages.count
        agent.send(SIGHUP)
        try publisher.wait(for: "configuration \(number)", within: 60) { client in
            client.messages.dropFirst(count).contains {
                $0.topic == "geofence/agent/info" && $0.payload.contains(#""config":"\#(hash)""#)
            }
        }
    }

    /// Writes a configuration.
    func configure(_ number: Int, fences: Int = 0, radius: Int = 90) throws {
        try site.write(configuration.text(number, fences: fences, radius: radius) + "\n", to: "agent.json")
    }

    /// What is retained now; where not all of it is compared, no more than the statuses: a crowd has a lot.
    func retained() throws -> [String: String] {
        let client = try site.client("looker")
        let isAll = kind.comparison == .everything
        for filter in isAll ? ["geofence/#", "homeassistant/#", "owntracks/#"] : ["geofence/status/#"] {
            try client.subscribe(filter)
        }
        var topics: [String: String] = [:]
        for message in client.messages where message.isRetained && SiegeRecord.isCompared(message.topic) {
            topics[message.topic] = SiegeRecord.lasting(message)
        }
        return topics
    }

    /// Notes what is retained once that no longer changes, or is as wanted.
    func mark(_ wanted: [String: String]?) throws {
        try awaitAgent()
        var (last, sameSince) = (try retained(), Clock.uptime)
        let deadline = Clock.uptime + 20_000
        while Clock.uptime < deadline, last != wanted, wanted != nil || Clock.uptime < sameSince + 1500 {
            try publisher.turn(200)
            try listen()
            let now = try retained()
            if now != last { (last, sameSince) = (now, Clock.uptime) }
        }
        try listener.catchUp()
        try listen()
        record.retained.append(last)
        watch.look(at: agent, http: http)
    }
}

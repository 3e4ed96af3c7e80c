import GeofenceCore
import MQTT

/// Tries what the agent would do at its brokers: connect, read its topics, write its own.
///
/// It has a client id of its own, so that a running agent is not sent away, and a session that ends with it.
/// What it publishes is empty, a single byte or a moment long ago, not retained, and on topics that stand for
/// no device and no fence.
struct ConnectionCheck {
    /// One thing that was tried.
    struct Finding: Equatable {
        /// What was tried, in a word for the margin.
        var name: String
        /// What came of it.
        var text: String
        var isProblem = false
    }

    private let configuration: Configuration
    private(set) var findings: [Finding] = []

    /// A name for what is tried, which is no device's.
    private static let probe = "geofence-agent-check"
    /// Milliseconds in which what a broker keeps of a topic has come.
    private static let wait: Int64 = 500

    init(_ configuration: Configuration) { self.configuration = configuration }

    /// Whether the agent could not work with any of the brokers as the configuration has them.
    var hasProblems: Bool { findings.contains(where: \.isProblem) }

    /// What the agent could not do, a line each.
    var problems: [String] { findings.filter(\.isProblem).map(\.text) }

    /// Tries each broker.
    mutating func run() {
        for address in configuration.mqtt.addresses { check(configuration.mqtt.at(address), address) }
    }

    private mutating func check(_ mqtt: MQTTSettings, _ address: BrokerAddress) {
        do throws(MQTTFailure) {
            let broker = try BrokerClient(mqtt)
            defer { broker.close() }
            note("broker", "\(address) answers\(mqtt.tls == nil ? "" : ", the certificate is good")")
            note("is", kind(mqtt) ?? "a broker that does not say which ($SYS/broker/version)")
            for (text, isLoss) in broker.limits(asked: mqtt.sessionExpiry) {
                note("limit", text, isProblem: isLoss)
            }
        } catch {
            return note("broker", "\(error)", isProblem: true)
        }
        for filter in filters {
            attempt("reads", filter, mqtt) { broker throws(MQTTFailure) in
                try broker.grant(filter)
            }
        }
        for topic in topics {
            attempt("writes", topic, mqtt) { broker throws(MQTTFailure) in
                try broker.probe(topic)
            }
        }
        for topic in echoes {
            attempt("writes", topic, mqtt) { broker throws(MQTTFailure) in
                // No timer of a running pair is due by then.
                try broker.publish(topic, SourceEchoes.payload(.init(milliseconds: 0)))
                try broker.flush()
            }
        }
        if let isKept = keepsOrder(mqtt) { findings += Self.findings(ofOrder: isKept, configuration) }
        if let state = agentState(mqtt) { note("agent", state) }
    }

    /// What the broker calls itself, where it does: mosquitto and EMQX do, in topics of their own.
    private func kind(_ mqtt: MQTTSettings) -> String? {
        for topic in ["$SYS/broker/version", "$SYS/brokers/+/version"] {
            if let name = try? BrokerClient(mqtt).retained(topic, within: Self.wait), !name.isEmpty {
                return name.printable
            }
        }
        return nil
    }

    /// Whether what had no answer when a connection was lost comes again before what is newer; nil where this
    /// user may not find out.
    private func keepsOrder(_ mqtt: MQTTSettings) -> Bool? {
        let topic = "\(own.base)/response/\(Self.probe)"
        return (try? OrderProbe(mqtt, topic: topic).keepsOrder()) ?? nil
    }

    /// What a broker's order means for the agent.
    static func findings(ofOrder isKept: Bool, _ configuration: Configuration) -> [Finding] {
        guard !isKept else {
            return [Finding(name: "order", text: "what had no answer is sent again before what is newer")]
        }
        let loss =
            "what had no answer is not sent again before what is newer, so events may be lost when a connection is: "
            + "see \"NATS\" in docs/scale.md, and set rules.reorder"
        let findings = [Finding(name: "order", text: loss, isProblem: configuration.stream.reorder == 0)]
        guard let standby = configuration.standby, standby.echo == .own else { return findings }
        let invention =
            "such a broker may hand each subscription out by itself, so that timers of a pair run before "
            + "positions that wait, and events are invented: set standby.echo to \"sources\""
        return findings + [Finding(name: "order", text: invention, isProblem: true)]
    }

    /// Tries one topic on a connection of its own: a broker may end it for a topic that it refuses.
    private mutating func attempt(
        _ name: String,
        _ topic: String,
        _ mqtt: MQTTSettings,
        _ body: (BrokerClient) throws(MQTTFailure) -> Void
    ) {
        do throws(MQTTFailure) {
            let broker = try BrokerClient(mqtt)
            defer { broker.close() }
            try body(broker)
            note(name, topic)
        } catch {
            note(name, "\(error)", isProblem: true)
        }
    }

    /// What the agent subscribes to.
    private var filters: [String] {
        var filters = configuration.sources.map(\.topic.filter)
        if !configuration.requests.allow.isEmpty { filters.append(own.requestFilter) }
        if configuration.homeAssistant.discovery { filters.append(configuration.homeAssistant.statusTopic) }
        if configuration.shard?.isCollector == true { filters.append(own.shardFilter) }
        if configuration.standby != nil { filters += [own.lease, own.pairFilter, own.allEvents] }
        guard configuration.http?.map?.fleet == true else { return filters }
        let isPart = configuration.shard.map { !$0.isWhole } ?? false
        if isPart { filters += FleetLink.filters(own).filter { !filters.contains($0) } }
        if isPart || configuration.standby != nil { filters.append(own.response("#")) }
        return filters
    }

    /// A topic of each kind that the agent publishes.
    private var topics: [String] {
        let kinds = ["agent", "device", "event", "fence", "response", "status"]
        let shard = configuration.shard.map { ["\(own.base)/shard/\($0.name)/fence/\(Self.probe)"] } ?? []
        let topics = shard + kinds.map { "\(own.base)/\($0)/\(Self.probe)" }
        guard configuration.homeAssistant.discovery else { return topics }
        return topics + ["\(configuration.homeAssistant.prefix)/device/\(Self.probe)/config"]
    }

    /// The topics of its sources on which one of a pair publishes to itself.
    private var echoes: [String] {
        guard configuration.standby?.echo == .sources else { return [] }
        return SourceEchoes.topics(configuration.sources.map(\.topic.filter))
    }

    private var own: Topics {
        Topics(
            base: configuration.topics.base,
            shard: configuration.shard?.name,
            standby: configuration.standby?.id
        )
    }

    /// Whether an agent runs with these topics, as far as the broker lets us know.
    private func agentState(_ mqtt: MQTTSettings) -> String? {
        let state = try? BrokerClient(mqtt).retained(own.state, within: Self.wait)
        return state.map { "\(own.state) says \($0.printable)" }
    }

    private mutating func note(_ name: String, _ text: String, isProblem: Bool = false) {
        findings.append(Finding(name: name, text: text, isProblem: isProblem))
    }
}

extension ConnectionCheck: CustomStringConvertible {
    /// The findings, a line each; those of one kind in a row are one line.
    var description: String {
        var lines: [(name: String, text: String)] = []
        for finding in findings {
            let name = finding.isProblem ? "problem" : finding.name
            if let last = lines.last, last.name == name, name != "problem", name != "broker" {
                lines[lines.count - 1].text += ", \(finding.text)"
            } else {
                lines.append((name, finding.text))
            }
        }
        return lines.map { "  " + $0.name.padded(to: 9) + $0.text.printable }.joined(separator: "\n")
    }
}

extension BrokerClient {
    /// Subscribes, and waits for the broker's word.
    ///
    /// - Throws: what the broker refuses; QoS 0, with which it may drop what comes.
    fileprivate func grant(_ filter: String) throws(MQTTFailure) {
        try subscribe(filter)
        try settleSubscriptions()
        guard granted[filter] == 0 else { return }
        throw MQTTFailure(
            "subscribing to \(filter)",
            reason: "the broker grants QoS 0 alone: positions may be lost"
        )
    }

    /// Publishes nothing to a topic, and waits for the broker's word.
    fileprivate func probe(_ topic: String) throws(MQTTFailure) {
        try publish(topic, [])
        try flush()
    }
}

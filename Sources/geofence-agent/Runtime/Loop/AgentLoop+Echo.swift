import GeofenceCore
import Logging
import MQTT

/// One of two agents that compute the same: what it publishes to itself, to know what it has read.
extension AgentLoop {
    /// How far the clock may run: up to what has come back to this agent behind all that waited for it, which
    /// is asked for where timers are due.
    func echoedTime(_ now: Timestamp, _ uptime: Int64) throws(MQTTFailure) -> Timestamp {
        if echoedClock.isDeaf(uptime) { logDeafness() }
        if mayHearEcho, let connection = link.online,
            let time = echoedClock.question(due: agent.nextTimer, at: now, uptime)
        {
            if let sourceEchoes {
                let payload = SourceEchoes.payload(time)
                for topic in sourceEchoes.topics {
                    _ = try connection.publish(topic, payload, retained: false)
                }
            } else {
                try sayEcho(time, connection)
            }
        }
        return min(now, echoedClock.reached)
    }

    private func logDeafness() {
        guard let topic = sourceEchoes?.topics.first else {
            let topic = agent.port.settings.topics.echo
            return logRefusal(
                "the broker doesn't send the agent what it publishes to itself; timers run 10 s late for it",
                "\(topic) (read)",
                refusal(.read, topic, ReasonCode.notAuthorised.number)
            )
        }
        logRefusal(
            "the broker doesn't send the agent what it publishes to itself among positions; timers run late for it",
            "\(topic) (write)",
            refusal(.write, topic, ReasonCode.notAuthorised.number)
        )
    }

    /// What this agent or the other publishes among the positions has come: timers run here, amid them, as
    /// they do at the other.
    func heard(_ echo: (place: Int, time: Timestamp), at now: Timestamp, _ uptime: Int64) {
        echoedClock.heard(echo.time, on: echo.place, at: now, uptime)
        guard !agent.port.outbox.isFull else { return }
        runTimers(to: min(now, echoedClock.reached))
    }

    /// Knows on which topics this agent publishes to itself; sources may be others than before.
    func useSourceEchoes() {
        guard agent.port.settings.standby?.echo == .sources else { return }
        let echoes = SourceEchoes(agent.port.settings.sources)
        guard echoes.topics != sourceEchoes?.topics else { return }
        sourceEchoes = echoes
        echoedClock = EchoedClock(topics: echoes.topics.count)
    }

    private func sayEcho(_ time: Timestamp, _ connection: Connection) throws(MQTTFailure) {
        let topic = agent.port.settings.topics.echo
        _ = try connection.publish(topic, Array("\(time.milliseconds)".utf8), retained: false)
    }

    /// Goes to another broker where this one hands nothing out any more.
    func watchEcho(_ now: Timestamp, _ uptime: Int64) throws(MQTTFailure) {
        guard let connection = link.online, mayHearEcho else { return }
        switch echoWatch.turn(uptime) {
        case .nothing: break
        case .send: try sayEcho(now, connection)
        case .leave:
            link.leavesBroker = true
            throw MQTTFailure(
                "reading from the broker",
                reason: "it hands out nothing that this agent publishes to itself; the session stands still"
            )
        }
    }

    /// Whether what this agent publishes to itself can come back: until then timers wait.
    var mayHearEcho: Bool {
        guard !link.subscriptions.areComplete else { return true }
        let filters =
            sourceEchoes == nil
            ? [agent.port.settings.topics.echo] : agent.port.settings.sources.map(\.template.filter)
        return !filters.contains { link.subscriptions.isPending($0) }
    }
}

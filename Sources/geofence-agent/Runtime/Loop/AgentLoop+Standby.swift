import GeofenceCore
import Logging
import MQTT

/// One of two agents that compute the same: who of them publishes.
extension AgentLoop {
    /// Whether this agent speaks for a pair.
    var speaksForPair: Bool { leadership?.isLeading ?? false }

    /// Stands by where this agent was away for so long that another may lead by now: before it reads, so that
    /// it knows what it reads as the other's, and again before it publishes.
    func giveUpStaleLease(_ uptime: Int64) {
        guard leadership?.isStale(uptime) ?? false else { return }
        standBy("was away for too long")
        mayYield = true
    }

    /// Heeds what was heard, takes over where that is due, and says that this agent leads.
    func keepLease(_ uptime: Int64) throws(MQTTFailure) {
        for sign in agent.drainSigns() {
            switch sign {
            case .beat(let lease) where lease.leader != leadership?.id: noteAnswers(lease)
            case .kept(let lease): noteAnswers(lease)
            default: break
            }
            if case .echo(let time) = sign {
                echoedClock.heard(time)
                echoWatch.heard()
            }
            guard
                let change = leadership?.hear(sign, isCaughtUp: link.isCaughtUp, uptime)
            else { continue }
            switch change {
            case .standsBy:
                standBy("another agent leads")
                mayYield = true
            case .isAlone: if link.limits.retains { agent.outputs.beginRefresh() }
            // Its own goodbye comes back to the last one that ends.
            case .isContradicted: if !isStopping { try sayState(uptime) }
            case .leads: break
            }
        }
        guard let connection = link.online, !isStopping else { return }
        agent.port.outbox.holdAnswers(uptime < answersFrom)
        let isGranted =
            link.subscriptions.areComplete
            || !agent.port.settings.topics.signs.contains { link.subscriptions.isPending($0) }
        if leadership?.listens(isGranted, uptime) == .standsBy {
            standBy("does not hear the other")
            mayYield = true
        }
        try yield(connection)
        // Where nothing more can be read, waiting for its end would be for ever.
        let mayLead = link.isCaughtUp || agent.port.outbox.isFull
        if case .leads(let former) = leadership?.takeOver(mayLead: mayLead, uptime) {
            try lead(after: former, connection, uptime)
        }
        guard leadership?.shouldBeat(uptime) ?? false else { return }
        try sayLease(connection)
    }

    private func standBy(_ why: String) {
        agent.standBy()
        holdAnswers()
        agent.port.outbox.holdAnswers(true)
        statistics.infoIsDue = true
        log.notice("stands by", metadata: pairMetadata(why))
    }

    /// Waits a while with its own answers: what of them the other has given in its place is heard first.
    func holdAnswers() { answersFrom = Clock.uptime + Self.answerPause }

    /// Milliseconds for which it does.
    private static let answerPause: Int64 = 5000

    /// Knows what has its answer, by what one of the two says of itself.
    private func noteAnswers(_ lease: PairLease) {
        let (now, isOther) = (Clock.now, lease.leader != leadership?.id)
        for mark in heardAnswers.new(in: lease) { agent.wasAnswered(mark, byOther: isOther, at: now) }
        if isOther { agent.missed.heardOther(at: now) }
    }

    /// Says which answers have left, right behind them, so that the other need not give them.
    func sayAnswers(_ connection: Connection) throws(MQTTFailure) {
        guard hasNewAnswers, speaksForPair else { return }
        try sayLease(connection)
    }

    private func lead(
        after former: String?,
        _ connection: Connection,
        _ uptime: Int64
    ) throws(MQTTFailure) {
        agent.lead()
        givenAnswers = GivenAnswers()
        agent.answerMissed(at: Clock.now)
        mayYield = false
        statistics.infoIsDue = true
        log.notice("leads", metadata: pairMetadata(former.map { "in the place of \($0)" } ?? "no other does"))
        try sayState(uptime)
        guard let former else { return }
        // A broker may not say so, and one that goes on contradicts.
        let topic = agent.port.settings.topics.state(of: former)
        try publishExtra(topic, Array("offline".utf8), connection, uptime)
    }

    /// Says of the pair that it is there.
    func sayState(_ uptime: Int64) throws(MQTTFailure) {
        guard let connection = link.online else { return }
        let topic = agent.port.settings.topics.state
        try publishExtra(topic, Array("online".utf8), connection, uptime)
    }

    private func pairMetadata(_ why: String) -> Logger.Metadata {
        ["standby": "\(leadership?.id ?? "")", "term": "\(leadership?.term ?? 0)", "why": "\(why)"]
    }

    /// At QoS 0, since what is late says nothing.
    private func sayLease(_ connection: Connection) throws(MQTTFailure) {
        let now = Clock.now
        let waits = agent.port.outbox.oldestAge(now.milliseconds)
        guard var lease = leadership?.lease(waits: waits) else { return }
        lease.answers = givenAnswers
        hasNewAnswers = false
        let topic = agent.port.settings.topics.lease
        _ = try connection.publish(topic, lease.payload(at: now), retained: true, qos: 0)
    }

    /// Says, behind all that was on its way, that this agent leads no more.
    private func yield(_ connection: Connection) throws(MQTTFailure) {
        guard mayYield, var lease = leadership?.lease(waits: 0) else { return }
        mayYield = false
        lease.isOver = true
        let topic = agent.port.settings.topics.lease
        _ = try connection.publish(topic, lease.payload(at: Clock.now), retained: false)
    }

    /// Connects anew where the will of this connection is no longer right: the end of the last one is that of
    /// the pair, and where there are two it is not.
    ///
    /// Once what is on its way has its answers, so that nothing is sent twice for it.
    func renewWill(_ uptime: Int64) throws(MQTTFailure) {
        guard let connection = link.online, !isStopping, let isLast = leadership?.isLast(uptime) else {
            return
        }
        link.isLastOfPair = isLast
        isRenewingWill = link.hasOtherWill
        guard isRenewingWill, agent.port.outbox.inFlight == 0, inFlight.extras.isEmpty else { return }
        isRenewingWill = false
        // Half of the shortest lease.
        try connection.close(within: .milliseconds(500))
        forgetConnection()
        link.renew()
    }

    /// Leaves the lead to the other; where there is none, nobody leads.
    func sayGoodbye(_ leadership: Leadership, _ connection: Connection) throws(MQTTFailure) {
        guard leadership.isLeading else { return }
        guard !leadership.hasOther else { return agent.standBy() }
        let topic = agent.port.settings.topics.state
        try publishExtra(topic, Array("offline".utf8), connection, Clock.uptime)
    }
}

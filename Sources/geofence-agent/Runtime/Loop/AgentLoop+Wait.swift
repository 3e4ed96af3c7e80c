import GeofenceCore
import MQTT

extension AgentLoop {
    /// Waits for a message, a command, or the next moment at which something is due.
    func wait(atMost limit: Int64 = 1000) {
        let uptime = Clock.uptime
        let isWorking = committer.isWorking
        let isBusy = scheduler.mayHaveMore || committer.hasWork(uptime) || hasWork
        scheduler.wait(
            for: .init(
                mailbox: reloader.mailbox.descriptor,
                connection: isWorking ? link.connection : nil,
                mayRead: mayRead(uptime),
                fullWindow: fullWindow,
                isBusy: isWorking && isBusy,
                until: nextStep(uptime)
            ),
            atMost: limit,
            uptime
        )
    }

    /// How many messages are on their way, where these are as many as the broker takes, and others wait; else
    /// 0.
    private var fullWindow: Int {
        guard let connection = link.online, agent.port.outbox.count > agent.port.outbox.inFlight else {
            return 0
        }
        return agent.port.outbox.inFlight + inFlight.extras.count >= connection.window ? connection.window : 0
    }

    /// Whether there is something to do at once; silent devices go only while the broker is heard.
    private var hasWork: Bool {
        if agent.hasWork || !awaited.isEmpty || isInParts { return true }
        if !agent.port.outbox.isFull, link.connection?.readsBehind == true { return true }
        if agent.pending.awaitsFences, !agent.tracker.engine.isClosing { return true }
        guard isClockRunning else { return false }
        return agent.mayForgetSilent
    }

    private func nextStep(_ uptime: Int64) -> Int64 {
        if let retry = committer.retry { return retry }
        var next = min(uptime + 1000, link.nextStep(uptime), committer.lingersUntil ?? .max)
        if let turn = leadership?.nextTurn(uptime) { next = min(next, turn) }
        let now = Clock.now
        if let due = agent.nextDeadline(isClockRunning: isClockRunning && leadership == nil) {
            next = min(next, uptime + max(0, due.millisecondsSince(now)))
        }
        if leadership != nil, isClockRunning, mayHearEcho, let due = agent.nextTimer {
            next = min(next, echoedClock.nextTurn(due: due, at: now, uptime) ?? .max)
        }
        return next
    }
}

import GeofenceCore
import Glibc

extension AgentLoop {
    func wait(atMost limit: Int64 = 1000) {
        let uptime = Clock.uptime
        var descriptors = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
        if let connection = link.connection, let socket = connection.socket, storeRetry == nil {
            let events = (mayRead(uptime) ? POLLIN : 0) | (connection.wantsToWrite ? POLLOUT : 0)
            descriptors.append(pollfd(fd: socket, events: Int16(events), revents: 0))
            connection.wake(atBytes: coalescer.lowWater)
        }
        let patience = coalescer.isOn || !mayRead(uptime) ? min(limit, ReadCoalescer.longest) : limit
        let isBusy = mayHaveMore || agent.hasWork || retention.isBusy(uptime)
        let timeout = isBusy && storeRetry == nil ? 0 : min(patience, max(0, nextStep(uptime) - uptime))
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: timeout))
    }

    func nextStep(_ uptime: Int64) -> Int64 {
        if let storeRetry { return storeRetry }
        var next = min(uptime + 1000, link.nextStep(uptime))
        if let due = agent.nextDeadline(isClockRunning: link.isCaughtUp) {
            next = min(next, uptime + max(0, due.millisecondsSince(Clock.now)))
        }
        return next
    }
}

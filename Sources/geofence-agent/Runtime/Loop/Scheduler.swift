import CLibrary
import MQTT

/// Waits for the next thing to do.
struct Scheduler {
    /// Whether what was read last may not have been all.
    var mayHaveMore = false
    var coalescer: ReadCoalescer
    var heldBack = HeldBack()
    /// Whether messages have gathered for as long as they may.
    private var hasGathered = false
    /// Whether another part of the process may have asked for something.
    private(set) var isRung = true

    /// Where each batch waits for the disk, messages gather longer.
    init(_ durability: StoreSettings.Durability) {
        coalescer = ReadCoalescer(waitsForDisk: durability == .power)
    }

    /// What was read last was all, and what comes next comes over another connection.
    mutating func connectionLost() {
        mayHaveMore = false
        coalescer.forget()
        (heldBack, hasGathered) = (HeldBack(), false)
    }

    /// Whether the broker may hold messages back behind those that have gathered.
    func mayBeHeldBack(_ uptime: Int64) -> Bool { hasGathered && heldBack.isDue(uptime) }

    /// What is waited for.
    struct Wait {
        /// Where other parts of the process ask for something.
        var mailbox: Int32
        /// The connection, where it may be used.
        var connection: Connection?
        /// Whether messages may be read.
        var mayRead = true
        /// How many messages of ours the broker has, where others wait for its answers; 0: none wait.
        var fullWindow = 0
        /// Whether there is something to do at once.
        var isBusy = false
        /// When there is, on the uptime clock.
        var until: Int64
    }

    /// Waits until a descriptor is ready or a moment has come, `limit` milliseconds at most.
    mutating func wait(for wait: Wait, atMost limit: Int64, _ uptime: Int64) {
        coalescer.fullWindow = wait.fullWindow
        var descriptors = [pollfd(fd: wait.mailbox, events: Int16(POLLIN), revents: 0)]
        if let connection = wait.connection, let socket = connection.socket {
            let events = (wait.mayRead ? POLLIN : 0) | (connection.wantsToWrite ? POLLOUT : 0)
            descriptors.append(pollfd(fd: socket, events: Int16(events), revents: 0))
            connection.wake(atBytes: coalescer.lowWater)
        }
        let isBusy = wait.isBusy || wait.mayRead && wait.connection?.hasInput == true
        let patience = patience(wait, limit)
        let timeout = isBusy ? 0 : min(patience, max(0, wait.until - uptime))
        let ready = poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: timeout))
        isRung = descriptors[0].revents != 0
        let hasInput = descriptors.count > 1 && Int32(descriptors[1].revents) & POLLIN != 0
        // One that something else has cut short says nothing of the broker.
        let isWhole = ready == 0 && timeout == patience
        hasGathered = isWhole && wait.mayRead && coalescer.gathersUnanswered
        let isOver = hasInput || isWhole
        guard isOver, timeout > 0, wait.mayRead else { return }
        coalescer.didWait(inVain: !hasInput, uptime)
    }

    /// Milliseconds that a wait lasts, `limit` at most, where nothing comes and nothing is due.
    func patience(_ wait: Wait, _ limit: Int64) -> Int64 {
        guard wait.mayRead else { return min(limit, InFlight.readPause) }
        return coalescer.isOn ? min(limit, coalescer.longest) : limit
    }
}

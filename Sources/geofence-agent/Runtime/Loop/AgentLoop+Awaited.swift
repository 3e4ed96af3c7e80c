import GeofenceCore
import MQTT

/// What commits with a checkpoint, in the same turn: a configuration, and a device that is forgotten.
///
/// It waits until what has gathered of very many devices is written, part by part.
struct Awaited {
    /// A configuration that was read again.
    var configuration: AgentLoop.Reloaded?
    /// What is asked for over HTTP, in order.
    var questions: [Question] = []
    /// The messages that were read and have yet to be handled; nil where there are none.
    ///
    /// Nothing more is read before them, and nothing is sent, since their acknowledgements would leave with
    /// that.
    var messages: Messages?
    /// A configuration whose fences are on their way into force.
    var configuring: Configuring?
    /// What other threads have found out while something was done part by part.
    var findings: [Finding] = []

    /// Messages behind a request, or the request itself.
    struct Messages {
        /// Which of those that were read is the first of them.
        var first: Int
        /// Whether that is a request which waits until all is written.
        var hasRequest: Bool
    }

    /// What was asked for of a server, or of the past.
    enum Finding {
        case ofServer(OutboundReply)
        case ofPast(PastReply)
    }

    var isEmpty: Bool { configuration == nil && questions.isEmpty && findings.isEmpty && messages == nil }
}

extension AgentLoop {
    /// Does what may be done by now of that which had to wait.
    func doAwaited() {
        while !isInParts, !awaited.findings.isEmpty { use(awaited.findings.removeFirst()) }
        guard !isInParts else { return }
        // The subscriptions of another configuration leave at once.
        if awaited.configuration != nil, awaited.messages == nil, hasWrittenAhead(),
            let new = awaited.configuration
        {
            awaited.configuration = nil
            use(new)
        }
        guard !isInParts else { return }
        if agent.pending.awaitsFences, !agent.tracker.engine.isClosing, hasWrittenAhead() { useFences() }
        // In order, as they were asked.
        while !isInParts, let question = awaited.questions.first {
            guard !Self.commitsWithCheckpoint(question.command) || hasWrittenAhead() else { return }
            awaited.questions.removeFirst()
            answer(question)
        }
    }

    private func use(_ finding: Awaited.Finding) {
        switch finding {
        case .ofServer(let reply): agent.finish(reply, at: Clock.now)
        case .ofPast(let reply): agent.finish(reply, at: Clock.now)
        }
    }

    /// Whether a request has to wait.
    func mustWait(_ command: String) -> Bool {
        Self.commitsWithCheckpoint(command) && !isStopping && committer.mustWriteAhead(agent)
    }

    /// Goes on with what is done part by part, and with the messages that wait, where there are any; says
    /// whether the rest of the turn may go on.
    func endWaiting(_ uptime: Int64) -> Bool {
        guard goOnInParts() else { return false }
        guard let messages = awaited.messages, let connection = link.connection else { return true }
        // What the request before them has brought about comes before they change more.
        guard messages.hasRequest ? hasWrittenAhead() : commit(uptime) else { return false }
        committer.isAwaited = true
        handle(messages, in: connection.arrivals, uptime)
        if awaited.messages == nil { connection.arrivals.clearMessages() }
        return !isInParts && commit(uptime) && awaited.messages == nil
    }

    /// Whether what has gathered of very many devices is written; begins that where it is not.
    ///
    /// An agent that ends has no time for parts.
    func hasWrittenAhead() -> Bool {
        guard !isStopping else { return true }
        do throws(StoreFailure) {
            return try committer.hasWrittenAhead(&agent)
        } catch {
            storeFailed(error, Clock.uptime)
            return false
        }
    }

    private static func commitsWithCheckpoint(_ command: String) -> Bool {
        command == RequestKind.deviceForget
    }
}

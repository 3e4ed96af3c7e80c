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
    /// Whether the last message that was read is a request that waits.
    ///
    /// Nothing more is read before it, and nothing is sent, since its acknowledgement would leave with that.
    var hasRequest = false
    /// A configuration whose fences are on their way into force.
    var configuring: Configuring?

    var isEmpty: Bool { configuration == nil && questions.isEmpty && !hasRequest }
}

extension AgentLoop {
    /// Does what may be done by now of that which had to wait.
    func doAwaited() {
        guard !isInParts else { return }
        // The subscriptions of another configuration leave at once.
        if awaited.configuration != nil, !awaited.hasRequest, hasWrittenAhead(),
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

    /// Whether a request has to wait.
    func mustWait(_ command: String) -> Bool {
        Self.commitsWithCheckpoint(command) && !isStopping && committer.mustWriteAhead(agent)
    }

    /// Goes on with what is done part by part, and to the request that waits, where there is one; says
    /// whether the rest of the turn may go on.
    func endWaiting(_ uptime: Int64) -> Bool {
        guard goOnInParts() else { return false }
        guard awaited.hasRequest, let connection = link.connection else { return true }
        guard hasWrittenAhead() else { return false }
        awaited.hasRequest = false
        handleLastRequest(connection.arrivals)
        return commit(uptime)
    }

    /// Whether what has gathered of very many devices is written; begins that where it is not.
    ///
    /// An agent that ends has no time for parts.
    func hasWrittenAhead() -> Bool {
        guard !isStopping else { return true }
        do throws(StoreFailure) {
            return try committer.hasWrittenAhead(&agent, link.heldFilters)
        } catch {
            storeFailed(error, Clock.uptime)
            return false
        }
    }

    private static func commitsWithCheckpoint(_ command: String) -> Bool {
        command == RequestKind.deviceForget
    }
}

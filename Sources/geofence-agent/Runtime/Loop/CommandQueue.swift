import Synchronization

/// What other parts of the process ask of the loop.
enum Command: Hashable, Sendable {
    /// Finish what is begun, say so to the broker, and end.
    case stop
    /// Read the configuration again.
    case reload
    /// Copy the store, beside it.
    case backup
    /// It has been read.
    case reloaded
    /// Turn: an output has something to do.
    case turn
    /// Answer somebody who asks over HTTP.
    case ask(Question)
    /// A server that the agent has asked has answered, or won't.
    case answered(OutboundReply)
    /// A question about the past has its answer.
    case finished(PastReply)
}

/// The one way in which other threads reach the loop: they post, and a descriptor wakes its poll.
final class CommandQueue: Sendable {
    private let commands = Mutex<[Command]>([])
    private let doorbell = Doorbell()

    /// Readable while there may be commands.
    var descriptor: Int32 { doorbell.descriptor }

    /// Leaves a command; from any thread.
    func post(_ command: Command) {
        commands.withLock { $0.append(command) }
        doorbell.ring()
    }

    /// Takes all commands, in the order in which they came.
    func drain() -> [Command] {
        doorbell.silence()
        return commands.withLock { commands in
            defer { commands = [] }
            return commands
        }
    }
}

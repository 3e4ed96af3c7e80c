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
    /// Answer somebody who asks over HTTP; left by `CommandQueue.ask`.
    case ask(Question)
    /// A server that the agent has asked has answered, or won't.
    case answered(OutboundReply)
    /// A question about the past has its answer.
    case finished(PastReply)
}

/// The one way in which other threads reach the loop: they post, and a descriptor wakes its poll.
final class CommandQueue: Sendable {
    /// Questions at most that wait; who has asked may be gone.
    static let mostQuestions = 64

    private struct Waiting {
        var commands: [Command] = []
        var questions = 0
    }

    private let waiting = Mutex(Waiting())
    private let doorbell = Doorbell()

    /// Readable while there may be commands.
    var descriptor: Int32 { doorbell.descriptor }

    /// Leaves a command; from any thread.
    func post(_ command: Command) {
        waiting.withLock { $0.commands.append(command) }
        doorbell.ring()
    }

    /// Leaves a question, from any thread; says whether there was room for it.
    func ask(_ question: Question) -> Bool {
        let hasRoom = waiting.withLock { waiting in
            guard waiting.questions < Self.mostQuestions else { return false }
            waiting.commands.append(.ask(question))
            waiting.questions += 1
            return true
        }
        if hasRoom { doorbell.ring() }
        return hasRoom
    }

    /// Takes commands in the order in which they came: all, or those up to the first question.
    ///
    /// What is asked may take long. So each question has a turn of the loop for itself, as a request over
    /// MQTT has.
    func drain() -> [Command] {
        doorbell.silence()
        let (taken, isMore) = waiting.withLock { waiting in
            let end = waiting.commands.firstIndex(where: \.isQuestion).map { $0 + 1 }
            let taken = Array(waiting.commands.prefix(end ?? .max))
            waiting.commands.removeFirst(taken.count)
            if end != nil { waiting.questions -= 1 }
            return (taken, !waiting.commands.isEmpty)
        }
        if isMore { doorbell.ring() }
        return taken
    }
}

extension Command {
    fileprivate var isQuestion: Bool {
        if case .ask = self { return true }
        return false
    }
}

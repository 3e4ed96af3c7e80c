import Synchronization

/// The one way to the thread that asks servers: questions are left here, and a descriptor wakes it.
final class OutboundInbox: Sendable {
    /// Questions at most that the thread has not taken up.
    static let most = 1024

    private struct Contents {
        var questions: [OutboundQuestion] = []
        var isClosed = false
    }

    private let contents = Mutex(Contents())
    private let doorbell = Doorbell()

    /// Readable while there may be something.
    var descriptor: Int32 { doorbell.descriptor }

    /// Leaves a question; says whether there was room for it.
    func add(_ question: OutboundQuestion) -> Bool {
        let hasRoom = contents.withLock { contents in
            guard contents.questions.count < Self.most, !contents.isClosed else { return false }
            contents.questions.append(question)
            return true
        }
        if hasRoom { doorbell.ring() }
        return hasRoom
    }

    /// Nothing more is asked.
    func end() {
        contents.withLock { $0 = Contents(isClosed: true) }
        doorbell.ring()
    }

    /// Takes all questions, in their order; nil where nothing more is asked.
    func drain() -> [OutboundQuestion]? {
        doorbell.silence()
        return contents.withLock { contents in
            guard !contents.isClosed else { return nil }
            defer { contents.questions = [] }
            return contents.questions
        }
    }
}

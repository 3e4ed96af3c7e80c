import CLibrary
import Dispatch
import Foundation
import Synchronization

/// Asks servers over HTTP, on a thread of its own that begins with the first question.
///
/// Every question gets one answer, unless the client ends before.
final class OutboundClient: Sendable {
    private let inbox = OutboundInbox()
    private let hasThread = Mutex(false)
    private let end = DispatchSemaphore(value: 0)
    private let answer: @Sendable (OutboundReply) -> Void

    /// Answers are given on the client's thread, or on that of who asks where there is no room.
    init(answer: @escaping @Sendable (OutboundReply) -> Void) { self.answer = answer }

    deinit { inbox.end() }

    /// Puts questions; from any thread, and without waiting.
    func ask(_ questions: [OutboundQuestion]) {
        guard !questions.isEmpty else { return }
        begin()
        for question in questions where !inbox.add(question) {
            let failure = OutboundFailure("too many questions wait for \(question.request.origin)")
            answer(OutboundReply(question, .failure(failure)))
        }
    }

    /// Ends all that is on its way, without waiting for any server.
    ///
    /// It waits a second at most for its own thread, so that OpenSSL isn't in use while the process ends.
    func close() {
        inbox.end()
        if hasThread.withLock({ $0 }) { _ = end.wait(timeout: .now() + 1) }
    }

    private func begin() {
        let isFirst = hasThread.withLock { hasThread in
            defer { hasThread = true }
            return !hasThread
        }
        guard isFirst else { return }
        Thread.detachNewThread { [inbox, answer, end] in
            // OpenSSL writes to connections that may be gone.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            Self.run(inbox, answer)
            end.signal()
        }
    }

    private static func run(_ inbox: OutboundInbox, _ answer: @escaping (OutboundReply) -> Void) {
        guard let transfers = OutboundTransfers(answer) else { return refuse(inbox, answer) }
        transfers.run(inbox)
    }

    /// Answers for a library that can't begin.
    private static func refuse(_ inbox: OutboundInbox, _ answer: (OutboundReply) -> Void) {
        let failure = OutboundFailure("libcurl can't begin: no memory, or no descriptor, is left")
        for question in inbox.drain() ?? [] {
            answer(OutboundReply(question, .failure(failure)))
        }
        inbox.end()
    }
}

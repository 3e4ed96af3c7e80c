import Foundation
import Synchronization

/// Answers questions about the past one after the other, on a thread that is there while there are any.
final class PastWorker: Sendable {
    private struct State {
        var jobs: [PastDesk.Job] = []
        var isWorking = false
    }

    private let state = Mutex(State())
    private let done: @Sendable (PastReply) -> Void

    /// Answers are handed over on the worker's thread.
    init(done: @escaping @Sendable (PastReply) -> Void) { self.done = done }

    /// Puts questions, without waiting for the answers.
    func add(_ jobs: [PastDesk.Job]) {
        guard !jobs.isEmpty else { return }
        let isFirst = state.withLock { state in
            state.jobs += jobs
            defer { state.isWorking = true }
            return !state.isWorking
        }
        guard isFirst else { return }
        Thread.detachNewThread { [self] in
            while let job = next() {
                done(PastReply(ticket: job.ticket, result: job.question.answer()))
            }
        }
    }

    private func next() -> PastDesk.Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isWorking = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}

import Foundation
import Synchronization

/// Does what takes longer than an answer may on the thread of HTTP: jobs one after the other, on a thread
/// that is there while there are any.
final class MapWorker: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isWorking = false
        /// Jobs whose places are not free again.
        var held = 0
    }

    private let state = Mutex(State())
    private let most: Int

    /// With places for so many jobs.
    init(most: Int) { self.most = most }

    /// Puts a job; says whether there was a place for it.
    ///
    /// The place is free again with `release`: an answer that somebody reads slowly takes memory, too.
    func add(_ job: @escaping @Sendable () -> Void) -> Bool {
        let (hasPlace, isFirst) = state.withLock { state in
            guard state.held < most else { return (false, false) }
            state.held += 1
            state.jobs.append(job)
            defer { state.isWorking = true }
            return (true, !state.isWorking)
        }
        if isFirst {
            Thread.detachNewThread { [self] in
                while let job = next() { job() }
            }
        }
        return hasPlace
    }

    /// A job's answer is gone.
    func release() { state.withLock { $0.held -= 1 } }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isWorking = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}

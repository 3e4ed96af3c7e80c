import Foundation
import Synchronization

/// Reads something again on a thread of its own, and hands it to the loop by way of its mailbox.
///
/// A configuration with a million points of interest takes seconds to read; the loop goes on meanwhile. Owned
/// by the loop's thread.
final class ConfigurationReloader<Value: Sendable> {
    private let read: @Sendable () -> Value?
    /// Where other parts of the process ask for something.
    let mailbox: CommandQueue
    private let result = Handover()
    private var isReading = false
    private var isStale = false

    /// What the other thread leaves for the loop.
    private final class Handover: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// What has come of it.
    enum Outcome {
        /// It was asked for again meanwhile, and has begun anew: what was read may be out of date.
        case again
        /// It is through; nil where nothing came of it.
        case done(Value?)
    }

    /// Posts `reloaded` to a mailbox whenever something has been read.
    init(_ mailbox: CommandQueue, read: @escaping @Sendable () -> Value?) {
        (self.mailbox, self.read) = (mailbox, read)
    }

    /// Begins to read, or notes that what is being read has to be read once more.
    func begin() {
        guard !isReading else { return isStale = true }
        (isReading, isStale) = (true, false)
        Thread.detachNewThread { [read, mailbox, result] in
            let new = read()
            result.value.withLock { $0 = new }
            mailbox.post(.reloaded)
        }
    }

    /// Takes what was read, once `reloaded` has come.
    func finish() -> Outcome {
        isReading = false
        let new = result.value.withLock { value in
            defer { value = nil }
            return value
        }
        guard isStale else { return .done(new) }
        begin()
        return .again
    }
}

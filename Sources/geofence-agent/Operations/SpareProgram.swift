/// What only a start or a reload needs: the parts of the program that they run, and memory that they free.
struct SpareProgram {
    /// What may be given back.
    private enum State: Equatable {
        case nothing
        /// All, since an uptime.
        case all(since: Int64)
        /// What reaching a broker will have needed.
        case rest
    }

    private let pages = ProgramPages()
    private var state: State

    /// Milliseconds after which all is given back also where no broker has been reached.
    static let patience: Int64 = 10_000

    /// A start has begun.
    init(_ uptime: Int64) { state = .all(since: uptime) }

    /// A reload has run, whether or not anything came of it.
    mutating func didReload(_ uptime: Int64) {
        if case .all = state { return }
        state = .all(since: uptime)
    }

    /// Gives back what may be, once a broker is reached and what it kept is read: that is the end of a start.
    ///
    /// Where none is reached for long, what is spare without one goes before.
    ///
    /// - Returns: whether anything was given back.
    @discardableResult
    mutating func giveBack(isCaughtUp: Bool, _ uptime: Int64) -> Bool {
        switch state {
        case .nothing: return false
        case .all(let since) where !isCaughtUp && uptime - since < Self.patience: return false
        case .rest where !isCaughtUp: return false
        case .all, .rest: break
        }
        state = isCaughtUp ? .nothing : .rest
        pages.giveBack()
        SpareMemory.giveBack()
        return true
    }
}

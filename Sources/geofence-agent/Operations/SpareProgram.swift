/// What only a start or a reload needs: the parts of the program that they run, and memory that they free.
struct SpareProgram {
    private let pages = ProgramPages()
    /// Uptime since when there is some of it; nil: there is none.
    private var since: Int64?

    /// Milliseconds after which it is given back also where no broker has been reached.
    static let patience: Int64 = 10_000

    /// A start has begun.
    init(_ uptime: Int64) { since = uptime }

    /// Whether there is something to give back.
    var isSpare: Bool { since != nil }

    /// A reload has run, whether or not anything came of it.
    mutating func didReload(_ uptime: Int64) { since = since ?? uptime }

    /// Gives it back, once all that a start has to do is done.
    mutating func giveBack(isCaughtUp: Bool, _ uptime: Int64) {
        guard let since, isCaughtUp || uptime - since >= Self.patience else { return }
        self.since = nil
        pages.giveBack()
        SpareMemory.giveBack()
    }
}

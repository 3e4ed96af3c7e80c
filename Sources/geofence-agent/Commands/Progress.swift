import CLibrary

/// How far the reading of files is, in one line on standard error that is written over; nothing where that is
/// no terminal.
struct Progress {
    private let isShown: Bool
    private let total: Int?
    private let write: (String) -> Void
    private var last = -1
    private var lastTime: ContinuousClock.Instant?
    private var isThere = false

    /// Between one line and the next.
    private static let pause = Duration.milliseconds(500)

    /// Begins; `total` is how many bytes there are in all, nil where nobody knows.
    init(
        of total: Int?,
        isShown: Bool = isatty(STDERR_FILENO) == 1,
        write: @escaping (String) -> Void = { try? OutputFailure.write(Array($0.utf8), to: STDERR_FILENO) }
    ) {
        (self.total, self.isShown, self.write) = (total, isShown, write)
    }

    /// Shows how many bytes are done, at most twice a second.
    mutating func update(_ bytes: Int, at now: @autoclosure () -> ContinuousClock.Instant = .now) {
        guard isShown, bytes != last else { return }
        last = bytes
        let now = now()
        if let lastTime, now - lastTime < Self.pause { return }
        lastTime = now
        isThere = true
        write("\r\(Self.text(bytes, of: total))\u{1B}[K")
    }

    /// Wipes the line, before something else is written, or at the end.
    mutating func wipe() {
        guard isThere else { return }
        isThere = false
        write("\r\u{1B}[K")
    }

    /// `12 of 1000 MB, 1 %`.
    static func text(_ bytes: Int, of total: Int?) -> String {
        let megabyte = 1_000_000
        guard let total, total > 0 else { return "\(bytes / megabyte) MB" }
        return "\(bytes / megabyte) of \(total / megabyte) MB, \(min(100, bytes * 100 / total)) %"
    }
}

extension TrackMerge {
    /// Goes through all entries; lines that can't be used, and on a terminal how far it is, go to standard
    /// error.
    mutating func forEachWithProgress<Failure>(
        _ body: (TrackEntry) throws(Failure) -> Void
    ) throws(Failure) {
        var progress = Progress(of: size)
        defer { progress.wipe() }
        repeat {
            let problems = removeProblems()
            if !problems.isEmpty { progress.wipe() }
            for problem in problems { StandardError.print("\(problem)") }
            guard let entry = next() else { continue }
            progress.update(bytesRead)
            try body(entry)
        } while isOpen
    }
}

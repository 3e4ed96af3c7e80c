/// How many bytes are waited for before acknowledgements leave.
///
/// The broker may send no more until it has them. How many bytes it sends before it waits isn't known: more
/// are tried now and then, and what didn't come is tried ever more rarely.
struct LowWater {
    /// Bytes at least and at most.
    static let bounds: ClosedRange<Int32> = 128...16_384
    /// Bytes at first, and at least where more come at once.
    private static let usual: Int32 = 640
    /// Milliseconds from a trial that failed to the next: at first, and at most; each failure doubles it.
    private static let pauses: ClosedRange<Int64> = 1000...64_000
    /// Waits in vain, and none that isn't, after which a trial has failed.
    private static let failure = 4

    private(set) var bytes = Self.usual
    /// Whether the least of them comes, as far as is known: else nothing is worth waiting for.
    private(set) var leastComes = true
    /// The bytes that didn't come last.
    private var failed = Int32.max
    private var triesAgainFrom: Int64 = 0
    private var pause = Self.pauses.lowerBound
    /// Whether the broker is yet to send as much as is waited for.
    private var isTrial = true
    /// How much came before a trial of more.
    private var before = Int32.max
    /// Waits since it was adapted last, and those of them whose bytes didn't come.
    private var waits = (all: 0, vain: 0)

    /// A wait has ended, in vain where the bytes didn't come.
    ///
    /// A step is how many fifths of what is waited for are tried next.
    mutating func didWait(inVain: Bool, step: Int32, _ uptime: Int64) {
        waits.all += 1
        if inVain { waits.vain += 1 }
        if isTrial, waits.vain == waits.all, waits.vain >= Self.failure { fail(step, uptime) }
    }

    /// Waits for a step less where turns took more than five sixths of the longest wait on average, and for a
    /// step more where that would come within these.
    ///
    /// All times are in milliseconds.
    mutating func adapt(turns: Int, in elapsed: Int64, atMost longest: Int64, step: Int32, _ uptime: Int64) {
        defer { waits = (0, 0) }
        if !leastComes, uptime >= triesAgainFrom { (leastComes, isTrial) = (true, true) }
        guard waits.all > 0 else { return }
        if waits.vain * 4 > waits.all { return fail(step, uptime) }
        if isTrial { succeed() }
        let room = Int64(turns) * longest * 5 / 6
        if room < elapsed, bytes > Self.usual { bytes = max(Self.usual, less(step)) }
        let more = min(Self.bounds.upperBound, bytes * step / 5)
        guard 5 * room >= Int64(step) * elapsed, waits.vain * 16 < waits.all else { return }
        if more > bytes, !isAsMuch(more) || uptime >= triesAgainFrom {
            (before, bytes, isTrial) = (bytes, more, true)
        }
    }

    private mutating func succeed() {
        isTrial = false
        if isAsMuch(bytes) { (failed, pause) = (.max, Self.pauses.lowerBound) }
    }

    private mutating func fail(_ step: Int32, _ uptime: Int64) {
        let (isLeast, hasBefore) = (bytes == Self.bounds.lowerBound, isTrial && before < bytes)
        failed = bytes
        if isLeast { leastComes = false }
        if isLeast || hasBefore {
            triesAgainFrom = uptime + pause
            pause = min(Self.pauses.upperBound, 2 * pause)
        } else {
            // What came until now may do so again soon.
            triesAgainFrom = uptime + Self.pauses.lowerBound
        }
        bytes = hasBefore ? before : less(step)
        // Where nothing has come yet, what is less is one, too.
        isTrial = isTrial && !hasBefore
        waits = (0, 0)
    }

    private func less(_ step: Int32) -> Int32 { max(Self.bounds.lowerBound, bytes * 5 / step) }

    /// Whether so many bytes are as many as failed last, but for what steps lose by rounding.
    private func isAsMuch(_ bytes: Int32) -> Bool { bytes >= failed - failed / 16 }
}

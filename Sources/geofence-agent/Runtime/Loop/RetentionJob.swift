import GeofenceCore

/// When something of the past is to be erased, and how far that has come.
///
/// Once a day, what is older than `history.days`; and after `device/forget`, once everything that names the
/// device has left for the broker, what is left of it in the file.
struct RetentionJob {
    /// How far it has come.
    enum Step: Hashable {
        case idle
        /// Rows, from the key of a device on.
        case rows(before: Int64, from: Int64)
        /// Free pages.
        case pages
        /// SQLite's own log.
        case log
    }

    /// Milliseconds between two purges.
    static let day: Int64 = 86_400_000
    /// Before all that can be kept.
    private static let never = Timestamp(milliseconds: .min / 2)
    /// Milliseconds until something that failed, or found a reader in its way, is tried again.
    static let pause: Int64 = 1000

    private(set) var step = Step.idle
    /// Days to keep; nil where there never was a history.
    private var days: Int?
    /// When rows were last purged.
    private var purged: Timestamp?
    /// The last row of the outbox that may name a forgotten device; nil where none was forgotten.
    private(set) var forgottenUpTo: Int64?
    /// Whether the present run will have taken out what is left of forgotten devices.
    private var isThorough = false
    /// Nothing is done before.
    var notBefore: Int64 = 0

    init() {}

    /// Takes up what the store holds.
    ///
    /// Without a history the last one's `days` go on to count. `newestRow` is the last row of the outbox that
    /// the store holds: an outbox that was empty numbers its rows anew, and these name no forgotten device.
    init(
        _ stored: [String: [UInt8]],
        _ settings: HistorySettings?,
        newestRow: Int64 = .max
    ) throws(DamagedBytes) {
        if let bytes = stored[Agent.StoreKey.purged] {
            var reader = ByteReader(bytes)
            purged = try reader.timestamp()
            days = Int(clamping: try reader.count())
        }
        days = settings?.days ?? days
        if let bytes = stored[Agent.StoreKey.erasing] {
            var reader = ByteReader(bytes)
            forgottenUpTo = min(try reader.integer(), newestRow)
        }
    }

    /// Whether there is something to do at once.
    func isBusy(_ uptime: Int64) -> Bool { step != .idle && uptime >= notBefore }

    /// A device was forgotten; rows of the outbox up to this number may name it.
    mutating func forget(upTo number: Int64) {
        forgottenUpTo = number
        isThorough = false
    }

    /// Whether a run is to begin: a day has passed, or the clock was set back by as much, or the outbox is
    /// past what names a forgotten device.
    func isDue(at now: Timestamp, oldestRow: Int64?) -> Bool {
        guard step == .idle else { return false }
        return isPurgeDue(at: now) || hasLeft(oldestRow)
    }

    private func isPurgeDue(at now: Timestamp) -> Bool {
        guard days != nil else { return false }
        guard let purged else { return true }
        return now.millisecondsSince(purged).magnitude >= Self.day.magnitude
    }

    private func hasLeft(_ oldestRow: Int64?) -> Bool {
        forgottenUpTo.map { upTo in oldestRow.map { $0 > upTo } ?? true } ?? false
    }

    /// Begins a run.
    mutating func begin(at now: Timestamp, oldestRow: Int64?) {
        let before = days.map { now.advanced(byMilliseconds: -Int64($0) * Self.day) } ?? Self.never
        step = .rows(before: before.milliseconds, from: 0)
        isThorough = hasLeft(oldestRow)
    }

    /// Goes on to a step.
    mutating func go(on next: Step) { step = next }

    /// The run is over; gives what the store is to keep of that.
    mutating func finish(at now: Timestamp) -> (purged: [UInt8]?, isThorough: Bool) {
        step = .idle
        defer { isThorough = false }
        if isThorough { forgottenUpTo = nil }
        guard let days else { return (nil, isThorough) }
        purged = now
        var writer = ByteWriter()
        writer.timestamp(now)
        writer.count(UInt64(days))
        return (writer.bytes, isThorough)
    }
}

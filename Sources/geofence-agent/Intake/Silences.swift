import GeofenceCore

/// For how many days each device has been silent.
///
/// Days are counted on which the agent has heard the broker. A day on which it was away, or deaf, is none,
/// and a clock that is set to another year adds one at most: no device is forgotten for that.
struct Silences: Hashable {
    /// Days since this was first counted, from 1 on.
    private(set) var today: UInt64 = 1
    /// The day of the wall clock, counted from 1970 by UTC, at the last look; nil before the first.
    private var lastDay: Int64?
    /// By number of a device: the day on which it was last heard of; 0: not since this is counted.
    private var heard: [UInt64] = []
    /// Numbers below this have yet to be looked at today.
    private(set) var unseen = 0
    /// Whether a checkpoint would have other bytes than the last one.
    private(set) var isNew = false

    /// A device has sent something, whatever became of it.
    mutating func hear(_ device: Int) {
        if heard.count <= device { heard += Array(repeating: 0, count: device + 1 - heard.count) }
        guard heard[device] != today else { return }
        heard[device] = today
        isNew = true
    }

    /// Nobody has this number any more.
    mutating func drop(_ device: Int) {
        guard device < heard.count, heard[device] != 0 else { return }
        heard[device] = 0
        isNew = true
    }

    /// Looks at the clock; on another day than at the last look all numbers below `limit` are to be looked
    /// at.
    ///
    /// - Returns: whether it is another day.
    mutating func look(at now: Timestamp, limit: Int) -> Bool {
        let day = now.milliseconds / 86_400_000
        guard day != lastDay else { return false }
        if lastDay != nil { today += 1 }
        (lastDay, unseen, isNew) = (day, limit, true)
        return true
    }

    /// The next number to look at, from the highest down; nil at the end.
    mutating func next() -> Int? {
        guard unseen > 0 else { return nil }
        unseen -= 1
        return unseen
    }

    /// Whether nothing was heard of a device on more than so many days; one of which nothing is known counts
    /// from today on.
    mutating func isSilent(_ device: Int, for days: Int) -> Bool {
        guard device < heard.count, heard[device] != 0 else {
            hear(device)
            return false
        }
        return today - min(heard[device], today) > UInt64(days)
    }

    /// A checkpoint is kept.
    mutating func didCheckpoint() { isNew = false }

    /// For the store.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.count(today)
        writer.optional(lastDay) { $0.integer($1) }
        // Those that report are nearest to today, which makes the number of most a byte.
        writer.list(heard) { writer, day in writer.count(day == 0 ? 0 : today - min(day, today) + 1) }
        return writer.bytes
    }

    /// Takes up what the store holds.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let today = max(1, try reader.count())
        lastDay = try reader.optional { reader throws(DamagedBytes) in try reader.integer() }
        heard = try reader.list { reader throws(DamagedBytes) in
            let ago = try reader.count()
            return ago == 0 ? 0 : today - min(ago - 1, today - 1)
        }
        (self.today, unseen, isNew) = (today, 0, false)
    }
}

/// The clocks of a time zone: which offset from UTC they show from when on.
///
/// The table arrives as data, so that a fence keeps its meaning whatever the machine knows of time zones.
public struct TimeZoneTable: Hashable, Sendable, CustomStringConvertible {
    /// A moment at which the clocks change.
    public struct Change: Hashable, Sendable {
        /// The first moment of the new offset; a whole second.
        public let from: Timestamp
        /// Seconds that local time is ahead of UTC from then on; negative in the west.
        public let offset: Int

        /// Makes a change; `TimeZoneTable` checks it.
        public init(from: Timestamp, offset: Int) {
            (self.from, self.offset) = (from, offset)
        }
    }

    /// The zone's name in the IANA time zone database, such as `Europe/Berlin`.
    public let name: String
    /// Seconds that local time is ahead of UTC before the first change.
    public let firstOffset: Int
    /// The changes, ascending.
    public let changes: [Change]

    /// Most seconds that local time may be ahead of or behind UTC: 26 hours.
    ///
    /// RFC 8536, section 3.2, allows a little less than 25 hours behind and 26 ahead.
    public static let maximumOffset = 26 * 3600

    /// UTC, whose clocks never change.
    public static let utc = TimeZoneTable(unchecked: "UTC", 0, [])

    /// Makes a zone.
    ///
    /// - Throws: `TimeZoneTableError` where the changes don't ascend, one is no whole second, or an offset is
    ///   beyond `maximumOffset`.
    public init(name: String, firstOffset: Int, changes: [Change]) throws(TimeZoneTableError) {
        for offset in [firstOffset] + changes.map(\.offset) where offset.magnitude > Self.maximumOffset {
            throw .offset(offset)
        }
        for change in changes where change.from.milliseconds % 1000 != 0 { throw .fraction(change.from) }
        for (earlier, later) in zip(changes, changes.dropFirst()) where earlier.from >= later.from {
            throw .order(later.from)
        }
        self.init(unchecked: name, firstOffset, changes)
    }

    private init(unchecked name: String, _ firstOffset: Int, _ changes: [Change]) {
        (self.name, self.firstOffset, self.changes) = (name, firstOffset, changes)
    }

    /// The zone's name.
    public var description: String { name }

    /// Seconds that local time is ahead of UTC at a moment.
    ///
    /// - Complexity: O(log n) for n changes.
    public func offset(at time: Timestamp) -> Int {
        Int(offset(ofSpan: span(at: time.wholeSeconds)))
    }

    /// The first moment at which the local clock shows a time or a later one.
    ///
    /// Of a time that is shown twice it is the first; of a time that is skipped, the moment of the jump.
    /// - Parameter local: what the clock shows, as if it were UTC.
    /// - Returns: the moment; stops at the ends of the range.
    /// - Complexity: O(log n) for n changes.
    public func firstMoment(showing local: Timestamp) -> Timestamp {
        let (second, fraction) = local.milliseconds.flooredDivision(by: 1000)
        let first = firstSecond(reaching: second)
        let isShown = first + offset(ofSpan: span(at: first)) == second
        let moment = Timestamp(wholeSeconds: first) ?? (first < 0 ? .distantPast : .distantFuture)
        return isShown ? moment.advanced(byMilliseconds: fraction) : moment
    }
}

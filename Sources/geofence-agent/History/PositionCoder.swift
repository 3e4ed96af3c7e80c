import GeofenceCore

/// Writes positions one behind the other, each as its difference from the one before, and reads them back.
///
/// A position is a byte that says what has changed, then the step of time where that is another than before,
/// in milliseconds, then latitude and longitude, then what has changed of accuracy, altitude and speed.
struct PositionCoder: Equatable {
    /// The last position that was written or read.
    private(set) var last: HistoryPosition
    /// How long after the one before it that was, in milliseconds.
    private var step: Int64 = 0

    /// In the first byte: the step follows.
    private static let newStep: UInt8 = 1
    /// Where in the first byte the changes of accuracy, altitude and speed stand, two bits each.
    private static let (accuracy, altitude, speed): (UInt8, UInt8, UInt8) = (1, 3, 5)

    /// The first position is of this moment, if its step is to take no room.
    init(at time: Int64) { last = HistoryPosition(time: time, latitude: 0, longitude: 0) }

    /// Takes up writing or reading behind a position.
    init(from reader: inout ByteReader, since time: Int64) throws(DamagedBytes) {
        self.init(at: time)
        _ = try read(from: &reader)
        step = try reader.integer()
    }

    /// Writes how far it has come, for `init(from:since:)`.
    func write(to writer: inout ByteWriter, since time: Int64) {
        var start = PositionCoder(at: time)
        start.write(last, to: &writer)
        writer.integer(step)
    }

    /// Writes the next position.
    mutating func write(_ next: HistoryPosition, to writer: inout ByteWriter) {
        let accuracy = Change(last.accuracy, next.accuracy)
        let altitude = Change(last.altitude, next.altitude)
        let speed = Change(last.speed, next.speed)
        let newStep = next.time &- last.time
        let head =
            (newStep == step ? 0 : Self.newStep) | accuracy.kind.rawValue << Self.accuracy
            | altitude.kind.rawValue << Self.altitude | speed.kind.rawValue << Self.speed
        var (numbers, count) = (InlineArray<8, Int64>(repeating: 0), 0)
        func add(_ number: Int64) {
            numbers[count] = number
            count += 1
        }
        if newStep != step { add(newStep) }
        add(Int64(next.latitude) - Int64(last.latitude))
        add(Int64(next.longitude) - Int64(last.longitude))
        if accuracy.kind == .other { add(accuracy.difference) }
        if altitude.kind == .other { add(altitude.difference) }
        if speed.kind == .other { add(speed.difference) }
        writer.record(head, numbers, count: count)
        (last, step) = (next, newStep)
    }

    /// Reads the next position.
    ///
    /// - Throws: where the bytes end before, or hold what is not written.
    mutating func read(from reader: inout ByteReader) throws(DamagedBytes) -> HistoryPosition {
        let head = try reader.byte()
        guard head >> 7 == 0 else { throw reader.damaged }
        if head & Self.newStep != 0 { step = try reader.integer() }
        last.time &+= step
        last.latitude = try Self.number(last.latitude, from: &reader)
        last.longitude = try Self.number(last.longitude, from: &reader)
        last.accuracy = try Self.optional(last.accuracy, head >> Self.accuracy, from: &reader)
        last.altitude = try Self.optional(last.altitude, head >> Self.altitude, from: &reader)
        last.speed = try Self.optional(last.speed, head >> Self.speed, from: &reader)
        return last
    }

    /// How a number that may be unknown differs from the one before it.
    private struct Change {
        enum Kind: UInt8 {
            case same = 0
            case unknown = 1
            case other = 2
        }

        let kind: Kind
        /// From 0 where the one before was unknown.
        let difference: Int64

        init(_ before: Int32?, _ next: Int32?) {
            difference = Int64(next ?? 0) - Int64(before ?? 0)
            kind = next == before ? .same : next == nil ? .unknown : .other
        }
    }

    private static func number(
        _ before: Int32,
        from reader: inout ByteReader
    ) throws(DamagedBytes) -> Int32 {
        // No sum of wild differences overflows: it wraps, and is no number of 32 bits, or one that was not
        // written.
        guard let number = Int32(exactly: Int64(before) &+ (try reader.integer())) else {
            throw reader.damaged
        }
        return number
    }

    private static func optional(
        _ before: Int32?,
        _ kind: UInt8,
        from reader: inout ByteReader
    ) throws(DamagedBytes) -> Int32? {
        switch Change.Kind(rawValue: kind & 3) {
        case .same: before
        case .unknown: nil
        case .other: try number(before ?? 0, from: &reader)
        case nil: throw reader.damaged
        }
    }
}

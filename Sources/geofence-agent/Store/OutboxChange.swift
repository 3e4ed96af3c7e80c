import GeofenceCore
import MQTT

/// What one batch changes in the outbox, as the store has it in bytes: the numbers of the rows that are no
/// more, and behind them the rows that are new.
enum OutboxChange {
    /// No run of numbers is as long: the agent stops reading long before.
    private static let longestRun: UInt64 = 1 << 24

    /// Writes a change.
    static func write(gone: [ClosedRange<Int64>], _ rows: [OutboxRow], to writer: inout ByteWriter) {
        writer.list(gone) { writer, run in
            writer.integer(run.lowerBound)
            writer.count(UInt64(bitPattern: run.upperBound &- run.lowerBound))
        }
        // By their places: a loop over the rows would copy each.
        for index in rows.indices { rows[index].write(to: &writer) }
    }

    /// Reads the numbers of the rows that are no more, which stand first.
    static func readGone(_ reader: inout ByteReader) throws(DamagedBytes) -> [ClosedRange<Int64>] {
        try reader.list { reader throws(DamagedBytes) in
            let first = try reader.integer()
            let count = try reader.count()
            guard count < longestRun else { throw reader.damaged }
            let (last, isTooMuch) = first.addingReportingOverflow(Int64(count))
            guard !isTooMuch else { throw reader.damaged }
            return first...last
        }
    }

    /// Reads the rows that stand behind those numbers, but for those that are gone meanwhile.
    static func readRows(
        _ reader: inout ByteReader,
        _ rows: inout [OutboxRow],
        without isGone: (Int64) -> Bool
    ) throws(DamagedBytes) {
        while !reader.isAtEnd {
            if let row = try OutboxRow(from: &reader, unless: isGone) { rows.append(row) }
        }
    }
}

extension OutboxRow {
    /// The bytes that it takes, about.
    var size: Int {
        topic.utf8.count + payload.count + (correlation?.count ?? 0) + userProperties.bytes.count + 16
    }

    /// What a row has, in the byte before it.
    private enum Part {
        static let retained: UInt8 = 1
        static let correlation: UInt8 = 2
        static let properties: UInt8 = 4
        static let all = retained | correlation | properties
    }

    fileprivate func write(to writer: inout ByteWriter) {
        let parts =
            (isRetained ? Part.retained : 0) | (correlation == nil ? 0 : Part.correlation)
            | (userProperties.isEmpty ? 0 : Part.properties)
        writer.record(parts, [number, time, 0, 0, 0, 0, 0, 0], count: 2)
        writer.text(topic)
        writer.blob(payload)
        if let correlation { writer.blob(correlation) }
        if !userProperties.isEmpty { writer.blob(userProperties.bytes) }
    }

    /// Reads a row; nil where it is gone, and nothing is made of its bytes.
    fileprivate init?(
        from reader: inout ByteReader,
        unless isGone: (Int64) -> Bool
    ) throws(DamagedBytes) {
        let parts = try reader.byte()
        guard parts & ~Part.all == 0 else { throw reader.damaged }
        let (number, time) = (try reader.integer(), try reader.integer())
        let (topic, payload) = (try reader.blob(), try reader.blob())
        let correlation = parts & Part.correlation == 0 ? nil : try reader.blob()
        let properties = parts & Part.properties == 0 ? [] : try reader.blob()
        if isGone(number) { return nil }
        guard let topic = String(validating: topic, as: UTF8.self) else { throw reader.damaged }
        self.init(
            number: number,
            topic: topic,
            payload: Array(payload),
            isRetained: parts & Part.retained != 0,
            time: time,
            correlation: correlation.map { Array($0) },
            userProperties: UserProperties(bytes: properties)
        )
    }
}

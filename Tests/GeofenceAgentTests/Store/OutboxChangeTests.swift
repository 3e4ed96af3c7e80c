import GeofenceCore
import MQTT
import Testing

@testable import geofence_agent

/// The bytes of what a batch changes in the outbox, and numbers that are put together for them.
@Suite struct OutboxChangeTests {
    /// A row with everything, one with nothing, and one that clears a topic.
    private static let rows: [OutboxRow] = {
        var answer = OutboxRow.row(7, "a/ü", "yes", retained: true, time: -5)
        answer.correlation = [0, 255]
        answer.userProperties = UserProperties(bytes: [0, 1, 97, 0, 1, 98])
        var empty = OutboxRow.row(9, "", "")
        empty.correlation = []
        return [answer, empty, .row(10, "b", "", retained: true, time: 1_760_000_000_000)]
    }()

    private static let gone: [ClosedRange<Int64>] = [-9 ... -3, 1...1, 4...6, .max - 1 ... .max]

    private static func bytes() -> [UInt8] {
        var writer = ByteWriter()
        OutboxChange.write(gone: gone, rows, to: &writer)
        return writer.bytes
    }

    private static func read(
        _ bytes: [UInt8],
        without isGone: (Int64) -> Bool = { _ in false }
    ) throws(DamagedBytes) -> (gone: [ClosedRange<Int64>], rows: [OutboxRow]) {
        var reader = ByteReader(bytes)
        var rows: [OutboxRow] = []
        let gone = try OutboxChange.readGone(&reader)
        try OutboxChange.readRows(&reader, &rows, without: isGone)
        return (gone, rows)
    }

    @Test func `reads what was written`() throws {
        let change = try Self.read(Self.bytes())
        #expect(change.gone == Self.gone)
        #expect(change.rows == Self.rows)
    }

    /// Whoever changes these bytes raises `Store.codec`.
    @Test func `writes these bytes`() {
        var writer = ByteWriter()
        var answer = OutboxRow.row(300, "a", "bc", retained: true, time: -1)
        answer.correlation = [9]
        answer.userProperties = UserProperties(bytes: [0, 1, 97, 0, 1, 98])
        OutboxChange.write(gone: [2...2, 5...7], [answer, .row(1)], to: &writer)
        let row: [UInt8] = [7, 0xD8, 4, 1, 1, 97, 2, 98, 99, 1, 9, 6, 0, 1, 97, 0, 1, 98]
        #expect(writer.bytes == [2, 4, 0, 10, 2] + row + [0, 2, 0, 1, 116, 1, 112])
    }

    @Test func `passes over rows that are gone`() throws {
        #expect(try Self.read(Self.bytes()) { $0 == 9 }.rows.map(\.number) == [7, 10])
    }

    @Test func `refuses a beginning that is cut within a row`() throws {
        let bytes = Self.bytes()
        var whole = 0
        for end in bytes.indices {
            guard let rows = try? Self.read(Array(bytes[..<end])).rows else { continue }
            whole += 1
            #expect(rows == Array(Self.rows[..<rows.count]))
        }
        // Behind the numbers, and behind each row but the last.
        #expect(whole == 3)
    }

    @Test func `reads any bytes to their end, or refuses them`() {
        let bytes = Self.bytes()
        for index in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = value
                _ = try? Self.read(changed)
            }
        }
    }

    @Test(
        arguments: [
            // Parts that no row has; a topic that is no text; more numbers than there are.
            [0, 8, 2, 0, 0, 0], [0, 0, 2, 0, 1, 0xFF, 0],
            [1, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
            // More numbers than rows can be.
            [1, 0, 0x80, 0x80, 0x80, 0x08],
        ] as [[UInt8]]
    )
    func `refuses what no batch has written`(_ bytes: [UInt8]) {
        #expect(throws: DamagedBytes.self) { try Self.read(bytes) }
    }

    @Test func `numbers that follow each other make a run`() {
        #expect(OutboxLog.runs(of: []) == [])
        #expect(OutboxLog.runs(of: [7]) == [7...7])
        #expect(OutboxLog.runs(of: [7, 8, 9]) == [7...9])
        #expect(OutboxLog.runs(of: [7, 8, 8]) == [7...8])
        #expect(OutboxLog.runs(of: [7, 8, 10, 10]) == [7...8, 10...10])
        #expect(OutboxLog.runs(of: [.max, .min]) == [.min ... .min, .max ... .max])
        #expect(OutboxLog.runs(of: [6, 1, 2, 4, 2]) == [1...2, 4...4, 6...6])
        #expect(OutboxLog.runs(of: [.max, .min, .max - 1]) == [.min ... .min, .max - 1 ... .max])
        #expect(OutboxLog.joined([5...9, 1...2, 3...3, 6...7, 11...12]) == [1...3, 5...9, 11...12])
        #expect(OutboxLog.joined([5 ... .max, .max ... .max]) == [5 ... .max])
    }

    @Test func `finds a number in runs`() {
        let runs: [ClosedRange<Int64>] = [1...3, 5...9, 11...11]
        #expect((0...12).filter { OutboxLog.has(runs, $0) } == [1, 2, 3, 5, 6, 7, 8, 9, 11])
        #expect(!OutboxLog.has([], 1))
    }
}

import BenchmarkSupport
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Rows come back as they were added, whatever their lengths.
@Suite struct PackedRowsTests {
    @Test func `rows keep their keys, bytes and order`() {
        let rows: PackedRows<Int64> = [(3, [1, 2]), (-1, []), (7, [9])]
        #expect(rows.count == 3 && rows.keys == [3, -1, 7])
        #expect(rows.values.arrays == [[1, 2], [], [9]])
        #expect(rows[2].key == 7 && rows[2].bytes == [9])
        #expect(PackedRows<Int64>().isEmpty)
    }

    /// Some megabytes, so that there are several pieces of memory.
    @Test func `thousands of rows come back from all pieces`() {
        var random = SeededGenerator(seed: 6)
        let arrays = (0..<3000).map { number in
            [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: Int(random.next() % 2500))
        }
        let packed = PackedBytes(arrays)
        #expect(packed.arrays == arrays)
        #expect(packed == PackedBytes(arrays) && packed != PackedBytes(arrays.dropLast()))
    }

    @Test func `bytes of one row stand where others end`() {
        var packed: PackedBytes = [[5]]
        packed.append { writer in
            writer.count(300)
            writer.byte(1)
        }
        #expect(packed.arrays == [[5], [0xAC, 0x02, 1]])
    }

    @Test(arguments: [0, 1, 3000]) func `what is drained comes in order and is gone`(_ count: Int) {
        let arrays = (0..<count).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 1000) }
        var rows = PackedRows(zip(0..., arrays).map { ($0, $1) })
        var found: [(key: Int, bytes: [UInt8])] = []
        rows.drain { found.append(($0, Array($1))) }
        #expect(found.map(\.key) == Array(0..<count) && found.map(\.bytes) == arrays)
        #expect(rows.isEmpty && rows.values.isEmpty)
    }

    @Test func `an error ends the draining`() {
        var rows: PackedRows<Int> = [(1, [1]), (2, [2]), (3, [3])]
        var found: [Int] = []
        #expect(throws: UnexpectedValue.self) {
            try rows.drain { key, _ in
                found.append(key)
                if key == 2 { throw UnexpectedValue() }
            }
        }
        #expect(found == [1, 2])
    }
}

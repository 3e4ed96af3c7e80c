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
}

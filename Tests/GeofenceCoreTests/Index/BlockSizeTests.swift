@testable import GeofenceCore
import Testing

/// The sizes that the blocks of the index have.
@Suite struct BlockSizeTests {
    @Test func `sizes grow by a half or a third, one after the other`() {
        var (size, sizes) = (BlockSize.none, [Int]())
        for _ in 0..<10 {
            size = size.next
            sizes.append(size.entries)
        }
        #expect(BlockSize.none.entries == 0)
        #expect(sizes == [1, 2, 3, 4, 6, 8, 12, 16, 24, 32])
    }

    @Test func `there is a size for as many entries as there may be slots`() {
        var (size, count) = (BlockSize.none, 0)
        while size.entries < EntryPool.slotLimit {
            size = size.next
            count += 1
        }
        #expect(size.number < BlockSize.limit && count < 60)
    }

    @Test func `a run keeps its start, its count and its size`() {
        let most = Int(EntryPool.slotLimit)
        for (count, number) in [(0, 0), (1, 1), (3, 4), (most, BlockSize.limit - 1)] {
            let run = EntryPool.Run(start: 77, count: count, size: BlockSize(number: UInt8(number)))
            #expect((run.start, run.count, run.size.number) == (77, count, UInt8(number)))
            #expect(run.indices == 77..<77 + count)
        }
        #expect(EntryPool.Run.empty.indices.isEmpty)
    }
}

@testable import GeofenceCore
import Testing

/// The sizes that the blocks of the index have.
@Suite struct BlockSizeTests {
    @Test func `sizes grow one after the other, in small steps where most cells are`() {
        var (size, sizes) = (BlockSize.none, [Int]())
        for _ in 0..<26 {
            size = size.next
            sizes.append(size.entries)
        }
        #expect(BlockSize.none.entries == 0)
        let small = [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112]
        #expect(sizes == small + [128, 192, 256, 384, 512])
    }

    @Test func `there is a size for as many entries as there may be slots`() {
        var size = BlockSize.none
        while size.entries < EntryPool.slotLimit, size.number < BlockSize.limit - 1 { size = size.next }
        #expect(size.entries >= EntryPool.slotLimit)
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

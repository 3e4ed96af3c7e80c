import BenchmarkSupport
@testable import GeofenceCore
import Testing

/// Records are found by their slot, wherever they were put in.
@Suite struct PairRecordsTests {
    private func record(_ slot: Int32, _ status: Status = .outside) -> FenceMembership {
        FenceMembership(fence: slot, status: status)
    }

    @Test(arguments: [[], [5], [5, 1, 9, 3, 7], [9, 7, 5, 3, 1], [1, 3, 5, 7, 9]] as [[Int32]])
    func `records put in in any order ascend by slot and are found`(_ slots: [Int32]) {
        var records = PairRecords()
        for slot in slots { records.insert(record(slot)) }
        #expect(records.map(\.fence) == slots.sorted())
        for slot in 0...10 as ClosedRange<Int32> {
            let (index, found) = records.position(of: slot)
            #expect(found == slots.contains(slot), "slot \(slot)")
            #expect(index == slots.count { $0 < slot }, "slot \(slot)")
        }
    }

    @Test func `records that were read back are the same as those put in`() {
        var records = PairRecords()
        for slot in [4, 2, 8] as [Int32] { records.insert(record(slot)) }
        #expect(Array(PairRecords(Array(records))) == Array(records))
        #expect(PairRecords(Array(records)).position(of: 8) == (2, true))
    }

    @Test func `one that is taken out is found no more, and its place can be taken`() {
        var records = PairRecords([record(1), record(3), record(5)])
        #expect(records.remove(at: 1) == record(3))
        #expect(records.position(of: 3) == (1, false))
        #expect(records.position(of: 5) == (1, true))
        records.insert(record(3, .inside))
        #expect(records.map(\.status) == [.outside, .inside, .outside])
    }

    @Test func `one is changed in place`() {
        var records = PairRecords([record(1), record(3)])
        records[1].status = .inside
        #expect(Array(records) == [record(1), record(3, .inside)])
    }

    /// A thousand steps of a random journey, beside a dictionary; few records, and many.
    @Test(arguments: [8, 60] as [Int32]) func `finds what a dictionary finds`(_ most: Int32) {
        var random = SeededGenerator(seed: 7)
        var (records, plain) = (PairRecords(), [Int32: FenceMembership]())
        for _ in 0..<1000 {
            let slot = Int32.random(in: 0..<most, using: &random)
            let (index, found) = records.position(of: slot)
            #expect(found == (plain[slot] != nil))
            if found {
                #expect(records.remove(at: index) == plain.removeValue(forKey: slot))
            } else {
                records.insert(record(slot))
                plain[slot] = record(slot)
            }
            #expect(records.map(\.fence) == plain.keys.sorted())
        }
    }
}

/// The records of one device, ascending by the slot of their fence.
///
/// The slots of many stand once more by themselves: a device that gets about has hundreds of records, and to
/// search them would fetch from memory each that is compared, while the slots of all of them are a few
/// hundred bytes in a row.
struct PairRecords: RandomAccessCollection {
    private var records: ContiguousArray<FenceMembership>
    /// Empty where the records are few.
    private var slots: ContiguousArray<Int32> = []

    /// So many are few.
    private static var few: Int { 4 }

    /// Takes records that ascend by slot, each of another fence.
    init(_ records: [FenceMembership] = []) {
        self.records = ContiguousArray(records)
        if records.count > Self.few { slots = ContiguousArray(records.map(\.fence)) }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { records.count }

    /// A record, which may be changed in place, but for its slot.
    subscript(index: Int) -> FenceMembership {
        get { records[index] }
        _modify { yield &records[index] }
    }

    /// Where the record of a fence is, or would have to be put in.
    func position(of slot: Int32) -> (index: Int, found: Bool) {
        guard !slots.isEmpty else {
            let index = records.firstIndex { $0.fence >= slot } ?? records.count
            return (index, index < records.count && records[index].fence == slot)
        }
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if slots[middle] < slot { low = middle + 1 } else { high = middle }
        }
        return (low, low < slots.count && slots[low] == slot)
    }

    /// Whether the device has ever been inside a fence.
    func hasBeenInside(_ slot: Int32) -> Bool {
        let (index, found) = position(of: slot)
        return found && records[index].hasBeenInside
    }

    /// Puts in the record of a fence that has none.
    mutating func insert(_ record: FenceMembership) {
        let index = position(of: record.fence).index
        records.insert(record, at: index)
        if !slots.isEmpty {
            slots.insert(record.fence, at: index)
        } else if records.count > Self.few {
            slots = ContiguousArray(records.map(\.fence))
        }
    }

    mutating func remove(at index: Int) -> FenceMembership {
        if records.count - 1 > Self.few { slots.remove(at: index) } else { slots = [] }
        return records.remove(at: index)
    }
}

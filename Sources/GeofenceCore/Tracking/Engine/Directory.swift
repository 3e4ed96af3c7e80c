/// The numbers of devices, found by the bytes of their ids without making a `String`.
///
/// A device keeps its number for as long as it is known. The number of one that was removed is given out
/// again once it is released. A new device gets the least number that is free: that depends on the devices
/// that there are, and not on those that were before.
struct Directory {
    /// Of ids, where they have their place in the table.
    private let hash = SeededHash()
    private var table: [Int32] = Array(repeating: -1, count: 16)
    /// By number; empty where it is nobody's.
    private var ids = ByteStrings()
    /// How many devices there are.
    private(set) var count = 0
    /// Numbers of devices that were removed, not to be given out yet.
    private var withheld: Set<Int32> = []
    /// Numbers below `limit` that can be given out; all of them, unless `hasGaps`.
    private var vacant = MinHeap<Int32>()
    /// Whether devices were added under numbers of their own, and `vacant` is to be made anew.
    private var hasGaps = false

    /// All numbers are below this.
    var limit: Int { ids.count }

    /// Whether a number is a device's.
    func contains(_ number: Int) -> Bool {
        number >= 0 && number < ids.count && !ids.isEmpty(number)
    }

    func find(_ id: UnsafeRawBufferPointer) -> Int? {
        ids.withAll { ids in
            var place = hash.value(of: id) & (table.count - 1)
            while table[place] >= 0 {
                let number = Int(table[place])
                if ids[number].hasSameBytes(as: id) { return number }
                place = (place + 1) & (table.count - 1)
            }
            return nil
        }
    }

    func find(_ id: Identifier) -> Int? {
        var text = id.description
        return text.withUTF8 { find(UnsafeRawBufferPointer($0)) }
    }

    /// Writes the id of a device, as a text.
    func write(_ number: Int, to short: inout ShortBytes) {
        ids.with(number) { bytes in
            short.count(UInt64(bytes.count))
            short.add(bytes)
        }
    }

    /// Adds a device under the next number, and gives that.
    mutating func add(_ id: Identifier) -> Int {
        if hasGaps {
            vacant = MinHeap(ascending: (0..<Int32(ids.count)).filter(isVacant))
            hasGaps = false
        }
        let number = vacant.removeFirst().map(Int.init) ?? ids.count
        enter(id, number)
        return number
    }

    /// Adds a device under a number that is nobody's.
    mutating func add(_ id: Identifier, number: Int) {
        if number != ids.count { hasGaps = true }
        enter(id, number)
    }

    /// Removes a device; its number is given out again once it is released.
    mutating func remove(_ number: Int) {
        unlink(number)
        ids.set(number, "")
        count -= 1
        withheld.insert(Int32(number))
    }

    /// Lets the numbers of removed devices be given out again.
    mutating func release() {
        for number in withheld { vacant.insert(number) }
        withheld.removeAll()
    }

    private func isVacant(_ number: Int32) -> Bool {
        ids.isEmpty(Int(number)) && !withheld.contains(number)
    }

    private mutating func enter(_ id: Identifier, _ number: Int) {
        ids.set(number, id.description)
        count += 1
        if count * 2 > table.count {
            table = Array(repeating: -1, count: table.count * 2)
            for known in 0..<ids.count where !ids.isEmpty(known) { link(known) }
        } else {
            link(number)
        }
    }

    private func home(of number: Int) -> Int {
        ids.with(number) { hash.value(of: $0) } & (table.count - 1)
    }

    private mutating func link(_ number: Int) {
        var place = home(of: number)
        while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
        table[place] = Int32(number)
    }

    /// Takes a number out of the table, and moves those behind it up that would not be found beyond the gap.
    private mutating func unlink(_ number: Int) {
        let mask = table.count - 1
        var gap = home(of: number)
        while table[gap] != Int32(number) { gap = (gap + 1) & mask }
        var place = (gap + 1) & mask
        while table[place] >= 0 {
            let distance = (place - home(of: Int(table[place]))) & mask
            if distance >= (place - gap) & mask {
                table[gap] = table[place]
                gap = place
            }
            place = (place + 1) & mask
        }
        table[gap] = -1
    }
}

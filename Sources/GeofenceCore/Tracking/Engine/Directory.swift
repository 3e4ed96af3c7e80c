/// The numbers of devices, found by the bytes of their ids without making a `String`.
///
/// A device keeps its number for as long as it is known. The number of one that was removed is given out
/// again once it is released. A new device gets the least number that is free: that depends on the devices
/// that there are, and not on those that were before.
struct Directory {
    private var names = IdentifierTable()
    /// Numbers of devices that were removed, not to be given out yet.
    private var withheld: Set<Int32> = []
    /// Numbers below `limit` that can be given out; all of them, unless `hasGaps`.
    private var vacant = MinHeap<Int32>()
    /// Whether devices were added under numbers of their own, and `vacant` is to be made anew.
    private var hasGaps = false

    /// How many devices there are.
    var count: Int { names.count }

    /// All numbers are below this.
    var limit: Int { names.limit }

    /// Whether a number is a device's.
    func contains(_ number: Int) -> Bool { names.contains(number) }

    func find(_ id: UnsafeRawBufferPointer) -> Int? { names.find(id) }

    func find(_ id: Identifier) -> Int? { names.find(id) }

    /// Writes the id of a device, as a text.
    func write(_ number: Int, to short: inout ShortBytes) {
        names.with(number) { bytes in
            short.count(UInt64(bytes.count))
            short.add(bytes)
        }
    }

    /// Adds a device under the next number, and gives that.
    mutating func add(_ id: Identifier) -> Int {
        if hasGaps {
            vacant = MinHeap(ascending: (0..<Int32(limit)).filter(isVacant))
            hasGaps = false
        }
        let number = vacant.removeFirst().map(Int.init) ?? limit
        names.add(id, number)
        return number
    }

    /// Adds a device under a number that is nobody's.
    mutating func add(_ id: Identifier, number: Int) {
        if number != limit { hasGaps = true }
        names.add(id, number)
    }

    /// Removes a device; its number is given out again once it is released.
    mutating func remove(_ number: Int) {
        names.remove(number)
        withheld.insert(Int32(number))
    }

    /// Lets the numbers of removed devices be given out again.
    mutating func release() {
        for number in withheld { vacant.insert(number) }
        withheld.removeAll()
    }

    private func isVacant(_ number: Int32) -> Bool {
        !names.contains(Int(number)) && !withheld.contains(number)
    }
}

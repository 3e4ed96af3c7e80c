/// Numbers found by the hashes of what they stand for, which lies elsewhere.
///
/// A hash table with open addressing and linear probing, a power of two in size and at most half in use.
struct NumberTable {
    private var table: [Int32] = Array(repeating: -1, count: 16)
    /// How many numbers there are.
    private(set) var count = 0

    /// The number with a hash that is the right one.
    @inline(__always)
    func find(_ hash: Int, _ isRight: (Int) -> Bool) -> Int? {
        var place = hash & (table.count - 1)
        while table[place] >= 0 {
            let number = Int(table[place])
            if isRight(number) { return number }
            place = (place + 1) & (table.count - 1)
        }
        return nil
    }

    /// Adds a number that is not there; `hash` gives that of any.
    mutating func add(_ number: Int, _ hash: (Int) -> Int) {
        count += 1
        if count * 2 > table.count { grow(to: table.count * 2, hash) }
        link(number, hash)
    }

    /// Takes out a number that is there, and moves those behind it up that would not be found beyond the gap.
    mutating func remove(_ number: Int, _ hash: (Int) -> Int) {
        let mask = table.count - 1
        var gap = hash(number) & mask
        while table[gap] != Int32(number) { gap = (gap + 1) & mask }
        var place = (gap + 1) & mask
        while table[place] >= 0 {
            let distance = (place - hash(Int(table[place]))) & mask
            if distance >= (place - gap) & mask {
                table[gap] = table[place]
                gap = place
            }
            place = (place + 1) & mask
        }
        table[gap] = -1
        count -= 1
    }

    /// Makes room for so many numbers at once.
    mutating func reserve(_ count: Int, _ hash: (Int) -> Int) {
        var size = table.count
        while size < 2 * count { size *= 2 }
        if size > table.count { grow(to: size, hash) }
    }

    private mutating func grow(to size: Int, _ hash: (Int) -> Int) {
        let old = table
        table = Array(repeating: -1, count: size)
        for number in old where number >= 0 { link(Int(number), hash) }
    }

    private mutating func link(_ number: Int, _ hash: (Int) -> Int) {
        var place = hash(number) & (table.count - 1)
        while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
        table[place] = Int32(number)
    }
}

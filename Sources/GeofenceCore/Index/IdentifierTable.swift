/// Numbers found by names: a table of numbers alone, which costs a fifth of what a dictionary of names does
/// to ask.
struct IdentifierTable {
    /// Of names, where they have their place in the table.
    private let hash = SeededHash()
    private var table: [Int32] = Array(repeating: -1, count: 16)
    /// By number; empty where it has none.
    private var names = ByteStrings()
    /// How many names there are.
    private(set) var count = 0

    /// All numbers are below this.
    var limit: Int { names.count }

    /// Whether a number has a name.
    func contains(_ number: Int) -> Bool { number >= 0 && number < names.count && !names.isEmpty(number) }

    /// The number of a name.
    func find(_ name: UnsafeRawBufferPointer) -> Int? {
        names.withAll { names in
            var place = hash.value(of: name) & (table.count - 1)
            while table[place] >= 0 {
                let number = Int(table[place])
                if names[number].hasSameBytes(as: name) { return number }
                place = (place + 1) & (table.count - 1)
            }
            return nil
        }
    }

    /// The number of a name.
    func find(_ name: Identifier) -> Int? {
        var text = name.description
        return text.withUTF8 { find(UnsafeRawBufferPointer($0)) }
    }

    /// The number of a name, as slots of fences are numbers.
    subscript(name: Identifier) -> Int32? { find(name).map { Int32($0) } }

    /// Lends the bytes of the name of a number.
    @inline(__always)
    func with<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        names.with(number, body)
    }

    /// Gives a number without a name one that no other has.
    mutating func add(_ name: Identifier, _ number: Int) {
        names.set(number, name.description)
        count += 1
        if count * 2 > table.count { grow(to: table.count * 2) } else { link(number) }
    }

    /// Takes the name of a number away.
    mutating func remove(_ number: Int) {
        unlink(number)
        names.set(number, "")
        count -= 1
    }

    /// Makes room for so many names at once.
    mutating func reserve(_ count: Int) {
        var size = table.count
        while size < 2 * count { size *= 2 }
        if size > table.count { grow(to: size) }
    }

    private mutating func grow(to size: Int) {
        table = Array(repeating: -1, count: size)
        for number in 0..<names.count where !names.isEmpty(number) { link(number) }
    }

    private func home(of number: Int) -> Int {
        names.with(number) { hash.value(of: $0) } & (table.count - 1)
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

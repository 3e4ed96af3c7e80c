/// Numbers found by names: a table of numbers alone, which costs a fifth of what a dictionary of names does
/// to ask.
struct IdentifierTable {
    /// Of names, where they have their place in the table.
    private let hash = SeededHash()
    private var numbers = NumberTable()
    /// By number; empty where it has none.
    private var names = ByteStrings()

    /// How many names there are.
    var count: Int { numbers.count }
    /// All numbers are below this.
    var limit: Int { names.count }

    /// Whether a number has a name.
    func contains(_ number: Int) -> Bool { number >= 0 && number < names.count && !names.isEmpty(number) }

    /// The number of a name.
    func find(_ name: UnsafeRawBufferPointer) -> Int? {
        names.withAll { names in
            numbers.find(hash.value(of: name)) { names[$0].hasSameBytes(as: name) }
        }
    }

    /// The number of a name.
    func find(_ name: Identifier) -> Int? {
        var text = name.description
        return text.withUTF8 { find(UnsafeRawBufferPointer($0)) }
    }

    /// Lends the bytes of the name of a number.
    @inline(__always)
    func with<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        names.with(number, body)
    }

    /// Gives the hash of the name of a number; has the names itself, since `numbers` changes while it asks.
    private var hashes: (Int) -> Int {
        { [hash, names] in names.with($0, hash.value) }
    }

    /// Gives a number without a name one that no other has.
    mutating func add(_ name: Identifier, _ number: Int) {
        names.set(number, name.description)
        numbers.add(number, hashes)
    }

    /// Makes room for so many names at once.
    mutating func reserve(_ count: Int) {
        numbers.reserve(count, hashes)
    }

    /// Takes the name of a number away.
    mutating func remove(_ number: Int) {
        numbers.remove(number, hashes)
        names.set(number, "")
    }
}

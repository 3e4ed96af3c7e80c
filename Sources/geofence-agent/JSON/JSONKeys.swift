/// The keys of one object, to find one that stands there twice.
struct JSONKeys {
    /// So many are looked through, which costs less than a table of them.
    private static let few = 16

    private var keys: [(key: String, offset: Int)] = []
    private var table: [[UInt8]: Int] = [:]

    /// Adds a key that begins at a byte of the text; gives where the same begins that was added before.
    ///
    /// Keys are the same where their bytes are; `String` would also equate two spellings of "é".
    mutating func add(_ key: String, at offset: Int) -> Int? {
        guard table.isEmpty else { return table.updateValue(offset, forKey: Array(key.utf8)) }
        if let known = keys.first(where: { Self.areSame($0.key, key) }) { return known.offset }
        keys.append((key, offset))
        guard keys.count > Self.few else { return nil }
        for (key, offset) in keys { table[Array(key.utf8)] = offset }
        return nil
    }

    private static func areSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
    }
}

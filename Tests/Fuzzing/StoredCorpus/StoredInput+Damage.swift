/// Why good bytes can't be damaged as wanted: what is to be replaced is not in them, or more than once.
struct NoSuchPart: Error, Hashable {
    let name: String
    let count: Int
}

extension StoredInput {
    /// These bytes with some that occur once in them replaced; the name goes after this one's.
    func replacing(_ part: [UInt8], by other: [UInt8], _ name: String) throws(NoSuchPart) -> StoredInput {
        let name = "\(self.name)-\(name)"
        let places = places(of: part)
        guard let place = places.first, places.count == 1 else {
            throw NoSuchPart(name: name, count: places.count)
        }
        var damaged = bytes
        damaged.replaceSubrange(place..<place + part.count, with: other)
        return StoredInput(name, bytes: damaged)
    }

    /// The bytes from some that occur once up to those that end all.
    func part(from start: [UInt8], to end: [UInt8]) throws(NoSuchPart) -> [UInt8] {
        let places = places(of: start)
        guard let place = places.first, places.count == 1, bytes.suffix(end.count) == end[...] else {
            throw NoSuchPart(name: name, count: places.count)
        }
        return Array(bytes[place..<bytes.count - end.count])
    }

    private func places(of part: [UInt8]) -> [Int] {
        bytes.indices.filter { bytes[$0...].starts(with: part) }
    }
}

/// A hash of bytes that is another one in each process.
///
/// Strangers choose the names that are hashed, and must not be able to choose those that collide. Eight bytes
/// at a time are multiplied with a secret, and both halves of the product put together (as in wyhash, W. Yi):
/// a `Hasher`, which gives the secrets, takes 200 instructions for a name.
struct SeededHash {
    /// Two numbers that nobody outside knows; the factor is odd.
    private let start, factor: UInt64

    /// A hash by secrets of this process.
    init() { self.init(start: Self.secret(1), factor: Self.secret(2)) }

    /// A hash by secrets that are given.
    init(start: UInt64, factor: UInt64) {
        self.start = start
        self.factor = factor | 1
    }

    /// The hash of some bytes, 0 or more.
    func value(of bytes: UnsafeRawBufferPointer) -> Int {
        var hash = start ^ UInt64(truncatingIfNeeded: bytes.count)
        bytes.forEachWord { hash = (hash ^ $0).folded(by: factor) }
        return Int(truncatingIfNeeded: hash.folded(by: start)) & .max
    }

    /// The hash of a name's bytes, 0 or more.
    func value(of name: Identifier) -> Int {
        var text = name.description
        return text.withUTF8 { value(of: UnsafeRawBufferPointer($0)) }
    }

    private static func secret(_ number: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(number)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

extension UInt64 {
    /// Both halves of a product, put together.
    fileprivate func folded(by factor: UInt64) -> UInt64 {
        let product = multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}

/// How many entries a block has room for: none, or 1, 2, 3, 4, 6, 8, 12 and so on, each power of two and one
/// and a half times that.
struct BlockSize: Equatable {
    /// 0: none; the powers of two have the odd numbers, what lies between them the even ones.
    let number: UInt8

    /// All numbers are below this.
    static let limit = 64
    /// No block at all.
    static let none = BlockSize(number: 0)

    /// How many entries there is room for.
    var entries: Int {
        guard number > 0 else { return 0 }
        let power = 1 << Int((number - 1) / 2)
        return number % 2 == 1 ? power : power + power / 2
    }

    /// The next larger size; there is none of one and a half entries.
    var next: BlockSize { BlockSize(number: number == 1 ? 3 : number + 1) }
}

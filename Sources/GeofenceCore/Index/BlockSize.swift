/// How many entries a block has room for: none, or 1, 2, 3, 4, 6, 8, then in steps of a quarter of the power
/// of two below to 128, and behind that each power of two and one and a half times that.
///
/// Most cells of many fences have some tens of entries. The steps are small there: where fences come by
/// place, as at a start, little room is empty. Where all cells grow at once, the blocks that they leave are
/// more.
struct BlockSize: Equatable {
    /// 0: none.
    let number: UInt8

    /// All numbers are below this.
    static let limit = 64
    /// No block at all.
    static let none = BlockSize(number: 0)

    /// By number.
    private static let sizes: [Int] = {
        var sizes = [0, 1, 2, 3, 4, 6]
        for power in [8, 16, 32, 64] { sizes += [power, power / 4 * 5, power / 2 * 3, power / 4 * 7] }
        var power = 128
        while sizes.count < limit {
            sizes += [power, power / 2 * 3]
            power *= 2
        }
        return sizes
    }()

    /// How many entries there is room for.
    var entries: Int { Self.sizes[Int(number)] }

    /// The next larger size.
    var next: BlockSize { BlockSize(number: number + 1) }
}

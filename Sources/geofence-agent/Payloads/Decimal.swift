/// A decimal number without sign, as it is being read: `mantissa` · 10^`exponent`.
struct Decimal {
    /// All digits as one whole number; without meaning where there are more than 19.
    var mantissa: UInt64 = 0
    /// How many digits were read, leading zeros too.
    var digits = 0
    var exponent = 0

    /// The nearest `Double`, ties to even; nil where none of the short ways leads there.
    ///
    /// Up to 2^53 the mantissa is exact, and so are powers of ten up to 10^22: one operation rounds once (W.
    /// D. Clinger, "How to read floating point numbers accurately", PLDI 1990). Above, see `quotient`.
    var value: Double? {
        guard digits <= 19 else { return nil }
        guard mantissa > 1 << 53 else {
            switch exponent {
            case 0: return Double(mantissa)
            case -22..<0: return Double(mantissa) / Self.powersOfTen[-exponent]
            case 1...22: return Double(mantissa) * Self.powersOfTen[exponent]
            default: return mantissa == 0 ? 0 : nil
            }
        }
        switch exponent {
        case 0: return Double(mantissa)
        case -19..<0: return quotient
        default: return nil
        }
    }

    /// `mantissa` / 10^-`exponent` for exponents -19…-1, rounded once.
    ///
    /// Both are shifted until their highest bit is set, and divided with 128 bits. The whole quotient has 63
    /// or 64 bits, at least nine more than a `Double` keeps, so that its last bit can say "and a little more"
    /// where there is a remainder.
    private var quotient: Double {
        let divisor = Self.wholePowersOfTen[-exponent]
        let (up, down) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let dividend = mantissa << up
        let (whole, rest) = (divisor << down).dividingFullWidth((dividend >> 1, dividend << 63))
        let sticky = rest == 0 ? whole : whole | 1
        return Double(sticky) * Double(sign: .plus, exponent: down - up - 63, significand: 1)
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    static let wholePowersOfTen: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
        10_000_000_000_000_000_000,
    ]
}

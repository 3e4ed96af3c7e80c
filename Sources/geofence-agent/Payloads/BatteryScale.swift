/// How a publisher counts what is left in a battery.
enum BatteryScale: Sendable {
    /// Per cent.
    case percent
    /// A share of 1, as Traccar's client has it; what is more than that is per cent.
    case share
    /// A share of 1, as Overland has it, or per cent, as Home Assistant has it: 1 alone says nothing, and so
    /// does a number with digits behind its point above it, which may be volts.
    case either

    /// Whole per cent, 0 to 100; nil where a number says nothing of that.
    func percent(_ number: Double) -> UInt8? {
        guard number >= 0, number <= 100 else { return nil }
        let whole = UInt8(number.rounded())
        switch self {
        case .percent: return whole
        case .share where number <= 1: return UInt8((number * 100).rounded())
        case .either where number < 1: return UInt8((number * 100).rounded())
        case .either where number == 1: return nil
        case .share, .either: return Double(whole) == number ? whole : nil
        }
    }
}

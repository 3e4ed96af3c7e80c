/// Distinguishes what is new from what is late and what was there before.
struct ArrivalOrder<Value: Hashable>: Hashable {
    /// How an arrival stands to those before it.
    enum Verdict: Hashable {
        case new
        case late
        case duplicate
    }

    /// What came with a time; hardly ever several, so that these stand elsewhere.
    private enum Arrivals: Hashable {
        case none
        case one(Value)
        case several([Value])
    }

    /// Time of the newest.
    @PackedMoment private(set) var last: Timestamp?
    private var arrivals = Arrivals.none

    /// What came with that time, in its order; more than one where a stamp is used again.
    var values: [Value] {
        switch arrivals {
        case .none: []
        case .one(let value): [value]
        case .several(let values): values
        }
    }

    /// More different values than this under one stamp are taken for late ones.
    static var capacity: Int { 16 }

    init() {}

    /// With one arrival.
    init(last: Timestamp, value: Value) { (self.last, arrivals) = (last, .one(value)) }

    init(last: Timestamp?, values: [Value]) {
        self.last = last
        arrivals = Self.arrivals(values)
    }

    func verdict(_ time: Timestamp, _ value: Value) -> Verdict {
        guard let last, time <= last else { return .new }
        guard time == last else { return .late }
        switch arrivals {
        case .none: return .new
        case .one(let other): return value == other ? .duplicate : .new
        case .several(let others):
            if others.contains(value) { return .duplicate }
            return others.count < Self.capacity ? .new : .late
        }
    }

    mutating func note(_ time: Timestamp, _ value: Value) {
        arrivals = time == last ? Self.arrivals(values + [value]) : .one(value)
        last = time
    }

    private static func arrivals(_ values: [Value]) -> Arrivals {
        guard values.count > 1 else { return values.first.map(Arrivals.one) ?? .none }
        return .several(values)
    }
}

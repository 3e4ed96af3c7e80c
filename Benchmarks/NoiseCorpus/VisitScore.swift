/// How well visits are told.
package struct VisitScore: Hashable, Sendable {
    /// True visits.
    package var visits = 0
    /// Visits without an enter.
    package var missed = 0
    /// Transitions beyond an enter and an exit for each visit that was found.
    package var extra = 0
    /// Seconds from the true enter to the one that was told.
    package var enterDelays: [Double] = []
    /// Seconds from the true exit to the one that was told.
    package var exitDelays: [Double] = []

    /// An enter counts from so many seconds before the true one, for a rule that is content when the error
    /// circle touches.
    package static let early = 120.0
    /// An enter counts until so many seconds after the true exit: the next fix, or the end of a hold, may
    /// tell it.
    package static let late = 60.0

    package init() {}

    /// Adds what was told at a ring, with the true stays there, which are farther apart than `early` and
    /// `late` together.
    package mutating func add(_ transitions: [Transition], stays: [Stay]) {
        var found = 0
        for (index, stay) in stays.enumerated() {
            let next = index + 1 < stays.count ? stays[index + 1].from : .infinity
            let enter = transitions.first { transition in
                transition.isEnter && transition.second >= stay.from - Self.early
                    && transition.second <= stay.until + Self.late
            }
            guard let enter else { continue }
            found += 1
            enterDelays.append(enter.second - stay.from)
            let exit = transitions.last { transition in
                !transition.isEnter && transition.second > enter.second
                    && transition.second < next - Self.early
            }
            if let exit { exitDelays.append(exit.second - stay.until) }
        }
        visits += stays.count
        missed += stays.count - found
        extra += max(0, transitions.count - 2 * found)
    }

    /// 0 to 1.
    package var missedShare: Double { visits == 0 ? 0 : Double(missed) / Double(visits) }

    package var extraPerVisit: Double { visits == 0 ? 0 : Double(extra) / Double(visits) }
}

/// The value below which a share of all values lies, 0 to 1; nil where there is none.
package func quantile(_ values: [Double], _ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}

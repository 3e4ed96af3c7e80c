/// How late the status follows a device that goes to and fro over an edge.
package struct MoveScore: Hashable, Sendable {
    /// Seconds from the crossing until the status is right; 0 where it already was.
    package var enterDelays: [Double] = []
    package var exitDelays: [Double] = []
    /// Crossings after which the status was not right until the next one.
    package var missedEnters = 0
    package var missedExits = 0

    package init() {}

    /// 0 to 1.
    package var entersNotTold: Double { share(missedEnters, enterDelays.count) }
    package var exitsNotTold: Double { share(missedExits, exitDelays.count) }

    /// Adds what was told at a ring, with the true stays there; the device begins inside.
    package mutating func add(_ transitions: [Transition], stays: [Stay], end: Double) {
        var crossings: [(second: Double, isEnter: Bool)] = []
        for stay in stays {
            if stay.from > 0 { crossings.append((stay.from, true)) }
            if stay.until < end { crossings.append((stay.until, false)) }
        }
        for (index, crossing) in crossings.enumerated() {
            let next = index + 1 < crossings.count ? crossings[index + 1].second : end
            let before = transitions.last { $0.second < crossing.second }?.isEnter ?? true
            let told = transitions.first {
                $0.second >= crossing.second && $0.second < next && $0.isEnter == crossing.isEnter
            }
            add(before == crossing.isEnter ? 0 : told.map { $0.second - crossing.second }, crossing.isEnter)
        }
    }

    private mutating func add(_ delay: Double?, _ isEnter: Bool) {
        switch (delay, isEnter) {
        case (let delay?, true): enterDelays.append(delay)
        case (let delay?, false): exitDelays.append(delay)
        case (nil, true): missedEnters += 1
        case (nil, false): missedExits += 1
        }
    }

    private func share(_ missed: Int, _ told: Int) -> Double {
        missed + told == 0 ? 0 : Double(missed) / Double(missed + told)
    }
}

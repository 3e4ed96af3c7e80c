package import GeofenceCore

/// The visits of a location SDK for phones (its version of 2020), for comparison: three fixes within 50 m
/// open one, the first fix farther off than twice its accuracy closes it.
package struct PhoneVisits {
    private typealias Stamped = (fix: Fix, time: Timestamp)
    private var last, beforeLast: Stamped?
    private var current: (start: Stamped, position: Fix)?
    /// Inbox and departures, the last of those that are shorter than this many milliseconds left out.
    package private(set) var stays: [ClosedRange<Int64>] = []
    private let least: Int64

    package init(least: Int64 = 300_000) { self.least = least }

    package mutating func take(_ fix: Fix, at time: Timestamp) {
        defer { (beforeLast, last) = (last, (fix, time)) }
        if let visit = current {
            if Geodesic.distance(visit.position.coordinate, fix.coordinate) <= 2 * (fix.accuracy ?? 0) {
                if visit.position.accuracy ?? 0 >= fix.accuracy ?? 0, let last {
                    current?.position = last.fix
                }
                return
            }
            finish()
        }
        guard let last, let beforeLast else { return }
        if Geodesic.distance(last.fix.coordinate, fix.coordinate) >= 50 { return current = nil }
        if Geodesic.distance(beforeLast.fix.coordinate, fix.coordinate) <= 50 {
            current = (beforeLast, beforeLast.fix)
        }
    }

    /// Closes the open visit at the last fix.
    package mutating func finish() {
        guard let visit = current, let last else { return }
        current = nil
        let stay = visit.start.time.milliseconds...last.time.milliseconds
        if stay.upperBound - stay.lowerBound >= least, visit.position.accuracy ?? 0 < 50 {
            stays.append(stay)
        }
    }
}

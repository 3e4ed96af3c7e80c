import BenchmarkSupport
import CLibrary
package import GeofenceCore

/// The fixes that a phone would send in a simulated life: one every so many seconds, with an error that
/// changes slowly.
package struct LifeFixes: Sendable {
    /// Seconds from fix to fix.
    package var interval = 60.0
    /// Metres; the accuracies that are told, any of them equally likely.
    package var accuracy = 8.0..<30.0
    /// How likely a fix is to lie far off, and how far, in metres.
    package var strays = (share: 0.01, distance: 300.0)

    package init() {}

    /// All fixes until a stay's end, in order; between stays the phone goes straight.
    package func fixes(_ plan: LifePlan, seed: UInt64) throws -> [(fix: Fix, time: Timestamp)] {
        var generator = SeededGenerator(seed: seed)
        let site = try Coordinate(latitude: 52.4, longitude: 13.2)
        let stays = plan.hurried
        guard let first = stays.first, let last = stays.last else { return [] }
        var (east, north, stay) = (0.0, 0.0, 0)
        var fixes: [(fix: Fix, time: Timestamp)] = []
        for hour in stride(from: first.from, to: last.until, by: interval / 3600) {
            while stays[stay].until < hour, stay + 1 < stays.count { stay += 1 }
            let place = Self.place(stays, stay, hour)
            let accuracy = generator.uniform(self.accuracy)
            // A Gauss-Markov process that forgets within five minutes.
            let kept = exp(-interval / 300)
            east = kept * east + (1 - kept * kept).squareRoot() * generator.gaussian()
            north = kept * north + (1 - kept * kept).squareRoot() * generator.gaussian()
            let off = generator.uniform() < strays.share ? strays.distance : 0
            let (x, y) = (place.east + accuracy / 1.51 * east + off, place.north + accuracy / 1.51 * north)
            let eastward = Geodesic.destination(from: site, bearing: x < 0 ? 270 : 90, distance: abs(x))
            let center = Geodesic.destination(from: eastward, bearing: y < 0 ? 180 : 0, distance: abs(y))
            let time = Timestamp(milliseconds: (LifeVisits.monday - 3600) * 1000 + Int64(hour * 3_600_000))
            fixes.append((Fix(coordinate: center, accuracy: accuracy), time))
        }
        return fixes
    }

    private static func place(_ stays: [LifeStay], _ index: Int, _ hour: Double) -> (
        east: Double, north: Double
    ) {
        let stay = stays[index]
        guard hour < stay.from, index > 0 else { return (stay.place.east, stay.place.north) }
        let before = stays[index - 1]
        let share = (hour - before.until) / (stay.from - before.until)
        return (
            before.place.east + share * (stay.place.east - before.place.east),
            before.place.north + share * (stay.place.north - before.place.north)
        )
    }
}

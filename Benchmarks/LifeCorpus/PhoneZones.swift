import CLibrary
package import GeofenceCore

/// The zones of a location SDK for phones (its version of 2020), for comparison: what it does, with its
/// mistakes.
///
/// Reckoned on the plane of web maps with metres taken for its units, a determinant that drifts from the
/// precision, no floor, no merging; presence in UTC, counted again at each visit; work overwrites home.
package struct PhoneZones {
    struct Component {
        var x, y: Double
        /// Precision.
        var a, b, c: Double
        var determinant: Double
        var mass = 1.0
        var prior = 1.0
        var visits: [Int] = []
        var density = [Double](repeating: 0, count: 168)
        var period = ""

        func distance(_ px: Double, _ py: Double) -> Double {
            let (dx, dy) = (px - x, py - y)
            return a * dx * dx + 2 * b * dx * dy + c * dy * dy
        }

        func density(_ px: Double, _ py: Double) -> Double {
            exp(-distance(px, py) / 2) / (2 * .pi * determinant.squareRoot())
        }
    }

    private var components: [Component] = []
    private var visits: [Visit] = []

    package init() {}

    /// The zone of each visit.
    package var zones: [Int?] {
        visits.indices.map { visit in components.firstIndex { $0.visits.contains(visit) } }
    }

    /// What each zone is called.
    package var labels: [Int: [ZoneLabel]] {
        var labels: [Int: [ZoneLabel]] = [:]
        for (index, component) in components.enumerated() {
            labels[index] = [component.period == "HOME" ? .home : component.period == "WORK" ? .work : .other]
        }
        return labels
    }

    package mutating func take(_ visit: Visit) {
        let radius = 6_378_137.0
        let x = radius * visit.center.longitude * .pi / 180
        let y = radius * log(tan(.pi / 4 + visit.center.latitude * .pi / 360))
        visits.append(visit)
        let evidence = components.reduce(0) { $0 + $1.density(x, y) * $1.prior }
        let passed = components.indices.filter { components[$0].distance(x, y) <= 5.991465 }
        for index in passed {
            let posterior = components[index].density(x, y) * components[index].prior / evidence
            components[index].take(x, y, posterior)
        }
        if passed.isEmpty {
            let sigma = 2 * (visit.accuracy ?? 20)
            let precision = 1 / (sigma * sigma)
            components.append(
                Component(
                    x: x,
                    y: y,
                    a: precision,
                    b: 0,
                    c: precision,
                    determinant: sigma * sigma * sigma * sigma
                )
            )
        }
        let mass = components.reduce(0) { $0 + $1.mass }
        for index in components.indices { components[index].prior = components[index].mass / mass }
        let best = components.indices.max { one, other in
            components[one].density(x, y) * components[one].prior
                < components[other].density(x, y) * components[other].prior
        }
        if let best { components[best].visits.append(visits.count - 1) }
        components.removeAll { $0.visits.isEmpty }
        classify()
    }
}

extension PhoneZones.Component {
    fileprivate mutating func take(_ px: Double, _ py: Double, _ posterior: Double) {
        mass += posterior
        let w = posterior / mass
        let (ex, ey) = (px - x, py - y)
        let (dx, dy) = (w * ex, w * ey)
        (x, y) = (x + dx, y + dy)
        let (rx, ry) = (px - x, py - y)
        let square = a * rx * rx + 2 * b * rx * ry + c * ry * ry
        let (ux, uy) = (a * rx + b * ry, b * rx + c * ry)
        let factor = w / ((1 - w) * (1 - w)) / (1 + w / (1 - w) * square)
        let (a1, b1, c1) = (
            a / (1 - w) - factor * ux * ux, b / (1 - w) - factor * ux * uy, c / (1 - w) - factor * uy * uy
        )
        let step = a1 * dx * dx + 2 * b1 * dx * dy + c1 * dy * dy
        let (vx, vy) = (a1 * dx + b1 * dy, b1 * dx + c1 * dy)
        let new = a1 * rx * rx + 2 * b1 * rx * ry + c1 * ry * ry
        let next = (1 - w) * (1 - w) * determinant * (1 + w / (1 - w) * new) * (1 - step)
        guard next > 0 else { return }
        (a, b, c) = (a1 + vx * vx / (1 - step), b1 + vx * vy / (1 - step), c1 + vy * vy / (1 - step))
        determinant = next
    }
}

extension PhoneZones {
    /// All zones once more: recurrent ones are called after the hours of the day that are most present.
    private mutating func classify() {
        var weeks: [Set<Int>] = []
        var seconds: [Double] = []
        for index in components.indices {
            var own: Set<Int> = []
            var sum = 0.0
            for visit in components[index].visits.map({ visits[$0] }) {
                let (from, until) = (
                    visit.arrival.milliseconds / 1000, (visit.departure ?? visit.arrival).milliseconds / 1000
                )
                sum += Double(until - from)
                for week in (from + 4 * 86_400) / 604_800...(until + 4 * 86_400) / 604_800 {
                    own.insert(Int(week))
                }
                var second = from
                while second < until {
                    components[index].density[Int((second / 3600 + 72) % 168)] += 1
                    second += 3600
                }
            }
            weeks.append(own)
            seconds.append(sum)
        }
        let mean = Double(weeks.reduce(0) { $0 + $1.count }) / Double(weeks.count)
        let total = seconds.reduce(0, +)
        for index in components.indices
        where Double(weeks[index].count) >= mean && seconds[index] >= 0.05 * total {
            components[index].qualify()
        }
    }
}

extension PhoneZones.Component {
    /// Weekly presence, its intervals, their sum over the day, the hours above its mean, and their overlap
    /// with home and work.
    fileprivate mutating func qualify() {
        let mean = density.reduce(0, +) / 168
        let present = density.map { $0 >= mean }
        let changes = (0..<168).filter { present[$0] != present[($0 + 167) % 168] }
        guard changes.contains(where: { !present[$0] }), let last = changes.last else { return }
        var day = [Int](repeating: 0, count: 24)
        var before = last
        for change in changes {
            if !present[change] {
                var hour = before % 24
                while hour != change % 24 {
                    day[hour] += 1
                    hour = (hour + 1) % 24
                }
            }
            before = change
        }
        let level = Double(day.reduce(0, +)) / 24
        let hours = (0..<24).filter { Double(day[$0]) >= level }
        guard hours.count < 24 else { return }
        period = "OTHER"
        if hours.count(where: { $0 < 7 || $0 >= 21 }) >= 5 { period = "HOME" }
        if hours.count(where: { (9..<17).contains($0) }) >= 4 { period = "WORK" }
    }
}

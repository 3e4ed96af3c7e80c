package import GeofenceCore

/// How well a recorded way is judged, over all its circles.
package struct RecordedScore: Hashable, Sendable {
    /// True changes of side, and those that an engine made.
    package var trueChanges = 0
    package var changes = 0
    /// Seconds on the wrong side, and in all; silences of more than five minutes left out.
    package var wrongSeconds: Int64 = 0
    package var seconds: Int64 = 0
    /// True stays inside of more than a minute, and those in which the engine was inside at no moment.
    package var stays = 0
    package var missed = 0

    package init() {}

    /// Seconds that a stay lasts at least, and after whose end an enter still finds it.
    private static let shortestStay: Int64 = 60

    /// Changes over true ones.
    package var changesRatio: Double { Double(changes) / Double(max(1, trueChanges)) }

    /// 0 to 1.
    package var wrongShare: Double { Double(wrongSeconds) / Double(max(1, seconds)) }

    /// Adds one circle: at each moment whether the person was truly inside, and what the engine said.
    package mutating func add(_ seconds: [Int64], truly: [Bool], judged: [Bool]) {
        for index in seconds.indices.dropFirst() {
            if truly[index] != truly[index - 1] { trueChanges += 1 }
            if judged[index] != judged[index - 1] { changes += 1 }
            let passed = seconds[index] - seconds[index - 1]
            guard passed <= RecordedWay.longestSilence else { continue }
            self.seconds += passed
            if truly[index - 1] != judged[index - 1] { wrongSeconds += passed }
        }
        var index = 0
        while let first = truly[index...].firstIndex(of: true) {
            let end = truly[first...].firstIndex(of: false) ?? truly.endIndex
            index = end
            guard seconds[end - 1] - seconds[first] > Self.shortestStay else { continue }
            stays += 1
            let late = seconds[end - 1] + Self.shortestStay
            let isFound = (first..<seconds.count).prefix { seconds[$0] <= late }.contains { judged[$0] }
            if !isFound { missed += 1 }
        }
    }

    package static func += (a: inout RecordedScore, b: RecordedScore) {
        a.trueChanges += b.trueChanges
        a.changes += b.changes
        a.wrongSeconds += b.wrongSeconds
        a.seconds += b.seconds
        a.stays += b.stays
        a.missed += b.missed
    }
}

extension RecordedWay {
    /// What some rules make of the way, held against the truth.
    package func score(_ setting: Setting, truth: [Coordinate]) throws -> RecordedScore {
        let seconds = fixes.map(\.second)
        let changes = try changes(setting)
        var score = RecordedScore()
        for (circle, changes) in zip(circles, changes) {
            let site = try Site(circle.center)
            let isInside = { (place: Coordinate) in site.point(place).length <= circle.radius }
            var judged = [Bool](repeating: false, count: fixes.count)
            var (side, next) = (fixes.first.map { isInside($0.place) } ?? false, 0)
            for index in judged.indices {
                while next < changes.count, changes[next].index <= index {
                    side = changes[next].isInside
                    next += 1
                }
                judged[index] = side
            }
            score.add(seconds, truly: truth.map(isInside), judged: judged)
        }
        return score
    }

    /// For each circle after which fixes the engine's side was another.
    private func changes(_ setting: Setting) throws -> [[(index: Int, isInside: Bool)]] {
        var engine = try setting.engine(circles.map(Shape.circle))
        let device = engine.admit(try Identifier("device"))
        var effects = Effects()
        var found = Array(repeating: [(index: Int, isInside: Bool)](), count: circles.count)
        for (index, fix) in fixes.enumerated() {
            effects.removeAll()
            _ = engine.advance(to: fix.time, &effects)
            let observation = Observation(
                time: fix.time,
                arrival: fix.time,
                fix: Fix(coordinate: fix.place, accuracy: nil)
            )
            _ = engine.observe(observation, device: device, &effects)
            for event in effects.events {
                guard let circle = Int(event.fence.description.dropFirst(4)) else { continue }
                found[circle].append((index, event.kind == .enter))
            }
        }
        return found
    }
}

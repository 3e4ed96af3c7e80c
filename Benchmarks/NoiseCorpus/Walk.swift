/// Where a device truly is: straight ways and rests, one after the other.
package struct Walk: Hashable, Sendable {
    /// A place and the second at which the device is there.
    package struct Mark: Hashable, Sendable {
        package var second: Double
        package var point: Point
    }

    package private(set) var marks: [Mark]

    /// Starts at a place at second 0.
    package init(from start: Point) {
        marks = [Mark(second: 0, point: start)]
    }

    /// The second at which it ends.
    package var end: Double { last.second }

    /// Where it ends.
    package var destination: Point { last.point }

    private var last: Mark { marks[marks.count - 1] }

    /// Goes straight to a place at a speed in metres a second, above 0.
    package mutating func go(to point: Point, speed: Double) {
        let seconds = (point - destination).length / speed
        marks.append(Mark(second: end + seconds, point: point))
    }

    /// Rests for some seconds.
    package mutating func rest(_ seconds: Double) {
        marks.append(Mark(second: end + max(0, seconds), point: destination))
    }

    /// Metres a second, as the second before a second shows them.
    package func velocity(at second: Double) -> Point { point(at: second) - point(at: second - 1) }

    /// Where the device is at a second; before the start there, after the end there.
    package func point(at second: Double) -> Point {
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].second <= second { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return marks[0].point }
        guard low < marks.count else { return destination }
        let (from, to) = (marks[low - 1], marks[low])
        return from.point + (to.point - from.point) * ((second - from.second) / (to.second - from.second))
    }
}

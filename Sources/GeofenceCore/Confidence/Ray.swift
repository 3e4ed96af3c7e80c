/// A half-line from the fix, and what it passes through on its way.
struct Ray {
    /// A vector of length 1.
    let direction: (x: Double, y: Double)
    /// How far it goes.
    let reach: Double

    /// The part within `half` of the segment's line, however long.
    func part(alongLineOf segment: PlaneSegment, half: Double) -> Part? {
        let axis = segment.direction
        let offset = segment.offset
        return whole.cut(
            slope: direction.x * axis.y - direction.y * axis.x,
            from: offset - half,
            to: offset + half
        )
    }

    /// The part within `half` of the segment: one piece, because such places are a convex shape.
    func part(near segment: PlaneSegment, half: Double) -> Part? {
        let axis = segment.direction
        let along = segment.first
        let side = part(alongLineOf: segment, half: half)?
            .cut(
                slope: direction.x * axis.x + direction.y * axis.y,
                from: along,
                to: along + segment.length
            )
        return Part.spanning(
            side,
            Part.spanning(part(near: segment.start, half: half), part(near: segment.end, half: half))
        )
    }

    /// The part within `half` of a place.
    private func part(near place: (x: Double, y: Double), half: Double) -> Part? {
        let along = place.x * direction.x + place.y * direction.y
        let side = place.x * direction.y - place.y * direction.x
        let rest = half * half - side * side
        guard rest > 0 else { return nil }
        return whole.cut(slope: 1, from: along - rest.squareRoot(), to: along + rest.squareRoot())
    }

    private var whole: Part { Part(start: 0, end: reach) }

    /// From where to where, as distances from the fix.
    struct Part {
        let start, end: Double

        /// What is left of it where slope · r lies between two numbers; nil where nothing is.
        func cut(slope: Double, from low: Double, to high: Double) -> Part? {
            guard slope != 0 else { return low <= 0 && high >= 0 ? self : nil }
            let (first, last) = slope > 0 ? (low / slope, high / slope) : (high / slope, low / slope)
            let (start, end) = (max(start, first), min(end, last))
            return start < end ? Part(start: start, end: end) : nil
        }

        /// The shortest part that holds both.
        static func spanning(_ a: Part?, _ b: Part?) -> Part? {
            guard let a else { return b }
            guard let b else { return a }
            return Part(start: min(a.start, b.start), end: max(a.end, b.end))
        }
    }
}

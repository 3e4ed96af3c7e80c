/// What one fix says of the side of a fence's edge that a device is on.
struct SideQuestion {
    /// Signed distance of the fix to the edge in metres, negative inside.
    let distance: Double
    /// The fix's accuracy in metres; 0 where unknown.
    let accuracy: Double
    /// Twice the fence's area over its perimeter, in metres: the radius of a circle.
    let scale: Double
    /// Metres that an exit needs besides the accuracy.
    let margin: Double
}

/// What a fix means for the side.
enum SideAnswer: Hashable {
    /// The fix proves the inside.
    case inside
    /// The fix is inside, but too vague for this fence: the next one must say so too.
    case insideOnceMore
    /// The fix proves the outside.
    case outside
    /// The fix proves nothing: the side stays.
    case same
}

extension AccuracyRule {
    /// Answers under this rule.
    func answer(_ q: SideQuestion) -> SideAnswer {
        switch self {
        case .hysteresis: hysteresis(q)
        case .ignore: q.distance <= 0 ? .inside : q.distance > q.margin ? .outside : .same
        case .lenient:
            q.distance < q.accuracy ? .inside : q.distance >= q.accuracy + q.margin ? .outside : .same
        case .strict:
            q.distance + q.accuracy <= 0 ? .inside : q.distance - q.accuracy > q.margin ? .outside : .same
        }
    }

    private func hysteresis(_ q: SideQuestion) -> SideAnswer {
        if q.distance <= 0 { return q.accuracy > q.scale ? .insideOnceMore : .inside }
        return q.distance > q.accuracy + q.margin ? .outside : .same
    }
}

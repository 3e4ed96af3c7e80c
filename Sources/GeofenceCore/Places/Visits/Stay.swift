/// Fixes that lie in one place: a visit, or what may become one.
struct Stay: Hashable {
    /// The first fix: the origin of the plane in which the middle is reckoned.
    let origin: Coordinate
    /// The same for the plane; it is asked for with each fix.
    private let frame: FramePlace
    /// When the first fix was.
    let first: Timestamp
    /// When the last fix inside was.
    var last: Timestamp
    /// How many fixes are inside.
    var fixes = 0
    /// When the first of the fixes was that have been outside since the last one inside.
    private(set) var left: Timestamp?
    /// Whether the arrival has been reported.
    var isReported = false
    /// How many fixes of those inside reported their accuracy.
    private(set) var stated = 0
    /// Sum of the weights, in 1 / m².
    private(set) var weight = 0.0
    /// Sum of the offsets, each times its weight, in 1 / m.
    private(set) var moment = Offset.zero
    /// Sum of the weights of fixes that reported their accuracy.
    private(set) var statedWeight = 0.0

    /// Begins with a fix.
    init(_ fix: Fix, at time: Timestamp, _ rules: VisitRules) {
        (origin, frame, first, last) = (fix.coordinate, FramePlace(fix.coordinate), time, time)
        add(fix, .zero, at: time, rules)
    }

    init(origin: Coordinate, first: Timestamp, last: Timestamp, isReported: Bool, left: Timestamp?) {
        (self.origin, self.first, self.last) = (origin, first, last)
        frame = FramePlace(origin)
        (self.isReported, self.left) = (isReported, left)
    }

    /// Takes up sums that were kept.
    mutating func restore(
        fixes: Int,
        stated: Int,
        _ weight: Double,
        _ moment: Offset,
        _ statedWeight: Double
    ) {
        (self.fixes, self.stated) = (fixes, stated)
        (self.weight, self.moment, self.statedWeight) = (weight, moment, statedWeight)
    }

    /// Where a place is in space; quickest near the first fix.
    func space(of place: Coordinate) -> SpacePoint { FramePlace(place, near: origin, frame).space }

    /// The middle, in the plane around the first fix.
    var middle: Offset { weight > 0 ? 1 / weight * moment : .zero }

    /// Where a fix at a place lies in the plane, if it belongs here: near the middle, and not so far from the
    /// first fix that the stay would have walked.
    ///
    /// The middle is the mean of all fixes inside, so the longer a stay is the less it can be dragged; and
    /// because every fix is within twice its reach of the first, so is the middle.
    func offset(of fix: Fix, at place: SpacePoint, _ rules: VisitRules) -> Offset? {
        guard let offset = LocalFrame(at: frame).offset(of: place) else { return nil }
        let reach = rules.reach(fix)
        let isNear = (offset - middle).length <= reach && offset.length <= 2 * reach
        return isNear ? offset : nil
    }

    /// Takes a fix that lies inside.
    mutating func add(_ fix: Fix, _ offset: Offset, at time: Timestamp, _ rules: VisitRules) {
        let accuracy = max(Self.bestAccuracy, fix.accuracy ?? rules.radius)
        let share = 1 / (accuracy * accuracy)
        weight += share
        moment = moment + share * offset
        fixes += 1
        if fix.accuracy != nil {
            stated += 1
            statedWeight += share
        }
        last = time
        left = nil
    }

    /// Takes a fix that lies inside, unless that makes a visit of the stay; says whether it did.
    mutating func extend(with fix: Fix, at time: Timestamp, _ rules: VisitRules) -> Bool {
        guard isReported || !Self.isVisit(fixes + 1, time.millisecondsSince(first), rules),
            let offset = offset(of: fix, at: space(of: fix.coordinate), rules)
        else { return false }
        add(fix, offset, at: time, rules)
        return true
    }

    /// A fix was outside.
    mutating func wasOutside(at time: Timestamp) { left = left ?? time }

    /// Metres below which an accuracy is not believed: no phone is better, and one fix would outweigh all
    /// others.
    static let bestAccuracy = 3.0

    /// Whether it is a visit: three fixes, and long enough.
    func isVisit(_ rules: VisitRules) -> Bool {
        Self.isVisit(fixes, last.millisecondsSince(first), rules)
    }

    private static func isVisit(_ fixes: Int, _ milliseconds: Int64, _ rules: VisitRules) -> Bool {
        fixes >= 3 && milliseconds >= rules.shortestStay
    }

    /// Whether a fix outside, the second or a later one in a row, comes long enough after the first.
    func hasEnded(by time: Timestamp, _ rules: VisitRules) -> Bool {
        guard let left, left < time else { return false }
        return time.millisecondsSince(left) >= rules.absence
    }

    /// What is reported of it.
    func visit(hasEnded: Bool) -> Visit {
        Visit(
            arrival: first,
            departure: hasEnded ? last : nil,
            lastInside: last,
            center: fixes == 1 ? origin : LocalFrame(at: frame).coordinate(of: middle),
            accuracy: stated > 0 ? (Double(stated) / statedWeight).squareRoot() : nil,
            fixes: fixes
        )
    }

    /// What is reported of it when it was left for another place.
    ///
    /// Phones are silent while they rest. Three fixes inside and then a silence are a stay up to when a
    /// walker must have left to be at the next place when the first fix outside came, where that leaves half
    /// an hour of silence or more. So the departure is before that fix.
    func visit(leftFor next: Stay) -> Visit {
        var visit = visit(hasEnded: true)
        guard fixes >= 3, let left else { return visit }
        let way = Geodesic.distance(visit.center, next.origin) / Self.walkingSpeed
        let rest = left.millisecondsSince(last) - Seconds.milliseconds(way)
        if rest >= Self.longSilence { visit.departure = last.advanced(byMilliseconds: rest) }
        return visit
    }

    /// Metres a second; who drives leaves later.
    private static let walkingSpeed = 1.5
    /// Milliseconds; a silence that is shorter says nothing.
    private static let longSilence: Int64 = 1_800_000
}

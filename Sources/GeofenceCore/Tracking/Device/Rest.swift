internal import CLibrary

/// Where a device stays, as its fixes say together.
///
/// While it rests, the errors of single fixes say nothing new: the middle of all of them is judged in their
/// place.
struct Rest: Hashable, Sendable {
    /// What a fix is to a rest.
    enum Step: Hashable {
        /// The device does not rest: the fix is judged.
        case moving
        /// The device rests: its place of rest is judged.
        case resting
        /// A fix elsewhere that does not end the rest yet: nothing is judged.
        case withheld
    }

    /// The middle of its fixes.
    private(set) var place: Coordinate
    /// A running mean of their accuracies in metres.
    private(set) var accuracy: Double
    /// Seconds that they stand for.
    private(set) var weight = 0.0
    /// When it began.
    private(set) var since: Timestamp
    /// When the fix was that has not ended the rest, and where; `Coordinate.origin` where there is none.
    @PackedMoment private var astraySince: Timestamp?
    private var astrayPlace = Coordinate.origin
    /// How many fixes there are of it.
    private(set) var count: Int32 = 1

    /// A fix elsewhere that has not ended the rest.
    private(set) var astray: DeviceState.Stamped<Coordinate>? {
        get { astraySince.map { DeviceState.Stamped(time: $0, value: astrayPlace) } }
        set { (astraySince, astrayPlace) = (newValue?.time, newValue?.value ?? .origin) }
    }

    /// A fix, and what counts of it.
    struct Input {
        let place: Coordinate
        /// Its accuracy in metres, no less than `leastError`.
        let error: Double
        let time: Timestamp
        /// The stamp of the fix before it, whatever that was.
        let last: Timestamp
        /// What ends a rest.
        let rule: RestRule
        /// Whether the device says of itself that it stands.
        let isStanding: Bool

        /// How long after the fix before it.
        fileprivate var seconds: Double { Double(time.millisecondsSince(last)) / 1000 }
    }

    /// Begins at a fix.
    init(at place: Coordinate, accuracy: Double, since: Timestamp, weight: Double = 0) {
        (self.place, self.accuracy, self.since, self.weight) = (place, accuracy, since, weight)
    }

    /// Takes a fix, and says what is judged.
    mutating func add(_ fix: Input) -> Step {
        let wasResting = isResting(at: fix.last)
        let reach = reach(fix.error, fix.rule)
        guard place.isWithin(reach, of: fix.place) else {
            if wasResting, !ends(by: fix, within: reach) { return .withheld }
            self = Rest(at: fix.place, accuracy: fix.error, since: fix.time)
            return .moving
        }
        if fix.error < accuracy / 2 {
            guard wasResting else {
                self = Rest(at: fix.place, accuracy: fix.error, since: fix.time)
                return .moving
            }
            (place, accuracy, astray) = (fix.place, fix.error, nil)
            weight = min(weight, Self.refinedWeight)
            return step(at: fix.time)
        }
        if fix.error > 2 * accuracy {
            // Vague, but where the others are: nothing is to be doubted any more.
            if !fix.rule.needsTwo, place.isWithin(3 * accuracy, of: fix.place) { astray = nil }
            return wasResting ? .resting : .moving
        }
        move(towards: fix)
        return step(at: fix.time)
    }

    /// Whether a fix lies where those of a firm rest do.
    func holds(_ fix: Coordinate, error: Double) -> Bool {
        place.isWithin(reach(error, .firm), of: fix)
    }

    /// Whether a fix is farther from the place than so many times what it, or the place, may be off.
    func isOff(_ fix: Coordinate, error: Double, times: Double) -> Bool {
        !place.isWithin(times * max(error, accuracy), of: fix)
    }

    /// Metres beyond the edge at which the place of rest is outside, the margin aside.
    func outsideBeyond(isFirm: Bool) -> Double {
        let least = isFirm ? Self.firmShare : 0.3
        return accuracy * min(1, max(least, (300 / max(weight, 1)).squareRoot()))
    }

    /// Signed metres to the edge, of a fence of a scale, up to which the place of rest is inside: 0, and less
    /// where a firm rest has lasted.
    func insideUpTo(isFirm: Bool, scale: Double) -> Double {
        isFirm && weight > Self.settledWeight ? -min(Self.firmShare * accuracy, scale / 4) : 0
    }

    /// Whether the device rests: long enough for how well its place is known.
    func isResting(at time: Timestamp) -> Bool {
        count >= 3 && Double(time.millisecondsSince(since)) >= max(60_000, accuracy * 6000)
    }

    /// Metres; no accuracy counts as better.
    static let leastError = 5.0
    /// Metres; a fix whose accuracy is worse says nothing of a rest.
    static let greatestError = 1000.0
    /// km/h; a device that is as fast says its speed.
    static let leastGoing = 5.0
    /// km/h; a device that is slower stands.
    static let greatestStanding = 2.0
    /// Seconds that one fix stands for at most.
    private static let longestGap = 300.0
    /// Seconds that the fixes before a much better one stand for at most.
    private static let refinedWeight = 30.0
    /// Seconds that all fixes stand for at most.
    private static let greatestWeight = 7200.0
    /// The same of a firm rest.
    private static let greatestFirmWeight = 28_800.0
    /// Seconds from which on the place of a firm rest must be clear of an edge on either side to be beyond
    /// it.
    private static let settledWeight = 1800.0
    /// Parts of the accuracy by which it must.
    private static let firmShare = 0.35
    /// Metres a second that a device may go between two fixes elsewhere.
    private static let greatestSpeed = 60.0
    /// The same between the fix that a firm rest keeps back and the next: as fast as one flies.
    private static let greatestFirmSpeed = 300.0
    /// Metres a second that a device which stands may gain in a second.
    private static let greatestGain = 5.0
    /// Seconds for which a device that says it stands is not believed to be elsewhere.
    private static let longestDoubt = 60.0

    private func step(at time: Timestamp) -> Step { isResting(at: time) ? .resting : .moving }

    /// Metres from the place within which a fix belongs to the rest; of a firm one the more, the longer that
    /// has lasted.
    private func reach(_ error: Double, _ rule: RestRule) -> Double {
        (rule.isFirm ? 2.5 + 0.75 * min(1, weight / 900) : 3) * max(error, accuracy)
    }

    /// Whether a fix elsewhere ends the rest; if not, it is kept.
    private mutating func ends(by fix: Input, within reach: Double) -> Bool {
        if fix.isStanding, fix.seconds < Self.longestDoubt {
            guard let first = astray else {
                astray = DeviceState.Stamped(time: fix.time, value: fix.place)
                return false
            }
            if Double(fix.time.millisecondsSince(first.time)) / 1000 < Self.longestDoubt { return false }
        }
        if !fix.rule.needsTwo {
            let start = reach + Self.way(in: fix.seconds)
            guard fix.rule.isFirm, !place.isWithin(start, of: fix.place) else { return true }
        }
        let speed = fix.rule.isFirm ? Self.greatestFirmSpeed : Self.greatestSpeed
        return confirms(fix, within: reach, speed)
    }

    /// Metres that a device which stands may have gone after some seconds.
    private static func way(in seconds: Double) -> Double {
        let start = greatestSpeed / greatestGain
        return seconds < start
            ? greatestGain / 2 * seconds * seconds : greatestSpeed * (seconds - start / 2)
    }

    /// Moves the middle towards a fix by what that weighs.
    @inline(__always)
    private mutating func move(towards fix: Input) {
        let ratio = accuracy / fix.error
        let new = min(Self.longestGap, fix.seconds) * min(1, ratio * ratio)
        weight = min(weight, fix.rule.isFirm ? Self.greatestFirmWeight : Self.greatestWeight)
        if new > 0 { place = place.moved(by: count == 1 ? 0.5 : new / (weight + new), to: fix.place) }
        weight += new
        accuracy += 0.1 * (fix.error - accuracy)
        if count < .max { count += 1 }
        astray = nil
    }

    /// Whether a fix elsewhere is the second; if not, it is kept as the first.
    private mutating func confirms(_ fix: Input, within reach: Double, _ speed: Double) -> Bool {
        if let first = astray {
            let seconds = Double(fix.time.millisecondsSince(first.time)) / 1000
            if first.value.isWithin(reach + speed * seconds, of: fix.place) { return true }
        }
        astray = DeviceState.Stamped(time: fix.time, value: fix.place)
        return false
    }
}

extension Rest {
    /// Takes values that were stored; nil where they can't have been.
    init?(
        place: Coordinate,
        accuracy: Double,
        weight: Double,
        since: Timestamp,
        count: Int32,
        astray: DeviceState.Stamped<Coordinate>?
    ) {
        guard accuracy > 0, accuracy <= Self.greatestError, weight >= 0, weight < .infinity, count > 0 else {
            return nil
        }
        self.init(at: place, accuracy: accuracy, since: since)
        (self.weight, self.count, self.astray) = (weight, count, astray)
    }
}

extension Coordinate {
    /// Whether two places are no farther apart than some metres.
    ///
    /// Up to 10 km they are laid out in a plane, with the radii of curvature at the mean latitude: right to a
    /// millimetre or so, and a sine in the place of a geodesic. Most that are farther cost a subtraction or
    /// some products, and most that are near two: the plane can't put them farther apart than
    /// `isSurelyNearer` does, nor nearer to each other than `isSurelyFarther`.
    @inline(__always)
    fileprivate func isWithin(_ metres: Double, of other: Coordinate) -> Bool {
        // No degree of latitude is shorter than 110,574 m.
        if abs(other.latitude - latitude) * 110_574 > metres { return false }
        guard metres <= 10_000, abs(latitude) < 89 else { return Geodesic.distance(self, other) <= metres }
        if isSurelyNearer(than: metres, to: other) { return true }
        return !isSurelyFarther(than: metres, from: other) && isWithinInPlane(metres, of: other)
    }

    private func isWithinInPlane(_ metres: Double, of other: Coordinate) -> Bool {
        let north = other.latitude - latitude
        let east = longitude.shortWay(to: other.longitude)
        let degree = Double.pi / 180
        let sine = sin((latitude + north / 2) * degree)
        let bend = 1 - WGS84.eccentricitySquared * sine * sine
        let radius = WGS84.equatorialRadius / bend.squareRoot() * degree
        let y = north * radius * (1 - WGS84.eccentricitySquared) / bend
        let x = east * radius * (1 - sine * sine).squareRoot()
        return x * x + y * y <= metres * metres
    }

    /// The place so many parts of the way to another that is near, 0 to 1.
    @inline(__always)
    fileprivate func moved(by share: Double, to other: Coordinate) -> Coordinate {
        guard abs(latitude) < 89 else { return movedInSpace(by: share, to: other) }
        return Coordinate(
            latitude: latitude + share * (other.latitude - latitude),
            wrapping: longitude + share * longitude.shortWay(to: other.longitude)
        )
    }

    private func movedInSpace(by share: Double, to other: Coordinate) -> Coordinate {
        let way = (GeodesicPoint(self).space, GeodesicPoint(other).space)
        return Coordinate(GeodesicPoint(below: way.0.moved(by: share, to: way.1)))
    }

    private init(latitude: Double, wrapping longitude: Double) {
        let turned = longitude > 180 ? longitude - 360 : longitude <= -180 ? longitude + 360 : longitude
        (self.latitude, self.longitude) = (latitude, turned)
    }
}

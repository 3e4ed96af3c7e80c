/// What makes a stay a visit.
public struct VisitRules: Hashable, Sendable {
    /// Metres around the middle of a stay that still belong to it; 1 to 1,000.
    ///
    /// Default: 50.
    public let radius: Double
    /// Seconds from the first to the last fix of a stay, or to the end of a silence spent there, that make it
    /// a visit; 0 to 86,400.
    ///
    /// Default: 300.
    public let minDuration: Double
    /// Seconds that at least two fixes in a row must span outside before the stay has ended; 0 to 86,400.
    ///
    /// Default: 300, since a drift of a minute or two is common indoors and would split a stay.
    public let leaveAfter: Double
    /// Seconds without a usable fix after which a stay has ended, by a timer or by the next fix, wherever
    /// that is; 60 to 2,678,400.
    ///
    /// Default: 43,200.
    public let maxGap: Double
    /// Metres; a fix vaguer than this proves nothing; 1 to 10,000.
    ///
    /// Default: 100.
    public let maxAccuracy: Double

    /// `minDuration`, `leaveAfter` and `maxGap` in milliseconds, as each fix asks for them.
    let shortestStay, absence, longestGap: Int64

    /// The defaults.
    public init() { self.init(unchecked: 50, 300, 300, 43_200, 100) }

    /// Makes rules; metres and seconds.
    ///
    /// - Throws: `VisitRulesError` for the first value that is out of its range.
    public init(
        radius: Double = 50,
        minDuration: Double = 300,
        leaveAfter: Double = 300,
        maxGap: Double = 43_200,
        maxAccuracy: Double = 100
    ) throws(VisitRulesError) {
        guard (1...1_000).contains(radius) else { throw .radius(radius) }
        guard (0...86_400).contains(minDuration) else { throw .minDuration(minDuration) }
        guard (0...86_400).contains(leaveAfter) else { throw .leaveAfter(leaveAfter) }
        guard (60...2_678_400).contains(maxGap) else { throw .maxGap(maxGap) }
        guard (1...10_000).contains(maxAccuracy) else { throw .maxAccuracy(maxAccuracy) }
        self.init(unchecked: radius, minDuration, leaveAfter, maxGap, maxAccuracy)
    }

    private init(
        unchecked radius: Double,
        _ minDuration: Double,
        _ leaveAfter: Double,
        _ maxGap: Double,
        _ maxAccuracy: Double
    ) {
        (self.radius, self.minDuration, self.leaveAfter) = (radius, minDuration, leaveAfter)
        (self.maxGap, self.maxAccuracy) = (maxGap, maxAccuracy)
        shortestStay = Seconds.milliseconds(minDuration)
        absence = Seconds.milliseconds(leaveAfter)
        longestGap = Seconds.milliseconds(maxGap)
    }

    /// Metres from the middle of a stay within which a fix belongs to it: the radius, or twice the accuracy
    /// where that is more.
    ///
    /// Since no fix is vaguer than `maxAccuracy`, it is at most twice that where the radius is less.
    func reach(_ fix: Fix) -> Double {
        max(radius, 2 * min(fix.accuracy ?? 0, maxAccuracy))
    }
}

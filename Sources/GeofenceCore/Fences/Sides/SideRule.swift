/// Says what a fix means for the side of a fence's edge.
///
/// The four rules of ``AccuracyRule`` are written by this: ``HysteresisRule``, ``IgnoreRule``,
/// ``LenientRule`` and ``StrictRule``. An engine is given another in
/// `Engine.init(fences:reportAllUpTo:stream:places:sideRule:)`, which then judges for all fences, in the
/// place of `Rules.accuracy`.
///
/// A rule is asked of the fences that a fix may concern: of those whose bounding box holds it, of a few whose
/// box is very near, and of those that the device is in. It is not asked of a device's first fix, which
/// counts by its point alone, nor of one less accurate than `Rules.maxAccuracy`, or at another height than
/// the fence's. What becomes of its verdict is the engine's: holds, dwell times, groups. Where a device
/// rests, fences with `hysteresis` judge by where it rests: `StreamRules.rest` says whether.
///
/// It must be a function of what it is given: what an engine does can then be done again by another.
public protocol SideRule: Sendable {
    /// The side that a measurement proves.
    ///
    /// - Parameters:
    ///   - measurement: where the fix is to the edge, and how accurate.
    ///   - wasInside: the side that the fixes before have proved.
    /// - Returns: the side, or that it stays as it was.
    func side(of measurement: EdgeMeasurement, wasInside: Bool) -> SideVerdict
}

/// What one fix says of the side of a fence's edge that a device is on, and by what the fence judges that.
public struct EdgeMeasurement: Hashable, Sendable {
    /// Signed distance of the fix to the edge in metres, negative inside.
    public var distance: Double
    /// The accuracy that counts, in metres.
    public var accuracy: Double
    /// Whether the device has reported it, and nothing stands for it.
    public var isAccuracyTold = true
    /// Twice the fence's area over its perimeter, in metres: the radius of a circle.
    public var scale: Double
    /// Metres that an exit needs besides the accuracy.
    public var margin: Double
    /// Accuracy in metres above which a fix is used only where it clears the edge.
    var accuracyLimit = Double.infinity
    /// How accuracy weighs, where the fence's own rule judges.
    public var rule = AccuracyRule.hysteresis
    /// Whether the fix is above or below the fence's heights.
    var isAtOtherHeight = false
    /// Whether the fence goes with a device.
    var isOnTheMove = false
    /// Whether the fix has been judged before, and only the fence is new.
    var isRepeat = false
}

extension EdgeMeasurement {
    /// A measurement to try a rule with.
    public init(distance: Double, accuracy: Double, scale: Double, margin: Double = 0) {
        (self.distance, self.accuracy, self.scale, self.margin) = (distance, accuracy, scale, margin)
    }

    /// Whether the fix is too inaccurate to be used.
    var isRefused: Bool { accuracy > accuracyLimit && distance <= accuracy + margin }

    /// The side of its point.
    var pointSide: Status { distance <= 0 && !isAtOtherHeight ? .inside : .outside }
}

/// A circle that goes with a device.
public struct Follow: Hashable, Sendable {
    /// Who is in the middle, and never inside by that.
    public let device: Identifier
    /// Metres, above 0 and at most `Circle.maximumRadius`.
    public let radius: Double

    /// Makes a circle around a device.
    ///
    /// - Throws: `FenceError.radius` where the radius is not above 0 and at most `Circle.maximumRadius`.
    public init(device: Identifier, radius: Double) throws(FenceError) {
        guard radius > 0, radius <= Circle.maximumRadius else { throw .radius(radius) }
        self.device = device
        self.radius = radius
    }
}

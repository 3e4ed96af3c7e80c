/// Why a fence can't be made.
public enum FenceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The radius in metres is not above 0 and at most `Circle.maximumRadius`.
    case radius(Double)
    /// The text names no network and no address pattern.
    case wifi(String)
    /// The lowest height in metres is above the highest.
    case altitude(Double, Double)
    /// The text can't be a part of any device's name.
    case device(String)
    /// Neither a place nor a network.
    case nothing
    /// A shape and a device to follow.
    case places

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .radius(let metres): "a radius must be above 0 and at most 20000000 metres, not \(metres)"
        case .wifi(let text):
            "\"\(text)\" is neither a network's name (1 to 32 bytes) nor a pattern such as bssid:aa:bb:cc:*"
        case .altitude(let lowest, let highest):
            "minAltitude \(lowest) is above maxAltitude \(highest); no height is between them"
        case .device(let text):
            "\"\(text)\" is no device's name and no pattern such as van*"
        case .nothing:
            "a fence needs a place (latitude, longitude and radius, or geometry, bbox, follows), or wifi, or both"
        case .places: "a fence either has a place of its own or follows a device; remove one"
        }
    }
}

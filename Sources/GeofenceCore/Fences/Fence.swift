/// A place that devices enter and leave: a shape, a set of WiFi networks, or either of them.
///
/// A device is inside when it is on one of the networks, or geographically inside the shape.
public struct Fence: Hashable, Sendable {
    /// The name in topics and events.
    public let id: Identifier
    /// The name for people, if there is one.
    public let name: String?
    /// Where it is; nil for a fence of networks alone.
    public let shape: Shape?
    /// The networks that belong to it.
    public let wifi: [WiFiPattern]
    /// What turns observations into transitions.
    public let rules: Rules

    /// Makes a fence.
    ///
    /// - Throws: `FenceError.nothing` where there is neither a circle nor a network.
    public init(
        id: Identifier,
        name: String? = nil,
        shape: Shape?,
        wifi: [WiFiPattern] = [],
        rules: Rules = Rules()
    )
        throws(FenceError)
    {
        guard shape != nil || !wifi.isEmpty else { throw .nothing }
        self.id = id
        self.name = name
        self.shape = shape
        self.wifi = wifi
        self.rules = rules
    }

    /// Whether both cover the same place: a change in name or rules alone is none.
    public func hasSamePlace(as other: Fence) -> Bool {
        shape == other.shape && wifi == other.wifi
    }
}

/// Why a fence can't be made.
public enum FenceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The radius in metres is not above 0 and at most `Circle.maximumRadius`.
    case radius(Double)
    /// The text names no network and no address pattern.
    case wifi(String)
    /// Neither a circle nor a network.
    case nothing

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .radius(let metres): "a radius must be above 0 and at most 20000000 metres, not \(metres)"
        case .wifi(let text):
            "\"\(text)\" is neither a network's name (1 to 32 bytes) nor a pattern such as bssid:aa:bb:cc:*"
        case .nothing: "a fence needs a circle (latitude, longitude, radius), or wifi, or both"
        }
    }
}

/// A place that devices enter and leave: a shape, a set of WiFi networks, or either of them.
///
/// A device is inside when it is on one of the networks, or geographically inside the shape, while the fence
/// is open.
public struct Fence: Sendable {
    /// All of it, behind one reference: it stands in several lists, and is handed on all the time.
    private let record: FenceRecord

    /// Makes a fence.
    ///
    /// - Throws: `FenceError.nothing` where there is neither a place nor a network, `FenceError.places` where
    ///   there are a shape and a device to follow.
    public init(
        id: Identifier,
        name: String? = nil,
        shape: Shape?,
        follows: Follow? = nil,
        wifi: [WiFiPattern] = [],
        altitude: AltitudeBand? = nil,
        devices: [DevicePattern] = [],
        groups: [Identifier] = [],
        schedule: Schedule? = nil,
        rules: Rules = Rules(),
        origin: FenceOrigin = .placed,
        properties: [FenceProperty] = [],
        isMonitored: Bool = true
    )
        throws(FenceError)
    {
        guard shape != nil || follows != nil || !wifi.isEmpty else { throw .nothing }
        guard shape == nil || follows == nil else { throw .places }
        let terms = FenceAttributes(
            follows: follows,
            wifi: wifi,
            altitude: altitude,
            devices: devices,
            groups: groups,
            schedule: schedule,
            rules: rules,
            origin: origin,
            properties: properties,
            isMonitored: isMonitored
        )
        record = FenceRecord(id: id, name: name, shape: shape, terms: terms)
    }

    private init(_ record: FenceRecord) { self.record = record }

    /// The name in topics and events.
    public var id: Identifier { record.id }
    /// The name for people, if there is one.
    public var name: String? { record.name }
    /// Where it is; nil for a fence of networks alone, and for one that goes with a device.
    public var shape: Shape? { record.shape }
    /// All else: fences of a table that have the same share it.
    var terms: FenceAttributes { record.terms }

    /// The device that it goes with.
    public var follows: Follow? { terms.follows }
    /// The networks that belong to it.
    public var wifi: [WiFiPattern] { terms.wifi }
    /// The heights at which the shape holds; nil: all.
    public var altitude: AltitudeBand? { terms.altitude }
    /// The devices it is for; none given: all.
    public var devices: [DevicePattern] { terms.devices }
    /// The devices it is for, where each is called by its name; nil where there may be others.
    public var deviceNames: [Identifier]? {
        let names = devices.compactMap(\.name)
        return devices.isEmpty || names.count < devices.count ? nil : names
    }
    /// The groups it belongs to, each once.
    public var groups: [Identifier] { terms.groups }
    /// When it is open; nil: always.
    public var schedule: Schedule? { terms.schedule }
    /// What turns observations into transitions.
    public var rules: Rules { terms.rules }
    /// Whether it is for those devices alone that it is assigned to, see `Engine.assign`; it is there while
    /// any is.
    public var isAssigned: Bool { terms.origin == .assignment }
    /// What people have said of it; nothing is decided by that.
    public var properties: [FenceProperty] { terms.properties }
    /// How it has come to be there.
    public var origin: FenceOrigin { terms.origin }
    /// Whether anybody is looked for in it; where not, nothing is known of any device and this fence.
    public var isMonitored: Bool { terms.isMonitored }

    /// The same fence, monitored or not.
    public func monitored(_ isMonitored: Bool) -> Fence {
        guard isMonitored != terms.isMonitored else { return self }
        return with(
            FenceAttributes(
                follows: terms.follows,
                wifi: terms.wifi,
                altitude: terms.altitude,
                devices: terms.devices,
                groups: terms.groups,
                schedule: terms.schedule,
                rules: terms.rules,
                origin: terms.origin,
                properties: terms.properties,
                isMonitored: isMonitored
            )
        )
    }

    /// The same fence, which has all but its name and place in common with another, where both are alike in
    /// that: many fences take less memory so.
    public func sharingTerms(with other: Fence) -> Fence { terms == other.terms ? with(other.terms) : self }

    /// The fence of its id, name and place with these terms.
    func with(_ terms: FenceAttributes) -> Fence {
        guard terms !== self.terms else { return self }
        return Fence(FenceRecord(id: id, name: name, shape: shape, terms: terms))
    }

    /// A fence of another id, name and shape that has all else in common with this one.
    ///
    /// - Throws: `FenceError.places` where this one follows a device.
    public func placed(_ shape: Shape, id: Identifier, name: String?) throws(FenceError) -> Fence {
        guard follows == nil else { throw .places }
        return Fence(FenceRecord(id: id, name: name, shape: shape, terms: terms))
    }

    /// Whether all but name and place of both is in memory once.
    public func sharesTerms(with other: Fence) -> Bool { terms === other.terms }

    /// Whether both hold the same devices at the same places and times: a change in name, groups or rules
    /// alone is none.
    public func hasSamePlace(as other: Fence) -> Bool {
        shape == other.shape && follows == other.follows && wifi == other.wifi
            && altitude == other.altitude && devices == other.devices && schedule == other.schedule
            && isAssigned == other.isAssigned && isMonitored == other.isMonitored
    }
}

extension Fence: Hashable {
    /// Whether both say the same.
    public static func == (a: Fence, b: Fence) -> Bool { a.record == b.record }

    /// Feeds all that a fence says.
    public func hash(into hasher: inout Hasher) { hasher.combine(record) }

    /// Whether both are in memory once.
    package func isSame(as other: Fence) -> Bool { record.isSame(as: other.record) }
}

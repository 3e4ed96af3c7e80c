import GeofenceCore

/// What the configuration adds to what is published of events, statuses and devices.
struct EventAdditions: Hashable, Sendable {
    /// The names that devices have for people; most have none.
    var deviceNames: [Identifier: String] = [:]
    /// The names of the properties of fences that are published.
    var properties: [String] = []

    /// What people call a device, by the configuration, or else by what devices call themselves.
    func name(of device: Identifier, or names: [Identifier: String]) -> String? {
        deviceNames[device] ?? names[device]
    }

    /// What is published of a fence's properties, in the order of `properties`; nil where that is nothing.
    func published(_ all: [FenceProperty]) -> [UInt8]? {
        guard !properties.isEmpty, !all.isEmpty else { return nil }
        var members: [(String, JSONValue?)] = []
        for name in properties {
            if let property = all.first(where: { $0.name == name }) { members.append((name, property.json)) }
        }
        return members.isEmpty ? nil : JSONValue.members(members).bytes
    }
}

import GeofenceCore

/// An event of another agent's device, as `geofence/event/{device}/{fence}` has it.
extension JSONNode {
    private enum Kind { case text, number, flag, time, texts, object }

    /// What a page reads of an event.
    private static let kinds: [String: Kind] = [
        "event": .text, "id": .text, "device": .text, "deviceName": .text, "fence": .text, "name": .text,
        "cause": .text, "visit": .text, "time": .time, "confirmed": .time, "latitude": .number,
        "longitude": .number, "accuracy": .number, "confidence": .number, "seq": .number, "duration": .number,
        "dwell": .number, "speed": .number, "limit": .number, "late": .flag, "via": .texts,
        "properties": .object,
    ]
    private static let required = ["event", "id", "device", "fence", "name", "time"]

    /// Whether all that an agent writes of an event is of its kind, and nothing is missing that each has.
    ///
    /// Everybody who may write there can have written it.
    var isEvent: Bool {
        guard case .object(let members) = value, Self.required.allSatisfy({ member($0) != nil }),
            members.allSatisfy({ member in Self.kinds[member.key].map(member.node.isOf) ?? true })
        else { return false }
        guard let latitude = number(of: "latitude"), let longitude = number(of: "longitude") else {
            return member("latitude") == nil && member("longitude") == nil
        }
        return (try? Coordinate(latitude: latitude, longitude: longitude)) != nil
    }

    private func isOf(_ kind: Kind) -> Bool {
        switch (kind, value) {
        case (.text, .string), (.number, .number), (.flag, .bool), (.object, .object): true
        case (.time, .string(let text)): Timestamp(iso8601: text) != nil
        case (.texts, .array(let nodes)): nodes.allSatisfy { $0.text != nil }
        default: false
        }
    }
}

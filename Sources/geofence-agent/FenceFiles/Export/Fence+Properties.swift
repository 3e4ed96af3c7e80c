import GeofenceCore

extension Fence {
    /// The keys of the configuration beside id, name and place, as far as they say something.
    ///
    /// Rules that are those of `general` say nothing.
    func properties(general: Rules) -> [(String, JSONValue?)] {
        [
            ("follows", (follows?.device.description).map(JSONValue.string)),
            ("wifi", .texts(wifi.map(\.description))),
            ("minAltitude", (altitude?.minimum).map(JSONValue.number)),
            ("maxAltitude", (altitude?.maximum).map(JSONValue.number)),
            ("devices", .texts(devices.map(\.description))),
            ("groups", .texts(groups.map(\.description))),
            ("schedule", schedule.flatMap { $0.windows.isEmpty ? nil : .list($0.windows.map(\.json)) }),
            ("expires", (schedule?.expires?.iso8601).map(JSONValue.string)),
            ("rules", rules.json(besides: general)),
        ]
    }
}

extension Rules {
    /// The rules that differ from others, as in the configuration; nil where none does.
    ///
    /// A rule that is off here and on there can't be written: the configuration has no word for it.
    func json(besides general: Rules) -> JSONValue? {
        func own<Value: Equatable>(_ path: KeyPath<Rules, Value>, _ json: (Value) -> JSONValue?) -> JSONValue?
        {
            self[keyPath: path] == general[keyPath: path] ? nil : json(self[keyPath: path])
        }
        let members: [(String, JSONValue?)] = [
            ("accuracy", own(\.accuracy) { .string($0.rawValue) }),
            ("margin", own(\.margin, JSONValue.number)),
            ("maxAccuracy", own(\.maxAccuracy, JSONValue.number)),
            ("unknownAccuracy", own(\.unknownAccuracy, JSONValue.number)),
            ("enterAfter", own(\.enterAfter, JSONValue.number)),
            ("exitAfter", own(\.exitAfter, JSONValue.number)),
            ("dwell", own(\.dwell) { .list($0.map(JSONValue.number)) }),
            ("wifiExpiry", own(\.wifiExpiry) { $0.map(JSONValue.number) }),
            ("initialEvents", own(\.initialEvents, JSONValue.bool)),
            ("crossing", own(\.crossing, JSONValue.bool)),
            ("maxGap", own(\.maxGap, JSONValue.number)),
            ("staleAfter", own(\.staleAfter) { $0.map(JSONValue.number) }),
            ("speedLimit", own(\.speedLimit) { $0.map(JSONValue.number) }),
            ("speedFor", own(\.speedFor, JSONValue.number)),
        ]
        return members.contains { $0.1 != nil } ? .members(members) : nil
    }
}

extension WeeklyWindow {
    /// The entry of a `schedule`.
    fileprivate var json: JSONValue {
        let names = Weekdays.names.enumerated().filter {
            days.contains(Weekdays(rawValue: 1 << UInt8($0.offset)))
        }
        return .members([
            ("days", days == .all ? nil : .texts(names.map(\.element))),
            ("from", .string(Self.time(from))), ("to", .string(Self.time(to))),
            ("timezone", .string(timeZone.name)),
        ])
    }

    /// `07:30`, with seconds where there are some.
    private static func time(_ seconds: Int) -> String {
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.prefix(seconds % 60 == 0 ? 2 : 3).joined(separator: ":")
    }
}

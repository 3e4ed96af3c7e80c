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
            ("monitoring", isMonitored ? nil : .bool(false)),
            ("properties", properties.isEmpty ? nil : .members(properties.map { ($0.name, $0.json) })),
            ("rules", rules.json(besides: general)),
        ]
    }
}

extension Rules {
    /// The rules that differ from others, as in the configuration; nil where none does.
    ///
    /// A rule that is off here and on there can't be written: the configuration has no word for it.
    func json(besides general: Rules) -> JSONValue? {
        let members = Self.fields.map { ($0.name, $0.place.json(self, besides: general)) }
        return members.contains { $0.1 != nil } ? .members(members) : nil
    }
}

extension Rules.Field.Place {
    /// The rule's value; nil where it is that of `general`.
    fileprivate func json(_ rules: Rules, besides general: Rules) -> JSONValue? {
        func own<Value: Equatable>(_ get: (Rules) -> Value, _ json: (Value) -> JSONValue?) -> JSONValue? {
            get(rules) == get(general) ? nil : json(get(rules))
        }
        return switch self {
        case .accuracy: own(\.accuracy) { .string($0.rawValue) }
        case .number(let rule): own(rule.get, JSONValue.number)
        case .optionalNumber(let rule): own(rule.get) { $0.map(JSONValue.number) }
        case .numbers(let rule): own(rule.get) { .list($0.map(JSONValue.number)) }
        case .flag(let rule): own(rule.get, JSONValue.bool)
        }
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

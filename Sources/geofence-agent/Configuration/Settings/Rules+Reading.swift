import GeofenceCore

extension Rules {
    /// The keys of `rules`, for all fences or for one.
    enum Key: String, ConfigurationKey {
        case accuracy, margin, maxAccuracy, unknownAccuracy, enterAfter, exitAfter, dwell, wifiExpiry,
            initialEvents
        case crossing, maxGap, staleAfter, speedLimit, speedFor
        case reorder, lateEvents, maxSpeed, rest

        /// Those that are about a device's messages, whatever the fence: they stand in the `rules` for all
        /// fences alone.
        static let ofDevices: [Key] = [.reorder, .lateEvents, .maxSpeed, .rest]
        /// What to do with those that stand in a fence.
        static let ofDevicesAdvice =
            "counts for all messages of a device, not for one fence; move it to the \"rules\" at the top"

        /// What a number may be; nil where the rule is none.
        var range: NumberRange? {
            switch self {
            case .margin: .upTo(Circle.maximumRadius, "metres")
            case .maxAccuracy: .positive(upTo: Circle.maximumRadius, "metres")
            case .unknownAccuracy: .upTo(1000, "metres")
            case .enterAfter, .exitAfter: .upTo(NumberRange.thirtyDays, "seconds")
            case .dwell, .wifiExpiry, .maxGap, .staleAfter: .positive(upTo: NumberRange.thirtyDays, "seconds")
            case .speedLimit, .maxSpeed: .positive(upTo: 100_000, "km/h")
            case .speedFor: .upTo(86400, "seconds")
            case .reorder: .upTo(3600, "seconds")
            case .accuracy, .initialEvents, .crossing, .lateEvents, .rest: nil
            }
        }
    }

    /// The rules of a fence with their keys.
    static let keyed = fields.compactMap { field in Key(rawValue: field.name).map { (key: $0, field: field) }
    }

    /// These rules, with each key that is there in the place of the rule it names.
    func overridden(by value: ValueReader) -> Rules {
        guard let object = value.object(Key.self) else { return self }
        var rules = self
        for (key, field) in Self.keyed {
            if let value = object[key] { rules.read(field, key, value) }
        }
        return rules
    }

    /// Reads one rule; what is wrong is reported, and leaves it as it is.
    mutating func read(_ field: Field, _ key: Key, _ value: ValueReader) {
        switch (field.place, key.range) {
        case (.accuracy, _): accuracy = value.choice(AccuracyRule.self) ?? accuracy
        case (.flag(let rule), _): rule.set(&self, value.flag() ?? rule.get(self))
        case (.number(let rule), let range?):
            rule.set(&self, value.number(range) ?? rule.get(self))
        case (.optionalNumber(let rule), let range?):
            rule.set(&self, value.number(range) ?? rule.get(self))
        case (.numbers(let rule), let range?):
            rule.set(&self, value.ascending(range) ?? rule.get(self))
        case (.number, nil), (.optionalNumber, nil), (.numbers, nil):
            preconditionFailure("\(key) has no range")
        }
    }
}

extension StreamRules {
    /// Reads the rules that are about a device's messages from the `rules` for all fences.
    init(reading value: ValueReader) {
        self.init()
        func number(_ key: Rules.Key) -> Double? {
            key.range.flatMap { range in value.member(key)?.number(range) }
        }
        reorder = number(.reorder) ?? reorder
        lateEvents = value.member(Rules.Key.lateEvents)?.flag() ?? lateEvents
        maxSpeed = number(.maxSpeed) ?? maxSpeed
        rest = value.member(Rules.Key.rest)?.restRule() ?? rest
        unknownAccuracy = number(.unknownAccuracy) ?? unknownAccuracy
    }
}

extension ValueReader {
    /// Reports rules of one fence that are about whole devices.
    func refuseRulesOfDevices() {
        for key in Rules.Key.ofDevices { member(key)?.report(Rules.Key.ofDevicesAdvice) }
    }

    /// Times, each above the one before it.
    fileprivate func ascending(_ range: NumberRange) -> [Double]? {
        var times: [Double] = []
        for element in list() ?? [] {
            guard let time = element.number(range) else { continue }
            if let last = times.last, time <= last {
                let last = NumberRange.text(last)
                element.report(
                    "must be above \(last), the one before it; name each time once, in ascending order"
                )
            }
            times.append(time)
        }
        return times
    }
}

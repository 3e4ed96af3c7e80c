import GeofenceCore

extension Rules {
    /// The keys of `rules`, for all fences or for one.
    enum Key: String, ConfigurationKey {
        case accuracy, margin, maxAccuracy, enterAfter, exitAfter, dwell, wifiExpiry, initialEvents

        static let refused = ["crossing": notYet, "maxGap": notYet, "reorder": notYet]
    }

    /// These rules, with each key that is there in the place of the rule it names.
    func overridden(by value: ValueReader) -> Rules {
        guard let object = value.object(Key.self) else { return self }
        let metres = Circle.maximumRadius
        let wait = NumberRange.upTo(NumberRange.thirtyDays, "seconds")
        var rules = self
        rules.accuracy = object[.accuracy]?.choice(AccuracyRule.self) ?? accuracy
        rules.margin = object[.margin]?.number(.upTo(metres, "metres")) ?? margin
        rules.maxAccuracy = object[.maxAccuracy]?.number(.positive(upTo: metres, "metres")) ?? maxAccuracy
        rules.enterAfter = object[.enterAfter]?.number(wait) ?? enterAfter
        rules.exitAfter = object[.exitAfter]?.number(wait) ?? exitAfter
        rules.dwell = object[.dwell]?.dwell() ?? dwell
        rules.wifiExpiry = object[.wifiExpiry]?.number(.longWait) ?? wifiExpiry
        rules.initialEvents = object[.initialEvents]?.flag() ?? initialEvents
        return rules
    }
}

extension NumberRange {
    fileprivate static let longWait = NumberRange.positive(upTo: thirtyDays, "seconds")
}

extension ValueReader {
    fileprivate func dwell() -> [Double]? {
        var times: [Double] = []
        for element in list() ?? [] {
            guard let time = element.number(.longWait) else { continue }
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

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
        rules.unknownAccuracy = object[.unknownAccuracy]?.number(.unknownAccuracy) ?? unknownAccuracy
        rules.enterAfter = object[.enterAfter]?.number(wait) ?? enterAfter
        rules.exitAfter = object[.exitAfter]?.number(wait) ?? exitAfter
        rules.dwell = object[.dwell]?.dwell() ?? dwell
        rules.wifiExpiry = object[.wifiExpiry]?.number(.longWait) ?? wifiExpiry
        rules.initialEvents = object[.initialEvents]?.flag() ?? initialEvents
        return rules.overridden(
            crossing: object[.crossing],
            maxGap: object[.maxGap],
            staleAfter: object[.staleAfter],
            speedLimit: object[.speedLimit],
            speedFor: object[.speedFor]
        )
    }

    /// These rules, with those that may also stand in a fence itself.
    func overridden(
        crossing: ValueReader?,
        maxGap: ValueReader?,
        staleAfter: ValueReader?,
        speedLimit: ValueReader?,
        speedFor: ValueReader?
    ) -> Rules {
        var rules = self
        rules.crossing = crossing?.flag() ?? self.crossing
        rules.maxGap = maxGap?.number(.longWait) ?? self.maxGap
        rules.staleAfter = staleAfter?.number(.longWait) ?? self.staleAfter
        rules.speedLimit = speedLimit?.number(.speed) ?? self.speedLimit
        rules.speedFor = speedFor?.number(.upTo(86400, "seconds")) ?? self.speedFor
        return rules
    }
}

extension StreamRules {
    /// Reads the rules that are about a device's messages from the `rules` for all fences.
    init(reading value: ValueReader) {
        self.init()
        reorder = value.member(Rules.Key.reorder)?.number(.upTo(3600, "seconds")) ?? reorder
        lateEvents = value.member(Rules.Key.lateEvents)?.flag() ?? lateEvents
        maxSpeed = value.member(Rules.Key.maxSpeed)?.number(.speed) ?? maxSpeed
        rest = value.member(Rules.Key.rest)?.restRule() ?? rest
        unknownAccuracy = value.member(Rules.Key.unknownAccuracy)?.number(.unknownAccuracy) ?? unknownAccuracy
    }
}

extension NumberRange {
    /// A time that something may take.
    static let longWait = NumberRange.positive(upTo: thirtyDays, "seconds")
    /// A speed that something may have.
    static let speed = NumberRange.positive(upTo: 100_000, "km/h")
    /// An accuracy that stands for one that isn't told.
    static let unknownAccuracy = NumberRange.upTo(1000, "metres")
}

extension ValueReader {
    /// Reports rules of one fence that are about whole devices.
    func refuseRulesOfDevices() {
        for key in Rules.Key.ofDevices { member(key)?.report(Rules.Key.ofDevicesAdvice) }
    }

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

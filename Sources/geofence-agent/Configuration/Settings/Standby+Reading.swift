import GeofenceCore

extension Standby {
    /// The keys of `standby`.
    enum Key: String, ConfigurationKey { case id, lease, echo, grace }

    /// Reads `standby`; nil where something is wrong.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self),
            let key = object.required(.id, "name each of the two agents, such as \"a\" and \"b\""),
            let id = key.text()
        else { return nil }
        guard Self.isID(id) else {
            key.report("may have letters, digits, - and _, \(Self.longestID) at most")
            return nil
        }
        self.init(id: id)
        lease = object[.lease]?.integer(1...300, "seconds") ?? lease
        echo = object[.echo]?.choice(EchoWay.self) ?? echo
    }

    /// Seconds that timers wait, as `standby` says; nil where it says nothing, or something wrong.
    fileprivate static func grace(_ value: ValueReader, _ rules: StreamRules) -> Double? {
        guard let key = value.member(Key.grace), let seconds = key.number(graces) else { return nil }
        guard rules.reorder == 0 else {
            return key.refuse(
                "timers wait as long as positions are held where \"rules\" have \"reorder\"; leave out one of the two"
            )
        }
        return seconds
    }

    private static let graces = NumberRange(lower: leastGrace, upper: 3600, unit: "seconds")
}

extension Configuration {
    /// Reads `standby`, and refuses what two agents would decide differently; sources, rules and `http` have
    /// been read.
    mutating func readStandby(_ object: ObjectReader<Key>) {
        guard let key = object[.standby], let standby = Standby(reading: key) else { return }
        self.standby = standby
        for source in sources where source.format.isUndated {
            key.report(
                "the source \(source.topic.filter) reads no time from its messages, and two agents would give them two times, so that their events differ; name where it stands in \"fields\": {\"time\": …}, or leave out \"standby\""
            )
        }
        if stream.reorder > 0, stream.reorder < Standby.leastGrace {
            object[.rules]?.report(
                "\"reorder\" is too short for two agents that are to decide the same; set it to \(NumberRange.text(Standby.leastGrace)) or more, or to 0"
            )
        }
        stream.grace = Standby.grace(key, stream) ?? max(Standby.leastGrace, stream.reorder)
        if http?.map?.fleet == false {
            key.warn(
                "the live map can't change fences, since the other agent would not know; leave out \"fleet\": false, or change them by requests over MQTT"
            )
        }
    }
}

extension PayloadFormat {
    /// Whether no message can say its time.
    fileprivate var isUndated: Bool {
        if case .json(let fields) = self { fields.time == nil } else { false }
    }
}

import GeofenceCore

extension Fence {
    /// Groups of one fence at most: each has a status of its own for each device.
    static let mostGroups = 64
    /// Bytes of a name for people.
    static let longestName = 256

    /// Reads a fence; nil where something is wrong.
    init?(reading value: ValueReader, rules: Rules) {
        let before = value.reading.problems.count
        guard let object = value.object(Key.self) else { return nil }
        let id = object.required(.id, "give each fence an id of its own, such as \"depot\"")?.identifier()
        let name = object[.name]?.text()
        let place = Place(reading: object)
        self.init(id: id, name: name, place: place, rest: object, of: value, rules: rules, since: before)
    }

    /// Reads all but id, name and place of a fence; nil where something is wrong, or was before these could
    /// be had.
    ///
    /// `object` has the other keys; what is wrong with the whole is reported at `value`; `before` is how many
    /// problems there were before the fence.
    init?(
        id: Identifier?,
        name: String?,
        place: Place,
        rest object: ObjectReader<Key>,
        of value: ValueReader,
        rules: Rules,
        since before: Int
    ) {
        let wifi = object[.wifi]?.networks() ?? []
        let altitude = Self.altitude(object)
        let devices = object[.devices]?.devices() ?? []
        let groups = object[.groups]?.groups() ?? []
        let schedule = Schedule(reading: object[.schedule], expires: object[.expires])
        let properties = object[.properties]?.properties() ?? []
        let rules = Self.rules(object, rules)
        let isMonitored = object[.monitoring]?.flag() ?? true
        if let name, name.utf8.count > Self.longestName {
            value.report("has a name of \(name.utf8.count) bytes, and one may have \(Self.longestName)")
        }
        guard let id, value.reading.problems.count == before else { return nil }
        do {
            try self.init(
                id: id,
                name: name,
                shape: place.shape,
                follows: place.follows,
                wifi: wifi,
                altitude: altitude,
                devices: devices,
                groups: groups,
                schedule: schedule,
                rules: rules,
                properties: properties,
                isMonitored: isMonitored
            )
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    private static func rules(_ object: ObjectReader<Key>, _ general: Rules) -> Rules {
        object[.rules]?.refuseRulesOfDevices()
        var rules = object[.rules].map(general.overridden(by:)) ?? general
        for (key, rule, field) in keyedRules {
            if let value = object[key] { rules.read(field, rule, value) }
        }
        return rules
    }

    /// The rules that may also stand in the fence itself.
    static let keyedRules = Rules.keyed.compactMap { rule, field in
        Key(rawValue: rule.rawValue).map { (key: $0, rule: rule, field: field) }
    }

    private static func altitude(_ object: ObjectReader<Key>) -> AltitudeBand? {
        guard object[.minAltitude] != nil || object[.maxAltitude] != nil else { return nil }
        let heights = NumberRange(lower: -100_000, upper: 100_000, unit: "metres")
        let (minimum, maximum) = (
            object[.minAltitude]?.number(heights), object[.maxAltitude]?.number(heights)
        )
        do {
            return try AltitudeBand(minimum: minimum, maximum: maximum)
        } catch {
            return (object[.minAltitude] ?? object[.maxAltitude])?.refuse("\(error)")
        }
    }
}

extension ValueReader {
    /// A name that can be one level of a topic.
    func identifier() -> Identifier? { made(Identifier.init) }

    /// What a text stands for; where it can't, the reason is reported.
    private func made<Value, Failure>(_ make: (String) throws(Failure) -> Value) -> Value? {
        guard let text = text() else { return nil }
        do {
            return try make(text)
        } catch {
            return refuse("\(error)")
        }
    }

    fileprivate func networks() -> [WiFiPattern]? {
        list()?.compactMap { $0.made(WiFiPattern.init) }
    }

    /// Names of devices.
    func devices() -> [DevicePattern]? {
        guard let list = list() else { return nil }
        if list.isEmpty { report("names no device; name one, or \"*\" for all") }
        return list.compactMap { $0.made(DevicePattern.init) }
    }

    fileprivate func groups() -> [Identifier]? {
        guard let list = list() else { return nil }
        guard list.count <= Fence.mostGroups else {
            return refuse("has \(list.count) groups, and a fence may have \(Fence.mostGroups)")
        }
        var groups: [Identifier] = []
        var known: Set<Identifier> = []
        for element in list {
            guard let group = element.identifier() else { continue }
            if !known.insert(group).inserted {
                element.report("\"\(group)\" is there twice; name each group once")
            }
            groups.append(group)
        }
        return groups
    }
}

import GeofenceCore

extension Source {
    /// The keys of a source.
    enum Key: String, ConfigurationKey { case topic, device, format, fields, keyFile, filter, rest }

    /// Reads a source; nil where something is wrong.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        let format = Self.format(object)
        guard let topic = Self.topic(object, format), let format = format?.placed(in: topic, object) else {
            return nil
        }
        topic.warn(of: object[.device] ?? object[.topic])
        let keys = object[.keyFile].flatMap { Self.keys($0, topic, format) }
        let filter = object[.filter].flatMap { FixFilter(reading: $0) }
        let rest = object[.rest].flatMap { $0.restRule() }
        self.init(topic: topic, format: format, keys: keys, filter: filter, rest: rest)
    }

    private static func keys(_ key: ValueReader, _ topic: TopicTemplate, _ format: PayloadFormat)
        -> OwnTracksKeys?
    {
        guard format == .owntracks else {
            return key.refuse("only \"format\": \"owntracks\" has keys; set that format, or remove it")
        }
        if case .payload = topic.device {
            key.warn(
                "binds no device: who has a key can say any id in the payload; take the id from levels of the topic in \"device\""
            )
        }
        return OwnTracksKeys(reading: key, pattern: topic.pattern)
    }

    private static func topic(_ object: ObjectReader<Key>, _ format: PayloadFormat?) -> TopicTemplate? {
        let device = object[.device].map { $0.text() }
        guard let key = object.required(.topic, "name the devices' topics, such as fleet/{device}/location"),
            let text = key.text()
        else { return nil }
        do {
            let pattern = try TopicPattern(text)
            if let device, device == nil { return nil }
            if device == nil, let pointer = format?.devicePointer, pattern.variables["device"] == nil {
                return TopicTemplate(pattern: pattern, device: .payload(pointer))
            }
            return template(pattern, device ?? nil, at: object[.device] ?? key)
        } catch {
            return key.refuse("\(error)")
        }
    }

    private static func template(_ pattern: TopicPattern, _ device: String?, at key: ValueReader)
        -> TopicTemplate?
    {
        do {
            let device = try DeviceTemplate(device, variables: pattern.variables)
            return TopicTemplate(pattern: pattern, device: device)
        } catch {
            return key.refuse("\(error)")
        }
    }

    private static func format(_ object: ObjectReader<Key>) -> PayloadFormat? {
        guard let key = object[.format] else { return withoutFields(.auto, object) }
        guard let name = key.text() else { return nil }
        guard let format = PayloadFormat.all.first(where: { $0.name == name })?.format else {
            return key.refuse(key.choiceMessage(name, among: PayloadFormat.all.map(\.name)))
        }
        guard case .json = format else { return withoutFields(format, object) }
        let hint =
            "say where the values stand, such as { \"latitude\": \"/gps/lat\", \"longitude\": \"/gps/lon\" }"
        return object.required(.fields, hint).flatMap(FieldMap.init(reading:)).map(PayloadFormat.json)
    }

    private static func withoutFields(_ format: PayloadFormat, _ object: ObjectReader<Key>) -> PayloadFormat?
    {
        guard let fields = object[.fields] else { return format }
        return fields.refuse("only \"format\": \"json\" has fields; set that format, or remove them")
    }
}

extension PayloadFormat {
    /// Where the device's name stands unless the source says otherwise.
    fileprivate var devicePointer: JSONPointer? {
        if case .named(let named) = self { named.device } else { nil }
    }

    /// The same with the level that says which value a payload is; nil where the topic has none.
    fileprivate func placed(in topic: TopicTemplate, _ object: ObjectReader<Source.Key>) -> Self? {
        guard case .statestream = self else { return self }
        guard let level = topic.pattern.variables["attribute"] else {
            return object[.topic]?.refuse(
                "needs a level {attribute}, which says what a value is, such as home/device_tracker/{device}/{attribute}"
            )
        }
        guard case .payload = topic.device else { return .statestream(level: level) }
        return object[.device]?.refuse(
            "each payload is one value, not a device's name; take it from the topic"
        )
    }
}

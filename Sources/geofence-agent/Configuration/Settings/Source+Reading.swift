extension Source {
    /// The keys of a source.
    enum Key: String, ConfigurationKey { case topic, device, format, fields }

    /// The values of `format`.
    enum Format: String, CaseIterable { case auto, owntracks, wifi, json }

    /// Formats of later versions.
    static let laterFormats: Set<String> = [
        "tasmota", "traccar", "gpsd", "nmea", "meshtastic", "chirpstack", "ttn", "shelly",
    ]

    /// Reads a source; nil where something is wrong.
    init?(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return nil }
        let format = Self.format(object)
        guard let topic = Self.topic(object), let format else { return nil }
        self.init(topic: topic, format: format)
    }

    private static func topic(_ object: ObjectReader<Key>) -> TopicTemplate? {
        let device = object[.device].map { $0.text() }
        guard let key = object.required(.topic, "name the devices' topics, such as fleet/{device}/location"),
            let text = key.text()
        else { return nil }
        do {
            let pattern = try TopicPattern(text)
            if let device, device == nil { return nil }
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
        guard !laterFormats.contains(name) else {
            return key.refuse("\"\(name)\" is not supported by this version")
        }
        switch Format(rawValue: name) {
        case .auto: return withoutFields(.auto, object)
        case .owntracks: return withoutFields(.owntracks, object)
        case .wifi: return withoutFields(.wifi, object)
        case .json:
            let hint =
                "say where the values stand, such as { \"latitude\": \"/gps/lat\", \"longitude\": \"/gps/lon\" }"
            return object.required(.fields, hint).flatMap(FieldMap.init(reading:)).map(PayloadFormat.json)
        case nil: return key.refuse(key.choiceMessage(name, among: Format.allCases.map(\.rawValue)))
        }
    }

    private static func withoutFields(_ format: PayloadFormat, _ object: ObjectReader<Key>) -> PayloadFormat?
    {
        guard let fields = object[.fields] else { return format }
        return fields.refuse("only \"format\": \"json\" has fields; set that format, or remove them")
    }
}

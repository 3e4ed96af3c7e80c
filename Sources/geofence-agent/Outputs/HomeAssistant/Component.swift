/// One entity, as Home Assistant is to make it.
struct Component: Hashable {
    /// Kinds of entities, by the names of Home Assistant.
    enum Platform: String, Hashable, CaseIterable {
        case tracker = "device_tracker"
        case binarySensor = "binary_sensor"
        case event
        case sensor
        case `switch`
    }

    /// A setting of an entity, by the abbreviation of its name; the value is JSON.
    struct Field: Hashable {
        var key: String
        var json: [UInt8]

        static func text(_ key: String, _ text: String) -> Field {
            Field(key: key, json: JSONWriter.quoted(text))
        }

        static func texts(_ key: String, _ texts: [String]) -> Field {
            Field(key: key, json: JSONWriter.array(texts.map(JSONWriter.quoted)))
        }
    }

    /// What tells it from others of its announcement; a safe id.
    let key: String
    let platform: Platform
    private(set) var fields: [Field]

    /// An entity with a name for people, which is nil where it is the device's own, and words to make its
    /// first id of.
    init(_ key: String, _ platform: Platform, name: String?, words: [String], _ fields: [Field]) {
        self.key = key
        self.platform = platform
        self.fields = [Field(key: "name", json: name.map(JSONWriter.quoted) ?? Array("null".utf8))]
        if let id = SafeID.words(words) {
            // Home Assistant 2025.10 has changed the name of this setting.
            self.fields.append(.text("def_ent_id", "\(platform.rawValue).\(id)"))
            self.fields.append(.text("obj_id", id))
        }
        self.fields += fields
    }

    /// The members of its payload.
    func write(id: String, to json: inout JSONWriter) {
        json.member("uniq_id", "\(id)__\(key)")
        for field in fields { json.member(named: field.key, json: field.json) }
        json.member("qos", 1)
    }

    /// The same entity, unavailable while the agent is offline.
    func available(with stateTopic: String) -> Component {
        var component = self
        component.fields.append(.text("avty_t", stateTopic))
        return component
    }

    /// What has to be known of it to take it back.
    var part: AnnouncedPart { AnnouncedPart(key: key, platform: platform) }
}

/// An entity that was announced.
struct AnnouncedPart: Hashable {
    var key: String
    var platform: Component.Platform
}

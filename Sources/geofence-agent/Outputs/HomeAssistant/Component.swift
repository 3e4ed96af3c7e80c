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

    /// A setting of an entity, by the abbreviation of its name.
    struct Field: Hashable {
        /// What it is set to.
        enum Value: Hashable {
            case text(String)
            case texts([String])
            case null
        }

        var key: String
        var value: Value

        static func text(_ key: String, _ text: String) -> Field { Field(key: key, value: .text(text)) }

        static func texts(_ key: String, _ texts: [String]) -> Field { Field(key: key, value: .texts(texts)) }

        fileprivate func write(to json: inout JSONWriter) {
            json.name(key)
            switch value {
            case .text(let text): json.value(text)
            case .texts(let texts): json.raw(JSONWriter.array(texts.map(JSONWriter.quoted)))
            case .null: json.raw("null")
            }
        }

        /// Bytes that it takes at most.
        fileprivate var mostBytes: Int {
            switch value {
            case .text(let text): key.utf8.count + JSONWriter.mostBytes(of: text) + 4
            case .texts(let texts):
                texts.reduce(key.utf8.count + 6) { $0 + JSONWriter.mostBytes(of: $1) + 1 }
            case .null: key.utf8.count + 8
            }
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
        self.fields = []
        self.fields.reserveCapacity(fields.count + 4)
        self.fields.append(Field(key: "name", value: name.map { .text($0) } ?? .null))
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
        for field in fields { field.write(to: &json) }
        json.member("qos", 1)
    }

    /// Bytes that its payload takes at most.
    func mostBytes(id: String) -> Int {
        fields.reduce(id.utf8.count + 2 * key.utf8.count + 64) { $0 + $1.mostBytes }
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

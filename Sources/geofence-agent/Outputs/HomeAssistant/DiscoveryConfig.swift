/// A device of Home Assistant's with its entities.
struct DiscoveryConfig: Hashable {
    /// In which topics entities are announced.
    struct Form: Hashable {
        /// The levels before.
        var prefix: String
        /// A topic for each entity, rather than for each device.
        var isLegacy: Bool
    }

    /// Tells it from all others, and begins the ids of its entities.
    let id: String
    /// Its name for people.
    let name: String
    /// What kind of thing it is.
    let model: String
    /// The id of the device that it is published for.
    var via: String?
    /// The page about it.
    var url: String?
    /// The version of its software.
    var version: String?
    let components: [Component]

    /// What is to be published.
    ///
    /// Entities that are `gone` stand in a device's topic by their platforms alone, upon which Home Assistant
    /// removes them.
    func messages(_ form: Form, gone: [AnnouncedPart] = []) -> [DiscoveryMessage] {
        guard form.isLegacy else {
            let topic = DiscoveryMessage.topic(device: id, form.prefix)
            return [DiscoveryMessage(topic: topic, payload: devicePayload(gone))]
        }
        return components.map { component in
            DiscoveryMessage(
                topic: DiscoveryMessage.topic(component.part, of: id, form.prefix),
                payload: JSONWriter.object { json in
                    component.write(id: id, to: &json)
                    writeHeader(to: &json)
                }
            )
        }
    }

    /// Bytes of a device's payload at most.
    func mostBytes(gone: [AnnouncedPart]) -> Int {
        let header = [id, name, model, via ?? "", url ?? "", version ?? ""]
        let texts = header.reduce(256) { $0 + JSONWriter.mostBytes(of: $1) }
        let entities = components.reduce(texts) { $0 + $1.mostBytes(id: id) }
        return gone.reduce(entities) { $0 + $1.key.utf8.count + 40 }
    }

    private func devicePayload(_ gone: [AnnouncedPart]) -> [UInt8] {
        JSONWriter.object { json in
            writeHeader(to: &json)
            json.member("cmps") { json in
                for component in components {
                    json.member(named: component.key) { json in
                        json.member("p", component.platform.rawValue)
                        component.write(id: id, to: &json)
                    }
                }
                for part in gone {
                    json.member(named: part.key) { $0.member("p", part.platform.rawValue) }
                }
            }
        }
    }

    /// The device and where it comes from: Home Assistant takes no other keys here than it knows.
    private func writeHeader(to json: inout JSONWriter) {
        json.member("dev") { json in
            json.member("ids", [id])
            json.member("name", name)
            json.member("mf", "geofence-agent")
            json.member("mdl", model)
            if let version { json.member("sw", version) }
            if let via { json.member("via_device", via) }
            if let url { json.member("cu", url) }
        }
        json.member("o") { json in
            json.member("name", "geofence-agent")
            json.member("sw", AgentVersion.current)
        }
    }
}

/// Something to be published for discovery.
struct DiscoveryMessage: Hashable {
    var topic: String
    var payload: [UInt8]
    var isRetained = true

    static func topic(device id: String, _ prefix: String) -> String { "\(prefix)/device/\(id)/config" }

    static func topic(_ part: AnnouncedPart, of id: String, _ prefix: String) -> String {
        "\(prefix)/\(part.platform.rawValue)/\(id)__\(part.key)/config"
    }
}

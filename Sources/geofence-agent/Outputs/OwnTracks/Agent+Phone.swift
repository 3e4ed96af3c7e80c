import GeofenceCore

/// Where phones are heard, which is where they can be told something.
extension Agent {
    /// Notes the topic of a message that a device has sent.
    ///
    /// It is journalled when it is another than before: of the id alone the topic can't always be told, and after a restart a timer may
    /// bring about something before the phone is heard again.
    mutating func hear(_ device: Int, _ source: Int, on topic: UnsafeRawBufferPointer) {
        guard setup.owntracks.isOn, setup.sources[source].decoder.isOwnTracks else { return }
        let id = engine.deviceID(device)
        let known = phones[id]
        if let last = known?.address, last.topic.utf8.elementsEqual(topic) { return }
        guard let topic = String(validating: topic, as: UTF8.self) else { return }
        perform(.output(.address(id, topic: topic)))
        if setup.owntracks.setWaypoints { phones.pending.add(.device(id)) }
    }

    /// Keeps what is known of a phone, in the journal as well; nil forgets it.
    mutating func keep(_ phone: Phone?, of id: Identifier) {
        perform(.output(.phone(id, phone)))
    }

    /// Puts something for a phone into the outbox, encrypted where its source has a key for it.
    ///
    /// - Returns: false where it was not heard yet, or no source hears it there any more.
    @discardableResult
    mutating func enqueue(_ id: Identifier, on level: String, _ payload: [UInt8], at now: Timestamp) -> Bool {
        guard let topic = phones[id]?.address?.topic, let source = source(of: id, on: topic) else {
            return false
        }
        let key = Array(topic.utf8).withUnsafeBytes { setup.sources[source].decoder.keys?.key(for: $0) }
        guard let payload = key.map({ Self.sealed(payload, $0) }) ?? payload else { return false }
        outbox.add(topic: "\(topic)/\(level)", payload: payload, isRetained: false, time: now.milliseconds)
        return true
    }

    private static func sealed(_ payload: [UInt8], _ key: [UInt8]) -> [UInt8]? {
        SecretBox.seal(payload, key: key).map { box in
            JSONWriter.object { json in
                json.member("_type", "encrypted")
                json.member("data", box)
            }
        }
    }

    /// The source that hears a device on a topic.
    private func source(of id: Identifier, on topic: String) -> Int? {
        setup.sources.firstIndex { source in
            guard source.decoder.isOwnTracks else { return false }
            switch Self.device(source, Array(topic.utf8)) {
            case .none: return false
            case .named(let name): return name == Array(id.description.utf8)
            case .unnamed: return true
            }
        }
    }

    /// Whose a topic is.
    enum TopicOwner {
        /// It is none of the source's.
        case none
        /// The bytes of the device's id.
        case named([UInt8])
        /// Payloads say it.
        case unnamed
    }

    static func device(_ source: AgentSettings.Source, _ topic: [UInt8]) -> TopicOwner {
        var scratch: [UInt8] = []
        return switch topic.withUnsafeBytes({ source.template.match($0, into: &scratch) }) {
        case .none: .none
        case .topic(let range): .named(Array(topic[range]))
        case .scratch: .named(scratch)
        case .payload: .unnamed
        }
    }
}

import GeofenceCore

/// What is exchanged with the OwnTracks apps: transitions and circles for them, waypoints of theirs.
struct OwnTracksOutput: Output {
    let name = "phones"
    private(set) var interest: Interest = []
    private(set) var filters: [String] = []
    /// Phones at most for which all circles are looked at in one turn.
    var looksPerTurn = 8

    private(set) var settings = OwnTracksSettings()
    /// Devices that report as the OwnTracks apps do.
    var phones = Phones()
    /// Whether the next change of fences is one of a phone's waypoints.
    var isOwnChange = false

    mutating func use(_ settings: AgentSettings) {
        self.settings = settings.owntracks
        interest = []
        if self.settings.isOn { interest.insert([.addresses, .fences]) }
        if self.settings.transitions { interest.insert(.transitions) }
        if self.settings.waypoints { interest.insert(.messages) }
        // Beside the topic of each phone those on which it tells its waypoints.
        filters = settings.sources.filter(\.decoder.isOwnTracks).flatMap { source in
            settings.owntracks.read.map { "\(source.template.filter)/\($0)" }
        }
        phones.fencesChanged()
    }

    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        if settings.transitions {
            for event in effects.events { publishTransition(event, &port) }
        }
        if !effects.changedFences.isEmpty { fencesChanged(effects.changedFences, &port) }
    }

    /// Publishes a phone's enter or exit as the apps would, beside the event itself, and in the same
    /// transaction.
    ///
    /// Of a group of fences nothing: each of its fences has one. What comes late is left out, since those who
    /// read a transition take it for what is so now.
    private func publishTransition(_ event: Event, _ port: inout OutputPort) {
        guard !event.isGroup, !event.isLate, let phone = phones[event.device], let address = phone.address,
            let transition = Transition(event, phone: phone, topic: address.topic)
        else { return }
        publish(event.device, on: "event", transition.payload, &port)
    }

    /// Has fences that a person has set or removed no longer be a phone's.
    private mutating func fencesChanged(_ fences: [Identifier], _ port: inout OutputPort) {
        defer { isOwnChange = false }
        guard !isOwnChange else { return }
        for fence in fences {
            guard let owner = phones.owners[fence], var phone = phones[owner] else { continue }
            phone.waypoints.removeAll { $0.fence == fence }
            keep(phone, of: owner, &port)
        }
        phones.fencesChanged()
    }

    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        guard let phone = phones[id] else { return [] }
        let gone = phone.waypoints.map(\.fence)
        keep(nil, of: id, &port)
        guard !gone.isEmpty else { return [] }
        isOwnChange = true
        return [.fences(FenceChange(setting: [], removing: gone, at: port.now, port.settings))]
    }
}

// MARK: - Where phones report

/// A phone listens below the topic on which it reports.
extension OwnTracksOutput {
    /// Notes the topic of a message that a device has sent.
    ///
    /// It is journalled when it is another than before: the id alone doesn't always say the topic, and after
    /// a restart a timer may bring about something before the phone reports again.
    mutating func reported(
        _ device: Int,
        _ source: Int,
        on topic: UnsafeRawBufferPointer,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard port.settings.sources[source].decoder.isOwnTracks else { return }
        let id = tracker.engine.deviceID(device)
        if let last = phones[id]?.address, last.topic.utf8.elementsEqual(topic) { return }
        guard let topic = String(validating: topic, as: UTF8.self) else { return }
        phones[id, default: Phone()].recordAddress(topic)
        port.note(Self.note(id, address: topic), of: self)
        if settings.setWaypoints { phones.pending.add(.device(id)) }
    }

    /// Puts something for a phone into the outbox, encrypted where its source has keys.
    ///
    /// - Returns: false where it has not reported yet, no source reads it there any more, or its source has
    ///   keys and none for it.
    @discardableResult
    func publish(_ id: Identifier, on level: String, _ payload: [UInt8], _ port: inout OutputPort) -> Bool {
        guard let topic = phones[id]?.address?.topic,
            let source = Self.source(of: id, on: topic, port.settings)
        else { return false }
        var payload = payload
        if let keys = source.decoder.keys {
            guard let key = Array(topic.utf8).withUnsafeBytes({ keys.key(for: $0) }),
                let sealed = Self.sealed(payload, key)
            else { return false }
            payload = sealed
        }
        port.publish("\(topic)/\(level)", payload, isRetained: false)
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

    /// The source that reads a device on a topic.
    private static func source(
        of id: Identifier,
        on topic: String,
        _ settings: AgentSettings
    ) -> AgentSettings.Source? {
        settings.sources.first { source in
            guard source.decoder.isOwnTracks else { return false }
            switch owner(of: Array(topic.utf8), source) {
            case .none, .ambiguous: return false
            case .named(let name): return name == Array(id.description.utf8)
            case .unnamed: return true
            }
        }
    }

    /// Whose a topic is.
    enum TopicOwner {
        /// It is none of the source's.
        case none
        /// It is the source's, and could be of two devices.
        case ambiguous
        /// The bytes of the device's id.
        case named([UInt8])
        /// Payloads say it.
        case unnamed
    }

    static func owner(of topic: [UInt8], _ source: AgentSettings.Source) -> TopicOwner {
        var scratch: [UInt8] = []
        return switch topic.withUnsafeBytes({ source.template.match($0, into: &scratch) }) {
        case .none: .none
        case .ambiguous: .ambiguous
        case .topic(let range): .named(Array(topic[range]))
        case .scratch: .named(scratch)
        case .payload: .unnamed
        }
    }
}

// MARK: - Memory beyond the process

extension OwnTracksOutput {
    var checkpoint: [UInt8]? { phones.isNew ? phones.bytes : nil }

    mutating func didCheckpoint() { phones.isNew = false }

    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        try phones.restore(bytes)
        phones.isNew = false
    }

    /// Keeps what is known of a phone, in the journal as well; nil forgets it.
    mutating func keep(_ phone: Phone?, of id: Identifier, _ port: inout OutputPort) {
        phones[id] = phone
        port.note(Self.note(id, phone), of: self)
    }

    private enum NoteKind { static let phone: UInt8 = 0, address: UInt8 = 1 }

    /// What is known of a phone; nil where it is forgotten.
    static func note(_ id: Identifier, _ phone: Phone?) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(NoteKind.phone)
        writer.text(id.description)
        writer.optional(phone) { $1.write(to: &$0) }
        return writer.bytes
    }

    private static func note(_ id: Identifier, address: String) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(NoteKind.address)
        writer.text(id.description)
        writer.text(address)
        return writer.bytes
    }

    func notes(of device: Identifier) -> [[UInt8]] {
        phones[device].map { [Self.note(device, $0)] } ?? []
    }

    mutating func recall(_ note: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(note)
        switch try reader.byte() {
        case NoteKind.phone:
            let id = try reader.identifier()
            phones[id] = try reader.optional { reader throws(DamagedBytes) in try Phone(from: &reader) }
        case NoteKind.address:
            let id = try reader.identifier()
            phones[id, default: Phone()].recordAddress(try reader.text())
        default: throw reader.damaged
        }
    }
}

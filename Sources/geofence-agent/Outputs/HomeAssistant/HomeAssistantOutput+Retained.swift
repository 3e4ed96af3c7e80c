import GeofenceCore

/// The retained topics it stands for, and the end of a device.
extension HomeAssistantOutput {
    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    {
        guard let device else {
            var topics: [RetainedTopic] = []
            for subject in records.subjects {
                switch subject {
                case .agent: topics += self.topics(of: subject, nil)
                case .fence(let id): topics += self.topics(of: subject, id)
                case .device: continue
                }
            }
            return topics
        }
        let id = tracker.engine.deviceID(device)
        let topics = topics(of: .device(id), id)
        return topics.isEmpty ? [] : topics + [RetainedTopic(topic: settings.topics.place(id))]
    }

    private func topics(of subject: DiscoverySubject, _ id: Identifier?) -> [RetainedTopic] {
        records[subject]?.topics.map { RetainedTopic(topic: $0, id: id) } ?? []
    }

    /// Where something was announced otherwise meanwhile, what it is now: nothing may come back that was
    /// taken back.
    mutating func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? {
        let subject: DiscoverySubject
        if let device {
            guard tracker.engine.hasDevice(device) else { return nil }
            let id = tracker.engine.deviceID(device)
            subject = .device(id)
            if topic.id == nil { return records[subject] == nil ? nil : place(of: device, tracker) }
        } else {
            subject = topic.id.map { .fence($0) } ?? .agent
        }
        guard let record = records[subject] else { return nil }
        if repeated?.subject != subject || repeated?.record != record {
            guard let config = config(of: subject, tracker, settings) else { return nil }
            let messages = config.messages(record.form, gone: record.gone.map(\.part))
            repeated = Repeated(
                subject: subject,
                record: record,
                messages: Dictionary(messages.map { ($0.topic, $0.payload) }) { first, _ in first }
            )
        }
        return repeated?.messages[topic.topic]
    }

    /// Takes a device's entities back before its topics are emptied, which they couldn't make sense of.
    mutating func withdraw(_ device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        let id = tracker.engine.deviceID(device)
        guard let old = records[.device(id)] else { return }
        let change = DiscoveryChange(from: old, to: nil, form, at: port.now)
        publish(change, of: .device(id), instead: old, &port)
        clearPlace(of: id, &port)
    }

    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        if device < isComplete.count { isComplete[device] = false }
        if device < isFast.count { isFast[device] = false }
        return []
    }
}

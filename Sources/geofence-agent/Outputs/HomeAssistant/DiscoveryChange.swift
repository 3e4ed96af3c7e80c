import GeofenceCore

/// What has to be published so that Home Assistant, which knows one thing, learns another.
struct DiscoveryChange: Hashable {
    /// In this order.
    var messages: [DiscoveryMessage] = []
    /// What was published then; nil where nothing is left.
    var record: DiscoveryRecord?

    /// Milliseconds for which a payload says that an entity is to be removed: Home Assistant may be away for
    /// a while.
    static let memory: Int64 = 86_400_000

    private static let migration = Array(#"{"migrate_discovery":true}"#.utf8)
}

extension DiscoveryChange {
    init(
        from old: DiscoveryRecord?,
        to new: DiscoveryConfig?,
        _ form: DiscoveryConfig.Form,
        at now: Timestamp
    ) {
        guard let new else {
            clear(old?.topics ?? [])
            return
        }
        let all = new.messages(form)
        let record = DiscoveryRecord(
            id: new.id,
            form: form,
            parts: new.components.map(\.part),
            fingerprint: Fingerprint.fnv1a(all.count == 1 ? all[0].payload : all.flatMap(\.payload))
        )
        guard let old else {
            (messages, self.record) = (all, record)
            return
        }
        if old.form == form, old.id == new.id {
            update(old, new, all, record, now)
        } else {
            move(old, all, record)
        }
    }

    private mutating func update(
        _ old: DiscoveryRecord,
        _ new: DiscoveryConfig,
        _ all: [DiscoveryMessage],
        _ record: DiscoveryRecord,
        _ now: Timestamp
    ) {
        self.record = old
        guard old.fingerprint != record.fingerprint else { return }
        var record = record
        let kept = Set(record.parts)
        let gone = old.parts.filter { !kept.contains($0) }
        if record.form.isLegacy {
            clear(gone.map { DiscoveryMessage.topic($0, of: old.id, old.form.prefix) })
        } else {
            let keys = Set(record.parts.map(\.key))
            let earlier = old.gone.filter { now.millisecondsSince($0.since) < Self.memory }
            record.gone = (earlier + gone.map { .init(part: $0, since: now) }).filter {
                !keys.contains($0.part.key)
            }
        }
        messages += record.gone.isEmpty ? all : new.messages(record.form, gone: record.gone.map(\.part))
        self.record = record
    }

    /// Announces it elsewhere.
    ///
    /// Where Home Assistant hears both, it is asked first to let go of the old topics and keep the entities.
    /// That is not retained: the outbox keeps one retained message of a topic only, and the topic is emptied
    /// right after.
    private mutating func move(_ old: DiscoveryRecord, _ all: [DiscoveryMessage], _ record: DiscoveryRecord) {
        let isSame = old.id == record.id && old.form.prefix == record.form.prefix
        if isSame {
            messages = old.topics.map {
                DiscoveryMessage(topic: $0, payload: Self.migration, isRetained: false)
            }
        } else {
            clear(old.topics)
        }
        messages += all
        if isSame { clear(old.topics) }
        self.record = record
    }

    private mutating func clear(_ topics: [String]) {
        messages += topics.map { DiscoveryMessage(topic: $0, payload: []) }
    }
}

import GeofenceCore

/// Reads the payloads of one source.
///
/// A payload is read in place and once (twice, where the device's name stands in it); nothing of it is kept
/// but the reading. A class, since each message is read by it and none needs a copy.
final class PayloadDecoder: Sendable {
    /// Bytes; a larger payload is refused unread.
    static let maximumSize = 65_536

    private enum Way: Sendable {
        case auto(AutoReader)
        case owntracks(FieldCollector)
        case named(any PayloadReader)
        case attributes(level: Int)
        case json(PointerPlan)
    }

    private static let box = PointerPlan([(.part, JSONPointer(steps: ["data"]))])

    private let way: Way
    /// What OwnTracks' messages are encrypted with, either way; nil where they are not.
    let keys: OwnTracksKeys?
    private let device: PointerPlan?
    /// Whether what payloads look like can be learnt: their values stand by their names, and no name of a
    /// device or key has to be looked for.
    let hasLayouts: Bool

    /// Prepares for a format; `devicePointer` is where a JSON payload has the device's name, if it is to be
    /// read.
    init(format: PayloadFormat, devicePointer: JSONPointer? = nil, keys: OwnTracksKeys? = nil) {
        self.keys = keys
        device = devicePointer.map { PointerPlan([(.device, $0)]) }
        way =
            switch format {
            case .auto: .auto(AutoReader())
            case .owntracks: .owntracks(FieldCollector(names: .owntracks))
            case .named(let named): .named(named.reader)
            case .statestream(let level): .attributes(level: level)
            case .json(let map): .json(PointerPlan(map.pointers))
            }
        attributeLevel = if case .statestream(let level) = format { level } else { nil }
        isOwnTracks = if case .owntracks = format { true } else { false }
        hasLayouts =
            switch format {
            case .auto, .owntracks, .json: devicePointer == nil && keys == nil
            case .named, .statestream: false
            }
    }

    /// The level of the topic that says which value a payload is; nil where payloads say it all themselves.
    let attributeLevel: Int?

    /// Whether the payloads are those of the OwnTracks apps.
    let isOwnTracks: Bool

    /// What the payload says; the topic says which key opens an encrypted one.
    ///
    /// - Throws: why it can't be used: `size`, `empty`, `json`, `shape`, `type`, `missing`, `range`, `time`,
    ///   `id`, `unrelated`, `locked`, `forged` or `plain`.
    func decode(
        _ payload: UnsafeRawBufferPointer,
        topic: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws(Rejection) -> Reading {
        guard payload.count <= Self.maximumSize else { throw .size }
        switch way {
        case .auto(let reader): return try reader.reading(payload, device: device)
        case .owntracks(let collector): return try owntracks(payload, collector, topic)
        case .named(let reader): return try reader.reading(payload, device: device)
        case .attributes: throw .unrelated
        case .json(let plan): return try mapped(payload, plan)
        }
    }

    /// How a payload looks that was decoded to a reading; nil where that can't be known.
    func layout(of payload: UnsafeRawBufferPointer, _ reading: Reading) -> PayloadLayout? {
        guard hasLayouts, let message = fields(payload), !message.isMarked else { return nil }
        return PayloadLayout(payload, message, reading)
    }

    private func fields(_ payload: UnsafeRawBufferPointer) -> PayloadFields? {
        switch way {
        case .auto(let reader): try? PayloadFields(payload, reader.collector, device: nil)
        case .owntracks(let collector): try? PayloadFields(payload, collector, device: nil)
        case .json(let plan): try? PayloadFields(payload, plan, device: nil)
        case .named, .attributes: nil
        }
    }

    private func owntracks(
        _ payload: UnsafeRawBufferPointer,
        _ collector: FieldCollector,
        _ topic: UnsafeRawBufferPointer
    ) throws(Rejection) -> Reading {
        if payload.first != UInt8(ascii: "{"), device == nil, let line = OwnTracksCSV(payload) {
            guard keys == nil else { throw .plain }
            return try line.reading()
        }
        let message = try PayloadFields(payload, collector, device: device)
        if message.isOfKind("encrypted") { return try encrypted(payload, collector, topic) }
        try message.requireLocation()
        // Who has no key could say anything of a device that has one.
        guard keys == nil else { throw .plain }
        return try message.reading()
    }

    /// - Throws: `locked` without a key, `forged` where it doesn't fit; then what is wrong with what was
    ///   sealed.
    private func encrypted(
        _ payload: UnsafeRawBufferPointer,
        _ collector: FieldCollector,
        _ topic: UnsafeRawBufferPointer
    ) throws(Rejection) -> Reading {
        guard let key = keys?.key(for: topic) else { throw .locked }
        let envelope = try PayloadFields(payload, Self.box, device: nil)
        guard envelope.fields[.part].kind == .text else { throw .missing }
        let box = envelope.fields[.part]
        guard let plain = envelope.cursor.withText(box, { SecretBox.open($0, key: key) }) else {
            throw .forged
        }
        return try plain.withUnsafeBytes { plain in
            Result { () throws(Rejection) in
                let message = try PayloadFields(plain, collector, device: device)
                try message.requireLocation()
                return try message.reading()
            }
        }.get()
    }

    private func mapped(
        _ payload: UnsafeRawBufferPointer,
        _ plan: PointerPlan
    ) throws(Rejection) -> Reading {
        try PayloadFields(payload, plan, device: device).reading()
    }
}

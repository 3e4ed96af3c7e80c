/// Recognises the shape of a payload, and reads it.
///
/// What most publishers send is read in one pass. Where that meets a name that only one publisher's messages
/// have, the payload is read again as that publisher's. What names neither a position nor a network is about
/// something else: on a source's topics devices may say what they like. The device's name is never taken from
/// a payload unless the source says where it stands.
struct AutoReader: Sendable {
    let collector = FieldCollector(names: .common)
    private let shapes = PayloadShape.allCases.map(ShapeReader.init)

    /// What the payload says.
    func reading(_ payload: UnsafeRawBufferPointer, device: PointerPlan?) throws(Rejection) -> Reading {
        guard let first = payload.first else { throw .empty }
        if first != UInt8(ascii: "{"), device == nil, let plain = try Self.plain(payload) { return plain }
        let message = try PayloadFields(payload, collector, device: device)
        try message.requireLocation()
        guard message.isMarked else { return try message.reading(orElse: .unrelated) }
        return try marked(payload, message, device)
    }

    /// What is no JSON; nil for what may be.
    private static func plain(_ payload: UnsafeRawBufferPointer) throws(Rejection) -> Reading? {
        if let plain = PlainPosition(payload) { return try Reading(plain) }
        if NMEAPayload.isOne(payload) { return try NMEAPayload.reading(payload) }
        if let line = OwnTracksCSV(payload) { return try line.reading() }
        return try documents(payload)
    }

    /// A broker's word of a device that has come or gone is nothing wrong.
    private static func documents(_ payload: UnsafeRawBufferPointer) throws(Rejection) -> Reading? {
        if LastWill.isOne(payload), payload.first.map({ $0 | 0x20 == UInt8(ascii: "o") }) == true {
            throw .unrelated
        }
        return nil
    }

    private func marked(
        _ payload: UnsafeRawBufferPointer,
        _ message: PayloadFields,
        _ device: PointerPlan?
    ) throws(Rejection) -> Reading {
        if let shape = message.shape,
            let reading = try shapes.first(where: { $0.shape == shape })?.document(payload, device: device)
        {
            return try Self.renamed(reading, message)
        }
        if let reading = try GeoJSONCollection.reading(payload, collector, device: device) { return reading }
        guard try message.fix() != nil || message.wifi() != nil else { throw .unrelated }
        return try message.reading()
    }

    /// The device's name as `auto` gives it, whatever the shape's own is.
    private static func renamed(_ reading: Reading, _ message: PayloadFields) throws(Rejection) -> Reading {
        var reading = reading
        reading.device = try message.device()
        return reading
    }
}

extension PayloadFields {
    /// Whether a name gives the payload's shape away.
    var isMarked: Bool {
        fields[.mark].kind != .absent || fields[.label].kind != .absent
            || fields[.latitudeE7].kind != .absent
    }

    /// The shape that a name gives away.
    var shape: PayloadShape? {
        for mark in [fields[.label], fields[.mark]] where mark.kind == .text {
            if let shape = cursor.withText(mark, { PayloadShape.marks[$0] }) { return shape }
        }
        return fields[.latitudeE7].kind == .absent ? nil : .meshtastic
    }
}

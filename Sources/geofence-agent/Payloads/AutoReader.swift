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
        if first != UInt8(ascii: "{") {
            if device == nil, let plain = try Self.plain(payload) { return plain }
            if let several = try array(payload, device) { return several }
        }
        return try object(payload, device, mayHoldList: true)
    }

    private func object(
        _ payload: UnsafeRawBufferPointer,
        _ device: PointerPlan?,
        mayHoldList: Bool
    ) throws(Rejection) -> Reading {
        let message = try PayloadFields(payload, collector, device: device)
        try message.requireLocation()
        guard message.isMarked else { return try message.reading(orElse: .unrelated) }
        return try marked(payload, message, device, mayHoldList: mayHoldList)
    }

    /// What the messages in an array say; nil where the payload is none of objects.
    private func array(_ payload: UnsafeRawBufferPointer, _ device: PointerPlan?) throws(Rejection)
        -> Reading?
    {
        var cursor = PayloadCursor(payload)
        cursor.skipByteOrderMark()
        cursor.skipSpace()
        guard cursor.isArray else { return nil }
        let array = try cursor.document()
        return cursor.isListOfObjects(array) ? try several(cursor.slice(array), device) : nil
    }

    /// A list within an element is not looked into: each level would be read once more.
    private func several(_ array: UnsafeRawBufferPointer, _ device: PointerPlan?) throws(Rejection)
        -> Reading?
    {
        try PayloadList.reading(array) { element throws(Rejection) in
            try object(element, device, mayHoldList: false)
        }
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
        _ device: PointerPlan?,
        mayHoldList: Bool
    ) throws(Rejection) -> Reading {
        if let shape = message.shape,
            let reading = try shapes.first(where: { $0.shape == shape })?.document(payload, device: device)
        {
            return try Self.renamed(reading, message)
        }
        if mayHoldList, let reading = try list(in: message, device) { return reading }
        guard try message.fix() != nil || message.wifi() != nil else { throw .unrelated }
        return try message.reading()
    }

    /// What the messages in a list of the payload say: they have the name of the payload's device, or each
    /// its own; nil where there is no list, or it says nothing, but the payload does.
    private func list(in message: PayloadFields, _ device: PointerPlan?) throws(Rejection) -> Reading? {
        let list = message.fields[.list]
        guard list.kind == .array else { return nil }
        let common = message.fields[.device].kind == .absent ? nil : try message.device()
        do throws(Rejection) {
            var reading = try several(message.cursor.slice(list), common == nil ? device : nil)
            if let common { reading?.device = common }
            return reading
        } catch {
            guard try message.fix() != nil else { throw error }
            return nil
        }
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
        fields[.mark].kind != .absent || fields[.label].kind != .absent || fields[.list].kind != .absent
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

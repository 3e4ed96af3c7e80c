import GeofenceCore

/// Reads payloads of one shape.
struct ShapeReader: PayloadReader {
    let shape: PayloadShape
    private let plans: [PointerPlan]
    private let codec = FieldCollector(names: .codec)

    /// Prepares for a shape.
    init(_ shape: PayloadShape) {
        self.shape = shape
        plans = shape.places.map(PointerPlan.init)
    }

    /// All that a payload says.
    ///
    /// - Throws: `unrelated` where it says nothing of a position or a network; what is wrong with it.
    func reading(_ payload: UnsafeRawBufferPointer, device: PointerPlan?) throws(Rejection) -> Reading {
        guard !LastWill.isOne(payload) else { throw .unrelated }
        if shape == .gpsd { return try documents(payload, device: device) }
        if shape == .awslocation, let several = try updates(payload, device: device) { return several }
        guard let reading = try document(payload, device: device) else { throw .unrelated }
        return reading
    }

    private static let updates = PointerPlan([(.part, JSONPointer(steps: ["Updates"]))])

    /// What a request of AWS Location says that brings several positions; nil for another.
    private func updates(
        _ payload: UnsafeRawBufferPointer,
        device: PointerPlan?
    ) throws(Rejection) -> Reading? {
        let message = try PayloadFields(payload, Self.updates, device: nil)
        guard message.fields[.part].kind == .array else { return nil }
        return try PayloadList.reading(message.cursor.slice(message.fields[.part])) {
            update throws(Rejection) in try document(update, device: device)
        }
    }

    /// Reports that stand one after the other, usually each on its line; one that is cut off spoils none
    /// before it.
    private func documents(
        _ payload: UnsafeRawBufferPointer,
        device: PointerPlan?
    ) throws(Rejection) -> Reading {
        guard !payload.isEmpty else { throw .empty }
        var readings: [Reading] = []
        var problems: [Rejection] = []
        var cursor = PayloadCursor(payload)
        cursor.skipByteOrderMark()
        cursor.skipSpace()
        while !cursor.isAtEnd {
            guard let value = try? cursor.value() else {
                problems.append(.json)
                break
            }
            do throws(Rejection) {
                if let reading = try document(cursor.slice(value), device: device) {
                    readings.append(reading)
                }
            } catch {
                if error != .unrelated { problems.append(error) }
            }
            cursor.skipSpace()
        }
        guard let reading = Reading(readings, refused: problems) else { throw problems.first ?? .unrelated }
        return reading
    }

    /// What one document says; nil where it is of another shape, or says nothing.
    ///
    /// - Throws: `unrelated` for one of this shape that says nothing on purpose; what is wrong with it.
    func document(_ payload: UnsafeRawBufferPointer, device: PointerPlan?) throws(Rejection) -> Reading? {
        var isOfShape = false
        for plan in plans {
            let message = try PayloadFields(payload, plan, device: device)
            isOfShape = isOfShape || message.fields[.part].kind == .object
            guard var reading = try reading(message) else { continue }
            reading.device =
                shape == .meshtastic && device != nil ? try message.nodeID() : try message.device()
            return reading
        }
        if isOfShape { throw .unrelated }
        return nil
    }

    private func reading(_ message: PayloadFields) throws(Rejection) -> Reading? {
        switch shape {
        case .traccar, .awslocation: try message.position()
        case .gpsd: try message.gpsd()
        case .meshtastic: try message.meshtastic()
        case .chirpstack, .ttn: try message.lorawan(codec)
        case .tasmota, .shelly: try message.network()
        }
    }
}

/// What brokers say for devices that are gone, and devices when they are back.
enum LastWill {
    private static let words: [StaticString] = ["online", "offline", "true", "false", "connected"]

    /// Whether a payload is one of these words and nothing else.
    static func isOne(_ payload: UnsafeRawBufferPointer) -> Bool {
        guard (4...9).contains(payload.count) else { return false }
        return words.contains { word in
            payload.count == word.utf8CodeUnitCount
                && payload.indices.allSatisfy { payload[$0] | 0x20 == word.utf8Start[$0] }
        }
    }
}

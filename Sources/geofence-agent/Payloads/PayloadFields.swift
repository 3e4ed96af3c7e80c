import GeofenceCore

/// A payload with its values by what they are about.
struct PayloadFields {
    let cursor: PayloadCursor
    private(set) var fields = Fields()
    private let wantsDevice: Bool

    /// Reads an object by the names of its members.
    ///
    /// - Throws: `empty`, `json` or `shape`.
    init(
        _ payload: UnsafeRawBufferPointer,
        _ collector: FieldCollector,
        device: PointerPlan?
    ) throws(Rejection) {
        cursor = try Self.begin(payload)
        wantsDevice = device != nil
        var reading = cursor
        guard reading.isObject else {
            _ = try reading.document()
            throw .shape
        }
        try collector.collect(&reading, into: &fields)
        try reading.end()
        try findDevice(device)
    }

    /// Reads an object, or an array where the plan begins with a position, by JSON Pointers.
    ///
    /// - Throws: `empty`, `json` or `shape`.
    init(_ payload: UnsafeRawBufferPointer, _ plan: PointerPlan, device: PointerPlan?) throws(Rejection) {
        cursor = try Self.begin(payload)
        wantsDevice = device != nil
        var reading = cursor
        let isShaped = reading.isObject || reading.isArray && plan.takesArray
        try plan.walk(&reading, into: &fields)
        try reading.end()
        guard isShaped else { throw .shape }
        try findDevice(device)
    }

    /// Takes values that are in no document, with the bytes of those that are texts.
    init(_ texts: PayloadCursor, _ fields: Fields) {
        cursor = texts
        self.fields = fields
        wantsDevice = false
    }

    private mutating func findDevice(_ plan: PointerPlan?) throws(Rejection) {
        guard let plan else { return }
        var reading = cursor
        try plan.walk(&reading, into: &fields)
    }

    private static func begin(_ payload: UnsafeRawBufferPointer) throws(Rejection) -> PayloadCursor {
        guard !payload.isEmpty else { throw .empty }
        var cursor = PayloadCursor(payload)
        cursor.skipByteOrderMark()
        cursor.skipSpace()
        return cursor
    }

    /// The device's name, if it was asked for.
    ///
    /// - Throws: `missing`, `type`, or `id` for a name that no topic can carry.
    func device() throws(Rejection) -> Identifier? {
        guard wantsDevice else { return nil }
        let value = fields[.device]
        switch value.kind {
        case .absent, .null: throw .missing
        case .text: return try Self.identifier(cursor.string(value))
        case .number: return try Self.identifier(wholeNumber(value))
        case .no, .yes, .object, .array: throw .type
        }
    }

    private static func identifier(_ text: String) throws(Rejection) -> Identifier {
        do { return try Identifier(text) } catch { throw .id }
    }

    /// The digits of a whole number as they stand.
    private func wholeNumber(_ value: PayloadValue) throws(Rejection) -> String {
        let digits = cursor.slice(value)
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .type }
        return String(decoding: digits, as: UTF8.self)
    }
}

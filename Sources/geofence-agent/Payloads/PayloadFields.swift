import GeofenceCore

/// A payload with its values by what they are about.
struct PayloadFields {
    let cursor: PayloadCursor
    let fields: Fields
    private let wantsDevice: Bool

    /// Reads an object by the names of its members.
    ///
    /// - Throws: `empty`, `json` or `shape`.
    init(
        _ payload: UnsafeRawBufferPointer,
        _ collector: FieldCollector,
        device: PointerPlan?
    ) throws(Rejection) {
        var fields = Fields()
        let document = try Self.begin(payload)
        var cursor = document
        guard cursor.isObject else {
            _ = try cursor.document()
            throw .shape
        }
        try collector.collect(&cursor, into: &fields)
        try cursor.end()
        try self.init(document, &fields, device)
    }

    /// Reads an object, or an array where the plan begins with a position, by JSON Pointers.
    ///
    /// - Throws: `empty`, `json` or `shape`.
    init(_ payload: UnsafeRawBufferPointer, _ plan: PointerPlan, device: PointerPlan?) throws(Rejection) {
        var fields = Fields()
        let document = try Self.begin(payload)
        var cursor = document
        let isShaped = cursor.isObject || cursor.isArray && plan.takesArray
        try plan.walk(&cursor, into: &fields)
        try cursor.end()
        guard isShaped else { throw .shape }
        try self.init(document, &fields, device)
    }

    /// Takes values that are in no document, with the bytes of those that are texts.
    init(_ texts: PayloadCursor, _ fields: Fields) {
        cursor = texts
        self.fields = fields
        wantsDevice = false
    }

    private init(_ document: PayloadCursor, _ fields: inout Fields, _ device: PointerPlan?) throws(Rejection)
    {
        if let device {
            var cursor = document
            try device.walk(&cursor, into: &fields)
        }
        cursor = document
        self.fields = fields
        wantsDevice = device != nil
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

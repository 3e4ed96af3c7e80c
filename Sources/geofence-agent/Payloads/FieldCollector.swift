/// Goes through an object once and keeps the values whose names it knows.
struct FieldCollector {
    let names: NameTable<Field>

    /// Reads the object in front of the cursor, and those within that are known to hold more.
    func collect(_ cursor: inout PayloadCursor, into fields: inout Fields) throws(Rejection) {
        try cursor.enter()
        while let name = try cursor.nextName() {
            if let field = cursor.withText(name, { names[$0] }) {
                try keep(field, name, &cursor, &fields)
            } else {
                _ = try cursor.value()
            }
            try cursor.endMember()
        }
    }

    private func keep(
        _ field: Field,
        _ name: PayloadValue,
        _ cursor: inout PayloadCursor,
        _ fields: inout Fields
    ) throws(Rejection) {
        switch field {
        case .container, .pair, .coordinates:
            guard !cursor.isObject else { return try collect(&cursor, into: &fields) }
            let value = try cursor.value()
            fields[field] = value
            if value.kind == .text, Self.isNetwork(cursor.slice(name)) { fields[.ssid] = value }
            if field == .pair, cursor.isListOfObjects(value) { fields[.list] = value }
        case .accuracy where cursor.isObject: try collect(&cursor, into: &fields)
        case .batteryLevel where cursor.isObject: try keepShare(&cursor, &fields)
        case .list:
            let value = try cursor.value()
            if cursor.isListOfObjects(value) { fields[.list] = value }
        case .mark, .label:
            let value = try cursor.value()
            let isMark = field == .label ? value.kind == .text : value.kind == .object || value.kind == .array
            if isMark { fields[field] = name }
        case .time where Self.isTasmotas(cursor.slice(name)):
            fields[.localTime] = try cursor.value()
        default:
            fields[field] = try cursor.value()
        }
    }

    /// Keeps the share that is left of a battery which is an object, as Traccar's client writes it.
    private func keepShare(_ cursor: inout PayloadCursor, _ fields: inout Fields) throws(Rejection) {
        try cursor.enter()
        while let name = try cursor.nextName() {
            let value = try cursor.value()
            if cursor.slice(name).elementsEqual("level".utf8) { fields[.batteryShare] = value }
            try cursor.endMember()
        }
    }

    /// Whether a name is `wifi`: of an object that says which network it is, or of the network's name alone,
    /// as Overland has it.
    private static func isNetwork(_ name: UnsafeRawBufferPointer) -> Bool { name.elementsEqual("wifi".utf8) }

    /// Whether the name of a time is `Time`, in just these letters: only Tasmota's has no zone, and is local.
    private static func isTasmotas(_ name: UnsafeRawBufferPointer) -> Bool {
        name.first == UInt8(ascii: "T") && name.elementsEqual("Time".utf8)
    }
}

extension PayloadCursor {
    /// Whether a value is an array whose first element is an object.
    func isListOfObjects(_ value: PayloadValue) -> Bool {
        guard value.kind == .array else { return false }
        var elements = PayloadCursor(slice(value))
        elements.advance()
        elements.skipSpace()
        return elements.isObject
    }
}

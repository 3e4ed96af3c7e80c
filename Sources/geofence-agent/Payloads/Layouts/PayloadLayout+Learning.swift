extension PayloadLayout {
    /// Learns from a payload that the full reader has read.
    ///
    /// Nil where it can't be known which bytes say what: without a latitude and a longitude that have
    /// names, with several positions in one payload, or with too many values.
    convenience init?(_ payload: UnsafeRawBufferPointer, _ message: PayloadFields, _ reading: Reading) {
        guard reading.fix != nil, reading.device == nil, reading.timeOfDay == nil, reading.earlier.isEmpty,
            reading.refused.isEmpty, payload.count <= Self.largestExample,
            message.fields[.latitude].kind == .number, message.fields[.longitude].kind == .number
        else { return nil }
        let roles = LayoutRoles(message)
        var builder = LayoutBuilder(payload)
        for value in PayloadValues.scalars(payload, upTo: Self.mostParts) {
            guard let role = roles.role(of: value) else { continue }
            builder.add(value, role)
        }
        builder.end()
        guard builder.parts.count <= Self.mostParts else { return nil }
        self.init(
            parts: builder.parts,
            words: builder.words,
            speedUnit: roles.speedUnit,
            batteryScale: roles.battery?.scale ?? .percent,
            example: reading
        )
        // What it makes of its own example shows whether it has understood: a number may say two things.
        guard self.reading(payload) == reading else { return nil }
    }
}

/// Which of a payload's values count, and as what.
private struct LayoutRoles {
    /// Where the values begin that are read, and as what.
    private var roles: [Int32: PayloadLayout.Role] = [:]
    /// Values that the full reader looks at in another way: they must stay as they are.
    private var fixed: [Range<Int32>] = []
    private(set) var speedUnit = SpeedUnit.kilometresPerHour
    /// The battery that counts, if there is one.
    let battery: (field: Field, scale: BatteryScale)?

    /// Times that nobody looks at where a number says the time.
    private static let laterTimes: Set<Field> = [.fixTime, .localTime, .sendTime]

    private static let batteries: Set<Field> = [.battery, .batteryShare, .batteryLevel]

    init(_ message: PayloadFields) {
        let fields = message.fields
        battery = message.batterySource
        for field in Field.allCases where fields[field].kind != .absent {
            let value = fields[field]
            if value.kind == .number, let role = Self.role(of: field, fields, battery?.field) {
                roles[value.start] = role
            } else {
                fixed.append(value.start..<max(value.start, value.end))
            }
        }
        if let field = Self.speedField(fields), let unit = Self.unit(of: field, fields) { speedUnit = unit }
    }

    /// As what a value is read; nil where it must stay as it is.
    func role(of value: PayloadValue) -> PayloadLayout.Role? {
        if let role = roles[value.start] { return role }
        guard !fixed.contains(where: { $0.contains(value.start) || $0.lowerBound == value.start }) else {
            return nil
        }
        switch value.kind {
        case .number: return .otherNumber
        case .text: return .otherText
        case .absent, .null, .no, .yes, .object, .array: return nil
        }
    }

    private static func role(of field: Field, _ fields: Fields, _ battery: Field?) -> PayloadLayout.Role? {
        switch field {
        case .latitude: .latitude
        case .longitude: .longitude
        case .accuracy: .accuracy
        case .altitude: .altitude
        case .time: .time
        case let field where field == speedField(fields): .speed
        case let field where batteries.contains(field): field == battery ? .battery : .otherNumber
        case let field where laterTimes.contains(field) && fields[.time].kind == .number: .otherNumber
        default: nil
        }
    }

    /// The first speed, where it is a number; a text that might be one leaves none to be read.
    private static func speedField(_ fields: Fields) -> Field? {
        let speeds: [Field] = [.speedKMH, .speedMPS, .speedKnots, .speedMPH, .speed]
        let first = speeds.first { !fields[$0].isNothing }
        return first.flatMap { fields[$0].kind == .number ? $0 : nil }
    }

    private static func unit(of field: Field, _ fields: Fields) -> SpeedUnit? {
        guard field == .speed else { return SpeedUnit.allCases.first { $0.field == field } }
        return fields[.fixTime].kind == .absent ? .metresPerSecond : .knots
    }
}

/// Puts the parts of a layout together, from the first byte to the last.
private struct LayoutBuilder {
    private let payload: UnsafeRawBufferPointer
    private var at = 0
    private(set) var parts: ContiguousArray<PayloadLayout.Part> = []
    private(set) var words: ContiguousArray<UInt64> = []

    init(_ payload: UnsafeRawBufferPointer) {
        self.payload = payload
    }

    mutating func add(_ value: PayloadValue, _ role: PayloadLayout.Role) {
        guard Int(value.start) >= at, value.end >= value.start, Int(value.end) <= payload.count else {
            return
        }
        close(at: Int(value.start), role)
        at = Int(value.end)
    }

    mutating func end() { close(at: payload.count, .end) }

    private mutating func close(at end: Int, _ role: PayloadLayout.Role) {
        parts.append(.init(word: Int32(words.count), count: Int32(end - at), role: role))
        var word: UInt64 = 0
        for (index, byte) in payload[at..<end].enumerated() {
            word |= UInt64(byte) << UInt64(8 * (index % 8))
            guard index % 8 == 7 else { continue }
            words.append(word)
            word = 0
        }
        if (end - at) % 8 != 0 { words.append(word) }
    }
}

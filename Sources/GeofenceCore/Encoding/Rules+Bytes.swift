extension Rules {
    /// Writes the rules that are not as by default, by their names, for the store; the same ones are the same
    /// bytes.
    public func write(to writer: inout ByteWriter) {
        let standard = Rules()
        let own = Self.fields.filter { !$0.place.hasSameValue(self, standard) }
        writer.list(own) { writer, field in
            writer.text(field.name)
            field.place.write(self, to: &writer)
        }
    }

    /// Reads rules back: each once, in their order, and none that is as by default.
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        self.init()
        let standard = Rules()
        var left = Self.fields[...]
        for _ in 0..<(try reader.length()) {
            let name = try reader.text()
            guard let index = left.firstIndex(where: { $0.name == name }) else { throw reader.damaged }
            try left[index].place.read(&self, from: &reader)
            guard !left[index].place.hasSameValue(self, standard) else { throw reader.damaged }
            left = left[(index + 1)...]
        }
    }
}

extension Rules.Field.Place {
    fileprivate func hasSameValue(_ one: Rules, _ other: Rules) -> Bool {
        switch self {
        case .accuracy: one.accuracy == other.accuracy
        case .number(let property): property.get(one) == property.get(other)
        case .optionalNumber(let property): property.get(one) == property.get(other)
        case .numbers(let property): property.get(one) == property.get(other)
        case .flag(let property): property.get(one) == property.get(other)
        }
    }

    fileprivate func write(_ rules: Rules, to writer: inout ByteWriter) {
        switch self {
        case .accuracy: writer.text(rules.accuracy.rawValue)
        case .number(let property): writer.double(property.get(rules))
        case .optionalNumber(let property): writer.optional(property.get(rules)) { $0.double($1) }
        case .numbers(let property): writer.list(property.get(rules)) { $0.double($1) }
        case .flag(let property): writer.flag(property.get(rules))
        }
    }

    fileprivate func read(_ rules: inout Rules, from reader: inout ByteReader) throws(DamagedBytes) {
        switch self {
        case .accuracy:
            guard let rule = AccuracyRule(rawValue: try reader.text()) else { throw reader.damaged }
            rules.accuracy = rule
        case .number(let property): property.set(&rules, try reader.amount())
        case .optionalNumber(let property):
            let value = try reader.optional { reader throws(DamagedBytes) in try reader.amount() }
            property.set(&rules, value)
        case .numbers(let property):
            property.set(&rules, try reader.list { reader throws(DamagedBytes) in try reader.amount() })
        case .flag(let property): property.set(&rules, try reader.flag())
        }
    }
}

extension ByteReader {
    /// Reads so many metres or seconds: 0 or more, and below what would lead out of the range of moments.
    mutating func amount() throws(DamagedBytes) -> Double {
        let value = try double()
        guard value >= 0, value <= Double(Timestamp.storedLimit / 1000) else { throw damaged }
        return value
    }
}

extension ZoneMap {
    /// The layout of the bytes; a reader refuses any other.
    private static let layout: UInt8 = 1

    /// Writes visits and zones for the store, and not the rules.
    public func write(to writer: inout ByteWriter) {
        writer.byte(Self.layout)
        writer.count(UInt64(mixture.steps))
        writer.list(mixture.components) { $1.write(to: &$0) }
        var earlier: UInt32 = 0
        writer.list(mixture.visits) { writer, visit in
            visit.write(to: &writer, after: earlier)
            earlier = visit.arrival
        }
    }

    /// Reads visits and zones back: they go on as those that were written.
    public init(from reader: inout ByteReader, rules: ZoneRules) throws(DamagedBytes) {
        guard try reader.byte() == Self.layout else { throw reader.damaged }
        self.init(rules: rules)
        guard let steps = UInt32(exactly: try reader.count()), steps < Component.storedLimit else {
            throw reader.damaged
        }
        mixture.steps = steps
        mixture.components = Self.exact(
            try reader.list { reader throws(DamagedBytes) in try Component(from: &reader) }
        )
        var earlier: UInt32 = 0
        mixture.visits = Self.exact(
            try reader.list { reader throws(DamagedBytes) in
                let visit = try KeptVisit(from: &reader, after: earlier)
                earlier = visit.arrival
                return visit
            }
        )
        let numbers = Set(mixture.components.map(\.number))
        let names = Set(mixture.components.map(\.founded))
        guard numbers.count == mixture.components.count, names.count == numbers.count,
            mixture.components.allSatisfy({ $0.born <= steps }),
            mixture.visits.allSatisfy({ $0.zone == KeptVisit.none || numbers.contains($0.zone) })
        else { throw reader.damaged }
    }

    /// The same in no more memory than it needs: a list that grew while it was read may have room for twice
    /// as many.
    private static func exact<Value>(_ values: [Value]) -> [Value] {
        var exact: [Value] = []
        exact.reserveCapacity(values.count)
        exact.append(contentsOf: values)
        return exact
    }
}

extension Component {
    /// More visits than any device has.
    fileprivate static let storedLimit: UInt32 = 1_000_000_000

    fileprivate func write(to writer: inout ByteWriter) {
        for count in [UInt32(number), founded, born, age] { writer.count(UInt64(count)) }
        anchor.write(to: &writer)
        for number in [
            mean.east, mean.north, covariance.east, covariance.cross, covariance.north, accumulator,
        ] { writer.double(number) }
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        guard let number = UInt16(exactly: try reader.count()), number != KeptVisit.none,
            let founded = UInt32(exactly: try reader.count()),
            let born = UInt32(exactly: try reader.count()),
            let age = UInt32(exactly: try reader.count())
        else { throw reader.damaged }
        let anchor = try Coordinate(from: &reader)
        let mean = Offset(east: try reader.double(), north: try reader.double())
        let covariance = Covariance(
            east: try reader.double(),
            cross: try reader.double(),
            north: try reader.double()
        )
        let accumulator = try reader.double()
        guard mean.length <= LocalFrame.reach, covariance.east > 0, covariance.determinant > 0,
            covariance.east < 1e9, covariance.north < 1e9, accumulator > 0, accumulator < 1e9,
            age < Self.storedLimit, born < Self.storedLimit
        else { throw reader.damaged }
        self.init(number: number, founded: founded, anchor: anchor, born: born, covariance: covariance)
        (self.age, self.mean, self.accumulator) = (age, mean, accumulator)
    }
}

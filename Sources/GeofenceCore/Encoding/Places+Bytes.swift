extension Places {
    func write(to writer: inout ByteWriter) {
        detector.write(to: &writer)
        writer.optional(zones) { $1.write(to: &$0) }
    }

    /// Reads them back by the present rules: zones that are not looked for any more are dropped, and those
    /// that are now begin empty.
    init(from reader: inout ByteReader, _ rules: PlaceRules) throws(DamagedBytes) {
        let detector = try VisitDetector(from: &reader)
        let zones = try reader.optional { reader throws(DamagedBytes) in
            try ZoneMap(from: &reader, rules: rules.zones ?? ZoneRules())
        }
        self.init(detector: detector, zones: rules.zones.map { zones ?? ZoneMap(rules: $0) })
    }
}

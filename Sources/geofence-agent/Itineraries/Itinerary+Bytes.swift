import GeofenceCore

extension Itinerary {
    /// Writes it for the store.
    func write(to writer: inout ByteWriter) {
        writer.text(id.description)
        writer.optional(name) { $0.text($1) }
        writer.optional(device) { $0.text($1.description) }
        writer.double(radius)
        writer.flag(repeats)
        writer.list(stops) { $1.write(to: &$0) }
    }

    /// Reads it back.
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        id = try reader.identifier()
        name = try reader.optional { reader throws(DamagedBytes) in try reader.text() }
        device = try reader.optional { reader throws(DamagedBytes) in try reader.identifier() }
        radius = try reader.double()
        repeats = try reader.flag()
        stops = try reader.list { reader throws(DamagedBytes) in try Stop(from: &reader) }
        guard (1...Self.mostStops).contains(stops.count), Stop.radii.contains(radius) else {
            throw reader.damaged
        }
    }
}

extension Stop {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.optional(name) { $0.text($1) }
        writer.double(place.latitude)
        writer.double(place.longitude)
        writer.optional(radius) { $0.double($1) }
        writer.optional(stay) { $0.double($1) }
        writer.optional(by) { $0.timestamp($1) }
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        name = try reader.optional { reader throws(DamagedBytes) in try reader.text() }
        let (latitude, longitude) = (try reader.double(), try reader.double())
        guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
            throw reader.damaged
        }
        self.place = place
        radius = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        stay = try reader.optional { reader throws(DamagedBytes) in try reader.double() }
        by = try reader.optional { reader throws(DamagedBytes) in try reader.timestamp() }
        guard Self.radii.contains(radius ?? 0), Self.stays.contains(stay ?? 0) else { throw reader.damaged }
    }
}

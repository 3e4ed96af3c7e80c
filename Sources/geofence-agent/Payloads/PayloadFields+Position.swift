import GeofenceCore

extension PayloadFields {
    /// Refuses OwnTracks messages that are no locations: they may hold the place of something else.
    ///
    /// - Throws: `type`.
    func requireLocation() throws(Rejection) {
        let kind = fields[.kind]
        guard kind.kind != .absent else { return }
        guard kind.kind == .text, isLocation else { throw .type }
    }

    /// Whether OwnTracks says that this is a location.
    var isLocation: Bool {
        cursor.withText(fields[.kind]) { $0.elementsEqual("location".utf8) }
    }

    /// Where the device is; nil where nothing is said of it, or the position is said not to hold.
    ///
    /// - Throws: `missing` for half a position, `type`, `range`.
    func fix() throws(Rejection) -> Fix? {
        guard fields[.valid].kind != .no, let (latitude, longitude) = try degrees() else { return nil }
        return try Fix(latitude: latitude, longitude: longitude, accuracy: cursor.quantity(fields[.accuracy]))
    }

    /// The first of the ways to say it that is used.
    private func degrees() throws(Rejection) -> (Double, Double)? {
        if let named = try both(fields[.latitude], fields[.longitude]) { return named }
        if let scaled = try both(fields[.latitudeE7], fields[.longitudeE7]) {
            return (scaled.0 / 1e7, scaled.1 / 1e7)
        }
        if let listed = try geoJSON(fields[.coordinates]) { return listed }
        if let plain = plain(fields[.coordinates]) ?? plain(fields[.pair]) { return plain }
        return fields[.z].kind == .absent ? try both(fields[.y], fields[.x]) : nil
    }

    private func both(_ latitude: PayloadValue, _ longitude: PayloadValue) throws(Rejection) -> (
        Double, Double
    )? {
        try Self.both(cursor.quantity(latitude), cursor.quantity(longitude))
    }

    private static func both(_ latitude: Double?, _ longitude: Double?) throws(Rejection) -> (Double, Double)?
    {
        if let latitude, let longitude { return (latitude, longitude) }
        guard latitude == nil, longitude == nil else { throw .missing }
        return nil
    }

    /// A GeoJSON position: longitude first, anything after the latitude is not looked at (RFC 7946, 3.1.1).
    private func geoJSON(_ value: PayloadValue) throws(Rejection) -> (Double, Double)? {
        guard value.kind == .array else { return nil }
        var elements = PayloadCursor(cursor.slice(value))
        var numbers: [2 of Double?] = [nil, nil]
        try elements.enter()
        for index in numbers.indices {
            guard try elements.nextElement() else { break }
            numbers[index] = try elements.quantity(elements.value())
            try elements.endElement()
        }
        guard let position = try Self.both(numbers[1], numbers[0]) else { throw .missing }
        return position
    }

    private func plain(_ value: PayloadValue) -> (Double, Double)? {
        guard value.kind == .text, let position = cursor.withText(value, { PlainPosition($0) }) else {
            return nil
        }
        return (position.latitude, position.longitude)
    }
}

extension Fix {
    /// Makes a fix of numbers from outside.
    ///
    /// - Throws: `range` where the place is none, or the accuracy is negative.
    init(latitude: Double, longitude: Double, accuracy: Double?) throws(Rejection) {
        guard accuracy ?? 0 >= 0 else { throw .range }
        do {
            self.init(
                coordinate: try Coordinate(latitude: latitude, longitude: longitude),
                accuracy: accuracy
            )
        } catch { throw .range }
    }
}

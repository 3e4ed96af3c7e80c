import GeofenceCore

extension PayloadFields {
    /// Refuses OwnTracks messages that are no locations: they may hold the place of something else.
    ///
    /// - Throws: `unrelated`, `locked` for an encrypted message, `type` where the kind is no text.
    func requireLocation() throws(Rejection) {
        let kind = fields[.kind]
        guard kind.kind != .absent else { return }
        guard kind.kind == .text else { throw .type }
        guard isLocation else { throw isOfKind("encrypted") ? .locked : .unrelated }
    }

    /// Whether OwnTracks says that this is a location.
    var isLocation: Bool { isOfKind("location") }

    /// Whether the message says that it is of a kind.
    func isOfKind(_ name: StaticString) -> Bool {
        guard fields[.kind].kind == .text else { return false }
        let name = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return cursor.withText(fields[.kind]) { $0.elementsEqual(name) }
    }

    /// Where the device is; nil where nothing is said of it, or the position is said not to hold.
    ///
    /// - Throws: `missing` for half a position, `type`, `range`.
    func fix() throws(Rejection) -> Fix? {
        guard !isSaidNotToHold, let place = try place() else { return nil }
        return try Fix(
            latitude: place.latitude,
            longitude: place.longitude,
            accuracy: cursor.quantity(fields[.accuracy]) ?? place.accuracy,
            altitude: place.altitude ?? altitude,
            speed: speed
        )
    }

    /// Whether the payload says that its position doesn't hold: by `false`, by 0, or by a text for that, such
    /// as the `V` of NMEA.
    var isSaidNotToHold: Bool {
        let valid = fields[.valid]
        switch valid.kind {
        case .no: return true
        case .number: return valid.number == 0
        case .text: return cursor.withText(valid) { Self.noes[$0] != nil }
        case .absent, .null, .yes, .object, .array: return false
        }
    }

    private static let noes = NameTable<Bool>([(true, ["false", "0", "no", "f", "v"])])

    /// The first of the ways to say it that is used.
    func place() throws(Rejection) -> PlainPosition? {
        if let named = try both(fields[.latitude], fields[.longitude]) { return named }
        if let scaled = try both(fields[.latitudeE7], fields[.longitudeE7]) {
            return PlainPosition(latitude: scaled.latitude / 1e7, longitude: scaled.longitude / 1e7)
        }
        if let listed = try geoJSON(fields[.coordinates]) { return listed }
        if let plain = plain(fields[.coordinates]) ?? plain(fields[.pair]) { return plain }
        return fields[.z].kind == .absent ? try both(fields[.y], fields[.x]) : nil
    }

    private func both(_ latitude: PayloadValue, _ longitude: PayloadValue) throws(Rejection) -> PlainPosition?
    {
        try Self.both(cursor.quantity(latitude), cursor.quantity(longitude))
    }

    private static func both(_ latitude: Double?, _ longitude: Double?) throws(Rejection) -> PlainPosition? {
        if let latitude, let longitude { return PlainPosition(latitude: latitude, longitude: longitude) }
        guard latitude == nil, longitude == nil else { throw .missing }
        return nil
    }

    /// A GeoJSON position: longitude first, the altitude third, anything after it is not looked at (RFC 7946,
    /// 3.1.1).
    private func geoJSON(_ value: PayloadValue) throws(Rejection) -> PlainPosition? {
        guard value.kind == .array else { return nil }
        var elements = PayloadCursor(cursor.slice(value))
        var numbers: [3 of Double?] = [nil, nil, nil]
        try elements.enter()
        for index in numbers.indices {
            guard try elements.nextElement() else { break }
            let element = try elements.value()
            numbers[index] = index < 2 ? try elements.quantity(element) : try? elements.quantity(element)
            try elements.endElement()
        }
        guard var position = try Self.both(numbers[1], numbers[0]) else { throw .missing }
        position.altitude = numbers[2]
        return position
    }

    private func plain(_ value: PayloadValue) -> PlainPosition? {
        value.kind == .text ? cursor.withText(value) { PlainPosition($0) } : nil
    }
}

extension Fix {
    /// Makes a fix of numbers from outside: metres, and km/h.
    ///
    /// A negative speed says "unknown" (-1 with Apple, Traccar's client and others); so does any that is
    /// absurd, and such an altitude.
    /// - Throws: `range` where the place is none, or the accuracy is negative.
    init(
        latitude: Double,
        longitude: Double,
        accuracy: Double? = nil,
        altitude: Double? = nil,
        speed: Double? = nil
    ) throws(Rejection) {
        guard accuracy ?? 0 >= 0 else { throw .range }
        do {
            self.init(
                coordinate: try Coordinate(latitude: latitude, longitude: longitude),
                accuracy: accuracy,
                altitude: altitude.flatMap { abs($0) <= 100_000 ? $0 : nil },
                speed: speed.flatMap { $0 >= 0 && $0 <= 10_000 ? $0 : nil }
            )
        } catch { throw .range }
    }
}

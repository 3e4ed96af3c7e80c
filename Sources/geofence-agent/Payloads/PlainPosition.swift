/// A latitude and a longitude as text: `52.1,5.1`, `52.1; 5.1`, `52.1 5.1`, `geo:52.1,5.1;u=35`.
struct PlainPosition: Hashable {
    let latitude: Double
    let longitude: Double
    /// Metres, from `u` of a geo URI (RFC 5870).
    var accuracy: Double?
    /// Metres, from the third number of a geo URI.
    var altitude: Double?

    /// Takes numbers as they are.
    init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Nil for any other text; the numbers may be out of range.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var cursor = PayloadCursor(bytes)
        cursor.skipSpace()
        let isURI = cursor.consume(UInt8(ascii: "g"))
        if isURI {
            guard cursor.consume(UInt8(ascii: "e")), cursor.consume(UInt8(ascii: "o")),
                cursor.consume(UInt8(ascii: ":"))
            else { return nil }
        }
        guard let latitude = try? cursor.number() else { return nil }
        let gap = cursor.at
        cursor.skipSpace()
        guard cursor.consume(UInt8(ascii: ",")) || cursor.consume(UInt8(ascii: ";")) || cursor.at > gap else {
            return nil
        }
        cursor.skipSpace()
        guard let longitude = try? cursor.number() else { return nil }
        (self.latitude, self.longitude) = (latitude.number, longitude.number)
        if isURI {
            if cursor.consume(UInt8(ascii: ",")) { altitude = (try? cursor.number())?.number }
            accuracy = Self.uncertainty(&cursor)
        }
        cursor.skipSpace()
        guard cursor.isAtEnd else { return nil }
    }

    /// Passes the parameters of a geo URI.
    private static func uncertainty(_ cursor: inout PayloadCursor) -> Double? {
        var metres: Double?
        while cursor.consume(UInt8(ascii: ";")) {
            if cursor.consume(UInt8(ascii: "u")), cursor.consume(UInt8(ascii: "=")) {
                metres = (try? cursor.number())?.number
            }
            while !cursor.isAtEnd, cursor.peek > 0x20, cursor.peek != UInt8(ascii: ";") { cursor.advance() }
        }
        return metres
    }
}

import GeofenceCore

/// A GeoJSON feature that is a circle with an id, perhaps a name, and nothing else, as most are where there
/// are very many.
///
/// It is read in one pass, with nothing kept of it in between. Whatever else a feature has, and whatever is
/// wrong with it, is left to `GeoJSONFences`, which makes the same of these, too.
struct PlainCircle {
    let id: Identifier
    let name: String?
    let circle: Circle
}

extension PlainCircle {
    /// Reads the feature that begins at a cursor; nil where it is another, or something is to be said of it.
    ///
    /// The text must have been found to be JSON in which no key stands twice in an object.
    init?(_ cursor: inout PayloadCursor) {
        var members = Members()
        guard (try? members.read(&cursor)) == true, let id = members.id, !id.isEscaped,
            let longitude = members.longitude, abs(longitude) <= 180, let latitude = members.latitude,
            let radius = members.radius, radius >= FeatureNote.usualAccuracy,
            let center = try? Coordinate(latitude: latitude, longitude: longitude),
            let circle = try? Circle(center: center, radius: radius),
            let identifier = try? Identifier(cursor.string(id))
        else { return nil }
        guard members.name?.isEscaped != true else { return nil }
        let name = members.name.map(cursor.string)
        if let name, name.isEmpty || name.utf8.count > Fence.longestName { return nil }
        self.init(id: identifier, name: name, circle: circle)
    }

    /// Whether one of these properties, which are to be kept, is one that is read here.
    static func isConcerned(by kept: [String]) -> Bool { kept.contains("radius") || kept.contains("name") }
}

/// The members of a feature that is read; each stands there once.
private struct Members {
    var id: PayloadValue?
    var name: PayloadValue?
    var longitude: Double?
    var latitude: Double?
    var radius: Double?
    private var isFeature = false
    private var isPoint = false

    /// Reads a feature; no, or an error, where it has anything else.
    mutating func read(_ cursor: inout PayloadCursor) throws(Rejection) -> Bool {
        guard cursor.isObject else { return false }
        try cursor.enter()
        while let key = try cursor.nextName() {
            if cursor.is(key, "type") {
                isFeature = cursor.is(try cursor.text(), "Feature")
            } else if cursor.is(key, "id") {
                id = try cursor.text()
            } else if cursor.is(key, "geometry") {
                guard try readGeometry(&cursor) else { return false }
            } else if cursor.is(key, "properties") {
                guard try readProperties(&cursor) else { return false }
            } else {
                return false
            }
            try cursor.endMember()
        }
        return isFeature && isPoint
    }

    private mutating func readGeometry(_ cursor: inout PayloadCursor) throws(Rejection) -> Bool {
        guard cursor.isObject else { return false }
        try cursor.enter()
        while let key = try cursor.nextName() {
            if cursor.is(key, "type") {
                isPoint = cursor.is(try cursor.text(), "Point")
            } else if cursor.is(key, "coordinates") {
                guard try readCoordinates(&cursor) else { return false }
            } else {
                return false
            }
            try cursor.endMember()
        }
        return true
    }

    /// Longitude and latitude; a height behind them is left to others.
    private mutating func readCoordinates(_ cursor: inout PayloadCursor) throws(Rejection) -> Bool {
        guard cursor.isArray else { return false }
        try cursor.enter()
        guard try cursor.nextElement() else { return false }
        longitude = try cursor.number().number
        try cursor.endElement()
        guard try cursor.nextElement() else { return false }
        latitude = try cursor.number().number
        try cursor.endElement()
        return try !cursor.nextElement()
    }

    private mutating func readProperties(_ cursor: inout PayloadCursor) throws(Rejection) -> Bool {
        guard cursor.isObject else { return false }
        try cursor.enter()
        while let key = try cursor.nextName() {
            if cursor.is(key, "radius") {
                radius = try cursor.number().number
            } else if cursor.is(key, "name") {
                name = try cursor.text()
            } else {
                return false
            }
            try cursor.endMember()
        }
        return true
    }
}

extension PayloadCursor {
    /// Whether a text has these bytes, and no escapes.
    @inline(__always)
    fileprivate func `is`(_ text: PayloadValue, _ wanted: StaticString) -> Bool {
        let bytes = slice(text)
        guard bytes.count == wanted.utf8CodeUnitCount else { return false }
        for index in bytes.indices where bytes[index] != wanted.utf8Start[index] { return false }
        return true
    }
}

/// What an RMC or a GGA sentence says.
struct NMEAReport: Hashable {
    /// Milliseconds since midnight in UTC.
    var timeOfDay: Int64
    /// Whole days since 1970-01-01; nil in a GGA, which has no date.
    var day: Int64?
    /// Where the receiver is; nil where it says that it doesn't know.
    var place: NMEAPlace?
    /// Metres above the sea, from GGA.
    var altitude: Double?
    /// km/h, from RMC.
    var speed: Double?
}

/// Degrees north and east, as a sentence has them; they may be out of range.
struct NMEAPlace: Hashable {
    var latitude: Double
    var longitude: Double
}

extension NMEAReport {
    /// Reads a sentence; nil for one of another kind, and for one without a time, as receivers send it before
    /// they know any.
    ///
    /// An RMC with status `V`, or with mode `N`, has no place; so has a GGA of quality 0. HDOP is no accuracy
    /// in metres, and not read.
    /// - Throws: `field`.
    init?(_ sentence: NMEASentence) throws(NMEAProblem) {
        guard sentence.kind != .other, !sentence.field(1).isEmpty else { return nil }
        guard let time = NMEAField.timeOfDay(sentence.field(1)) else { throw .field("time") }
        timeOfDay = time
        if sentence.kind == .rmc {
            try readRMC(sentence)
        } else {
            try readGGA(sentence)
        }
    }

    /// Time, status, latitude, N or S, longitude, E or W, knots, course, date, variation and its side, mode.
    private mutating func readRMC(_ sentence: NMEASentence) throws(NMEAProblem) {
        let isValid = sentence.field(2).first == UInt8(ascii: "A")
        guard isValid, sentence.field(12).first != UInt8(ascii: "N") else { return }
        place = try NMEAPlace(sentence, at: 3)
        speed = PlainNumber(sentence.field(7)).map { SpeedUnit.knots.kilometresPerHour($0.value) }
        guard !sentence.field(9).isEmpty else { return }
        guard let day = NMEAField.day(sentence.field(9)) else { throw .field("date") }
        self.day = day
    }

    /// Time, latitude, N or S, longitude, E or W, quality, satellites, HDOP, altitude, M, height of the geoid
    /// and M.
    private mutating func readGGA(_ sentence: NMEASentence) throws(NMEAProblem) {
        let quality = sentence.field(6).first ?? UInt8(ascii: "0")
        guard quality != UInt8(ascii: "0") else { return }
        place = try NMEAPlace(sentence, at: 2)
        altitude = PlainNumber(sentence.field(9))?.value
    }
}

extension NMEAPlace {
    /// Reads four fields.
    fileprivate init(_ sentence: NMEASentence, at number: Int) throws(NMEAProblem) {
        let latitude = NMEAField.degrees(
            sentence.field(number),
            sentence.field(number + 1),
            UInt8(ascii: "N"),
            UInt8(ascii: "S")
        )
        guard let latitude else { throw .field("latitude") }
        let longitude = NMEAField.degrees(
            sentence.field(number + 2),
            sentence.field(number + 3),
            UInt8(ascii: "E"),
            UInt8(ascii: "W")
        )
        guard let longitude else { throw .field("longitude") }
        self.init(latitude: latitude, longitude: longitude)
    }
}

/// A finished visit in 20 bytes, as zones are learnt from it.
///
/// What is kept is what is learnt from, so zones that are learnt anew come out the same. Places are within 8
/// mm, times in whole seconds.
struct KeptVisit: Hashable {
    /// 1e-7 degrees.
    private let latitude, longitude: Int32
    /// Seconds since 1970-01-01T00:00:00Z; to 2106.
    let arrival: UInt32
    /// Seconds, at most 136 years.
    let duration: UInt32
    /// Decimetres, at most 6.5 km.
    private let decimetres: UInt16
    /// The number of the zone that it belongs to; `none` for none.
    var zone: UInt16

    /// No zone.
    static let none = UInt16.max

    /// Keeps a visit; nil for one that has not ended, or is not within 1970 to 2106.
    init?(_ visit: Visit) {
        guard let departure = visit.departure, let arrival = UInt32(exactly: visit.arrival.wholeSeconds)
        else {
            return nil
        }
        let metres = visit.accuracy.flatMap { $0 >= 0 ? $0 : nil } ?? Self.unknownAccuracy
        self.init(
            latitude: Self.units(visit.center.latitude),
            longitude: Self.units(visit.center.longitude),
            arrival: arrival,
            duration: UInt32(clamping: departure.millisecondsSince(visit.arrival) / 1000),
            decimetres: UInt16(min(65_535, (metres * 10).rounded()))
        )
    }

    init(latitude: Int32, longitude: Int32, arrival: UInt32, duration: UInt32, decimetres: UInt16) {
        (self.latitude, self.longitude, self.arrival) = (latitude, longitude, arrival)
        (self.duration, self.decimetres, zone) = (duration, decimetres, Self.none)
    }

    /// Metres for a visit that reported none: a phone among houses.
    static let unknownAccuracy = 20.0

    private static func units(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }

    /// Where it was.
    var place: Coordinate {
        let degrees = (latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
        return Coordinate(GeodesicPoint(longitude: degrees.longitude, latitude: degrees.latitude))
    }

    /// Metres.
    var accuracy: Double { Double(decimetres) / 10 }

    /// The seconds since 1970 in which it lasted.
    var seconds: Range<Int64> { Int64(arrival)..<Int64(arrival) + Int64(duration) }
}

extension KeptVisit {
    func write(to writer: inout ByteWriter, after earlier: UInt32) {
        writer.integer(Int64(latitude))
        writer.integer(Int64(longitude))
        writer.integer(Int64(arrival) - Int64(earlier))
        writer.count(UInt64(duration))
        writer.count(UInt64(decimetres))
        writer.count(UInt64(zone))
    }

    init(from reader: inout ByteReader, after earlier: UInt32) throws(DamagedBytes) {
        guard let latitude = Int32(exactly: try reader.integer()), latitude.magnitude <= 900_000_000,
            let longitude = Int32(exactly: try reader.integer()), longitude.magnitude <= 1_800_000_000
        else { throw reader.damaged }
        let (sum, overflow) = try reader.integer().addingReportingOverflow(Int64(earlier))
        guard !overflow, let arrival = UInt32(exactly: sum),
            let duration = UInt32(exactly: try reader.count()),
            let decimetres = UInt16(exactly: try reader.count()),
            let zone = UInt16(exactly: try reader.count())
        else { throw reader.damaged }
        self.init(
            latitude: latitude,
            longitude: longitude,
            arrival: arrival,
            duration: duration,
            decimetres: decimetres
        )
        self.zone = zone
    }
}

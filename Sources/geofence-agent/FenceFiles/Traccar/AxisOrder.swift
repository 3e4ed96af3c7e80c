/// Which number of a position comes first.
enum AxisOrder: String, Hashable, Sendable, CaseIterable {
    /// Longitude before latitude, as PostGIS, QGIS and most others write WKT.
    case lonlat
    /// Latitude before longitude, as Traccar writes it.
    case latlon

    /// What the numbers of some areas say: a number beyond ±90 can be no latitude.
    ///
    /// Nil where all could be either, or some say one and some the other. `lines` are areas, each maybe
    /// behind texts and a tab.
    init?(of lines: some Sequence<some Collection<UInt8>>) {
        var (isFirstBeyond, isSecondBeyond) = (false, false)
        for line in lines {
            for pair in Self.pairs(line) {
                if abs(pair.0) > 90 { isFirstBeyond = true }
                if abs(pair.1) > 90 { isSecondBeyond = true }
            }
        }
        guard isFirstBeyond != isSecondBeyond else { return nil }
        self = isFirstBeyond ? .lonlat : .latlon
    }

    /// The longitude and the latitude of two numbers.
    func place(_ first: Double, _ second: Double) -> (longitude: Double, latitude: Double) {
        self == .lonlat ? (first, second) : (second, first)
    }

    /// As for a person.
    var text: String { self == .lonlat ? "longitude latitude" : "latitude longitude" }

    /// The other one.
    var other: AxisOrder { self == .lonlat ? .latlon : .lonlat }

    private static func pairs(_ line: some Collection<UInt8>) -> [(Double, Double)] {
        let area = line.split(separator: 0x09).last.map { Array($0) } ?? []
        let isEdge: (UInt8) -> Bool = {
            $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: ",")
        }
        var pairs: [(Double, Double)] = []
        for piece in area.split(whereSeparator: isEdge) {
            let numbers = piece.split(maxSplits: 2) { $0 <= 0x20 }
            guard numbers.count == 2, let first = TextProperty.number(numbers[0]),
                let second = TextProperty.number(numbers[1])
            else { continue }
            pairs.append((first, second))
        }
        return pairs
    }
}

extension FeatureImporter {
    /// Refuses an order for a document whose format leaves none open.
    func checkOrder(_ format: FenceFileFormat?) {
        guard options.order != nil, let format, format != .wkt, format != .traccar else { return }
        reading.report(
            "\(options.name("order")) is for WKT and Traccar; \(format) has an order of its own, so leave it out"
        )
    }
}

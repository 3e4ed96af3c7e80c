import GeofenceCore
@testable import geofence_agent

/// What holds for values that come one by one: each line of the bytes is one, and its first byte says which
/// and how much later it comes.
enum StreamedProperties {
    private static let attributes: [StreamedAttribute] = [
        .latitude, .longitude, .accuracy, .ssid, .bssid, .state, .updated, .latitude,
    ]

    static func check(_ bytes: [UInt8]) throws(Finding) {
        var report = StreamedReport()
        var now: Int64 = 1_760_000_000_000
        var told: Set<Double> = []
        for line in bytes.split(separator: 0x0A).prefix(64) {
            guard let first = line.first else { continue }
            now += Int64(first >> 3) * 400
            let attribute = attributes[Int(first & 7)]
            let value = Array(line.dropFirst())
            if attribute == .latitude, let degrees = number(value) { told.insert(degrees) }
            let reading = take(attribute, value, &report, at: Timestamp(milliseconds: now))
            guard let reading else { continue }
            try ReadingProperties.check(reading)
            if let fix = reading.fix {
                try require(
                    told.contains(fix.coordinate.latitude) && reading.wifi == nil,
                    "\(fix) is of a latitude that nobody has sent"
                )
                told.removeAll()
                if attribute == .latitude, let degrees = number(value) { told.insert(degrees) }
            }
        }
    }

    private static func number(_ bytes: [UInt8]) -> Double? {
        bytes.withUnsafeBytes { try? StreamedValue($0).number() }
    }

    private static func take(
        _ attribute: StreamedAttribute,
        _ bytes: [UInt8],
        _ report: inout StreamedReport,
        at now: Timestamp
    ) -> Reading? {
        bytes.withUnsafeBytes { bytes in
            let value = StreamedValue(bytes)
            switch attribute {
            case .ssid, .bssid: return try? report.addNetwork(attribute, value, known: nil, at: now)
            case .latitude, .longitude, .accuracy, .state, .updated:
                return try? report.add(attribute, value, at: now)
            }
        }
    }
}

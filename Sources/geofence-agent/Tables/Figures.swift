import GeofenceCore

/// Numbers with their units, rounded as a person would.
enum Figures {
    /// `52.54320, 13.36610`: degrees to a metre.
    static func place(_ latitude: Double, _ longitude: Double) -> String {
        "\(fixed(latitude, 5)), \(fixed(longitude, 5))"
    }

    /// `850 m`, `1.2 km`, `340 km`.
    static func distance(_ metres: Double) -> String {
        switch metres.magnitude {
        case ..<999.5: "\(fixed(metres, 0)) m"
        case ..<99_950: "\(fixed(metres / 1000, 1)) km"
        default: "\(fixed(metres / 1000, 0)) km"
        }
    }

    /// `±8 m`.
    static func accuracy(_ metres: Double) -> String {
        metres < 0.5 ? "±\(fixed(metres, 2)) m" : "±\(distance(metres))"
    }

    /// `48 km/h`.
    static func speed(_ speed: Double) -> String { "\(fixed(speed, 0)) km/h" }

    /// `40 s`, `12 min`, `3 h 05 min`, `2 d 4 h`; rounded down.
    static func duration(milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1000
        let (minutes, hours) = (seconds / 60, seconds / 3600)
        if seconds < 60 { return "\(seconds) s" }
        if hours < 1 { return "\(minutes) min" }
        if hours < 48 {
            let rest = minutes % 60
            return "\(hours) h \(rest < 10 ? "0" : "")\(rest) min"
        }
        return "\(hours / 24) d \(hours % 24) h"
    }

    /// `5 min ago`; `now` for less than a second, and for a time to come.
    static func ago(_ time: Timestamp, at now: Timestamp) -> String {
        let age = now.millisecondsSince(time)
        return age < 1000 ? "now" : "\(duration(milliseconds: age)) ago"
    }

    /// A number with so many decimals; none of a number that is too large for that.
    static func fixed(_ number: Double, _ decimals: Int) -> String {
        let unit = [1, 10, 100, 1000, 10_000, 100_000][min(max(decimals, 0), 5)]
        guard let scaled = Int(exactly: (number * Double(unit)).rounded()) else { return "\(number)" }
        let sign = scaled < 0 ? "-" : ""
        let (whole, rest) = Int(scaled.magnitude).quotientAndRemainder(dividingBy: unit)
        guard unit > 1 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole).\(String(rest + unit).dropFirst())"
    }
}

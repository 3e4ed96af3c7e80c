import GeofenceCore

/// A track point of a GPX file, in the words of the file.
struct GPXPoint {
    /// What is read of a point's elements.
    enum Part: Hashable {
        case time, elevation, speed, accuracy

        /// By an element's name without prefix; time and elevation are children of the point itself.
        init?(_ name: ArraySlice<UInt8>, isChild: Bool) {
            switch String(decoding: name, as: UTF8.self) {
            case "time" where isChild: self = .time
            case "ele" where isChild: self = .elevation
            case "speed": self = .speed
            case "accuracy": self = .accuracy
            default: return nil
            }
        }
    }

    /// Why a point can't be used.
    struct Problem: Error, Hashable {
        let reason: String
    }

    /// Where it begins.
    let line: Int
    let latitude: [UInt8]?
    let longitude: [UInt8]?
    private var parts: [Part: [UInt8]] = [:]

    init(line: Int, latitude: [UInt8]?, longitude: [UInt8]?) {
        (self.line, self.latitude, self.longitude) = (line, latitude, longitude)
    }

    /// Keeps the text of an element; of several the first counts.
    mutating func keep(_ text: [UInt8], as part: Part) {
        if parts[part] == nil { parts[part] = text }
    }

    /// Gives the point as an entry of a track.
    func give(to intake: inout TrackImporter, _ device: Identifier) throws(Problem) {
        guard let latitude, let longitude else {
            throw Problem(reason: "has a track point without lat or lon")
        }
        guard let north = Self.number(latitude), let east = Self.number(longitude) else {
            throw Problem(reason: "has a track point whose lat or lon is no number")
        }
        let time = try time()
        do throws(Rejection) {
            let fix = try Fix(
                latitude: north,
                longitude: east,
                accuracy: number(.accuracy),
                altitude: number(.elevation),
                speed: number(.speed).map(SpeedUnit.metresPerSecond.kilometresPerHour)
            )
            try intake.add(Reading(fix: fix), device: device, at: time, line: line)
        } catch {
            throw Problem(reason: error.trackAdvice)
        }
    }

    /// GPX has its times in UTC.
    private func time() throws(Problem) -> Timestamp {
        guard let text = parts[.time] else {
            throw Problem(reason: "has a track point without a time")
        }
        let trimmed = text.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
        guard let time = Timestamp(iso8601UTC: trimmed) else {
            throw Problem(
                reason: "has a track point whose time is not in ISO 8601, as 2026-05-04T07:30:00Z is"
            )
        }
        return time
    }

    /// Nil also where the text is no number: beside the place it doesn't matter that much.
    private func number(_ part: Part) -> Double? {
        parts[part].flatMap(Self.number)
    }

    private static func number(_ text: [UInt8]) -> Double? {
        text.withUnsafeBytes { PlainNumber($0)?.value }
    }
}

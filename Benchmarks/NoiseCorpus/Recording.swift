package import GeofenceCore

/// Ways that people have recorded, read from text of the form of GeoLife's samples: a line of names, then
/// `latitude,longitude,2008-10-23 05:53:05,person`, in UTC.
package struct Recording: Sendable {
    /// A fix without an accuracy.
    package struct Fix: Hashable, Sendable {
        package var time: Timestamp
        package var place: Coordinate
        /// Seconds since 1970.
        package var second: Int64 { time.milliseconds / 1000 }

        package init(time: Timestamp, place: Coordinate) {
            (self.time, self.place) = (time, place)
        }
    }

    /// Why a text is no recording.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        /// Counted from 1.
        package var line: Int
        package var description: String { "line \(line): no latitude, longitude, time and person" }
    }

    /// The ways of each person by name, in order of time; of fixes of one second the first alone.
    package let ways: [(person: String, fixes: [Fix])]

    /// Reads a text; what is worse than one line of names is an error.
    package init(_ text: String) throws(Problem) {
        var people: [String: [Fix]] = [:]
        for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard index > 0, !line.isEmpty else { continue }
            guard let (person, fix) = Self.fix(line) else { throw Problem(line: index + 1) }
            people[person, default: []].append(fix)
        }
        ways = people.keys.sorted().map { person in
            (person, Self.ordered(people[person] ?? []))
        }
    }

    private static func fix(_ line: Substring.UTF8View) -> (String, Fix)? {
        let fields = line.split(separator: 0x2C, omittingEmptySubsequences: false)
        guard fields.count == 4, let latitude = Double(Substring(fields[0])),
            let longitude = Double(Substring(fields[1])),
            let place = try? Coordinate(latitude: latitude, longitude: longitude),
            let time = Timestamp(iso8601UTC: fields[2].map { $0 == 0x20 ? 0x54 : $0 })
        else { return nil }
        return (String(Substring(fields[3])), Fix(time: time, place: place))
    }

    private static func ordered(_ fixes: [Fix]) -> [Fix] {
        let order = fixes.indices.sorted { (fixes[$0].time, $0) < (fixes[$1].time, $1) }
        var ordered: [Fix] = []
        for fix in order.map({ fixes[$0] }) where ordered.last?.time != fix.time { ordered.append(fix) }
        return ordered
    }
}

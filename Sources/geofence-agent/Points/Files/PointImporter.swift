import GeofenceCore

/// Takes the points of files into a table, and keeps what is wrong with those that it can't take.
struct PointImporter {
    private(set) var builder: PointTableBuilder
    let settings: PointSettings
    /// The problems and zones of the configuration.
    let reading: ConfigurationReading
    /// What was wrong in the file that is being read: the first few.
    private(set) var notes: [ConfigurationProblem] = []
    /// Points of the file that were not taken, for something wrong.
    private(set) var refused = 0
    /// Opening hours of the file that can't be read; the same text is counted once.
    private(set) var vague = 0
    /// Radii of the file's points that can't be.
    private(set) var unfit = 0
    /// Points of the file whose id one of an earlier file has.
    private(set) var renamed = 0
    /// What the first of them is called.
    private var firstRenamed = ""
    /// Points of the file, from 1.
    private(set) var number = 0
    private(set) var file = ""
    private var hours: [String: PointTable.Clocks?] = [:]

    /// Notes of a file at most that are reported one by one.
    static let maximumNotes = 5

    init(_ settings: PointSettings, _ reading: ConfigurationReading) {
        (self.settings, self.reading) = (settings, reading)
        builder = PointTableBuilder(tags: settings.tags)
    }

    /// Begins another file.
    mutating func begin(_ file: String) {
        self.file = file
        (notes, refused, vague, unfit, renamed, number) = ([], 0, 0, 0, 0, 0)
        builder.beginFile()
    }

    /// Counts a point that is about to be taken or refused.
    mutating func count() { number += 1 }

    /// Takes a point.
    ///
    /// One without an id is called by its file and its number there; one whose id a point of an earlier file
    /// has, by its file and its id.
    mutating func add(_ point: ParsedPoint, at position: TextPosition) {
        var (point, written) = (point, String?.none)
        if point.id.isEmpty {
            point.id = builder.freeID("\(stem)-\(number)")
        } else if builder.isTakenElsewhere(point.id) {
            written = point.id
            point.id = builder.freeID("\(stem)-\(point.id)")
        }
        do throws(PointTableBuilder.Refusal) {
            try builder.add(point, as: written)
            if written != nil { noteRenamed(point.id) }
        } catch {
            switch error {
            case .unwanted: break
            case .sameID:
                refuse("\"\(point.id)\" is the id of another point; give each its own", at: position)
            case .tooMany:
                refuse(
                    "there are more than \(PointTableBuilder.maximumCount) points; choose some by \"tags\", or leave files out",
                    at: position
                )
            }
        }
    }

    private mutating func noteRenamed(_ id: String) {
        if renamed == 0 { firstRenamed = id }
        renamed += 1
    }

    /// The file's name without its folder and its ending.
    private var stem: Substring {
        let name = file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...]
        return name.dropFirst().lastIndex(of: ".").map { name[..<$0] } ?? name
    }

    /// Leaves a point out.
    mutating func refuse(_ message: String, at position: TextPosition) {
        refused += 1
        note("\(message); the point is left out", at: position)
    }

    /// The place of a point; nil, with a note in the report, where it is none.
    mutating func place(longitude: Double, latitude: Double, at position: TextPosition) -> Coordinate? {
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            refuse("\(error)", at: position)
            return nil
        }
    }

    /// What a text says of when a point is open; nil, with a note in the report, where it can't be read.
    mutating func clocks(_ text: String, at position: TextPosition) -> PointTable.Clocks? {
        if let known = hours[text] { return known }
        var clocks: PointTable.Clocks?
        do throws(OpeningHoursError) {
            let hours = try OpeningHours(text)
            // Rules of holidays alone say nothing of other days.
            if !hours.rules.isEmpty {
                clocks = settings.timeZone.map { PointTable.Clocks(hours: hours, zone: $0) }
            }
        } catch {
            noteHours("\(error); whether it is open is not told", at: position)
        }
        if hours.count < 100_000 { hours[text] = .some(clocks) }
        return clocks
    }

    /// Counts and reports opening hours, or a part of them, that can't be read.
    mutating func noteHours(_ message: String, at position: TextPosition) {
        vague += 1
        note(message, at: position)
    }

    /// A radius of its own that a point has; nil, with a note in the report, where it can't be one.
    mutating func radius(_ number: Double?, written: String, at position: TextPosition) -> Double? {
        if let number, PointSettings.radii.contains(number), Float(number) > 0 { return number }
        unfit += 1
        let key = settings.radius ?? ""
        let rest = settings.regions.isEmpty ? "no fences" : "the fences of \"regions\""
        note(
            "\(key): \(written) is no radius \(PointSettings.radii.description); the point has \(rest)",
            at: position
        )
        return nil
    }

    private mutating func note(_ message: String, at position: TextPosition) {
        guard notes.count < Self.maximumNotes else { return }
        notes.append(ConfigurationProblem(file: file, position: position, path: "", message: message))
    }

    /// What was wrong in the file, the rest of it in one line, and whether ids were changed.
    var report: [ConfigurationProblem] {
        var messages: [String] = []
        if refused + vague + unfit > notes.count {
            messages.append(
                "\(refused) of \(number) points are left out; \(vague) opening hours and \(unfit) radii can't be read"
            )
        }
        if renamed > 0 {
            messages.append(
                "\(renamed) of \(number) points have ids of points in files before, and get the file's name before theirs, such as \"\(firstRenamed)\""
            )
        }
        return notes + messages.map { ConfigurationProblem(file: file, position: nil, path: "", message: $0) }
    }
}

import GeofenceCore

/// A track in the sentences of a receiver: RMC and GGA of one moment are one fix, which the file's device has
/// made.
///
/// RMC knows the date. GGA alone has the date that its time of day makes likely: it goes on, across midnight
/// too.
struct NMEATrack: TrackPieceReader {
    /// What is said of one moment, and the line where that begins.
    private struct Moment {
        let line: Int
        var said: NMEAMoment
    }

    private static let dayLength: Int64 = 86_400_000
    /// How late a GGA may be, in milliseconds, and not count as one of the next day.
    private static let lateness: Int64 = 3_600_000

    private let device: Identifier
    private var open: Moment?
    /// From before the first date.
    private var undated: [Moment] = []
    private var newest: Int64?
    private var isRead = false
    private var lastLine = 0
    /// Moments that wait for a date: two weeks at one a second.
    private static let mostUndated = 1_200_000

    /// Begins the track of a file; nil, and reported, where its name is none for a device.
    init?(_ intake: inout TrackImporter) {
        guard let device = intake.namedDevice() else { return nil }
        self.device = device
    }

    /// Reads the whole lines of a piece, and says how many bytes these are; other sentences than RMC and GGA,
    /// and lines that hold none, are passed over.
    mutating func read(
        _ piece: UnsafeRawBufferPointer,
        isLast: Bool,
        into intake: inout TrackImporter
    ) -> Int? {
        var lines = TrackLines(piece, after: lastLine, isLast: isLast)
        while let (number, line) = lines.next() { read(line, number, &intake) }
        lastLine = lines.number
        if isLast { finish(&intake) }
        return lines.start
    }

    private mutating func finish(_ intake: inout TrackImporter) {
        close(&intake)
        if let first = undated.first {
            intake.report("has no date: it takes an RMC sentence to date GGA sentences", line: first.line)
        }
        if !isRead, !intake.hasProblems { intake.report("holds no RMC and no GGA sentence") }
    }

    private mutating func read(_ line: UnsafeRawBufferPointer, _ number: Int, _ intake: inout TrackImporter) {
        for bytes in NMEASentences(line) {
            do throws(NMEAProblem) {
                guard let sentence = try NMEASentence(bytes), sentence.kind != .other else { continue }
                isRead = true
                guard let report = try NMEAReport(sentence) else { continue }
                join(report, sentence.kind, number, &intake)
            } catch {
                intake.report("\(error)", line: number)
            }
        }
    }

    /// Adds a sentence to those of its moment; what is said twice counts once.
    private mutating func join(
        _ report: NMEAReport,
        _ kind: NMEASentence.Kind,
        _ line: Int,
        _ intake: inout TrackImporter
    ) {
        if var moment = open, moment.said.includes(report) {
            moment.said.add(report, kind)
            open = moment
        } else {
            close(&intake)
            open = Moment(line: line, said: NMEAMoment(report, kind))
        }
    }

    /// Ends the moment: takes it, or keeps it until there is a date.
    private mutating func close(_ intake: inout TrackImporter) {
        guard let moment = open else { return }
        open = nil
        guard moment.said.place != nil else { return }
        guard let time = time(of: moment.said.report) else {
            guard undated.count < Self.mostUndated else {
                return intake.report("has no date, like \(Self.mostUndated) before it", line: moment.line)
            }
            return undated.append(moment)
        }
        addUndated(before: time, &intake)
        newest = max(newest ?? time, time)
        read(moment, at: time, &intake)
    }

    /// Milliseconds since 1970; nil before the first date.
    private func time(of report: NMEAReport) -> Int64? {
        if let day = report.day { return day * Self.dayLength + report.timeOfDay }
        guard let newest else { return nil }
        let earliest = newest - Self.lateness
        let sameDay = earliest - earliest % Self.dayLength + report.timeOfDay
        return sameDay >= earliest ? sameDay : sameDay + Self.dayLength
    }

    /// Dates what came before the first date, backwards from it.
    private mutating func addUndated(before time: Int64, _ intake: inout TrackImporter) {
        var next = time
        var times: [Int64] = []
        for moment in undated.reversed() {
            let sameDay = next - next % Self.dayLength + moment.said.report.timeOfDay
            next = sameDay <= next ? sameDay : sameDay - Self.dayLength
            times.append(next)
        }
        for (moment, time) in zip(undated, times.reversed()) { read(moment, at: time, &intake) }
        undated = []
    }

    private func read(_ moment: Moment, at time: Int64, _ intake: inout TrackImporter) {
        guard let place = moment.said.place else { return }
        do throws(Rejection) {
            let fix = try Fix(
                latitude: place.latitude,
                longitude: place.longitude,
                altitude: moment.said.report.altitude,
                speed: moment.said.report.speed
            )
            let time = Timestamp(milliseconds: time)
            try intake.add(Reading(fix: fix), device: device, at: time, line: moment.line)
        } catch {
            intake.report(error.trackAdvice, line: moment.line)
        }
    }
}

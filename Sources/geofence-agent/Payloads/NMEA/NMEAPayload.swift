import GeofenceCore

/// Reads a payload of NMEA 0183: one sentence or several, perhaps of several moments.
///
/// A GGA has no date. It is that of the payload's RMC sentences; without any, the arrival decides
/// (`Reading.timeOfDay`).
enum NMEAPayload {
    private static let day: Int64 = 86_400_000

    /// Whether there is a sentence in front.
    static func isOne(_ payload: UnsafeRawBufferPointer) -> Bool {
        var cursor = PayloadCursor(payload)
        cursor.skipSpace()
        return cursor.peek == UInt8(ascii: "$")
    }

    /// What the sentences say.
    ///
    /// A sentence that is damaged spoils none of the others.
    /// - Throws: `empty`; `json` where all are damaged or there is none; `type`, `range`; `unrelated` where
    ///   none has a position.
    static func reading(_ payload: UnsafeRawBufferPointer) throws(Rejection) -> Reading {
        guard !payload.isEmpty else { throw .empty }
        var problems: [Rejection] = []
        let moments = moments(payload, &problems)
        let date = moments.last { $0.report.day != nil }?.report
        var readings: [Reading] = []
        for moment in moments {
            guard let place = moment.place else { continue }
            do throws(Rejection) {
                readings.append(try reading(moment.report, place, date))
            } catch {
                problems.append(error)
            }
        }
        guard let reading = Reading(readings, refused: problems) else { throw problems.first ?? .unrelated }
        return reading
    }

    private static func moments(
        _ payload: UnsafeRawBufferPointer,
        _ problems: inout [Rejection]
    ) -> [NMEAMoment] {
        var moments: [NMEAMoment] = []
        var isAny = false
        for bytes in NMEASentences(payload) {
            do throws(NMEAProblem) {
                guard let sentence = try NMEASentence(bytes) else { continue }
                isAny = true
                guard let report = try NMEAReport(sentence) else { continue }
                if let last = moments.indices.last, moments[last].includes(report) {
                    moments[last].add(report, sentence.kind)
                } else {
                    moments.append(NMEAMoment(report, sentence.kind))
                }
            } catch {
                problems.append(error.rejection)
            }
        }
        if !isAny, problems.isEmpty { problems.append(.json) }
        return moments
    }

    private static func reading(_ report: NMEAReport, _ place: NMEAPlace, _ date: NMEAReport?)
        throws(Rejection) -> Reading
    {
        var reading = Reading()
        reading.fix = try Fix(
            latitude: place.latitude,
            longitude: place.longitude,
            altitude: report.altitude,
            speed: report.speed
        )
        if let time = time(report, date) {
            let time = Timestamp(milliseconds: time)
            guard time >= .year2000 else { throw .time }
            reading.time = time
        } else {
            reading.timeOfDay = report.timeOfDay
        }
        return reading
    }

    /// Milliseconds since 1970, on the day that is nearest to a dated report.
    private static func time(_ report: NMEAReport, _ date: NMEAReport?) -> Int64? {
        if let own = report.day { return own * day + report.timeOfDay }
        guard let date, let dated = date.day else { return nil }
        let ahead = report.timeOfDay - date.timeOfDay
        let turn = ahead > day / 2 ? -day : (ahead < -day / 2 ? day : 0)
        return dated * day + report.timeOfDay + turn
    }
}

extension NMEAProblem {
    /// What a payload is refused for.
    fileprivate var rejection: Rejection {
        switch self {
        case .checksum, .noChecksum: .json
        case .field: .type
        }
    }
}

/// Reads sentences of NMEA 0183.
struct NMEAReader: PayloadReader {
    func reading(_ payload: UnsafeRawBufferPointer, device: PointerPlan?) throws(Rejection) -> Reading {
        try NMEAPayload.reading(payload)
    }
}

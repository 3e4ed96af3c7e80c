import GeofenceCore

/// Writes events and remarks as lines of even columns.
struct EventLine: Hashable {
    var paint: Paint
    /// Seconds that the local time is ahead of UTC.
    var zone: Int64

    /// An event: `12:00:03  ▶ van-1      enters  Depot Nord    by region, ±8 m`.
    func line(_ report: EventReport) -> String {
        let time = Timestamp(iso8601: report.confirmed ?? report.time) ?? .distantPast
        let (mark, verb, colour) = Self.look(report.event)
        return [
            paint(.dim, clock(time)), paint(colour, mark), report.device.padded(to: 10),
            paint(colour, verb.padded(to: 7)), paint(.bold, report.name.padded(to: 12)),
            Self.details(report).joined(separator: ", "),
        ].joined(separator: " ")
    }

    /// A remark on a device: `12:00:03  · van-1      joins DepotNet`.
    func remark(_ time: Timestamp, _ device: String, _ text: String) -> String {
        paint(.dim, "\(clock(time)) · \(device.padded(to: 10)) \(text)")
    }

    /// The hour, minute and second here, and a space: the column is one wider.
    private func clock(_ time: Timestamp) -> String {
        let local = time.advanced(byMilliseconds: zone * 1000).iso8601
        return local.dropFirst(11).prefix(8) + " "
    }

    private static func look(_ kind: EventReport.Kind) -> (mark: String, verb: String, colour: Paint.Colour) {
        switch kind {
        case .enter: ("▶", "enters", .green)
        case .exit: ("◀", "leaves", .yellow)
        case .dwell: ("◆", "dwells", .cyan)
        }
    }

    private static func details(_ report: EventReport) -> [String] {
        let ways = report.via.map { $0 == .wifi ? "WiFi" : "region" }.joined(separator: " and ")
        let accuracy = report.via.contains(.region) ? report.accuracy.map { "±\(Int($0.rounded())) m" } : nil
        switch report.event {
        case .enter: return ["by \(ways)"] + [accuracy, held(report)].compactMap { $0 }
        case .exit:
            return ["after \(seconds(report.duration))", "was there by \(ways)"]
                + [held(report)].compactMap { $0 }
        case .dwell: return ["for \(seconds(report.dwell))", "by \(ways)"]
        }
    }

    /// How long the rules had the transition wait.
    private static func held(_ report: EventReport) -> String? {
        guard let confirmed = report.confirmed.flatMap({ Timestamp(iso8601: $0) }),
            let time = Timestamp(iso8601: report.time)
        else { return nil }
        return "held \(seconds(Double(confirmed.millisecondsSince(time)) / 1000))"
    }

    private static func seconds(_ seconds: Double?) -> String {
        guard let seconds else { return "?" }
        let tenths = (seconds * 10).rounded() / 10
        return (Int(exactly: tenths).map(String.init) ?? "\(tenths)") + " s"
    }
}

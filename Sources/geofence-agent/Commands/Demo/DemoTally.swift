import Foundation

/// What a demonstration has come to.
struct DemoTally: Hashable {
    /// Fixes that were sent.
    var fixes = 0
    /// WiFi reports that were sent.
    var networks = 0
    /// Events that came, by kind.
    var events: [EventReport.Kind: Int] = [:]
    /// Events of those that WiFi alone brought about.
    var byWiFi = 0
    /// How often the fixes of the device that jitters have crossed the edge it stands on.
    var crossings = 0
    /// Enters and exits of that device.
    var eventsOfJitter = 0
    /// Microseconds of the agent's processor time for each message, as it says itself.
    var cost: Double?

    private var wasInside: Bool?

    /// Counts a report.
    mutating func count(_ report: DemoReport) {
        fixes += 1
        if report.network != nil { networks += 1 }
        guard report.device == Self.jitters, let shape = DemoFence.depot.shape else { return }
        let isInside = shape.holds(report.fix)
        if let wasInside, wasInside != isInside { crossings += 1 }
        wasInside = isInside
    }

    /// Counts an event.
    mutating func count(_ event: EventReport) {
        events[event.event, default: 0] += 1
        if event.via == [.wifi] { byWiFi += 1 }
        if event.device == Self.jitters, event.event != .dwell { eventsOfJitter += 1 }
    }

    /// Takes the cost from the agent's statistics.
    mutating func record(statistics payload: [UInt8]) {
        struct Statistics: Decodable { var cpuPerMessage: Double }
        let statistics = try? JSONDecoder().decode(Statistics.self, from: Data(payload))
        if let statistics, statistics.cpuPerMessage > 0 { cost = statistics.cpuPerMessage }
    }

    /// The device that stands on an edge.
    private static let jitters = "trailer-9"

    /// The lines at the end.
    ///
    /// `seconds` is how long it took.
    func summary(seconds: Int) -> [String] {
        let kinds = EventReport.Kind.allCases.map { "\(events[$0] ?? 0) \($0.rawValue)" }
        let total = events.values.reduce(0, +)
        var lines = [
            "\(seconds) s: \(fixes) positions and \(networks) WiFi reports in, \(total) events out: "
                + "\(kinds.joined(separator: ", ")); \(byWiFi) of them by WiFi alone.",
            "Positions of \(Self.jitters) that crossed the edge of \(DemoFence.depot.name): \(crossings); "
                + "enters and exits made of that: \(eventsOfJitter).",
        ]
        if let cost {
            lines.append(
                "A message cost the agent \(Int(cost.rounded())) µs of processor time, each with a wake-up, a transaction "
                    + "and events of its own; under load hundreds share one."
            )
        }
        return lines
    }
}

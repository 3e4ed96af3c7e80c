import GeofenceCore
import Testing

/// A journey told step by step to an engine, and what the engine makes of it in words.
///
///     let track = try Track(.circle { $0.exitAfter = 30 })
///     try track.fix(0, beyond: -20)
///     try track.fix(10, beyond: 50, accuracy: 5)
///     track.clock(40)
///     #expect(track.told == ["exit depot 10 after 10 confirmed 40 via region by timer visit 0 fix 50±5 #1"])
final class Track {
    private(set) var engine: Engine
    /// What the last step brought about.
    private(set) var effects = Effects()
    /// All events so far.
    private(set) var events: [Event] = []
    private var labels: [Coordinate: Double] = [:]
    private let stream: StreamRules

    init(_ fences: Fence..., reportAllUpTo: Int = 100, _ stream: (inout StreamRules) -> Void = { _ in })
        throws
    {
        var made = StreamRules()
        stream(&made)
        self.stream = made
        engine = Engine(fences: fences, reportAllUpTo: reportAllUpTo, stream: made)
    }

    /// Another engine with the same fences goes on with what this one has written of its devices.
    func restart(_ fences: Fence...) throws {
        var copy = Engine(fences: fences, stream: stream)
        for device in engine.deviceNumbers {
            var reader = ByteReader(written { engine.write(device: device, to: &$0) })
            try copy.restore(from: &reader, below: engine.deviceLimit)
        }
        engine = copy
    }

    /// Says that all is kept as it is now.
    func checkpoint() { engine.didCheckpoint() }

    /// Explains its decisions from now on, so that `decisions` has those of the last step.
    func explain() { effects.explains = true }

    /// The slot of a fence.
    func slot(_ fence: String) throws -> Int32 {
        let slot = engine.slot(of: try Identifier(fence))
        return try #require(slot)
    }

    /// The number of a device.
    func device(_ id: String) throws -> Int {
        let device = engine.device(try Identifier(id))
        return try #require(device)
    }

    /// The id of the fence that a decision is about.
    func name(ofFence slot: Int32) -> String { engine.fence(slot)?.id.description ?? "none" }

    /// A device is so many metres beyond the edge of the depot, negative inside; its clock is right where
    /// nothing else is said.
    @discardableResult
    func fix(
        _ second: Double,
        beyond metres: Double,
        accuracy: Double? = nil,
        altitude: Double? = nil,
        speed: Double? = nil,
        wifi: String? = nil,
        by device: String = "van",
        arriving arrival: Double? = nil
    ) throws -> Outcome {
        let place = try Yard.place(beyond: metres)
        labels[place] = metres
        let observation = Observation(
            time: .second(second),
            arrival: .second(arrival ?? second),
            fix: Fix(coordinate: place, accuracy: accuracy, altitude: altitude, speed: speed),
            wifi: wifi.map { .connected(ssid: $0, bssid: nil) }
        )
        return try observe(observation, by: device)
    }

    /// A device is on a network, or on none.
    @discardableResult
    func wifi(
        _ second: Double,
        _ ssid: String?,
        bssid: String? = nil,
        by device: String = "van"
    ) throws -> Outcome {
        let isOff = ssid == nil && bssid == nil
        let report = isOff ? WiFiReport.disconnected : .connected(ssid: ssid, bssid: bssid)
        let time = Timestamp.second(second)
        return try observe(Observation(time: time, arrival: time, wifi: report), by: device)
    }

    /// A device is at a place that is not on the way through the depot.
    @discardableResult
    func fix(
        _ second: Double,
        at place: Coordinate,
        accuracy: Double? = nil,
        by device: String = "van",
        arriving arrival: Double? = nil
    ) throws -> Outcome {
        let time = Timestamp.second(second)
        let fix = Fix(coordinate: place, accuracy: accuracy)
        return try observe(Observation(time: time, arrival: .second(arrival ?? second), fix: fix), by: device)
    }

    /// A person sets where a device is.
    @discardableResult
    func setByHand(_ second: Double, beyond metres: Double) throws -> Outcome {
        let (time, place) = (Timestamp.second(second), try Yard.place(beyond: metres))
        labels[place] = metres
        let fix = Fix(coordinate: place)
        return try observe(Observation(time: time, arrival: time, fix: fix, isManual: true), by: "van")
    }

    /// Nothing earlier comes any more.
    func flush(_ device: String = "van") throws {
        let index = engine.admit(try Identifier(device))
        step { $0.flush(device: index, &$1) }
    }

    private func observe(_ observation: Observation, by device: String) throws -> Outcome {
        let index = engine.admit(try Identifier(device))
        return step { $0.observe(observation, device: index, &$1) }
    }

    /// Nothing is heard up to this second; says whether any timer ran.
    @discardableResult
    func clock(_ second: Double) -> Bool {
        step { $0.advance(to: .second(second), &$1) }
    }

    /// Other fences take the place of those there are.
    func replace(_ second: Double, _ fences: Fence..., reportAllUpTo: Int? = nil) {
        step { $0.replaceFences(fences, reportAllUpTo: reportAllUpTo, at: .second(second), &$1) }
    }

    /// The first device is not monitored any more, and then it is again.
    func monitorAnew(_ second: Double) {
        step { $0.stopMonitoring(device: 0, at: .second(second), &$1) }
        step { $0.startMonitoring(device: 0, at: .second(second), &$1) }
    }

    private func step<Result>(_ body: (inout Engine, inout Effects) -> Result) -> Result {
        effects.removeAll()
        let result = body(&engine, &effects)
        events += effects.events
        return result
    }
}

extension Track {
    /// All events so far, in words.
    var told: [String] { events.map(describe) }

    /// The pairs whose status the last step told anew, each once.
    var toldStatuses: [String] {
        let pairs = Set(effects.statuses).map { pair in
            "\(engine.deviceID(pair.device))/\(engine.fence(pair.fence)?.id.description ?? "?")"
        }
        return pairs.sorted()
    }

    /// The groups whose status the last step told anew, each once.
    var reportedGroups: [String] {
        Set(effects.groups.filter { engine.isReported($0) }).map {
            "\(engine.deviceID($0.device))/\($0.group)"
        }
        .sorted()
    }

    /// The groups whose status the last step took away.
    var clearedGroups: [String] { effects.clearedGroups.map { "\($0.device)/\($0.group)" }.sorted() }

    /// What holds between a device and a group, in words.
    func group(_ group: String, of device: String = "van") throws -> String {
        guard let index = engine.device(try Identifier(device)),
            let report = engine.report(device: index, group: try Identifier(group))
        else { return "none" }
        var words = report.status.description
        if report.isStale { words += ", stale" }
        if let since = report.since { words += " since \(since.inSeconds)" }
        if !report.fences.isEmpty {
            words += " in \(report.fences.map(\.description).joined(separator: ", "))"
        }
        return words
    }

    /// What holds between a device and a fence, in words; without the parts that every fix changes.
    func status(_ fence: String = "depot", of device: String = "van") throws -> String {
        guard let report = try report(fence, of: device) else { return "none" }
        var words = report.status.description
        if let since = report.since { words += " since \(since.inSeconds)" }
        if !report.via.isEmpty { words += " via \(report.via.words)" }
        if let visit = report.visit { words += " visit \(visit.inSeconds)" }
        return words
    }

    func report(_ fence: String = "depot", of device: String = "van") throws -> StatusReport? {
        guard let slot = engine.slot(of: try Identifier(fence)) else { return nil }
        return try engine.device(Identifier(device)).flatMap { engine.status(device: $0, fence: slot) }
    }

    private func describe(_ event: Event) -> String {
        var words = event.device.description == "van" ? "" : "\(event.device): "
        switch event.kind {
        case .enter: words += "enter \(event.fence) \(event.time.inSeconds)"
        case .exit(let duration):
            words +=
                "exit \(event.fence) \(event.time.inSeconds) after \(Seconds.text(milliseconds: duration))"
        case .dwell(let dwell):
            words += "dwell \(Seconds.text(milliseconds: dwell)) \(event.fence) \(event.time.inSeconds)"
        case .speeding(let speed, let limit, _):
            words +=
                "speeding \(Int(speed.rounded())) over \(Int(limit)) \(event.fence) \(event.time.inSeconds)"
        case .speedingEnd(let duration, let speed, _, _):
            words += "speeding-end \(event.fence) \(event.time.inSeconds)"
            words += " after \(Seconds.text(milliseconds: duration)) top \(Int(speed.rounded()))"
        }
        if event.isGroup { words += " as group" }
        if event.isLate { words += " late" }
        if let confirmed = event.confirmed { words += " confirmed \(confirmed.inSeconds)" }
        words += " via \(event.via.words) by \(event.cause.rawValue)"
        if event.kind != .enter || event.visit != event.time { words += " visit \(event.visit.inSeconds)" }
        if let fix = event.fix { words += " fix \(describe(fix))" }
        return words + " #\(event.sequence)"
    }

    private func describe(_ fix: Fix) -> String {
        let place = labels[fix.coordinate].map { Seconds.text(milliseconds: Seconds.milliseconds($0)) } ?? "?"
        guard let accuracy = fix.accuracy else { return place }
        return place + "±" + Seconds.text(milliseconds: Seconds.milliseconds(accuracy))
    }
}

extension Via {
    fileprivate var words: String {
        switch self {
        case [.region, .wifi]: "region+wifi"
        case .region: "region"
        case .wifi: "wifi"
        default: "nothing"
        }
    }
}

extension Outcome {
    /// An outcome with some things set.
    static func make(_ change: (inout Outcome) -> Void) -> Outcome {
        var outcome = Outcome()
        change(&outcome)
        return outcome
    }
}

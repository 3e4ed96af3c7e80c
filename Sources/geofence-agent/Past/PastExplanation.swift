import GeofenceCore

/// Why something was decided in the past: the positions of then, taken once more through the fence as it was.
///
/// It reads the store by a connection of its own, and runs on a thread of its own.
struct PastExplanation {
    /// Positions and networks at most.
    private static let mostRows = 50_000
    /// Milliseconds after which what is left is left out.
    private static let patience: Int64 = 2000
    /// Milliseconds before the moment from which on positions count, and fewer where these are too many.
    private static let leads: [Int64] = [86_400_000, 3_600_000]

    private let question: ExplanationQuestion
    private let reader: HistoryReader
    private let begun = Clock.uptime

    /// The answer's `data` as JSON.
    static func answer(_ question: ExplanationQuestion) -> Result<[UInt8], RequestProblem> {
        do throws(HistoryReader.Failure) {
            let explanation = PastExplanation(
                question: question,
                reader: try HistoryReader(path: question.path)
            )
            return try explanation.answer()
        } catch {
            return .failure(RequestProblem("\(error)"))
        }
    }

    private func answer() throws(HistoryReader.Failure) -> Result<[UInt8], RequestProblem> {
        guard let device = try reader.device(question.device) else {
            return .failure(RequestProblem("the history holds nothing of a device \"\(question.device)\""))
        }
        guard let (version, until) = try reader.fenceVersion(of: question.fence, at: question.time) else {
            return .failure(try unknown())
        }
        guard let definition = version.definition, let fence = fence(definition) else {
            let since = Timestamp(milliseconds: version.time).iso8601
            return .failure(
                RequestProblem(
                    "there was no fence \"\(question.fence)\" then; it went at \(since) (\(version.cause))"
                )
            )
        }
        guard fence.follows == nil else {
            return .failure(
                RequestProblem("\"\(fence.id)\" goes with a device; where that was is not looked up")
            )
        }
        return .success(try explain(device, version, definition, until, fence))
    }

    private func unknown() throws(HistoryReader.Failure) -> RequestProblem {
        guard let first = try reader.firstFenceVersion(of: question.fence) else {
            return RequestProblem(
                "the history knows no version of a fence \"\(question.fence)\"; it keeps those of the configuration and of requests"
            )
        }
        return RequestProblem("what \"\(question.fence)\" was is known from \(first.iso8601) on")
    }

    private func fence(_ definition: [UInt8]) -> Fence? {
        let reading = ConfigurationReading(file: "", environment: [:])
        reading.timeZones = TimeZoneCache(files: question.timeZones)
        guard let root = reading.document(definition)?.root else { return nil }
        return Fence(reading: ValueReader(node: root, path: "", reading: reading), rules: Rules())
    }

    private func explain(
        _ device: HistoryDevice,
        _ version: FenceVersion,
        _ definition: [UInt8],
        _ until: Timestamp?,
        _ fence: Fence
    ) throws(HistoryReader.Failure) -> [UInt8] {
        let track = try track(device)
        let (decisions, status, isWhole) = replay(track, fence)
        return JSONWriter.object { json in
            json.member("device", question.device.description)
            json.member("fence", question.fence.description)
            json.member("at", question.time)
            json.member("version") { json in
                json.member("since", Timestamp(milliseconds: version.time))
                if let until { json.member("until", until) }
                json.member("by", version.cause)
                json.member("fence", json: definition)
            }
            json.member("status", status.description)
            json.member("positions", track.count)
            if !isWhole { json.member("truncated", true) }
            let texts = decisions.suffix(question.count).reversed().map {
                Reports.explanation($0, question.device, question.fence)
            }
            Agent.writePage(texts, as: "decisions", to: &json)
        }
    }

    /// What the device has reported before the moment: of a day, or of an hour where that is too much.
    private func track(_ device: HistoryDevice) throws(HistoryReader.Failure) -> PastTrack {
        var track = PastTrack()
        for lead in Self.leads {
            track = PastTrack()
            let from = question.time.advanced(byMilliseconds: -lead)
            let range = HistoryRange(from: from, to: question.time.advanced(byMilliseconds: 1))
            try reader.positions(of: device, in: range, atMost: Self.mostRows) { track.add($0) }
            try reader.networks(of: device, in: range, atMost: Self.mostRows) { track.add($0) }
            if track.count < Self.mostRows { break }
        }
        return track
    }

    /// The decisions up to the moment, the status then, and whether there was time for all of it.
    private func replay(_ track: PastTrack, _ fence: Fence) -> ([Decision], Status, isWhole: Bool) {
        var tracker = Tracker(Engine(fences: [fence], stream: question.stream))
        var effects = Effects()
        effects.explains = true
        var decisions: [Decision] = []
        let device = tracker.admit(question.device)
        func gather(_ effects: inout Effects) {
            decisions += effects.decisions.filter { $0.time <= question.time }
            if decisions.count > 2 * question.count + 64 {
                decisions.removeFirst(decisions.count - question.count)
            }
            effects.removeAll()
        }
        var isWhole = true
        for observation in track.observations {
            isWhole = Clock.uptime - begun < Self.patience
            guard isWhole else { break }
            _ = tracker.advance(device, to: observation.time, &effects)
            _ = tracker.observe(observation, of: device, nil, &effects)
            gather(&effects)
        }
        _ = tracker.advance(device, to: question.time, &effects)
        gather(&effects)
        let slot = tracker.engine.slot(of: fence.id)
        let report = slot.flatMap { tracker.engine.status(device: device, fence: $0) }
        return (decisions, report?.status ?? .unknown, isWhole)
    }
}

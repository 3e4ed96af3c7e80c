import GeofenceCore

/// Takes the past of the store through one fence.
///
/// It reads the store by a connection of its own, and runs on a thread of its own.
struct WhatIfRun {
    /// Positions and networks at most.
    static let mostRows = 50_000
    /// Milliseconds after which what is left is left out.
    static let patience: Int64 = 2000
    /// Events of one device at most.
    static let mostEvents = 50_000
    /// Milliseconds before the stretch in which positions count, too: they say who is inside at its
    /// beginning.
    static let lead: Int64 = 86_400_000

    private let question: WhatIfQuestion
    private let begun = Clock.uptime
    private var rows = 0
    private var were: [WhatIfEvent] = []
    private var events: [WhatIfEvent] = []
    private var inside: [Identifier] = []
    /// Whether devices, or all of one, were left out.
    private var isTruncated = false

    private init(_ question: WhatIfQuestion) { self.question = question }

    /// The answer's `data` as JSON.
    static func answer(_ question: WhatIfQuestion) -> Result<[UInt8], RequestProblem> {
        var run = WhatIfRun(question)
        do throws(HistoryReader.Failure) {
            try run.goThroughDevices()
        } catch {
            return .failure(RequestProblem("\(error)"))
        }
        return .success(run.report)
    }

    private mutating func goThroughDevices() throws(HistoryReader.Failure) {
        let reader = try HistoryReader(path: question.path)
        for device in try reader.devices() where question.device.map({ $0 == device.id }) ?? true {
            guard rows < Self.mostRows, hasTime else {
                isTruncated = true
                return
            }
            try goThrough(device, reader)
        }
    }

    private var hasTime: Bool { Clock.uptime - begun < Self.patience }

    private mutating func goThrough(
        _ device: HistoryDevice,
        _ reader: HistoryReader
    ) throws(HistoryReader.Failure) {
        let room = Self.mostRows - rows
        let from = question.range.from.advanced(byMilliseconds: -Self.lead)
        let range = HistoryRange(from: from, to: question.range.to)
        var track = PastTrack()
        try reader.positions(of: device, in: range, atMost: room) { track.add($0) }
        try reader.networks(of: device, in: range, atMost: room) { track.add($0) }
        rows += track.count
        guard track.count < room else {
            // Half a track would make events of its end.
            isTruncated = true
            return
        }
        let fence = question.fence.id
        var (old, seen) = ([WhatIfEvent](), 0)
        try reader.events(of: device, in: question.range, atMost: Self.mostEvents) { row in
            seen += 1
            if let event = WhatIfEvent(row, of: fence) { old.append(event) }
        }
        guard seen < Self.mostEvents, replay(track, of: device.id) else {
            isTruncated = true
            return
        }
        were += old
    }

    /// Says whether there was time for all of it; else nothing of it counts.
    private mutating func replay(_ track: PastTrack, of id: Identifier) -> Bool {
        var tracker = Tracker(Engine(fences: [question.fence], stream: question.stream))
        var effects = Effects()
        let device = tracker.admit(id)
        for observation in track.observations {
            guard runTimers(of: device, upTo: observation.time, &tracker, &effects) else { return false }
            _ = tracker.observe(observation, of: device, nil, &effects)
        }
        tracker.flush(device, &effects)
        if let last = track.observations.last {
            let end = max(last.time, question.range.to)
            guard runTimers(of: device, upTo: end, &tracker, &effects) else { return false }
        }
        // Those of a group are the group's.
        let own = effects.events.filter { !$0.isGroup && $0.time >= question.range.from }
        events += own.map(WhatIfEvent.init)
        let report = tracker.engine.slot(of: question.fence.id).flatMap { slot in
            tracker.engine.status(device: device, fence: slot)
        }
        if report?.status == .inside { inside.append(id) }
        return true
    }

    /// Lets the timers run up to a moment; says whether there is time, and room, to go on.
    private func runTimers(
        of device: Int,
        upTo time: Timestamp,
        _ tracker: inout Tracker,
        _ effects: inout Effects
    ) -> Bool {
        repeat {
            guard hasTime, effects.events.count < Self.mostEvents else { return false }
            guard let due = tracker.engine.nextDeadline(ofDevice: device), due <= time else { return true }
            guard tracker.advance(device, to: due, &effects) else { return true }
        } while true
    }
}

// MARK: - The answer

extension WhatIfRun {
    /// Events of each kind at most that an answer lists; the newest are.
    private static let mostListed = 1000

    private var report: [UInt8] {
        let comparison = WhatIfComparison(were: were, events: events)
        let events = comparison.events.suffix(Self.mostListed).map { Self.text($0.event, "new", $0.isNew) }
        let were = comparison.were.suffix(Self.mostListed).map { Self.text($0.event, "gone", $0.isGone) }
        return JSONWriter.object { json in
            json.member("from", question.range.from)
            json.member("to", question.range.to)
            json.member("count", comparison.events.count)
            json.member("wereCount", comparison.were.count)
            json.member("added", comparison.added)
            json.member("removed", comparison.removed)
            json.member("insideNow", inside.map(\.description))
            json.member("events", json: JSONWriter.array(events))
            json.member("were", json: JSONWriter.array(were))
            json.member("positions", rows)
            json.member("seconds", milliseconds: Clock.uptime - begun)
            json.member("truncated", isTruncated)
        }
    }

    private static func text(_ event: WhatIfEvent, _ mark: StaticString, _ isMarked: Bool) -> [UInt8] {
        JSONWriter.object { json in
            json.member("device", event.device.description)
            json.member("event", event.kind)
            json.member("time", event.time)
            if let place = event.place {
                json.member("latitude", place.latitude)
                json.member("longitude", place.longitude)
            }
            if isMarked { json.member(mark, true) }
        }
    }
}

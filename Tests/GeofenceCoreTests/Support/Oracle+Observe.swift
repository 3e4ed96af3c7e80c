import GeofenceCore

extension Oracle {
    /// "The engine's clock is advanced before each observation": the device's own timers, then what it says.
    mutating func observe(_ observation: Observation, device id: Identifier) -> Outcome {
        let device = index(of: id)
        let time = observation.time
        var outcome = Outcome()
        let fix = observation.fix.flatMap { isNews($0, at: time, device, &outcome) ? $0 : nil }
        let late = outcome.late ? observation.fix : nil
        outcome.late = false
        let wifi = observation.wifi.flatMap { isNews($0, at: time, device, &outcome) ? $0 : nil }
        let before = devices[device].pairs.mapValues(\.region)
        let usesLate = late.map { take(late: $0, at: time, device) } ?? false
        if late != nil, !usesLate { outcome.late = true }
        outcome.accepted = usesLate
        guard fix != nil || wifi != nil || usesLate else { return outcome }
        runTimers(to: time, of: device)
        let wasKnown = devices[device].firstFix != nil || devices[device].firstWiFi != nil
        if let fix { take(fix, at: time, device, &outcome) }
        if let wifi { take(wifi, at: time, device, &outcome) }
        let first = events.count
        for fence in fences(for: device) {
            let hasCrossed = (pair(device, fence.id).region == true) != (before[fence.id] == true)
            settle(device, fence, at: time, hasCrossed ? .position : .wifi, hasCrossed ? fix ?? late : nil)
        }
        sortEvents(from: first)
        regroup(device, Array(events[first...]), learns: wasKnown)
        // By the newest stamp a hold that began in the past may be over.
        let newest = max(devices[device].fixTime ?? time, devices[device].wifiTime ?? time)
        runTimers(to: max(time, newest.advanced(byMilliseconds: -1)), of: device)
        return outcome
    }

    private func isNews(_ fix: Fix, at time: Timestamp, _ device: Int, _ outcome: inout Outcome) -> Bool {
        guard let last = devices[device].fixTime else { return true }
        let isRepeat = time == last && devices[device].places.contains(fix.coordinate)
        outcome.late = outcome.late || time < last
        outcome.duplicate = outcome.duplicate || isRepeat
        return time >= last && !isRepeat
    }

    private func isNews(_ wifi: WiFiReport, at time: Timestamp, _ device: Int, _ outcome: inout Outcome)
        -> Bool
    {
        guard let last = devices[device].wifiTime else { return true }
        let isRepeat = time == last && devices[device].reports.contains(wifi)
        outcome.late = outcome.late || time < last
        outcome.duplicate = outcome.duplicate || isRepeat
        return time >= last && !isRepeat
    }

    private mutating func take(_ fix: Fix, at time: Timestamp, _ device: Int, _ outcome: inout Outcome) {
        let fences = fences(for: device)
        let steps = takeRest(fix, at: time, device)
        for fence in fences where !fence.refuses(fix) {
            judge(fix, at: time, fence, device, steps[fence.id], isVague: steps.isVague)
        }
        outcome.inaccurate = fences.contains { $0.refuses(fix) }
        outcome.accepted = true
        if devices[device].fixTime != time { devices[device].places = [] }
        devices[device].places.append(fix.coordinate)
        devices[device].fixTime = time
        devices[device].firstFix = devices[device].firstFix ?? time
        devices[device].fix = fix
    }

    /// "Late is late for the fence that has used something newer"; says whether any has used it.
    private mutating func take(late fix: Fix, at time: Timestamp, _ device: Int) -> Bool {
        let concerned = fences(for: device).filter { fence in
            let pair = pair(device, fence.id)
            guard fence.shape != nil, !fence.refuses(fix) else { return false }
            return pair.usedAt.map { $0 < time } ?? true
        }
        for fence in concerned { judge(fix, at: time, fence, device) }
        return !concerned.isEmpty
    }

    private mutating func take(
        _ wifi: WiFiReport,
        at time: Timestamp,
        _ device: Int,
        _ outcome: inout Outcome
    ) {
        outcome.accepted = true
        if devices[device].wifiTime != time { devices[device].reports = [] }
        devices[device].reports.append(wifi)
        devices[device].wifi = wifi
        devices[device].wifiTime = time
        devices[device].firstWiFi = devices[device].firstWiFi ?? time
        for fence in fences(for: device) where !fence.wifi.isEmpty {
            devices[device].pairs[fence.id, default: Pair()].network = fence.matches(wifi) ? time : nil
        }
    }

    private mutating func judge(
        _ fix: Fix,
        at time: Timestamp,
        _ fence: Fence,
        _ device: Int,
        _ step: OracleRest.Step = .moving,
        isVague: Bool = false
    ) {
        guard let s = fence.signedDistance(to: fix.coordinate), let scale = fence.disc?.radius else {
            return
        }
        var pair = pair(device, fence.id)
        let isFirst = pair.used == nil
        let isAtRest = fence.rules.accuracy == .hysteresis && step != .moving
        // "Judged by nothing": a fence that has used none yet goes on knowing nothing.
        if isFirst, isAtRest, step == .withheld { return }
        (pair.used, pair.usedAt) = (fix, time)
        defer { devices[device].pairs[fence.id] = pair }
        if isAtRest, step == .withheld { return }
        if step == .resting, !isAtRest, !isVague { pair.endRuns() }
        guard fence.holds(fix.altitude) else {
            (pair.region, pair.isAsking) = (false, false)
            if step == .resting, !isVague { pair.endRuns() }
            return
        }
        guard !isFirst else {
            pair.region = s <= 0
            return
        }
        let unknown = fence.rules.accuracy == .hysteresis ? fence.rules.unknownAccuracy : 0
        let (a, margin) = (fix.accuracy ?? unknown, fence.rules.margin)
        if isAtRest { return judgeAtRest(fix, s, at: time, fence, device, &pair, isVague: isVague) }
        switch fence.rules.accuracy {
        case .hysteresis:
            let wasAsking = pair.isAsking
            pair.isAsking = s <= 0 && a > scale && pair.region == false && !wasAsking
            if s <= 0, !pair.isAsking { pair.region = true }
            if s > a + margin { pair.region = false }
        case .ignore:
            if s <= 0 { pair.region = true }
            if s > margin { pair.region = false }
        case .lenient:
            if s >= a + margin { pair.region = false }
            if s < a { pair.region = true }
        case .strict:
            if s + a <= 0 { pair.region = true }
            if s - a > margin { pair.region = false }
        }
    }
}

extension Fence {
    /// "A fix with a > maxAccuracy is used only if it clears the edge".
    func refuses(_ fix: Fix) -> Bool {
        guard rules.accuracy != .ignore, let s = signedDistance(to: fix.coordinate) else { return false }
        let a = fix.accuracy ?? 0
        return a > rules.maxAccuracy && !(s > a + rules.margin)
    }
}

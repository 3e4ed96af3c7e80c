import GeofenceCore

extension Oracle {
    /// Other fences in place of those there are.
    mutating func replaceFences(_ new: [Fence], at time: Timestamp) {
        let before = fences
        let wanted = Oracle(new).fences
        for gone in inOrder where wanted[gone.id] == nil {
            for device in devices.indices {
                let first = events.count
                leave(gone, device, at: time)
                regroup(device, Array(events[first...]))
            }
        }
        fences = wanted
        for device in devices.indices {
            let first = events.count
            for fence in inOrder where before[fence.id]?.hasSamePlace(as: fence) != true {
                let wasFor = before[fence.id]?.isFor(devices[device].id) ?? false
                if fence.isFor(devices[device].id) {
                    settleAnew(device, fence, isNew: !wasFor, at: time)
                } else {
                    leave(fence, device, at: time)
                }
            }
            for fence in fences(for: device) where before[fence.id] != fence {
                skipDwells(device, fence, upTo: time)
            }
            regroup(device, Array(events[first...]))
            settleGroups(device, at: time)
        }
    }

    /// "Devices inside get an exit with the cause removed"; only the numbering of events goes on.
    private mutating func leave(_ fence: Fence, _ device: Int, at time: Timestamp) {
        let pair = pair(device, fence.id)
        if pair.status == .inside {
            turn(device, fence, time: max(time, pair.last ?? time), cause: .removed)
        }
        let left = self.pair(device, fence.id)
        let isNumbered = left.sequence > 0
        devices[device].pairs[fence.id] =
            isNumbered ? Pair(sequence: left.sequence, last: left.last, visit: left.visit) : nil
    }

    /// "The status is set anew with no event for devices seen before".
    private mutating func settleAnew(_ device: Int, _ fence: Fence, isNew: Bool, at time: Timestamp) {
        let state = devices[device]
        let before = pair(device, fence.id)
        var pair = Pair(sequence: before.sequence, last: before.last, visit: before.visit)
        let known = [(state.fix, state.fixTime), (before.used, before.usedAt)]
        if fence.shape != nil, let usable = known.first(where: { $0.0.map { !fence.refuses($0) } ?? false }) {
            (pair.used, pair.usedAt) = usable
        }
        pair.rest = before.rest
        pair.region = pair.used.flatMap { fix in
            let place = restingPlace(fix, pair, device, fence) ?? fix.coordinate
            return fence.signedDistance(to: place).map { $0 <= 0 && fence.holds(fix.altitude) }
        }
        if let wifi = state.wifi, fence.matches(wifi) { pair.network = state.wifiTime }
        if let seen = pair.network, let expiry = fence.rules.wifiExpiry,
            time > seen.advanced(byMilliseconds: Seconds.milliseconds(expiry))
        {
            pair.network = nil
        }
        let isKnown = fence.shape == nil ? state.wifi != nil : pair.used != nil || pair.network != nil
        pair.status = !isKnown ? .unknown : pair.sources.isEmpty ? .outside : .inside
        pair.via = pair.sources
        if pair.status == before.status {
            (pair.since, pair.dwelt) = (before.since, before.dwelt)
        } else if pair.status == .unknown {
            pair.since = nil
        } else if pair.status == .outside, isNew {
            pair.since = fence.shape == nil ? state.firstWiFi : state.firstFix
            pair.last = pair.since.map { later($0, before.last) }
        } else {
            pair.since = later(time, before.last)
            if pair.status == .inside, pair.since == before.visit {
                pair.since = pair.since?.advanced(byMilliseconds: 1)
            }
            pair.last = pair.since
        }
        if pair.status == .inside { pair.visit = pair.since }
        devices[device].pairs[fence.id] = pair
    }

    /// "At rest m is judged instead of the fix"; nil where the last fix that a fence uses is judged by
    /// itself.
    private func restingPlace(_ fix: Fix, _ pair: Pair, _ device: Int, _ fence: Fence) -> Coordinate? {
        let state = devices[device]
        guard fence.rules.accuracy == .hysteresis, fix.accuracy ?? 0 <= 1000, pair.usedAt == state.fixTime,
            let last = state.fixTime, let rest = pair.rest ?? state.rest, rest.isResting(last)
        else { return nil }
        return try? Coordinate(latitude: rest.latitude, longitude: rest.longitude)
    }

    /// "Dwell times that new rules bring and that have already passed are not made up for".
    private mutating func skipDwells(_ device: Int, _ fence: Fence, upTo time: Timestamp) {
        guard let since = pair(device, fence.id).since else { return }
        for dwell in fence.rules.dwell.map(Seconds.milliseconds)
        where since.advanced(byMilliseconds: dwell) <= time {
            devices[device].pairs[fence.id]?.dwelt.insert(dwell)
        }
    }
}

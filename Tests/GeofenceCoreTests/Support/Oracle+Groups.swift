@testable import GeofenceCore

extension Oracle {
    /// What holds between a device and a group of fences.
    struct Group: Hashable {
        var isInside = false
        /// When the last visit began, and when the status last changed.
        var visit: Timestamp?
        var since: Timestamp?
        var sequence: UInt32 = 0
    }

    /// The groups that any fence is in, ascending.
    private var groupNames: [Identifier] { Set(fences.values.flatMap(\.groups)).sorted() }

    /// The fences of a group that hold a device.
    private func holding(_ device: Int, _ group: Identifier) -> [Fence] {
        fences(for: device).filter {
            $0.groups.contains(group) && pair(device, $0.id).status == .inside
        }
    }

    /// "One enter for the first fence of the group, one exit for the last": after what happened at one moment
    /// to its fences.
    ///
    /// A device that was known before enters a group also by a fence of which nothing was known.
    mutating func regroup(_ device: Int, _ happened: [Event], learns: Bool = false) {
        for name in groupNames {
            let own = happened.filter { fences[$0.fence]?.groups.contains(name) ?? false }
            let group = devices[device].groups[name] ?? Group()
            let holding = holding(device, name)
            if !group.isInside, !holding.isEmpty {
                var enters = own.filter { $0.kind == .enter }.sorted { $0.time < $1.time }
                if enters.isEmpty, learns { enters = learnt(device, holding) }
                let began = holding.compactMap { pair(device, $0.id).since }.min()
                guard let time = enters.first?.time ?? began else { continue }
                enter(device, name, at: time)
                if let event = enters.first { tell(event, device, name) }
            } else if group.isInside, holding.isEmpty, let exit = own.last(where: { $0.isExit }) {
                let left = lastLeft(device, name, exit.time)
                devices[device].groups[name]?.isInside = false
                devices[device].groups[name]?.since = left
                tell(exit, device, name)
            }
        }
    }

    /// Enters of fences that hold a device and sent none.
    private func learnt(_ device: Int, _ holding: [Fence]) -> [Event] {
        holding.map { fence in
            let pair = pair(device, fence.id)
            return Event(
                kind: .enter,
                device: devices[device].id,
                fence: fence.id,
                time: pair.since ?? .distantPast,
                fix: devices[device].fix,
                via: pair.via,
                cause: pair.region == true ? .position : .wifi,
                confidence: 1,
                visit: pair.visit ?? .distantPast,
                sequence: 0
            )
        }.sorted { ($0.time, $0.fence) < ($1.time, $1.fence) }
    }

    /// When the last of the group's fences that the device has been in was left.
    private func lastLeft(_ device: Int, _ group: Identifier, _ time: Timestamp) -> Timestamp {
        let visited = fences(for: device).filter {
            $0.groups.contains(group) && pair(device, $0.id).visit != nil
        }
        let times = visited.compactMap { pair(device, $0.id).since } + [time]
        return later(times.max() ?? time, devices[device].groups[group]?.visit)
    }

    /// No visit begins before the last one ended, and no two begin at one moment.
    private mutating func enter(_ device: Int, _ name: Identifier, at time: Timestamp) {
        var group = devices[device].groups[name] ?? Group()
        let next = group.visit?.advanced(byMilliseconds: 1)
        let begin = later(later(time, group.since), next)
        (group.isInside, group.visit, group.since) = (true, begin, begin)
        devices[device].groups[name] = group
    }

    private mutating func tell(_ cause: Event, _ device: Int, _ name: Identifier) {
        devices[device].groups[name]?.sequence += 1
        guard let group = devices[device].groups[name], let visit = group.visit, let since = group.since
        else { return }
        var event = cause
        (event.fence, event.isGroup, event.name) = (name, true, nil)
        (event.time, event.visit, event.sequence) = (since, visit, group.sequence)
        event.confirmed = event.confirmed.map { later($0, since) }
        if event.isExit { event.kind = .exit(duration: since.millisecondsSince(visit)) }
        events.append(event)
    }

    /// "A fence that joins or leaves a group changes its status with no event".
    mutating func settleGroups(_ device: Int, at time: Timestamp) {
        let known = Set(groupNames).union(devices[device].groups.keys)
        for name in known {
            let holding = holding(device, name)
            let group = devices[device].groups[name] ?? Group()
            guard group.isInside == holding.isEmpty else { continue }
            if let began = holding.compactMap({ pair(device, $0.id).since }).min() {
                enter(device, name, at: began)
            } else {
                let left = later(time, group.since)
                devices[device].groups[name]?.isInside = false
                devices[device].groups[name]?.since = left
            }
        }
    }

    /// What is told of every device and every group that one of its fences is in.
    var groups: [String: String] {
        var told: [String: String] = [:]
        for (index, device) in devices.enumerated() {
            for name in Set(fences(for: index).flatMap(\.groups)) {
                told["\(device.id)/\(name)"] = describe(index, name)
            }
        }
        return told
    }

    private func describe(_ device: Int, _ name: Identifier) -> String {
        let group = devices[device].groups[name] ?? Group()
        let isKnown = devices[device].firstFix != nil || devices[device].firstWiFi != nil
        guard group.isInside else { return isKnown ? "outside" : "unknown" }
        let fences = holding(device, name).map(\.id.description)
        return "inside \(fences) visit \(group.visit?.inSeconds ?? "-")"
    }
}

extension GroupReport {
    /// In the words of the oracle.
    var words: String {
        guard status == .inside else { return status.description }
        return "inside \(fences.map(\.description)) visit \(visit?.inSeconds ?? "-")"
    }
}

extension Event {
    fileprivate var isExit: Bool { if case .exit = kind { true } else { false } }
}

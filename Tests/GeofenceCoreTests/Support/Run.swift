@testable import GeofenceCore

/// An engine at work, and all that it has told.
final class Run {
    var engine: Engine
    var effects = Effects()
    /// All events so far.
    var events: [Event] = []

    init(_ fences: [Fence], reportAllUpTo: Int = 100, stream: StreamRules = StreamRules()) {
        engine = Engine(fences: fences, reportAllUpTo: reportAllUpTo, stream: stream)
    }

    init(_ engine: consuming Engine) { self.engine = engine }

    @discardableResult
    func take(_ input: RandomWorld.Input) -> Outcome? {
        effects.removeAll()
        engine.didCheckpoint()
        defer { events += effects.events }
        switch input {
        case .observe(let observation, let device):
            return engine.observe(observation, device: engine.admit(device), &effects)
        case .advance(let time): _ = engine.advance(to: time, &effects)
        case .replace(let fences, let time): engine.replaceFences(fences, at: time, &effects)
        }
        return nil
    }

    /// Does the same, but a change of fences device by device; gives how many parts that took.
    @discardableResult
    func take(inParts input: RandomWorld.Input) -> Int {
        guard case .replace(let fences, let time) = input else {
            take(input)
            return 0
        }
        effects.removeAll()
        engine.didCheckpoint()
        defer { events += effects.events }
        var change = engine.beginReplacingFences(fences, at: time, &effects)
        var count = 1
        while !engine.goOn(with: &change, atMost: 1, &effects) { count += 1 }
        return count
    }

    /// Another engine with what this one has written of every device.
    func restarted() throws -> Run {
        var rules = ByteReader(written { engine.writeFenceRules(to: &$0) })
        let copy = Run(try Engine(fenceRules: &rules, places: engine.placeRules))
        for (slot, bytes) in fenceRows.sorted(by: { $0.key < $1.key }) {
            var reader = ByteReader(bytes)
            try copy.engine.restore(fence: Int64(slot), from: &reader, below: engine.fenceLimit)
        }
        (copy.effects, copy.events) = (effects, events)
        for device in engine.deviceNumbers.reversed() {
            var reader = ByteReader(written { engine.write(device: device, to: &$0) })
            try copy.engine.restore(from: &reader, below: engine.deviceLimit)
        }
        return copy
    }

    /// What is told of a device and a fence when their status changes.
    struct Reported: Hashable, CustomStringConvertible {
        var status: Status
        var via: Via
        var visit: Timestamp?
        var since: Timestamp?

        var description: String {
            "\(status) since \(since?.inSeconds ?? "-") via \(via.rawValue) visit \(visit?.inSeconds ?? "-")"
        }
    }

    /// What holds between every device and every fence.
    var statuses: [String: Reported] {
        var statuses: [String: Reported] = [:]
        for device in engine.deviceNumbers {
            for fence in engine.allFences {
                guard let slot = engine.slot(of: fence.id),
                    let report = engine.status(device: device, fence: slot)
                else { continue }
                statuses["\(engine.deviceID(device))/\(fence.id)"] = Reported(
                    status: report.status,
                    via: report.via,
                    visit: report.visit,
                    since: report.since
                )
            }
        }
        return statuses
    }
}

extension Oracle {
    @discardableResult
    mutating func take(_ input: RandomWorld.Input) -> Outcome? {
        switch input {
        case .observe(let observation, let device): return observe(observation, device: device)
        case .advance(let time): runTimers(to: time)
        case .replace(let fences, let time): replaceFences(fences, at: time)
        }
        return nil
    }

    /// What holds between every device and every fence.
    var statuses: [String: Run.Reported] {
        var statuses: [String: Run.Reported] = [:]
        for (index, device) in devices.enumerated() {
            for fence in fences(for: index) {
                let pair = pair(index, fence.id)
                statuses["\(device.id)/\(fence.id)"] = Run.Reported(
                    status: pair.status,
                    via: pair.via,
                    visit: pair.status == .inside ? pair.visit : nil,
                    since: pair.status == .unknown ? nil : pair.since
                )
            }
        }
        return statuses
    }
}

extension Run {
    /// A device and a fence, by their names.
    func name(_ pair: Effects.Pair) -> String {
        "\(engine.deviceID(pair.device))/\(engine.fence(pair.fence)?.id.description ?? "?")"
    }

    /// The last effects by names.
    var inOrder: [[String]] {
        [
            effects.events.map { "\($0)" },
            effects.statuses.map(name),
            effects.cleared.map { "\($0.device)/\($0.fence)" },
            effects.occupancy.map(name),
            effects.groups.map { "\(engine.deviceID($0.device))/\($0.group)" },
            effects.clearedGroups.map { "\($0.device)/\($0.group)" },
            effects.released.map { "\(engine.deviceID($0.device)) \($0.outcome)" },
            engine.changedDevices.map { engine.deviceID($0).description },
        ]
    }

    /// What is written of each fence, by its slot.
    var fenceRows: [Int32: [UInt8]] {
        (0..<Int32(engine.fenceLimit)).reduce(into: [:]) { rows, slot in
            var writer = ByteWriter()
            if engine.write(fence: slot, to: &writer) { rows[slot] = writer.bytes }
        }
    }

    /// What is written of the fences, and of each device.
    var bytes: [String: [UInt8]] {
        var bytes = ["": written { engine.writeFenceRules(to: &$0) }]
        for (slot, fence) in fenceRows { bytes["slot \(slot)"] = fence }
        for device in engine.deviceNumbers {
            bytes[engine.deviceID(device).description] = written { engine.write(device: device, to: &$0) }
        }
        return bytes
    }

    /// The pairs whose status the last step told.
    var toldStatuses: Set<String> { Set(effects.statuses.map(name)) }

    /// The groups whose status the last step told.
    var reportedGroups: Set<String> {
        Set(effects.groups.map { "\(engine.deviceID($0.device))/\($0.group)" })
    }

    /// What holds between every device and every group that it is told of.
    var groups: [String: GroupReport] {
        var groups: [String: GroupReport] = [:]
        for device in engine.deviceNumbers {
            for group in engine.reportedGroups(device: device) {
                groups["\(engine.deviceID(device))/\(group)"] = engine.report(device: device, group: group)
            }
        }
        return groups
    }

    /// Every device with every fence that it is told to be inside of.
    var occupants: [String] {
        engine.allFences.flatMap { fence in
            engine.slot(of: fence.id).map { engine.occupants(of: $0) }?.map { "\($0)/\(fence.id)" } ?? []
        }
        .sorted()
    }
}

extension Run {
    /// Whether each device lists just those records that every fix has to look at.
    var listsActiveRecords: Bool {
        engine.deviceNumbers.allSatisfy { number in
            let device = engine.devices[number]
            return device.active == device.pairs.filter(\.isActive).map(\.fence)
        }
    }

    /// Whether each device knows whether a fix has to look at its extras.
    var knowsUrgentExtras: Bool {
        engine.deviceNumbers.allSatisfy { number in
            let device = engine.devices[number]
            return device.hasUrgentExtras == device.extras.contains(where: \.areUrgent)
        }
    }
}

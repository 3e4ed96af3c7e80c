/// What a status topic reports of a device and a fence.
public struct StatusReport: Hashable, Sendable {
    /// Whether the device is inside.
    public var status: Status
    /// Since when; nil while it is unknown.
    public var since: Timestamp?
    /// What makes it inside; while an exit is held, what did until then.
    public var via: Via
    /// Signed metres to the edge from the last fix that the fence has used, negative inside; nil without a
    /// shape or a fix.
    public var distance: Double?
    /// Time of that fix, or of the last WiFi report where that is newer.
    public var time: Timestamp?
    /// Accuracy of that fix in metres; nil where unknown.
    public var accuracy: Double?
    /// The beginning of the visit that goes on; nil where none does.
    public var visit: Timestamp?
    /// The probability from 0 to 1 that the status is right, by that fix and its accuracy; nil while it is
    /// unknown.
    public var confidence: Double?
    /// Whether it is unknown because nothing has been heard of the device for too long.
    public var isStale = false
    /// Whether the device is looked for in the fence; where not, the status is unknown.
    public var isMonitored = true
}

/// What a device topic reports.
public struct DeviceReport: Hashable, Sendable {
    /// The fences it is inside, ascending by id.
    public var inside: [Identifier]
    /// The last fix by its stamp, whatever fences make of it.
    public var fix: Fix?
    /// When that was.
    public var fixTime: Timestamp?
    /// Whether it rests, so that where it does is judged and not each fix.
    public var isResting = false
    /// The last WiFi report.
    public var wifi: WiFiReport?
    /// When that was.
    public var wifiTime: Timestamp?
    /// Whether it is monitored; where not, nothing is known of it.
    public var isMonitored = true
}

extension DeviceReport {
    /// A device of which nothing is known but the fences it is inside, ascending by id.
    public init(inside: [Identifier]) { self.init(inside: inside, fix: nil) }
}

extension Engine {
    /// The id of a device.
    public func deviceID(_ device: Int) -> Identifier { devices[device].id }

    /// Whether there has been a fix of a device.
    public func hasFix(_ device: Int) -> Bool { devices[device].fix != nil }

    /// The last fix of a device by its stamp, and its time.
    public func lastFix(ofDevice device: Int) -> (fix: Fix, time: Timestamp)? {
        devices[device].fix.map { ($0.value, $0.time) }
    }

    /// Whether anything of a device has been accepted: a fix or a WiFi report.
    public func isKnown(_ device: Int) -> Bool {
        devices[device].fix != nil || devices[device].wifi != nil
    }

    /// The status of a device and a fence as it is now; nil where there is no such fence.
    public func status(device: Int, fence slot: Int32) -> StatusReport? {
        context.fences[slot].flatMap { devices[device].report(slot, $0) }
    }

    /// Whether any status of a device that is reported is unknown because nothing has been heard of it for
    /// too long.
    public func hasStaleStatus(device: Int) -> Bool {
        guard devices[device].silence > 0 else { return false }
        return reportedFences(device: device).contains { status(device: device, fence: $0)?.isStale == true }
    }

    /// Where a device is and what it is inside.
    public func report(device: Int) -> DeviceReport { devices[device].report(context.fences) }

    /// The fences that a device is inside, as `report(device:)` names them, in no order.
    public func fences(inside device: Int) -> [Int32] { devices[device].inside(context.fences) }

    /// The devices inside a fence, ascending by id.
    public func occupants(of slot: Int32) -> [Identifier] { occupants[slot] }

    /// The fences whose status with a device is reported: all while they are few, else those it has been
    /// inside.
    public func reportedFences(device: Int) -> [Int32] {
        guard !context.fences.reportsAll else {
            return context.fences.fences(for: devices[device]).map(\.slot).filter { !hasLeft(device, $0) }
        }
        return devices[device].pairs.filter(\.hasBeenInside).map(\.fence)
    }

    /// The fences whose occupants are reported, ascending by id.
    public var reportedFences: [Identifier] {
        context.fences.all.filter { isReported(fence: $0.slot) }.map(\.entry.fence.id).sorted()
    }

    /// Whether the occupants of a fence are reported: those of all while they are few, else where there are
    /// some, or it is not monitored.
    public func isReported(fence slot: Int32) -> Bool {
        guard let fence = context.fences[slot]?.fence else { return false }
        return context.fences.reportsAll || !occupants[slot].isEmpty || !fence.isMonitored
    }

    /// Whether the status of a device and a fence is reported.
    ///
    /// It asks fields of the device: to call a method of it copies all of its state first.
    public func isReported(_ pair: Effects.Pair) -> Bool {
        if !context.fences.reportsAll {
            guard devices[pair.device].pairs.hasBeenInside(pair.fence) else { return false }
        } else if hasLeft(pair.device, pair.fence) {
            return false
        }
        guard let entry = context.fences[pair.fence] else { return true }
        return entry.admits(
            devices[pair.device].id,
            assigned: devices[pair.device].assignments,
            in: pair.fence
        )
    }
}

/// In functions of its own: a device would be copied into a variable.
extension DeviceState {
    /// The status of a fence as it is now; nil where the fence is not for the device.
    fileprivate func report(_ slot: Int32, _ entry: FenceEntry) -> StatusReport? {
        guard isAdmitted(to: slot, entry) else { return nil }
        let (pair, fix, status) = (self.pair(slot), lastFix(for: slot), self.status(slot, entry))
        let via = status == .unknown ? [] : pair.map { $0.shown($0.via) } ?? []
        var report = StatusReport(status: status, via: via)
        report.isStale = isStale(entry)
        report.isMonitored = isMonitored(slot, entry)
        let shape = entry.shape
        if status != .unknown {
            let isShut = status == .outside && pair?.isShutOut == true
            report.confidence = isShut ? 1 : entry.confidence(in: status, fix?.value, via, shape)
        }
        report.since = status == .unknown ? nil : pair?.since ?? impliedSince(entry)
        report.time = [fix?.time, wifi?.time].compactMap(\.self).max()
        report.accuracy = fix?.value.accuracy
        report.visit = status == .inside ? pair?.since : nil
        if let shape, let fix {
            report.distance = shape.signedDistance(to: GeodesicPoint(fix.value.coordinate))
        }
        return report
    }

    /// What it is inside.
    fileprivate func inside(_ fences: borrowing FenceTable) -> [Int32] {
        // Whoever is inside has a record to be looked at.
        active.filter { slot in fences[slot].map { status(slot, $0) == .inside } ?? false }
    }

    /// Where it is and what it is inside.
    fileprivate func report(_ fences: borrowing FenceTable) -> DeviceReport {
        var inside: [Identifier] = []
        for slot in self.inside(fences) { if let id = fences[slot]?.fence.id { inside.append(id) } }
        return DeviceReport(
            inside: inside.sorted(),
            fix: fix?.value,
            fixTime: fix?.time,
            isResting: isResting,
            wifi: wifi?.value,
            wifiTime: wifi?.time,
            isMonitored: isMonitored
        )
    }
}

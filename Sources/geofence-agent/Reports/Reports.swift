import GeofenceCore

/// The payloads of what the agent publishes about devices and fences.
enum Reports {
    /// An enter, exit, dwell, or a speed limit that is exceeded.
    ///
    /// `own` is what devices call themselves, where the configuration doesn't.
    static func event(
        _ event: Event,
        _ additions: EventAdditions = EventAdditions(),
        names own: [Identifier: String] = [:]
    ) -> [UInt8] { text(of: event, additions, names: own).payload }

    /// The same, and the id that stands in it: the history keeps it beside the payload.
    static func text(
        of event: Event,
        _ additions: EventAdditions = EventAdditions(),
        names own: [Identifier: String] = [:]
    ) -> EventText {
        let visit = event.visitID
        let id = event.id(ofVisit: visit)
        let payload = JSONWriter.object { json in
            json.member("event", event.kind.name)
            json.member("id", id)
            json.member("device", event.device.description)
            if let name = additions.name(of: event.device, or: own) { json.member("deviceName", name) }
            if event.isGroup {
                json.member("group", event.fence.description)
            } else {
                json.member("fence", event.fence.description)
            }
            json.member("name", event.name ?? event.fence.description)
            if let properties = additions.published(event.properties) {
                json.member("properties", json: properties)
            }
            json.member("time", event.time)
            if let confirmed = event.confirmed { json.member("confirmed", confirmed) }
            place(event.fix, &json)
            json.member("via", names(of: event.via))
            json.member("cause", event.cause.rawValue)
            json.member("confidence", rounded(event.confidence))
            if event.isLate { json.member("late", true) }
            json.member("visit", visit)
            json.member("seq", event.sequence)
            switch event.kind {
            case .enter: break
            case .exit(let duration): json.member("duration", milliseconds: duration)
            case .dwell(let dwell): json.member("dwell", milliseconds: dwell)
            case .speeding(let speed, let limit, _): members(speed, limit, &json)
            case .speedingEnd(let duration, let speed, let limit, _):
                json.member("duration", milliseconds: duration)
                members(speed, limit, &json)
            }
        }
        return EventText(id: id, payload: payload)
    }

    /// A device and a fence as they are.
    static func status(
        _ report: StatusReport,
        _ device: Identifier,
        _ fence: Identifier,
        properties: [UInt8]? = nil
    ) -> [UInt8] {
        JSONWriter.object { json in
            members(report, device, fence, &json)
            if let properties { json.member("properties", json: properties) }
        }
    }

    /// The same for a reader who sees no topic: device and fence come first.
    static func statusLine(
        _ report: StatusReport,
        _ device: Identifier,
        _ fence: Identifier,
        properties: [UInt8]? = nil
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.member("device", device.description)
            json.member("fence", fence.description)
            members(report, device, fence, &json)
            if let properties { json.member("properties", json: properties) }
        }
    }

    /// The same for a reader who knows the device.
    static func fenceStatus(_ report: StatusReport, _ device: Identifier, _ fence: Identifier) -> [UInt8] {
        JSONWriter.object { json in
            json.member("fence", fence.description)
            members(report, device, fence, &json)
        }
    }

    private static func members(
        _ report: StatusReport,
        _ device: Identifier,
        _ fence: Identifier,
        _ json: inout JSONWriter
    ) {
        json.member("status", report.status.description)
        if !report.isMonitored { json.member("monitoring", false) }
        if report.isStale { json.member("cause", "stale") }
        if let since = report.since { json.member("since", since) }
        json.member("via", names(of: report.via))
        if let distance = report.distance { json.member("distance", (distance * 10).rounded() / 10) }
        if let time = report.time { json.member("time", time) }
        if let accuracy = report.accuracy { json.member("accuracy", accuracy) }
        if let confidence = report.confidence { json.member("confidence", rounded(confidence)) }
        if let visit = report.visit {
            json.member("visit", VisitName(device: device, fence: fence, enter: visit).text)
        }
    }

    /// A device and a group of fences as they are.
    static func group(_ report: GroupReport, _ device: Identifier, _ group: Identifier) -> [UInt8] {
        JSONWriter.object { json in members(report, device, group, &json) }
    }

    /// The same for a reader who sees no topic: device and group come first.
    static func groupLine(_ report: GroupReport, _ device: Identifier, _ group: Identifier) -> [UInt8] {
        JSONWriter.object { json in
            json.member("device", device.description)
            json.member("group", group.description)
            members(report, device, group, &json)
        }
    }

    private static func members(
        _ report: GroupReport,
        _ device: Identifier,
        _ group: Identifier,
        _ json: inout JSONWriter
    ) {
        json.member("status", report.status.description)
        if report.isStale { json.member("cause", "stale") }
        if let since = report.since { json.member("since", since) }
        json.member("fences", report.fences.lazy.map(\.description))
        if let visit = report.visit {
            json.member("visit", VisitName(device: device, fence: group, enter: visit).text)
        }
    }

    /// Speeds in km/h.
    private static func members(_ speed: Double, _ limit: Double, _ json: inout JSONWriter) {
        json.member("speed", (speed * 10).rounded() / 10)
        json.member("limit", limit)
    }

    /// A probability to four digits.
    private static func rounded(_ confidence: Double) -> Double { (confidence * 10_000).rounded() / 10_000 }

    /// Where a device is and what it is inside.
    ///
    /// `battery` is what is left in it, in per cent.
    static func device(_ report: DeviceReport, battery: UInt8? = nil) -> [UInt8] {
        JSONWriter.object { json in members(report, battery: battery, &json) }
    }

    /// The same, among other members.
    static func members(_ report: DeviceReport, battery: UInt8?, _ json: inout JSONWriter) {
        json.member("inside", report.inside.lazy.map(\.description))
        if !report.isMonitored { json.member("monitoring", false) }
        place(report.fix, &json)
        if let speed = report.fix?.speed { json.member("speed", (speed * 10).rounded() / 10) }
        if let time = report.fixTime { json.member("time", time) }
        if report.isResting { json.member("resting", true) }
        if let battery { json.member("battery", Int(battery)) }
        guard case .connected(let ssid, let bssid) = report.wifi, let time = report.wifiTime else { return }
        json.member("wifi") { json in
            if let ssid { json.member("ssid", ssid) }
            if let bssid { json.member("bssid", address(bssid)) }
            json.member("time", time)
        }
    }

    /// Who is inside a fence.
    ///
    /// No more names than `limit` are given; the count is whole.
    static func occupants(_ devices: [Identifier], limit: Int, isMonitored: Bool = true) -> [UInt8] {
        occupants(count: devices.count, devices, limit: limit, isMonitored: isMonitored)
    }

    /// The same where more are inside than are named.
    static func occupants(count: Int, _ devices: [Identifier], limit: Int, isMonitored: Bool) -> [UInt8] {
        JSONWriter.object { json in
            json.member("count", count)
            json.member("devices", devices.prefix(limit).lazy.map(\.description))
            if !isMonitored { json.member("monitoring", false) }
        }
    }

    private static func place(_ fix: Fix?, _ json: inout JSONWriter) {
        guard let fix else { return }
        json.member("latitude", fix.coordinate.latitude)
        json.member("longitude", fix.coordinate.longitude)
        if let accuracy = fix.accuracy { json.member("accuracy", accuracy) }
    }

    static func names(of via: Via) -> [String] {
        switch (via.contains(.region), via.contains(.wifi)) {
        case (true, true): both
        case (true, false): region
        case (false, true): wifi
        case (false, false): []
        }
    }

    /// Made once, since every event and status would build its own.
    private static let region = ["region"], wifi = ["wifi"], both = region + wifi

    /// `aabbccddeeff` as people write it: `aa:bb:cc:dd:ee:ff`.
    private static func address(_ digits: String) -> String {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<min($0 + 2, digits.count)]) }
            .joined(separator: ":")
    }
}

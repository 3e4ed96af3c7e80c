import GeofenceCore

/// What one page that looks on has yet to be sent: of each device and fence the newest state, whatever
/// happened meanwhile.
///
/// So its size is bounded by the devices and fences, however slowly the page reads.
struct MapViewer {
    /// Devices, or fences, in one message.
    static let most = 500
    private static let mostFences = 100
    private static let mostItineraries = 20

    private var devices: Set<Int>
    private var fences: Set<Identifier>
    private var itineraries: Set<Identifier>
    private var zones: Set<Int> = []
    private var goneDevices: Set<Identifier> = []
    /// Messages of the snapshot: those that there are, and those that have left.
    private var parts: (all: Int, sent: Int)
    /// The number of the next event.
    private var event: Int
    private var hasGap = false
    private var link: MapLink?

    /// Begins with everything; events go on behind the one that the page has had last.
    init(_ scene: MapScene, after last: String?) {
        devices = scene.deviceNumbers
        fences = scene.fenceIDs
        itineraries = scene.itineraryIDs
        parts = (max(1, (devices.count + Self.most - 1) / Self.most), 0)
        let recent = max(scene.events.first, scene.events.next - MapEvents.recent)
        guard let last = last.flatMap({ Self.number($0, of: scene) }), last < scene.events.next else {
            event = recent
            return
        }
        event = last + 1
    }

    /// The number in `GENERATION-NUMBER`; nil where that is of another generation.
    private static func number(_ id: String, of scene: MapScene) -> Int? {
        guard id.hasPrefix(scene.generation + "-") else { return nil }
        return Int(id.dropFirst(scene.generation.count + 1)).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Notes what has changed.
    mutating func note(_ change: MapScene.Change) {
        goneDevices.formUnion(change.goneDevices)
        devices.formUnion(change.devices)
        fences.formUnion(change.fences)
        itineraries.formUnion(change.itineraries)
        zones.formUnion(change.zones)
    }

    /// The next message; nil where there is none.
    mutating func next(_ scene: inout MapScene, link: MapLink, at now: Timestamp) -> [UInt8]? {
        if parts.sent < parts.all { return nextPart(&scene, at: now) }
        if self.link != link {
            self.link = link
            return MapMessage.link(link)
        }
        if !goneDevices.isEmpty {
            let gone = goneDevices.prefix(Self.most)
            goneDevices.subtract(gone)
            return MapMessage.gone(gone.map(\.description))
        }
        if !devices.isEmpty { return MapMessage.devices(takeDevices(&scene), at: now) }
        if !fences.isEmpty { return nextFences(&scene) }
        if !itineraries.isEmpty { return nextItineraries(scene) }
        return nextZones(scene) ?? nextEvent(scene)
    }

    private mutating func nextPart(_ scene: inout MapScene, at now: Timestamp) -> [UInt8] {
        parts.sent += 1
        let isLast = parts.sent == parts.all
        let id = "\(scene.generation)-\(max(0, event - 1))"
        return MapMessage.snapshot(
            takeDevices(&scene),
            part: parts.sent,
            of: parts.all,
            id: isLast ? id : nil,
            at: now
        )
    }

    private mutating func takeDevices(_ scene: inout MapScene) -> [[UInt8]] {
        let some = Array(devices.prefix(Self.most))
        devices.subtract(some)
        return some.compactMap { scene.device($0) }
    }

    private mutating func nextFences(_ scene: inout MapScene) -> [UInt8] {
        let some = Array(fences.prefix(Self.mostFences))
        fences.subtract(some)
        var (there, gone) = ([[UInt8]](), [String]())
        for id in some {
            if let text = scene.fence(id) { there.append(text) } else { gone.append(id.description) }
        }
        return MapMessage.fences(there, gone: gone)
    }

    private mutating func nextItineraries(_ scene: MapScene) -> [UInt8] {
        let some = Array(itineraries.prefix(Self.mostItineraries))
        itineraries.subtract(some)
        let gone = some.filter { scene.itineraries[$0] == nil }
        return MapMessage.itineraries(
            some.compactMap { scene.itineraries[$0] },
            gone: gone.map(\.description)
        )
    }

    /// Whose zones are others; nobody's who is gone meanwhile.
    private mutating func nextZones(_ scene: MapScene) -> [UInt8]? {
        while !zones.isEmpty {
            let some = Array(zones.prefix(Self.most))
            zones.subtract(some)
            let ids = some.compactMap { scene.deviceID($0)?.description }
            if !ids.isEmpty { return MapMessage.zones(ids) }
        }
        return nil
    }

    private mutating func nextEvent(_ scene: MapScene) -> [UInt8]? {
        if event < scene.events.first {
            event = scene.events.first
            return MapMessage.gap
        }
        guard let entry = scene.events.entry(from: event) else {
            event = scene.events.next
            return nil
        }
        event = entry.number + 1
        return MapMessage.event(entry.text, id: "\(scene.generation)-\(entry.number)")
    }
}

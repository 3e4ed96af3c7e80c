import GeofenceCore

/// The rules of tracking once more, written from the contract and not from the engine: slow, and as plain as
/// can be.
///
/// Every fence is asked at every observation and every timer looked for at every step: no index, no queue, no
/// bytes.
struct Oracle {
    /// What holds between a device and a fence.
    struct Pair: Hashable {
        /// Whether the last fix that said anything was inside the shape; nil before there was one.
        var region: Bool?
        /// The last fix that was not too vague for the fence, and when.
        var used: Fix?
        var usedAt: Timestamp?
        /// The last fix was inside, but too vague to say so alone.
        var isAsking = false
        /// When the device was last reported on one of the fence's networks; nil where the match has ended.
        var network: Timestamp?
        var status = Status.unknown
        var since: Timestamp?
        var via: Via = []
        /// When the truth turned against the status; nil where they agree.
        var turned: Timestamp?
        /// The dwell times of this visit that are done with.
        var dwelt: Set<Int64> = []
        var sequence: UInt32 = 0
        /// When the status last changed, with or without an event.
        var last: Timestamp?
        /// When the last visit began.
        var visit: Timestamp?

        /// Where the device stays for this fence, once steady evidence has begun that anew; nil where the
        /// device's rest counts.
        var rest: OracleRest?
        /// Stamps of the fixes in a row on the other side: clear of the edge, and beyond it.
        var clear: [Timestamp] = []
        var near: [Timestamp] = []

        /// What makes the device inside at this moment.
        var sources: Via {
            var sources: Via = []
            if region == true { sources.insert(.region) }
            if network != nil { sources.insert(.wifi) }
            return sources
        }
    }

    struct Device {
        let id: Identifier
        /// The last fix.
        var fix: Fix?
        /// When the first one was.
        var firstFix: Timestamp?
        /// When the last one was, and all places under that stamp.
        var fixTime: Timestamp?
        var places: [Coordinate] = []
        /// Where it stays, by all its fixes.
        var rest: OracleRest?
        /// Whether it has said that it goes, 5 km/h or more.
        var hasGone = false
        var wifi: WiFiReport?
        var firstWiFi: Timestamp?
        var wifiTime: Timestamp?
        var reports: [WiFiReport] = []
        var pairs: [Identifier: Pair] = [:]
        var groups: [Identifier: Group] = [:]
    }

    var fences: [Identifier: Fence] = [:]
    var devices: [Device] = []
    var events: [Event] = []

    /// Whether a device rests, and after how many fixes elsewhere it doesn't.
    let stream: StreamRules

    init(_ fences: [Fence], _ stream: StreamRules = StreamRules()) {
        self.stream = stream
        for fence in fences { self.fences[fence.id] = fence }
    }

    /// The fences, ascending by id.
    var inOrder: [Fence] { fences.values.sorted { $0.id < $1.id } }

    /// The fences that are for a device, ascending by id.
    func fences(for device: Int) -> [Fence] { inOrder.filter { $0.isFor(devices[device].id) } }

    mutating func index(of id: Identifier) -> Int {
        if let index = devices.firstIndex(where: { $0.id == id }) { return index }
        devices.append(Device(id: id))
        return devices.count - 1
    }

    func pair(_ device: Int, _ fence: Identifier) -> Pair {
        devices[device].pairs[fence] ?? Pair()
    }
}

extension Fence {
    /// Metres from the edge, negative inside; nil without a shape.
    func signedDistance(to place: Coordinate) -> Double? {
        disc.map { Geodesic.distance($0.center, place) - $0.radius }
    }

    /// The circle, where it is one.
    var disc: Circle? {
        if case .circle(let circle) = shape { circle } else { nil }
    }

    /// Whether the fence is for a device: all are where no list of devices says other.
    func isFor(_ device: Identifier) -> Bool {
        let name = device.description[...]
        return devices.isEmpty || devices.contains { Self.fits(name, $0.description[...]) }
    }

    /// Whether a fix is at the fence's heights; one that tells no height is.
    func holds(_ altitude: Double?) -> Bool {
        guard let altitude, let band = self.altitude else { return true }
        if let minimum = band.minimum, altitude < minimum { return false }
        if let maximum = band.maximum, altitude > maximum { return false }
        return true
    }

    /// Whether a report names one of the networks.
    func matches(_ report: WiFiReport) -> Bool {
        guard case .connected(let ssid, let bssid) = report else { return false }
        return wifi.contains { pattern in
            switch pattern {
            case .ssid(let name): ssid.map { Array($0.utf8) == Array(name.utf8) } ?? false
            case .bssid(let pattern): bssid.map { Self.fits($0[...], pattern[...]) } ?? false
            }
        }
    }

    /// Whether `*` can stand for what the pattern leaves open.
    private static func fits(_ text: Substring, _ pattern: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return text.indices.contains { fits(text[$0...], pattern.dropFirst()) }
                || fits("", pattern.dropFirst())
        }
        return text.first == first && fits(text.dropFirst(), pattern.dropFirst())
    }
}

import GeofenceCore

/// A device of another agent, as `geofence/device/{device}` has it.
///
/// Everybody who may write there can have written it: what is not as an agent writes it is left out.
extension MapDevice {
    /// Fences at most that a device is shown inside of.
    static let mostFences = 200
    /// Bytes of a network's name at most.
    private static let longestNetwork = 32

    /// Reads what an agent has published; nil where it is no JSON object.
    ///
    /// Fences that zones have become are known by their ids, unless they are shown.
    init?(_ id: Identifier, published payload: UnsafeRawBufferPointer, showsZones: Bool) {
        guard let root = FleetBook.object(payload) else { return nil }
        let inside = root.member("inside")?.elements.prefix(Self.mostFences) ?? []
        let fences = inside.compactMap { $0.text.flatMap { try? Identifier($0) } }
        var report = DeviceReport(
            inside: showsZones ? fences : fences.filter { !ZoneFence.isOne($0, of: id) }
        )
        (report.fix, report.fixTime) = (Self.fix(root), Self.time(root))
        report.isResting = root.member("resting")?.value == .bool(true)
        report.isMonitored = root.member("monitoring")?.value != .bool(false)
        if let network = root.member("wifi") {
            (report.wifi, report.wifiTime) = (Self.network(network), Self.time(network))
        }
        let battery = root.number(of: "battery").flatMap { UInt8(exactly: $0) }
        self.init(id: id, report: report, battery: battery.flatMap { $0 <= 100 ? $0 : nil })
    }

    private static func fix(_ root: JSONNode) -> Fix? {
        guard let latitude = root.number(of: "latitude"), let longitude = root.number(of: "longitude"),
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let (accuracy, speed) = (root.number(of: "accuracy"), root.number(of: "speed"))
        return Fix(coordinate: coordinate, accuracy: accuracy, speed: speed)
    }

    private static func time(_ node: JSONNode) -> Timestamp? {
        node.member("time")?.text.flatMap { Timestamp(iso8601: $0) }
    }

    /// With the access point's address without its colons, as a report has it.
    private static func network(_ node: JSONNode) -> WiFiReport {
        let address = node.member("bssid")?.text?.replacing(":", with: "")
        let isAddress = address.map { text in
            text.utf8.count == 12 && text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit }
        }
        let name = node.member("ssid")?.text.flatMap { $0.utf8.count <= longestNetwork ? $0 : nil }
        return .connected(ssid: name, bssid: isAddress == true ? address : nil)
    }
}

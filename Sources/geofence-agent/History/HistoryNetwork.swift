import GeofenceCore

/// The network that a device said it was on, as the store keeps it.
struct HistoryNetwork: Hashable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    /// The network's name; nil where the device didn't say.
    var ssid: String?
    /// The access point's address, 12 lower-case hexadecimal digits; nil where the device didn't say.
    ///
    /// Without both it said that it was on none.
    var bssid: String?
}

extension HistoryNetwork {
    init(_ report: WiFiReport, at time: Timestamp) {
        switch report {
        case .connected(let ssid, let bssid):
            self.init(time: time.milliseconds, ssid: ssid, bssid: bssid)
        case .disconnected:
            self.init(time: time.milliseconds)
        }
    }

    /// When.
    var moment: Timestamp { Timestamp(milliseconds: time) }

    /// As a device would report it.
    var report: WiFiReport {
        ssid == nil && bssid == nil ? .disconnected : .connected(ssid: ssid, bssid: bssid)
    }
}

import GeofenceCore

extension StreamedReport {
    /// Takes a network's name or an access point's address, beside what is known of the device's WiFi.
    ///
    /// A new name parts with the address before it, unless that came within `patience`; a new address goes
    /// with the name that is known.
    /// - Throws: `unrelated` where it says nothing.
    mutating func addNetwork(
        _ attribute: StreamedAttribute,
        _ value: StreamedValue,
        known: WiFiReport?,
        at now: Timestamp
    ) throws(Rejection) -> Reading {
        guard attribute == .bssid else { return Reading(wifi: try named(value, known, at: now)) }
        guard let address = value.withText({ WiFiText(bssid: $0) }) else { throw .type }
        lastAddress = now
        switch (address, known) {
        case (.unknown, _): throw .unrelated
        case (.known(let address), let known):
            return Reading(wifi: .connected(ssid: known?.name, bssid: address))
        case (_, let known):
            guard let name = known?.name else { return Reading(wifi: .disconnected) }
            return Reading(wifi: .connected(ssid: name, bssid: nil))
        }
    }

    private func named(_ value: StreamedValue, _ known: WiFiReport?, at now: Timestamp) throws(Rejection)
        -> WiFiReport
    {
        switch value.withText({ WiFiText(ssid: $0) }) {
        case .unknown: throw .unrelated
        case .nothing, .disconnected: return .disconnected
        case .known(let name):
            let isNew = lastAddress.map { now.millisecondsSince($0) <= Self.patience } ?? false
            let keeps = isNew || known?.name == nil || known?.name == name
            return .connected(ssid: name, bssid: keeps ? known?.address : nil)
        }
    }
}

extension WiFiReport {
    fileprivate var name: String? {
        if case .connected(let ssid, _) = self { ssid } else { nil }
    }

    fileprivate var address: String? {
        if case .connected(_, let bssid) = self { bssid } else { nil }
    }
}

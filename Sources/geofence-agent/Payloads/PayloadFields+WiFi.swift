import GeofenceCore

extension PayloadFields {
    /// Which WiFi the device is on; nil where nothing, or nothing sure, is said of it.
    ///
    /// A name or an address that is no text, or no address, counts as not there. OwnTracks' `conn` says that
    /// there is no WiFi (`m`, `o`) where no name does; with `w` a network without a name is no absence.
    func wifi() -> WiFiReport? {
        let report = WiFiReport(ssid: ssid, bssid: bssid)
        guard isLocation, fields[.connection].kind == .text else { return report }
        switch (cursor.slice(fields[.connection]).first, report) {
        case (UInt8(ascii: "m"), nil), (UInt8(ascii: "o"), nil): return .disconnected
        case (UInt8(ascii: "w"), .disconnected): return nil
        default: return report
        }
    }

    /// Whether anything at all is said of WiFi, be it that nobody knows.
    var mentionsWiFi: Bool { ssid != nil || bssid != nil }

    /// Whether a name or an address is neither text nor null.
    var hasMistypedNetwork: Bool {
        [fields[.ssid], fields[.bssid]].contains { !$0.isNothing && $0.kind != .text }
    }

    private var ssid: WiFiText? {
        let value = fields[.ssid]
        if value.kind == .null { return WiFiText.nothing }
        return value.kind == .text ? cursor.withText(value) { WiFiText(ssid: $0) } : nil
    }

    private var bssid: WiFiText? {
        let value = fields[.bssid]
        if value.kind == .null { return WiFiText.nothing }
        return value.kind == .text ? cursor.withText(value) { WiFiText(bssid: $0) } : nil
    }
}

extension WiFiReport {
    /// Combines what is said of a network's name and of its access point; nil where that comes to nothing.
    init?(ssid: WiFiText?, bssid: WiFiText?) {
        switch (ssid, bssid) {
        case (.disconnected, _): self = .disconnected
        case (.known(let name), .known(let address)): self = .connected(ssid: name, bssid: address)
        case (.known(let name), _): self = .connected(ssid: name, bssid: nil)
        case (_, .known(let address)): self = .connected(ssid: nil, bssid: address)
        case (.nothing, _), (nil, .nothing), (nil, .disconnected): self = .disconnected
        default: return nil
        }
    }

    /// Reads a payload that is nothing but a network's name, or an access point's address with separators.
    ///
    /// One line feed at the end doesn't belong to the name. A text in quotes is JSON, if it can be. No name,
    /// and the values that stand for none, are no network.
    /// - Throws: `unrelated` for the values by which nobody knows, such as Home Assistant's `unavailable`:
    ///   they say nothing of the network.
    init(plain payload: UnsafeRawBufferPointer) throws(Rejection) {
        let line = Self.line(payload)
        var cursor = PayloadCursor(line)
        let quoted = try? cursor.text()
        let report =
            if let quoted, cursor.isAtEnd {
                cursor.withText(quoted) { Self(name: $0) }
            } else {
                Self(name: line)
            }
        guard let report else { throw .unrelated }
        self = report
    }

    private init?(name: UnsafeRawBufferPointer) {
        let isAddress = name.count == 17 && (name[2] == UInt8(ascii: ":") || name[2] == UInt8(ascii: "-"))
        if isAddress, let address = WiFiText(bssid: name) {
            self.init(ssid: nil, bssid: address)
        } else {
            self.init(ssid: WiFiText(ssid: name), bssid: nil)
        }
    }

    private static func line(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = bytes.count
        if end > 0, bytes[end - 1] == 0x0A { end -= 1 }
        if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[0..<end])
    }
}

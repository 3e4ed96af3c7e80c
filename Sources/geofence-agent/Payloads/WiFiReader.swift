import GeofenceCore

/// Reads the network that a device is on: its name as it is, or JSON with a name, an address, or both.
struct WiFiReader: PayloadReader {
    private let collector = FieldCollector(names: .wifi)

    func reading(_ payload: UnsafeRawBufferPointer, device: PointerPlan?) throws(Rejection) -> Reading {
        var cursor = PayloadCursor(payload)
        cursor.skipByteOrderMark()
        cursor.skipSpace()
        if cursor.isObject || device != nil {
            return try PayloadFields(payload, collector, device: device).networkReading()
        }
        return Reading(wifi: try WiFiReport(plain: payload))
    }
}

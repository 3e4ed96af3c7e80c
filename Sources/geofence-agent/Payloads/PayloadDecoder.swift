import GeofenceCore

/// Reads the payloads of one source.
///
/// A payload is read in place and once (twice, where the device's name stands in it); nothing of it is kept but the reading.
struct PayloadDecoder: Sendable {
    /// Bytes; a larger payload is refused unread.
    static let maximumSize = 65_536

    private enum Way: Sendable {
        case auto(FieldCollector)
        case owntracks(FieldCollector)
        case wifi(FieldCollector)
        case json(PointerPlan)
    }

    private let way: Way
    private let device: PointerPlan?

    /// Prepares for a format; `devicePointer` is where a JSON payload has the device's name, if it is to be read.
    init(format: PayloadFormat, devicePointer: JSONPointer? = nil) {
        device = devicePointer.map { PointerPlan([(.device, $0)]) }
        way =
            switch format {
            case .auto: .auto(FieldCollector(names: .common))
            case .owntracks: .owntracks(FieldCollector(names: .owntracks))
            case .wifi: .wifi(FieldCollector(names: .wifi))
            case .json(let map): .json(PointerPlan(map.pointers))
            }
    }

    /// What the payload says.
    ///
    /// - Throws: why it can't be used: `size`, `empty`, `json`, `shape`, `type`, `missing`, `range`, `time` or `id`.
    func decode(_ payload: UnsafeRawBufferPointer) throws(Rejection) -> Reading {
        guard payload.count <= Self.maximumSize else { throw .size }
        switch way {
        case .auto(let collector):
            guard !payload.isEmpty else { throw .empty }
            if device == nil, let plain = PlainPosition(payload) { return try Reading(plain) }
            return try positions(payload, collector)
        case .owntracks(let collector):
            return try positions(payload, collector)
        case .wifi(let collector):
            return try network(payload, collector)
        case .json(let plan):
            return try mapped(payload, plan)
        }
    }

    private func positions(
        _ payload: UnsafeRawBufferPointer,
        _ collector: FieldCollector
    ) throws(Rejection) -> Reading {
        let message = try PayloadFields(payload, collector, device: device)
        try message.requireLocation()
        return try message.reading()
    }

    private func mapped(
        _ payload: UnsafeRawBufferPointer,
        _ plan: PointerPlan
    ) throws(Rejection) -> Reading {
        try PayloadFields(payload, plan, device: device).reading()
    }

    private func network(
        _ payload: UnsafeRawBufferPointer,
        _ collector: FieldCollector
    ) throws(Rejection) -> Reading {
        var cursor = PayloadCursor(payload)
        cursor.skipByteOrderMark()
        cursor.skipSpace()
        if cursor.isObject || device != nil {
            return try PayloadFields(payload, collector, device: device).networkReading()
        }
        return Reading(wifi: WiFiReport(plain: payload))
    }
}

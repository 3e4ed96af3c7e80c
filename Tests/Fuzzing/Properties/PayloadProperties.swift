import GeofenceCore
@testable import geofence_agent

/// What holds for every payload, whichever format it is read as.
enum PayloadProperties {
    /// What came of decoding.
    typealias Outcome = Result<Reading, Rejection>

    private static let auto = PayloadDecoder(format: .auto)
    private static let owntracks = PayloadDecoder(format: .owntracks)
    private static let wifi = PayloadDecoder(format: .wifi)
    private static let mapped = PayloadDecoder(
        format: .json(
            FieldMap(
                latitude: pointer("lat"),
                longitude: pointer("lon"),
                accuracy: pointer("gps", "acc"),
                time: pointer("gps", "time"),
                ssid: pointer("net", "0"),
                bssid: pointer("net", "1")
            )
        )
    )
    /// Every format but those whose topics or field maps say what is read.
    private static let formats = PayloadFormat.all.map(\.format).filter { format in
        switch format {
        case .auto, .owntracks, .named: true
        case .statestream, .json: false
        }
    }
    private static let others = formats.map { PayloadDecoder(format: $0) }
    private static let named = formats.filter { $0 != .nmea }.map { format in
        (
            with: PayloadDecoder(format: format, devicePointer: pointer("id")),
            without: PayloadDecoder(format: format)
        )
    }

    private static func pointer(_ steps: String...) -> JSONPointer { JSONPointer(steps: steps) }

    static func check(_ bytes: [UInt8]) throws(Finding) {
        for decoder in [mapped] + others {
            try check(outcome(decoder, bytes), decoder, bytes)
        }
        for (with, without) in named {
            let outcome = outcome(with, bytes)
            try check(outcome, with, bytes)
            try checkDevice(outcome, self.outcome(without, bytes))
        }
        try StreamedProperties.check(bytes)
        try LayoutProperties.check(bytes)
        try PayloadOracle(bytes).check(
            auto: outcome(auto, bytes),
            owntracks: outcome(owntracks, bytes),
            wifi: outcome(wifi, bytes),
            mapped: outcome(mapped, bytes)
        )
    }

    private static func check(_ outcome: Outcome, _ decoder: PayloadDecoder, _ bytes: [UInt8]) throws(Finding)
    {
        try requireSame(self.outcome(decoder, bytes), outcome, "a payload that is read twice")
        if case .success(let reading) = outcome { try ReadingProperties.check(reading) }
    }

    /// A device's name in a payload changes nothing else that is read of it.
    private static func checkDevice(_ with: Outcome, _ without: Outcome) throws(Finding) {
        guard case .success(var reading) = with else { return }
        try require(reading.device != nil, "a payload is taken without the device's name")
        reading.device = nil
        for index in reading.earlier.indices { reading.earlier[index].device = nil }
        try requireSame(.success(reading), without, "a payload read with and without its device's name")
    }

    /// Decodes from a block of exactly these bytes, so that the sanitizer sees a read behind the end.
    private static func outcome(_ decoder: PayloadDecoder, _ bytes: [UInt8]) -> Outcome {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { block.deallocate() }
        block.copyBytes(from: bytes)
        do throws(Rejection) {
            return .success(try decoder.decode(UnsafeRawBufferPointer(block)))
        } catch {
            return .failure(error)
        }
    }
}

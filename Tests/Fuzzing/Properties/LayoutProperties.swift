import GeofenceCore
@testable import geofence_agent

/// What a layout reads, the full reader reads alike.
///
/// Of several lines the first teaches and the others are read; a single one does both, and is read by layouts
/// that others have taught.
enum LayoutProperties {
    private static let decoders = [
        PayloadDecoder(format: .auto), PayloadDecoder(format: .owntracks),
        PayloadDecoder(
            format: .json(
                FieldMap(
                    latitude: JSONPointer(steps: ["lat"]),
                    longitude: JSONPointer(steps: ["lon"]),
                    accuracy: JSONPointer(steps: ["gps", "acc"]),
                    time: JSONPointer(steps: ["gps", "time"]),
                    ssid: JSONPointer(steps: ["net", "0"])
                )
            )
        ),
    ]

    private static let examples = [
        #"{"lat":52.4014820,"lon":13.2040213,"acc":8,"tst":1760000001}"#,
        #"{"_type":"location","acc":8,"alt":34,"batt":71,"conn":"w","created_at":1760000003,"lat":52.5,"lon":13.4,"#
            + #""tid":"an","tst":1760000001,"vel":0,"SSID":"Net"}"#,
        #"{"id":7,"gps":{"time":1760000001,"acc":5.5},"lat":52.5,"lon":13.4,"net":["Home",-61]}"#,
    ]

    private static let taught = examples.map { Array($0.utf8) }.flatMap { example in
        decoders.compactMap { decoder in layout(decoder, example).map { (decoder, $0) } }
    }

    static func check(_ bytes: [UInt8]) throws(Finding) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).map(
            Array.init
        )
        guard let first = lines.first else { return }
        for (decoder, layout) in taught { try check(layout, decoder, bytes) }
        for decoder in decoders {
            guard let layout = layout(decoder, first) else { continue }
            for line in lines.prefix(8) { try check(layout, decoder, line) }
        }
    }

    /// The layout that a payload teaches.
    static func layout(_ decoder: PayloadDecoder, _ bytes: [UInt8]) -> PayloadLayout? {
        bytes.withUnsafeBytes { payload in
            guard let reading = try? decoder.decode(payload) else { return nil }
            return decoder.layout(of: payload, reading)
        }
    }

    private static func check(
        _ layout: PayloadLayout,
        _ decoder: PayloadDecoder,
        _ bytes: [UInt8]
    ) throws(Finding) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { block.deallocate() }
        block.copyBytes(from: bytes)
        let payload = UnsafeRawBufferPointer(block)
        guard let expected = layout.reading(payload) else { return }
        try requireSame(expected, try? decoder.decode(payload), "a payload that looks as expected")
    }
}

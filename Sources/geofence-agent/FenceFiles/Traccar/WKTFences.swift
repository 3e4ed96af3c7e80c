import GeofenceCore

/// Reads fences from lines of WKT, each maybe behind an id and a name, or one of them, with tabs between.
///
/// Which number of a position comes first is what is asked for, or else what can't be a latitude says; where
/// that leaves it open, the latitude, as Traccar has it.
///
/// Of a single word in front of an area it is the id, of several the name. Lines that begin with `#` are
/// passed over.
enum WKTFences {
    static func read(_ bytes: [UInt8], into intake: inout FeatureImporter) {
        let reading = intake.reading
        if let position = TextPosition(ofInvalidUTF8In: bytes) {
            return reading.report("this byte is no UTF-8; save the file in UTF-8", position: position)
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        let order = order(lines, intake)
        for (number, line) in lines.enumerated() {
            let line = String(decoding: line, as: UTF8.self)
            guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { continue }
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(trimmed)
            let position = TextPosition(line: number + 1, column: 1)
            var draft = ParsedFeature(at: reading.value(.null, at: position))
            let labels = parts.dropLast().map { reading.value(.string($0), at: position) }
            if labels.count > 1 {
                (draft.id, draft.name) = (labels[0], labels[1])
            } else if let label = labels.first {
                if parts[0].contains(" ") { draft.name = label } else { draft.id = label }
            }
            draft.read(area: parts.last ?? "", at: draft.source, order: order)
            intake.add(draft)
            intake.reached?(lines[number].endIndex)
        }
    }

    private static func order(_ lines: [ArraySlice<UInt8>], _ intake: FeatureImporter) -> AxisOrder {
        if let order = intake.options.order { return order }
        let option = intake.options.name("order")
        let order = AxisOrder(of: lines.lazy.filter { !isRemark($0) })
        let why =
            order == nil ? "as Traccar has them, for the numbers allow both orders" : "as the numbers say"
        let read = order ?? .latlon
        intake.reading.warn(
            "positions are read as \(read.text), \(why); \(option) \(read.other) for the other order",
            path: "",
            position: TextPosition()
        )
        return read
    }

    private static func isRemark(_ line: ArraySlice<UInt8>) -> Bool {
        line.first { $0 > 0x20 } == UInt8(ascii: "#")
    }

    private static func trimmed(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

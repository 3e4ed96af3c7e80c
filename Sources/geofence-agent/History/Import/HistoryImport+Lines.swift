import GeofenceCore

/// JSON lines: events as they were published, visits as they are exported, everything else as a track.
extension HistoryImport {
    mutating func readLines(_ bytes: [UInt8], _ file: String) {
        var rest = bytes
        var line = 1
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == 0x0A {
            if read(bytes[start..<index], file, line) {
                for place in start..<index { rest[place] = 0x20 }
            }
            start = index + 1
            line += 1
        }
        if rest.contains(where: { $0 > 0x20 }) { readTrack(rest, file) }
    }

    /// Whether a line was an event or a visit, or is reported as a bad one.
    private mutating func read(_ line: ArraySlice<UInt8>, _ file: String, _ number: Int) -> Bool {
        guard let text = String(validating: line, as: UTF8.self),
            let node = try? JSONDocument.parse(text).root,
            node.member("event") != nil || node.member("arrival") != nil
        else { return false }
        guard let name = node.member("device")?.text, let device = try? Identifier(name) else {
            report("needs \"device\", a name of 1 to 128 bytes without /, + and #", file, line: number)
            return true
        }
        if node.member("event") != nil {
            read(event: node, Array(line), device, file, number)
        } else {
            read(visit: node, device, file, number)
        }
        return true
    }

    private mutating func read(
        event node: JSONNode,
        _ payload: [UInt8],
        _ device: Identifier,
        _ file: String,
        _ number: Int
    ) {
        guard node.member("event")?.text?.isEmpty == false else {
            return report("has an \"event\" that is no text such as \"enter\"", file, line: number)
        }
        guard let id = node.member("id")?.text, let time = Self.moment(node, "time") else {
            return report("is an event without \"id\" or \"time\"", file, line: number)
        }
        guard !refuses(time, file, line: number) else { return }
        let isCut = payload.last == 0x0D
        let bytes = isCut ? Array(payload.dropLast()) : payload
        add(HistoryEvent(device: device, time: time.milliseconds, id: id, payload: bytes))
    }

    private mutating func read(
        visit node: JSONNode,
        _ device: Identifier,
        _ file: String,
        _ number: Int
    ) {
        let place = [node.number(of: "latitude"), node.number(of: "longitude")].compactMap(\.self)
        guard let arrival = Self.moment(node, "arrival"), place.count == 2,
            let coordinate = try? Coordinate(latitude: place[0], longitude: place[1])
        else {
            return report("is a visit without \"arrival\", or with no place", file, line: number)
        }
        let departure = Self.moment(node, "departure")
        guard departure != nil || !Self.says(node, "departure") else {
            return report("its departure is no date and time", file, line: number)
        }
        add(
            ParsedVisit(
                device: device,
                place: coordinate,
                arrival: arrival,
                departure: departure,
                accuracy: Self.number(node, "accuracy").flatMap(HistoryCell.metres),
                positions: Self.number(node, "positions").flatMap(HistoryCell.count)
            ),
            file,
            number
        )
    }

    /// Whether there is a value, and not null.
    private static func says(_ node: JSONNode, _ key: String) -> Bool {
        (node.member(key)?.value ?? .null) != .null
    }

    /// A number: 0 where there is none; nil for what is no number.
    private static func number(_ node: JSONNode, _ key: String) -> Double? {
        says(node, key) ? node.number(of: key) : 0
    }

    private static func moment(_ node: JSONNode, _ key: String) -> Timestamp? {
        node.member(key)?.text.flatMap { Timestamp(iso8601: $0) }
    }
}

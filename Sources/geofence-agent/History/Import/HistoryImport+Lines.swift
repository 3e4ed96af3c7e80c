import GeofenceCore

/// JSON lines: events as they were published, visits as they are exported, everything else as a track.
extension HistoryImport {
    mutating func readLines(_ source: PieceSource, _ file: String) {
        let lines = HistoryLines(source)
        readTrack(lines.rest, file) { imported in
            for line in lines.removeFound() { imported.read(line, file) }
        }
    }

    private mutating func read(_ line: HistoryLines.Line, _ file: String) {
        guard let name = line.node.member("device")?.text, let device = try? Identifier(name) else {
            return report(
                "needs \"device\", a name of 1 to 128 bytes without /, + and #",
                file,
                line: line.number
            )
        }
        if line.node.member("event") != nil {
            read(event: line.node, line.bytes, device, file, line.number)
        } else {
            read(visit: line.node, device, file, line.number)
        }
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

import GeofenceCore

/// Reads a stretch of a device's past, and writes it as JSON; on a thread of its own.
///
/// What it reads and writes is bounded; where there is more the answer has a `next`.
struct PastAnswer {
    /// Rows at most that are read.
    static let mostRead = 200_000
    /// Bytes of the rows at most, unless somebody has room for fewer.
    static let mostBytes = 4 << 20
    /// Milliseconds after which what is left is for the next answer.
    static let patience: Int64 = 2000

    private let question: PastQuestion
    private var curtain: PastCurtain?
    private let begun = Clock.uptime
    private var rows: [UInt8] = []
    private var count = 0
    private var simplifier: TrackSimplifier
    /// The last row that was read.
    private var last: HistoryMark?
    private var seen = 0
    /// Whether reading was ended by a bound.
    private var isCut = false

    /// Bytes of the rows.
    private let room: Int

    private init(_ question: PastQuestion, _ room: Int) {
        (self.question, self.room) = (question, room)
        simplifier = TrackSimplifier(tolerance: question.tolerance)
    }

    /// Why there is no answer.
    enum Failure: Error, CustomStringConvertible {
        /// Nothing is kept of the device.
        case unknown(Identifier)
        /// The store can't be read.
        case store(HistoryReader.Failure)

        var description: String {
            switch self {
            case .unknown(let device): "the history holds nothing of a device \"\(device)\""
            case .store(let failure): "\(failure)"
            }
        }
    }

    /// The answer as JSON, its rows of at most so many bytes, unless the first alone has more.
    static func json(
        _ question: PastQuestion,
        path: String,
        hidesZones: Bool = false,
        upTo mostBytes: Int = mostBytes
    ) throws(Failure) -> [UInt8] {
        var answer = PastAnswer(question, mostBytes)
        var isKnown = true
        do throws(HistoryReader.Failure) {
            let reader = try HistoryReader(path: path)
            let devices = try devices(question, reader)
            isKnown = !devices.isEmpty
            for device in devices where !answer.isCut {
                answer.curtain = hidesZones ? PastCurtain(device.id) : nil
                try answer.read(device, reader)
            }
        } catch {
            throw .store(error)
        }
        if !isKnown, question.exported == nil, let id = question.device { throw .unknown(id) }
        return answer.text
    }

    /// Of whom something is read: the one that is asked for, as far as anything is kept of it, or all.
    private static func devices(
        _ question: PastQuestion,
        _ reader: HistoryReader
    ) throws(HistoryReader.Failure) -> [HistoryDevice] {
        guard let id = question.device else { return try reader.devices() }
        return try reader.device(id).map { [$0] } ?? []
    }

    /// Whether there is room for one row more, and time.
    private var hasRoom: Bool {
        count + (simplifier.isOpen ? 1 : 0) < question.limit && rows.count < room
            && Clock.uptime - begun < Self.patience
    }

    private mutating func read(
        _ device: HistoryDevice,
        _ reader: HistoryReader
    ) throws(HistoryReader.Failure) {
        // Reading calls in turns what adds a row and what asks for room: never both at a time.
        var (answer, isCut) = (self, false)
        let most = Self.mostRead - seen
        let page = question.tolerance > 0 ? 5000 : max(100, min(5000, question.limit + 1))
        let stretch = HistoryReader.Stretch(after: question.after, page: page) { !isCut }
        func add(_ mark: HistoryMark, _ row: (inout PastAnswer) -> Void) {
            isCut = isCut || (answer.last != nil && !answer.hasRoom)
            guard !isCut else { return }
            answer.seen += 1
            answer.last = mark
            row(&answer)
        }
        switch question.kind {
        case .positions:
            try reader.positions(of: device, in: question.range, stretch: stretch, atMost: most) { row in
                add(HistoryMark(time: row.time)) { $0.add(row, of: device.id) }
            }
        case .networks:
            try reader.networks(of: device, in: question.range, stretch: stretch, atMost: most) { row in
                add(HistoryMark(time: row.time)) { $0.put(HistoryJSON.line(row, device.id)) }
            }
        case .events:
            try reader.events(of: device, in: question.range, stretch: stretch, atMost: most) { row in
                add(HistoryMark(time: row.time, id: row.id)) { $0.add(row) }
            }
        case .visits:
            try reader.visits(of: device, in: question.range, stretch: stretch, atMost: most) { row in
                add(HistoryMark(time: row.arrival)) { $0.put(HistoryJSON.line(row)) }
            }
        }
        if let end = answer.simplifier.end() { answer.put(end) }
        answer.isCut = isCut || answer.seen == Self.mostRead || (question.device == nil && !answer.hasRoom)
        self = answer
    }

    private mutating func add(_ row: HistoryPosition, of device: Identifier) {
        guard question.exported == nil else { return put(HistoryJSON.line(row, device)) }
        guard question.tolerance > 0 else { return put(row) }
        if let kept = simplifier.add(row) { put(kept) }
    }

    private mutating func add(_ row: HistoryEvent) {
        guard curtain?.hides(row) != true else { return }
        put(row.payload)
    }

    private mutating func put(_ row: HistoryPosition) {
        put(
            JSONWriter.object { json in
                json.member("time", row.moment)
                json.member("latitude", HistoryNumber.degrees(row.latitude))
                json.member("longitude", HistoryNumber.degrees(row.longitude))
                if let accuracy = row.accuracy { json.member("accuracy", HistoryNumber.hundredths(accuracy)) }
                if let speed = row.speed { json.member("speed", HistoryNumber.hundredths(speed)) }
            }
        )
    }

    private mutating func put(_ row: [UInt8]) {
        if count > 0 { rows.append(UInt8(ascii: ",")) }
        rows += row
        count += 1
    }

    /// Where an export goes on.
    private func next(_ part: ExportPart) -> String? {
        guard isCut, let last else { return part.next(hasHistory: true)?.rawValue }
        return "\(part.rawValue),\(last.time)" + (last.id.map { ",\($0)" } ?? "")
    }

    private var text: [UInt8] {
        if let part = question.exported {
            return JSONWriter.object { json in
                if let device = question.device { json.member("device", device.description) }
                json.name(part.rawValue)
                json.open("[")
                json.raw(rows)
                json.close("]")
                if let next = next(part) { json.member("next", next) }
            }
        }
        return JSONWriter.object { json in
            if let device = question.device { json.member("device", device.description) }
            json.member("from", question.range.from)
            json.member("to", question.range.to)
            json.name(question.kind.rawValue)
            json.open("[")
            json.raw(rows)
            json.close("]")
            if isCut, question.device == nil { json.member("truncated", true) }
            if isCut, question.device != nil, let last {
                json.member("next", PastQuestion.text(of: last))
            }
        }
    }
}

import GeofenceCore

/// An import that comes in several requests, since the document is larger than one may be: what has come of
/// it.
///
/// It is in memory alone, and nothing of it counts until the last part is there. An agent that starts anew,
/// or reads its configuration again, has forgotten it, and so has one at which another import begins, or
/// which has waited for ten minutes; the answer to the next part then says to begin again.
struct PartialImport {
    /// Which part of which import.
    struct Part: Hashable {
        /// What the client calls the import.
        let name: String
        /// From 1 to `count`.
        let number: Int
        /// How many parts there are.
        let count: Int

        /// `part 2 of 3 of the import "x"`.
        var text: String { "part \(number) of \(count) of the import \"\(name)\"" }
    }

    /// Bytes of all documents together.
    static let largest = 1 << 28
    /// Parts that a client may announce.
    static let mostParts = 100_000

    /// Milliseconds without a part after which the import is forgotten.
    static let patience: Int64 = 600_000

    /// One that is in force.
    struct Finished {
        /// Its last part.
        var part: Part
        /// How many fences it has brought.
        var taken: Int
    }

    /// When the last part came.
    var time = Timestamp.distantPast
    /// The part that came last.
    private(set) var last: Part
    /// The fences of all that came.
    private(set) var fences: [Fence]
    private var bytes: Int

    /// Begins with the first part.
    ///
    /// - Throws: `RequestProblem` where the part is another.
    init(_ part: Part, _ fences: [Fence], bytes: Int) throws(RequestProblem) {
        guard part.number == 1 else { throw Self.unexpected(part, after: nil) }
        last = part
        self.fences = fences
        self.bytes = bytes
    }

    /// Whether all parts are there.
    var isWhole: Bool { last.number == last.count }

    /// Adds the next part.
    ///
    /// - Throws: `RequestProblem` where the part doesn't follow the last one, or there is too much.
    mutating func add(_ part: Part, _ fences: [Fence], bytes: Int) throws(RequestProblem) {
        guard part.name == last.name, part.count == last.count, part.number == last.number + 1 else {
            throw Self.unexpected(part, after: last)
        }
        self.bytes += bytes
        guard self.bytes <= Self.largest else {
            throw RequestProblem(
                "nothing is taken: an import has at most \(Self.largest) bytes; put a file of that size into \"fenceFiles\" of the configuration"
            )
        }
        self.fences += fences
        last = part
    }

    private static func unexpected(_ part: Part, after last: Part?) -> RequestProblem {
        let last = last.map { "the last was \($0.text)" } ?? "no import is under way here"
        return RequestProblem(
            "\(part.text) does not follow: \(last); nothing is taken, so begin again with part 1"
        )
    }
}

extension PartialImport.Finished {
    func write(to writer: inout ByteWriter) {
        writer.text(part.name)
        writer.count(UInt64(part.number))
        writer.count(UInt64(taken))
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let (name, count) = (try reader.text(), Int(clamping: try reader.count()))
        part = PartialImport.Part(name: name, number: count, count: count)
        taken = Int(clamping: try reader.count())
    }
}

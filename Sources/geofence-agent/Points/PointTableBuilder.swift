import GeofenceCore

/// A point of interest as a file has it.
struct ParsedPoint {
    var id = ""
    var name: String?
    var city: String?
    var zip: String?
    var tags: [String] = []
    var types: [String] = []
    /// Metres.
    var radius: Double?
    var place: Coordinate
    var clocks: PointTable.Clocks?
}

/// Gathers points for a table.
struct PointTableBuilder {
    private(set) var places: [Coordinate] = []
    private(set) var texts: [UInt8] = []
    private(set) var ends: [UInt32] = []
    private(set) var clockNumbers: [UInt16] = []
    private(set) var clocks: [PointTable.Clocks] = []
    private(set) var radii: [Float] = []
    private var numbers: [PointTable.Clocks: UInt16] = [:]
    /// In which file each id was written last, by hashes of the ids, which are as good as the ids themselves:
    /// of a million two are the same once in 40 million times.
    private var ids: [UInt64: UInt32] = [:]
    /// Which file is being read, from 1.
    private var file: UInt32 = 0
    private let wanted: Set<String>

    /// Most points of a table.
    static let maximumCount = 2_000_000

    /// Takes points that have one of some tags or types; of none: all.
    init(tags: [String]) { wanted = Set(tags) }

    /// Why a point is not taken.
    enum Refusal: Error {
        /// None of the tags that are wanted.
        case unwanted
        /// Another point has its id.
        case sameID
        /// There are more than can be.
        case tooMany
    }

    /// Begins another file.
    mutating func beginFile() { file += 1 }

    /// Adds a point; `written` is its id as its file has it, where it has got another one.
    mutating func add(_ point: ParsedPoint, as written: String? = nil) throws(Refusal) {
        guard wanted.isEmpty || !wanted.isDisjoint(with: point.tags + point.types) else { throw .unwanted }
        let text = Self.text(point)
        guard places.count < Self.maximumCount, texts.count + text.count <= Int(UInt32.max) else {
            throw .tooMany
        }
        let id = Self.hash(point.id)
        guard ids[id] == nil else { throw .sameID }
        // An id that was made up belongs to no file, so that a point there that has it as well isn't refused.
        ids[id] = written == nil ? file : 0
        if let written { ids[Self.hash(written)] = file }
        places.append(point.place)
        texts += text
        ends.append(UInt32(texts.count))
        clockNumbers.append(point.clocks.map { number($0) } ?? 0)
        let radius = Float(point.radius ?? 0)
        if radii.isEmpty, radius > 0 { radii = Array(repeating: 0, count: places.count - 1) }
        if radius > 0 || !radii.isEmpty { radii.append(radius) }
    }

    /// Whether an id is that of a point in an earlier file, and wasn't written in this one.
    func isTakenElsewhere(_ id: String) -> Bool { ids[Self.hash(id)].map { $0 != file } ?? false }

    /// An id that no point has: the wanted one or, where that is taken, with `-2`, `-3` and so on behind it.
    func freeID(_ wanted: String) -> String {
        var (id, number) = (wanted, 1)
        while ids[Self.hash(id)] != nil {
            number += 1
            id = "\(wanted)-\(number)"
        }
        return id
    }

    /// Points with the same hours share them; where there are too many different ones, the rest have none.
    private mutating func number(_ clocks: PointTable.Clocks) -> UInt16 {
        if let known = numbers[clocks] { return known }
        guard self.clocks.count < Int(UInt16.max) else { return 0 }
        self.clocks.append(clocks)
        numbers[clocks] = UInt16(self.clocks.count)
        return UInt16(self.clocks.count)
    }

    private static func text(_ point: ParsedPoint) -> [UInt8] {
        var text = JSONWriter.object { json in
            json.member("id", point.id)
            if let name = point.name { json.member("name", name) }
            if let city = point.city { json.member("city", city) }
            if let zip = point.zip { json.member("zip", zip) }
            if !point.tags.isEmpty { json.member("tags", point.tags) }
            if !point.types.isEmpty { json.member("types", point.types) }
        }
        text.removeLast()
        return text
    }

    private static func hash(_ id: String) -> UInt64 {
        id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

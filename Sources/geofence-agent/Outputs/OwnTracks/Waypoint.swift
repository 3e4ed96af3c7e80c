import GeofenceCore

/// A waypoint of a phone's own that is a fence.
struct Waypoint: Hashable {
    /// By what the app knows it.
    struct Mark: Hashable {
        /// The app for iOS knows a waypoint by this.
        var rid: String?
        /// Seconds since 1970 when it was made; the app for Android knows a waypoint by this.
        var stamp: Int?

        /// Whether both are of one waypoint: `rid` decides where there is one.
        func isSame(as other: Mark) -> Bool {
            if rid != nil || other.rid != nil { return rid == other.rid }
            return stamp == other.stamp
        }
    }

    var mark: Mark
    var fence: Identifier
}

extension Waypoint.Mark {
    /// Bytes of `rid` at most.
    static let longest = 128

    /// Reads what a waypoint says of itself; nil where it says neither, or what is none.
    init?(_ waypoint: ValueReader) {
        let rid = waypoint.member(OwnTracksFences.Key.rid)?.label() ?? ""
        let number = OwnTracksFences.number(waypoint.member(OwnTracksFences.Key.tst))?.value
        stamp = number.flatMap { (0...1e12).contains($0) ? Int($0) : nil }
        self.rid = rid.isEmpty ? nil : rid
        guard rid.utf8.count <= Self.longest, self.rid != nil || stamp != nil else { return nil }
    }

    /// The id of the fence that it is for a device: always the same, and no other's.
    ///
    /// The hash is one for which nobody finds a second waypoint, so that no phone can take another's place.
    func fence(of device: Identifier) -> Identifier? {
        let key = rid.map { "rid \($0)" } ?? "tst \(stamp ?? 0)"
        return try? Identifier("waypoint-\(SecretBox.hash(Array("\(device)/\(key)".utf8)))")
    }
}

extension Waypoint {
    func write(to writer: inout ByteWriter) {
        writer.optional(mark.rid) { $0.text($1) }
        writer.optional(mark.stamp) { $0.integer(Int64($1)) }
        writer.text(fence.description)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let rid = try reader.optional { reader throws(DamagedBytes) in try reader.text() }
        let stamp = try reader.optional { reader throws(DamagedBytes) in Int(try reader.integer()) }
        mark = Mark(rid: rid, stamp: stamp)
        fence = try reader.identifier()
    }
}

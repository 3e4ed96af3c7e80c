import GeofenceCore

/// What a phone has sent of its waypoints: one of them, or all.
struct WaypointDocument {
    /// The waypoints.
    let waypoints: [ValueReader]
    /// Whether these are all that the phone has.
    let isWhole: Bool

    /// Reads a payload, which may be encrypted, and must be where `isSecret`.
    ///
    /// - Throws: `size`, `empty`, `json`, `shape`, `locked`, `forged`, `plain`, `missing` where it is
    ///   encrypted and empty, `unrelated` where it is about something else.
    init(_ payload: UnsafeRawBufferPointer, key: [UInt8]?, isSecret: Bool) throws(Rejection) {
        guard payload.count <= PayloadDecoder.maximumSize else { throw .size }
        guard !payload.isEmpty else { throw .empty }
        var root = try Self.root(Array(payload))
        if Self.isSealed(root) {
            guard let key else { throw .locked }
            root = try Self.open(root, key)
            guard !Self.isSealed(root) else { throw .locked }
        } else if isSecret {
            throw .plain
        }
        guard let (list, document) = OwnTracksFences.list(root) else { throw .unrelated }
        waypoints = list
        isWhole = document.member(OwnTracksFences.Key.type)?.node.text != "waypoint"
    }

    private static func root(_ bytes: [UInt8]) throws(Rejection) -> ValueReader {
        let reading = ConfigurationReading(file: "", environment: [:])
        guard let document = reading.document(bytes) else { throw .json }
        switch document.root.value {
        case .object, .array: return ValueReader(node: document.root, path: "", reading: reading)
        default: throw .shape
        }
    }

    private static func isSealed(_ root: ValueReader) -> Bool {
        root.member(OwnTracksFences.Key.type)?.node.text == "encrypted"
    }

    private static func open(_ root: ValueReader, _ key: [UInt8]) throws(Rejection) -> ValueReader {
        guard let box = root.member(OwnTracksFences.Key.data)?.node.text else { throw .missing }
        guard let plain = Array(box.utf8).withUnsafeBytes({ SecretBox.open($0, key: key) }) else {
            throw .forged
        }
        return try self.root(plain)
    }
}

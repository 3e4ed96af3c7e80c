import GeofenceCore

@testable import geofence_agent

/// A file of the corpus of `FuzzStored`, made by the encoders that the agent has.
struct StoredInput: Sendable {
    /// The file's name; those of inputs that may be refused begin with `edge-`.
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ write: (inout ByteWriter) -> Void) {
        self.init(name, bytes: written(write))
    }

    init(_ name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

    /// Every file, as it must be.
    static func all() throws -> [StoredInput] {
        try fences() + devices() + observations() + runs() + edges()
    }

    /// What bytes are read as to their end: a fence, an observation, a device, a run of positions; nil where
    /// they are none.
    static func kind(of bytes: [UInt8]) -> String? {
        let readers: [(String, (inout ByteReader) throws -> Void)] = [
            ("fence", { _ = try Fence(from: &$0) }),
            ("observation", { _ = try Observation(from: &$0) }),
            (
                "device",
                { reader in
                    var engine = Engine(fences: StoredProperties.known)
                    try engine.restore(from: &reader, below: 64)
                }
            ),
        ]
        let kind = readers.first { _, read in
            var reader = ByteReader(bytes)
            return (try? read(&reader)) != nil && reader.isAtEnd
        }?.0
        return kind ?? ((try? PositionRun.positions(bytes, at: 0)) == nil ? nil : "run")
    }
}

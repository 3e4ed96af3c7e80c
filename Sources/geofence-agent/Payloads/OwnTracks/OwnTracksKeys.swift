/// The keys that devices of a source encrypt with.
struct OwnTracksKeys: Hashable, Sendable {
    /// The name of a device's file of its topic.
    private let name: TopicTemplate
    private let keys: [[UInt8]: Secret]

    /// Takes the contents of files by their names; `name` is the template for these.
    init(name: TopicTemplate, files: [[UInt8]: Secret]) {
        self.name = name
        keys = files.mapValues(Self.key)
    }

    /// A passphrase as a key: cut off, or filled up with zeros, at 32 bytes.
    ///
    /// Source: OwnTracks' booklet, "Encrypting payloads".
    private static func key(_ passphrase: Secret) -> Secret {
        let bytes = passphrase.bytes.prefix(SecretBox.keySize)
        return Secret(padded: bytes + Array(repeating: 0, count: SecretBox.keySize - bytes.count))
    }

    /// The key for messages on a topic; nil where there is no file for its device.
    func key(for topic: UnsafeRawBufferPointer) -> [UInt8]? {
        var scratch: [UInt8] = []
        switch name.match(topic, into: &scratch) {
        case .topic(let range): return keys[Array(topic[range])]?.bytes
        case .scratch: return keys[scratch]?.bytes
        case .none, .payload, .ambiguous: return nil
        }
    }
}

/// The name of the session at the broker that an agent gives itself.
///
/// Who knows it can end the session, and have what waits in it. So a part of it is by chance; it is kept in
/// the store, since another name is another session.
enum SessionName {
    /// Letters and digits by chance: 36^8, some 41 bits.
    ///
    /// With them a name has the 23 bytes that MQTT 3.1.1 promises.
    private static let length = 8

    /// The name that a store has, or a new one where it has none yet.
    ///
    /// A store that was in use before there were such names goes on with the one it had.
    static func kept(
        in store: Store,
        _ stored: StoredState,
        using generator: inout some RandomNumberGenerator
    ) throws(StoreFailure) -> String {
        if let bytes = stored.setup[Agent.StoreKey.clientId] { return String(decoding: bytes, as: UTF8.self) }
        guard stored.isNew else { return MQTTSettings.defaultClientId }
        let name = new(using: &generator)
        try store.keep(Array(name.utf8), as: Agent.StoreKey.clientId)
        return name
    }

    /// A new name.
    static func new(using generator: inout some RandomNumberGenerator) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let chance = (0..<length).map { _ in letters[Int.random(in: letters.indices, using: &generator)] }
        return "\(MQTTSettings.defaultClientId)-\(String(chance))"
    }

    /// Whether a value of a damaged store can be such a name.
    static func isName(_ bytes: [UInt8]) -> Bool {
        (1...23).contains(bytes.count) && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

import CSodium

/// What OwnTracks encrypts with: libsodium's `crypto_secretbox`, XSalsa20 and Poly1305.
enum SecretBox {
    /// Bytes of a key.
    static let keySize = 32
    private static let nonceSize = 24
    private static let macSize = 16

    /// What a box in Base64 holds: a nonce, then the sealed text; nil where it is damaged, or sealed with another key.
    static func open(_ text: UnsafeRawBufferPointer, key: [UInt8]) -> [UInt8]? {
        guard sodium_init() >= 0, key.count == keySize, let box = bytes(ofBase64: text),
            box.count >= nonceSize + macSize
        else { return nil }
        let (nonce, sealed) = (Array(box[..<nonceSize]), Array(box[nonceSize...]))
        var plain = [UInt8](repeating: 0, count: sealed.count - macSize)
        guard crypto_secretbox_open_easy(&plain, sealed, UInt64(sealed.count), nonce, key) == 0 else {
            return nil
        }
        return plain
    }

    private static func bytes(ofBase64 text: UnsafeRawBufferPointer) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3)
        var count = 0
        let problem = sodium_base642bin(
            &bytes,
            bytes.count,
            text.bindMemory(to: CChar.self).baseAddress,
            text.count,
            nil,
            &count,
            nil,
            sodium_base64_VARIANT_ORIGINAL
        )
        return problem == 0 ? Array(bytes[..<count]) : nil
    }
}

import CLibrary
import CSodium

/// What OwnTracks encrypts with: libsodium's `crypto_secretbox`, XSalsa20 and Poly1305.
enum SecretBox {
    /// Bytes of a key.
    static let keySize = 32
    private static let nonceSize = 24
    private static let macSize = 16

    /// What a box in Base64 holds: a nonce, then the sealed text; nil where it is damaged, or sealed with
    /// another key.
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

    /// Seals a text as `open` takes it: a nonce, then the sealed text, in Base64; nil where the key is none.
    ///
    /// The nonce is a keyed hash of the text (BLAKE2b, 24 bytes) rather than chance, so that the same message
    /// has the same bytes whenever it is made again. It is as good: two texts have two nonces but with a
    /// probability of 2^-96, and that one text sealed twice looks the same tells only that it is the same. A
    /// nonce must never be there twice for two texts of a key; that of a phone is chance, which a hash meets
    /// no sooner than another chance would.
    static func seal(_ text: [UInt8], key: [UInt8]) -> String? {
        guard sodium_init() >= 0, key.count == keySize else { return nil }
        var nonce = [UInt8](repeating: 0, count: nonceSize)
        var sealed = [UInt8](repeating: 0, count: text.count + macSize)
        guard crypto_generichash(&nonce, nonce.count, text, UInt64(text.count), key, key.count) == 0,
            crypto_secretbox_easy(&sealed, text, UInt64(text.count), nonce, key) == 0
        else { return nil }
        return base64(nonce + sealed)
    }

    /// As many bits of a hash of some bytes as are needed to find no second text with the same: 64, as 16
    /// hexadecimal digits.
    static func hash(_ bytes: [UInt8]) -> String {
        var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_bytes_min()))
        _ = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash.prefix(8).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let variant = sodium_base64_VARIANT_ORIGINAL
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(characters: text.prefix { $0 != 0 })
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

/// Tells one version of a file from another.
enum Fingerprint {
    /// FNV-1a of 64 bits as 16 lower-case hexadecimal digits; it tells versions apart, and protects against nobody.
    ///
    /// Source: offset basis and prime from draft-eastlake-fnv, section 5.
    ///
    /// With the fingerprint of `earlier` bytes these count on top of those.
    static func fnv1a(_ bytes: [UInt8], after earlier: String = "") -> String {
        var hash = UInt64(earlier, radix: 16) ?? 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

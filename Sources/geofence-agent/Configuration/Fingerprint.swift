import GeofenceCore

/// Tells one version of a file from another.
enum Fingerprint {
    /// FNV-1a of 64 bits as 16 lower-case hexadecimal digits; it tells versions apart, and protects against
    /// nobody.
    ///
    /// With the fingerprint of `earlier` bytes these count on top of those.
    static func fnv1a(_ bytes: [UInt8], after earlier: String = "") -> String {
        var hash = UInt64(earlier, radix: 16).map { FNV1a(after: $0) } ?? FNV1a()
        hash.add(bytes)
        let digits = String(hash.value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

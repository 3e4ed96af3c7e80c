/// The name of a device or a fence, fit to be one level of an MQTT topic.
///
/// 1 to 128 bytes of UTF-8; no `/`, `+`, `#`; no control, format (zero-width, bidirectional), surrogate or
/// non-character code point. Two names are one only where their bytes are: case and Unicode normalisation
/// count.
public struct Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as text.
    public private(set) var description: String

    /// Most bytes that a name may have.
    public static let maximumBytes = 128

    /// Takes a name from outside.
    ///
    /// - Throws: `IdentifierError` that says what is wrong with it.
    public init(_ text: String) throws(IdentifierError) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.maximumBytes else { throw .tooLong(bytes: text.utf8.count) }
        for scalar in text.unicodeScalars where !Self.allows(scalar) {
            throw .forbidden(scalar)
        }
        description = text
        description.makeContiguousUTF8()
    }

    /// What stands where there is no device: no name from outside is empty.
    static let none = Identifier()

    private init() { description = "" }

    private static func allows(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "+"
                && scalar != "#"
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: return false
        default: return !properties.isNoncharacterCodePoint
        }
    }

    /// Whether both names have the same bytes.
    public static func == (a: Identifier, b: Identifier) -> Bool {
        let (a, b) = (a.description.utf8, b.description.utf8)
        guard a.count == b.count else { return false }
        let answer = a.withContiguousStorageIfAvailable { a in
            b.withContiguousStorageIfAvailable { b in
                UnsafeRawBufferPointer(a).hasSameBytes(as: UnsafeRawBufferPointer(b))
            }
        }
        return answer == true
    }

    /// Whether the bytes of `a` come before those of `b`.
    public static func < (a: Identifier, b: Identifier) -> Bool {
        let answer = a.description.utf8.withContiguousStorageIfAvailable { a in
            b.description.utf8.withContiguousStorageIfAvailable { b in a.lexicographicallyPrecedes(b) }
        }
        return answer == true
    }

    /// Feeds the bytes, so that names which differ in normalisation differ in hash.
    public func hash(into hasher: inout Hasher) {
        _ = description.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
    }
}

/// Why a text can't name a device or a fence.
public enum IdentifierError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is nothing in it.
    case empty
    /// It has more than `Identifier.maximumBytes` bytes.
    case tooLong(bytes: Int)
    /// It holds a character that an MQTT topic level, or a reader, can't bear.
    case forbidden(Unicode.Scalar)

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .empty: "an id must not be empty"
        case .tooLong(let bytes): "an id may have \(Identifier.maximumBytes) bytes, this one has \(bytes)"
        case .forbidden(let scalar):
            "an id must not hold \(Self.name(scalar)); no /, +, # and no invisible characters"
        }
    }

    /// The character itself where a reader can see it, else its number.
    private static func name(_ scalar: Unicode.Scalar) -> String {
        guard !["/", "+", "#"].contains(scalar) else { return "\"\(scalar)\"" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

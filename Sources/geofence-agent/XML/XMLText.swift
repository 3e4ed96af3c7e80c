/// A piece of text, or the value of an attribute, as it stands in the document.
struct XMLText: Hashable {
    let bytes: ArraySlice<UInt8>
    /// Whether `&` means nothing here, as in CDATA.
    var isLiteral = false

    private static let names: [(String, UInt8)] = [
        ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
        ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
    ]

    /// What it says; an entity that XML has not by itself stays as it is.
    var plain: [UInt8] {
        guard !isLiteral, bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
        var plain: [UInt8] = []
        var rest = bytes
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            plain += rest[..<ampersand]
            rest = rest[ampersand...]
            let semicolon = rest.prefix(12).firstIndex(of: UInt8(ascii: ";"))
            if let semicolon, let meaning = Self.entity(rest[(ampersand + 1)..<semicolon]) {
                plain += meaning
                rest = rest[(semicolon + 1)...]
            } else {
                plain.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
            }
        }
        return plain + rest
    }

    private static func entity(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        guard name.first == UInt8(ascii: "#") else {
            return names.first { name.elementsEqual($0.0.utf8) }.map { [$0.1] }
        }
        let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
        let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
        guard let code = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(code)
        else {
            return nil
        }
        return Array(String(Character(scalar)).utf8)
    }
}

/// A value of a feature, where it is a text, a number, `true` or `false`.
struct GeoJSONProperty: Decodable {
    /// Nil where it is null, a list or an object.
    let value: FenceProperty.Value?

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let text = try? single.decode(String.self) {
            value = .text(text)
        } else if let flag = try? single.decode(Bool.self) {
            value = .flag(flag)
        } else if let number = try? single.decode(Double.self) {
            value = .number(number)
        } else {
            value = nil
        }
    }
}

extension FenceProperty.Value {
    /// A text, or a number as JSON writes it without a fraction that is none; nil for an empty text and all
    /// else.
    var asText: String? {
        switch self {
        case .text(let text): text.isEmpty ? nil : text
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case .flag: nil
        }
    }
}

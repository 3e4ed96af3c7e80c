/// Something that people have said of a fence, which nothing is decided by, such as whose it is.
public struct FenceProperty: Hashable, Sendable {
    /// What it is.
    public enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// A finite number.
        case number(Double)
        /// Yes or no.
        case flag(Bool)

        /// Whether both say the same, texts in the same bytes.
        public static func == (a: Value, b: Value) -> Bool {
            switch (a, b) {
            case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
            case (.number(let a), .number(let b)): a == b
            case (.flag(let a), .flag(let b)): a == b
            default: false
            }
        }
    }

    /// What it is called.
    public let name: String
    /// What was said.
    public let value: Value

    /// Something said of a fence.
    public init(name: String, value: Value) { (self.name, self.value) = (name, value) }

    /// Whether both say the same, in the same bytes.
    public static func == (a: FenceProperty, b: FenceProperty) -> Bool {
        a.name.utf8.elementsEqual(b.name.utf8) && a.value == b.value
    }
}

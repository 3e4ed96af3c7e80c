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
    }

    /// What it is called.
    public let name: String
    /// What was said.
    public let value: Value

    /// Something said of a fence.
    public init(name: String, value: Value) { (self.name, self.value) = (name, value) }
}

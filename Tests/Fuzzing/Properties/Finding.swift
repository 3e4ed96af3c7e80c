/// A property that an input breaks.
public struct Finding: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected, and what came instead.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Throws where a property doesn't hold.
func require(_ holds: Bool, _ broken: @autoclosure () -> String) throws(Finding) {
    guard holds else { throw Finding(broken()) }
}

/// Throws where two results that must be the same differ.
func requireSame<Value: Equatable>(_ a: Value, _ b: Value, _ what: String) throws(Finding) {
    try require(a == b, "\(what): \(a) is not \(b)")
}

/// Names of devices that a fence is for: `van7`, or `van*` for all whose names begin so.
public struct DevicePattern: Hashable, Sendable, CustomStringConvertible {
    /// As it stands in a configuration.
    public let description: String
    private let bytes: [UInt8]
    /// The only device that is called so; nil where more than one may be.
    let name: Identifier?

    /// Reads a name in which each `*` stands for any run of characters, also none.
    ///
    /// - Throws: `FenceError.device` for an empty pattern, and for one that no device can be called.
    public init(_ text: String) throws(FenceError) {
        let name = text.filter { $0 != "*" }
        let id = try? Identifier(name)
        guard !text.isEmpty, name.isEmpty || id != nil else { throw .device(text) }
        self.name = name == text ? id : nil
        description = text
        bytes = Array(text.utf8)
    }

    /// Whether a device is called so; case counts.
    public func matches(_ device: Identifier) -> Bool {
        let name = Array(device.description.utf8)
        return Glob.matches(bytes[...], name[...])
    }
}

/// Reads the payloads of a format.
protocol PayloadReader: Sendable {
    /// All that a payload says; `device` is where it has the device's name, if that is to be read.
    ///
    /// - Throws: why it can't be used, as `PayloadDecoder.decode` says.
    func reading(_ payload: UnsafeRawBufferPointer, device: PointerPlan?) throws(Rejection) -> Reading
}

/// A reader with the name by which sources ask for it.
struct NamedReader: Sendable, Hashable {
    let name: String
    let reader: any PayloadReader
    /// Where the device's name stands unless the source says otherwise.
    let device: JSONPointer?

    init(_ name: String, _ reader: any PayloadReader, device: JSONPointer? = nil) {
        (self.name, self.reader, self.device) = (name, reader, device)
    }

    /// Readers are equal where their names are.
    static func == (one: Self, other: Self) -> Bool { one.name == other.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

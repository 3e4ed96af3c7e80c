extension JSONWriter {
    /// A list of values that are JSON already.
    static func array(_ values: [[UInt8]]) -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: value)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}

extension ConfigurationReading {
    /// Reads bytes as JSON; nil, and reported, where they are none.
    func document(_ bytes: [UInt8]) -> JSONDocument? {
        if let position = TextPosition(ofInvalidUTF8In: bytes) {
            report("this byte is no UTF-8; save the file in UTF-8", position: position)
            return nil
        }
        do {
            return try JSONDocument.parse(String(decoding: bytes, as: UTF8.self))
        } catch {
            report("\(error)", position: error.position)
            return nil
        }
    }
}

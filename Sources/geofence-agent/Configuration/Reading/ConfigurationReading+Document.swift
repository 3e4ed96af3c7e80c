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
            let isAtStart = error.position == TextPosition()
            report(
                "\(error)\(isAtStart ? "; this file must be JSON, which begins with {" : "")",
                position: error.position
            )
            return nil
        }
    }
}

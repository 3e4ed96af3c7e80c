extension ConfigurationReading {
    /// Reads bytes as JSON; nil, and reported, where they are none.
    ///
    /// Of a list under a key that is named, and of the outermost object, the elements are looked at and left
    /// out.
    func document(_ bytes: [UInt8], leavingOut key: String? = nil) -> JSONDocument? {
        if let position = TextPosition(ofInvalidUTF8In: bytes) {
            report("this byte is no UTF-8; save the file in UTF-8", position: position)
            return nil
        }
        do {
            var parser = JSONDocumentParser(bytes)
            return try parser.document(leavingOut: key)
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

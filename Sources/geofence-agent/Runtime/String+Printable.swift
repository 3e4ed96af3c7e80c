extension String {
    /// The text on one line, for a log or a terminal.
    ///
    /// It may quote what strangers sent: control characters would let that forge lines or steer a terminal,
    /// and marks of writing direction would let it read as something else.
    var printable: String {
        guard unicodeScalars.contains(where: \.isInvisible) else { return self }
        return unicodeScalars.map { $0.isInvisible ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    /// The lines of the text, each as `printable`, for a terminal.
    var printableLines: String {
        guard unicodeScalars.contains(where: { $0 != "\n" && $0.isInvisible }) else { return self }
        let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { String($0).printable }.joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
